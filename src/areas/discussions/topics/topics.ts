import type { Ctx } from '../../../access/context.ts';
import { contentsOfTopics } from '../../../access/gates.ts';
import { viewed } from '../../../http/gates.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../../kernel/pages.ts';
import { statement } from '../../../store/database.ts';
import { containing, folded } from '../../../store/folding.ts';
import { type Piece, sql } from '../../../store/sql/sql.ts';
import { boolean, int, nullable, text } from '../../../store/sql/types.ts';
import { PICTURE_COLUMN } from '../../users/avatars.ts';
import type { Order, Topic, TopicFilters } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { inCourse } from './bound-topics.ts';
import { authorOf, topicJson, topicsJson } from './json.ts';
import { findTopic, findTopicIfMade, perContext, topicsOfContext } from './rows.ts';

export { listAnnouncements } from './announcements.ts';
export { bindTopic, boundTo, inCourse } from './bound-topics.ts';
export { readableTopic, requireInitialPost } from './entry-access.ts';
export { boundTopicsJson, personUrl, topicJson } from './json.ts';
export { podcastRoute } from './podcasts.ts';
export {
  type BareTopic,
  findBareTopic,
  findTopic,
  findTopicIfMade,
  holdBareTopic,
  holdTopic,
  perContext,
  type TopicRow,
  topicIdsOf,
  topicsOfAssignments,
} from './rows.ts';
export {
  mayAttach,
  mayChangeEntry,
  mayDeleteTopic,
  mayEditTopic,
  mayPostIn,
  mayPostOnRoot,
  mayRate,
  refusalToPost,
  subscriptionHold,
} from './rules.ts';

// Titles are compared as they are folded (store/folding.ts): any case, any script.
const lists = perContext((kind, column) => {
  const of = (order: Order) => {
    const name = `topics_of_${kind}_by_${order}`;
    const where = (p: { contextId: Piece; announcements: Piece }) =>
      sql`t.${column} = ${p.contextId} and t.is_announcement = ${p.announcements}`;
    return {
      all: topicsOfContext(name, { kind, order }, { announcements: boolean }, where),
      titled: topicsOfContext(
        `${name}_titled`,
        { kind, order },
        { announcements: boolean, pattern: text },
        (p) => sql`${where(p)} and ${folded(sql`t.title`)} like ${folded(sql`${p.pattern}::text`)}`,
      ),
    };
  };
  return { position: of('position'), recent_activity: of('recent_activity') };
});

/** discussions#20, discussions#25. `scope` is applied after paging, so that pages may be smaller. */
export async function listTopics(ctx: Ctx, context: TopicContext, filters: TopicFilters, page: PageRequest): Promise<Page<Topic>> {
  const list = lists[context.kind][filters.order_by ?? 'position'];
  const values = {
    callerId: ctx.caller.userId,
    oversees: context.oversees,
    contextId: context.id,
    announcements: filters.only_announcements ?? false,
  };
  const term = filters.search_term;
  const oversees = () => context.oversees;
  const found =
    term === undefined
      ? await list.all.read(ctx, values, page, oversees)
      : await list.titled.read(ctx, { ...values, pattern: containing(term) }, page, oversees);
  const topics = await topicsJson(ctx, found.rows, () => context);
  return mapPage(
    found,
    topics.filter((topic) => filters.scope === undefined || topic.locked === (filters.scope === 'locked')),
  );
}

/** discussions#10: one topic. */
export async function showTopic(ctx: Ctx, context: TopicContext, form: IdForm): Promise<Topic> {
  const row = await findTopicIfMade(ctx, context, form);
  return row ? topicJson(ctx, context, row) : unmadeTopic(ctx, context);
}

/** The same for whoever looks at it: at a topic of a group's as at the one that it is of. */
export async function viewTopic(ctx: Ctx, context: TopicContext, form: IdForm): Promise<Topic> {
  const topic = await showTopic(ctx, context, form);
  const { id, root_topic_id: rootId, assignment_id: assignmentId } = topic;
  if (!context.course || id === null) return topic;
  return viewed(ctx, inCourse(ctx, context), topic, contentsOfTopics([{ topicId: rootId ?? id, assignmentId }]));
}

export const presentTopic = async (ctx: Ctx, context: TopicContext, id: number): Promise<Topic> =>
  topicJson(ctx, context, await findTopic(ctx, context, { by: 'id', id }));

export const UNTITLED = 'No Title';

const ownerOf = statement({
  name: 'topic_owner',
  takes: { id: int },
  gives: { id: int, name: text, picture: nullable(text) },
  sql: (p) => sql`select u.id, u.short_name as name, ${PICTURE_COLUMN} from users u where u.id = ${p.id}`,
});

/** A collection item's topic before its first entry: there, and empty (collections#10). */
async function unmadeTopic(ctx: Ctx, context: TopicContext): Promise<Topic> {
  const ownerId = context.ownerId ?? 0;
  const [owner] = await ctx.db.rows(ownerOf, { id: ownerId });
  const name = owner?.name ?? '';
  const none = { created_at: null, posted_at: null, last_reply_at: null, delayed_post_at: null, lock_at: null };
  const off = {
    require_initial_post: false,
    locked: false,
    pinned: false,
    locked_for_user: false,
    is_announcement: false,
    is_section_specific: false,
    subscribed: false,
    allow_rating: false,
    only_graders_can_rate: false,
    sort_by_rating: false,
  };
  return {
    ...none,
    ...off,
    id: null,
    title: UNTITLED,
    message: null,
    html_url: `${ctx.webUrl}/${context.path}/discussion_topics/self`,
    user_can_see_posts: true,
    discussion_subentry_count: 0,
    read_state: ownerId === ctx.caller.userId ? 'read' : 'unread',
    unread_count: 0,
    assignment_id: null,
    published: true,
    position: null,
    user_name: name,
    author: authorOf(ctx, context, owner ?? { id: ownerId, picture: null }, name),
    topic_children: [],
    root_topic_id: null,
    group_category_id: null,
    podcast_url: null,
    podcast_has_student_posts: false,
    discussion_type: 'side_comment',
    attachments: [],
    permissions: { attach: true, update: context.moderates, delete: context.moderates, reply: true },
  };
}

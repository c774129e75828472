import type { TxCtx } from '../../../access/context.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { discussionType, topicState } from '../../../store/sql/enums.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, int, nullable, text, timestamptz } from '../../../store/sql/types.ts';
import type { TopicContext } from '../topic-contexts.ts';
import {
  type BareTopic,
  findBareTopic,
  findTopic,
  findTopicIfMade,
  holdBareTopic,
  holdTopic,
  perContext,
  subscriptionHold,
  type TopicRow,
  UNTITLED,
} from '../topics/topics.ts';
import { positionOf } from './positions.ts';
import type { Changeable } from './requests.ts';

export const BLANK: Changeable = {
  title: UNTITLED,
  message: null,
  type: 'side_comment',
  isAnnouncement: false,
  state: 'active',
  pinned: false,
  locked: false,
  requireInitialPost: false,
  podcastEnabled: false,
  podcastHasStudentPosts: false,
  allowRating: false,
  onlyGradersCanRate: false,
  sortByRating: false,
  postedAt: null,
  delayedPostAt: null,
  lockAt: null,
  groupCategoryId: null,
  assignmentId: null,
};

const inserts = perContext((kind, column) =>
  statement({
    name: `topic_insert_in_${kind}`,
    takes: {
      contextId: int,
      authorId: int,
      now: timestamptz,
      title: text,
      message: nullable(text),
      type: discussionType,
      isAnnouncement: boolean,
      state: topicState,
      pinned: boolean,
      locked: boolean,
      requireInitialPost: boolean,
      podcastEnabled: boolean,
      podcastHasStudentPosts: boolean,
      allowRating: boolean,
      onlyGradersCanRate: boolean,
      sortByRating: boolean,
      attachmentId: nullable(int),
      postedAt: nullable(timestamptz),
      delayedPostAt: nullable(timestamptz),
      lockAt: nullable(timestamptz),
      groupCategoryId: nullable(int),
      assignmentId: nullable(int),
    },
    gives: { id: int },
    sql: (p) => sql`with made as (select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id)
     insert into discussion_topics (id, position, ${column}, user_id, created_at, updated_at, title, message, type, is_announcement, state, pinned, locked,
       require_initial_post, podcast_enabled, podcast_has_student_posts, allow_rating, only_graders_can_rate, sort_by_rating, attachment_id,
       posted_at, delayed_post_at, lock_at, group_category_id, assignment_id)
     overriding system value
     select id, ${positionOf(sql`id`)}, ${p.contextId}, ${p.authorId}, ${p.now}, ${p.now}, ${p.title}, ${p.message}, ${p.type}::discussion_type,
       ${p.isAnnouncement}, ${p.state}::topic_state, ${p.pinned}, ${p.locked}, ${p.requireInitialPost}, ${p.podcastEnabled}, ${p.podcastHasStudentPosts},
       ${p.allowRating}, ${p.onlyGradersCanRate}, ${p.sortByRating}, ${p.attachmentId},
       ${p.postedAt}, ${p.delayedPostAt}, ${p.lockAt}, ${p.groupCategoryId}, ${p.assignmentId}
     from made on conflict do nothing returning id`,
  }),
);

/** A view of a topic without entries is made with it (discussions#56); to its author the topic is read (discussions#64). */
const begin = statement({
  name: 'topic_begun',
  takes: { id: int, authorId: int, subscribed: boolean },
  sql: (p) => sql`with view as (insert into discussion_views (topic_id, version, participants, json) values (${p.id}, 0, '{}', '[]'))
   insert into discussion_participants (topic_id, user_id, read, subscribed) values (${p.id}, ${p.authorId}, true, ${p.subscribed})`,
});

interface NewTopic extends Changeable {
  /** The file that comes with it. */
  attachmentId?: number | null;
}

/** With its author subscribed, unless something holds that (discussions#69). Undefined where the context can hold one topic only, and has it. */
export async function insertTopic(tx: TxCtx, context: TopicContext, authorId: number, topic: NewTopic): Promise<number | undefined> {
  const [row] = await tx.db.rows(inserts[context.kind], { attachmentId: null, ...topic, contextId: context.id, authorId, now: tx.now });
  if (!row) return undefined;
  // Nobody has posted in it yet; of a topic for a group set its author hears once they post in that of their own group.
  const asMade = { ...topic, posted: !topic.requireInitialPost, inGroupSet: false };
  await tx.db.rows(begin, { id: row.id, authorId, subscribed: subscriptionHold(asMade, context) === null });
  return row.id;
}

/** The one topic of a collection item, made where there is none: it is its owner's, whoever posts first (collections#10). */
export async function ensureItemTopic(tx: TxCtx, context: TopicContext, topic: Changeable = { ...BLANK, postedAt: tx.now }): Promise<void> {
  if (context.ownerId !== null) await insertTopic(tx, context, context.ownerId, topic);
}

const ensureMade = async (tx: TxCtx, context: TopicContext, form: IdForm): Promise<void> => {
  if (form.by === 'self' && !(await findBareTopic(tx, context, form))) await ensureItemTopic(tx, context);
};

/** Holds a topic. That of a collection item is made first where nobody has written in it yet. */
export async function holdOrMake(tx: TxCtx, context: TopicContext, form: IdForm): Promise<TopicRow> {
  await ensureMade(tx, context, form);
  return holdTopic(tx, context, form);
}

/** Holds a topic in the same way, for an entry that goes there. */
export async function holdToPost(tx: TxCtx, context: TopicContext, form: IdForm): Promise<BareTopic> {
  await ensureMade(tx, context, form);
  return holdBareTopic(tx, context, form);
}

/** What is marked has to be there: a collection item's topic is made for it. */
export async function topicToMark(tx: TxCtx, context: TopicContext, form: IdForm): Promise<TopicRow> {
  const found = await findTopicIfMade(tx, context, form);
  if (found) return found;
  await ensureItemTopic(tx, context);
  return findTopic(tx, context, form);
}

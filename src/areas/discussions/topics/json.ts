import type { Ctx } from '../../../access/context.ts';
import { gateInfo, type LockInfo } from '../../../http/gates.ts';
import { iso, isoOrNull } from '../../../http/timestamps.ts';
import { lockInfoOf } from '../../assignments/locking.ts';
import { signedDownload } from '../../files/json.ts';

import { type Pictured, shownUser } from '../../users/avatars.ts';
import { filesOf } from '../attachments.ts';
import type { Author, Topic } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';

import { type BoundTopic, bindTopic, bindTopics, isClosed, isHeldBack, textOf } from './bound-topics.ts';

import { type PodcastAddresses, podcastAddresses } from './podcast-addresses.ts';
import type { TopicRow } from './rows.ts';
import {
  isLocked,
  lockExplanation,
  lockedForUser,
  mayAttach,
  mayDeleteTopic,
  mayEditTopic,
  mayPostIn,
  mayPostOnRoot,
  owesInitialPost,
  refusalToPost,
  subscriptionHold,
} from './rules.ts';

/** Where people read about somebody: in the context's own pages, where these have any. */
export const personUrl = (webUrl: string, context: Pick<TopicContext, 'kind' | 'path'>, userId: number): string =>
  context.kind === 'collection_item' ? `${webUrl}/users/${userId}` : `${webUrl}/${context.path}/users/${userId}`;

/** Who made a topic. */
export const authorOf = (ctx: Ctx, context: TopicContext, user: Pictured, name: string): Author =>
  shownUser(ctx, user, name, personUrl(ctx.webUrl, context, user.id));

/** What stands in an answer for a reason only: a hold, and what a date that locks says for itself. */
function reasons(ctx: Ctx, context: TopicContext, row: BoundTopic): Pick<Topic, 'subscription_hold' | 'lock_info' | 'lock_explanation'> {
  const hold = subscriptionHold(row, context);
  return {
    ...(hold === null ? {} : { subscription_hold: hold }),
    ...(lockedForUser(row, context, ctx.now)
      ? { lock_info: lockInfo(row), lock_explanation: lockExplanation(row, ctx.caller.timeZone) }
      : {}),
  };
}

function lockInfo({ id, assignmentId, assigned, lockAt, gate }: BoundTopic): LockInfo {
  if (gate) return gateInfo(`discussion_topic_${id}`, gate);
  if (assigned?.lock) return lockInfoOf(`assignment_${assignmentId}`, assigned.lock);
  return { asset_string: `discussion_topic_${id}`, ...(lockAt === null ? {} : { lock_at: iso(lockAt) }) };
}

export const topicUrl = (webUrl: string, context: Pick<TopicContext, 'path'>, id: number): string =>
  `${webUrl}/${context.path}/discussion_topics/${id}`;

/** Whether entries of the caller belong there, locked or not. */
const postsIn = (ctx: Ctx, context: TopicContext, row: TopicRow): boolean =>
  mayPostIn(row, context, ctx.caller.userId) && mayPostOnRoot(row, context);

const present = (ctx: Ctx, context: TopicContext, row: BoundTopic, podcastOf: PodcastAddresses): Topic => ({
  id: row.id,
  title: row.title,
  message: textOf(row),
  html_url: topicUrl(ctx.webUrl, context, row.id),
  created_at: iso(row.createdAt),
  posted_at: isoOrNull(row.postedAt),
  last_reply_at: isoOrNull(row.lastReplyAt),
  delayed_post_at: isoOrNull(row.delayedPostAt),
  lock_at: isoOrNull(row.lockAt),
  require_initial_post: row.requireInitialPost,
  user_can_see_posts: context.seesEntries && !owesInitialPost(row, context) && !isHeldBack(row),
  discussion_subentry_count: row.entryCount,
  read_state: row.read ? 'read' : 'unread',
  unread_count: row.entryCount - row.readCount,
  subscribed: row.subscribed,
  assignment_id: row.assignmentId,
  published: row.state === 'active',
  locked: isLocked(row, ctx.now),
  pinned: row.pinned,
  position: row.position,
  locked_for_user: lockedForUser(row, context, ctx.now),
  user_name: row.userName,
  author: authorOf(ctx, context, { id: row.userId, picture: row.picture }, row.userName),
  topic_children: row.children,
  root_topic_id: row.rootTopicId,
  group_category_id: row.groupCategoryId,
  podcast_url: context.seesEntries ? podcastOf(row) : null,
  podcast_has_student_posts: row.podcastHasStudentPosts,
  allow_rating: row.allowRating,
  only_graders_can_rate: row.onlyGradersCanRate,
  sort_by_rating: row.sortByRating,
  discussion_type: row.type,
  is_announcement: row.isAnnouncement,
  is_section_specific: false,
  attachments: isClosed(row) ? [] : filesOf(row, (file) => signedDownload(ctx, file, ctx.now)),
  permissions: {
    attach: postsIn(ctx, context, row) && mayAttach(row, context),
    update: mayEditTopic(row, context, ctx.caller.userId, ctx.now),
    delete: mayDeleteTopic(row, context, ctx.caller.userId),
    reply: postsIn(ctx, context, row) && refusalToPost(row, context, ctx.now, ctx.caller.timeZone) === null,
  },
  ...(row.assigned?.shown ? { assignment: row.assigned.shown } : {}),
  ...reasons(ctx, context, row),
});

export async function boundTopicsJson(ctx: Ctx, rows: readonly BoundTopic[], contextOf: (row: TopicRow) => TopicContext): Promise<Topic[]> {
  const podcastOf = await podcastAddresses(ctx, rows);
  return rows.map((row) => present(ctx, contextOf(row), row, podcastOf));
}

export const topicsJson = async (ctx: Ctx, rows: readonly TopicRow[], contextOf: (row: TopicRow) => TopicContext): Promise<Topic[]> =>
  boundTopicsJson(ctx, await bindTopics(ctx, rows, contextOf), contextOf);

export const topicJson = async (ctx: Ctx, context: TopicContext, row: TopicRow): Promise<Topic> =>
  present(ctx, context, await bindTopic(ctx, context, row), await podcastAddresses(ctx, [row]));

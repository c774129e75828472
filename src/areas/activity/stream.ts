import type { Ctx } from '../../access/context.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { iso } from '../../http/timestamps.ts';
import { itemsById } from '../collections/items.ts';
import type { CollectionItem } from '../collections/schemas.ts';
import type { Submission } from '../submissions/schemas.ts';
import { shownSubmissions } from '../submissions/shown.ts';
import { cut, plainText } from './plain-text.ts';
import type { StreamItem } from './schemas.ts';
import { type CollaborationItem, type ConversationItem, type MessageItem, STREAMS, type StreamRow, type TopicItem } from './stream-rows.ts';

/** What is shown of an item besides what all items have. */
type Shown = Pick<StreamItem, 'title' | 'message' | 'html_url'> & Partial<StreamItem>;

const shortText = (html: string): string => cut(plainText(html));

function topicShown(ctx: Ctx, row: StreamRow, topic: TopicItem): Shown {
  const context = row.groupId === null ? `courses/${row.courseId}` : `groups/${row.groupId}`;
  return {
    title: topic.title,
    message: shortText(topic.message ?? ''),
    html_url: `${ctx.baseUrl}/${context}/discussion_topics/${topic.id}`,
    ...(row.type === 'Announcement' ? { announcement_id: topic.id } : { discussion_topic_id: topic.id }),
    total_root_discussion_entries: topic.entryCount,
    require_initial_post: topic.requireInitialPost,
    user_has_posted: topic.requireInitialPost ? topic.posted : null,
    root_discussion_entries: topic.entries.map((entry) => ({
      user: { user_id: entry.userId, user_name: entry.userName },
      message: shortText(entry.message),
    })),
  };
}

const conversationShown = (ctx: Ctx, conversation: ConversationItem): Shown => ({
  title: conversation.subject ?? '',
  message: cut(conversation.message ?? ''),
  html_url: `${ctx.baseUrl}/conversations/${conversation.id}`,
  conversation_id: conversation.id,
  private: conversation.private,
  participant_count: conversation.participantCount,
});

const messageShown = (ctx: Ctx, message: MessageItem): Shown => ({
  title: message.subject,
  message: cut(message.body),
  html_url: `${ctx.baseUrl}${message.path}`,
  message_id: message.id,
  notification_category: message.category,
});

const collaborationShown = (ctx: Ctx, row: StreamRow, { id, kind, title, description }: CollaborationItem): Shown => ({
  title,
  message: shortText(description ?? ''),
  html_url: `${ctx.baseUrl}/courses/${row.courseId}/${kind}s/${id}`,
  ...(kind === 'conference' ? { web_conference_id: id } : { collaboration_id: id }),
});

const submissionShown = (submission: Submission): Shown => ({ ...submission, title: submission.assignment?.name ?? '', message: '' });

const collectionItemShown = (item: CollectionItem): Shown => ({
  title: item.link_url,
  message: cut(item.user_comment ?? ''),
  html_url: item.url,
  collection_item: item,
});

/** What other areas show, read for all items of a page at once, and not at all where none of them is there. */
async function shownElsewhere(ctx: Ctx, rows: readonly StreamRow[]): Promise<(row: StreamRow) => Shown | undefined> {
  const submissions = await shownSubmissions(
    ctx,
    rows.flatMap((row) => row.submission ?? []),
  );
  const itemIds = rows.flatMap((row) => row.collectionItemId ?? []);
  const items = new Map((await itemsById(ctx, itemIds)).map((one) => [one.id, one]));
  return ({ submission, collectionItemId }) => {
    const item = items.get(collectionItemId ?? 0);
    const shown = submission && submissions.get(submission);
    return shown ? submissionShown(shown) : item && collectionItemShown(item);
  };
}

function itemJson(ctx: Ctx, row: StreamRow, elsewhere: (row: StreamRow) => Shown | undefined): StreamItem[] {
  const { topic, conversation, notification, collaboration } = row;
  let shown = elsewhere(row);
  if (topic) shown = topicShown(ctx, row, topic);
  else if (conversation) shown = conversationShown(ctx, conversation);
  else if (notification) shown = messageShown(ctx, notification);
  else if (collaboration) shown = collaborationShown(ctx, row, collaboration);
  // Its source went between the one look and the other.
  if (!shown) return [];
  const context = row.courseId === null ? null : 'course';
  return [
    {
      ...shown,
      id: row.id,
      type: row.type,
      created_at: iso(row.createdAt),
      updated_at: iso(row.updatedAt),
      read_state: row.read,
      context_type: row.groupId === null ? context : 'group',
      course_id: row.groupId === null ? row.courseId : null,
      group_id: row.groupId,
    },
  ];
}

/** The stream of the caller, newest first; of one context of theirs where that is named (part-a, Users; D11.1). */
export async function readStream(ctx: Ctx, of: keyof typeof STREAMS, page: PageRequest, contextId?: number): Promise<Page<StreamItem>> {
  const values = contextId === undefined ? [ctx.caller.userId] : [ctx.caller.userId, contextId];
  const found = await STREAMS[of].read(ctx.db, values, page);
  const elsewhere = await shownElsewhere(ctx, found.rows);
  return mapPage(
    found,
    found.rows.flatMap((row) => itemJson(ctx, row, elsewhere)),
  );
}

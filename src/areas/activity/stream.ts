import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import { contentsOfTopics, gateOfTopic, gatesOf } from '../../access/gates.ts';
import { cut, plainText } from '../../http/plain-text.ts';
import { iso } from '../../http/timestamps.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type CourseMemberships, readableMemberships } from '../assignments/course-memberships.ts';
import { itemsById } from '../collections/items.ts';
import type { CollectionItem } from '../collections/schemas.ts';
import type { Submission } from '../submissions/schemas.ts';
import { shownSubmissions } from '../submissions/shown.ts';
import { type ReaderKind, readerKindOf } from './asking.ts';
import { contextsOf } from './contexts.ts';
import { type ConversationItem, conversationsById } from './conversations.ts';
import type { StreamItem } from './schemas.ts';
import { type CollaborationItem, type MessageItem, STREAMS, type StreamRow } from './stream-rows.ts';
import { entryText, type ToldEntry } from './told-entries.ts';
import { type TopicItem, topicsById } from './topics.ts';

/** What is shown of an item besides what all items have. */
type Shown = Pick<StreamItem, 'title' | 'message' | 'html_url'> & Partial<StreamItem>;

function topicShown(ctx: Ctx, row: StreamRow, topic: TopicItem): Shown {
  const context = row.groupId === null ? `courses/${row.courseId}` : `groups/${row.groupId}`;
  return {
    title: topic.title,
    message: plainText(topic.message ?? ''),
    html_url: `${ctx.webUrl}/${context}/discussion_topics/${topic.id}`,
    ...(row.type === 'Announcement' ? { announcement_id: topic.id } : { discussion_topic_id: topic.id }),
    total_root_discussion_entries: topic.entryCount,
    require_initial_post: topic.requireInitialPost,
    user_has_posted: topic.requireInitialPost ? topic.posted : null,
    root_discussion_entries: topic.entries.map((entry) => ({
      user: { user_id: entry.userId, user_name: entry.userName },
      message: plainText(entry.message),
    })),
  };
}

const conversationShown = (ctx: Ctx, conversation: ConversationItem): Shown => ({
  title: conversation.subject ?? '',
  message: cut(conversation.message ?? ''),
  html_url: `${ctx.webUrl}/conversations/${conversation.id}`,
  conversation_id: conversation.id,
  private: conversation.private,
  participant_count: conversation.participantCount,
});

const messageShown = (ctx: Ctx, message: MessageItem): Shown => ({
  title: message.subject,
  message: cut(message.body),
  html_url: `${ctx.webUrl}${message.path}`,
  message_id: message.id,
  notification_category: message.category,
});

const collaborationShown = (ctx: Ctx, row: StreamRow, { id, kind, title, description }: CollaborationItem): Shown => ({
  title,
  message: plainText(description ?? ''),
  html_url: `${ctx.webUrl}/courses/${row.courseId}/${kind}s/${id}`,
  ...(kind === 'conference' ? { web_conference_id: id } : { collaboration_id: id }),
});

/** The item has an id of its own. */
const submissionShown = ({ id: _id, ...submission }: Submission): Shown => ({
  ...submission,
  title: submission.assignment?.name ?? '',
  message: '',
});

const collectionItemShown = (ctx: Ctx, item: CollectionItem): Shown => ({
  title: item.link_url,
  message: cut(item.user_comment ?? ''),
  html_url: `${ctx.webUrl}/collection_items/${item.id}`,
  collection_item: item,
});

const byId = <T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> => new Map(rows.map((row) => [row.id, row]));

type Place = Pick<ToldEntry, 'courseId' | 'topicId' | 'assignmentId'>;
const placeOf = ({ courseId }: StreamRow, { id, assignmentId }: TopicItem): Place => ({ courseId, topicId: id, assignmentId });

/** Whether a module keeps a topic from the caller. */
async function heldBack(ctx: Ctx, places: readonly Place[], { gated }: CourseMemberships): Promise<(place: Place) => boolean> {
  const courses = new Set(gated.map(({ courseId }) => courseId));
  const asked = places.filter(({ courseId }) => courses.has(courseId ?? 0));
  const gateOf = await gatesOf(ctx, gated, contentsOfTopics(asked));
  return (place) => gateOfTopic(gateOf, place) !== null;
}

interface Told {
  topicOf: (row: StreamRow) => TopicItem | undefined;
  messageOf: (row: StreamRow) => MessageItem | null;
}
/**
 * What may not be read now is there by its title alone: a topic that is held back (modules#38), an entry that somebody was told of before
 * (activity#16). Other entries say what they say now, which may not be what was told.
 */
async function asReadable(ctx: Ctx, rows: readonly StreamRow[], { topicOf, messageOf }: Told, courses: CourseMemberships): Promise<Told> {
  const places = rows.flatMap((row) => {
    const topic = topicOf(row);
    return topic ? placeOf(row, topic) : (messageOf(row)?.entry ?? []);
  });
  const isHeld = await heldBack(ctx, places, courses);
  return {
    topicOf(row) {
      const topic = topicOf(row);
      return topic && isHeld(placeOf(row, topic)) ? { ...topic, message: null, entries: [] } : topic;
    },
    messageOf(row) {
      const message = messageOf(row);
      if (!message?.entry) return message;
      return { ...message, body: message.entry.owesPost || isHeld(message.entry) ? '' : entryText(message.entry) };
    },
  };
}

/** What is shown of the items of a page: of each kind all at once, and not asked for where none of it is there. */
async function shownOf(
  ctx: Ctx,
  rows: readonly StreamRow[],
  to: ReaderKind,
  courses: CourseMemberships,
): Promise<(row: StreamRow) => Shown | undefined> {
  const particular = rows.flatMap(({ topic, topicId }) => (topic ? [] : (topicId ?? [])));
  const topics = byId(await topicsById(ctx, particular, to));
  const found: Told = { topicOf: (row) => row.topic ?? topics.get(row.topicId ?? 0), messageOf: (row) => row.notification };
  const { topicOf, messageOf } = await asReadable(ctx, rows, found, courses);
  const conversationIds = rows.flatMap((row) => row.conversationId ?? []);
  const conversations = byId(await conversationsById(ctx, conversationIds));
  const itemIds = rows.flatMap((row) => row.collectionItemId ?? []);
  const items = byId(await itemsById(ctx, itemIds));
  const keyOf = ({ assignmentId, studentId }: StreamRow) =>
    assignmentId === null || studentId === null ? [] : [{ assignmentId, studentId }];
  const submissionOf = await shownSubmissions(ctx, rows.flatMap(keyOf), to, courses);
  return (row) => {
    const [topic, message] = [topicOf(row), messageOf(row)];
    const conversation = conversations.get(row.conversationId ?? 0);
    const item = items.get(row.collectionItemId ?? 0);
    const [submission] = keyOf(row).flatMap((key) => submissionOf(key) ?? []);
    if (topic) return topicShown(ctx, row, topic);
    if (conversation) return conversationShown(ctx, conversation);
    if (message) return messageShown(ctx, message);
    if (row.collaboration) return collaborationShown(ctx, row, row.collaboration);
    return submission ? submissionShown(submission) : item && collectionItemShown(ctx, item);
  };
}

function itemJson(row: StreamRow, shown: Shown | undefined): StreamItem[] {
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

/** Whose: all of the caller's, or what of it is of one course or group. */
export type Of = { kind: 'user' } | { kind: 'course' | 'group'; id: number };

/** The stream of the caller, newest first; of one context of theirs where that is named (activity#1). */
export async function readStream(ctx: Ctx, self: FoundSelf, of: Of, page: PageRequest): Promise<Page<StreamItem>> {
  const courses = readableMemberships(self);
  const to = readerKindOf(ctx, self);
  const contextId = of.kind === 'user' ? 0 : of.id;
  const found = await STREAMS[to][of.kind].read(ctx.db, { ...contextsOf(ctx, self, courses), contextId }, page);
  const shownAs = await shownOf(ctx, found.rows, to, courses);
  return mapPage(
    found,
    found.rows.flatMap((row) => itemJson(row, shownAs(row))),
  );
}

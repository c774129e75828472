import type { Ctx } from '../../access/context.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { sortKey } from '../../store/sort-key.ts';
import { conversationState, mediaType } from '../../store/sql/enums.ts';
import { array, boolean, int, json, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { File } from '../files/schemas.ts';
import { groupAvatar, personAvatar } from './avatars.ts';
import { sharedWith } from './in-common.ts';
import { type ParticipantRow, personOf, type StoredPerson } from './people.ts';
import { contextCodeOf } from './recipients.ts';
import { type Conversation, DEFAULT_SCOPE, type Message, type Participant, PROPERTIES, type Scope, type View } from './schemas.ts';

/** A conversation as one of its participants has it. */
export const CONVERSATION_ROW = {
  participants: json<StoredPerson[]>(),
  id: int,
  courseId: nullable(int),
  groupId: nullable(int),
  private: boolean,
  subject: nullable(text),
  subscribed: boolean,
  starred: boolean,
  state: conversationState,
  lastMessageAt: nullable(timestamptz),
  lastMessage: nullable(text),
  lastAuthoredAt: nullable(timestamptz),
  lastAuthoredMessage: nullable(text),
  messageCount: int,
  commentCount: int,
  isLastAuthor: boolean,
  hasAttachments: boolean,
  hasMedia: boolean,
  removedThrough: int,
  tags: array(text),
  contextName: nullable(text),
};
type StoredRow = RowOf<typeof CONVERSATION_ROW>;
export type ConversationRow = Omit<StoredRow, 'participants'> & { participants: ParticipantRow[] };

export const conversationOf = (row: StoredRow): ConversationRow => ({ ...row, participants: row.participants.map(personOf) });

const byParticipation = (a: ParticipantRow, b: ParticipantRow): number => {
  if (a.at !== b.at) return (b.at ?? Number.NEGATIVE_INFINITY) - (a.at ?? Number.NEGATIVE_INFINITY);
  const [first, second] = [sortKey(a.name), sortKey(b.name)];
  return first < second ? -1 : first > second ? 1 : a.id - b.id;
};

/** Whom a conversation is with: who wrote last first, then by name; oneself in a monologue (conversations#31). */
function audienceOf(row: ConversationRow, callerId: number): ParticipantRow[] {
  const others = row.participants.filter((person) => person.id !== callerId);
  return (others.length > 0 ? others : row.participants).toSorted(byParticipation);
}

const IN_SCOPE: Readonly<Record<Scope, (row: ConversationRow) => boolean>> = {
  inbox: (row) => row.state !== 'archived',
  unread: (row) => row.state === 'unread',
  archived: (row) => row.state === 'archived',
  starred: (row) => row.starred,
  sent: (row) => row.lastAuthoredMessage !== null,
};

/** Whether the list of this scope and filter holds the conversation (conversations#36). */
function isVisible(row: ConversationRow, { scope, filter }: View): boolean {
  if (row.lastMessageAt === null || !IN_SCOPE[scope ?? DEFAULT_SCOPE](row)) return false;
  if (filter === undefined) return true;
  if (filter.kind === 'user') return row.participants.some((person) => person.id === filter.id);
  return row.tags.includes(`${filter.kind}_${filter.id}`);
}

function properties(row: ConversationRow): Conversation['properties'] {
  const flags = { last_author: row.isLastAuthor, attachments: row.hasAttachments, media_objects: row.hasMedia };
  return PROPERTIES.filter((name) => flags[name]);
}

/** A conversation as its lists show it. */
export function conversationJson(ctx: Ctx, row: ConversationRow, view: View): Conversation {
  const { userId } = ctx.caller;
  const audience = audienceOf(row, userId);
  const [first] = audience;
  const own = row.participants.filter((person) => person.id === userId);
  const people = audience.some((person) => person.id === userId) ? audience : [...own, ...audience];
  return {
    id: row.id,
    subject: row.subject,
    workflow_state: row.state,
    last_message: row.lastMessage,
    last_message_at: isoOrNull(row.lastMessageAt),
    last_authored_message: row.lastAuthoredMessage,
    last_authored_message_at: isoOrNull(row.lastAuthoredAt),
    message_count: row.messageCount + (view.interleave_submissions ? row.commentCount : 0),
    subscribed: row.subscribed,
    private: row.private,
    starred: row.starred,
    properties: properties(row),
    audience: audience.map((person) => person.id),
    audience_contexts: sharedWith(audience.map((person) => person.inCommon)),
    avatar_url: first && audience.length === 1 ? personAvatar(ctx, first) : groupAvatar(ctx),
    participants: people.map(({ id, name }) => ({ id, name })),
    visible: isVisible(row, view),
    context_code: contextCodeOf(row),
    context_name: row.contextName,
  };
}

/** Participants of a single answer (conversations#33). */
export const participantsJson = (ctx: Ctx, people: readonly ParticipantRow[]): Participant[] =>
  people.map((person) => {
    const { courses, groups } = person.inCommon;
    return { id: person.id, name: person.name, common_courses: courses, common_groups: groups, avatar_url: personAvatar(ctx, person) };
  });

export const MESSAGE_ROW = {
  id: int,
  createdAt: timestamptz,
  body: text,
  authorId: int,
  generated: boolean,
  mediaCommentId: nullable(text),
  mediaCommentType: nullable(mediaType),
  attachmentIds: array(int),
  forwardedIds: array(int),
};
export type MessageRow = RowOf<typeof MESSAGE_ROW>;

/** A media comment's address is unknown while the media is (conversations#16). */
const mediaJson = (row: MessageRow): Message['media_comment'] =>
  row.mediaCommentId === null || row.mediaCommentType === null
    ? null
    : {
        display_name: null,
        'content-type': `${row.mediaCommentType}/mp4`,
        media_id: row.mediaCommentId,
        media_type: row.mediaCommentType,
        url: null,
      };

/** What messages carry: forwarded ones and files, by id. */
export interface Carried {
  forwarded: ReadonlyMap<number, MessageRow>;
  attachments: ReadonlyMap<number, File>;
}

const known = <T>(ids: readonly number[], map: ReadonlyMap<number, T>): T[] => ids.flatMap((id) => map.get(id) ?? []);

export const messageJson = (row: MessageRow, carried: Carried): Message => ({
  id: row.id,
  created_at: iso(row.createdAt),
  body: row.body,
  author_id: row.authorId,
  generated: row.generated,
  media_comment: mediaJson(row),
  forwarded_messages: known(row.forwardedIds, carried.forwarded).map((inner) => messageJson(inner, carried)),
  attachments: known(row.attachmentIds, carried.attachments),
});

import { z } from 'zod';
import { LONG_TEXT } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import { anyOf, boolean, list, nullable, oneOf, optional, type Reader, Refused, required, text } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { LARGEST_INT } from '../../kernel/integers.ts';
import { ConversationBatchState, ConversationState, MediaType } from '../../store/generated/enums.ts';
import { File } from '../files/schemas.ts';
import { type RecipientContext, readContext, recipients } from './recipients.ts';

/** Ids of courses or groups, with the types of enrollment or membership (conversations#32). */
const Contexts = z.record(z.string(), z.array(z.string()));

/** Somebody in a conversation; in single answers with what the caller has in common with them (conversations#33). */
export const Participant = z
  .object({
    id: z.int(),
    name: z.string(),
    common_courses: Contexts.optional(),
    common_groups: Contexts.optional(),
    avatar_url: z.string().optional(),
  })
  .meta({ id: 'ConversationParticipant' });
export type Participant = z.infer<typeof Participant>;

const MediaComment = z
  .object({
    display_name: z.string().nullable(),
    'content-type': z.string(),
    media_id: z.string(),
    media_type: z.enum(MediaType),
    url: z.string().nullable(),
  })
  .meta({ id: 'MediaComment' });

/** A submission as the submissions area answers it, with its comments (conversations#74). */
export const DiscussedSubmission = z.looseObject({ assignment_id: z.int(), user_id: z.int() }).meta({ id: 'DiscussedSubmission' });
export type DiscussedSubmission = z.infer<typeof DiscussedSubmission>;

/** conversations#35; `submission` with interleaving, null where the message is none of a submission. */
export const Message = z
  .object({
    id: z.int(),
    created_at: moment,
    body: z.string(),
    author_id: z.int(),
    generated: z.boolean(),
    media_comment: MediaComment.nullable(),
    get forwarded_messages() {
      return z.array(Message);
    },
    attachments: z.array(File),
    submission: DiscussedSubmission.nullable().optional(),
  })
  .meta({ id: 'ConversationMessage' });
export type Message = z.infer<typeof Message>;

export const PROPERTIES = ['last_author', 'attachments', 'media_objects'] as const;

/** conversations#27. Its messages and submissions in single answers. */
export const Conversation = z
  .object({
    id: z.int(),
    subject: z.string().nullable(),
    workflow_state: z.enum(ConversationState),
    last_message: z.string().nullable(),
    last_message_at: moment.nullable(),
    last_authored_message: z.string().nullable(),
    last_authored_message_at: moment.nullable(),
    message_count: z.int(),
    subscribed: z.boolean(),
    private: z.boolean(),
    starred: z.boolean(),
    properties: z.array(z.enum(PROPERTIES)),
    audience: z.array(z.int()),
    audience_contexts: z.object({ courses: Contexts, groups: Contexts }),
    avatar_url: z.string(),
    participants: z.array(Participant),
    visible: z.boolean(),
    context_code: z.string().nullable(),
    context_name: z.string().nullable(),
    messages: z.array(Message).optional(),
    submissions: z.array(DiscussedSubmission).optional(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const ConversationsWithIds = z.object({ conversations: z.array(Conversation), conversation_ids: z.array(z.int()) });
export type ConversationsWithIds = z.infer<typeof ConversationsWithIds>;

/** conversations#57. */
export const Batch = z
  .object({
    id: z.int(),
    subject: z.string().nullable(),
    workflow_state: z.enum(ConversationBatchState),
    completion: z.number(),
    recipient_count: z.int(),
    tags: z.array(z.string()),
    message: Message,
  })
  .meta({ id: 'ConversationBatch' });
export type Batch = z.infer<typeof Batch>;

/** A user or a context that a message can be sent to (conversations#69). */
export const FoundRecipient = z
  .object({
    id: z.union([z.int(), z.string()]),
    name: z.string(),
    full_name: z.string().optional(),
    type: z.literal('context').optional(),
    user_count: z.int().optional(),
    common_courses: Contexts.optional(),
    common_groups: Contexts.optional(),
    avatar_url: z.string(),
    permissions: z.record(z.string(), z.boolean()).optional(),
  })
  .meta({ id: 'Recipient' });
export type FoundRecipient = z.infer<typeof FoundRecipient>;

const SCOPES = ['inbox', 'unread', 'starred', 'archived', 'sent'] as const;
export type Scope = (typeof SCOPES)[number];
export const DEFAULT_SCOPE: Scope = 'inbox';

export interface Filter {
  kind: 'course' | 'group' | 'user';
  id: number;
}

/** One id prefixed with its type (conversations#39), which many clients send as a list of one, or of none where nothing is filtered. */
const filter = (): Reader<Filter | undefined> => {
  const word = text();
  const words = list(word);
  return {
    schema: { ...word.schema, pattern: '^(course|group|user)_[0-9]+$' },
    read(raw) {
      const sent = words.read(lastOf(raw));
      if (sent instanceof Refused) return sent;
      const [value, ...more] = sent;
      if (value === undefined) return undefined;
      if (more.length > 0) return new Refused('invalid', 'must be a single value');
      const [, kind, id] = /^(course|group|user)_(\d+)$/.exec(value) ?? [];
      if (kind !== 'course' && kind !== 'group' && kind !== 'user')
        return new Refused('invalid', 'must be course_<id>, group_<id> or user_<id>');
      return { kind, id: Number(id) <= LARGEST_INT ? Number(id) : 0 };
    },
  };
};

/** Where `visible` is asked of (conversations#36). */
export const viewOptions = { scope: optional(oneOf(...SCOPES)), filter: optional(filter()) };
export interface View {
  scope?: Scope | undefined;
  filter?: Filter | undefined;
  /** Comments on submissions count, and stand among the messages (conversations#74). */
  interleave_submissions?: boolean | undefined;
}

/** A body that says nothing is none (conversations#14). */
const body = (): Reader<string> => {
  const words = text(LONG_TEXT);
  return {
    schema: words.schema,
    read(raw) {
      const value = words.read(raw);
      return typeof value === 'string' && value.trim() === '' ? new Refused('blank', 'is required') : value;
    },
  };
};

/** Ids of things that may or may not be there: what is a number and no id names nothing. */
const ids = (max?: number): Reader<number[]> => {
  const words = list(text());
  return {
    schema: { type: 'array', items: { type: 'integer' }, ...(max === undefined ? {} : { maxItems: max }) },
    read(raw) {
      const sent = words.read(raw);
      if (sent instanceof Refused) return sent;
      if (sent.some((word) => !/^\d{1,15}$/.test(word))) return new Refused('invalid', 'must be ids');
      const distinct = [...new Set(sent.map(Number))];
      return max !== undefined && sent.length > max ? new Refused('too_many', `must be ${max} at most`) : distinct;
    },
  };
};

/** Those that can be ids of the database. */
export const possible = (sent: readonly number[]): number[] => sent.filter((id) => id <= LARGEST_INT);

/** A list of ids that has at least one. */
export const someIds = (max?: number): Reader<number[]> => {
  const any = ids(max);
  return {
    schema: any.schema,
    read(raw) {
      const sent = any.read(raw);
      return sent instanceof Refused || sent.length > 0 ? sent : new Refused('blank', 'is required');
    },
  };
};

const MAX_ATTACHMENTS = 100;

export const messageParameters = {
  body: required(body()),
  attachment_ids: optional(ids(MAX_ATTACHMENTS)),
  forwarded_message_ids: optional(ids()),
  media_comment_id: optional(text()),
  media_comment_type: optional(oneOf(...Object.values(MediaType))),
};
const MessageParameters = z.object(messageParameters);
export type MessageParameters = z.output<typeof MessageParameters>;

export const NewConversation = z.object({
  recipients: required(recipients()),
  subject: optional(text()),
  ...messageParameters,
  group_conversation: optional(boolean()),
  mode: optional(oneOf('sync', 'async')),
  context_code: optional(text()),
  ...viewOptions,
});
export type NewConversation = z.output<typeof NewConversation>;

export const ConversationChanges = z.object({
  subject: nullable(text()),
  workflow_state: optional(oneOf(...Object.values(ConversationState))),
  subscribed: optional(boolean()),
  starred: optional(boolean()),
});
export type ConversationChanges = z.output<typeof ConversationChanges>;

export const EVENTS = ['mark_as_read', 'mark_as_unread', 'star', 'unstar', 'archive', 'destroy'] as const;
export type BatchEvent = (typeof EVENTS)[number];

export const MAX_BATCH_UPDATE = 500;

const context = (): Reader<RecipientContext> => {
  const word = text();
  return {
    schema: word.schema,
    read(raw) {
      const value = word.read(raw);
      return value instanceof Refused
        ? value
        : (readContext(value) ?? new Refused('invalid', 'must be course_<id>, section_<id> or group_<id>'));
    },
  };
};

/** A permission that a search asks about (conversations#69). */
export const ASKED_PERMISSIONS = ['send_messages', 'send_messages_all'] as const;

export const RecipientQuery = z.object({
  search: optional(text()),
  context: optional(context()),
  exclude: optional(list(text())),
  type: optional(oneOf('user', 'context')),
  user_id: optional(idForm('user')),
  from_conversation_id: optional(ids(1)),
  permissions: optional(anyOf(...ASKED_PERMISSIONS)),
});
export type RecipientQuery = z.output<typeof RecipientQuery>;

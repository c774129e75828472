import { type AnyPgColumn, boolean, check, index, integer, pgEnum, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    subject: text('subject'),
    /** The two people of a private conversation, the same one twice in a monologue; null in a group conversation. */
    lowerUserId: integer('lower_user_id').references(() => users.id),
    higherUserId: integer('higher_user_id').references(() => users.id),
    /** What `context_code` named: one of the two at most. */
    courseId: integer('course_id').references(() => courses.id),
    groupId: integer('group_id').references(() => groups.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Of two requests that begin a private conversation at once, one makes it and the other finds it (D6.4).
    uniqueIndex('conversations_private').on(t.lowerUserId, t.higherUserId),
    index('conversations_higher_user').on(t.higherUserId),
    index('conversations_course').on(t.courseId),
    index('conversations_group').on(t.groupId),
    check(
      'conversations_pair_in_order',
      sql`(${t.lowerUserId} is null) = (${t.higherUserId} is null) and ${t.lowerUserId} <= ${t.higherUserId}`,
    ),
    check('conversations_one_context', sql`num_nonnulls(${t.courseId}, ${t.groupId}) <= 1`),
  ],
);

export const CONVERSATION_STATES = ['read', 'unread', 'archived'] as const;
export const conversationState = pgEnum('conversation_state', CONVERSATION_STATES);

/**
 * A conversation as each of its participants has it: what a list shows stands here, kept by the transactions that send and
 * remove messages, so that a list reads one index of one user.
 */
export const conversationParticipants = pgTable(
  'conversation_participants',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id),
    state: conversationState('state').notNull().default('read'),
    starred: boolean('starred').notNull().default(false),
    subscribed: boolean('subscribed').notNull().default(true),
    /** Messages came while it was not subscribed to: subscribing again then marks it unread (D6.10). */
    missed: boolean('missed').notNull().default(false),
    /** Its place in the list; null where the participant has removed all of it (D6.12). */
    lastMessageAt: moment('last_message_at'),
    /** The beginning of the newest message. */
    lastMessage: text('last_message'),
    lastAuthoredAt: moment('last_authored_at'),
    lastAuthoredMessage: text('last_authored_message'),
    /** Messages that the participant sees, neither generated ones nor comments on submissions counted. */
    messageCount: integer('message_count').notNull().default(0),
    /** Those that are comments on submissions, which the others do not count (D6.15). */
    commentCount: integer('comment_count').notNull().default(0),
    isLastAuthor: boolean('is_last_author').notNull().default(false),
    /** A message of them came with files, which may be gone by now. */
    hasAttachments: boolean('has_attachments').notNull().default(false),
    hasMedia: boolean('has_media').notNull().default(false),
    /** Messages up to this one are removed for the participant; single ones beyond it stand in `conversation_removals`. */
    removedThrough: integer('removed_through').notNull().default(0),
    /** The contexts that the conversation is about, written at its creation (D6.6): `course_1`, `group_2`. */
    tags: text('tags').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.conversationId] }),
    index('conversation_participants_conversation').on(t.conversationId, t.userId),
    // One for each scope of the list (D6.6): a page is found in it however many conversations there are.
    index('conversation_participants_inbox')
      .on(t.userId, t.lastMessageAt, t.conversationId)
      .where(sql`last_message_at is not null and state <> 'archived'`),
    index('conversation_participants_unread')
      .on(t.userId, t.lastMessageAt, t.conversationId)
      .where(sql`last_message_at is not null and state = 'unread'`),
    index('conversation_participants_archived')
      .on(t.userId, t.lastMessageAt, t.conversationId)
      .where(sql`last_message_at is not null and state = 'archived'`),
    index('conversation_participants_starred')
      .on(t.userId, t.lastMessageAt, t.conversationId)
      .where(sql`last_message_at is not null and starred`),
  ],
);

export const MEDIA_TYPES = ['audio', 'video'] as const;
export const mediaType = pgEnum('media_type', MEDIA_TYPES);

export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: id(),
    /** Null: the message of a batch, of which every recipient gets a copy. */
    conversationId: integer('conversation_id').references((): AnyPgColumn => conversations.id),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    body: text('body').notNull(),
    generated: boolean('generated').notNull().default(false),
    mediaCommentId: text('media_comment_id'),
    mediaCommentType: mediaType('media_comment_type'),
    /** Written with the message and never changed; what they name is never removed from its table. */
    attachmentIds: integer('attachment_ids').array().notNull().default([]),
    forwardedIds: integer('forwarded_ids').array().notNull().default([]),
    /** How many messages it carries within it, however deep. */
    forwardedTotal: integer('forwarded_total').notNull().default(0),
    /** Every file that comes with it: its own, and those of the messages within it, however deep. Who reads it may open them. */
    carriedFileIds: integer('carried_file_ids').array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    index('conversation_messages_conversation').on(t.conversationId, t.id),
    index('conversation_messages_attached').on(t.conversationId, t.id).where(sql`attachment_ids <> '{}'`),
    index('conversation_messages_author').on(t.authorId),
    index('conversation_messages_files').using('gin', t.carriedFileIds).where(sql`carried_file_ids <> '{}'`),
    check('conversation_messages_media', sql`(${t.mediaCommentId} is null) = (${t.mediaCommentType} is null)`),
  ],
);

/** Messages that one participant has removed from their own view (D6.12). */
export const conversationRemovals = pgTable(
  'conversation_removals',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    messageId: integer('message_id')
      .notNull()
      .references(() => conversationMessages.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.messageId] }), index('conversation_removals_message').on(t.messageId)],
);

export const BATCH_STATES = ['created', 'sending', 'sent', 'error'] as const;
export const batchState = pgEnum('conversation_batch_state', BATCH_STATES);

/** One message on its way to many people, to each in a private conversation (D6.13). */
export const conversationBatches = pgTable(
  'conversation_batches',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    messageId: integer('message_id')
      .notNull()
      .references(() => conversationMessages.id),
    subject: text('subject'),
    courseId: integer('course_id').references(() => courses.id),
    groupId: integer('group_id').references(() => groups.id),
    state: batchState('state').notNull().default('created'),
    recipientCount: integer('recipient_count').notNull(),
    sentCount: integer('sent_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('conversation_batches_user').on(t.userId, t.id),
    index('conversation_batches_message').on(t.messageId),
    index('conversation_batches_course').on(t.courseId),
    index('conversation_batches_group').on(t.groupId),
    index('conversation_batches_under_way').on(t.updatedAt).where(sql`state in ('created', 'sending')`),
  ],
);

/** Whom a batch has not reached yet: a row goes in the transaction that sends its message, so that exactly one is sent. */
export const conversationBatchRecipients = pgTable(
  'conversation_batch_recipients',
  {
    batchId: integer('batch_id')
      .notNull()
      .references(() => conversationBatches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.batchId, t.userId] }), index('conversation_batch_recipients_user').on(t.userId)],
);

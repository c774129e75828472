import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  unique,
  uniqueIndex,
} from '../drizzle.ts';
import { assignments } from './assignments.ts';
import { collectionItems } from './collections.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { attachments } from './files.ts';
import { groupCategories, groups } from './groups.ts';
import { users } from './users.ts';

export const DISCUSSION_TYPES = ['side_comment', 'threaded'] as const;
export const discussionType = pgEnum('discussion_type', DISCUSSION_TYPES);
/** A delayed topic is posted by a job at its time; a draft by hand. */
export const topicState = pgEnum('topic_state', ['draft', 'delayed', 'active', 'deleted']);

export const discussionTopics = pgTable(
  'discussion_topics',
  {
    id: id(),
    courseId: integer('course_id').references(() => courses.id),
    groupId: integer('group_id').references(() => groups.id),
    collectionItemId: integer('collection_item_id').references(() => collectionItems.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    message: text('message'),
    type: discussionType('type').notNull().default('side_comment'),
    isAnnouncement: boolean('is_announcement').notNull().default(false),
    state: topicState('state').notNull(),
    /** Lists by position go up this number, pinned topics first (areas/discussions/positions.ts). */
    position: bigint('position', { mode: 'number' }).notNull(),
    pinned: boolean('pinned').notNull().default(false),
    /** By hand; `lockAt` locks besides. */
    locked: boolean('locked').notNull().default(false),
    requireInitialPost: boolean('require_initial_post').notNull().default(false),
    podcastEnabled: boolean('podcast_enabled').notNull().default(false),
    podcastHasStudentPosts: boolean('podcast_has_student_posts').notNull().default(false),
    postedAt: moment('posted_at'),
    delayedPostAt: moment('delayed_post_at'),
    lockAt: moment('lock_at'),
    lastReplyAt: moment('last_reply_at'),
    /** Its children are one topic per active group of this set (D5.12). */
    groupCategoryId: integer('group_category_id').references(() => groupCategories.id),
    rootTopicId: integer('root_topic_id').references((): AnyPgColumn => discussionTopics.id),
    /** One thing with the topic (D7.11); children have that of their root. */
    assignmentId: integer('assignment_id').references(() => assignments.id),
    /** Active entries of all levels. */
    entryCount: integer('entry_count').notNull().default(0),
    /** The newest entry there has ever been; what is marked as a whole is marked up to here. */
    lastEntryId: integer('last_entry_id').notNull().default(0),
    /** Grows with every change to its entries: what of them a stored view holds is told by it. */
    version: integer('version').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('discussion_topics_course').on(t.courseId, t.isAnnouncement, t.pinned.desc(), t.position, t.id.desc()),
    index('discussion_topics_group').on(t.groupId, t.isAnnouncement, t.pinned.desc(), t.position, t.id.desc()),
    index('discussion_topics_course_activity')
      .on(t.courseId, t.isAnnouncement, sql`coalesce(${t.lastReplyAt}, ${t.postedAt}, ${t.createdAt})`, t.id)
      .where(sql`state <> 'deleted'`),
    index('discussion_topics_group_activity')
      .on(t.groupId, t.isAnnouncement, sql`coalesce(${t.lastReplyAt}, ${t.postedAt}, ${t.createdAt})`, t.id)
      .where(sql`state <> 'deleted'`),
    index('discussion_topics_collection_item').on(t.collectionItemId),
    // Of two first entries at once, one makes the topic (D5.14).
    uniqueIndex('discussion_topics_one_of_an_item').on(t.collectionItemId).where(sql`state <> 'deleted'`),
    // Never two children for one group (D5.12).
    unique('discussion_topics_one_of_a_group').on(t.rootTopicId, t.groupId),
    index('discussion_topics_group_category').on(t.groupCategoryId),
    index('discussion_topics_assignment').on(t.assignmentId),
    // Never two topics for one assignment (D7.11).
    uniqueIndex('discussion_topics_one_of_an_assignment').on(t.assignmentId).where(sql`root_topic_id is null and state <> 'deleted'`),
    index('discussion_topics_user').on(t.userId),
    check('discussion_topics_one_context', sql`num_nonnulls(${t.courseId}, ${t.groupId}, ${t.collectionItemId}) = 1`),
    check('discussion_topics_entry_count', sql`${t.entryCount} >= 0`),
  ],
);

export const discussionEntries = pgTable(
  'discussion_entries',
  {
    id: id(),
    topicId: integer('topic_id')
      .notNull()
      .references(() => discussionTopics.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Who changed it last, where that was not the author. */
    editorId: integer('editor_id').references(() => users.id),
    /** The last of its ancestors. */
    parentId: integer('parent_id'),
    /** The first of its ancestors: the top-level entry that it stands under. */
    rootEntryId: integer('root_entry_id'),
    /** From the top-level entry down to the parent; entries never move. */
    ancestors: integer('ancestors').array().notNull().default([]),
    message: text('message').notNull(),
    attachmentId: integer('attachment_id').references(() => attachments.id),
    deleted: boolean('deleted').notNull().default(false),
    /** The topic's version that it was changed in last. */
    version: integer('version').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('discussion_entries_of_topic').on(t.topicId, t.id),
    index('discussion_entries_top_level').on(t.topicId, t.id).where(sql`root_entry_id is null and not deleted`),
    index('discussion_entries_thread').on(t.topicId, t.rootEntryId, t.id),
    index('discussion_entries_version').on(t.topicId, t.version),
    index('discussion_entries_user').on(t.userId, t.topicId),
    index('discussion_entries_editor').on(t.editorId),
    index('discussion_entries_attachment').on(t.attachmentId),
    foreignKey({ name: 'discussion_entries_root_entry', columns: [t.topicId, t.rootEntryId], foreignColumns: [t.topicId, t.id] }),
    check(
      'discussion_entries_thread_is_one',
      sql`${t.rootEntryId} is not distinct from ${t.ancestors}[1] and ${t.parentId} is not distinct from ${t.ancestors}[cardinality(${t.ancestors})]`,
    ),
  ],
);

/**
 * What a topic is to a user. All entries up to `markedThrough` were marked at once: they are as `markedRead` says unless their
 * own row says otherwise, and so with `forcedThrough`. Later ones are unread, but for the user's own.
 */
export const discussionParticipants = pgTable(
  'discussion_participants',
  {
    topicId: integer('topic_id')
      .notNull()
      .references(() => discussionTopics.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The topic's own text. */
    read: boolean('read').notNull().default(false),
    subscribed: boolean('subscribed').notNull().default(false),
    /** How many of the topic's active entries the user has read; kept with every change to either. */
    readCount: integer('read_count').notNull().default(0),
    markedThrough: integer('marked_through').notNull().default(0),
    markedRead: boolean('marked_read').notNull().default(false),
    forcedThrough: integer('forced_through').notNull().default(0),
    forced: boolean('forced').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.topicId, t.userId] }),
    index('discussion_participants_user').on(t.userId, t.topicId),
    check('discussion_participants_read_count', sql`${t.readCount} >= 0`),
  ],
);

/** What a user marked one entry as; null: nothing, so that what was marked at once counts. */
export const discussionEntryMarks = pgTable(
  'discussion_entry_marks',
  {
    topicId: integer('topic_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    entryId: integer('entry_id').notNull(),
    read: boolean('read'),
    forced: boolean('forced'),
  },
  (t) => [
    primaryKey({ columns: [t.topicId, t.userId, t.entryId] }),
    index('discussion_entry_marks_entry').on(t.topicId, t.entryId),
    index('discussion_entry_marks_user').on(t.userId),
    foreignKey({
      name: 'discussion_entry_marks_entry_of_topic',
      columns: [t.topicId, t.entryId],
      foreignColumns: [discussionEntries.topicId, discussionEntries.id],
    }),
  ],
);

/** The whole tree of a topic as JSON, as it was at a version of the topic (D5.9). */
export const discussionViews = pgTable('discussion_views', {
  topicId: integer('topic_id')
    .primaryKey()
    .references(() => discussionTopics.id),
  version: integer('version').notNull(),
  /** Who wrote or changed an entry of it. */
  participants: integer('participants').array().notNull(),
  json: text('json').notNull(),
});

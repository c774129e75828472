import { check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, sql, text, unique } from '../drizzle.ts';
import { assignments } from './assignments.ts';
import { collaborations } from './collaborations.ts';
import { collectionItems } from './collections.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { conversations } from './conversations.ts';
import { courses } from './courses.ts';
import { discussionEntries, discussionTopics } from './discussions.ts';
import { groups } from './groups.ts';
import { quizzes } from './quizzes.ts';
import { submissions } from './submissions.ts';
import { communicationChannels, users } from './users.ts';

/** D11.6. */
export const CATEGORIES = [
  'Due Date',
  'Assignment Changed',
  'Grading',
  'Submission Comment',
  'Announcement',
  'Discussion',
  'Discussion Entry',
  'Conversation Message',
  'Added To Conversation',
  'Invitation',
  'Registration',
] as const;
export const notificationCategory = pgEnum('notification_category', CATEGORIES);

export const FREQUENCIES = ['immediately', 'daily', 'weekly', 'never'] as const;
export const notificationFrequency = pgEnum('notification_frequency', FREQUENCIES);

/** How often a channel is told of a category, where that is not the category's default. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => communicationChannels.id),
    category: notificationCategory('category').notNull(),
    frequency: notificationFrequency('frequency').notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.category] })],
);

/** What people are told of, once for all of them; a message of the stream where its event has no item of its own. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    /** Names the event: of two jobs that tell of the same one, the later tells nothing. */
    key: text('key').notNull(),
    category: notificationCategory('category').notNull(),
    subject: text('subject').notNull(),
    /** Plain text. */
    body: text('body').notNull(),
    /** Where a person reads on, below the server's address. */
    path: text('path').notNull(),
    courseId: integer('course_id').references(() => courses.id),
    groupId: integer('group_id').references(() => groups.id),
    /** What it is about: with that it is gone. */
    assignmentId: integer('assignment_id').references(() => assignments.id),
    entryId: integer('entry_id').references(() => discussionEntries.id),
    /** One that has no assignment. */
    quizId: integer('quiz_id').references(() => quizzes.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('notifications_once').on(t.key),
    index('notifications_course').on(t.courseId),
    index('notifications_group').on(t.groupId),
    index('notifications_assignment').on(t.assignmentId),
    index('notifications_entry').on(t.entryId),
    index('notifications_quiz').on(t.quizId),
    index('notifications_created_at').on(t.createdAt),
  ],
);

/** What is to be mailed and is not yet: a row goes in the transaction that makes its mail, so that there is exactly one. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    notificationId: integer('notification_id')
      .notNull()
      .references(() => notifications.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => communicationChannels.id),
    frequency: notificationFrequency('frequency').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.channelId] }),
    index('notification_deliveries_channel').on(t.channelId),
    index('notification_deliveries_waiting').on(t.frequency, t.channelId, t.notificationId),
  ],
);

/** In the order in which a summary lists them (D11.3). */
export const STREAM_TYPES = [
  'Announcement',
  'Collaboration',
  'CollectionItem',
  'Conference',
  'Conversation',
  'DiscussionTopic',
  'Message',
  'Submission',
] as const;
export const streamType = pgEnum('stream_type', STREAM_TYPES);

/** One for each thing that can stand in streams (part-a, Activity stream item). Whether it is an announcement, its topic says. */
export const streamItems = pgTable(
  'stream_items',
  {
    id: id(),
    type: streamType('type').notNull(),
    courseId: integer('course_id').references(() => courses.id),
    groupId: integer('group_id').references(() => groups.id),
    topicId: integer('topic_id').references(() => discussionTopics.id),
    conversationId: integer('conversation_id').references(() => conversations.id),
    /** The submission of this student. */
    assignmentId: integer('assignment_id'),
    studentId: integer('student_id'),
    notificationId: integer('notification_id').references(() => notifications.id),
    collectionItemId: integer('collection_item_id').references(() => collectionItems.id),
    /** A conference or a collaboration. */
    collaborationId: integer('collaboration_id').references(() => collaborations.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('stream_items_topic').on(t.topicId),
    unique('stream_items_conversation').on(t.conversationId),
    unique('stream_items_submission').on(t.assignmentId, t.studentId),
    unique('stream_items_notification').on(t.notificationId),
    unique('stream_items_collection_item').on(t.collectionItemId),
    unique('stream_items_collaboration').on(t.collaborationId),
    foreignKey({
      name: 'stream_items_submission_of_student',
      columns: [t.assignmentId, t.studentId],
      foreignColumns: [submissions.assignmentId, submissions.userId],
    }),
    index('stream_items_course').on(t.courseId),
    index('stream_items_group').on(t.groupId),
    index('stream_items_updated_at').on(t.updatedAt),
    check(
      'stream_items_one_source',
      sql`num_nonnulls(${t.topicId}, ${t.conversationId}, ${t.assignmentId}, ${t.notificationId},
          ${t.collectionItemId}, ${t.collaborationId}) = 1
        and (${t.assignmentId} is null) = (${t.studentId} is null)`,
    ),
  ],
);

/**
 * An item in the stream of a person. What a page or a summary is found by stands here too, so that it reads one index of one
 * user; whether the person may see it still is asked of its source (areas/activity/visible.ts).
 */
export const streamItemInstances = pgTable(
  'stream_item_instances',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    streamItemId: integer('stream_item_id')
      .notNull()
      .references(() => streamItems.id),
    type: streamType('type').notNull(),
    /** The item's own, as the next five. */
    category: notificationCategory('category'),
    courseId: integer('course_id'),
    groupId: integer('group_id'),
    topicId: integer('topic_id'),
    conversationId: integer('conversation_id'),
    /** Its place in the stream. */
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamItemId, t.userId] }),
    index('stream_item_instances_of_user').on(t.userId, t.updatedAt, t.streamItemId),
    index('stream_item_instances_of_course').on(t.userId, t.courseId, t.updatedAt, t.streamItemId).where(sql`course_id is not null`),
    index('stream_item_instances_of_group').on(t.userId, t.groupId, t.updatedAt, t.streamItemId).where(sql`group_id is not null`),
    index('stream_item_instances_elsewhere')
      .on(t.userId)
      .where(sql`conversation_id is not null or (course_id is null and group_id is null)`),
    check('stream_item_instances_one_context', sql`num_nonnulls(${t.courseId}, ${t.groupId}) <= 1`),
  ],
);

import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
} from '../drizzle.ts';
import { assignments, type SubmissionType } from './assignments.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { conversationMessages, conversations, mediaType } from './conversations.ts';
import { courses } from './courses.ts';
import { users } from './users.ts';

export const SUBMISSION_STATES = ['unsubmitted', 'submitted', 'graded', 'pending_review'] as const;
export const submissionState = pgEnum('submission_state', SUBMISSION_STATES);

/** What a grader has said by a rubric, by the ids of its criteria (D8.5). */
export type Assessment = Readonly<Record<string, { points?: number; comments?: string }>>;

/** What was turned in. */
const work = () => ({
  submissionType: text('submission_type').$type<SubmissionType>(),
  body: text('body'),
  url: text('url'),
  mediaCommentId: text('media_comment_id'),
  mediaCommentType: mediaType('media_comment_type'),
  /** In the order in which they were sent. */
  fileIds: integer('file_ids').array().notNull().default([]),
});

/**
 * What a student has turned in for an assignment and what it was graded with: one row each, made by the first of the two. A
 * resubmission is `submitted` until it is graded again (D8.3), so that what waits to be graded is told by the state alone.
 */
export const submissions = pgTable(
  'submissions',
  {
    /** Answered (D8.4), and never looked up by: without an index of its own. */
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    assignmentId: integer('assignment_id')
      .notNull()
      .references(() => assignments.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The assignment's own, here too, so that what a course or a person has is read from one index. */
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    state: submissionState('state').notNull().default('unsubmitted'),
    /** How often it was turned in; null before. */
    attempt: integer('attempt'),
    ...work(),
    submittedAt: moment('submitted_at'),
    score: doublePrecision('score'),
    grade: text('grade'),
    gradedAt: moment('graded_at'),
    graderId: integer('grader_id').references(() => users.id),
    gradeMatchesCurrentSubmission: boolean('grade_matches_current_submission').notNull().default(true),
    assessment: jsonb('assessment').$type<Assessment>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.assignmentId, t.userId] }),
    index('submissions_course').on(t.courseId, t.userId, t.assignmentId),
    // The order of a course's list (D8.14).
    index('submissions_course_order').on(t.courseId, t.assignmentId, t.userId),
    index('submissions_user').on(t.userId, t.courseId),
    index('submissions_grader').on(t.graderId),
    index('submissions_to_grade').on(t.assignmentId, t.userId).where(sql`state in ('submitted', 'pending_review')`),
  ],
);

/** Everything that was turned in, the current attempt too: what `submission_history` shows (D8.5). */
export const submissionAttempts = pgTable(
  'submission_attempts',
  {
    assignmentId: integer('assignment_id').notNull(),
    userId: integer('user_id').notNull(),
    attempt: integer('attempt').notNull(),
    ...work(),
    submittedAt: moment('submitted_at').notNull(),
    /** Who turned it in: in a group assignment one for all (D8.3). */
    submitterId: integer('submitter_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.assignmentId, t.userId, t.attempt] }),
    foreignKey({
      name: 'submission_attempts_submission',
      columns: [t.assignmentId, t.userId],
      foreignColumns: [submissions.assignmentId, submissions.userId],
    }),
    index('submission_attempts_submitter').on(t.submitterId),
    // Whose submission a file came with.
    index('submission_attempts_files').using('gin', t.fileIds).where(sql`file_ids <> '{}'`),
  ],
);

/** Every grade that was given or taken away, by whom and for which attempt. */
export const gradeChanges = pgTable(
  'grade_changes',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    assignmentId: integer('assignment_id').notNull(),
    userId: integer('user_id').notNull(),
    /** Null: nothing had been turned in. */
    attempt: integer('attempt'),
    /** Null: it was taken away. */
    score: doublePrecision('score'),
    grade: text('grade'),
    /** Null: nobody, a quiz was scored by itself. */
    graderId: integer('grader_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.assignmentId, t.userId, t.id] }),
    foreignKey({
      name: 'grade_changes_submission',
      columns: [t.assignmentId, t.userId],
      foreignColumns: [submissions.assignmentId, submissions.userId],
    }),
    index('grade_changes_grader').on(t.graderId),
  ],
);

/** What is said of a submission; a comment to a whole group stands with each of its members (D8.13). */
export const submissionComments = pgTable(
  'submission_comments',
  {
    id: id(),
    assignmentId: integer('assignment_id').notNull(),
    userId: integer('user_id').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    comment: text('comment').notNull(),
    mediaCommentId: text('media_comment_id'),
    mediaCommentType: mediaType('media_comment_type'),
    /** Written by a grader while the assignment was muted, which it still is (D8.7). */
    hidden: boolean('hidden').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'submission_comments_submission',
      columns: [t.assignmentId, t.userId],
      foreignColumns: [submissions.assignmentId, submissions.userId],
    }),
    index('submission_comments_submission').on(t.assignmentId, t.userId, t.id),
    index('submission_comments_author').on(t.authorId),
    index('submission_comments_hidden').on(t.assignmentId).where(sql`hidden`),
  ],
);

/** Messages that are comments: a comment goes once to each conversation that it belongs to (D6.15). */
export const conversationComments = pgTable(
  'conversation_comments',
  {
    messageId: integer('message_id')
      .primaryKey()
      .references(() => conversationMessages.id),
    commentId: integer('comment_id')
      .notNull()
      .references(() => submissionComments.id),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id),
  },
  (t) => [
    uniqueIndex('conversation_comments_once').on(t.commentId, t.conversationId),
    index('conversation_comments_conversation').on(t.conversationId, t.messageId),
  ],
);

export const peerReviewState = pgEnum('peer_review_state', ['assigned', 'completed']);

/** Who reviews whose work (D7.18). */
export const peerReviews = pgTable(
  'peer_reviews',
  {
    id: id(),
    assignmentId: integer('assignment_id')
      .notNull()
      .references(() => assignments.id),
    /** The author of the work. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    assessorId: integer('assessor_id')
      .notNull()
      .references(() => users.id),
    state: peerReviewState('state').notNull().default('assigned'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('peer_reviews_once').on(t.assignmentId, t.userId, t.assessorId),
    index('peer_reviews_user').on(t.userId),
    index('peer_reviews_assessor').on(t.assessorId, t.assignmentId),
    check('peer_reviews_of_somebody_else', sql`${t.userId} <> ${t.assessorId}`),
  ],
);

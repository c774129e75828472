import { boolean, check, doublePrecision, index, integer, pgEnum, pgTable, primaryKey, sql, text, uniqueIndex } from '../drizzle.ts';
import { assignments } from './assignments.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { users } from './users.ts';

export const submissionState = pgEnum('submission_state', ['unsubmitted', 'submitted', 'graded', 'pending_review']);

/**
 * What a student has turned in for an assignment and what it was graded with: one row each, made by the first of the two. A
 * resubmission is `submitted` until it is graded again (D8.3), so that what waits to be graded is told by the state alone.
 */
export const submissions = pgTable(
  'submissions',
  {
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
    submissionType: text('submission_type'),
    body: text('body'),
    url: text('url'),
    submittedAt: moment('submitted_at'),
    score: doublePrecision('score'),
    grade: text('grade'),
    gradedAt: moment('graded_at'),
    graderId: integer('grader_id').references(() => users.id),
    gradeMatchesCurrentSubmission: boolean('grade_matches_current_submission').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.assignmentId, t.userId] }),
    index('submissions_course').on(t.courseId, t.userId, t.assignmentId),
    index('submissions_user').on(t.userId, t.courseId),
    index('submissions_grader').on(t.graderId),
    index('submissions_to_grade').on(t.assignmentId, t.userId).where(sql`state in ('submitted', 'pending_review')`),
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

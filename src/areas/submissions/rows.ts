import { type Db, statement } from '../../store/database.ts';
import { latePolicyStatus, mediaType, submissionState } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import {
  array,
  boolean,
  float,
  ifThere,
  int,
  json,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamptz,
  whereThere,
} from '../../store/sql/types.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { canBeTurnedIn } from '../assignments/relations.ts';
import { dueAtOf } from '../overrides/relations.ts';
import { waitsAtQuiz } from '../quizzes/relations.ts';
import { PICTURE_COLUMN } from '../users/avatars.ts';
import { KEYS_TAKES, keyOf, keyRows, keysOf, type SubmissionKey } from './keys.ts';
import { hasLatePolicy } from './late-deducting.ts';
import { isReviewer, MET_ROW, metColumns } from './reach.ts';
import { enteredGrade, enteredScore, KNOWN_TO_STUDENT, lateness } from './relations.ts';

/** What was turned in. */
const WORK_ROW = {
  submissionType: nullable(oneOf(SUBMISSION_TYPES)),
  body: nullable(text),
  url: nullable(text),
  mediaCommentId: nullable(text),
  mediaCommentType: nullable(mediaType),
  /** Null: none. */
  fileIds: nullable(array(int)),
};
export type WorkRow = RowOf<typeof WORK_ROW>;

const GRADE_ROW = {
  score: nullable(float),
  grade: nullable(text),
  gradedAt: nullable(timestamptz),
  graderId: nullable(int),
  /** The grade is for the newest attempt: nothing was turned in since. */
  matches: boolean,
};

const STANDING_ROW = {
  latePolicyStatus: nullable(latePolicyStatus),
  secondsLateOverride: nullable(int),
  /** Something can be turned in for the assignment. */
  submittable: boolean,
  /** See late-standing.ts; by the due date of the student. */
  lateness: nullable(float),
};

/** Something of a submission, which both its ids name. */
const KEYED = { assignmentId: int, userId: int };

const COMMENT_ROW = {
  ...KEYED,
  id: int,
  authorId: int,
  authorName: text,
  /** The author's picture. */
  picture: nullable(text),
  comment: text,
  mediaCommentId: nullable(text),
  mediaCommentType: nullable(mediaType),
  /** Null: none. */
  fileIds: nullable(array(int)),
  hidden: boolean,
  createdAt: timestamptz,
};
export type CommentRow = RowOf<typeof COMMENT_ROW>;

export const SUBMISSION_ROW = {
  ...KEYED,
  ...WORK_ROW,
  ...GRADE_ROW,
  id: int,
  state: submissionState,
  attempt: nullable(int),
  submittedAt: nullable(timestamptz),
  assessment: nullable(json<Assessment>()),
  muted: boolean,
  enteredScore: nullable(float),
  enteredGrade: nullable(text),
  pointsDeducted: nullable(float),
  ...STANDING_ROW,
};
/** A submission as a change gives it: with whether it has any comments. */
export const CHANGED_ROW = { ...SUBMISSION_ROW, commented: boolean };

export interface SubmissionRow extends Omit<RowOf<typeof SUBMISSION_ROW>, 'id'> {
  /** Null before there is one. */
  id: number | null;
  /** False: it is known to have no comments. */
  commented?: boolean;
}

const WORK = sql`s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds"`;

const columns = (due: Piece): Sql => sql`s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, ${WORK},
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, ${enteredScore('s')} as "enteredScore", ${enteredGrade('s')} as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  ${canBeTurnedIn('a')} as submittable, ${lateness(sql`s.submitted_at`, due)} as lateness`;

/** The columns of submissions `s` of assignments `a`. */
export const SUBMISSION_COLUMNS = columns(dueAtOf(sql`s.user_id`));
/** The same where `a` has a column `varies`: it is asked once for each assignment, however many submissions that has. */
export const COLUMNS_OF_VARYING = columns(dueAtOf(sql`s.user_id`, sql`a.varies`));

export const COMMENTED = sql`exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented`;

/**
 * Of submissions `s` that a change has written: most have no comments, and those cost no look then. Of a single one the change knows
 * when it was due (`due`, a parameter); of several, where that is null, it is worked out for each.
 */
export const changedColumns = (due: Piece, alone: boolean): Sql =>
  sql`${columns(alone ? due : sql`coalesce(${due}, ${dueAtOf(sql`s.user_id`)})`)}, ${COMMENTED}`;

export const isMade = whereThere(SUBMISSION_ROW);

/**
 * A student's submission of an assignment of a course, within what the path says, for a caller who grades where `gradedIn` says. It is due
 * when it is to that student, which no row says where there is none yet (submissions#92).
 */
export const oneSubmission = statement({
  name: 'submission',
  takes: { assignmentId: int, courseId: int, userId: int, within: nullable(array(int)), callerId: int, gradedIn: nullable(array(int)) },
  gives: { ...MET_ROW, ...ifThere(SUBMISSION_ROW), muted: boolean, submittable: boolean, lateness: nullable(float), known: boolean },
  sql: (
    p,
  ) => sql`select ${metColumns(p, isReviewer(sql`a.id`, p.userId, p.callerId))}, ${KNOWN_TO_STUDENT} as known, ${columns(dueAtOf(p.userId))}
   from assignments a left join submissions s on s.assignment_id = a.id and s.user_id = ${p.userId}
   where a.id = ${p.assignmentId} and a.course_id = ${p.courseId} and not a.deleted`,
});

/** What a submission is before there is one. */
export const nothingYet = (assignmentId: number, userId: number, muted: boolean): SubmissionRow => ({
  id: null,
  assignmentId,
  userId,
  state: 'unsubmitted',
  attempt: null,
  submissionType: null,
  body: null,
  url: null,
  mediaCommentId: null,
  mediaCommentType: null,
  fileIds: null,
  submittedAt: null,
  score: null,
  grade: null,
  gradedAt: null,
  graderId: null,
  matches: true,
  assessment: null,
  muted,
  enteredScore: null,
  enteredGrade: null,
  pointsDeducted: null,
  latePolicyStatus: null,
  secondsLateOverride: null,
  submittable: false,
  lateness: null,
  commented: false,
});

/** Submissions of an assignment, by user id: what a change answers. */
export const changedSubmissions = statement({
  name: 'changed_submissions',
  takes: { assignmentId: int, userIds: array(int) },
  gives: CHANGED_ROW,
  sql: (p) => sql`select ${SUBMISSION_COLUMNS}, ${COMMENTED} from submissions s join assignments a on a.id = s.assignment_id
   where s.assignment_id = ${p.assignmentId} and s.user_id = any(${p.userIds}::int[]) order by s.user_id`,
});

/** The columns of comments `c` and their authors `u`. */
const COMMENT_COLUMNS = sql`c.assignment_id as "assignmentId", c.user_id as "userId", c.id, c.author_id as "authorId", u.short_name as "authorName", c.comment,
     c.media_comment_id as "mediaCommentId", c.media_comment_type as "mediaCommentType", nullif(c.file_ids, '{}') as "fileIds", c.hidden, c.created_at as "createdAt", ${PICTURE_COLUMN}`;

/** Oldest first (submissions#14). */
const commentsOf = statement({
  name: 'comments_of_submissions',
  takes: KEYS_TAKES,
  gives: COMMENT_ROW,
  sql: (p) => sql`select ${COMMENT_COLUMNS}
   from ${keyRows(p, 's')} join submission_comments c on c.assignment_id = s.assignment_id and c.user_id = s.user_id
     join users u on u.id = c.author_id order by c.id`,
});

/** The comments of these submissions, by the key of each. Rows that say that there are none are not asked about. */
export async function readComments(
  db: Db,
  rows: readonly (SubmissionKey & { commented?: boolean })[],
): Promise<ReadonlyMap<string, CommentRow[]>> {
  const commented = rows.filter((row) => row.commented !== false);
  return commented.length === 0 ? new Map() : Map.groupBy(await db.rows(commentsOf, keysOf(commented)), keyOf);
}

const ATTEMPT_ROW = {
  ...KEYED,
  ...WORK_ROW,
  attempt: int,
  submittedAt: timestamptz,
  lateness: nullable(float),
  score: nullable(float),
  grade: nullable(text),
  gradedAt: nullable(timestamptz),
  graderId: nullable(int),
  /** The attempt that the last grade before the next attempt was given for. */
  gradedAttempt: nullable(int),
  /** That grade is what a quiz had so far, which waited for a grader. */
  soFar: nullable(boolean),
  /** It is an attempt at a quiz that waits still. */
  waits: boolean,
  /** The policy of the course may have taken something off that grade. */
  hasPolicy: boolean,
};
export type AttemptRow = RowOf<typeof ATTEMPT_ROW>;

/** Every attempt but the current one, with the grade that it had until the next. */
export const attemptsBefore = statement({
  name: 'attempts_of_submissions',
  takes: KEYS_TAKES,
  gives: ATTEMPT_ROW,
  sql: (
    p,
  ) => sql`select h.assignment_id as "assignmentId", h.user_id as "userId", h.attempt, h.submission_type as "submissionType", h.body, h.url,
     h.media_comment_id as "mediaCommentId", h.media_comment_type as "mediaCommentType", nullif(h.file_ids, '{}') as "fileIds",
     h.submitted_at as "submittedAt", ${lateness(sql`h.submitted_at`, dueAtOf(sql`h.user_id`))} as lateness, g.score, g.grade, g.created_at as "gradedAt", g.grader_id as "graderId", g.attempt as "gradedAttempt",
     g.so_far as "soFar", ${waitsAtQuiz('h')} as waits, ${hasLatePolicy(sql`a.course_id`)} as "hasPolicy"
   from ${keyRows(p, 's')} join assignments a on a.id = s.assignment_id
     join submissions t on t.assignment_id = s.assignment_id and t.user_id = s.user_id
     join submission_attempts h on h.assignment_id = s.assignment_id and h.user_id = s.user_id and h.attempt < t.attempt
     left join lateral (select * from grade_changes c where c.assignment_id = h.assignment_id and c.user_id = h.user_id
       and coalesce(c.attempt, 0) <= h.attempt order by c.id desc limit 1) g on true
   order by h.assignment_id, h.user_id, h.attempt`,
});

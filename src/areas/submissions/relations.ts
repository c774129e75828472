import { identifier, type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { isMuted } from '../assignments/relations.ts';
import { isActiveStudentWithin } from '../enrollments/relations.ts';
import { keepsGradedAttempt } from '../quizzes/relations.ts';

/** What the states of submissions mean in SQL; a submission is a row under the name that it has in the statement. */

/** It was turned in since it was last graded, or waits for questions that are graded by hand. */
export const awaitsGrading = (s: string): Sql => sql`${identifier(s)}.state in ('submitted', 'pending_review')`;

/** It awaits somebody who grades in a reach: it is an active student's (assignments#24). */
export const waitsForGrader = (s: string, course: Piece, reach: Piece): Sql =>
  sql`${awaitsGrading(s)} and ${isActiveStudentWithin(course, sql`${identifier(s)}.user_id`, reach)}`;

/**
 * Its score is what a quiz has so far, and no grade (submissions#29): it waits for a grader, and so does each attempt whose score may be kept
 * (quizzes#78). Whether a grade matches says less: one that stood before is gone where the last attempt is kept, and an attempt waits again
 * where the score of a grader is taken away.
 */
export const isScoredSoFar = (s: string): Sql => sql`(${identifier(s)}.state = 'pending_review' and not ${keepsGradedAttempt(s)})`;

/**
 * A submission `s` of `a` that its student knows to be there: a grade that is muted, and what graders said then, make none known
 * before anything was turned in (submissions#59).
 */
export const KNOWN_TO_STUDENT = sql`(not ${isMuted('a')} or s.attempt is not null or exists (select 1 from submission_comments c
    where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))`;

/** It was turned in at least once. */
export const isTurnedIn = (s: string): Sql => sql`${identifier(s)}.submitted_at is not null`;

/** An assessment by a rubric is that of the graders, and no reviewer's. */
export const isByGraders = (x: string): Sql => sql`${identifier(x)}.type = 'grading'`;

/** The points of a submission by a criterion, null where none are given. */
export const pointsBy = (s: string, criterion: Piece): Sql => sql`(${identifier(s)}.assessment -> ${criterion}::text ->> 'points')::float8`;

/** It was graded at least once. */
export const wasGraded = (s: string): Sql => sql`${identifier(s)}.graded_at is not null`;

/** It has a grade, and none that missing work gets by itself (submissions#99). */
export const hasGivenGrade = (s: string): Sql => sql`(${wasGraded(s)} and not ${identifier(s)}.missing_grade)`;

/** As graders gave it, before the policy of the course took anything off (submissions#94). */
export const enteredScore = (s: string): Sql => sql`coalesce(${identifier(s)}.entered_score, ${identifier(s)}.score)`;
export const enteredGrade = (s: string): Sql => sql`coalesce(${identifier(s)}.entered_grade, ${identifier(s)}.grade)`;

/**
 * Turned in again, it has no grade of an earlier attempt (submissions#29): there was none, neither of the last attempt nor of one before.
 * The score that a quiz has while it waits is none, for nobody has given it (quizzes#78).
 */
export const staysMatching = (s: string): Sql => sql`(${identifier(s)}.grade_matches_current_submission and not ${hasGivenGrade(s)})`;

// Due dates have whole seconds (conventions#49), and so has when work was turned in, as everybody reads it (conventions#48): what comes
// within the second in which it is due is not late.

/** So long after its due date work still comes in time. */
export const IN_TIME_MS = 1_000;
/** Seconds; of quizzes, which are finished by themselves when their time is over (submissions#15). */
export const QUIZ_GRACE = 60;
const inTime = (grace: number): Sql => sql`interval ${quoted(`${grace + IN_TIME_MS / 1_000} seconds`)}`;
const NOW = sql`now()`;

/** Seconds from when work was due to when it was turned in, or where it was not until now; null: it is not due. */
export const lateness = (submittedAt: Piece, due: Piece): Sql =>
  sql`floor(extract(epoch from coalesce(${submittedAt}, now()) - ${due}))::float8`;

/** What is turned in now is late, and what is not is missing. */
const isOverdue = (due: Piece, now: Piece): Sql => sql`${now} >= ${due} + ${inTime(0)}`;

/**
 * It is due, can be turned in (`submittable`), and is not, or graders say so (submissions#92, submissions#93): `isMissing` of
 * late-standing.ts in SQL, also of what is not there yet.
 */
export const isMissing = (s: string, { due, submittable, now = NOW }: { due: Piece; submittable: Piece; now?: Piece }): Sql =>
  sql`case when ${identifier(s)}.late_policy_status is not null then ${identifier(s)}.late_policy_status = 'missing'
    else coalesce(${identifier(s)}.submitted_at is null and ${submittable} and ${isOverdue(due, now)}, false) end`;

/** Graders say that it is missing. */
export const isSaidToBeMissing = (s: string): Sql => sql`${identifier(s)}.late_policy_status = 'missing'`;

/** It was turned in after it was due, with the grace of quizzes, or graders say so (submissions#15, submissions#93). */
export const isLate = (
  s: string,
  due: Piece,
): Sql => sql`case when ${identifier(s)}.late_policy_status is not null then ${identifier(s)}.late_policy_status = 'late'
    else coalesce(${identifier(s)}.submitted_at >= ${due} + case when ${identifier(s)}.submission_type = 'online_quiz' then ${inTime(QUIZ_GRACE)} else ${inTime(0)} end, false) end`;

/**
 * When a submission `s` is graded, which is when it changes: of requests for it at once the one that began first may write last, and the
 * history is told by time in the order in which it was written (submissions#80). No two grades of one have the same time: by that people
 * are told of each (notifications#2).
 */
export const writtenAt = (now: Piece): Sql => sql`greatest(s.updated_at, s.graded_at + interval '1 millisecond', ${now}::timestamptz)`;

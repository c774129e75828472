import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { gradingType } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, float, int, json, nullable, text, timestamptz } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { isGradedByLetter } from '../assignments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { filesTurnedIn } from '../files/relations.ts';
import { schemeOf } from '../grading-standards/relations.ts';
import { AS_GIVEN } from './grade-writing.ts';
import { deductFrom, hasLatePolicy } from './late-deducting.ts';
import { gradedBy, gradeOfSum } from './posted-grade.ts';
import { enteredScore, staysMatching, writtenAt } from './relations.ts';

/** What was turned in: one more attempt. */
export interface QuizWork {
  submittedAt: Date;
  fileIds: readonly number[];
}

interface QuizResult {
  assignmentId: number;
  courseId: number;
  userId: number;
  /** The score that counts of all attempts. */
  score: number;
  /** Something of it waits for a grader. */
  pending: boolean;
  /** Null: nobody, it was scored by itself. */
  graderId: number | null;
  /** Null: nothing was turned in, an earlier attempt was scored anew. */
  work: QuizWork | null;
}

const GRADED_ASSIGNMENT_ROW = {
  gradingType: gradingType,
  pointsPossible: nullable(float),
  scheme: nullable(json<Letter[]>()),
  hasPolicy: boolean,
};
// Held as whoever grades holds it: nobody changes what grades are written by before this is done (submissions#48).
const place = statement({
  name: 'place_of_quiz_result',
  takes: { assignmentId: int },
  gives: GRADED_ASSIGNMENT_ROW,
  sql: (p) => sql`select a.grading_type as "gradingType", a.points_possible as "pointsPossible",
     case when ${isGradedByLetter('a')} then ${schemeOf('a')} end as scheme,
     ${hasLatePolicy(sql`a.course_id`)} as "hasPolicy"
   from assignments a where a.id = ${p.assignmentId} and not a.deleted for share of a`,
});

const TAKES = {
  assignmentId: int,
  userId: int,
  courseId: int,
  pending: boolean,
  score: nullable(float),
  grade: nullable(text),
  now: timestamptz,
  graderId: nullable(int),
};
type Takes = ParametersOf<typeof TAKES>;

/** What waits for a grader has been graded by nobody yet; whether the grade that it shows is of what was turned in last is said by `matches`. */
const graded = (
  p: Takes,
  matches: Sql,
): Sql => sql`state = case when ${p.pending} then 'pending_review'::submission_state else 'graded' end, score = ${p.score}, grade = ${p.grade},
  graded_at = case when ${p.pending} then null else ${writtenAt(p.now)} end, grader_id = case when ${p.pending} then null else ${p.graderId}::int end,
  grade_matches_current_submission = not ${p.pending} or (${matches}), ${AS_GIVEN}, updated_at = ${writtenAt(p.now)}`;
const values = (
  p: Takes,
): Sql => sql`case when ${p.pending} then 'pending_review'::submission_state else 'graded' end, ${p.score}::float8, ${p.grade}::text,
  case when ${p.pending} then null else ${p.now}::timestamptz end, case when ${p.pending} then null else ${p.graderId}::int end, ${p.now}`;
const changed = (
  p: Takes,
): Sql => sql`insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at, so_far)
  select assignment_id, user_id, attempt, score, grade, ${p.graderId}::int, updated_at, ${p.pending} from s`;

const turnIn = statement({
  name: 'turn_in_quiz',
  takes: { ...TAKES, submittedAt: timestamptz, fileIds: array(int) },
  sql: (
    p,
  ) => sql`with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at, attempt,
       submission_type, file_ids, submitted_at)
     values (${p.assignmentId}, ${p.userId}, ${p.courseId}, ${values(p)}, 1, 'online_quiz', ${p.fileIds}::int[], ${p.submittedAt}::timestamptz)
     on conflict (assignment_id, user_id) do update set ${graded(p, staysMatching('s'))}, attempt = coalesce(s.attempt, 0) + 1, submission_type = excluded.submission_type,
       body = null, url = null, media_comment_id = null, media_comment_type = null, file_ids = excluded.file_ids, submitted_at = excluded.submitted_at,
       late_policy_status = nullif(s.late_policy_status, 'missing')
     returning *),
   kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, file_ids, submitted_at, submitter_id)
     select assignment_id, user_id, attempt, submission_type, file_ids, submitted_at, user_id from s),
   files as (${filesTurnedIn(p.fileIds, sql`(carried or not deleted)`)})
   ${changed(p)}`,
});

// Where an attempt was scored that does not count, the grade stays whose it was.
const regrade = statement({
  name: 'regrade_quiz',
  takes: TAKES,
  sql: (
    p,
  ) => sql`with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at)
     values (${p.assignmentId}, ${p.userId}, ${p.courseId}, ${values(p)})
     on conflict (assignment_id, user_id) do update set ${graded(p, sql`s.grade_matches_current_submission`)}
       where (${enteredScore('s')}, s.state) is distinct from (excluded.score, excluded.state) returning *)
   ${changed(p)}`,
});

/** The kept score of a quiz becomes the score of its assignment's submission (quizzes#77); nothing where the assignment is gone. */
export async function writeQuizResult(tx: TxCtx, result: QuizResult): Promise<void> {
  const { assignmentId, courseId, userId, pending, graderId, work } = result;
  const [found] = await tx.db.rows(place, { assignmentId });
  if (!found) return;
  const { score, grade } = gradeOfSum(result.score, gradedBy(found));
  const given = { assignmentId, userId, courseId, pending, score, grade, now: tx.now, graderId };
  // It goes out with the commit.
  if (work) void tx.db.rows(turnIn, { ...given, submittedAt: work.submittedAt, fileIds: work.fileIds });
  else void tx.db.rows(regrade, given);
  if (found.hasPolicy) await deductFrom(tx.db, { assignmentIds: [assignmentId], userIds: [userId] }, { now: tx.now, given: true });
  if (!pending) await publishEvent(tx, 'submissions', { assignmentId, userIds: [userId] });
}

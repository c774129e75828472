import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import type { GradingType } from '../../store/generated/enums.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { tell } from '../events/events.ts';
import { DEFAULT_SCHEME } from '../grading-standards/letters.ts';
import { gradeOfSum } from './posted-grade.ts';

/** What was turned in: one more attempt. */
export interface QuizWork {
  submittedAt: Date;
  fileIds: readonly number[];
}

export interface QuizResult {
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

interface Place {
  gradingType: GradingType;
  pointsPossible: number | null;
  scheme: Letter[] | null;
}

// Held as whoever grades holds it: nobody changes what grades are written by before this is done (D7.12).
const place = statement<Place>(
  'place_of_quiz_result',
  `select a.grading_type as "gradingType", a.points_possible as "pointsPossible",
     case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
       join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
       where c.id = a.course_id) end as scheme
   from assignments a where a.id = $1 and not a.deleted for share of a`,
);

// What waits for a grader has been graded by nobody yet.
const GRADED = `state = case when $4 then 'pending_review'::submission_state else 'graded' end, score = $5, grade = $6,
  graded_at = case when $4 then null else $7::timestamptz end, grader_id = case when $4 then null else $8::int end,
  grade_matches_current_submission = true, updated_at = $7`;
const VALUES = `case when $4 then 'pending_review'::submission_state else 'graded' end, $5::float8, $6::text,
  case when $4 then null else $7::timestamptz end, case when $4 then null else $8::int end, $7`;
const CHANGED = `insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
  select assignment_id, user_id, attempt, score, grade, $8::int, $7::timestamptz from s`;

const turnIn = statement<never>(
  'turn_in_quiz',
  `with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at, attempt,
       submission_type, file_ids, submitted_at)
     values ($1, $2, $3, ${VALUES}, 1, 'online_quiz', $10::int[], $9::timestamptz)
     on conflict (assignment_id, user_id) do update set ${GRADED}, attempt = coalesce(s.attempt, 0) + 1, submission_type = excluded.submission_type,
       body = null, url = null, media_comment_id = null, media_comment_type = null, file_ids = excluded.file_ids, submitted_at = excluded.submitted_at
     returning *),
   kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, file_ids, submitted_at, submitter_id)
     select assignment_id, user_id, attempt, submission_type, file_ids, submitted_at, user_id from s),
   files as (update attachments set turned_in = true, carried = true where id = any($10::int[]) and (carried or not deleted))
   ${CHANGED}`,
);

// Where an attempt was scored that does not count, the grade stays whose it was.
const regrade = statement<never>(
  'regrade_quiz',
  `with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at)
     values ($1, $2, $3, ${VALUES})
     on conflict (assignment_id, user_id) do update set ${GRADED}
       where (s.score, s.state) is distinct from (excluded.score, excluded.state) returning *)
   ${CHANGED}`,
);

/** The kept score of a quiz becomes the score of its assignment's submission (D9.9); nothing where the assignment is gone. */
export async function writeQuizResult(tx: TxCtx, result: QuizResult): Promise<void> {
  const { assignmentId, courseId, userId, pending, graderId, work } = result;
  const [found] = await tx.db.rows(place, [assignmentId]);
  if (!found) return;
  const by = { type: found.gradingType, pointsPossible: found.pointsPossible, scheme: found.scheme ?? DEFAULT_SCHEME };
  const { score, grade } = gradeOfSum(result.score, by);
  const values = [assignmentId, userId, courseId, pending, score, grade, tx.now, graderId];
  // It goes out with the commit.
  if (work) void tx.db.rows(turnIn, [...values, work.submittedAt, work.fileIds]);
  else void tx.db.rows(regrade, values);
  if (!pending) await tell(tx, 'submissions', { assignmentId, userIds: [userId] });
}

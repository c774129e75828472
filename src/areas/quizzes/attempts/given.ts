import type { Ctx } from '../../../access/context.ts';
import type { QuizSubmissionAccess } from '../../../access/context-access.ts';
import { reachOf } from '../../../access/reach.ts';
import { notFound, unauthorized } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { hideResults } from '../../../store/sql/enums.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, json, nullable } from '../../../store/sql/types.ts';
import type { ManualScores } from '../../../store/stored/quizzes.ts';
import { isGraded, isStudentWithin } from '../../enrollments/relations.ts';
import { questionsOf } from '../quizzes/quizzes.ts';
import { allowedTo } from '../relations.ts';
import type { GivenAnswers } from '../schemas.ts';
import { byQuestion, GIVEN, givenIn, pointsOf, shownGiven } from '../scoring/scoring.ts';
import { showsResults } from './rules.ts';

const ROW = {
  graded: boolean,
  finished: boolean,
  muted: boolean,
  manual: json<ManualScores>(),
  answers: GIVEN,
  flagged: array(int),
  hideResults: nullable(hideResults),
  /** -1: without end. */
  allowedAttempts: int,
  /** How many are begun. */
  begun: int,
  /** One of them is not finished. */
  unfinished: boolean,
};
/** What was answered in an attempt, for who grades in a reach. */
const given = statement({
  name: 'given_answers',
  takes: { id: int, reach: nullable(array(int)) },
  gives: ROW,
  sql: (
    p,
  ) => sql`select ${isStudentWithin(sql`q.course_id`, sql`t.user_id`, sql`null`)} and ${isGraded(sql`q.course_id`, sql`t.user_id`, p.reach)} as graded, t.finished_at is not null as finished, t.manual_scores as manual,
     q.hide_results as "hideResults", ${allowedTo(sql`t.user_id`)} as "allowedAttempts",
     coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
     own.begun, own.unfinished,
     ${givenIn(sql`t.id`)} as answers,
     array(select y.question_id from quiz_flags y where y.attempt_id = t.id) as flagged
   from quiz_attempts t join quizzes q on q.id = t.quiz_id and not q.deleted
     cross join lateral (select count(*) as begun, coalesce(bool_or(k.finished_at is null), false) as unfinished
       from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) own
   where t.id = ${p.id}`,
});

/**
 * What was answered, in the order of the questions: to the student while it runs, and then as the results are shown (quizzes#41,
 * quizzes#64).
 */
export async function showAnswers(ctx: Ctx, at: QuizSubmissionAccess): Promise<GivenAnswers> {
  const { id } = at.attempt;
  const [row] = await ctx.db.rows(given, { id, reach: reachOf(at, 'submissions.list') });
  const own = at.attempt.userId === ctx.caller.userId && at.roles.has('student');
  if (!row) throw notFound();
  if (!row.graded && !own) throw at.roles.has('viewer') ? unauthorized() : notFound();
  if (!row.graded && row.finished && !showsResults(row, row)) throw unauthorized();
  const scored = row.graded || (row.finished && !row.muted);
  const answers = byQuestion(row.answers);
  const questions = await questionsOf(ctx.db, at.attempt);
  const flags = new Set(row.flagged);
  const isShown = (questionId: number) => answers.has(questionId) || flags.has(questionId) || row.manual[String(questionId)] !== undefined;
  const shown = questions.filter((question) => isShown(question.id));
  return {
    quiz_submission_questions: shown.map((question) => {
      const comment = row.manual[String(question.id)]?.comment;
      const answer = shownGiven(question, answers.get(question.id) ?? null, ctx);
      const plain = { id: question.id, flagged: flags.has(question.id), answer };
      if (!scored) return plain;
      return { ...plain, score: pointsOf(question, answers, row.manual), ...(comment === undefined ? {} : { comment }) };
    }),
  };
}

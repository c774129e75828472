import type { Ctx } from '../../../access/context.ts';
import type { QuizSubmissionAccess } from '../../../access/context-access.ts';
import { notFound } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { int, json, nullable } from '../../../store/sql/types.ts';
import { questionsOf } from '../quizzes/quizzes.ts';
import type { GivenAnswers } from '../schemas.ts';
import { type Given, shownGiven } from '../scoring/scoring.ts';
import { RUNNING_TAKES, requireTaker, runningAttempt, whyNothingWritten } from './answering.ts';
import type { SentToken } from './parameters.ts';

const TAKES = { ...RUNNING_TAKES, questionId: int };
const GIVES = { answer: nullable(json<NonNullable<Given>>()) };
const flag = statement({
  name: 'flag_question',
  takes: TAKES,
  gives: GIVES,
  sql: (p) => sql`with held as (${runningAttempt(p)}),
     n as (insert into quiz_flags (attempt_id, question_id) select held.id, ${p.questionId}::int from held on conflict do nothing)
   select nullif(x.answer, 'null') as answer from held left join quiz_answers x on x.attempt_id = held.id and x.question_id = ${p.questionId}::int`,
});
const unflag = statement({
  name: 'unflag_question',
  takes: TAKES,
  gives: GIVES,
  sql: (p) => sql`with held as (${runningAttempt(p)}),
     n as (delete from quiz_flags y using held where y.attempt_id = held.id and y.question_id = ${p.questionId}::int)
   select nullif(x.answer, 'null') as answer from held left join quiz_answers x on x.attempt_id = held.id and x.question_id = ${p.questionId}::int`,
});

/** quizzes#106 */
export async function flagQuestion(
  ctx: Ctx,
  at: QuizSubmissionAccess,
  { questionId, flagged }: { questionId: number; flagged: boolean },
  sent: SentToken,
): Promise<GivenAnswers> {
  requireTaker(ctx, at);
  const { id } = at.attempt;
  const questions = await questionsOf(ctx.db, at.attempt);
  const question = questions.find((one) => one.id === questionId);
  if (!question) throw notFound();
  const values = { id, attempt: sent.attempt, token: sent.validation_token, now: ctx.now, questionId };
  const [row] = await ctx.db.rows(flagged ? flag : unflag, values);
  if (!row) throw await whyNothingWritten(ctx.db, id, sent);
  return { quiz_submission_questions: [{ id: questionId, flagged, answer: shownGiven(question, row.answer, ctx) }] };
}

import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { QuizSubmissionAccess } from '../../../access/context-access.ts';
import { Refused } from '../../../http/parameters/types.ts';
import { type ApiError, invalidField, notFound, refusal, unauthorized } from '../../../kernel/errors.ts';
import { type Db, statement } from '../../../store/database.ts';
import { type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, int, json, nullable, text, timestamptz } from '../../../store/sql/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { carryOwnFiles } from '../../files/carrying.ts';
import { passesIpFilter, questionsOf } from '../quizzes/quizzes.ts';
import type { GivenAnswers } from '../schemas.ts';
import { filesIn, type Given, readGiven, shownGiven } from '../scoring/scoring.ts';
import type { SentAnswers, SentToken } from './parameters.ts';
import { unproven } from './proof.ts';
import { GRACE } from './rows.ts';
import { outOfTurn } from './rules.ts';

interface Answer {
  id: number;
  answer: Given;
}

export const RUNNING_TAKES = { id: int, attempt: int, token: text, now: timestamptz };

/** An attempt that still runs, which its student has shown to be in: whoever finishes it waits, or has, and then there is none. */
export const runningAttempt = (p: ParametersOf<typeof RUNNING_TAKES>): Sql => sql`select t.id from quiz_attempts t
     where t.id = ${p.id} and t.number = ${p.attempt} and t.validation_token = ${p.token} and t.finished_at is null
       and (t.end_at is null or t.end_at + ${GRACE} >= ${p.now}::timestamptz) for key share`;

/**
 * Writes answers to questions of an attempt that still runs: whoever finishes it is waited for, and then nothing is written.
 * Given in the order of the questions, so that of two who answer the same ones neither waits for the other in a circle.
 */
const write = statement({
  name: 'answer_questions',
  takes: { ...RUNNING_TAKES, questionIds: array(int), given: array(json<Given>()) },
  gives: { id: int },
  sql: (p) => sql`with held as (${runningAttempt(p)})
   insert into quiz_answers (attempt_id, question_id, answer, updated_at)
   select held.id, unnest(${p.questionIds}::int[]), unnest(${p.given}::jsonb[]), ${p.now}::timestamptz from held
   on conflict (attempt_id, question_id) do update set answer = excluded.answer, updated_at = excluded.updated_at
   returning question_id as id`,
});

const RUNNING_ROW = {
  number: int,
  token: text,
  finishedAt: nullable(timestamptz),
};
const attempt = statement({
  name: 'attempt_to_answer',
  takes: { id: int },
  gives: RUNNING_ROW,
  sql: (p) => sql`select number, validation_token as token, finished_at as "finishedAt" from quiz_attempts where id = ${p.id}`,
});
const held = statement({
  name: 'hold_attempt_in_turn',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from quiz_attempts where id = ${p.id} for update`,
});
const answered = statement({
  name: 'questions_answered',
  takes: { id: int },
  gives: { ids: array(int) },
  sql: (p) => sql`select array(select question_id from quiz_answers where attempt_id = ${p.id}) as ids`,
});
const refused = (message: string, type = 'invalid') => invalidField('quiz_questions', type, message);

/** Of a question the last answer counts; one that is none of the attempt's, and what its type does not take, is refused (quizzes#60). */
function readAnswers(sent: SentAnswers['quiz_questions'], questions: readonly VersionQuestion[]): Map<VersionQuestion, Given> {
  const read = new Map<VersionQuestion, Given>();
  for (const { id, answer } of sent) {
    const question = questions.find((one) => one.id === id);
    if (!question) throw refused(`names a question that is not of this quiz: ${id}`);
    const given = readGiven(question, answer);
    if (given instanceof Refused) throw invalidField('answer', given.type, `of question ${id} ${given.message}`);
    read.set(question, given);
  }
  return read;
}

async function requireFiles(ctx: Ctx, userId: number, read: ReadonlyMap<VersionQuestion, Given>): Promise<void> {
  const ids = [...new Set([...read].flatMap(([question, given]) => filesIn(question, given)))];
  if (ids.length === 0) return;
  const found = await carryOwnFiles(ctx, userId, ids);
  if (found.length < ids.length) throw invalidField('answer', 'invalid', 'names a file that is not yours');
}

/** Why nothing was written into an attempt. */
export async function whyNothingWritten(db: Db, id: number, sent: SentToken): Promise<ApiError> {
  const [found] = await db.rows(attempt, { id });
  if (!found) return notFound();
  const why = unproven(found, sent);
  if (why) return why;
  return invalidField('attempt', 'invalid', found.finishedAt === null ? 'is over: its time is up' : 'is finished');
}

async function writeAnswers(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: number,
  sent: SentAnswers,
  answers: readonly Answer[],
): Promise<void> {
  const inOrder = answers.toSorted((one, other) => one.id - other.id);
  const written = await db.rows(write, {
    id,
    attempt: sent.attempt,
    token: sent.validation_token,
    now,
    questionIds: inOrder.map((one) => one.id),
    given: inOrder.map(({ answer }) => answer),
  });
  if (written.length === 0) throw await whyNothingWritten(db, id, sent);
}

/** The attempt is held: of two who answer the same question at once, where nobody goes back, the later goes back. */
async function writeInTurn(
  tx: TxCtx,
  id: number,
  { sent, answers }: { sent: SentAnswers; answers: readonly Answer[] },
  { questions, goesBack }: { questions: readonly VersionQuestion[]; goesBack: boolean },
): Promise<void> {
  void tx.db.rows(held, { id });
  const [before] = await tx.db.rows(answered, { id });
  await writeAnswers(tx, id, sent, answers);
  // All that were sent: a question that is named once more is gone back to.
  const ids = sent.quiz_questions.map((one) => one.id);
  const wrong = outOfTurn(questions, new Set(before?.ids), ids, goesBack);
  if (wrong === 'ahead') throw refused('must be answered in turn: there is no going ahead');
  if (wrong === 'back') throw refused('must be answered in turn: there is no going back');
}

/** Who writes in an attempt: its student, from where the quiz may be taken. */
export function requireTaker(ctx: Ctx, at: QuizSubmissionAccess): void {
  const { userId, quiz } = at.attempt;
  if (quiz.deleted) throw notFound();
  if (userId !== ctx.caller.userId || !at.writing.has('student')) throw unauthorized();
  if (!passesIpFilter(quiz.ipFilter, ctx.ip)) throw refusal('this address may not take the quiz', 403);
}

/** quizzes#57. One statement, whoever else answers: it touches neither the quiz nor the submission of its assignment. */
export async function answerQuestions(ctx: Ctx, at: QuizSubmissionAccess, sent: SentAnswers): Promise<GivenAnswers> {
  const { id, userId, quiz } = at.attempt;
  requireTaker(ctx, at);
  if (sent.quiz_questions.length === 0) throw refused('is required', 'blank');
  const questions = await questionsOf(ctx.db, at.attempt);
  const read = readAnswers(sent.quiz_questions, questions);
  await requireFiles(ctx, userId, read);
  const answers = [...read].map(([question, answer]) => ({ id: question.id, answer }));
  if (quiz.oneByOne) await ctx.tx((tx) => writeInTurn(tx, id, { sent, answers }, { questions, goesBack: quiz.goesBack }));
  else await writeAnswers(ctx, id, sent, answers);
  return {
    quiz_submission_questions: [...read].map(([question, given]) => ({ id: question.id, answer: shownGiven(question, given, ctx) })),
  };
}

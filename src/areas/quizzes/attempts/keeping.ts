import type { TxCtx } from '../../../access/context.ts';
import { type Database, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, int } from '../../../store/sql/types.ts';
import { systemContext } from '../../accounts/bootstrap.ts';
import { questionsOf } from '../quizzes/quizzes.ts';
import { isFinished } from '../relations.ts';
import { byQuestion, GIVEN, givenIn } from '../scoring/scoring.ts';
import { filesOf, type Holding, holdAttempts, keptIn, writeKept } from './holding.ts';

const takers = statement({
  name: 'students_with_results',
  takes: { quizId: int },
  gives: { userId: int },
  sql: (p) =>
    sql`select distinct t.user_id as "userId" from quiz_attempts t where t.quiz_id = ${p.quizId} and ${isFinished('t')} order by t.user_id`,
});
const finished = statement({
  name: 'finished_attempts_of_student',
  takes: { quizId: int, userId: int },
  gives: { number: int, version: int, drawn: array(int), answers: GIVEN },
  sql: (p) => sql`select t.number, t.version, t.drawn,
     ${givenIn(sql`t.id`)} as answers
   from quiz_attempts t where t.quiz_id = ${p.quizId} and t.user_id = ${p.userId} and ${isFinished('t')} order by t.number`,
});

/**
 * Who finished attempts before the quiz had its assignment has turned in nothing there yet. Each of them is turned in as it would have been,
 * had the assignment been there then; before another is, because they are numbered as they come (quizzes#79).
 */
export async function turnInFinished(tx: TxCtx, holding: Holding): Promise<void> {
  const { assignmentId, quizId, userId } = holding;
  if (assignmentId === null || holding.turnedIn || holding.attempts.every(({ finishedAt }) => finishedAt === null)) return;
  const asked = new Map((await tx.db.rows(finished, { quizId, userId })).map((attempt) => [attempt.number, attempt]));
  for (const { number, finishedAt: submittedAt } of holding.attempts) {
    const attempt = asked.get(number);
    if (!attempt || !submittedAt) continue;
    const questions = await questionsOf(tx.db, { quizId, ...attempt });
    const answers = byQuestion(attempt.answers);
    const work = { submittedAt, fileIds: filesOf(questions, answers) };
    const until = holding.attempts.filter((one) => one.number <= number);
    await writeKept(tx, holding, keptIn({ ...holding, attempts: until }), { work, graderId: null });
  }
}

async function keepScoreOf(tx: TxCtx, quizId: number, userId: number): Promise<void> {
  const holding = await holdAttempts(tx, quizId, userId, null);
  if (holding.turnedIn) await writeKept(tx, holding, keptIn(holding), { work: null, graderId: null });
  else await turnInFinished(tx, holding);
}

/** quizzes#79 */
export async function keepScoresOf(database: Database, quizId: number): Promise<void> {
  for (const { userId } of await database.rows(takers, { quizId }))
    await systemContext(database).tx((tx) => keepScoreOf(tx, quizId, userId));
}

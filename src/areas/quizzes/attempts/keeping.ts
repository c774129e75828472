import type { TxCtx } from '../../../access/context.ts';
import { type Database, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, type RowOf } from '../../../store/sql/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { systemContext } from '../../accounts/bootstrap.ts';
import { isTurnedIn } from '../../submissions/relations.ts';
import { questionsOf } from '../quizzes/quizzes.ts';
import { isFinished } from '../relations.ts';
import { filesOf, type Holding, holdAttempts, keptWith, writeKept } from './finishing.ts';

const FINISHED_ROW = { id: int, userId: int, number: int, version: int, drawn: array(int) };
type Finished = RowOf<typeof FINISHED_ROW>;
const finished = statement({
  name: 'finished_attempts_of_quiz',
  takes: { quizId: int },
  gives: FINISHED_ROW,
  sql: (p) => sql`select t.id, t.user_id as "userId", t.number, t.version, t.drawn from quiz_attempts t
   where t.quiz_id = ${p.quizId} and ${isFinished('t')} order by t.user_id, t.number`,
});
const turnedIn = statement({
  name: 'quiz_is_turned_in',
  takes: { assignmentId: int, userId: int },
  gives: { found: boolean },
  sql: (p) => sql`select exists (select 1 from submissions s
     where s.assignment_id = ${p.assignmentId} and s.user_id = ${p.userId} and ${isTurnedIn('s')}) as found`,
});

type Asked = Finished & { questions: readonly VersionQuestion[] };

/** Each attempt is turned in as it would have been, had the assignment been there when it was finished. */
async function turnInAll(tx: TxCtx, holding: Holding, attempts: readonly Asked[]): Promise<void> {
  for (const { id, number, questions } of attempts) {
    const { answers, ...held } = await holdAttempts(tx, holding.quizId, holding.userId, id);
    const until = held.attempts.filter((one) => one.number <= number);
    const submittedAt = until.at(-1)?.finishedAt ?? tx.now;
    const work = { submittedAt, fileIds: filesOf(questions, answers) };
    await writeKept(tx, holding, keptWith({ ...holding, attempts: until }, null, null), { work, graderId: null });
  }
}

/** Who took the quiz before it had its assignment has turned in nothing there yet. */
async function keepScoreOf(tx: TxCtx, quizId: number, userId: number, attempts: readonly Asked[]): Promise<void> {
  const holding = await holdAttempts(tx, quizId, userId, null);
  const { assignmentId } = holding;
  if (assignmentId === null) return;
  const [before] = await tx.db.rows(turnedIn, { assignmentId, userId });
  if (before?.found) await writeKept(tx, holding, keptWith(holding, null, null), { work: null, graderId: null });
  else await turnInAll(tx, holding, attempts);
}

/** quizzes#79 */
export async function keepScoresOf(database: Database, quizId: number): Promise<void> {
  const rows = await database.rows(finished, { quizId });
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId)) {
    const attempts = await Promise.all(own.map(async (row) => ({ ...row, questions: await questionsOf(database, { ...row, quizId }) })));
    await systemContext(database).tx((tx) => keepScoreOf(tx, quizId, userId, attempts));
  }
}

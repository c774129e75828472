import { z } from 'zod';
import { type Database, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, int, nullable, timestamptz } from '../../../store/sql/types.ts';
import { systemContext } from '../../accounts/bootstrap.ts';
import type { Job } from '../../area.ts';
import { CLOSE_ATTEMPTS, KEEP_SCORES } from '../job-names.ts';
import { finishAttempt } from './finishing.ts';
import { keepScoresOf } from './keeping.ts';
import { GRACE } from './rows.ts';

const BATCH = 500;

// By the database's clock, which told the worker that the time has come.
const over = statement({
  name: 'attempts_to_close',
  takes: { after: int },
  gives: { id: int, quizId: int, userId: int, version: int, drawn: array(int), now: timestamptz },
  sql: (p) => sql`select t.id, t.quiz_id as "quizId", t.user_id as "userId", t.version, t.drawn, now() as now from quiz_attempts t
   where t.finished_at is null and t.end_at < now() - ${GRACE} and t.id > ${p.after} order by t.id limit ${BATCH}`,
});
const next = statement({
  name: 'next_attempt_to_close',
  gives: { at: nullable(timestamptz) },
  sql: () =>
    sql`select min(t.end_at) + ${GRACE} as at from quiz_attempts t where t.finished_at is null and t.end_at < now() + interval '1 minute' - ${GRACE}`,
});

/** Each by itself, so that nobody who takes the quiz waits for the others. */
async function closeAll(database: Database): Promise<void> {
  for (let after = 0, read = BATCH; read === BATCH; ) {
    const attempts = await database.rows(over, { after });
    for (const attempt of attempts) await finishAttempt(systemContext(database), attempt, attempt.now, 'once over');
    read = attempts.length;
    after = attempts.at(-1)?.id ?? after;
  }
}

/**
 * Attempts whose time is up are finished with what is there (quizzes#67). The attempts themselves say when: whoever begins one enqueues
 * nothing, because a job that is added notifies, and whoever notifies commits one after the other. An attempt ends a minute of
 * grace after its time, and so the turn of every minute knows of each that ends before the next: for those it comes again on time.
 */
const closeAttempts: Job = {
  name: CLOSE_ATTEMPTS,
  schedule: '* * * * *',
  async run(database) {
    await closeAll(database);
    const [soon] = await database.rows(next, {});
    const runAt = soon?.at;
    if (runAt) await systemContext(database).tx((tx) => tx.enqueue(CLOSE_ATTEMPTS, {}, { key: CLOSE_ATTEMPTS, runAt }));
  },
};

const OfQuiz = z.object({ quizId: z.int() });

/** Another policy, or an assignment where there was none: what counts of everybody's attempts is written anew (quizzes#79). */
const keepScores: Job = {
  name: KEEP_SCORES,
  async run(database, payload) {
    await keepScoresOf(database, OfQuiz.parse(payload).quizId);
  },
};

export const quizJobs: readonly Job[] = [closeAttempts, keepScores];

import pino from 'pino';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { allJobs, startWorker } from '../../src/worker.ts';
import { jobMeans } from '../helpers/jobs.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

const MINUTE_MS = 60_000;
/** Shortly before a turn that the clock of PostgreSQL has seen already, so that what has it is due at once. */
const BEFORE_TURN = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 300;
const AT_TURN = BEFORE_TURN + 500;
const HOURS_AHEAD = BEFORE_TURN + 120 * MINUTE_MS;

/** What has its turn every minute. */
const often = allJobs()
  .filter(({ schedule }) => schedule === '* * * * *')
  .map(({ name }) => name);
/** Done without a turn, so that it shows that a worker works. */
const SHOWING = 'remove_expired_tokens';
const show = () => server.database.pool.query(`select graphile_worker.add_job('${SHOWING}', '{}')`);

beforeEach(async () => {
  // Of the worker alone, and it stands still: the clock of PostgreSQL is another one.
  vi.useFakeTimers({ toFake: ['Date'] });
  await server.database.pool.query('delete from graphile_worker._private_known_crontabs');
});
afterEach(() => void vi.useRealTimers());

/** Starts a worker, for which the turn comes once it has shown that it works. */
async function working(told: (line: string) => void) {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const names = new Set<string>();
  const watched = async ({ name }: { name: string }, work: () => Promise<string | void>) => {
    await work();
    if (name === SHOWING) vi.setSystemTime(AT_TURN);
    names.add(name);
    if (often.every((one) => names.has(one))) resolve();
  };
  const settings = { ...jobMeans(server), smtpUrl: null, workerConcurrency: 2, watched };
  const worker = await startWorker(server.database, settings, pino({ level: 'debug' }, { write: told }));
  return { done, stop: () => worker.stop() };
}

// conventions#110
test('what has its turn every minute has it where the clock of a worker before was ahead', async () => {
  await server.database.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select name, now(), now() + interval '4 years' from unnest($1::text[]) name`,
    [often],
  );
  vi.setSystemTime(BEFORE_TURN);
  const { done, stop } = await working(() => undefined);
  await show();
  await done;
  await stop();
});

// conventions#110
test('what has its turn every minute has it after the clock was set back', async () => {
  vi.setSystemTime(HOURS_AHEAD);
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const { done, stop } = await working((line) => {
    if (line.includes('too early')) resolve();
    if (line.includes('begins again')) void show();
  });
  await waits;
  vi.setSystemTime(BEFORE_TURN);
  await done;
  await stop();
});

import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobPace } from '../../src/job-pace.ts';
import { movePendingJobs, PendingJobs } from '../../src/pending-jobs.ts';
import { forJobs } from '../../src/store/bounds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { startWorker } from '../../src/worker.ts';
import { jobMeans } from '../helpers/jobs.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const LATE_MS = 20_000;

/** As a worker has it, with one connection, so that plans that it has kept are those that come next. */
let database: Database;
beforeEach(() => {
  const { bounds } = forJobs(1, 1);
  database = openDatabase(server.database.url, {
    connections: 1,
    bounds: { ...bounds, statementMs: 20_000 },
    onIdleError: () => undefined,
  });
});
afterEach(() => database.close());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(text, values)).rows;
const add = (task: string, jobs: number, keys: number) =>
  query(`insert into pending_jobs (task, payload, key) select $1, '{}', $1 || i % $2 from generate_series(1, $3::int) i`, [
    task,
    keys,
    jobs,
  ]);
const waiting = async (task: string) =>
  (await query('select count(*)::int as count from graphile_worker.jobs where task_identifier = $1', [task]))[0]?.['count'];

/** Plans are made while a job is in the queue, and another on its way there. */
async function quiet(): Promise<void> {
  await query('truncate pending_jobs, graphile_worker._private_jobs');
  await add('test_quiet', 1, 1);
  await movePendingJobs(database, []);
  await add('test_quiet', 1, 1);
  await query('analyze pending_jobs; analyze graphile_worker._private_jobs');
  await movePendingJobs(database, []);
}

// conventions#104
test('what comes at once after a quiet time is brought in though its plans were made for next to nothing', async () => {
  await quiet();
  await add('test_backlog', 5_000, 5_000);
  expect(await movePendingJobs(database, [])).toBe(5_000);
  // Each of these finds another of its key among those.
  await add('test_backlog', 5_000, 5_000);
  expect(await movePendingJobs(database, [])).toBe(5_000);
  expect(await waiting('test_backlog')).toBe(5_000);
});

const planOfNext = async () => (await query('explain execute next_of_queue(array[1, 2, 3])')).map((row) => row['QUERY PLAN']).join('\n');

test('the next job is looked up in an index once many wait, by whoever had planned to sort the few there were', async () => {
  await quiet();
  await query(
    `prepare next_of_queue as select id from graphile_worker._private_jobs where is_available and run_at <= now() and task_id = any($1::int[])
     order by priority, run_at limit 1`,
  );
  expect(await planOfNext()).toMatch('Sort');
  await add('test_planned', 1_000, 1_000);
  const bringing = new PendingJobs(server.database, [], new JobPace(1, 2), pino({ level: 'silent' }));
  await vi.waitUntil(async () => !(await planOfNext()).includes('Sort'), { timeout: 30_000, interval: 20 });
  await bringing.end();
  expect(await waiting('test_planned')).toBe(1_000);
});

// conventions#106
test.each([
  { atOnce: 2, processors: 2, took: 10, rest: 55 },
  { atOnce: 4, processors: 4, took: 10, rest: 27.5 },
  { atOnce: 2, processors: 1, took: 10, rest: 110 },
  { atOnce: 8, processors: 2, took: 10, rest: 55 },
  { atOnce: 2, processors: 2, took: 10_000, rest: 250 },
  { atOnce: 1, processors: 2, took: 10, rest: 0 },
  { atOnce: 4, processors: 8, took: 10, rest: 0 },
])('after $took ms of a job, $atOnce at once rest for $rest ms on $processors processors', ({ atOnce, processors, took, rest }) => {
  const pace = new JobPace(atOnce, processors);
  const now = 1_000_000;
  expect(pace.waitMs(now, now)).toBe(0);
  pace.ended(took, now);
  expect(pace.waitMs(now, now)).toBe(rest);
  expect(pace.waitMs(now, now + rest / 2)).toBe(rest / 2);
  expect(pace.waitMs(now, now + rest + 1)).toBe(0);
});

test('a job that is late waits for none, and none for longer than a quarter of a second, whatever was done before', () => {
  const pace = new JobPace(2, 2);
  const now = 1_000_000;
  for (let i = 0; i < 100; i++) pace.ended(1_000, now);
  expect(pace.waitMs(now, now)).toBe(250);
  expect(pace.waitMs(now - LATE_MS + 1, now)).toBe(250);
  expect(pace.waitMs(now - LATE_MS, now)).toBeNull();
});

/**
 * What a worker for one job at a time, on one processor, leaves between jobs that were due so many seconds ago, and what each took before; in milliseconds.
 * Where a minute ends meanwhile, its scheduled jobs follow them.
 */
async function gaps(secondsAgo: readonly number[]): Promise<{ gap: number; took: number }[]> {
  const jobs: { begun: number; ended: number }[] = [];
  for (const seconds of secondsAgo)
    await query(`select graphile_worker.add_job('remove_expired_tokens', run_at => now() - $1 * interval '1 second')`, [seconds]);
  const worker = await startWorker(
    server.database,
    {
      ...jobMeans(server),
      smtpUrl: null,
      workerConcurrency: 1,
      processors: 1,
      async watched(_run, work) {
        const begun = performance.now();
        // Long enough for a rest that nothing else comes to.
        await query('select count(*) from generate_series(1, 300000)');
        await work();
        jobs.push({ begun, ended: performance.now() });
      },
    },
    pino({ level: 'silent' }),
  );
  await vi.waitUntil(() => jobs.length >= secondsAgo.length, { timeout: 30_000, interval: 20 });
  await worker.stop();
  return jobs.slice(1).map(({ begun }, i) => ({ gap: begun - (jobs[i]?.ended ?? 0), took: (jobs[i]?.ended ?? 0) - (jobs[i]?.begun ?? 0) }));
}

test('a worker rests between its jobs where it could take every processor', async () => {
  const found = await gaps([0, 0, 0]);
  // A timer may end a millisecond early.
  for (const { gap, took } of found) expect(gap).toBeGreaterThan(Math.min(11 * took, 250) - 2);
});

test('jobs that are late do not rest, and leave no rest to one that is not', async () => {
  const waits = vi.spyOn(JobPace.prototype, 'waitMs');
  try {
    const late = [90, 60, 30, 0];
    await gaps(late);
    expect(waits.mock.results.slice(0, late.length).map(({ value }) => value)).toEqual([null, null, null, 0]);
  } finally {
    waits.mockRestore();
  }
});

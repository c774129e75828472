import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobPace } from '../../src/job-pace.ts';
import { DEFERRED_PRIORITY, movePendingJobs, PendingJobs } from '../../src/pending-jobs.ts';
import { forJobs } from '../../src/store/bounds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { startWorker } from '../../src/worker.ts';
import { jobMeans } from '../helpers/jobs.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const LATE_MS = { awaited: 20_000, deferrable: 60_000 };

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

const NOW = 1_000_000;
const LONG_AGO = 1_000_000_000;
const awaited = (lateMs: number) => ({ lateMs, kind: 'awaited' }) as const;

// conventions#106
test.each([
  { atOnce: 2, processors: 2, took: 10, rest: 50 },
  { atOnce: 4, processors: 4, took: 10, rest: 20 },
  { atOnce: 2, processors: 1, took: 10, rest: 110 },
  { atOnce: 8, processors: 2, took: 10, rest: 50 },
  { atOnce: 2, processors: 2, took: 10_000, rest: 250 },
  { atOnce: 1, processors: 2, took: 10, rest: 0 },
  { atOnce: 4, processors: 8, took: 10, rest: 0 },
])('after $took ms of a job, $atOnce at once rest for $rest ms on $processors processors', ({ atOnce, processors, took, rest }) => {
  const pace = new JobPace(atOnce, processors);
  const turn = pace.turn(awaited(0), NOW);
  expect(turn.waitMs).toBe(0);
  const end = NOW + took;
  turn.ended(took, end);
  expect(pace.restMs(end)).toBe(rest);
  expect(pace.restMs(end + rest / 2)).toBe(rest / 2);
  expect(pace.restMs(end + rest + 1)).toBe(0);
  expect(pace.turn(awaited(0), end).waitMs).toBe(rest);
});

test('a job leaves the one that is under way as long as the last one took, and what it takes in truth counts', () => {
  const pace = new JobPace(2, 2);
  const last = pace.turn(awaited(0), NOW);
  last.ended(10, NOW + 10);
  const one = pace.turn(awaited(0), NOW + 10);
  const other = pace.turn(awaited(0), NOW + 10);
  expect([one.waitMs, other.waitMs]).toEqual([50, 110]);
  // The other has begun meanwhile, and rests are counted one after the other.
  one.ended(30, NOW + 130);
  expect(pace.restMs(NOW + 130)).toBe(60 + 110 + 10 + 120 - 130);
  other.ended(2, NOW + 130);
  expect(pace.restMs(NOW + 130)).toBe(60 + 110 + 10 + 120 - 48 - 130);
});

test('no job leaves one that is under way longer than the longest rest, and other work counts from the end of a rest', () => {
  const long = new JobPace(2, 2);
  long.turn(awaited(0), NOW).ended(10_000, NOW + 10_000);
  const later = NOW + 20_000;
  expect([long.turn(awaited(0), later).waitMs, long.turn(awaited(0), later).waitMs]).toEqual([0, 250]);
  const pace = new JobPace(2, 2);
  pace.turn(awaited(0), NOW).ended(10, NOW + 10);
  pace.rest(5, NOW + 10);
  expect(pace.restMs(NOW + 10)).toBe(50 + 30);
});

/** Has a worker do jobs of 10 ms, one every half a second, from `from` to `until`; gives back when the last has ended. */
function keepBusy(pace: JobPace, from: number, until: number): number {
  let now = from;
  for (; now < until; now += 500) pace.turn(awaited(0), now).ended(10, now + 10);
  return now - 490;
}

test.each(['awaited', 'deferrable'] as const)('a job that has become late while others were done does not wait (%s)', (kind) => {
  const pace = new JobPace(2, 2);
  const late = NOW + LATE_MS[kind];
  // It was due long before, but there was no worker.
  const job = { lateMs: LONG_AGO, kind };
  keepBusy(pace, NOW, late);
  pace.rest(1_000_000, late - 1);
  expect(pace.turn(job, late - 1)).toMatchObject({ waitMs: 250, hurries: false });
  const hurrying = pace.turn(job, late);
  expect(hurrying).toMatchObject({ waitMs: 0, hurries: true });
  const rest = pace.restMs(late + 100);
  hurrying.ended(100, late + 100);
  expect(pace.restMs(late + 100)).toBe(rest);
  expect(pace.turn({ ...job, lateMs: LATE_MS[kind] - 1 }, late).hurries).toBe(false);
});

test('where no job was done for a second, none has become late by others', () => {
  const late = NOW + LATE_MS.awaited;
  const first = new JobPace(2, 2);
  expect(first.turn(awaited(LONG_AGO), keepBusy(first, NOW, late) + 999).hurries).toBe(true);
  const second = new JobPace(2, 2);
  expect(second.turn(awaited(LONG_AGO), keepBusy(second, NOW, late) + 1_000).hurries).toBe(false);
});

test.each([-3_600_000, 3_600_000])('what is told late by %d ms, because a clock was set, has nobody wait for long, nor hurry', (lateMs) => {
  const pace = new JobPace(2, 2);
  const job = awaited(lateMs);
  pace.turn(job, NOW).ended(10, NOW + 10);
  expect(pace.turn(job, NOW + 10)).toMatchObject({ waitMs: 50, hurries: false });
});

test('a long job that hurries is no pause', () => {
  const pace = new JobPace(2, 2);
  const begins = keepBusy(pace, NOW, NOW + LATE_MS.awaited) + 500;
  pace.turn(awaited(LONG_AGO), begins).ended(5_000, begins + 5_000);
  expect(pace.turn(awaited(LONG_AGO), begins + 5_001).hurries).toBe(true);
});

/**
 * For how long a worker that does one job at a time, on one processor, rests before each job but the first, and how long the job before it
 * took, in milliseconds. The jobs are such that nobody waits for, and were due so many seconds ago.
 */
async function gaps(secondsAgo: readonly number[]): Promise<{ gap: number; took: number }[]> {
  const jobs: { begun: number; ended: number }[] = [];
  for (const seconds of secondsAgo)
    await query(`select graphile_worker.add_job('remove_expired_tokens', run_at => now() - $1 * interval '1 second', priority => $2)`, [
      seconds,
      DEFERRED_PRIORITY,
    ]);
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
  try {
    // Where a minute ends meanwhile, its scheduled jobs come between them.
    await vi.waitUntil(async () => (await waiting('remove_expired_tokens')) === 0, { timeout: 30_000, interval: 20 });
  } finally {
    await worker.stop();
  }
  return jobs.slice(1).map(({ begun }, i) => ({ gap: begun - (jobs[i]?.ended ?? 0), took: (jobs[i]?.ended ?? 0) - (jobs[i]?.begun ?? 0) }));
}

test('a worker rests between its jobs where it could take every processor', async () => {
  const found = await gaps([0, 0, 0]);
  expect(found.length).toBeGreaterThanOrEqual(2);
  // A timer may end a millisecond early.
  for (const { gap, took } of found) expect(gap).toBeGreaterThan(Math.min(11 * took, 250) - 2);
});

test('a job is told from one that nobody waits for, and none hurries that is late because there was no worker', async () => {
  const turns = vi.spyOn(JobPace.prototype, 'turn');
  try {
    await query(`select graphile_worker.add_job('close_quiz_attempts', run_at => now() - interval '90 seconds')`);
    await gaps([90, 60]);
    const kinds = turns.mock.calls.map(([{ kind }]) => kind);
    expect(kinds.filter((kind) => kind === 'deferrable').length).toBeGreaterThanOrEqual(2);
    expect(kinds).toContain('awaited');
    for (const { value } of turns.mock.results) expect(value).toMatchObject({ hurries: false });
  } finally {
    turns.mockRestore();
  }
});

// conventions#106
test('how late a job is is told by the clock of the database, whatever that of the worker says', async () => {
  const turns = vi.spyOn(JobPace.prototype, 'turn');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  try {
    await gaps([0, 10]);
    const late = turns.mock.calls.map(([{ lateMs }]) => lateMs).sort((one, other) => one - other);
    expect(late.at(-1)).toBeGreaterThanOrEqual(10_000);
    expect(late.at(-1)).toBeLessThan(600_000);
  } finally {
    vi.useRealTimers();
    turns.mockRestore();
  }
});

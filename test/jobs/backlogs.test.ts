import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { movePendingJobs, PendingJobs } from '../../src/pending-jobs.ts';
import { forJobs } from '../../src/store/bounds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

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
  const bringing = new PendingJobs(server.database, [], pino({ level: 'silent' }));
  await vi.waitUntil(async () => !(await planOfNext()).includes('Sort'), { timeout: 30_000, interval: 20 });
  await bringing.end();
  expect(await waiting('test_planned')).toBe(1_000);
});

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { measuredFiles } from '../../src/metrics/files.ts';
import { measureJobs } from '../../src/metrics/jobs.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { movePendingJobs } from '../../src/pending-jobs.ts';
import { openDatabase } from '../../src/store/database.ts';
import { watching } from '../../src/watching.ts';
import { person, unique } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { shownIn, valueOf } from './shown.ts';

const server = useServer();
const shown = async () => (await server.raw().get('/metrics').expect(200)).text;

/** What changes of a counter while something is done. */
async function grows(name: string, labels: Record<string, string>, work: () => PromiseLike<unknown>): Promise<number> {
  const before = valueOf(await shown(), name, labels) ?? 0;
  await work();
  return (valueOf(await shown(), name, labels) ?? 0) - before;
}

// conventions#70
test('the connections of a process to the database, and how many wait for one', async () => {
  const { pool } = server.database;
  const most = pool.options.max;
  const held = await Promise.all(Array.from({ length: most }, () => pool.connect()));
  const waiting = pool.query('select 1');
  const seen = await shown();
  for (const connection of held) connection.release();
  await waiting;
  expect(valueOf(seen, 'lectern_database_connections_most', { use: 'requests' })).toBe(most);
  expect(valueOf(seen, 'lectern_database_connections', { use: 'requests', state: 'busy' })).toBe(most);
  expect(valueOf(seen, 'lectern_database_connections', { use: 'requests', state: 'idle' })).toBe(0);
  expect(valueOf(seen, 'lectern_database_waiting', { use: 'requests' })).toBeGreaterThanOrEqual(1);
  // What is read of the database itself would have waited for a connection.
  expect(shownIn(seen).get('lectern_mails_sending')).toEqual([]);
  expect(await grows('lectern_sql_statements_total', { use: 'requests' }, () => server.admin.get('/users/self'))).toBeGreaterThan(0);
});

// conventions#70
test('jobs of the queue by what they wait for, and for how long the oldest has been due', async () => {
  const add = (what: string) => server.database.pool.query(`select graphile_worker.add_job('count_me', '{}', ${what})`);
  await add(`run_at => now() - interval '50 seconds'`);
  await add(`run_at => now() - interval '20 seconds'`);
  await add(`run_at => now() + interval '1 hour'`);
  await server.database.pool.query(`insert into pending_jobs (task, payload) values ('count_me', '{}')`);
  const jobs = async (state: string) => valueOf(await shown(), 'lectern_jobs', { task: 'count_me', state });
  expect(await jobs('due')).toBe(3);
  expect(await jobs('later')).toBe(1);
  expect(valueOf(await shown(), 'lectern_jobs_due_seconds', { task: 'count_me' })).toBeGreaterThanOrEqual(50);

  const change = (what: string, which: string) =>
    server.database.pool.query(
      `update graphile_worker._private_jobs j set ${what} from graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'count_me' and ${which}`,
    );
  await change(`attempts = max_attempts, last_error = 'failed'`, `run_at < now() - interval '40 seconds'`);
  await change(
    `locked_at = now(), locked_by = 'somebody'`,
    `run_at between now() - interval '40 seconds' and now() - interval '10 seconds'`,
  );
  expect(await jobs('given_up')).toBe(1);
  expect(await jobs('running')).toBe(1);
  expect(await jobs('due')).toBe(1);
  expect(valueOf(await shown(), 'lectern_jobs_due_seconds', { task: 'count_me' })).toBeLessThan(10);
});

// conventions#70
test('a job whose worker is lost is not given up where a later one has its key', async () => {
  const task = unique('keyed');
  const add = async () => {
    await server.database.pool.query(`insert into pending_jobs (task, payload, key) values ($1, '{}', $1)`, [task]);
    await movePendingJobs(server.database, []);
  };
  const seen = async () => {
    const text = await shown();
    return Object.fromEntries(['due', 'running', 'given_up'].map((state) => [state, valueOf(text, 'lectern_jobs', { task, state })]));
  };
  await add();
  await server.database.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'lost' where key = $1`, [task]);
  expect(await seen()).toEqual({ due: 0, running: 1, given_up: 0 });
  await add();
  expect(await seen()).toEqual({ due: 1, running: 1, given_up: 0 });
  await server.database.pool.query(`select graphile_worker.force_unlock_workers('{lost}')`);
  expect(await seen()).toEqual({ due: 1, running: 0, given_up: 0 });
  // Or it fails itself.
  await server.database.pool.query(
    `update graphile_worker._private_jobs j set last_error = 'failed' from graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and key is null`,
    [task],
  );
  expect(await seen()).toEqual({ due: 1, running: 0, given_up: 0 });
  await server.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'failed' where key = $1`,
    [task],
  );
  expect(await seen()).toEqual({ due: 0, running: 0, given_up: 1 });
});

// conventions#70
test('jobs that were done, by what became of them, and those that were given up', async () => {
  const metrics = new Metrics();
  const { measured } = measureJobs(metrics);
  const fails = () => Promise.reject(new Error('no'));
  await measured({ name: 'tidy', attempts: 1, mostAttempts: 2 }, () => Promise.resolve());
  await measured({ name: 'tidy', attempts: 1, mostAttempts: 2 }, () => Promise.resolve('refused'));
  await expect(measured({ name: 'tidy', attempts: 1, mostAttempts: 2 }, fails)).rejects.toThrow('no');
  expect(shownIn(await metrics.written()).get('lectern_jobs_given_up_total')).toEqual([]);
  await expect(measured({ name: 'tidy', attempts: 2, mostAttempts: 2 }, fails)).rejects.toThrow('no');
  const seen = await metrics.written();
  const times = (outcome: string) => valueOf(seen, 'lectern_job_seconds_count', { task: 'tidy', outcome });
  expect([times('done'), times('refused'), times('failed')]).toEqual([1, 1, 2]);
  expect(valueOf(seen, 'lectern_jobs_given_up_total', { task: 'tidy' })).toBe(1);
});

// conventions#70
test('what the store of files did, and what it could not', async () => {
  const times = (operation: string, outcome: string, work: () => PromiseLike<unknown>) =>
    grows('lectern_file_seconds_count', { operation, outcome }, work);
  const { files } = server.services;
  expect(await times('write', 'done', () => files.write('a-key', Readable.from(['some text'])))).toBe(1);
  expect(await times('read', 'done', async () => expect(await text(await files.read('a-key'))).toBe('some text'))).toBe(1);
  expect(await times('remove', 'done', () => files.remove('a-key'))).toBe(1);
  expect(await times('read', 'failed', () => expect(files.read('a-key')).rejects.toThrow(/./))).toBe(1);
});

// conventions#70
test('how often the access of a request was kept', async () => {
  const { client } = await person(server);
  const asked = () => client.get('/users/self').expect(200);
  // Whatever was notified before has been heard of by then.
  expect(await grows('lectern_access_total', { from: 'loaded' }, () => server.statements(asked))).toBe(1);
  expect(await grows('lectern_access_total', { from: 'kept' }, () => server.statements(asked, 'kept'))).toBe(1);
});

// conventions#70
test('a database that is away takes away what is read of it, and leaves the rest', async () => {
  const away = openDatabase('postgresql://127.0.0.1:1/none', { connections: 1, onIdleError: () => undefined });
  const seen = await watching([{ use: 'jobs', database: away }]).written();
  await away.close();
  expect(shownIn(seen).get('lectern_mails_sending')).toEqual([]);
  expect(shownIn(seen).get('lectern_jobs')).toEqual([]);
  expect(valueOf(seen, 'lectern_database_connections_most', { use: 'jobs' })).toBe(1);
});

// conventions#70
test('a store of files is the one that it measures', async () => {
  const kept: string[] = [];
  const store = measuredFiles(new Metrics(), {
    write: async (key) => void kept.push(key),
    read: async (key, range) => Readable.from([`${key} ${range?.start}`]),
    size: async (key) => (kept.includes(key) ? 1 : undefined),
    remove: async (key) => void kept.splice(kept.indexOf(key), 1),
  });
  await store.write('a', Readable.from([]));
  expect(kept).toEqual(['a']);
  expect(await text(await store.read('b', { start: 3, end: 4 }))).toBe('b 3');
  await store.remove('a');
  expect(kept).toEqual([]);
});

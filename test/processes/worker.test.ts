import pino from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WORKER } from '../../src/lifeline.ts';
import { movePendingJobs } from '../../src/pending-jobs.ts';
import { startWorker } from '../../src/worker.ts';
import { bodies, classroom, inbox, sendOne } from '../areas/conversations/mailbox.ts';
import { jobMeans } from '../helpers/jobs.ts';
import type { Person } from '../helpers/school.ts';
import { SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, LIMIT_MS, lectern, POLLING, type Started } from '../helpers/started.ts';

const server = useServer();
endsAll();
const JOB = 'send_conversation_batch';

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query(text, values)).rows;

const running = new Set<Started>();

/** A process that does jobs. */
async function startProcess(): Promise<Started> {
  const env = { DATABASE_URL: server.database.url, SECRET_KEY, DATA_DIR: await directory(), LOG_LEVEL: 'silent' };
  const worker = lectern(['work'], env);
  running.add(worker);
  return worker;
}

async function end(worker: Started, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  running.delete(worker);
  worker.child.kill(signal);
  await worker.exit;
}

afterEach(async () => {
  for (const worker of [...running]) await end(worker, 'SIGKILL');
  await vi.waitUntil(async () => (await living()).length === 0, POLLING);
}, LIMIT_MS);

/** The connections by which living workers are known, once none is just beginning: one of each of their queues. */
const living = (): Promise<{ pid: number }[]> =>
  query(
    `select pid from pg_locks where locktype = 'advisory' and classid = ${WORKER} and granted
       and database = (select oid from pg_database where datname = current_database())
       and pid not in (select pid from pg_stat_activity where xact_start is not null) order by pid`,
  );
const QUEUES = 2;
const alive = (workers: number) => vi.waitUntil(async () => (await living()).length === workers * QUEUES, POLLING);

interface JobRow {
  worker: string | null;
  attempts: number;
}
const theJob = async (): Promise<JobRow | undefined> =>
  (await query<JobRow>('select locked_by as worker, attempts from graphile_worker.jobs where task_identifier = $1', [JOB]))[0];
const attempted = (times: number) =>
  vi.waitUntil(async () => {
    const job = await theJob();
    return job !== undefined && job.attempts === times && job.worker !== null ? job : undefined;
  }, POLLING);
const waiting = () =>
  vi.waitUntil(
    async () => (await query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length > 0,
    POLLING,
  );

/** A message to many whose job cannot go on before `release`. */
async function heldUp(): Promise<{ students: readonly Person[]; release(): Promise<void> }> {
  const { teacher, students } = await classroom(server, 3);
  const blocked = await sendOne(teacher, [students[0].id], 'before');
  const holder = await server.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from conversations where id = $1 for update', [blocked.id]);
  const sent = { recipients: students.map((one) => one.id), body: 'to each', mode: 'async' };
  await teacher.client.post('/conversations', sent).expect(202);
  return {
    students,
    async release() {
      await holder.query('rollback');
      holder.release();
    },
  };
}

async function doneOnce(students: readonly Person[]): Promise<void> {
  await vi.waitUntil(async () => (await theJob()) === undefined, POLLING);
  for (const student of students) {
    const [found] = await inbox(student);
    expect((await bodies(student, found?.id ?? 0)).filter((body) => body === 'to each')).toEqual(['to each']);
  }
}

// conventions#84
describe('the job of a worker that was killed', () => {
  test('is done by the next that starts', { timeout: LIMIT_MS }, async () => {
    const { students, release } = await heldUp();
    const killed = await startProcess();
    const first = await attempted(1);
    await waiting();
    await end(killed, 'SIGKILL');
    expect(await theJob()).toEqual(first);
    const next = await startProcess();
    const second = await attempted(2);
    expect(second.worker).not.toBe(first.worker);
    await release();
    await doneOnce(students);
    await end(next, 'SIGTERM');
  });

  test('is left to it as long as it lives, and then done by one that runs beside it', { timeout: LIMIT_MS }, async () => {
    const { students, release } = await heldUp();
    const killed = await startProcess();
    const first = await attempted(1);
    const beside = await startProcess();
    await alive(2);
    expect(await theJob()).toEqual(first);
    await end(killed, 'SIGKILL');
    const second = await attempted(2);
    expect(second.worker).not.toBe(first.worker);
    await release();
    await doneOnce(students);
    await end(beside, 'SIGTERM');
  });
});

describe('a worker', () => {
  const start = () => startWorker(server.database, { ...jobMeans(server), smtpUrl: null, workerConcurrency: 1 }, pino({ level: 'silent' }));

  test('is known to live again after its connection was lost', { timeout: LIMIT_MS }, async () => {
    const worker = await start();
    await alive(1);
    const [before] = await living();
    await query('select pg_terminate_backend($1)', [before?.pid]);
    await vi.waitUntil(async () => (await living()).every((now) => now.pid !== before?.pid), POLLING);
    await alive(1);
    await worker.stop();
    await alive(0);
  });

  test.each([
    ['a lost one has left', `locked_by = 'lost', locked_at = now(), attempts = 1`, null],
    ['has failed', `locked_by = 'another', locked_at = now(), attempts = 1`, `locked_by = null, locked_at = null, last_error = 'failed'`],
  ])('removes what %s, and a later job of its key does', { timeout: LIMIT_MS }, async (_what, begun, ended) => {
    const add = async () => {
      await query(`insert into pending_jobs (task, payload, key, run_at) values ($1, '{}', 'of both', now() + interval '1 day')`, [JOB]);
      await movePendingJobs(server.database, []);
    };
    const left = async () =>
      (await query<{ key: string | null }>('select key from graphile_worker.jobs where task_identifier = $1', [JOB])).map(({ key }) => key);
    await add();
    await query(`update graphile_worker._private_jobs set ${begun} where key = 'of both'`);
    await add();
    if (ended) await query(`update graphile_worker._private_jobs set ${ended} where key is null and locked_by = 'another'`);
    expect(await left()).toEqual(expect.arrayContaining([null, 'of both']));
    const worker = await start();
    await worker.stop();
    expect(await left()).toEqual(['of both']);
    await query(`select graphile_worker.remove_job('of both')`);
  });

  test('that ends gives its connections back', { timeout: LIMIT_MS }, async () => {
    const worker = await start();
    await alive(1);
    await worker.stop();
    const { pool } = server.database;
    // The server may be writing down visits just now.
    await vi.waitUntil(() => pool.totalCount === pool.idleCount, POLLING);
  });
});

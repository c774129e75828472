import { EventEmitter } from 'node:events';
import { Logger, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import { vi } from 'vitest';
import type { Services } from '../../src/access/context.ts';
import type { JobMeans } from '../../src/areas/area.ts';
import { MailConnections } from '../../src/areas/mail/connections.ts';
import { movePendingJobs } from '../../src/pending-jobs.ts';
import type { Database } from '../../src/store/database.ts';
import { allJobs, taskList, type Watched } from '../../src/worker.ts';
import type { TestServer } from './server.ts';

type JobSettings = Omit<JobMeans, keyof Services>;

export const JOB_SETTINGS: JobSettings = {
  webUrl: 'https://lectern.example',
  mailServer: null,
  mailFrom: 'The School <school@school.example>',
  pageViewsDays: 365,
  log: { warn: () => undefined },
};

/** What jobs of this server work with. */
export const jobMeans = (server: Pick<TestServer, 'services'>): JobMeans => ({ ...JOB_SETTINGS, ...server.services });

/** Adds a job to the queue itself, past the transactions that add them: once more, for nobody, or with what an earlier release has told. */
export async function addJob({ pool }: Pick<Database, 'pool'>, name: string, payload: object = {}): Promise<void> {
  await pool.query('select graphile_worker.add_job($1, $2::json)', [name, JSON.stringify(payload)]);
}

/** Does all jobs that are due, with the real worker; those that fail wait for their next turn. */
export async function work(
  server: Pick<TestServer, 'database' | 'services'>,
  { smtpUrl = null, watched, ...settings }: Partial<JobSettings> & { smtpUrl?: string | null; watched?: Watched } = {},
): Promise<void> {
  const mailServer = smtpUrl === null ? null : new MailConnections(smtpUrl);
  try {
    await workThrough(server, taskList(server.database, { ...jobMeans(server), ...settings, mailServer }, allJobs(), watched));
  } finally {
    mailServer?.end();
  }
}

/** The same for the jobs whose names begin so, and no others: `tell_of_` fills streams, and leaves messages on their way. */
export async function workOn(server: Pick<TestServer, 'database' | 'services'>, beginning: string): Promise<void> {
  const tasks = Object.entries(taskList(server.database, jobMeans(server)));
  await workThrough(server, Object.fromEntries(tasks.filter(([name]) => name.startsWith(beginning))));
}

/** Whatever jobs add is done too. */
async function workThrough(server: Pick<TestServer, 'database'>, tasks: TaskList): Promise<void> {
  do {
    await movePendingJobs(server.database, allJobs());
    await workOnce(server, tasks);
  } while ((await movePendingJobs(server.database, allJobs())) > 0);
}

async function workOnce({ database: { pool } }: Pick<TestServer, 'database'>, tasks: TaskList): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  const begun: string[] = [];
  events.on('job:start', ({ job }) => void begun.push(job.id));
  await runOnce({
    pgPool: pool,
    events,
    taskList: tasks,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  // The worker ends before the database has heard what became of its jobs.
  const settled = async () =>
    (await pool.query('select 1 from graphile_worker.jobs where id = any($1::bigint[]) and locked_at is not null', [begun])).rowCount === 0;
  await vi.waitUntil(settled, { timeout: 30_000, interval: 5 });
}

/** Does the jobs of this name whose time has yet to come too, and whatever they lead to. */
export async function workAhead(server: Pick<TestServer, 'database' | 'services'>, name: string): Promise<void> {
  await movePendingJobs(server.database, allJobs());
  await server.database.pool.query(
    `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1`,
    [name],
  );
  await work(server);
}

/** The jobs of this name or key that wait, those on their way to the queue too. */
export async function queued({ database }: Pick<TestServer, 'database'>, nameOrKey: string): Promise<{ runAt: Date }[]> {
  await movePendingJobs(database, allJobs());
  const { rows } = await database.pool.query<{ runAt: Date }>(
    'select run_at as "runAt" from graphile_worker.jobs where task_identifier = $1 or key = $1',
    [nameOrKey],
  );
  return rows;
}

/** Loses all jobs, as a worker does that is killed. */
export async function forgetJobs({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await movePendingJobs(database, allJobs());
  await database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
}

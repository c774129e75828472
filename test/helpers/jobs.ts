import { EventEmitter } from 'node:events';
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker';
import { vi } from 'vitest';
import type { JobSettings } from '../../src/areas/area.ts';
import { taskList } from '../../src/worker.ts';
import type { TestServer } from './server.ts';

export const JOB_SETTINGS: JobSettings = { smtpUrl: null, mailFrom: 'The School <school@school.example>', pageViewsDays: 365 };

/** Does all jobs that are due, with the real worker; those that fail wait for their next turn. */
export async function work(server: Pick<TestServer, 'database'>, settings: Partial<JobSettings> = {}): Promise<void> {
  const { pool } = server.database;
  const events: WorkerEvents = new EventEmitter();
  const begun: string[] = [];
  events.on('job:start', ({ job }) => void begun.push(job.id));
  await runOnce({
    pgPool: pool,
    events,
    taskList: taskList(server.database, { ...JOB_SETTINGS, ...settings }),
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  // The worker ends before the database has heard what became of its jobs.
  const settled = async () =>
    (await pool.query('select 1 from graphile_worker.jobs where id = any($1::bigint[]) and locked_at is not null', [begun])).rowCount === 0;
  await vi.waitUntil(settled, { timeout: 30_000, interval: 5 });
}

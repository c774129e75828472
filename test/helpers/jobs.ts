import { EventEmitter } from 'node:events';
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker';
import { vi } from 'vitest';
import { taskList } from '../../src/worker.ts';
import type { TestServer } from './server.ts';

/** Does all jobs that are due, with the real worker; those that fail wait for their next turn. */
export async function work(server: Pick<TestServer, 'database'>): Promise<void> {
  const { pool } = server.database;
  const events: WorkerEvents = new EventEmitter();
  const begun: string[] = [];
  events.on('job:start', ({ job }) => void begun.push(job.id));
  await runOnce({
    pgPool: pool,
    events,
    taskList: taskList(server.database),
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  // The worker ends before the database has heard what became of its jobs.
  const settled = async () =>
    (await pool.query('select 1 from graphile_worker.jobs where id = any($1::bigint[]) and locked_at is not null', [begun])).rowCount === 0;
  await vi.waitUntil(settled, { timeout: 30_000, interval: 5 });
}

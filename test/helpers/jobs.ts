import { Logger, runOnce } from 'graphile-worker';
import type { JobSettings } from '../../src/areas/area.ts';
import { taskList } from '../../src/worker.ts';
import type { TestServer } from './server.ts';

export const JOB_SETTINGS: JobSettings = { smtpUrl: null, mailFrom: 'The School <school@school.example>', pageViewsDays: 365 };

/** Does all jobs that are due, with the real worker; those that fail wait for their next turn. */
export async function work(server: Pick<TestServer, 'database'>, settings: Partial<JobSettings> = {}): Promise<void> {
  await runOnce({
    pgPool: server.database.pool,
    taskList: taskList(server.database, { ...JOB_SETTINGS, ...settings }),
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}

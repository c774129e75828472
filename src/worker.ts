import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { Job, JobMeans } from './areas/area.ts';
import { areas } from './areas/index.ts';
import type { Database } from './store/database.ts';

export const allJobs = (): Job[] => areas.flatMap((area) => area.jobs ?? []);

export function taskList(database: Database, means: JobMeans): TaskList {
  return Object.fromEntries(allJobs().map((job) => [job.name, (payload: unknown) => job.run(database, payload, means)]));
}

/** Starts competing for jobs. `stop()` waits for those under way. */
export async function startWorker(
  database: Database,
  means: JobMeans & { workerConcurrency: number },
  logger: FastifyBaseLogger,
): Promise<Runner> {
  const scheduled = allJobs().filter((job) => job.schedule !== undefined);
  return run({
    pgPool: database.pool,
    taskList: taskList(database, means),
    concurrency: means.workerConcurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    parsedCronItems: parseCronItems(scheduled.map((job) => ({ task: job.name, match: job.schedule ?? '', identifier: job.name }))),
    logger: new Logger(() => (level, message) => {
      if (level === 'error') logger.error(message);
      else if (level === 'warning') logger.warn(message);
      else logger.debug(message);
    }),
  });
}

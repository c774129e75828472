import type { FastifyBaseLogger } from 'fastify';
import { parseCronItems, type TaskList } from 'graphile-worker';
import type { Job, JobMeans } from './areas/area.ts';
import { areas } from './areas/index.ts';
import { withoutValues } from './log.ts';
import { PendingJobs } from './pending-jobs.ts';
import { Queue } from './queue.ts';
import type { Database } from './store/database.ts';

export const allJobs = (): Job[] => areas.flatMap((area) => area.jobs ?? []);

/** The queue logs why a job failed, and keeps it. */
const told = (running: Promise<void>): Promise<void> => running.catch((error: unknown) => Promise.reject(withoutValues(error)));

export function taskList(database: Database, means: JobMeans): TaskList {
  return Object.fromEntries(allJobs().map((job) => [job.name, (payload: unknown) => told(job.run(database, payload, means))]));
}

type Settings = JobMeans & { workerConcurrency: number };

/** Starts competing for jobs, and takes over those of workers that are lost. `stop()` waits for those under way. */
export async function startWorker(database: Database, means: Settings, logger: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const scheduled = allJobs().filter((job) => job.schedule !== undefined);
  const schedules = parseCronItems(scheduled.map((job) => ({ task: job.name, match: job.schedule ?? '', identifier: job.name })));
  const queue = await Queue.start(database, { tasks: taskList(database, means), atOnce: means.workerConcurrency, schedules }, logger);
  const pending = new PendingJobs(database, logger);
  return {
    async stop() {
      await pending.end();
      await queue.stop();
    },
  };
}

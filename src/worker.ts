import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Job, JobMeans } from './areas/area.ts';
import { areas } from './areas/index.ts';
import { Lifeline } from './lifeline.ts';
import { withoutValues } from './log.ts';
import { PendingJobs } from './pending-jobs.ts';
import type { Database } from './store/database.ts';

export const allJobs = (): Job[] => areas.flatMap((area) => area.jobs ?? []);

/** The queue logs why a job failed, and keeps it. */
const told = (running: Promise<void>): Promise<void> => running.catch((error: unknown) => Promise.reject(withoutValues(error)));

export function taskList(database: Database, means: JobMeans): TaskList {
  return Object.fromEntries(allJobs().map((job) => [job.name, (payload: unknown) => told(job.run(database, payload, means))]));
}

type Settings = JobMeans & { workerConcurrency: number };

/** The queue's own worker, and the name that the queue knows it by. */
async function runQueue(database: Database, means: Settings, logger: FastifyBaseLogger): Promise<{ runner: Runner; name: string }> {
  const scheduled = allJobs().filter((job) => job.schedule !== undefined);
  const events: WorkerEvents = new EventEmitter();
  const names: string[] = [];
  events.on('pool:create', ({ workerPool }) => void names.push(workerPool.id));
  const runner = await run({
    pgPool: database.pool,
    events,
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
  const [name] = names;
  if (name === undefined) throw new Error('the queue began a worker without a name');
  return { runner, name };
}

/** Starts competing for jobs, and takes over those of workers that are lost. `stop()` waits for those under way. */
export async function startWorker(database: Database, means: Settings, logger: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const lifeline = new Lifeline(database, logger);
  const { runner } = await lifeline.hold(() => runQueue(database, means, logger));
  const pending = new PendingJobs(database, logger);
  return {
    async stop() {
      await pending.end();
      await runner.stop();
      await lifeline.end();
    },
  };
}

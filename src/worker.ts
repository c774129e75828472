import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { parseCronItems, type Task, type TaskList } from 'graphile-worker';
import type { Job, JobMeans } from './areas/area.ts';
import { areas } from './areas/index.ts';
import { MailConnections } from './areas/mail/connections.ts';
import type { Config } from './config.ts';
import { JobPace } from './job-pace.ts';
import { DAY_MS, HOUR_MS } from './kernel/dates.ts';
import { withoutValues } from './log.ts';
import type { Run } from './metrics/jobs.ts';
import { DEFERRED_PRIORITY, PendingJobs } from './pending-jobs.ts';
import { Queue, type Work } from './queue.ts';
import type { Database } from './store/database.ts';

export const allJobs = (): Job[] => areas.flatMap((area) => area.jobs ?? []);

/** Takes values out of the error of a job, because the queue logs and keeps it. */
const told = <T>(running: Promise<T>): Promise<T> => running.catch((error: unknown) => Promise.reject(withoutValues(error)));

/** Runs a job under the eyes of metrics and traces, and gives back its outcome. */
export type Watched = (run: Run, work: () => Promise<string | void>) => Promise<string | void>;

const unwatched: Watched = (_run, work) => work();

export function taskList(database: Database, services: JobMeans, jobs = allJobs(), watched = unwatched): TaskList {
  const task =
    (job: Job): Task =>
    async (payload, { job: { attempts, max_attempts: mostAttempts } }) => {
      await watched({ name: job.name, attempts, mostAttempts }, () => told(job.run(database, payload, services)));
    };
  return Object.fromEntries(jobs.map((job) => [job.name, task(job)]));
}

/** The same tasks, each of which first waits for as long as `pace` says. */
function paced(tasks: TaskList, pace: JobPace): TaskList {
  const inTurn =
    (task: Task): Task =>
    async (payload, helpers) => {
      const { run_at: due, locked_at: taken, priority } = helpers.job;
      const kind = priority === DEFERRED_PRIORITY ? 'deferrable' : 'awaited';
      // Both by the clock of the database: that of this machine may be another one.
      const turn = pace.turn({ lateMs: (taken?.getTime() ?? Date.now()) - due.getTime(), kind }, performance.now());
      if (turn.waitMs > 0) await pause(turn.waitMs);
      const begun = performance.now();
      try {
        return await task(payload, helpers);
      } finally {
        const now = performance.now();
        turn.ended(now - begun, now);
      }
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, task && inTurn(task)]));
}

type Workers = Pick<Config, 'workerConcurrency'> & { watched?: Watched; processors?: number };
type Settings = Omit<JobMeans, 'mailServer' | 'log'> & Pick<Config, 'smtpUrl'> & Workers;

/** How far apart the turns of a job lie; 0 where the next one comes within minutes. */
function turnsApart(schedule: string): number {
  const [minute = '', hour, , , weekday] = schedule.split(' ');
  if (minute.startsWith('*')) return 0;
  if (hour === '*') return HOUR_MS;
  return weekday === '*' ? DAY_MS : 7 * DAY_MS;
}

/** How many mails are sent at once: mail servers accept few connections of one client, and may take long for each mail. */
export const MAILS_AT_ONCE = 4;

/**
 * The queues of a worker. Jobs that wait for a mail server have one of their own, because a slow mail server may occupy each slot for
 * minutes. Priorities would not help, because a job that has begun keeps its slot.
 */
function queues(
  database: Database,
  services: JobMeans,
  { workerConcurrency, watched }: Pick<Required<Workers>, 'workerConcurrency' | 'watched'>,
  pace: JobPace,
): Work[] {
  const [mailing, others] = [allJobs().filter((job) => job.slots === 'mail'), allJobs().filter((job) => job.slots === undefined)];
  const scheduled = others.filter((job) => job.schedule !== undefined);
  const schedules = parseCronItems(
    scheduled.map(({ name, schedule = '', deferrable }) => ({
      task: name,
      match: schedule,
      identifier: name,
      // The last turn is made up for where there was no worker at that minute: the next one may be a week away.
      options: { backfillPeriod: turnsApart(schedule), ...(deferrable ? { priority: DEFERRED_PRIORITY } : {}) },
    })),
  );
  return [
    { tasks: paced(taskList(database, services, others, watched), pace), atOnce: workerConcurrency, schedules },
    { tasks: taskList(database, services, mailing, watched), atOnce: MAILS_AT_ONCE, schedules: [] },
  ];
}

/** Starts doing jobs, also those of lost workers. `stop()` waits for the jobs under way. */
export async function startWorker(
  database: Database,
  { smtpUrl, workerConcurrency, watched = unwatched, processors = availableParallelism(), ...services }: Settings,
  logger: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const mailServer = smtpUrl === null ? null : new MailConnections(smtpUrl);
  const pace = new JobPace(workerConcurrency, processors);
  const running: Queue[] = [];
  const stop = async () => {
    await Promise.all(running.map((queue) => queue.stop()));
    mailServer?.end();
  };
  try {
    for (const work of queues(database, { ...services, mailServer, log: logger }, { workerConcurrency, watched }, pace))
      running.push(await Queue.start(database, work, logger));
  } catch (error) {
    await stop();
    throw error;
  }
  const pending = new PendingJobs(database, allJobs(), pace, logger);
  return {
    async stop() {
      await pending.end();
      await stop();
    },
  };
}

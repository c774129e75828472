import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, type ParsedCronItem, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { Lifeline } from './lifeline.ts';
import type { Database } from './store/database.ts';

const POLL_EVERY_MS = 2_000;
/** Where nothing notifies the queue of what is added. */
const POLL_UNTOLD_EVERY_MS = 500;
/** Before a queue that has ended begins again: twice as long each time, so that a database that is away is not pressed. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A queue that lived so long has overcome what ended the one before it. */
const STEADY_MS = 60_000;
/** A turn that is still so far ahead when it was to come: the clock was set back meanwhile. */
const SET_BACK_MS = 60_000;
/** How long what became of the last jobs may take to be written, once nothing else is done any more. */
const SETTLED_WITHIN_MS = 1_000;

/** What a queue does: the jobs of these names, so many at once, and those that are due by the clock. */
export interface Work {
  tasks: TaskList;
  atOnce: number;
  schedules: ParsedCronItem[];
}

/** A queue that has begun. */
interface Begun {
  /** The name under which PostgreSQL keeps the jobs that it has begun. */
  name: string;
  /** Resolves once it does nothing any more, however that came about. */
  over: Promise<void>;
  end(): void;
}

interface Living extends Begun {
  lifeline: Lifeline;
}

/**
 * The jobs of some names, done for as long as the process lives.
 *
 * graphile-worker 0.18.0 does not survive that the database is away when a job ends. Its `dist/worker.js` awaits neither
 * `completeJob` (line 283) nor `failJob` (line 262): what these reject with is nobody's, and ends the process. With
 * `completeJobBatchDelay` and `failJobBatchDelay` set, `batch` of its `dist/main.js` catches the failure, but ends the pool for it
 * without trying again (`break` in the loop over `retryOptions.maxAttempts`), and then no job is done any more. A pool that ends so may
 * never say that it has (`pool:release`, `runner.promise`): `allgood` counts `pending` down once more for each job that is completed after
 * the failure, so that it passes by the zero that `release` waits for. So it is the end of the slots that is watched here, and another
 * queue begins under another name. The jobs that were kept for the old one are free as soon as its lifeline has ended.
 *
 * Nor does it survive that its first look for jobs fails: it asks then which tasks there are, and keeps the failure as the answer
 * (`getTaskDetails` of its `dist/taskIdentifiers.js`), so that every later look fails alike. Such a queue is ended, too.
 */
export class Queue {
  readonly #database: Database;
  readonly #work: Work;
  readonly #logger: FastifyBaseLogger;
  readonly #stopping = new AbortController();
  #living: Living | undefined;
  #kept: Promise<void> = Promise.resolve();

  private constructor(database: Database, work: Work, logger: FastifyBaseLogger) {
    this.#database = database;
    this.#work = work;
    this.#logger = logger;
  }

  /** Fails where the first queue cannot begin: that is for whoever starts the process to mend. */
  static async start(database: Database, work: Work, logger: FastifyBaseLogger): Promise<Queue> {
    const queue = new Queue(database, work, logger);
    queue.#kept = queue.#keep(await queue.#begin());
    return queue;
  }

  /** Waits for the jobs that are under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#living?.end();
    await this.#kept;
  }

  async #keep(first: Living): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    for (let living: Living | undefined = first; living; living = await this.#another(wait)) {
      const began = performance.now();
      this.#living = living;
      if (this.#stopping.signal.aborted) living.end();
      await living.over;
      await living.lifeline.end();
      if (this.#stopping.signal.aborted) return;
      this.#logger.warn({ queue: living.name }, 'the queue has ended, and begins again');
      wait = performance.now() - began > STEADY_MS ? FIRST_PAUSE_MS : longer(wait);
    }
  }

  /** The next queue, once one can begin; undefined where the process stops before. */
  async #another(first: number): Promise<Living | undefined> {
    for (let wait = first; ; wait = longer(wait)) {
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return undefined;
      try {
        return await this.#begin();
      } catch (error) {
        this.#logger.warn({ err: error }, 'the queue could not begin again');
      }
    }
  }

  async #begin(): Promise<Living> {
    const lifeline = new Lifeline(this.#database, this.#logger);
    const begun: Begun[] = [];
    try {
      const living = await lifeline.hold(async () => {
        const queue = await beginQueue(this.#database, this.#work, this.#logger);
        begun.push(queue);
        return queue;
      });
      return { ...living, lifeline };
    } catch (error) {
      // The lifeline may have broken after its queue had begun.
      for (const queue of begun) {
        queue.end();
        await queue.over;
      }
      throw error;
    }
  }
}

/**
 * graphile-worker keeps when each job last had its turn, and gives it none before that time has come again: where a clock was ahead, by
 * hours or years, for all that time. What it keeps is by the clock of a worker, as these turns are.
 */
const FORGET_TURNS_AHEAD = `update graphile_worker._private_known_crontabs set last_execution = $1::timestamptz
  where last_execution > $1::timestamptz + interval '1 minute'`;

const longer = (wait: number): number => Math.min(wait * 2, LONGEST_PAUSE_MS);

async function beginQueue(database: Database, { tasks, atOnce, schedules }: Work, logger: FastifyBaseLogger): Promise<Begun> {
  const events: WorkerEvents = new EventEmitter();
  const names: string[] = [];
  events.on('pool:create', ({ workerPool }) => void names.push(workerPool.id));
  const over = allSlotsEnded(events);
  const useless = [failureOfFirstLook(events)];
  if (schedules.length > 0) {
    useless.push(clockSetBack(events));
    await database.pool.query(FORGET_TURNS_AHEAD, [new Date()]);
  }
  const runner = await run({
    pgPool: asking(database),
    noPreparedStatements: !database.hasSessions(),
    events,
    taskList: tasks,
    concurrency: atOnce,
    noHandleSignals: true,
    pollInterval: database.hearsChanges() ? POLL_EVERY_MS : POLL_UNTOLD_EVERY_MS,
    parsedCronItems: schedules,
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') logger.error(message);
      else if (level === 'warning') logger.warn(message);
      else logger.debug(message);
    }),
  });
  const [name] = names;
  if (name === undefined) throw new Error('the queue began without a name');
  const end = () => askToEnd(runner, logger);
  void Promise.race(useless).then(end);
  return { name, over, end };
}

/** Resolves where no slot has looked for jobs before one fails to. */
function failureOfFirstLook(events: WorkerEvents): Promise<void> {
  const looked = new Promise<void>((resolve) => {
    for (const found of ['worker:getJob:empty', 'job:start'] as const) events.once(found, () => resolve());
  });
  return new Promise((resolve) => {
    const fail = () => resolve();
    events.once('worker:getJob:error', fail);
    void looked.then(() => events.off('worker:getJob:error', fail));
  });
}

/** Resolves where the clock by which jobs have their turns is set back: the next turn would come when it shows the old time again. */
function clockSetBack(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
      if (expectedTimestamp - currentTimestamp > SET_BACK_MS) resolve();
    });
  });
}

/** Resolves once all slots have ended. They are made one after the other, before the first of them can end, so that none is missed. */
async function allSlotsEnded(events: WorkerEvents): Promise<void> {
  let slots = 0;
  events.on('worker:create', () => void slots++);
  const released = new Promise<void>((resolve) => events.once('pool:release', () => resolve()));
  await new Promise<void>((resolve) => {
    events.on('worker:stop', () => {
      if (--slots === 0) resolve();
    });
  });
  await Promise.race([released, pause(SETTLED_WITHIN_MS, undefined, { ref: false })]);
}

/** Its end is not waited for: it may never come, and is refused where the queue is ending by itself. */
function askToEnd(runner: Runner, logger: FastifyBaseLogger): void {
  runner.stop().catch((error: unknown) => logger.debug({ err: error }, 'the queue was ending already'));
}

type Listener = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/** graphile-worker gives the connection that it listens with back twice where it is lost while the queue ends (`release` of its `dist/main.js`). */
const givenBackOnce =
  (listener: Listener): Listener =>
  (error, client, release) => {
    let isHeld = true;
    listener(error, client, (reason) => {
      if (isHeld) release(reason);
      isHeld = false;
    });
  };

/**
 * The pool as the queue asks it for connections. Where PostgreSQL is just starting (57P03) or the network fails, graphile-worker goes on
 * asking for itself (`withRetries` of its `dist/lib.js`), at last every two minutes; meanwhile its slots neither look for jobs nor
 * end. Without the code it takes such a failure for any other, and looks for jobs again after `pollInterval`. It asks for the connection that it
 * listens with by a callback, and for no other: where it would hear nothing, and a session of somebody else's would, it is given none.
 */
function asking(database: Database): pg.Pool {
  const { pool } = database;
  const listen = (listener: Listener) => database.hasSessions() && pool.connect(givenBackOnce(listener));
  const connect = (listener?: Listener) =>
    listener
      ? listen(listener)
      : pool.connect().catch((error: unknown) => {
          throw new Error(error instanceof Error ? error.message : String(error), { cause: error });
        });
  return new Proxy(pool, { get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)) });
}

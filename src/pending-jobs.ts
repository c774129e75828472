import type { FastifyBaseLogger } from 'fastify';
import { type Database, statement } from './store/database.ts';
import { ONE_BY_ONE } from './store/plan.ts';
import { KEYED } from './store/sql/jobs.ts';
import { sql } from './store/sql/sql.ts';
import { array, int, nullable, text } from './store/sql/types.ts';

const LOOK_EVERY_MS = 100;
const TRY_AGAIN_MS = 1_000;
const AT_ONCE = 1_000;

/** The queue does what is due by it, then by time; the least comes first, and 0 is that of all other jobs. */
export const DEFERRED_PRIORITY = 10;

/** The kind of an advisory lock: who moves jobs is waited for, because of one key the later must not come into the queue first. */
const MOVING = 1_836_021_353;
const alone = statement({
  name: 'move_alone',
  gives: { held: nullable(text) },
  sql: () => sql`select pg_advisory_xact_lock(${MOVING}, 0)::text as held`,
});

// A job of the queue that is just being begun or ended is not waited for: who ends several at once may wait for another one that is
// held here. What has its key stays for the next time. Of those that have one key only what the last comes to is added: adding one by one
// is what the queue does slowest, and where many write in one place each of them adds one.
const move = statement({
  name: 'move_pending_jobs',
  takes: { deferrable: array(text) },
  gives: { moved: int },
  sql: (p) => sql`with oldest as materialized (select id, key from pending_jobs order by id limit ${AT_ONCE}),
     held as materialized (select j.key from graphile_worker._private_jobs j where j.key in (select key from oldest) for update skip locked),
     taken as (delete from pending_jobs where id in (select o.id from oldest o where not exists (select 1 from graphile_worker._private_jobs j
         where j.key = o.key and j.key not in (select key from held)))
       returning *, case when task = any(${p.deferrable}::text[]) then ${DEFERRED_PRIORITY} else 0 end as priority),
     last as (select distinct on (key, keeps_time) id, task, payload::json, key, priority, keeps_time,
         case when keeps_time then first_value(run_at) over (partition by key, keeps_time order by id) else run_at end as run_at
       from taken where key is not null order by key, keeps_time, id desc),
     others as (select count(graphile_worker.add_job(k.task, payload => k.payload, job_key => k.key, run_at => k.run_at, priority => k.priority,
         flags => array[${KEYED}], job_key_mode => case when k.keeps_time then 'preserve_run_at' else 'replace' end)) as added
       from (select * from last order by id ${ONE_BY_ONE}) k),
     alone as (select count(*) as added from (select array_agg((task, payload::json, null, run_at, null, null, priority, null)::graphile_worker.job_spec
         order by id) as specs from taken where key is null) t cross join lateral graphile_worker.add_jobs(t.specs) where t.specs is not null)
   select (select count(*) from taken)::int as moved from others, alone`,
});

/**
 * Puts the oldest of the jobs that transactions have added into the queue, in their order; how many these were. `deferrable`: names of
 * jobs that others pass.
 */
export const movePendingJobs = (database: Database, deferrable: readonly string[]): Promise<number> =>
  database.transaction(async (db) => {
    await db.rows(alone, {});
    const [row] = await db.rows(move, { deferrable });
    return row?.moved ?? 0;
  });

/**
 * Brings jobs into the queue of a worker. The queue's own way to add one takes several statements and notifies, and PostgreSQL
 * lets transactions that notify commit only one after the other: so a transaction adds a row, and a worker, which looks for such
 * rows all the time, moves many at once.
 */
export class PendingJobs {
  readonly #database: Database;
  readonly #deferrable: readonly string[];
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(database: Database, deferrable: readonly string[], logger: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#deferrable = deferrable;
    this.#logger = logger;
    this.#later(0);
  }

  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  #later(ms: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#move();
    }, ms);
  }

  async #move(): Promise<void> {
    try {
      this.#later((await movePendingJobs(this.#database, this.#deferrable)) < AT_ONCE ? LOOK_EVERY_MS : 0);
    } catch (error) {
      this.#logger.warn({ err: error }, 'jobs could not be brought into the queue');
      this.#later(TRY_AGAIN_MS);
    }
  }
}

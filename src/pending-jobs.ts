import type { FastifyBaseLogger } from 'fastify';
import type { Job } from './areas/area.ts';
import type { JobPace } from './job-pace.ts';
import { type Database, statement } from './store/database.ts';
import { BY_INDEX, ONE_BY_ONE } from './store/plan.ts';
import { KEYED } from './store/sql/jobs.ts';
import { sql } from './store/sql/sql.ts';
import { array, int, nullable, text } from './store/sql/types.ts';

const LOOK_EVERY_MS = 100;
const TRY_AGAIN_MS = 1_000;
/** How many jobs are moved at once. The more, the less there is to do, because several with one key become one. */
const AT_ONCE = 5_000;
/** After how many moved jobs plans are made anew, for the size that the queue has then. */
const PLANNED_AFTER = 1_000;

/** The priority of deferrable jobs; others have 0. The queue does due jobs by priority, the least first, and then by time. */
export const DEFERRED_PRIORITY = 10;

/** The advisory lock of whoever moves jobs. Only one does at a time, because of two jobs with one key the later must come last. */
export const MOVING = 1_836_021_353;
const alone = statement({
  name: 'move_alone',
  gives: { held: nullable(text), reads: text },
  sql: () => sql`select pg_advisory_xact_lock(${MOVING}, 0)::text as held, ${BY_INDEX} as reads`,
});

/**
 * The jobs `taken` that have a key, one for each key: what would be left if they were added one after the other. That is the last of them,
 * at the time of the last one that does not keep the time of an earlier. Where many people write in one place, each adds such a job.
 */
const LAST_OF_KEY = sql`select max(id) as id, (array_agg(task order by id desc))[1] as task, (array_agg(payload order by id desc))[1]::json as payload, key,
       (array_agg(priority order by id desc))[1] as priority, bool_and(keeps_time) as keeps_time,
       case when bool_and(keeps_time) then (array_agg(run_at order by id))[1]
         else (array_agg(run_at order by id desc) filter (where not keeps_time))[1] end as run_at
     from taken where key is not null group by key`;

/** At most so many jobs are joined to one, and only those that were added within so many milliseconds, because they tell of that time. */
const MOST_JOINED = 100;
const JOINED_WITHIN_MS = 1_000;

/** The jobs `taken` without a key whose payload has a list. Those that are alike but for the list can be joined. */
const LISTED = sql`select t.id, t.task, t.run_at, t.priority, t.payload, kind.list, t.payload - kind.list - 'happenedAt' as likeness,
       div((t.payload ->> 'happenedAt')::numeric, ${JOINED_WITHIN_MS}) as time
     from taken t join kinds kind on kind.name = t.task and kind.list is not null where t.key is null`;
const JOINED = sql`select min(id) as id, task, run_at, priority, (array_agg(payload order by id desc))[1]
       || jsonb_build_object(list, jsonb_path_query_array(jsonb_agg(payload -> list order by id), '$[*][*]')) as payload
     from (select *, (row_number() over (partition by task, run_at, likeness, time order by id) - 1) / ${MOST_JOINED} as part
       from (${LISTED}) listed) parted
     group by task, run_at, priority, list, likeness, time, part`;
const BY_THEMSELVES = sql`select t.id, t.task, t.run_at, t.priority, t.payload from taken t
     where t.key is null and not exists (select 1 from kinds kind where kind.name = t.task and kind.list is not null)`;

// A job of the queue that is just being begun or ended is not waited for: a worker that ends several jobs at once may itself wait for one
// that is locked here. Jobs with the key of such a job stay for the next round.
const move = statement({
  name: 'move_pending_jobs',
  takes: { names: array(text), priorities: array(int), lists: array(text) },
  gives: { moved: int },
  sql: (p) => sql`with kinds as materialized (select name, priority, nullif(list, '') as list
       from unnest(${p.names}::text[], ${p.priorities}::int[], ${p.lists}::text[]) k(name, priority, list)),
     oldest as materialized (select id, key from pending_jobs order by id limit ${AT_ONCE}),
     keys as materialized (select distinct key from oldest where key is not null),
     held as materialized (select j.key from keys k cross join lateral
       (select key from graphile_worker._private_jobs where key = k.key for update skip locked) j),
     queued as materialized (select j.key from keys k cross join lateral
       (select key from graphile_worker._private_jobs where key = k.key ${ONE_BY_ONE}) j),
     gone as (delete from pending_jobs where id <= (select max(id) from oldest)
       and (key is null or key in (select key from held) or key not in (select key from queued)) returning *),
     taken as materialized (select gone.*, coalesce((select kind.priority from kinds kind where kind.name = gone.task), 0) as priority from gone),
     with_key as (select count(*) as added from (select keeps_time, array_agg((task, payload, null, run_at, null, key, priority,
         array[${KEYED}])::graphile_worker.job_spec order by id) as specs from (${LAST_OF_KEY}) last group by keeps_time) j
       cross join lateral graphile_worker.add_jobs(j.specs, j.keeps_time)),
     others as (select count(*) as added from (select array_agg((task, payload::json, null, run_at, null, null, priority, null)::graphile_worker.job_spec
         order by id) as specs from (${JOINED} union all ${BY_THEMSELVES}) job) j cross join lateral graphile_worker.add_jobs(j.specs)
       where j.specs is not null)
   select (select count(*) from taken)::int as moved from with_key, others`,
});

/**
 * Has the statements of the queue planned anew. A connection keeps its plans (`PLAN_CACHE_MODE`). The one that finds the next job is made
 * while the queue is almost empty, and then sorts all waiting jobs for each job that it finds.
 */
const PLAN_ANEW = 'analyze (skip_locked) graphile_worker._private_jobs';

/** What has to be known of a kind of jobs to bring them into the queue. */
type JobKind = Pick<Job, 'name' | 'deferrable' | 'list'>;

/** Moves the oldest jobs that transactions have added into the queue, in their order; gives back how many it has moved. */
export const movePendingJobs = (database: Database, kinds: readonly JobKind[]): Promise<number> =>
  database.transaction(async (db) => {
    await db.rows(alone, {});
    const [row] = await db.rows(move, {
      names: kinds.map((kind) => kind.name),
      priorities: kinds.map((kind) => (kind.deferrable ? DEFERRED_PRIORITY : 0)),
      lists: kinds.map((kind) => kind.list ?? ''),
    });
    return row?.moved ?? 0;
  });

/**
 * Brings jobs into the queue. The queue's own way to add a job takes several statements and a notification, and PostgreSQL lets
 * transactions that notify commit only one after the other. So a transaction only adds a row, and a worker, which looks for such rows all
 * the time, moves many at once.
 */
export class PendingJobs {
  readonly #database: Database;
  readonly #kinds: readonly JobKind[];
  readonly #pace: JobPace;
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>;
  #ended = false;
  #sincePlanned = 0;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(database: Database, kinds: readonly JobKind[], pace: JobPace, logger: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#kinds = kinds;
    this.#pace = pace;
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
      const begun = performance.now();
      const moved = await movePendingJobs(this.#database, this.#kinds);
      const isFull = moved === AT_ONCE;
      const now = performance.now();
      if (isFull) this.#pace.rest(now - begun, now);
      this.#sincePlanned += moved;
      if (this.#sincePlanned >= PLANNED_AFTER) {
        this.#sincePlanned = 0;
        await this.#database.pool.query(PLAN_ANEW);
      }
      this.#later(isFull ? this.#pace.restMs(performance.now()) : LOOK_EVERY_MS);
    } catch (error) {
      this.#logger.warn({ err: error }, 'jobs could not be brought into the queue');
      this.#later(TRY_AGAIN_MS);
    }
  }
}

import { type Db, statement } from '../store/database.ts';
import { IS_FOLLOWED } from '../store/sql/jobs.ts';
import { sql } from '../store/sql/sql.ts';
import { float, int, text } from '../store/sql/types.ts';
import type { Metrics, Sample } from './metrics.ts';

// Jobs that transactions have added, and that no worker has moved into the queue yet, are due as well. A job that a later one has replaced
// does not count as given up: it is removed when lost workers are looked for the next time.
const waiting = statement({
  name: 'jobs_waiting',
  gives: { task: text, due: int, later: int, running: int, givenUp: int, dueSeconds: float },
  sql: () => sql`with every as (
      select task_identifier as task, run_at, locked_at is not null as running, attempts >= max_attempts as given_up from graphile_worker.jobs
        where not (${IS_FOLLOWED})
      union all select task, coalesce(run_at, now()), false, false from pending_jobs)
  select task,
    count(*) filter (where not running and not given_up and run_at <= now())::int as due,
    count(*) filter (where not running and not given_up and run_at > now())::int as later,
    count(*) filter (where running)::int as running,
    count(*) filter (where not running and given_up)::int as "givenUp",
    coalesce(extract(epoch from now() - min(run_at) filter (where not running and not given_up and run_at <= now())), 0)::float8 as "dueSeconds"
  from every group by task`,
});

/** Measures what the queue holds, which is the same in every process. It is read once for all numbers of a scrape. */
export function measureQueue(metrics: Metrics, db: () => Db | undefined): void {
  let reading: Promise<Awaited<ReturnType<typeof read>>> | undefined;
  const read = async () => (await db()?.rows(waiting, {})) ?? [];
  const once = () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  metrics.gauge(
    'lectern_jobs',
    'Jobs of the queue: due, later, running, or given_up after they failed as often as they may',
    async () =>
      (await once()).flatMap(({ task, due, later, running, givenUp }): Sample<'task' | 'state'>[] =>
        Object.entries({ due, later, running, given_up: givenUp }).map(([state, value]) => ({ of: { task, state }, value })),
      ),
    ['task', 'state'],
  );
  metrics.gauge(
    'lectern_jobs_due_seconds',
    'For how long the oldest job has been due that no worker has begun',
    async () => (await once()).map(({ task, dueSeconds }) => ({ of: { task }, value: dueSeconds })),
    ['task'],
  );
}

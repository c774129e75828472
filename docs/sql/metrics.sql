-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- jobs_waiting (src/metrics/queue.ts)
-- gives task text, due int4, later int4, running int4, givenUp int4, dueSeconds float8
with every as (
  select task_identifier as task, run_at, locked_at is not null as running, attempts >= max_attempts as given_up from graphile_worker.jobs
  where not (key is null and locked_at is null and attempts >= max_attempts
  and (last_error is null or coalesce(jsonb_exists(flags, 'keyed'), false)))
  union all select task, coalesce(run_at, now()), false, false from pending_jobs)
  select task,
  count(*) filter (where not running and not given_up and run_at <= now())::int as due,
  count(*) filter (where not running and not given_up and run_at > now())::int as later,
  count(*) filter (where running)::int as running,
  count(*) filter (where not running and given_up)::int as "givenUp",
  coalesce(extract(epoch from now() - min(run_at) filter (where not running and not given_up and run_at <= now())), 0)::float8 as "dueSeconds"
  from every group by task;

-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- move_alone (src/pending-jobs.ts)
-- gives held text?, reads text
select pg_advisory_xact_lock(1836021353, 0)::text as held, set_config('enable_seqscan', 'off', true) as reads;

-- move_pending_jobs (src/pending-jobs.ts)
-- takes $1 names text[], $2 priorities int4[], $3 lists text[]
-- gives moved int4
with kinds as materialized (select name, priority, nullif(list, '') as list
  from unnest($1::text[], $2::int[], $3::text[]) k(name, priority, list)),
  oldest as materialized (select id, key from pending_jobs order by id limit 5000),
  keys as materialized (select distinct key from oldest where key is not null),
  held as materialized (select j.key from keys k cross join lateral
  (select key from graphile_worker._private_jobs where key = k.key for update skip locked) j),
  queued as materialized (select j.key from keys k cross join lateral
  (select key from graphile_worker._private_jobs where key = k.key offset 0) j),
  gone as (delete from pending_jobs where id <= (select max(id) from oldest)
  and (key is null or key in (select key from held) or key not in (select key from queued)) returning *),
  taken as materialized (select gone.*, coalesce((select kind.priority from kinds kind where kind.name = gone.task), 0) as priority from gone),
  with_key as (select count(*) as added from (select keeps_time, array_agg((task, payload, null, run_at, null, key, priority,
  array['keyed'])::graphile_worker.job_spec order by id) as specs from (select max(id) as id, (array_agg(task order by id desc))[1] as task, (array_agg(payload order by id desc))[1]::json as payload, key,
  (array_agg(priority order by id desc))[1] as priority, bool_and(keeps_time) as keeps_time,
  case when bool_and(keeps_time) then (array_agg(run_at order by id))[1]
  else (array_agg(run_at order by id desc) filter (where not keeps_time))[1] end as run_at
  from taken where key is not null group by key) last group by keeps_time) j
  cross join lateral graphile_worker.add_jobs(j.specs, j.keeps_time)),
  others as (select count(*) as added from (select array_agg((task, payload::json, null, run_at, null, null, priority, null)::graphile_worker.job_spec
  order by id) as specs from (select min(id) as id, task, run_at, priority, (array_agg(payload order by id desc))[1]
  || jsonb_build_object(list, jsonb_path_query_array(jsonb_agg(payload -> list order by id), '$[*][*]')) as payload
  from (select *, (row_number() over (partition by task, run_at, likeness, time order by id) - 1) / 100 as part
  from (select t.id, t.task, t.run_at, t.priority, t.payload, kind.list, t.payload - kind.list - 'happenedAt' as likeness,
  div((t.payload ->> 'happenedAt')::numeric, 1000) as time
  from taken t join kinds kind on kind.name = t.task and kind.list is not null where t.key is null) listed) parted
  group by task, run_at, priority, list, likeness, time, part union all select t.id, t.task, t.run_at, t.priority, t.payload from taken t
  where t.key is null and not exists (select 1 from kinds kind where kind.name = t.task and kind.list is not null)) job) j cross join lateral graphile_worker.add_jobs(j.specs)
  where j.specs is not null)
  select (select count(*) from taken)::int as moved from with_key, others;

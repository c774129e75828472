-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- progress_held (src/areas/progress/progress.ts)
-- takes $1 id int4
-- gives userId int4, work jsonb
select user_id as "userId", work from progresses p where id = $1 and p.state in ('queued', 'running') for update;

-- resume_progresses (src/areas/progress/progress.ts)
with stale as (
  update progresses set updated_at = now() where id in (select p.id from progresses p
  where p.state in ('queued', 'running') and p.updated_at < now() - least(greatest(p.updated_at - p.created_at, interval '1 minute'), interval '10 minutes') order by p.updated_at, p.id limit 100 for update skip locked)
  returning id, job)
  insert into pending_jobs (task, payload) select job, jsonb_build_object('progressId', id) from stale;

-- progresses_remove (src/areas/progress/removal.ts)
-- takes $1 after int4, $2 before timestamptz
-- gives last int4?, someOld bool?
with these as materialized (select r.id, r.created_at < $2 as old from progresses r where r.id > $1 order by r.id limit 1000),
  gone as (delete from progresses x using these t where x.id = t.id and t.old and x.state in ('completed', 'failed') and x.updated_at < $2 returning x.*)
  select max(id) as last, bool_or(old) as "someOld" from these;

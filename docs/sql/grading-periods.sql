-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- work_in_closed_periods (src/areas/grading-periods/closed-work.ts)
-- takes $1 courseId int4, $2 assignmentIds int4[], $3 now timestamptz
-- gives isAny bool, work text[]
with periods as materialized (select * from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.close_date < $3),
  a as materialized (select a.id, a.course_id, a.due_at, a.group_category_id from assignments a
  where exists (select 1 from periods) and a.id = any($2::int[]) and not a.deleted)
  select exists (select 1 from periods) as "isAny", array(
  select concat_ws(' ', a.id, gp.id) from a join periods gp on coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> a.due_at, gp.is_last)
  union
  select concat_ws(' ', a.id, gp.id, e.user_id) from a join enrollments e on e.course_id = a.course_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')
  cross join lateral (select case
  when true
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = e.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = e.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = e.user_id and ot.override_id = o.id))))
  else a.due_at end as due_at) d join periods gp on coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> d.due_at, gp.is_last)
  where exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)) as work;

-- grading_periods_of_account_first_11 (src/areas/grading-periods/periods.ts)
-- takes $1 accountId int4
-- gives id int4, title text, startDate timestamptz, endDate timestamptz, closeDate timestamptz, weight float8?, setId int4?, isLast bool
select gp.id, gp.title, gp.start_date as "startDate", gp.end_date as "endDate", gp.close_date as "closeDate",
  gp.weight, gp.set_id as "setId", not exists (select 1 from grading_periods later
  where later.set_id = gp.set_id and not later.deleted and later.end_date > gp.end_date) as "isLast" from grading_periods gp join grading_period_sets gs on gs.id = gp.set_id
  where gs.account_id = $1 and not gs.deleted and not gp.deleted order by gp.start_date, gp.id limit 11;

-- grading_periods_of_course (src/areas/grading-periods/periods.ts)
-- takes $1 courseId int4
-- gives id int4, title text, startDate timestamptz, endDate timestamptz, closeDate timestamptz, weight float8?, setId int4?, isLast bool
select gp.id, gp.title, gp.start_date as "startDate", gp.end_date as "endDate", gp.close_date as "closeDate",
  gp.weight, gp.set_id as "setId", gp.is_last as "isLast" from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp order by gp.start_date, gp.id;

-- grading_periods_of_course_by_page_first_11 (src/areas/grading-periods/periods.ts)
-- takes $1 courseId int4
-- gives id int4, title text, startDate timestamptz, endDate timestamptz, closeDate timestamptz, weight float8?, setId int4?, isLast bool
select gp.id, gp.title, gp.start_date as "startDate", gp.end_date as "endDate", gp.close_date as "closeDate",
  gp.weight, gp.set_id as "setId", gp.is_last as "isLast" from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp order by gp.start_date, gp.id limit 11;

-- grading_periods_of_sets (src/areas/grading-periods/periods.ts)
-- takes $1 ids int4[]
-- gives id int4, title text, startDate timestamptz, endDate timestamptz, closeDate timestamptz, weight float8?, setId int4?, isLast bool
select gp.id, gp.title, gp.start_date as "startDate", gp.end_date as "endDate", gp.close_date as "closeDate",
  gp.weight, gp.set_id as "setId", not exists (select 1 from grading_periods later
  where later.set_id = gp.set_id and not later.deleted and later.end_date > gp.end_date) as "isLast" from grading_periods gp
  where gp.set_id = any($1::int[]) and not gp.deleted order by gp.start_date, gp.id;

-- hold_course_of_grading_periods (src/areas/grading-periods/periods.ts)
-- takes $1 id int4
-- gives id int4
select id from courses where id = $1 for no key update;

-- hold_grading_period_set (src/areas/grading-periods/periods.ts)
-- takes $1 id int4
-- gives id int4, accountId int4
select id, account_id as "accountId" from grading_period_sets where id = $1 and not deleted for no key update;

-- rewrite_grading_periods (src/areas/grading-periods/periods.ts)
-- takes $1 periods jsonb, $2 now timestamptz
update grading_periods gp set title = n.title, start_date = n."startDate", end_date = n."endDate", close_date = n."closeDate",
  weight = n.weight, updated_at = $2
  from json_to_recordset($1::json) as n(id int, title text, "startDate" timestamptz, "endDate" timestamptz, "closeDate" timestamptz, weight float8)
  where gp.id = n.id;

-- grading_period_sets_of_account_first_11 (src/areas/grading-periods/sets.ts)
-- takes $1 accountId int4
-- gives id int4, accountId int4, title text, weighted bool, displayTotals bool, createdAt timestamptz, termIds int4[]
select gs.id, gs.account_id as "accountId", gs.title, gs.weighted,
  gs.display_totals_for_all_grading_periods as "displayTotals", gs.created_at as "createdAt",
  array(select t.id from enrollment_terms t where t.grading_period_set_id = gs.id order by t.id) as "termIds"
  from grading_period_sets gs where gs.account_id = $1 and not gs.deleted order by gs.id desc limit 11;

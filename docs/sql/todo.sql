-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- todo_assignment (src/areas/todo/ignoring.ts)
-- takes $1 assignmentId int4
-- gives courseId int4, published bool
select course_id as "courseId", published from assignments where id = $1 and not deleted;

-- todo_ignore (src/areas/todo/ignoring.ts)
-- takes $1 callerId int4, $2 assignmentId int4, $3 kind todo_kind, $4 now timestamptz, $5 permanent bool
insert into ignored_todos as i (user_id, assignment_id, kind, ignored_at, permanent) values ($1, $2, $3, $4, $5)
  on conflict (user_id, assignment_id, kind) do update
  set ignored_at = greatest(i.ignored_at, excluded.ignored_at), permanent = i.permanent or excluded.permanent;

-- todo_counts (src/areas/todo/todo.ts)
-- takes $1 callerId int4, $2 from timestamptz, $3 to timestamptz, $4 ownIds int4[], $5 ownStaff bool[], $6 ownGrades bool[], $7 ownStudies bool[], $8 ownDrafts bool[], $9 ownGraded text[], $10 ownOversees text[], $11 ownStudents text[], $12 ownSections text[], $13 ownGroups text[], $14 attendedSections int4[], $15 attendedGroups int4[], $16 attendedPeople int4[], $17 now timestamptz, $18 held int4[]
-- gives needsGrading int4, toSubmit int4
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($4::int[], $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups))
  select (select count(*) from (with mine as materialized (select * from own where own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id
  where mine.grades and not a.deleted and (a.published or not mine.drafts) and exists (select 1 from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (mine.graded::int[] is null or e.course_section_id = any(mine.graded::int[])) offset 0))
  and not coalesce((select i.permanent or (i.ignored_at >= a.updated_at and not exists (select 1 from submissions n where n.assignment_id = a.id and n.submitted_at > i.ignored_at
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = n.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (mine.graded::int[] is null or e.course_section_id = any(mine.graded::int[])) offset 0)))
  from ignored_todos i where i.user_id = $1 and i.assignment_id = a.id and i.kind = 'grading'), false))
  select a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from a join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or exists (select 1 from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[])) and s.id = o.course_section_id))
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and (mine.oversees::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = m.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = t.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates) found join assignments a on a.id = found.id
  join submissions t on t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (found.graded::int[] is null or e.course_section_id = any(found.graded::int[])) offset 0))::int as "needsGrading",
  (select count(*) from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $2::timestamptz and $3::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $2::timestamptz and $3::timestamptz and (o.course_section_id = any($14::int[]) or o.group_id = any($15::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($16::int[]))))) candidate
  order by due_at asc, id asc offset 0) found
  cross join lateral (select * from assignments a where a.id = found.id offset 0) a
  cross join lateral (select * from mine where mine.course_id = a.course_id offset 0) mine cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any(mine.sections::int[]) or o.group_id = any(mine.groups::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates
  where not a.deleted and (a.published or not mine.drafts) and (select s.attempt from submissions s where s.assignment_id = found.id and s.user_id = $1) is null
  and mine.studies and not (a.submission_types <@ '{none,on_paper}')
  and not coalesce((select i.permanent or (i.ignored_at >= a.updated_at and true)
  from ignored_todos i where i.user_id = $1 and i.assignment_id = a.id and i.kind = 'submitting'), false) and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and coalesce(dates.unlock_at <= $17::timestamptz, true) and coalesce(dates.lock_at > $17::timestamptz, true) and a.id <> all($18::int[])
  order by found.due_at asc, found.id asc )) union all (with mine as materialized (select * from own where own.staff and own.studies)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $2::timestamptz and $3::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $2::timestamptz and $3::timestamptz) candidate
  order by due_at asc, id asc offset 0) found
  cross join lateral (select * from assignments a where a.id = found.id offset 0) a
  cross join lateral (select * from mine where mine.course_id = a.course_id offset 0) mine cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or exists (select 1 from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[])) and s.id = o.course_section_id))
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and (mine.oversees::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = m.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = t.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  where not a.deleted and (select s.attempt from submissions s where s.assignment_id = found.id and s.user_id = $1) is null
  and mine.studies and not (a.submission_types <@ '{none,on_paper}')
  and not coalesce((select i.permanent or (i.ignored_at >= a.updated_at and true)
  from ignored_todos i where i.user_id = $1 and i.assignment_id = a.id and i.kind = 'submitting'), false) and (a.published or not mine.drafts) and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc ))) found)::int as "toSubmit";

-- todo_of_staff (src/areas/todo/todo.ts)
-- takes $1 callerId int4, $2 from timestamptz, $3 to timestamptz, $4 ownIds int4[], $5 ownStaff bool[], $6 ownGrades bool[], $7 ownStudies bool[], $8 ownDrafts bool[], $9 ownGraded text[], $10 ownOversees text[], $11 ownStudents text[], $12 ownSections text[], $13 ownGroups text[]
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz, kind text
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($4::int[], $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)),  dates as materialized ((select 'grading' as kind, d.* from ((with mine as materialized (select * from own where own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id
  where mine.grades and not a.deleted and (a.published or not mine.drafts) and exists (select 1 from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (mine.graded::int[] is null or e.course_section_id = any(mine.graded::int[])) offset 0))
  and not coalesce((select i.permanent or (i.ignored_at >= a.updated_at and not exists (select 1 from submissions n where n.assignment_id = a.id and n.submitted_at > i.ignored_at
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = n.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (mine.graded::int[] is null or e.course_section_id = any(mine.graded::int[])) offset 0)))
  from ignored_todos i where i.user_id = $1 and i.assignment_id = a.id and i.kind = 'grading'), false))
  select a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from a join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or exists (select 1 from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[])) and s.id = o.course_section_id))
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and (mine.oversees::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = m.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = t.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates)) d order by d.due_at, d.id limit 15) union all (select 'submitting' as kind, d.* from ((with mine as materialized (select * from own where own.staff and own.studies)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $2::timestamptz and $3::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $2::timestamptz and $3::timestamptz) candidate
  order by due_at asc, id asc offset 0) found
  cross join lateral (select * from assignments a where a.id = found.id offset 0) a
  cross join lateral (select * from mine where mine.course_id = a.course_id offset 0) mine cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or exists (select 1 from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[])) and s.id = o.course_section_id))
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and (mine.oversees::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = m.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = t.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  where not a.deleted and (select s.attempt from submissions s where s.assignment_id = found.id and s.user_id = $1) is null
  and mine.studies and not (a.submission_types <@ '{none,on_paper}')
  and not coalesce((select i.permanent or (i.ignored_at >= a.updated_at and true)
  from ignored_todos i where i.user_id = $1 and i.assignment_id = a.id and i.kind = 'submitting'), false) and (a.published or not mine.drafts) and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc limit 15))) d order by d.due_at, d.id limit 15))
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", case when dates.grades then (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (dates.graded::int[] is null or e.course_section_id = any(dates.graded::int[])) offset 0)) end as "needsGrading", dates.kind from dates left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true
  order by dates.kind, dates.due_at, a.id;

-- todo_of_student (src/areas/todo/todo.ts)
-- takes $1 callerId int4, $2 from timestamptz, $3 to timestamptz, $4 ownIds int4[], $5 ownStaff bool[], $6 ownGrades bool[], $7 ownStudies bool[], $8 ownDrafts bool[], $9 ownGraded text[], $10 ownOversees text[], $11 ownStudents text[], $12 ownSections text[], $13 ownGroups text[], $14 attendedSections int4[], $15 attendedGroups int4[], $16 attendedPeople int4[], $17 now timestamptz, $18 held int4[]
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz, kind text
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($4::int[], $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)), mine as materialized (select * from own where not own.staff and true)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", null::int as "needsGrading", 'submitting' as kind from
  (select a.*, dates.due_at as caller_due_at, dates.unlock_at as caller_unlock_at, dates.lock_at as caller_lock_at from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $2::timestamptz and $3::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $2::timestamptz and $3::timestamptz and (o.course_section_id = any($14::int[]) or o.group_id = any($15::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($16::int[]))))) candidate
  order by due_at asc, id asc offset 0) found
  cross join lateral (select * from assignments a where a.id = found.id offset 0) a
  cross join lateral (select * from mine where mine.course_id = a.course_id offset 0) mine cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any(mine.sections::int[]) or o.group_id = any(mine.groups::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates
  where not a.deleted and (a.published or not mine.drafts) and (select s.attempt from submissions s where s.assignment_id = found.id and s.user_id = $1) is null
  and mine.studies and not (a.submission_types <@ '{none,on_paper}')
  and not coalesce((select i.permanent or (i.ignored_at >= a.updated_at and true)
  from ignored_todos i where i.user_id = $1 and i.assignment_id = a.id and i.kind = 'submitting'), false) and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and coalesce(dates.unlock_at <= $17::timestamptz, true) and coalesce(dates.lock_at > $17::timestamptz, true) and a.id <> all($18::int[])
  order by found.due_at asc, found.id asc limit 15) a cross join lateral (select a.caller_due_at as due_at, a.caller_unlock_at as unlock_at, a.caller_lock_at as lock_at) dates;

-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- assignments_across_courses (src/areas/assignments/across-courses.ts)
-- takes $1 ids int4[], $2 ownIds int4[], $3 ownStaff bool[], $4 ownGrades bool[], $5 ownStudies bool[], $6 ownDrafts bool[], $7 ownGraded text[], $8 ownOversees text[], $9 ownStudents text[], $10 ownSections text[], $11 ownGroups text[]
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($2::int[], $3::boolean[], $4::boolean[], $5::boolean[], $6::boolean[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)),  dates as materialized ((with mine as materialized (select * from own where own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and a.id = any($1::int[]))
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
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates) union all (with mine as materialized (select * from own where not own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and (a.published or not mine.drafts) and a.id = any($1::int[]))
  select a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from a join mine on mine.course_id = a.course_id cross join lateral (select case
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
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates))
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", case when dates.grades then (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (dates.graded::int[] is null or e.course_section_id = any(dates.graded::int[])) offset 0)) end as "needsGrading" from dates left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true;

-- due_in_course_for_staff (src/areas/assignments/calendar.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 seesUnpublished bool, $4 from timestamptz, $5 to timestamptz
-- gives id int4, courseId int4, name text, description text?, dueAt timestamptz, unlockAt timestamptz?, updatedAt timestamptz, gated bool
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select * from assignments a
  where a.course_id = $1 and not a.deleted and (a.published or $3::boolean))
  select a.id, a.course_id as "courseId", a.name, left(a.description, 16384) as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt", false as gated from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates where dates.due_at between $4 and $5 order by abs(extract(epoch from (dates.due_at - $4::timestamptz) - ($5::timestamptz - dates.due_at))), a.id limit 2000;

-- due_in_course_for_student (src/areas/assignments/calendar.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 from timestamptz, $7 to timestamptz
-- gives id int4, courseId int4, name text, description text?, dueAt timestamptz, unlockAt timestamptz?, updatedAt timestamptz, gated bool
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select * from assignments a
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean))
  select a.id, a.course_id as "courseId", a.name, left(a.description, 16384) as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt", false as gated from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates where dates.due_at between $6 and $7 order by abs(extract(epoch from (dates.due_at - $6::timestamptz) - ($7::timestamptz - dates.due_at))), a.id limit 2000;

-- due_in_courses_for_staff (src/areas/assignments/calendar.ts)
-- takes $1 callerId int4, $2 from timestamptz, $3 to timestamptz
-- gives id int4, courseId int4, name text, description text?, dueAt timestamptz, unlockAt timestamptz?, updatedAt timestamptz, gated bool
with mine as materialized (select c.id as course_id, c.gated, case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')), '{}') end as oversees,
  true as "seesAll"
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state in ('active', 'completed') and c.state <> 'deleted' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  group by c.id having bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))), a as (select a.* from mine join assignments a
  on a.course_id = mine.course_id and not a.deleted and (a.published or mine."seesAll"))
  select a.id, a.course_id as "courseId", a.name, left(a.description, 16384) as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt", mine.gated as gated from a join mine on mine.course_id = a.course_id cross join lateral (select case
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
  where dates.due_at between $2 and $3 order by abs(extract(epoch from (dates.due_at - $2::timestamptz) - ($3::timestamptz - dates.due_at))), a.id limit 2000;

-- due_in_courses_for_student (src/areas/assignments/calendar.ts)
-- takes $1 callerId int4, $2 from timestamptz, $3 to timestamptz
-- gives id int4, courseId int4, name text, description text?, dueAt timestamptz, unlockAt timestamptz?, updatedAt timestamptz, gated bool
with mine as materialized (select own.*, array(select e.course_section_id from enrollments e
  where e.course_id = own.course_id and e.user_id = any(own.students::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any(own.students::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = own.course_id and not g.deleted offset 0)) as groups from (select c.id as course_id, c.gated, array_agg(case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) as students,
  not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) as "seesAll"
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state in ('active', 'completed') and c.state <> 'deleted' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  group by c.id having not bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) own), a as (select a.* from mine join assignments a
  on a.course_id = mine.course_id and not a.deleted and (a.published or mine."seesAll"))
  select a.id, a.course_id as "courseId", a.name, left(a.description, 16384) as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt", mine.gated as gated from a join mine on mine.course_id = a.course_id cross join lateral (select case
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
  where dates.due_at between $2 and $3 order by abs(extract(epoch from (dates.due_at - $2::timestamptz) - ($3::timestamptz - dates.due_at))), a.id limit 2000;

-- assignment_held (src/areas/assignments/changes.ts)
-- takes $1 id int4
-- gives id int4
select id from assignments where id = $1 for no key update;

-- around_given_courses (src/areas/assignments/course-memberships.ts)
-- takes $1 asked jsonb
-- gives id int4, settings jsonb, zone text, sections int4[], groups int4[]
select c.id, (select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
  join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id) as settings, coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as zone, array(select e.course_section_id from enrollments e
  where e.course_id = c.id and e.user_id = any(given.students::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any(given.students::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = c.id and not g.deleted offset 0)) as groups
  from json_to_recordset($1::json) as given(course_id int, students int[]) join courses c on c.id = given.course_id;

-- assignment_group (src/areas/assignments/group-rows.ts)
-- takes $1 courseId int4, $2 id int4
-- gives id int4, name text, position int4, groupWeight float8, rules jsonb
select ag.id, ag.name, ag.position, ag.group_weight as "groupWeight", ag.rules from assignment_groups ag
  where ag.course_id = $1 and not ag.deleted and ag.id = $2;

-- assignment_groups_of_course_first_11 (src/areas/assignments/group-rows.ts)
-- takes $1 courseId int4
-- gives id int4, name text, position int4, groupWeight float8, rules jsonb
select ag.id, ag.name, ag.position, ag.group_weight as "groupWeight", ag.rules from assignment_groups ag
  where ag.course_id = $1 and not ag.deleted order by ag.position, ag.id limit 11;

-- forget_never_dropped (src/areas/assignments/group-rows.ts)
-- takes $1 groupId int4, $2 assignmentIds int4[]
update assignment_groups g set rules = case when jsonb_array_length(k.kept) = 0 then g.rules - 'never_drop'
  else jsonb_set(g.rules, '{never_drop}', k.kept) end
  from (select id, (select coalesce(jsonb_agg(v), '[]') from jsonb_array_elements(rules -> 'never_drop') v
  where not (v::text::int = any($2::int[]))) as kept from assignment_groups where id = $1 and rules ? 'never_drop') k
  where g.id = k.id and k.kept <> g.rules -> 'never_drop';

-- frozen_assignment_of_set (src/areas/assignments/group-sets.ts)
-- takes $1 ids int4[]
-- gives id int4
select id from assignments where id = any($1::int[]) and frozen and not deleted limit 1;

-- hold_assignments_by_groups (src/areas/assignments/group-sets.ts)
-- takes $1 courseId int4, $2 groupCategoryId int4, $3 now timestamptz
-- gives id int4
select a.id from assignments a where exists (select * from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.close_date < $3)
  and a.id in (select o.assignment_id from groups g join assignment_overrides o on o.group_id = g.id where g.group_category_id = $2)
  order by a.id for share;

-- hold_assignments_of_set (src/areas/assignments/group-sets.ts)
-- takes $1 groupCategoryId int4
-- gives id int4
select a.id from assignments a where a.group_category_id = $1 order by a.id for no key update;

-- frozen_assignment_in_group (src/areas/assignments/groups.ts)
-- takes $1 groupId int4
-- gives id int4
select id from assignments where assignment_group_id = $1 and frozen and not deleted limit 1;

-- published_assignments (src/areas/assignments/groups.ts)
-- takes $1 ids int4[]
-- gives id int4
select a.id from assignments a join courses c on c.id = a.course_id where a.id = any($1::int[]) and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true));

-- assignments_in_period (src/areas/assignments/in-period.ts)
-- takes $1 courseId int4, $2 period int4, $3 rows jsonb, $4 overridden bool
-- gives id int4
with gp as materialized (select * from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.id = $2)
  select r.id from json_to_recordset($3::json) as r(id int, "dueAt" timestamptz) cross join gp
  where coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> r."dueAt", gp.is_last) or ($4::boolean
  and exists (select 1 from assignment_overrides o where o.assignment_id = r.id and o.due_at_overridden and coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> o.due_at, gp.is_last)));

-- assignments_by_due_at_for_staff_0_1_2_3_4_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 viewerGrades int4[]?, $4 now timestamptz, $5 bucket text, $6 pattern text, $7 ids int4[], $8 groupId int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted ) a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates where true and true and exists (select 1 from (select) one cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates where case $5::text when 'past' then dates.due_at < date_trunc('second', $4::timestamptz) when 'overdue' then dates.due_at < date_trunc('second', $4::timestamptz) and not (a.submission_types <@ '{none,on_paper}') when 'undated' then dates.due_at is null when 'ungraded' then exists (select 1 from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and t.user_id in (select user_id from graded)) when 'unsubmitted' then not (a.submission_types <@ '{none,on_paper}') when 'upcoming' then dates.due_at >= date_trunc('second', $4::timestamptz) and dates.due_at <= date_trunc('second', $4::timestamptz) + interval '7 days' when 'future' then coalesce(dates.due_at >= date_trunc('second', $4::timestamptz), true) end) and replace(lower(a.name), 'ς', 'σ') like replace(lower($6::text), 'ς', 'σ') and a.id = any($7::int[]) and a.assignment_group_id = $8 order by dates.due_at nulls last, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by dates.due_at nulls last, a.id;

-- assignments_by_due_at_for_staff_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 viewerGrades int4[]?
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted ) a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates where true  order by dates.due_at nulls last, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by dates.due_at nulls last, a.id;

-- assignments_by_due_at_for_student_0_1_2_3_4_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 now timestamptz, $7 bucket text, $8 pattern text, $9 ids int4[], $10 groupId int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean)) a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates where true and true and exists (select 1 from (select) one cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates where case $7::text when 'past' then dates.due_at < date_trunc('second', $6::timestamptz) when 'overdue' then dates.due_at < date_trunc('second', $6::timestamptz) and not (a.submission_types <@ '{none,on_paper}') and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.submitted_at is not null) when 'undated' then dates.due_at is null when 'ungraded' then false when 'unsubmitted' then not (a.submission_types <@ '{none,on_paper}') and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.submitted_at is not null) when 'upcoming' then dates.due_at >= date_trunc('second', $6::timestamptz) and dates.due_at <= date_trunc('second', $6::timestamptz) + interval '7 days' when 'future' then coalesce(dates.due_at >= date_trunc('second', $6::timestamptz), true) end) and replace(lower(a.name), 'ς', 'σ') like replace(lower($8::text), 'ς', 'σ') and a.id = any($9::int[]) and a.assignment_group_id = $10 order by dates.due_at nulls last, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  order by dates.due_at nulls last, a.id;

-- assignments_by_due_at_for_student_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean)) a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates where true  order by dates.due_at nulls last, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  order by dates.due_at nulls last, a.id;

-- assignments_by_name_for_staff_0_1_2_3_4_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 viewerGrades int4[]?, $4 now timestamptz, $5 bucket text, $6 pattern text, $7 ids int4[], $8 groupId int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted ) a  where true and true and exists (select 1 from (select) one cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates where case $5::text when 'past' then dates.due_at < date_trunc('second', $4::timestamptz) when 'overdue' then dates.due_at < date_trunc('second', $4::timestamptz) and not (a.submission_types <@ '{none,on_paper}') when 'undated' then dates.due_at is null when 'ungraded' then exists (select 1 from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and t.user_id in (select user_id from graded)) when 'unsubmitted' then not (a.submission_types <@ '{none,on_paper}') when 'upcoming' then dates.due_at >= date_trunc('second', $4::timestamptz) and dates.due_at <= date_trunc('second', $4::timestamptz) + interval '7 days' when 'future' then coalesce(dates.due_at >= date_trunc('second', $4::timestamptz), true) end) and replace(lower(a.name), 'ς', 'σ') like replace(lower($6::text), 'ς', 'σ') and a.id = any($7::int[]) and a.assignment_group_id = $8 order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id;

-- assignments_by_name_for_staff_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 viewerGrades int4[]?
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted ) a  where true  order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id;

-- assignments_by_name_for_student_0_1_2_3_4_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 now timestamptz, $7 bucket text, $8 pattern text, $9 ids int4[], $10 groupId int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean)) a  where true and true and exists (select 1 from (select) one cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates where case $7::text when 'past' then dates.due_at < date_trunc('second', $6::timestamptz) when 'overdue' then dates.due_at < date_trunc('second', $6::timestamptz) and not (a.submission_types <@ '{none,on_paper}') and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.submitted_at is not null) when 'undated' then dates.due_at is null when 'ungraded' then false when 'unsubmitted' then not (a.submission_types <@ '{none,on_paper}') and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.submitted_at is not null) when 'upcoming' then dates.due_at >= date_trunc('second', $6::timestamptz) and dates.due_at <= date_trunc('second', $6::timestamptz) + interval '7 days' when 'future' then coalesce(dates.due_at >= date_trunc('second', $6::timestamptz), true) end) and replace(lower(a.name), 'ς', 'σ') like replace(lower($8::text), 'ς', 'σ') and a.id = any($9::int[]) and a.assignment_group_id = $10 order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id;

-- assignments_by_name_for_student_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean)) a  where true  order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  order by replace(lower(a.name), 'ς', 'σ') collate "C", a.id;

-- assignments_by_position_for_staff_0_1_2_3_4_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 viewerGrades int4[]?, $4 now timestamptz, $5 bucket text, $6 pattern text, $7 ids int4[], $8 groupId int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted ) a  where true and true and exists (select 1 from (select) one cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates where case $5::text when 'past' then dates.due_at < date_trunc('second', $4::timestamptz) when 'overdue' then dates.due_at < date_trunc('second', $4::timestamptz) and not (a.submission_types <@ '{none,on_paper}') when 'undated' then dates.due_at is null when 'ungraded' then exists (select 1 from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and t.user_id in (select user_id from graded)) when 'unsubmitted' then not (a.submission_types <@ '{none,on_paper}') when 'upcoming' then dates.due_at >= date_trunc('second', $4::timestamptz) and dates.due_at <= date_trunc('second', $4::timestamptz) + interval '7 days' when 'future' then coalesce(dates.due_at >= date_trunc('second', $4::timestamptz), true) end) and replace(lower(a.name), 'ς', 'σ') like replace(lower($6::text), 'ς', 'σ') and a.id = any($7::int[]) and a.assignment_group_id = $8 order by a.group_position, a.position, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by a.group_position, a.position, a.id;

-- assignments_by_position_for_staff_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 viewerGrades int4[]?
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted ) a  where true  order by a.group_position, a.position, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by a.group_position, a.position, a.id;

-- assignments_by_position_for_student_0_1_2_3_4_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 now timestamptz, $7 bucket text, $8 pattern text, $9 ids int4[], $10 groupId int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean)) a  where true and true and exists (select 1 from (select) one cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates where case $7::text when 'past' then dates.due_at < date_trunc('second', $6::timestamptz) when 'overdue' then dates.due_at < date_trunc('second', $6::timestamptz) and not (a.submission_types <@ '{none,on_paper}') and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.submitted_at is not null) when 'undated' then dates.due_at is null when 'ungraded' then false when 'unsubmitted' then not (a.submission_types <@ '{none,on_paper}') and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.submitted_at is not null) when 'upcoming' then dates.due_at >= date_trunc('second', $6::timestamptz) and dates.due_at <= date_trunc('second', $6::timestamptz) + interval '7 days' when 'future' then coalesce(dates.due_at >= date_trunc('second', $6::timestamptz), true) end) and replace(lower(a.name), 'ς', 'σ') like replace(lower($8::text), 'ς', 'σ') and a.id = any($9::int[]) and a.assignment_group_id = $10 order by a.group_position, a.position, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  order by a.group_position, a.position, a.id;

-- assignments_by_position_for_student_first_11 (src/areas/assignments/lists.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.* from (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $5::boolean)) a  where true  order by a.group_position, a.position, a.id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  order by a.group_position, a.position, a.id;

-- assignment_groups_in_order (src/areas/assignments/positions.ts)
-- takes $1 courseId int4
-- gives id int4
select id from assignment_groups where course_id = $1 and not deleted order by position, id;

-- assignments_in_group_in_order (src/areas/assignments/positions.ts)
-- takes $1 groupId int4
-- gives id int4
select id from assignments where assignment_group_id = $1 and not deleted order by position, id;

-- hold_course_of_assignments (src/areas/assignments/positions.ts)
-- takes $1 courseId int4
-- gives zone text
select coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as zone from courses c where c.id = $1 for no key update of c;

-- renumber_assignment_groups (src/areas/assignments/positions.ts)
-- takes $1 ids int4[]
update assignment_groups t set position = n.position from unnest($1::int[]) with ordinality as n(id, position)
  where t.id = n.id and t.position <> n.position;

-- renumber_assignments (src/areas/assignments/positions.ts)
-- takes $1 ids int4[]
update assignments t set position = n.position from unnest($1::int[]) with ordinality as n(id, position)
  where t.id = n.id and t.position <> n.position;

-- assignment_group_of_course (src/areas/assignments/references.ts)
-- takes $1 courseId int4, $2 id int4?
-- gives id int4
select id from assignment_groups where course_id = $1 and not deleted and ($2::int is null or id = $2) order by position, id limit 1;

-- group_category_of_assignment (src/areas/assignments/references.ts)
-- takes $1 courseId int4, $2 id int4
-- gives id int4
select id from group_categories where course_id = $1 and id = $2 and not deleted for share;

-- assignment_to_derive_held (src/areas/assignments/regrading.ts)
-- takes $1 id int4
-- gives id int4
select id from assignments where id = $1 for update;

-- assignments_graded_by_course_standard (src/areas/assignments/regrading.ts)
-- takes $1 courseId int4
-- gives id int4
select id from assignments where course_id = $1 and grading_type = 'letter_grade' and grading_standard_id is null and not deleted order by id;

-- assignments_touched (src/areas/assignments/relations.ts)
-- takes $1 ids int4[], $2 now timestamptz
update assignments set updated_at = $2 where id = any($1::int[]);

-- assignment_for_staff (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 id int4, $3 viewerOversees int4[]?, $4 viewerGrades int4[]?
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($4::int[] is null or e.course_section_id = any($4::int[]))), a as (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted  and a.id = $2)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by a.group_position, a.position, a.id;

-- assignment_for_student (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 id int4, $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[], $6 seesUnpublished bool
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $6::boolean) and a.id = $2)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id)))) dates
  order by a.group_position, a.position, a.id;

-- assignments_by_ids_for_staff (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 viewerOversees int4[]?, $4 viewerGrades int4[]?
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($4::int[] is null or e.course_section_id = any($4::int[]))), a as (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted  and a.id = any($2::int[]))
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by a.group_position, a.position, a.id;

-- assignments_by_ids_for_student (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[], $6 seesUnpublished bool
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $6::boolean) and a.id = any($2::int[]))
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id)))) dates
  order by a.group_position, a.position, a.id;

-- assignments_of_groups_for_staff (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 viewerOversees int4[]?, $4 viewerGrades int4[]?
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($4::int[] is null or e.course_section_id = any($4::int[]))), a as (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted  and a.assignment_group_id = any($2::int[]))
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates
  order by a.group_position, a.position, a.id;

-- assignments_of_groups_for_student (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[], $6 seesUnpublished bool
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups),  a as (select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $6::boolean) and a.assignment_group_id = any($2::int[]))
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", null::int as "needsGrading" from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id)))) dates
  order by a.group_position, a.position, a.id;

-- needs_grading_of_assignments (src/areas/assignments/rows.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 viewerGrades int4[]?
-- gives id int4, count int4
with graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[]))), a as (select unnest($2::int[]) as id) select a.id, (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true) as count from a;

-- rubrics_of_assignments (src/areas/assignments/rows.ts)
-- takes $1 ids int4[]
-- gives id int4, rubric jsonb?
select a.id, (select json_build_object('useForGrading', ra.use_for_grading, 'criteria', coalesce((select json_agg(json_build_object('id', rc.id::text,
  'description', rc.description, 'points', rc.points, 'ratings', rc.ratings) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = r.id), '[]'))
  from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = a.id) as rubric from unnest($1::int[]) a(id);

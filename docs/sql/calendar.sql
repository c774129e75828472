-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- calendar_contexts (src/areas/calendar/calendars.ts)
-- takes $1 callerId int4
-- gives kind text, id int4
select distinct 'course' as kind, e.course_id as id from enrollments e where e.user_id = $1 and e.state in ('active', 'completed')
  union all select 'group', m.group_id from group_memberships m where m.user_id = $1 and m.state = 'accepted'
  union all select 'user', $1::int;

-- calendar_observed_sections (src/areas/calendar/calendars.ts)
-- takes $1 callerId int4, $2 observing int4[]
-- gives id int4
select distinct e.course_section_id as id from enrollments me join enrollments e on e.course_id = me.course_id and e.user_id = me.associated_user_id
  where me.user_id = $1 and me.course_id = any($2::int[]) and me.type = 'ObserverEnrollment' and me.state in ('active', 'completed')
  and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)));

-- calendar_children_elsewhere (src/areas/calendar/child-events.ts)
-- takes $1 parentId int4, $2 reach int4[]
-- gives id int4
select e.id from calendar_events e where e.parent_event_id = $1 and not e.deleted
  and not ($2::int[] is null or e.course_section_id = any($2::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id) limit 1;

-- calendar_children_held (src/areas/calendar/child-events.ts)
-- takes $1 parentId int4, $2 reach int4[]?
-- gives sectionId int4
select e.course_section_id as "sectionId" from calendar_events e where e.parent_event_id = $1 and not e.deleted
  and ($2::int[] is null or e.course_section_id = any($2::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id) order by e.id for update;

-- calendar_children_insert (src/areas/calendar/child-events.ts)
-- takes $1 parentId int4, $2 added jsonb, $3 now timestamptz
insert into calendar_events (course_id, parent_event_id, title, description, location_name, location_address, course_section_id,
  start_at, end_at, all_day_date, updated_at)
  select e.course_id, e.id, e.title, e.description, e.location_name, e.location_address, n."sectionId", n."startAt", n."endAt", n."allDayDate", $3::timestamptz
  from calendar_events e cross join json_to_recordset($2::json) as n("sectionId" int, "startAt" timestamptz, "endAt" timestamptz, "allDayDate" date,
  "sentStartAt" timestamptz, "sentEndAt" timestamptz) where e.id = $1;

-- calendar_children_remove (src/areas/calendar/child-events.ts)
-- takes $1 parentId int4, $2 gone int4[], $3 now timestamptz
update calendar_events set deleted = true, updated_at = $3 where parent_event_id = $1 and course_section_id = any($2::int[]);

-- calendar_retime_children (src/areas/calendar/child-events.ts)
-- takes $1 parentId int4, $2 kept jsonb, $3 now timestamptz
update calendar_events e set start_at = n."startAt", end_at = n."endAt", all_day_date = n."allDayDate", updated_at = $3
  from json_to_recordset($2::json) as n("sectionId" int, "startAt" timestamptz, "endAt" timestamptz, "allDayDate" date,
  "sentStartAt" timestamptz, "sentEndAt" timestamptz) where e.parent_event_id = $1 and e.course_section_id = n."sectionId" and not e.deleted
  and (e.start_at, e.end_at, e.all_day_date) is distinct from (n."startAt", n."endAt", n."allDayDate")
  and (e.start_at, e.end_at, e.all_day_date is null) is distinct from (n."sentStartAt", n."sentEndAt", n."allDayDate" is null);

-- calendar_sections (src/areas/calendar/child-events.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 reach int4[]?
-- gives id int4
select s.id from course_sections s where s.course_id = $1 and s.id = any($2::int[]) and not s.deleted
  and ($3::int[] is null or s.id = any($3::int[])) order by s.id for share;

-- calendar_course_of_assignment (src/areas/calendar/due-events.ts)
-- takes $1 id int4
-- gives courseId int4
select a.course_id as "courseId" from assignments a where a.id = $1 and not a.deleted;

-- calendar_due_first_11 (src/areas/calendar/due-events.ts)
-- takes $1 from timestamptz, $2 to timestamptz, $3 ownIds int4[], $4 ownStaff bool[], $5 ownGrades bool[], $6 ownStudies bool[], $7 ownDrafts bool[], $8 ownGraded text[], $9 ownOversees text[], $10 ownStudents text[], $11 ownSections text[], $12 ownGroups text[], $13 attendedSections int4[], $14 attendedGroups int4[], $15 attendedPeople int4[]
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($3::int[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)),  dates as materialized (select * from ((with mine as materialized (select * from own where own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $1::timestamptz and $2::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $1::timestamptz and $2::timestamptz) candidate
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
  where not a.deleted and true and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc )) union all (with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $1::timestamptz and $2::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $1::timestamptz and $2::timestamptz and (o.course_section_id = any($13::int[]) or o.group_id = any($14::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($15::int[]))))) candidate
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
  where not a.deleted and (a.published or not mine.drafts) and true and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc ))) due order by due_at, id limit 11)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", case when dates.grades then (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (dates.graded::int[] is null or e.course_section_id = any(dates.graded::int[])) offset 0)) end as "needsGrading" from dates left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true
  order by dates.due_at, a.id;

-- calendar_event (src/areas/calendar/event-rows.ts)
-- takes $1 id int4
-- gives id int4, createdAt timestamptz, updatedAt timestamptz, courseId int4?, groupId int4?, userId int4?, description text?, parentEventId int4?, courseSectionId int4?, title text, startAt timestamptz, endAt timestamptz, locationName text?, locationAddress text?, allDayDate text?
select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, e.description as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e where e.id = $1 and not e.deleted and (e.course_section_id is null or (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id));

-- calendar_event_children (src/areas/calendar/event-rows.ts)
-- takes $1 ids int4[], $2 sections int4[], $3 everywhere int4[]
-- gives id int4, createdAt timestamptz, updatedAt timestamptz, courseId int4?, groupId int4?, userId int4?, description text?, parentEventId int4?, courseSectionId int4?, title text, startAt timestamptz, endAt timestamptz, locationName text?, locationAddress text?, allDayDate text?
select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, e.description as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e where e.parent_event_id = any($1::int[]) and not e.deleted and (e.course_section_id = any($2::int[]) or e.course_id = any($3::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id)
  order by e.start_at, e.id;

-- calendar_event_held (src/areas/calendar/event-rows.ts)
-- takes $1 id int4
-- gives id int4, createdAt timestamptz, updatedAt timestamptz, courseId int4?, groupId int4?, userId int4?, description text?, parentEventId int4?, courseSectionId int4?, title text, startAt timestamptz, endAt timestamptz, locationName text?, locationAddress text?, allDayDate text?
select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, e.description as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e where e.id = $1 and not e.deleted for update;

-- calendar_events_after_11 (src/areas/calendar/event-rows.ts)
-- takes $1 courseIds int4[], $2 sections int4[], $3 everywhere int4[], $4 groupIds int4[], $5 userId int4?, $6 from timestamptz?, $7 to timestamptz?, $8 key 1 timestamptz, $9 key 2 int4
-- gives id int4, createdAt timestamptz, updatedAt timestamptz, courseId int4?, groupId int4?, userId int4?, description text?, parentEventId int4?, courseSectionId int4?, title text, startAt timestamptz, endAt timestamptz, locationName text?, locationAddress text?, allDayDate text?
select e.* from (
  select e.* from unnest($1::int[]) mine(id) cross join lateral (select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, e.description as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($2::int[]) or e.course_id = any($3::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id)))
  and e.start_at <= coalesce($7::timestamptz, 'infinity') and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= coalesce($6::timestamptz, '-infinity')
  and (e.start_at, e.id) > ($8::timestamptz, $9::int) order by e.start_at asc, e.id asc limit 11) e
  union all select e.* from unnest($4::int[]) mine(id) cross join lateral (select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, e.description as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($2::int[]) or e.course_id = any($3::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id)))
  and e.start_at <= coalesce($7::timestamptz, 'infinity') and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= coalesce($6::timestamptz, '-infinity')
  and (e.start_at, e.id) > ($8::timestamptz, $9::int) order by e.start_at asc, e.id asc limit 11) e
  union all select e.* from (select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, e.description as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e where e.user_id = $5 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($2::int[]) or e.course_id = any($3::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id)))
  and e.start_at <= coalesce($7::timestamptz, 'infinity') and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= coalesce($6::timestamptz, '-infinity')
  and (e.start_at, e.id) > ($8::timestamptz, $9::int) order by e.start_at asc, e.id asc limit 11) e) e where true  and (e."startAt", e.id) > ($8::timestamptz, $9::int) order by e."startAt" asc, e.id asc limit 11;

-- calendar_events_between (src/areas/calendar/event-rows.ts)
-- takes $1 courseIds int4[], $2 sections int4[], $3 everywhere int4[], $4 groupIds int4[], $5 userId int4?, $6 from timestamptz, $7 to timestamptz
-- gives id int4, createdAt timestamptz, updatedAt timestamptz, courseId int4?, groupId int4?, userId int4?, description text?, parentEventId int4?, courseSectionId int4?, title text, startAt timestamptz, endAt timestamptz, locationName text?, locationAddress text?, allDayDate text?
select e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, left(e.description, 16384) as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt" from calendar_events e
  where (e.course_id = any($1::int[]) or e.group_id = any($4::int[]) or e.user_id = $5) and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($2::int[]) or e.course_id = any($3::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($2::int[]) or child.course_id = any($3::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at <= $7 and e.end_at >= $6
  order by abs(extract(epoch from (e.start_at - $6::timestamptz) - ($7::timestamptz - e.start_at))), e.id limit 2000;

-- upcoming_of_member (src/areas/calendar/upcoming.ts)
-- takes $1 from timestamptz, $2 to timestamptz, $3 ownIds int4[], $4 ownStaff bool[], $5 ownGrades bool[], $6 ownStudies bool[], $7 ownDrafts bool[], $8 ownGraded text[], $9 ownOversees text[], $10 ownStudents text[], $11 ownSections text[], $12 ownGroups text[], $13 attendedSections int4[], $14 attendedGroups int4[], $15 attendedPeople int4[], $16 callerId int4, $17 groupIds int4[]
-- gives id int4?, courseId int4?, assignmentGroupId int4?, position int4?, name text?, description text?, submissionTypes text[]?, allowedExtensions text[]?, pointsPossible float8?, gradingType grading_type?, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool?, muted bool?, groupCategoryId int4?, gradeGroupStudentsIndividually bool?, peerReviews bool?, automaticPeerReviews bool?, peerReviewCount int4?, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool?, checkerSettings jsonb?, freezeOnCopy bool?, frozen bool?, hasRubric bool?, needsGrading int4?, createdAt timestamptz?, updatedAt timestamptz?, eventId int4?, eventCourseId int4?, eventGroupId int4?, eventUserId int4?, parentEventId int4?, courseSectionId int4?, eventTitle text?, eventDescription text?, startAt timestamptz?, endAt timestamptz?, allDayDate text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($3::int[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)), mine as materialized (select * from own where not own.staff and true), dates as materialized (select * from (
  select null::int as event_id, due.* from (
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $1::timestamptz and $2::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $1::timestamptz and $2::timestamptz and (o.course_section_id = any($13::int[]) or o.group_id = any($14::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($15::int[]))))) candidate
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
  where not a.deleted and (a.published or not mine.drafts) and true and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc limit 20)) due
  union all select events.id, null::int, events.start_at, null::timestamptz, null::timestamptz, null::boolean, null::int[] from (select e.id, e.start_at from own cross join lateral (select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.course_id = own.course_id and not e.deleted and e.end_at - e.start_at < interval '24 hours' and e.start_at between $1::timestamptz - interval '24 hours' and $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz union all select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.course_id = own.course_id and not e.deleted and e.end_at - e.start_at >= interval '24 hours' and e.end_at >= $1::timestamptz - interval '24 hours' and e.start_at <= $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz offset 0) e where (e.course_section_id is null or ((e.course_section_id = any(own.sections) or (own.staff and (own.oversees::int[] is null or e.course_section_id = any(own.oversees::int[])))
  or e.course_section_id = any(array(select me.course_section_id
  from enrollments me join courses c on c.id = me.course_id
  where me.user_id = $16 and me.state = 'active' and not me.type = 'StudentEnrollment' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id)))
  and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted and (child.course_section_id = any(own.sections) or (own.staff and (own.oversees::int[] is null or child.course_section_id = any(own.oversees::int[])))
  or child.course_section_id = any(array(select me.course_section_id
  from enrollments me join courses c on c.id = me.course_id
  where me.user_id = $16 and me.state = 'active' and not me.type = 'StudentEnrollment' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))))
  and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id) offset 0)
  union all select e.id, e.start_at from (select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.user_id = $16 and not e.deleted and e.end_at - e.start_at < interval '24 hours' and e.start_at between $1::timestamptz - interval '24 hours' and $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz union all select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.user_id = $16 and not e.deleted and e.end_at - e.start_at >= interval '24 hours' and e.end_at >= $1::timestamptz - interval '24 hours' and e.start_at <= $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz) e
  union all select e.id, e.start_at from unnest($17::int[]) mine(group_id)
  cross join lateral (select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.group_id = mine.group_id and not e.deleted and e.end_at - e.start_at < interval '24 hours' and e.start_at between $1::timestamptz - interval '24 hours' and $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz union all select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.group_id = mine.group_id and not e.deleted and e.end_at - e.start_at >= interval '24 hours' and e.end_at >= $1::timestamptz - interval '24 hours' and e.start_at <= $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz) e) events) every
  order by due_at, event_id, id limit 20)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", null::int as "needsGrading", e.id as "eventId", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.user_id as "eventUserId",
  e.parent_event_id as "parentEventId", e.course_section_id as "courseSectionId", e.title as "eventTitle", e.description as "eventDescription",
  e.start_at as "startAt", e.end_at as "endAt", e.all_day_date::text as "allDayDate", e.location_name as "locationName",
  e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt" from dates left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true left join lateral (select * from calendar_events e where e.id = dates.event_id offset 0) e on true;

-- upcoming_of_staff (src/areas/calendar/upcoming.ts)
-- takes $1 from timestamptz, $2 to timestamptz, $3 ownIds int4[], $4 ownStaff bool[], $5 ownGrades bool[], $6 ownStudies bool[], $7 ownDrafts bool[], $8 ownGraded text[], $9 ownOversees text[], $10 ownStudents text[], $11 ownSections text[], $12 ownGroups text[]
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($3::int[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)),  dates as materialized (select * from ((with mine as materialized (select * from own where own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $1::timestamptz and $2::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $1::timestamptz and $2::timestamptz) candidate
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
  where not a.deleted and true and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc limit 20))) due order by due_at, id limit 20)
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

-- upcoming_of_student (src/areas/calendar/upcoming.ts)
-- takes $1 from timestamptz, $2 to timestamptz, $3 ownIds int4[], $4 ownStaff bool[], $5 ownGrades bool[], $6 ownStudies bool[], $7 ownDrafts bool[], $8 ownGraded text[], $9 ownOversees text[], $10 ownStudents text[], $11 ownSections text[], $12 ownGroups text[], $13 attendedSections int4[], $14 attendedGroups int4[], $15 attendedPeople int4[], $16 callerId int4
-- gives id int4?, courseId int4?, assignmentGroupId int4?, position int4?, name text?, description text?, submissionTypes text[]?, allowedExtensions text[]?, pointsPossible float8?, gradingType grading_type?, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool?, muted bool?, groupCategoryId int4?, gradeGroupStudentsIndividually bool?, peerReviews bool?, automaticPeerReviews bool?, peerReviewCount int4?, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool?, checkerSettings jsonb?, freezeOnCopy bool?, frozen bool?, hasRubric bool?, needsGrading int4?, createdAt timestamptz?, updatedAt timestamptz?, eventId int4?, eventCourseId int4?, eventGroupId int4?, eventUserId int4?, parentEventId int4?, courseSectionId int4?, eventTitle text?, eventDescription text?, startAt timestamptz?, endAt timestamptz?, allDayDate text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($3::int[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)), mine as materialized (select * from own where not own.staff and true), dates as materialized (select * from (
  select null::int as event_id, due.* from (
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $1::timestamptz and $2::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $1::timestamptz and $2::timestamptz and (o.course_section_id = any($13::int[]) or o.group_id = any($14::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($15::int[]))))) candidate
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
  where not a.deleted and (a.published or not mine.drafts) and true and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc limit 20)) due
  union all select events.id, null::int, events.start_at, null::timestamptz, null::timestamptz, null::boolean, null::int[] from (select e.id, e.start_at from own cross join lateral (select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.course_id = own.course_id and not e.deleted and e.end_at - e.start_at < interval '24 hours' and e.start_at between $1::timestamptz - interval '24 hours' and $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz union all select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.course_id = own.course_id and not e.deleted and e.end_at - e.start_at >= interval '24 hours' and e.end_at >= $1::timestamptz - interval '24 hours' and e.start_at <= $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz offset 0) e where (e.course_section_id is null or ((e.course_section_id = any(own.sections) or (own.staff and (own.oversees::int[] is null or e.course_section_id = any(own.oversees::int[])))
  or e.course_section_id = any(array(select me.course_section_id
  from enrollments me join courses c on c.id = me.course_id
  where me.user_id = $16 and me.state = 'active' and not me.type = 'StudentEnrollment' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id)))
  and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted and (child.course_section_id = any(own.sections) or (own.staff and (own.oversees::int[] is null or child.course_section_id = any(own.oversees::int[])))
  or child.course_section_id = any(array(select me.course_section_id
  from enrollments me join courses c on c.id = me.course_id
  where me.user_id = $16 and me.state = 'active' and not me.type = 'StudentEnrollment' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))))
  and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id) offset 0)
  union all select e.id, e.start_at from (select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.user_id = $16 and not e.deleted and e.end_at - e.start_at < interval '24 hours' and e.start_at between $1::timestamptz - interval '24 hours' and $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz union all select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where e.user_id = $16 and not e.deleted and e.end_at - e.start_at >= interval '24 hours' and e.end_at >= $1::timestamptz - interval '24 hours' and e.start_at <= $2::timestamptz and e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end >= $1::timestamptz) e
  ) events) every
  order by due_at, event_id, id limit 20)
  select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", null::int as "needsGrading", e.id as "eventId", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.user_id as "eventUserId",
  e.parent_event_id as "parentEventId", e.course_section_id as "courseSectionId", e.title as "eventTitle", e.description as "eventDescription",
  e.start_at as "startAt", e.end_at as "endAt", e.all_day_date::text as "allDayDate", e.location_name as "locationName",
  e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt" from dates left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true left join lateral (select * from calendar_events e where e.id = dates.event_id offset 0) e on true;

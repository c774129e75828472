-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- planner_items_0_after_11 (src/areas/planner/item-rows.ts)
-- takes $1 ownIds int4[], $2 ownStaff bool[], $3 ownGrades bool[], $4 ownStudies bool[], $5 ownDrafts bool[], $6 ownGraded text[], $7 ownOversees text[], $8 ownStudents text[], $9 ownSections text[], $10 ownGroups text[], $11 attendedSections int4[], $12 attendedGroups int4[], $13 attendedPeople int4[], $14 courseIds int4[], $15 sections int4[], $16 everywhere int4[], $17 groupIds int4[], $18 userId int4?, $19 callerId int4, $20 studentId int4, $21 notesOf int4?, $22 noteCourses int4[], $23 aloneNotes bool, $24 since timestamptz, $25 now timestamptz, $26 from timestamptz, $27 to timestamptz, $28 kind int4, $29 key 1 timestamptz, $30 key 2 int4, $31 key 3 int4
-- gives kind int4, id int4, date timestamptz, thingType plannable_type, thingId int4, contextName text?, name text?, pointsPossible float8?, assignmentCourseId int4?, missing bool?, studies bool?, assignmentCreatedAt timestamptz?, assignmentUpdatedAt timestamptz?, eventTitle text?, eventCourseId int4?, eventGroupId int4?, endAt timestamptz?, allDay bool?, description text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?, submitted bool?, graded bool?, late bool?, needsGrading bool?, heard bool?, news bool?, markId int4?, markedComplete bool?, dismissed bool?, markCreatedAt timestamptz?, markUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($1::int[], $2::boolean[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)) select item.kind, item.id, item.date, (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type as "thingType", coalesce(quiz.id, topic.id, item.id) as "thingId",
  coalesce(coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $19 and nn.course_id = c.id), c.name), g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $25::timestamptz >= theirs.due_at + interval '1 seconds', false) end as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  s.submitted_at is not null as submitted, s.graded_at is not null and not s.state in ('submitted', 'pending_review') and not a.muted as graded,
  case when s.late_policy_status is not null then s.late_policy_status = 'late'
  else coalesce(s.submitted_at >= theirs.due_at + case when s.submission_type = 'online_quiz' then interval '61 seconds' else interval '1 seconds' end, false) end as late, case when a.muted then s.submitted_at is not null else s.state in ('submitted', 'pending_review') end as "needsGrading",
  greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) is not null as heard, coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt" from (select item.kind, item.id, item.date from (
  (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $26::timestamptz and $27::timestamptz) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true and (due.due_at, 1::int, due.id) > ($29::timestamptz, $30::int, $31::int) order by due.due_at asc, 1::int asc, due.id asc limit 11) union all (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $26::timestamptz and $27::timestamptz and (o.course_section_id = any($11::int[]) or o.group_id = any($12::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($13::int[]))))) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true and (due.due_at, 1::int, due.id) > ($29::timestamptz, $30::int, $31::int) order by due.due_at asc, 1::int asc, due.id asc limit 11)
  union all select 2, e.id, e.start_at from (
  select e.* from unnest($14::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz and (e.start_at, 2::int, e.id) > ($29::timestamptz, $30::int, $31::int) order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from unnest($17::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz and (e.start_at, 2::int, e.id) > ($29::timestamptz, $30::int, $31::int) order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from (select e.id, e.start_at from calendar_events e where e.user_id = $18 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz and (e.start_at, 2::int, e.id) > ($29::timestamptz, $30::int, $31::int) order by e.start_at asc, 2::int asc, e.id asc limit 11) e) e
  union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $21 and not n.deleted and n.todo_date between $26::timestamptz and $27::timestamptz
  and (n.course_id = any($22::int[]) or (n.course_id is null and $23::boolean))
  and (n.todo_date, 3::int, n.id) > ($29::timestamptz, $30::int, $31::int) order by n.todo_date asc, 3::int asc, n.id asc limit 11)) item where true and item.kind = $28 and (item.date, item.kind, item.id) > ($29::timestamptz, $30::int, $31::int) order by item.date asc, item.kind asc, item.id asc limit 11 ) item left join assignments a on item.kind = 1 and a.id = item.id
  left join calendar_events e on item.kind = 2 and e.id = item.id
  left join planner_notes n on item.kind = 3 and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = $20 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $20 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $20 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $20 and ot.override_id = o.id))))
  else a.due_at end as due_at offset 0) theirs left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted order by item.date asc, item.kind asc, item.id asc;

-- planner_items_first_11 (src/areas/planner/item-rows.ts)
-- takes $1 ownIds int4[], $2 ownStaff bool[], $3 ownGrades bool[], $4 ownStudies bool[], $5 ownDrafts bool[], $6 ownGraded text[], $7 ownOversees text[], $8 ownStudents text[], $9 ownSections text[], $10 ownGroups text[], $11 attendedSections int4[], $12 attendedGroups int4[], $13 attendedPeople int4[], $14 courseIds int4[], $15 sections int4[], $16 everywhere int4[], $17 groupIds int4[], $18 userId int4?, $19 callerId int4, $20 studentId int4, $21 notesOf int4?, $22 noteCourses int4[], $23 aloneNotes bool, $24 since timestamptz, $25 now timestamptz, $26 from timestamptz, $27 to timestamptz
-- gives kind int4, id int4, date timestamptz, thingType plannable_type, thingId int4, contextName text?, name text?, pointsPossible float8?, assignmentCourseId int4?, missing bool?, studies bool?, assignmentCreatedAt timestamptz?, assignmentUpdatedAt timestamptz?, eventTitle text?, eventCourseId int4?, eventGroupId int4?, endAt timestamptz?, allDay bool?, description text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?, submitted bool?, graded bool?, late bool?, needsGrading bool?, heard bool?, news bool?, markId int4?, markedComplete bool?, dismissed bool?, markCreatedAt timestamptz?, markUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($1::int[], $2::boolean[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)) select item.kind, item.id, item.date, (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type as "thingType", coalesce(quiz.id, topic.id, item.id) as "thingId",
  coalesce(coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $19 and nn.course_id = c.id), c.name), g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $25::timestamptz >= theirs.due_at + interval '1 seconds', false) end as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  s.submitted_at is not null as submitted, s.graded_at is not null and not s.state in ('submitted', 'pending_review') and not a.muted as graded,
  case when s.late_policy_status is not null then s.late_policy_status = 'late'
  else coalesce(s.submitted_at >= theirs.due_at + case when s.submission_type = 'online_quiz' then interval '61 seconds' else interval '1 seconds' end, false) end as late, case when a.muted then s.submitted_at is not null else s.state in ('submitted', 'pending_review') end as "needsGrading",
  greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) is not null as heard, coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt" from (select item.kind, item.id, item.date from (
  (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $26::timestamptz and $27::timestamptz) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true  order by due.due_at asc, 1::int asc, due.id asc limit 11) union all (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $26::timestamptz and $27::timestamptz and (o.course_section_id = any($11::int[]) or o.group_id = any($12::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($13::int[]))))) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true  order by due.due_at asc, 1::int asc, due.id asc limit 11)
  union all select 2, e.id, e.start_at from (
  select e.* from unnest($14::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz  order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from unnest($17::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz  order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from (select e.id, e.start_at from calendar_events e where e.user_id = $18 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz  order by e.start_at asc, 2::int asc, e.id asc limit 11) e) e
  union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $21 and not n.deleted and n.todo_date between $26::timestamptz and $27::timestamptz
  and (n.course_id = any($22::int[]) or (n.course_id is null and $23::boolean))
  order by n.todo_date asc, 3::int asc, n.id asc limit 11)) item where true   order by item.date asc, item.kind asc, item.id asc limit 11 ) item left join assignments a on item.kind = 1 and a.id = item.id
  left join calendar_events e on item.kind = 2 and e.id = item.id
  left join planner_notes n on item.kind = 3 and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = $20 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $20 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $20 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $20 and ot.override_id = o.id))))
  else a.due_at end as due_at offset 0) theirs left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted order by item.date asc, item.kind asc, item.id asc;

-- planner_items_of_student_0_after_11 (src/areas/planner/item-rows.ts)
-- takes $1 ownIds int4[], $2 ownStaff bool[], $3 ownGrades bool[], $4 ownStudies bool[], $5 ownDrafts bool[], $6 ownGraded text[], $7 ownOversees text[], $8 ownStudents text[], $9 ownSections text[], $10 ownGroups text[], $11 attendedSections int4[], $12 attendedGroups int4[], $13 attendedPeople int4[], $14 courseIds int4[], $15 sections int4[], $16 everywhere int4[], $17 groupIds int4[], $18 userId int4?, $19 callerId int4, $20 studentId int4, $21 notesOf int4?, $22 noteCourses int4[], $23 aloneNotes bool, $24 since timestamptz, $25 now timestamptz, $26 from timestamptz, $27 to timestamptz, $28 kind int4, $29 key 1 timestamptz, $30 key 2 int4, $31 key 3 int4
-- gives kind int4, id int4, date timestamptz, thingType plannable_type, thingId int4, contextName text?, name text?, pointsPossible float8?, assignmentCourseId int4?, missing bool?, studies bool?, assignmentCreatedAt timestamptz?, assignmentUpdatedAt timestamptz?, eventTitle text?, eventCourseId int4?, eventGroupId int4?, endAt timestamptz?, allDay bool?, description text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?, submitted bool?, graded bool?, late bool?, needsGrading bool?, heard bool?, news bool?, markId int4?, markedComplete bool?, dismissed bool?, markCreatedAt timestamptz?, markUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($1::int[], $2::boolean[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)) select item.kind, item.id, item.date, (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type as "thingType", coalesce(quiz.id, topic.id, item.id) as "thingId",
  coalesce(coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $19 and nn.course_id = c.id), c.name), g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $25::timestamptz >= theirs.due_at + interval '1 seconds', false) end as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  s.submitted_at is not null as submitted, s.graded_at is not null and not s.state in ('submitted', 'pending_review') and not a.muted as graded,
  case when s.late_policy_status is not null then s.late_policy_status = 'late'
  else coalesce(s.submitted_at >= theirs.due_at + case when s.submission_type = 'online_quiz' then interval '61 seconds' else interval '1 seconds' end, false) end as late, case when a.muted then s.submitted_at is not null else s.state in ('submitted', 'pending_review') end as "needsGrading",
  greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) is not null as heard, coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt" from (select item.kind, item.id, item.date from (
  (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $26::timestamptz and $27::timestamptz and (o.course_section_id = any($11::int[]) or o.group_id = any($12::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($13::int[]))))) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true and (due.due_at, 1::int, due.id) > ($29::timestamptz, $30::int, $31::int) order by due.due_at asc, 1::int asc, due.id asc limit 11)
  union all select 2, e.id, e.start_at from (
  select e.* from unnest($14::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz and (e.start_at, 2::int, e.id) > ($29::timestamptz, $30::int, $31::int) order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from unnest($17::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz and (e.start_at, 2::int, e.id) > ($29::timestamptz, $30::int, $31::int) order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from (select e.id, e.start_at from calendar_events e where e.user_id = $18 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz and (e.start_at, 2::int, e.id) > ($29::timestamptz, $30::int, $31::int) order by e.start_at asc, 2::int asc, e.id asc limit 11) e) e
  union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $21 and not n.deleted and n.todo_date between $26::timestamptz and $27::timestamptz
  and (n.course_id = any($22::int[]) or (n.course_id is null and $23::boolean))
  and (n.todo_date, 3::int, n.id) > ($29::timestamptz, $30::int, $31::int) order by n.todo_date asc, 3::int asc, n.id asc limit 11)) item where true and item.kind = $28 and (item.date, item.kind, item.id) > ($29::timestamptz, $30::int, $31::int) order by item.date asc, item.kind asc, item.id asc limit 11 ) item left join assignments a on item.kind = 1 and a.id = item.id
  left join calendar_events e on item.kind = 2 and e.id = item.id
  left join planner_notes n on item.kind = 3 and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = $20 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $20 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $20 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $20 and ot.override_id = o.id))))
  else a.due_at end as due_at offset 0) theirs left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted order by item.date asc, item.kind asc, item.id asc;

-- planner_items_of_student_first_11 (src/areas/planner/item-rows.ts)
-- takes $1 ownIds int4[], $2 ownStaff bool[], $3 ownGrades bool[], $4 ownStudies bool[], $5 ownDrafts bool[], $6 ownGraded text[], $7 ownOversees text[], $8 ownStudents text[], $9 ownSections text[], $10 ownGroups text[], $11 attendedSections int4[], $12 attendedGroups int4[], $13 attendedPeople int4[], $14 courseIds int4[], $15 sections int4[], $16 everywhere int4[], $17 groupIds int4[], $18 userId int4?, $19 callerId int4, $20 studentId int4, $21 notesOf int4?, $22 noteCourses int4[], $23 aloneNotes bool, $24 since timestamptz, $25 now timestamptz, $26 from timestamptz, $27 to timestamptz
-- gives kind int4, id int4, date timestamptz, thingType plannable_type, thingId int4, contextName text?, name text?, pointsPossible float8?, assignmentCourseId int4?, missing bool?, studies bool?, assignmentCreatedAt timestamptz?, assignmentUpdatedAt timestamptz?, eventTitle text?, eventCourseId int4?, eventGroupId int4?, endAt timestamptz?, allDay bool?, description text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?, submitted bool?, graded bool?, late bool?, needsGrading bool?, heard bool?, news bool?, markId int4?, markedComplete bool?, dismissed bool?, markCreatedAt timestamptz?, markUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($1::int[], $2::boolean[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)) select item.kind, item.id, item.date, (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type as "thingType", coalesce(quiz.id, topic.id, item.id) as "thingId",
  coalesce(coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $19 and nn.course_id = c.id), c.name), g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $25::timestamptz >= theirs.due_at + interval '1 seconds', false) end as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  s.submitted_at is not null as submitted, s.graded_at is not null and not s.state in ('submitted', 'pending_review') and not a.muted as graded,
  case when s.late_policy_status is not null then s.late_policy_status = 'late'
  else coalesce(s.submitted_at >= theirs.due_at + case when s.submission_type = 'online_quiz' then interval '61 seconds' else interval '1 seconds' end, false) end as late, case when a.muted then s.submitted_at is not null else s.state in ('submitted', 'pending_review') end as "needsGrading",
  greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) is not null as heard, coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt" from (select item.kind, item.id, item.date from (
  (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $26::timestamptz and $27::timestamptz and (o.course_section_id = any($11::int[]) or o.group_id = any($12::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($13::int[]))))) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true  order by due.due_at asc, 1::int asc, due.id asc limit 11)
  union all select 2, e.id, e.start_at from (
  select e.* from unnest($14::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz  order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from unnest($17::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz  order by e.start_at asc, 2::int asc, e.id asc limit 11) e
  union all select e.* from (select e.id, e.start_at from calendar_events e where e.user_id = $18 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz  order by e.start_at asc, 2::int asc, e.id asc limit 11) e) e
  union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $21 and not n.deleted and n.todo_date between $26::timestamptz and $27::timestamptz
  and (n.course_id = any($22::int[]) or (n.course_id is null and $23::boolean))
  order by n.todo_date asc, 3::int asc, n.id asc limit 11)) item where true   order by item.date asc, item.kind asc, item.id asc limit 11 ) item left join assignments a on item.kind = 1 and a.id = item.id
  left join calendar_events e on item.kind = 2 and e.id = item.id
  left join planner_notes n on item.kind = 3 and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = $20 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $20 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $20 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $20 and ot.override_id = o.id))))
  else a.due_at end as due_at offset 0) theirs left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted order by item.date asc, item.kind asc, item.id asc;

-- planner_items_of_student_sifted_after_11 (src/areas/planner/item-rows.ts)
-- takes $1 ownIds int4[], $2 ownStaff bool[], $3 ownGrades bool[], $4 ownStudies bool[], $5 ownDrafts bool[], $6 ownGraded text[], $7 ownOversees text[], $8 ownStudents text[], $9 ownSections text[], $10 ownGroups text[], $11 attendedSections int4[], $12 attendedGroups int4[], $13 attendedPeople int4[], $14 courseIds int4[], $15 sections int4[], $16 everywhere int4[], $17 groupIds int4[], $18 userId int4?, $19 callerId int4, $20 studentId int4, $21 notesOf int4?, $22 noteCourses int4[], $23 aloneNotes bool, $24 since timestamptz, $25 now timestamptz, $26 from timestamptz, $27 to timestamptz, $28 done bool?, $29 news bool?, $30 key 1 timestamptz, $31 key 2 int4, $32 key 3 int4
-- gives kind int4, id int4, date timestamptz, thingType plannable_type, thingId int4, contextName text?, name text?, pointsPossible float8?, assignmentCourseId int4?, missing bool?, studies bool?, assignmentCreatedAt timestamptz?, assignmentUpdatedAt timestamptz?, eventTitle text?, eventCourseId int4?, eventGroupId int4?, endAt timestamptz?, allDay bool?, description text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?, submitted bool?, graded bool?, late bool?, needsGrading bool?, heard bool?, news bool?, markId int4?, markedComplete bool?, dismissed bool?, markCreatedAt timestamptz?, markUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($1::int[], $2::boolean[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)) select item.kind, item.id, item.date, (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type as "thingType", coalesce(quiz.id, topic.id, item.id) as "thingId",
  coalesce(coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $19 and nn.course_id = c.id), c.name), g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $25::timestamptz >= theirs.due_at + interval '1 seconds', false) end as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  s.submitted_at is not null as submitted, s.graded_at is not null and not s.state in ('submitted', 'pending_review') and not a.muted as graded,
  case when s.late_policy_status is not null then s.late_policy_status = 'late'
  else coalesce(s.submitted_at >= theirs.due_at + case when s.submission_type = 'online_quiz' then interval '61 seconds' else interval '1 seconds' end, false) end as late, case when a.muted then s.submitted_at is not null else s.state in ('submitted', 'pending_review') end as "needsGrading",
  greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) is not null as heard, coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt" from (select item.kind, item.id, item.date from (
  (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $26::timestamptz and $27::timestamptz and (o.course_section_id = any($11::int[]) or o.group_id = any($12::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($13::int[]))))) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true )
  union all select 2, e.id, e.start_at from (
  select e.* from unnest($14::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz ) e
  union all select e.* from unnest($17::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz ) e
  union all select e.* from (select e.id, e.start_at from calendar_events e where e.user_id = $18 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz ) e) e
  union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $21 and not n.deleted and n.todo_date between $26::timestamptz and $27::timestamptz
  and (n.course_id = any($22::int[]) or (n.course_id is null and $23::boolean))
  )) item where true
  and ($28::boolean is null or (select coalesce(o.marked_complete, item.kind = 1 and exists (select 1 from submissions s
  where s.assignment_id = item.id and s.user_id = $20 and s.submitted_at is not null)) from (select) one left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted) = $28) and ($29::boolean is null or coalesce((select coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) from submissions s join assignments a on a.id = s.assignment_id left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted
  where item.kind = 1 and s.assignment_id = item.id and s.user_id = $20), false) = $29)  and (item.date, item.kind, item.id) > ($30::timestamptz, $31::int, $32::int) order by item.date asc, item.kind asc, item.id asc limit 11 ) item left join assignments a on item.kind = 1 and a.id = item.id
  left join calendar_events e on item.kind = 2 and e.id = item.id
  left join planner_notes n on item.kind = 3 and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = $20 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $20 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $20 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $20 and ot.override_id = o.id))))
  else a.due_at end as due_at offset 0) theirs left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted order by item.date asc, item.kind asc, item.id asc;

-- planner_items_sifted_after_11 (src/areas/planner/item-rows.ts)
-- takes $1 ownIds int4[], $2 ownStaff bool[], $3 ownGrades bool[], $4 ownStudies bool[], $5 ownDrafts bool[], $6 ownGraded text[], $7 ownOversees text[], $8 ownStudents text[], $9 ownSections text[], $10 ownGroups text[], $11 attendedSections int4[], $12 attendedGroups int4[], $13 attendedPeople int4[], $14 courseIds int4[], $15 sections int4[], $16 everywhere int4[], $17 groupIds int4[], $18 userId int4?, $19 callerId int4, $20 studentId int4, $21 notesOf int4?, $22 noteCourses int4[], $23 aloneNotes bool, $24 since timestamptz, $25 now timestamptz, $26 from timestamptz, $27 to timestamptz, $28 done bool?, $29 news bool?, $30 key 1 timestamptz, $31 key 2 int4, $32 key 3 int4
-- gives kind int4, id int4, date timestamptz, thingType plannable_type, thingId int4, contextName text?, name text?, pointsPossible float8?, assignmentCourseId int4?, missing bool?, studies bool?, assignmentCreatedAt timestamptz?, assignmentUpdatedAt timestamptz?, eventTitle text?, eventCourseId int4?, eventGroupId int4?, endAt timestamptz?, allDay bool?, description text?, locationName text?, locationAddress text?, eventCreatedAt timestamptz?, eventUpdatedAt timestamptz?, submitted bool?, graded bool?, late bool?, needsGrading bool?, heard bool?, news bool?, markId int4?, markedComplete bool?, dismissed bool?, markCreatedAt timestamptz?, markUpdatedAt timestamptz?
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($1::int[], $2::boolean[], $3::boolean[], $4::boolean[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)) select item.kind, item.id, item.date, (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type as "thingType", coalesce(quiz.id, topic.id, item.id) as "thingId",
  coalesce(coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $19 and nn.course_id = c.id), c.name), g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $25::timestamptz >= theirs.due_at + interval '1 seconds', false) end as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  s.submitted_at is not null as submitted, s.graded_at is not null and not s.state in ('submitted', 'pending_review') and not a.muted as graded,
  case when s.late_policy_status is not null then s.late_policy_status = 'late'
  else coalesce(s.submitted_at >= theirs.due_at + case when s.submission_type = 'online_quiz' then interval '61 seconds' else interval '1 seconds' end, false) end as late, case when a.muted then s.submitted_at is not null else s.state in ('submitted', 'pending_review') end as "needsGrading",
  greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) is not null as heard, coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt" from (select item.kind, item.id, item.date from (
  (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and o.due_at between $26::timestamptz and $27::timestamptz) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true ) union all (select 1 as kind, due.id, due.due_at as date from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $26::timestamptz and $27::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $26::timestamptz and $27::timestamptz and (o.course_section_id = any($11::int[]) or o.group_id = any($12::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($13::int[]))))) candidate
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
  order by found.due_at asc, found.id asc ))) due
  where true )
  union all select 2, e.id, e.start_at from (
  select e.* from unnest($14::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.course_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz ) e
  union all select e.* from unnest($17::int[]) mine(id) cross join lateral (select e.id, e.start_at from calendar_events e where e.group_id = mine.id and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz ) e
  union all select e.* from (select e.id, e.start_at from calendar_events e where e.user_id = $18 and not e.deleted and (e.course_section_id is null or ((e.course_section_id = any($15::int[]) or e.course_id = any($16::int[])) and (select cs.course_id = e.course_id and not cs.deleted from course_sections cs where cs.id = e.course_section_id))) and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
  and (child.course_section_id = any($15::int[]) or child.course_id = any($16::int[])) and (select cs.course_id = child.course_id and not cs.deleted from course_sections cs where cs.id = child.course_section_id)) and e.start_at between $26::timestamptz and $27::timestamptz ) e) e
  union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $21 and not n.deleted and n.todo_date between $26::timestamptz and $27::timestamptz
  and (n.course_id = any($22::int[]) or (n.course_id is null and $23::boolean))
  )) item where true
  and ($28::boolean is null or (select coalesce(o.marked_complete, item.kind = 1 and exists (select 1 from submissions s
  where s.assignment_id = item.id and s.user_id = $20 and s.submitted_at is not null)) from (select) one left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted) = $28) and ($29::boolean is null or coalesce((select coalesce(greatest(case when s.graded_at is not null and not a.muted then s.graded_at end,
  (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
  and c.author_id <> s.user_id and not c.hidden)) > coalesce(o.updated_at, $24::timestamptz), false) from submissions s join assignments a on a.id = s.assignment_id left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted
  where item.kind = 1 and s.assignment_id = item.id and s.user_id = $20), false) = $29)  and (item.date, item.kind, item.id) > ($30::timestamptz, $31::int, $32::int) order by item.date asc, item.kind asc, item.id asc limit 11 ) item left join assignments a on item.kind = 1 and a.id = item.id
  left join calendar_events e on item.kind = 2 and e.id = item.id
  left join planner_notes n on item.kind = 3 and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = $20 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $20 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $20 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $20 and ot.override_id = o.id))))
  else a.due_at end as due_at offset 0) theirs left join lateral (select q.id from quizzes q where item.kind = 1 and q.assignment_id = item.id and not q.deleted offset 0) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = 1 and t.assignment_id = item.id and t.root_topic_id is null
  and t.state = 'active' offset 0) topic on true left join planner_overrides o on o.user_id = $19 and o.plannable_type = (case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
  when item.kind = 1 then 'assignment' when item.kind = 2 then 'calendar_event' else 'planner_note' end)::plannable_type and o.plannable_id = coalesce(quiz.id, topic.id, item.id) and not o.deleted order by item.date asc, item.kind asc, item.id asc;

-- planner_notes_by_ids (src/areas/planner/item-rows.ts)
-- takes $1 ids int4[]
-- gives id int4, userId int4, courseId int4?, title text, details text?, todoDate timestamptz, linkedType plannable_type?, linkedId int4?, deleted bool, createdAt timestamptz, updatedAt timestamptz
select n.id, n.user_id as "userId", n.course_id as "courseId", n.title, n.details, n.todo_date as "todoDate",
  n.linked_type as "linkedType", n.linked_id as "linkedId", n.deleted, n.created_at as "createdAt", n.updated_at as "updatedAt" from planner_notes n where n.id = any($1::int[]);

-- missing_submissions_0_1_after_11 (src/areas/planner/missing.ts)
-- takes $1 studentId int4, $2 from timestamptz, $3 to timestamptz, $4 now timestamptz, $5 ownIds int4[], $6 ownStaff bool[], $7 ownGrades bool[], $8 ownStudies bool[], $9 ownDrafts bool[], $10 ownGraded text[], $11 ownOversees text[], $12 ownStudents text[], $13 ownSections text[], $14 ownGroups text[], $15 attendedSections int4[], $16 attendedGroups int4[], $17 attendedPeople int4[], $18 openAt timestamptz, $19 held int4[], $20 key 1 timestamptz, $21 key 2 int4
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($5::int[], $6::boolean[], $7::boolean[], $8::boolean[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)),  dates as materialized (select due.* from (
  (select due.* from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $2::timestamptz and $3::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $2::timestamptz and $3::timestamptz and (o.course_section_id = any($15::int[]) or o.group_id = any($16::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($17::int[]))))) candidate
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
  where not a.deleted and (a.published or not mine.drafts) and (select case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $4::timestamptz >= found.due_at + interval '1 seconds', false) end
  from (select) one left join submissions s on s.assignment_id = found.id and s.user_id = $1 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))) and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc ))) due where true and coalesce(due.unlock_at <= $18, true) and coalesce(due.lock_at > $18, true) and due.id <> all($19::int[]) and (due.due_at, due.id) > ($20::timestamptz, $21::int) order by due.due_at asc, due.id asc limit 11)
  union all select due.* from ((with mine as materialized (select * from own where not own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and (a.published or not mine.drafts) and a.id = any(array(select s.assignment_id from own join submissions s on s.course_id = own.course_id
  and s.user_id = $1 and s.late_policy_status = 'missing' join assignments a on a.id = s.assignment_id and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id))))))
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
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates)) due
  where (due.due_at between $2::timestamptz and $3::timestamptz) is not true) due where true and coalesce(due.unlock_at <= $18, true) and coalesce(due.lock_at > $18, true) and due.id <> all($19::int[]) and (coalesce(due.due_at, '9999-12-31T23:59:59.999Z'::timestamptz), due.id) > ($20::timestamptz, $21::int) order by coalesce(due.due_at, '9999-12-31T23:59:59.999Z'::timestamptz) asc, due.id asc limit 11 )
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
  order by coalesce(dates.due_at, '9999-12-31T23:59:59.999Z'::timestamptz) asc, a.id asc;

-- missing_submissions_first_11 (src/areas/planner/missing.ts)
-- takes $1 studentId int4, $2 from timestamptz, $3 to timestamptz, $4 now timestamptz, $5 ownIds int4[], $6 ownStaff bool[], $7 ownGrades bool[], $8 ownStudies bool[], $9 ownDrafts bool[], $10 ownGraded text[], $11 ownOversees text[], $12 ownStudents text[], $13 ownSections text[], $14 ownGroups text[], $15 attendedSections int4[], $16 attendedGroups int4[], $17 attendedPeople int4[]
-- gives id int4, courseId int4, assignmentGroupId int4, position int4, name text, description text?, submissionTypes text[], allowedExtensions text[], pointsPossible float8?, gradingType grading_type, gradingStandardId int4?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, published bool, muted bool, groupCategoryId int4?, gradeGroupStudentsIndividually bool, peerReviews bool, automaticPeerReviews bool, peerReviewCount int4, peerReviewsAssignAt timestamptz?, externalTool jsonb?, checkerEnabled bool, checkerSettings jsonb?, freezeOnCopy bool, frozen bool, hasRubric bool?, needsGrading int4?, createdAt timestamptz, updatedAt timestamptz
with own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($5::int[], $6::boolean[], $7::boolean[], $8::boolean[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)),  dates as materialized (select due.* from (
  (select due.* from ((with mine as materialized (select * from own where not own.staff and true)
  (select found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from (select * from (
  select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between $2::timestamptz and $3::timestamptz
  union all select distinct o.assignment_id, o.due_at, true from assignment_overrides o where o.due_at between $2::timestamptz and $3::timestamptz and (o.course_section_id = any($15::int[]) or o.group_id = any($16::int[])
  or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any($17::int[]))))) candidate
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
  where not a.deleted and (a.published or not mine.drafts) and (select case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and $4::timestamptz >= found.due_at + interval '1 seconds', false) end
  from (select) one left join submissions s on s.assignment_id = found.id and s.user_id = $1 and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))) and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and true
  order by found.due_at asc, found.id asc ))) due where true   order by due.due_at asc, due.id asc limit 11)
  union all select due.* from ((with mine as materialized (select * from own where not own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and (a.published or not mine.drafts) and a.id = any(array(select s.assignment_id from own join submissions s on s.course_id = own.course_id
  and s.user_id = $1 and s.late_policy_status = 'missing' join assignments a on a.id = s.assignment_id and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id))))))
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
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates)) due
  where (due.due_at between $2::timestamptz and $3::timestamptz) is not true) due where true   order by coalesce(due.due_at, '9999-12-31T23:59:59.999Z'::timestamptz) asc, due.id asc limit 11 )
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
  order by coalesce(dates.due_at, '9999-12-31T23:59:59.999Z'::timestamptz) asc, a.id asc;

-- planner_overrides_of_assignments (src/areas/planner/missing.ts)
-- takes $1 callerId int4, $2 assignments int4[], $3 quizzes int4[], $4 topics int4[]
-- gives id int4, userId int4, plannableType plannable_type, plannableId int4, markedComplete bool, dismissed bool, deleted bool, createdAt timestamptz, updatedAt timestamptz
select o.id, o.user_id as "userId", o.plannable_type as "plannableType", o.plannable_id as "plannableId",
  o.marked_complete as "markedComplete", o.dismissed, o.deleted, o.created_at as "createdAt", o.updated_at as "updatedAt" from planner_overrides o where o.user_id = $1 and not o.deleted and (
  (o.plannable_type = 'assignment' and o.plannable_id = any($2::int[]))
  or (o.plannable_type = 'quiz' and o.plannable_id = any($3::int[]))
  or (o.plannable_type = 'discussion_topic' and o.plannable_id = any($4::int[])));

-- planner_notes_0_1_2_3_after_11 (src/areas/planner/notes.ts)
-- takes $1 callerId int4, $2 from timestamptz, $3 to timestamptz, $4 courseIds int4[], $5 alone bool, $6 key 1 timestamptz, $7 key 2 int4
-- gives id int4, userId int4, courseId int4?, title text, details text?, todoDate timestamptz, linkedType plannable_type?, linkedId int4?, deleted bool, createdAt timestamptz, updatedAt timestamptz
select n.id, n.user_id as "userId", n.course_id as "courseId", n.title, n.details, n.todo_date as "todoDate",
  n.linked_type as "linkedType", n.linked_id as "linkedId", n.deleted, n.created_at as "createdAt", n.updated_at as "updatedAt" from planner_notes n where n.user_id = $1 and not n.deleted and n.todo_date >= $2 and n.todo_date <= $3 and (n.course_id is null or n.course_id = any($4::int[])) and (n.course_id is not null or $5::boolean) and (n.todo_date, n.id) > ($6::timestamptz, $7::int) order by n.todo_date asc, n.id asc limit 11;

-- planner_notes_first_11 (src/areas/planner/notes.ts)
-- takes $1 callerId int4
-- gives id int4, userId int4, courseId int4?, title text, details text?, todoDate timestamptz, linkedType plannable_type?, linkedId int4?, deleted bool, createdAt timestamptz, updatedAt timestamptz
select n.id, n.user_id as "userId", n.course_id as "courseId", n.title, n.details, n.todo_date as "todoDate",
  n.linked_type as "linkedType", n.linked_id as "linkedId", n.deleted, n.created_at as "createdAt", n.updated_at as "updatedAt" from planner_notes n where n.user_id = $1 and not n.deleted   order by n.todo_date asc, n.id asc limit 11;

-- planner_overrides_after_11 (src/areas/planner/overrides.ts)
-- takes $1 callerId int4, $2 key 1 int4
-- gives id int4, userId int4, plannableType plannable_type, plannableId int4, markedComplete bool, dismissed bool, deleted bool, createdAt timestamptz, updatedAt timestamptz
select o.id, o.user_id as "userId", o.plannable_type as "plannableType", o.plannable_id as "plannableId",
  o.marked_complete as "markedComplete", o.dismissed, o.deleted, o.created_at as "createdAt", o.updated_at as "updatedAt" from planner_overrides o where o.user_id = $1 and not o.deleted  and (o.id) > ($2::int) order by o.id asc limit 11;

-- courses_of_student_readable (src/areas/planner/subjects.ts)
-- takes $1 callerId int4, $2 studentId int4, $3 courseIds int4[]
-- gives id int4
select c.id from courses c where c.id = any($3::int[])
  and (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1) or exists (select 1 from enrollments me
  where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and case when me.type = 'ObserverEnrollment' then me.associated_user_id = $2 else me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = $2 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0) end));

-- places_of_student_in_courses (src/areas/planner/subjects.ts)
-- takes $1 studentId int4, $2 courseIds int4[]
-- gives id int4, sections int4[], groups int4[]
select c.id, array(select e.course_section_id from enrollments e
  where e.course_id = c.id and e.user_id = any(array[$1::int]::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections, array(select m.group_id from group_memberships m where m.user_id = any(array[$1::int]::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = c.id and not g.deleted offset 0)) as groups
  from unnest($2::int[]) c(id);

-- planner_place_of_assignment (src/areas/planner/things.ts)
-- takes $1 id int4
-- gives courseId int4?, groupId int4?
select a.course_id as "courseId", null::int as "groupId" from assignments a where a.id = $1;

-- planner_place_of_quiz (src/areas/planner/things.ts)
-- takes $1 id int4
-- gives courseId int4?, groupId int4?
select q.course_id as "courseId", null::int as "groupId" from quizzes q where q.id = $1;

-- planner_place_of_topic (src/areas/planner/things.ts)
-- takes $1 id int4
-- gives courseId int4?, groupId int4?
select t.course_id as "courseId", t.group_id as "groupId" from discussion_topics t where t.id = $1;

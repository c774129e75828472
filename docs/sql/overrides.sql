-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- assignments_of_overrides_held (src/areas/overrides/changes.ts)
-- takes $1 ids int4[]
-- gives id int4, groupCategoryId int4?, courseId int4, deleted bool
select id, course_id as "courseId", group_category_id as "groupCategoryId", deleted from assignments
  where id = any($1::int[]) order by id for update;

-- group_override_beyond_reach (src/areas/overrides/changes.ts)
-- takes $1 assignmentIds int4[], $2 courseId int4, $3 reach int4[]?
-- gives id int4
with sections as materialized (select s.id from course_sections s where s.course_id = $2 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), a as (select a.id from assignments a where a.id = any($1::int[]) and not a.deleted)
  select o.id from a join assignment_overrides o on o.assignment_id = a.id join groups g on g.id = o.group_id and not g.deleted
  where not coalesce((o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))), false) or ($3::int[] is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))
  and not exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))) limit 1;

-- insert_override_students (src/areas/overrides/changes.ts)
-- takes $1 students jsonb
insert into assignment_override_students (assignment_id, override_id, user_id)
  select n."assignmentId", n."overrideId", n."userId" from json_to_recordset($1::json) as n("assignmentId" int, "overrideId" int, "userId" int);

-- insert_overrides (src/areas/overrides/changes.ts)
-- takes $1 rows jsonb
-- gives id int4
insert into assignment_overrides (assignment_id, course_section_id, group_id, title, due_at_overridden, due_at, unlock_at_overridden, unlock_at,
  lock_at_overridden, lock_at)
  select n."assignmentId", n."courseSectionId", n."groupId", n.title, n."dueAtOverridden", n."dueAt", n."unlockAtOverridden", n."unlockAt",
  n."lockAtOverridden", n."lockAt" from json_to_recordset($1::json) as n(id int, "assignmentId" int, "courseSectionId" int, "groupId" int, title text, "dueAtOverridden" boolean, "dueAt" timestamptz,
  "unlockAtOverridden" boolean, "unlockAt" timestamptz, "lockAtOverridden" boolean, "lockAt" timestamptz) returning id;

-- overrides_as_they_stand (src/areas/overrides/changes.ts)
-- takes $1 assignmentIds int4[], $2 courseId int4, $3 reach int4[]?
-- gives id int4, courseSectionId int4?, groupId int4?, title text?, dueAtOverridden bool, dueAt timestamptz?, unlockAtOverridden bool, unlockAt timestamptz?, lockAtOverridden bool, lockAt timestamptz?, visible bool, userIds int4[], pastUserIds int4[], hiddenUserIds int4[], ofOthersToo bool, assignmentId int4
with sections as materialized (select s.id from course_sections s where s.course_id = $2 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), a as (select a.id, a.course_id from assignments a where a.id = any($1::int[]) and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId", o.title,
  o.due_at_overridden as "dueAtOverridden", o.due_at as "dueAt", o.unlock_at_overridden as "unlockAtOverridden", o.unlock_at as "unlockAt",
  o.lock_at_overridden as "lockAtOverridden", o.lock_at as "lockAt",
  coalesce((o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))), false) as visible, ($3::int[] is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))
  and not exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))) as "ofOthersToo",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')) as "userIds",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and not exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')) as "pastUserIds",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and not ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))) as "hiddenUserIds"
  from a join assignment_overrides o on o.assignment_id = a.id;

-- release_override_students (src/areas/overrides/changes.ts)
-- takes $1 ids int4[]
delete from assignment_override_students where override_id = any($1::int[]);

-- release_override_targets (src/areas/overrides/changes.ts)
-- takes $1 ids int4[]
update assignment_overrides set course_section_id = null, group_id = null where id = any($1::int[]);

-- remove_group_overrides (src/areas/overrides/changes.ts)
-- takes $1 assignmentIds int4[]
delete from assignment_overrides where assignment_id = any($1::int[]) and group_id is not null;

-- remove_override_students (src/areas/overrides/changes.ts)
-- takes $1 ids int4[], $2 userIds int4[]
delete from assignment_override_students where override_id = any($1::int[]) and user_id = any($2::int[]);

-- remove_overrides (src/areas/overrides/changes.ts)
-- takes $1 ids int4[]
delete from assignment_overrides where id = any($1::int[]);

-- update_overrides (src/areas/overrides/changes.ts)
-- takes $1 rows jsonb, $2 now timestamptz
update assignment_overrides o set course_section_id = n."courseSectionId", group_id = n."groupId", title = n.title,
  due_at_overridden = n."dueAtOverridden", due_at = n."dueAt", unlock_at_overridden = n."unlockAtOverridden", unlock_at = n."unlockAt",
  lock_at_overridden = n."lockAtOverridden", lock_at = n."lockAt", updated_at = $2
  from json_to_recordset($1::json) as n(id int, "assignmentId" int, "courseSectionId" int, "groupId" int, title text, "dueAtOverridden" boolean, "dueAt" timestamptz,
  "unlockAtOverridden" boolean, "unlockAt" timestamptz, "lockAtOverridden" boolean, "lockAt" timestamptz) where o.id = n.id;

-- assignment_with_overrides (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 all bool
-- gives id int4
select id from assignments where id = $1 and course_id = $2 and not deleted and (published or $3::boolean);

-- override_of_group_seen_by_staff (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerOversees int4[]?, $4 target int4
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with sections as materialized (select s.id from course_sections s where s.course_id = $2 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))) and o.group_id = $4;

-- override_of_group_seen_by_student (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[], $6 target int4
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $2 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $2 and not g.deleted offset 0)) as groups), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and t.user_id = any($3::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id))) and o.group_id = $6;

-- override_of_section_seen_by_staff (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerOversees int4[]?, $4 target int4
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with sections as materialized (select s.id from course_sections s where s.course_id = $2 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))) and o.course_section_id = $4;

-- override_of_section_seen_by_student (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[], $6 target int4
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $2 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $2 and not g.deleted offset 0)) as groups), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and t.user_id = any($3::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id))) and o.course_section_id = $6;

-- override_seen_by_staff (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerOversees int4[]?, $4 id int4
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with sections as materialized (select s.id from course_sections s where s.course_id = $2 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))) and o.id = $4;

-- override_seen_by_student (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[], $6 id int4
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $2 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $2 and not g.deleted offset 0)) as groups), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and t.user_id = any($3::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id))) and o.id = $6;

-- overrides_by_ids_seen_by_staff (src/areas/overrides/overrides.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 ids int4[], $4 assignmentIds int4[], $5 all bool
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select a.id, a.course_id from assignments a where a.id = any($4::int[]) and not a.deleted and (a.published or $5::boolean) and a.course_id = $1)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($2::int[] is null or exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))) and o.id = any($3::int[]);

-- overrides_by_ids_seen_by_student (src/areas/overrides/overrides.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 ids int4[], $6 assignmentIds int4[], $7 all bool
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select a.id, a.course_id from assignments a where a.id = any($6::int[]) and not a.deleted and (a.published or $7::boolean) and a.course_id = $1)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and t.user_id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id))) and o.id = any($5::int[]);

-- overrides_of_assignments_seen_by_staff (src/areas/overrides/overrides.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 ids int4[]
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select a.id, a.course_id from assignments a where a.id = any($3::int[]) and a.course_id = $1)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($2::int[] is null or exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))) order by o.id;

-- overrides_of_assignments_seen_by_student (src/areas/overrides/overrides.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 ids int4[]
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select a.id, a.course_id from assignments a where a.id = any($5::int[]) and a.course_id = $1)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and t.user_id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id))) order by o.id;

-- overrides_seen_by_staff_first_11 (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerOversees int4[]?
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with sections as materialized (select s.id from course_sections s where s.course_id = $2 and not s.deleted and ($3::int[] is null or s.id = any($3::int[]))), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($3::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))) order by o.id limit 11;

-- overrides_seen_by_student_first_11 (src/areas/overrides/overrides.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 viewerStudents int4[], $4 viewerSections int4[], $5 viewerObserved int4[]
-- gives id int4, assignmentId int4, courseSectionId int4?, groupId int4?, title text, dueAtOverridden bool, unlockAtOverridden bool, lockAtOverridden bool, studentIds int4[], dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?
with places as materialized (select $4::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $2 and e.user_id = any($5::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($3::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $2 and not g.deleted offset 0)) as groups), a as (select a.id, a.course_id from assignments a where a.id = $1 and a.course_id = $2)
  select o.id, o.assignment_id as "assignmentId", o.course_section_id as "courseSectionId", o.group_id as "groupId",
  coalesce(s.name, g.name, o.title, '') as title, o.due_at as "dueAt", o.due_at_overridden as "dueAtOverridden",
  o.unlock_at as "unlockAt", o.unlock_at_overridden as "unlockAtOverridden", o.lock_at as "lockAt", o.lock_at_overridden as "lockAtOverridden",
  array(select t.user_id from assignment_override_students t where t.override_id = o.id and t.user_id = any($3::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by t.user_id) as "studentIds"
  from a join assignment_overrides o on o.assignment_id = a.id
  left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($3::int[]) and t.override_id = o.id))) order by o.id limit 11;

-- override_groups (src/areas/overrides/targets.ts)
-- takes $1 groupCategoryIds int4[], $2 asked int4[], $3 reach int4[]?
-- gives id int4, groupCategoryId int4?, ofOthersToo bool
select g.id, g.group_category_id as "groupCategoryId", ($3::int[] is not null and exists (select 1 from group_memberships m
  where m.group_id = g.id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = m.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))
  and not exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = m.user_id and e.course_section_id = any($3::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))) as "ofOthersToo"
  from groups g where g.group_category_id = any($1::int[]) and g.id = any($2::int[]) and not g.deleted
  and ($3::int[] is null or exists (select 1 from group_memberships m join enrollments e on e.user_id = m.user_id and e.course_id = g.course_id
  where m.group_id = g.id and m.state = 'accepted' and e.course_section_id = any($3::int[]) and e.state in ('active', 'completed')))
  order by g.id for share of g;

-- override_sections (src/areas/overrides/targets.ts)
-- takes $1 courseId int4, $2 byId int4[], $3 byName text[], $4 reach int4[]?
-- gives id int4, sisId text?, rootAccountId int4
select s.id, s.sis_section_id as "sisId", s.root_account_id as "rootAccountId" from course_sections s
  where s.course_id = $1 and not s.deleted and ($4::int[] is null or s.id = any($4::int[]))
  and (s.id = any($2::int[]) or s.sis_section_id = any($3::text[])) order by s.id for share;

-- override_students (src/areas/overrides/targets.ts)
-- takes $1 courseId int4, $2 asked int4[], $3 reach int4[]?
-- gives id int4
select e.user_id as id from enrollments e join users u on u.id = e.user_id
  where e.course_id = $1 and e.user_id = any($2::int[]) and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($3::int[] is null or e.course_section_id = any($3::int[])) order by u.id, e.id for key share of u for share of e;

-- override_students_by_sis (src/areas/overrides/targets.ts)
-- takes $1 rootAccountId int4, $2 sis text[], $3 logins text[]
-- gives by text, value text, id int4
select 'sis_user_id' as by, p.sis_user_id as value, p.user_id as id from pseudonyms p
  where p.root_account_id = $1 and p.state = 'active' and p.sis_user_id = any($2::text[])
  union all
  select 'sis_login_id', lower(p.unique_id), p.user_id from pseudonyms p
  where p.root_account_id = $1 and p.state = 'active' and lower(p.unique_id) = any($3::text[]);

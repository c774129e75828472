-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- custom_gradebook_columns_0_after_11 (src/areas/gradebook/custom-columns.ts)
-- takes $1 courseId int4, $2 shown bool, $3 key 1 int4, $4 key 2 int4
-- gives id int4, courseId int4, title text, position int4, hidden bool, readOnly bool, teacherNotes bool
select c.id, c.course_id as "courseId", c.title, c.position, c.hidden, c.read_only as "readOnly", c.teacher_notes as "teacherNotes"
  from custom_gradebook_columns c where c.course_id = $1 and c.hidden <> $2 and (c.position, c.id) > ($3::int, $4::int) order by c.position asc, c.id asc limit 11;

-- custom_gradebook_columns_first_11 (src/areas/gradebook/custom-columns.ts)
-- takes $1 courseId int4
-- gives id int4, courseId int4, title text, position int4, hidden bool, readOnly bool, teacherNotes bool
select c.id, c.course_id as "courseId", c.title, c.position, c.hidden, c.read_only as "readOnly", c.teacher_notes as "teacherNotes"
  from custom_gradebook_columns c where c.course_id = $1   order by c.position asc, c.id asc limit 11;

-- custom_gradebook_columns_in_order (src/areas/gradebook/custom-columns.ts)
-- takes $1 courseId int4
-- gives id int4
select id from custom_gradebook_columns where course_id = $1 order by position, id for no key update;

-- hold_custom_gradebook_column (src/areas/gradebook/custom-columns.ts)
-- takes $1 id int4
-- gives id int4
select id from custom_gradebook_columns where id = $1 for update;

-- remove_custom_gradebook_column (src/areas/gradebook/custom-columns.ts)
-- takes $1 id int4
with notes as (delete from custom_gradebook_notes where column_id = $1)
  delete from custom_gradebook_columns where id = $1;

-- renumber_custom_gradebook_columns (src/areas/gradebook/custom-columns.ts)
-- takes $1 ids int4[], $2 now timestamptz
update custom_gradebook_columns c set position = n.position, updated_at = $2
  from unnest($1::int[]) with ordinality as n(id, position) where c.id = n.id and c.position <> n.position;

-- students_out_of_reach_noted (src/areas/gradebook/custom-columns.ts)
-- takes $1 id int4, $2 courseId int4, $3 reach int4[]
-- gives noted bool
select exists (select 1 from custom_gradebook_notes d
  where d.column_id = $1 and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = d.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and not exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = d.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0)) as noted;

-- custom_gradebook_columns_to_fill (src/areas/gradebook/custom-data.ts)
-- takes $1 courseId int4, $2 ids int4[]
-- gives id int4
select id from custom_gradebook_columns where course_id = $1 and id = any($2::int[]) order by id for key share;

-- custom_gradebook_notes_after_11 (src/areas/gradebook/custom-data.ts)
-- takes $1 columnId int4, $2 courseId int4, $3 reach int4[]?, $4 key 1 int4
-- gives userId int4, content text
select d.user_id as "userId", d.content from custom_gradebook_notes d
  where d.column_id = $1 and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = d.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0)  and (d.user_id) > ($4::int) order by d.user_id asc limit 11;

-- hold_custom_gradebook_notes (src/areas/gradebook/custom-data.ts)
-- takes $1 data jsonb
select from custom_gradebook_notes d
  join json_to_recordset($1::json) as n("columnId" int, "userId" int, content text) on d.column_id = n."columnId" and d.user_id = n."userId"
  order by d.column_id, d.user_id for update of d;

-- students_to_note (src/areas/gradebook/custom-data.ts)
-- takes $1 courseId int4, $2 ids int4[], $3 reach int4[]?
-- gives id int4
select t.id from unnest($2::int[]) t(id) where exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0);

-- write_custom_gradebook_notes (src/areas/gradebook/custom-data.ts)
-- takes $1 data jsonb, $2 now timestamptz
with n as (select "columnId", "userId", content
  from json_to_recordset($1::json) as r("columnId" int, "userId" int, content text) order by 1, 2),
  gone as (delete from custom_gradebook_notes d using n where d.column_id = n."columnId" and d.user_id = n."userId" and n.content = '')
  insert into custom_gradebook_notes (column_id, user_id, content, updated_at)
  select "columnId", "userId", content, $2 from n where content <> ''
  on conflict (column_id, user_id) do update set content = excluded.content, updated_at = excluded.updated_at;

-- gradebook_assignments (src/areas/gradebook/rows.ts)
-- takes $1 courseId int4
-- gives id int4, title text, gradingType grading_type, pointsPossible float8?, together bool, scheme jsonb?
select a.id, a.name as title, a.grading_type as "gradingType", a.points_possible as "pointsPossible",
  a.group_category_id is not null and not a.grade_group_students_individually as together, (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) as scheme
  from assignments a join assignment_groups g on g.id = a.assignment_group_id join courses c on c.id = a.course_id
  where a.course_id = $1 and not a.deleted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by g.position, g.id, a.position, a.id;

-- gradebook_students (src/areas/gradebook/rows.ts)
-- takes $1 courseId int4, $2 reach int4[]?
-- gives id int4, name text, loginId text?, sisUserId text?, sections text[], cells jsonb
with x as (select e.user_id, array_agg(distinct s.name order by s.name) as sections
  from enrollments e join course_sections s on s.id = e.course_section_id
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id)
  select u.id, u.sortable_name as name, login.unique_id as "loginId", sis.sis_user_id as "sisUserId", x.sections,
  coalesce((select json_agg(json_build_array(s.assignment_id, coalesce(s.entered_score, s.score), coalesce(s.entered_grade, s.grade))) from submissions s
  where s.course_id = $1 and s.user_id = u.id and s.score is not null), '[]') as cells
  from x join users u on u.id = x.user_id and not u.deleted left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key, u.id;

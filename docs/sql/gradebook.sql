-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- gradebook_assignments (src/areas/gradebook/rows.ts)
-- takes $1 courseId int4
-- gives id int4, title text, gradingType grading_type, pointsPossible float8?, scheme jsonb?
select a.id, a.name as title, a.grading_type as "gradingType", a.points_possible as "pointsPossible", (select gs.scheme from courses c
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
  coalesce((select json_agg(json_build_array(s.assignment_id, s.score, s.grade)) from submissions s
  where s.course_id = $1 and s.user_id = u.id and s.score is not null), '[]') as cells
  from x join users u on u.id = x.user_id and not u.deleted left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key, u.id;

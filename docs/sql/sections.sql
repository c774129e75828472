-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- course_of_section_kept (src/areas/sections/sections.ts)
-- takes $1 id int4
-- gives id int4
select c.id from courses c where c.id = $1 and c.state <> 'deleted' for key share;

-- section_has_enrollments (src/areas/sections/sections.ts)
-- takes $1 id int4
-- gives peopled bool
select exists (select 1 from enrollments e where e.course_section_id = $1 and e.state not in ('deleted', 'rejected')) as peopled;

-- section_held_to_change (src/areas/sections/sections.ts)
-- takes $1 id int4
-- gives id int4, name text, courseId int4, nonxlistCourseId int4?, sisSectionId text?, startAt timestamptz?, endAt timestamptz?, deleted bool
select s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt", s.deleted from course_sections s where s.id = $1 for no key update;

-- section_in_course (src/areas/sections/sections.ts)
-- takes $1 id int4, $2 courseId int4
-- gives id int4, name text, courseId int4, nonxlistCourseId int4?, sisSectionId text?, startAt timestamptz?, endAt timestamptz?
select s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt" from course_sections s where s.id = $1::int and s.course_id = $2 and not s.deleted;

-- section_in_course_by_sis (src/areas/sections/sections.ts)
-- takes $1 id text, $2 courseId int4, $3 rootAccountId int4
-- gives id int4, name text, courseId int4, nonxlistCourseId int4?, sisSectionId text?, startAt timestamptz?, endAt timestamptz?
select s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt" from course_sections s where s.sis_section_id = $1 and s.course_id = $2 and s.root_account_id = $3 and not s.deleted;

-- sections_of_course_0_first_11 (src/areas/sections/sections.ts)
-- takes $1 courseId int4, $2 pattern text
-- gives id int4, name text, courseId int4, nonxlistCourseId int4?, sisSectionId text?, startAt timestamptz?, endAt timestamptz?
select s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt" from course_sections s where s.course_id = $1 and not s.deleted and replace(lower(s.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') order by s.id limit 11;

-- sections_of_course_first_11 (src/areas/sections/sections.ts)
-- takes $1 courseId int4
-- gives id int4, name text, courseId int4, nonxlistCourseId int4?, sisSectionId text?, startAt timestamptz?, endAt timestamptz?
select s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt" from course_sections s where s.course_id = $1 and not s.deleted  order by s.id limit 11;

-- students_of_sections_counted (src/areas/sections/sections.ts)
-- takes $1 ids int4[], $2 reads int4[]?
-- gives id int4, count int4
select e.course_section_id as id, count(distinct e.user_id)::int as count from enrollments e join users u on u.id = e.user_id
  where e.course_section_id = any($1::int[]) and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  and not u.deleted group by e.course_section_id;

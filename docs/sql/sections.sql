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
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt", s.deleted from course_sections s where s.id = $1 for update;

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

-- sections_of_course_first_11 (src/areas/sections/sections.ts)
-- takes $1 courseId int4
-- gives id int4, name text, courseId int4, nonxlistCourseId int4?, sisSectionId text?, startAt timestamptz?, endAt timestamptz?
select s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt" from course_sections s where s.course_id = $1 and not s.deleted order by s.id limit 11;

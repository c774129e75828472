-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- grading_scheme_of_course (src/areas/grading-standards/grading-standards.ts)
-- takes $1 courseId int4, $2 standardId int4?
-- gives scheme jsonb?
select gs.scheme from courses c join grading_standards gs on gs.id = coalesce($2::int, c.grading_standard_id) where c.id = $1 and not gs.deleted;

-- grading_standard (src/areas/grading-standards/grading-standards.ts)
-- takes $1 courseId int4?, $2 chain int4[], $3 id int4
-- gives id int4, title text, accountId int4?, courseId int4?, scheme jsonb
select gs.id, gs.title, gs.account_id as "accountId", gs.course_id as "courseId", gs.scheme from grading_standards gs where (gs.course_id = $1::int or gs.account_id = any($2::int[])) and not gs.deleted and gs.id = $3;

-- grading_standards_usable_first_11 (src/areas/grading-standards/grading-standards.ts)
-- takes $1 courseId int4?, $2 chain int4[]
-- gives id int4, title text, accountId int4?, courseId int4?, scheme jsonb
select gs.id, gs.title, gs.account_id as "accountId", gs.course_id as "courseId", gs.scheme from grading_standards gs where (gs.course_id = $1::int or gs.account_id = any($2::int[])) and not gs.deleted order by gs.id limit 11;

-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- demo_assignments (src/demo/many.ts)
-- takes $1 courseIds int4[]
with g as (insert into assignment_groups (course_id, name, position)
  select c.id, 'Assignments', 1 from unnest($1::int[]) c(id) returning id, course_id)
  insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, points_possible, grading_type, due_at, published)
  select g.course_id, g.id, n, 'Week ' || n, '{online_text_entry}', '{}', 10, 'points',
  date_trunc('day', now()) + (n - 5) * interval '7 days' + interval '20 hours', true
  from g cross join generate_series(1, 10) n;

-- demo_courses (src/demo/many.ts)
-- takes $1 count int4, $2 subjects text[]
-- gives id int4
with c as (select k, nextval(pg_get_serial_sequence('courses', 'id'))::int as id,
  ($2::text[])[k % cardinality($2::text[]) + 1] as subject from generate_series(1, $1) k),
  made as (insert into courses (id, account_id, root_account_id, name, course_code, state) overriding system value
  select c.id, 1, 1, c.subject || ' ' || c.k, upper(left(c.subject, 3)) || '-' || c.k, 'available' from c order by c.k),
  sections as (insert into course_sections (course_id, root_account_id, name)
  select c.id, 1, c.subject || ' ' || c.k from c order by c.k)
  select c.id from c order by c.k;

-- demo_enrollments (src/demo/many.ts)
-- takes $1 courseIds int4[], $2 teacherIds int4[], $3 studentIds int4[]
insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
  select s.course_id, s.id, e.user_id, 1, e.type::enrollment_type, 'active'
  from (
  select c.n, ($2::int[])[(c.n - 1) / 4 + 1] as user_id, 'TeacherEnrollment' as type
  from generate_series(1, cardinality($1::int[])) c(n)
  union all
  select (k + j * greatest(cardinality($1::int[]) / 5, 1)) % cardinality($1::int[]) + 1, student.id, 'StudentEnrollment'
  from unnest($3::int[]) with ordinality student(id, k)
  cross join generate_series(0, least(5, cardinality($1::int[])) - 1) j) e
  join course_sections s on s.course_id = ($1::int[])[e.n];

-- demo_people (src/demo/many.ts)
-- takes $1 word text, $2 count int4, $3 given text[], $4 family text[]
-- gives id int4
with named as (select k, g.name || ' ' || f.name as name, f.name || ', ' || g.name as sortable, $1 || k as login
  from generate_series(1, $2) k
  join unnest($3::text[]) with ordinality g(name, position) on g.position = k * 7 % cardinality($3::text[]) + 1
  join unnest($4::text[]) with ordinality f(name, position) on f.position = k * 5 % cardinality($4::text[]) + 1),
  n as (select named.*, nextval(pg_get_serial_sequence('users', 'id'))::int as id from named order by k),
  made as (insert into users (id, root_account_id, name, sortable_name, short_name, sort_key, search_text) overriding system value
  select n.id, 1, n.name, n.sortable, n.name, (replace(lower(regexp_replace(normalize(n.sortable, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), replace(lower(concat_ws(E'\n', n.name, n.login, n.login || '@school.example')), 'ς', 'σ') from n order by n.k),
  logins as (insert into pseudonyms (user_id, account_id, root_account_id, unique_id) select n.id, 1, 1, n.login from n order by n.k),
  channels as (insert into communication_channels (user_id, type, address, position, state)
  select n.id, 'email', n.login || '@school.example', 1, 'active' from n order by n.k)
  select n.id from n order by n.k;

-- demo_submissions (src/demo/many.ts)
-- takes $1 courseIds int4[]
with work as (
  select a.id as assignment_id, e.user_id, a.course_id, a.due_at - interval '1 day' as at, t.user_id as teacher_id,
  case when (e.user_id + a.id * 4) % 9 < 7 then 4 + (e.user_id * 3 + a.id) % 7 end as score
  from assignments a join enrollments e on e.course_id = a.course_id and e.type = 'StudentEnrollment'
  join enrollments t on t.course_id = a.course_id and t.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')
  where a.course_id = any($1::int[]) and a.due_at < now() and (e.user_id + a.id * 3) % 11 < 9),
  made as (insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, body, submitted_at, score, grade,
  graded_at, grader_id, grade_matches_current_submission)
  select w.assignment_id, w.user_id, w.course_id, case when w.score is null then 'submitted' else 'graded' end::submission_state, 1,
  'online_text_entry', '<p>What I found out this week.</p>', w.at, w.score, w.score::text,
  case when w.score is not null then w.at + interval '2 days' end, case when w.score is not null then w.teacher_id end, true from work w),
  attempts as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, submitted_at, submitter_id)
  select w.assignment_id, w.user_id, 1, 'online_text_entry', '<p>What I found out this week.</p>', w.at, w.user_id from work w)
  insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
  select w.assignment_id, w.user_id, 1, w.score, w.score::text, w.teacher_id, w.at + interval '2 days' from work w where w.score is not null;

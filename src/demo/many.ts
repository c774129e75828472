import type { TxCtx } from '../access/context.ts';
import { systemContext } from '../areas/accounts/bootstrap.ts';
import { ofStaff, ofStudent, TYPE_OF } from '../areas/enrollments/relations.ts';
import { refreshAccounts } from '../areas/users/belonging.ts';
import { type Database, statement } from '../store/database.ts';
import { folded } from '../store/folding.ts';
import { sortKeySql } from '../store/sort-key.ts';
import { quoted, type Sql, sql } from '../store/sql/sql.ts';
import { array, int, text } from '../store/sql/types.ts';

const ROOT = 1;
const COURSES_EACH = 5;
const SEATS = 50;
const COURSES_OF_A_TEACHER = 4;
const ASSIGNMENTS = 10;

const GIVEN = [
  'Ada',
  'Bilal',
  'Chen',
  'Dara',
  'Elif',
  'Femi',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Luca',
  'Mira',
  'Nadia',
  'Omar',
  'Priya',
];
const FAMILY = [
  'Adler',
  'Bakker',
  'Costa',
  'Dumont',
  'Eriksen',
  'Fischer',
  'Gupta',
  'Hansen',
  'Ito',
  'Jansen',
  'Kovacs',
  'Lopez',
  'Mensah',
];
const SUBJECTS = ['Algebra', 'Botany', 'Chemistry', 'Drama', 'Economics', 'French', 'Geography', 'Music', 'Physics', 'Statistics'];

/** People with a login and an address each, in the order of their numbers. */
const insertPeople = statement({
  name: 'demo_people',
  takes: { word: text, count: int, given: array(text), family: array(text) },
  gives: { id: int },
  sql: (p) => {
    const search: Sql = folded(sql`concat_ws(E'\\n', n.name, n.login, n.login || '@school.example')`);
    return sql`with named as (select k, g.name || ' ' || f.name as name, f.name || ', ' || g.name as sortable, ${p.word} || k as login
       from generate_series(1, ${p.count}) k
         join unnest(${p.given}::text[]) with ordinality g(name, position) on g.position = k * 7 % cardinality(${p.given}::text[]) + 1
         join unnest(${p.family}::text[]) with ordinality f(name, position) on f.position = k * 5 % cardinality(${p.family}::text[]) + 1),
     n as (select named.*, nextval(pg_get_serial_sequence('users', 'id'))::int as id from named order by k),
     made as (insert into users (id, root_account_id, name, sortable_name, short_name, sort_key, search_text) overriding system value
       select n.id, ${ROOT}, n.name, n.sortable, n.name, ${sortKeySql(sql`n.sortable`)}, ${search} from n order by n.k),
     logins as (insert into pseudonyms (user_id, account_id, root_account_id, unique_id) select n.id, ${ROOT}, ${ROOT}, n.login from n order by n.k),
     channels as (insert into communication_channels (user_id, type, address, position, state)
       select n.id, 'email', n.login || '@school.example', 1, 'active' from n order by n.k)
     select n.id from n order by n.k`;
  },
});

const insertCourses = statement({
  name: 'demo_courses',
  takes: { count: int, subjects: array(text) },
  gives: { id: int },
  sql: (p) => sql`with c as (select k, nextval(pg_get_serial_sequence('courses', 'id'))::int as id,
       (${p.subjects}::text[])[k % cardinality(${p.subjects}::text[]) + 1] as subject from generate_series(1, ${p.count}) k),
     made as (insert into courses (id, account_id, root_account_id, name, course_code, state) overriding system value
       select c.id, ${ROOT}, ${ROOT}, c.subject || ' ' || c.k, upper(left(c.subject, 3)) || '-' || c.k, 'available' from c order by c.k),
     sections as (insert into course_sections (course_id, root_account_id, name)
       select c.id, ${ROOT}, c.subject || ' ' || c.k from c order by c.k)
     select c.id from c order by c.k`,
});

/** Teachers teach one course after the other; students are spread so that no two of their courses are the same. */
const insertEnrollments = statement({
  name: 'demo_enrollments',
  takes: { courseIds: array(int), teacherIds: array(int), studentIds: array(int) },
  sql: (p) => sql`insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
     select s.course_id, s.id, e.user_id, ${ROOT}, e.type::enrollment_type, 'active'
     from (
       select c.n, (${p.teacherIds}::int[])[(c.n - 1) / ${COURSES_OF_A_TEACHER} + 1] as user_id, ${quoted(TYPE_OF.teacher)} as type
         from generate_series(1, cardinality(${p.courseIds}::int[])) c(n)
       union all
       select (k + j * greatest(cardinality(${p.courseIds}::int[]) / ${COURSES_EACH}, 1)) % cardinality(${p.courseIds}::int[]) + 1, student.id, ${quoted(TYPE_OF.student)}
         from unnest(${p.studentIds}::int[]) with ordinality student(id, k)
           cross join generate_series(0, least(${COURSES_EACH}, cardinality(${p.courseIds}::int[])) - 1) j) e
       join course_sections s on s.course_id = (${p.courseIds}::int[])[e.n]`,
});

/** A week between each two, half of them past. */
const insertAssignments = statement({
  name: 'demo_assignments',
  takes: { courseIds: array(int) },
  sql: (p) => sql`with g as (insert into assignment_groups (course_id, name, position)
       select c.id, 'Assignments', 1 from unnest(${p.courseIds}::int[]) c(id) returning id, course_id)
     insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, points_possible, grading_type, due_at, published)
     select g.course_id, g.id, n, 'Week ' || n, '{online_text_entry}', '{}', 10, 'points',
       date_trunc('day', now()) + (n - ${ASSIGNMENTS / 2}) * interval '7 days' + interval '20 hours', true
     from g cross join generate_series(1, ${ASSIGNMENTS}) n`,
});

/** Submissions of most students to what is due already, of which most are graded. */
const insertSubmissions = statement({
  name: 'demo_submissions',
  takes: { courseIds: array(int) },
  sql: (p) => sql`with work as (
       select a.id as assignment_id, e.user_id, a.course_id, a.due_at - interval '1 day' as at, t.user_id as teacher_id,
         case when (e.user_id + a.id * 4) % 9 < 7 then 4 + (e.user_id * 3 + a.id) % 7 end as score
       from assignments a join enrollments e on e.course_id = a.course_id and ${ofStudent('e')}
         join enrollments t on t.course_id = a.course_id and ${ofStaff('t')}
       where a.course_id = any(${p.courseIds}::int[]) and a.due_at < now() and (e.user_id + a.id * 3) % 11 < 9),
     made as (insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, body, submitted_at, score, grade,
         graded_at, grader_id, grade_matches_current_submission)
       select w.assignment_id, w.user_id, w.course_id, case when w.score is null then 'submitted' else 'graded' end::submission_state, 1,
         'online_text_entry', '<p>What I found out this week.</p>', w.at, w.score, w.score::text,
         case when w.score is not null then w.at + interval '2 days' end, case when w.score is not null then w.teacher_id end, true from work w),
     attempts as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, submitted_at, submitter_id)
       select w.assignment_id, w.user_id, 1, 'online_text_entry', '<p>What I found out this week.</p>', w.at, w.user_id from work w)
     insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
     select w.assignment_id, w.user_id, 1, w.score, w.score::text, w.teacher_id, w.at + interval '2 days' from work w where w.score is not null`,
});

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** What a large school has: so many students in courses of fifty, with ten assignments each, whose past half is turned in and graded. */
export const admitMany = (database: Database, students: number): Promise<{ courses: number; teachers: number }> =>
  systemContext(database).tx(async (tx: TxCtx) => {
    const courses = Math.ceil((students * COURSES_EACH) / SEATS);
    const people = { given: GIVEN, family: FAMILY };
    const courseIds = idsOf(await tx.db.rows(insertCourses, { count: courses, subjects: SUBJECTS }));
    const teachers = Math.ceil(courses / COURSES_OF_A_TEACHER);
    const teacherIds = idsOf(await tx.db.rows(insertPeople, { word: 'lecturer', count: teachers, ...people }));
    const studentIds = idsOf(await tx.db.rows(insertPeople, { word: 'pupil', count: students, ...people }));
    await tx.db.rows(insertEnrollments, { courseIds, teacherIds, studentIds });
    await tx.db.rows(insertAssignments, { courseIds });
    await tx.db.rows(insertSubmissions, { courseIds });
    await refreshAccounts(tx, [...teacherIds, ...studentIds]);
    return { courses, teachers };
  });

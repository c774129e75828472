import type { Filled } from './filled.ts';
import { analyze, ROOT, type Size, type Step } from './sizes.ts';

/** Of a student with much to do: so many courses, each with a year of assignments and events around the day of the bench. */
export const COURSES = 8;
const SECTIONS = 3;

/** The zone of the courses, in which days are days. */
const ZONE = 'Europe/Lisbon';

/** The hour and a half, so that nothing happens just when somebody asks. */
export const spread = (count: string): string =>
  `date_trunc('hour', now()) + interval '30 minutes' - interval '26 weeks' + (n * 52.0 / ${count} + c / 100.0) * interval '1 week'`;
/** They are numbered without gaps. */
export const busyCourses = ({ busyCourseId }: Filled): number[] => Array.from({ length: COURSES }, (_, i) => busyCourseId + i);

export const TEXT = `'<p>' || repeat('Read the chapter and say what it leaves out. ', 3 + n % 5) || '</p>'`;

/** Numbered on from what is there. */
const next = (table: string): string => `(select max(id) from ${table})`;

const courses = (studentId: number): Step[] => [
  {
    text: `insert into courses (id, account_id, root_account_id, name, course_code, state, time_zone)
      overriding system value
      select ${next('courses')} + c, x.account_id, x.root_account_id, 'Busy ' || c, 'BUS-' || c, 'available', '${ZONE}'
      from generate_series(1, ${COURSES}) c join courses x on x.id = 1`,
  },
  {
    text: `create temp table busy on commit drop as
      select id as course_id, row_number() over (order by id)::int as c from (select id from courses order by id desc limit ${COURSES}) x`,
  },
  {
    text: `insert into course_sections (id, course_id, root_account_id, name) overriding system value
      select ${next('course_sections')} + (b.c - 1) * ${SECTIONS} + s, b.course_id, ${ROOT}, 'Section ' || s
      from busy b cross join generate_series(1, ${SECTIONS}) s order by b.c, s`,
  },
  analyze('courses', 'course_sections'),
  {
    text: `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
      select b.course_id, (select min(s.id) from course_sections s where s.course_id = b.course_id), $1, ${ROOT}, 'StudentEnrollment', 'active'
      from busy b`,
    values: [studentId],
  },
];

/** One in ten is due two days later for the student's section, one in fifty three days later for the student alone. */
const assignments = (count: number, studentId: number): Step[] => [
  {
    text: `insert into assignment_groups (id, course_id, name, position) overriding system value
      select ${next('assignment_groups')} + b.c, b.course_id, 'Work', 1 from busy b`,
  },
  {
    text: `insert into assignments (id, course_id, assignment_group_id, position, name, description, submission_types, allowed_extensions,
        points_possible, grading_type, due_at, published)
      overriding system value
      select ${next('assignments')} + (b.c - 1) * $1::int + n, b.course_id,
        (select g.id from assignment_groups g where g.course_id = b.course_id), n, 'Work ' || n, ${TEXT}, '{online_text_entry}', '{}',
        10, 'points', ${spread('$1::int')}, true
      from busy b cross join generate_series(1, $1::int) n order by b.c, n`,
    values: [count],
  },
  analyze('assignments'),
  {
    text: `insert into assignment_overrides (assignment_id, course_section_id, due_at_overridden, due_at)
      select a.id, (select min(s.id) from course_sections s where s.course_id = a.course_id), true, a.due_at + interval '2 days'
      from assignments a join busy b on b.course_id = a.course_id where a.position % 10 = 3`,
  },
  {
    text: `with made as (insert into assignment_overrides (assignment_id, title, due_at_overridden, due_at)
        select a.id, 'Later', true, a.due_at + interval '3 days'
        from assignments a join busy b on b.course_id = a.course_id where a.position % 50 = 17 returning id, assignment_id)
      insert into assignment_override_students (assignment_id, override_id, user_id) select assignment_id, id, $1::int from made`,
    values: [studentId],
  },
  {
    text: `insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, body, submitted_at)
      select a.id, $1, a.course_id, 'submitted', 1, 'online_text_entry', 'Done', a.due_at - interval '1 day'
      from assignments a join busy b on b.course_id = a.course_id where a.due_at < now() and a.position % 10 <> 5`,
    values: [studentId],
  },
];

/** A course's, and half as many of the student's own. */
const events = (count: number, studentId: number): Step[] => [
  {
    text: `insert into calendar_events (course_id, user_id, title, description, start_at, end_at, location_name)
      select case when not own then b.course_id end, case when own then $2::int end, 'Event ' || n, ${TEXT}, at.start_at,
        at.start_at + case when n % 20 = 7 then interval '3 days' else interval '90 minutes' end, 'Room ' || n % 7
      from busy b cross join generate_series(1, $1::int) n cross join (values (true), (false)) kind(own)
        cross join lateral (select ${spread('$1::int')} + interval '20 minutes' as start_at) at
      where not own or (b.c + n) % 16 = 0 order by own, b.c, n`,
    values: [count, studentId],
  },
];

/** The steps that fill the agenda. They come after everything else that the store has, and number on from it. */
export const agendaSteps = ({ agenda }: Size, studentId: number): Step[] => [
  ...courses(studentId),
  ...assignments(agenda.assignments, studentId),
  ...events(agenda.events, studentId),
];

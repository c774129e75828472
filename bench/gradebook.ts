import { z } from 'zod';
import { ColumnDatum, CustomColumn } from '../src/areas/gradebook/custom-schemas.ts';
import { GradeChangeEvents } from '../src/areas/submissions/audit-schemas.ts';
import { GradedDay, GradedSubmission, GraderOfDay, GradeVersion } from '../src/areas/submissions/history-schemas.ts';
import { type LatePolicy, NamedLatePolicy } from '../src/areas/submissions/late-schemas.ts';
import { type NamedUser, ShownUser } from '../src/areas/users/schemas.ts';
import { ZONE } from './courses.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';
import { type GradedCourse, LISTED_ASSIGNMENT } from './graded-course.ts';
import type { OverriddenCourse } from './overridden-course.ts';
import { PICTURED, type ShownRow, shownUser } from './people.ts';
import type { Step } from './sizes.ts';

const COLUMNS = 24;
const COLUMN = 1;

/** Columns for notes of the graded course, numbered from 1 on; one in six is hidden, and one is full. Late work loses points in another course, in which none is graded. */
export const gradebookSteps = ({ courseId, firstStudentId, students }: GradedCourse, overridden: OverriddenCourse): Step[] => [
  {
    text: `insert into custom_gradebook_columns (course_id, title, position, hidden, read_only, teacher_notes)
      select $1, 'Column ' || n, n, n % 6 = 0, n % 4 = 0, n = 2 from generate_series(1, ${COLUMNS}) n order by n`,
    values: [courseId],
  },
  {
    text: `insert into custom_gradebook_notes (column_id, user_id, content)
      select ${COLUMN}, $1::int + s, 'Has asked ' || s % 7 || ' times' from generate_series(0, $2::int - 1) s`,
    values: [firstStudentId, students],
  },
  {
    text: `insert into late_policies (course_id, late_submission_deduction_enabled, late_submission_deduction) values ($1, true, 10)`,
    values: [overridden.courseId],
  },
];

/** A day on which work of the listed assignment was graded. */
const DAY = '2025-09-22';
const STUDENTS = `select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')`;
const CHANGES = `assignments a join grade_changes g on g.assignment_id = a.id where a.course_id = $1 and not a.deleted and g.user_id in (${STUDENTS})`;
/** On the day $2. */
const ON_DAY = `g.created_at >= (select $2::timestamp at time zone ${ZONE}) and g.created_at < (select ($2::timestamp + interval '1 day') at time zone ${ZONE})`;

interface VersionRow {
  id: number;
  submission_id: number;
  assignment_id: number;
  assignment_name: string;
  user_id: number;
  user_name: string;
  body: string | null;
  url: string | null;
  submission_type: GradeVersion['submission_type'];
  state: GradeVersion['workflow_state'];
  score: number | null;
  grade: string | null;
  graded_at: string;
  grader: string | null;
  grader_id: number | null;
  matches: boolean;
  previous_grade: string | null;
  previous_at: string | null;
  previous_grader: string | null;
  current_grade: string | null;
  current_at: string | null;
  current_grader: string | null;
}

const VERSION = `g.id, s.id as submission_id, g.assignment_id, a.name as assignment_name, g.user_id, w.name as user_name, s.body, s.url, s.submission_type,
  s.state, g.score, g.grade, g.created_at as graded_at, u.name as grader, g.grader_id, s.grade_matches_current_submission as matches,
  b.grade as previous_grade, b.created_at as previous_at, bu.name as previous_grader,
  s.grade as current_grade, s.graded_at as current_at, su.name as current_grader`;
/** Of changes `g`. */
const OF_VERSION = `join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id join assignments a on a.id = g.assignment_id
  join users w on w.id = g.user_id left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
  left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
    where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
  left join users bu on bu.id = b.grader_id`;

const version = (row: VersionRow): GradeVersion => ({
  id: row.submission_id,
  assignment_id: row.assignment_id,
  assignment_name: row.assignment_name,
  user_id: row.user_id,
  user_name: row.user_name,
  body: row.body,
  url: row.url,
  submission_type: row.submission_type,
  workflow_state: row.state,
  score: row.score,
  grade: row.grade,
  graded_at: row.graded_at,
  grader: row.grader,
  grader_id: row.grader_id,
  grade_matches_current_submission: row.matches,
  new_grade: row.grade,
  new_graded_at: row.graded_at,
  new_grader: row.grader,
  previous_grade: row.previous_grade,
  previous_graded_at: row.previous_at,
  previous_grader: row.previous_grader,
  current_grade: row.current_grade,
  current_graded_at: row.current_at,
  current_grader: row.current_grader,
});

/** Those of one submission stand together. */
function graded(rows: readonly VersionRow[]): GradedSubmission[] {
  const found: GradedSubmission[] = [];
  for (const row of rows) {
    let one = found.at(-1);
    if (one?.submission_id !== row.submission_id) {
      one = { submission_id: row.submission_id, versions: [] };
      found.push(one);
    }
    one.versions.push(version(row));
  }
  return found;
}

const courseOf = (store: Filled): number => store.gradedCourseId;
const history = (store: Filled, rest: string): string => `/courses/${store.gradedCourseId}/gradebook_history/${rest}`;
const columns = (store: Filled): string => `/courses/${store.gradedCourseId}/custom_gradebook_columns`;

interface EventRow {
  id: number;
  at: string;
  version: number;
  before: string | null;
  after: string | null;
  assignment_id: number;
  assignment: string;
  course_id: number;
  course: string;
  student: NamedUser;
  grader: NamedUser | null;
}

const once = <T extends { id: number }>(things: readonly T[]): T[] =>
  [...new Map(things.map((thing) => [thing.id, thing])).values()].sort((a, b) => a.id - b.id);
const API = `${BASE_URL}/api/v1`;
const events = (rows: readonly EventRow[]): GradeChangeEvents => ({
  links: {
    'events.assignment': `${API}/courses/{events.course}/assignments/{events.assignment}`,
    'events.course': `${API}/courses/{events.course}`,
    'events.student': { href: `${API}/users/{events.student}`, type: 'user' },
    'events.grader': { href: `${API}/users/{events.grader}`, type: 'user' },
    'events.page_view': null,
  },
  events: rows.map((row) => ({
    id: String(row.id),
    created_at: row.at,
    event_type: 'grade_change',
    version_number: row.version,
    grade_before: row.before,
    grade_after: row.after,
    excused_before: false,
    excused_after: false,
    links: {
      assignment: row.assignment_id,
      course: row.course_id,
      student: row.student.id,
      grader: row.grader?.id ?? null,
      page_view: null,
    },
  })),
  linked: {
    assignments: once(rows.map((row) => ({ id: row.assignment_id, name: row.assignment, course_id: row.course_id }))),
    courses: once(rows.map((row) => ({ id: row.course_id, name: row.course }))),
    users: once(rows.flatMap((row) => [row.student, ...(row.grader ? [row.grader] : [])])),
    page_views: [],
  },
});
const person = (u: string): string =>
  `json_build_object('id', ${u}.id, 'name', ${u}.name, 'sortable_name', ${u}.sortable_name, 'short_name', ${u}.short_name)`;

/** The administrator administers everything, so that no floor asks for that. */
const audit = (kind: string, id: (store: Filled) => number, of: string): Operation => ({
  name: `GET /audit/grade_change/${kind}/:id`,
  as: 'admin',
  path: (store) => `/audit/grade_change/${kind}/${id(store)}`,
  answer: GradeChangeEvents,
  floor: floor<EventRow>({
    id,
    text: `select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after, g.assignment_id, a.name as assignment,
        a.course_id, c.name as course, ${person('w')} as student, case when u.id is not null then ${person('u')} end as grader
      from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id and not a.deleted
            join courses c on c.id = a.course_id and c.state <> 'deleted' where ${of} order by g.created_at desc, g.id desc limit 10) g
        join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
        left join users u on u.id = g.grader_id
        cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
          where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b
      order by g.created_at desc, g.id desc`,
    present: events,
  }),
});

const audits: readonly Operation[] = [
  audit('assignments', () => LISTED_ASSIGNMENT, 'g.assignment_id = $1'),
  audit('courses', courseOf, 'a.course_id = $1'),
  audit('students', (store) => store.gradedStudentId, 'g.user_id = $1'),
  audit('graders', (store) => store.teacherId, 'g.grader_id = $1'),
];

export const gradebookOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/late_policy',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/late_policy`,
    answer: NamedLatePolicy,
    floor: floor<LatePolicy>({
      id: (store) => store.overriddenCourseId,
      text: `select p.id, p.course_id, p.missing_submission_deduction_enabled, p.missing_submission_deduction, p.late_submission_deduction_enabled,
          p.late_submission_deduction, p.late_submission_interval, p.late_submission_minimum_percent_enabled, p.late_submission_minimum_percent,
          p.created_at, p.updated_at
        from late_policies p where p.course_id = $1`,
      present: ([row]) => row && { late_policy: row },
    }),
  },
  {
    name: 'GET /courses/:id/gradebook_history/days',
    as: 'teacher',
    path: (store) => history(store, 'days'),
    answer: z.array(GradedDay),
    floor: floor({
      id: courseOf,
      text: `with graded as (select distinct (g.created_at at time zone (select ${ZONE}))::date as day, g.grader_id, g.assignment_id from ${CHANGES})
        select to_char(day, 'YYYY-MM-DD') as date, json_agg(json_build_object('id', x.grader_id, 'name', u.name, 'assignments', x.assignments)
          order by u.name nulls first, x.grader_id) as graders
        from (select day, grader_id, array_agg(assignment_id order by assignment_id) as assignments from graded
            where day in (select distinct day from graded order by day desc limit 10) group by day, grader_id) x
          left join users u on u.id = x.grader_id
        group by day order by day desc`,
    }),
  },
  {
    name: 'GET /courses/:id/gradebook_history/feed',
    as: 'teacher',
    path: (store) => history(store, 'feed'),
    answer: z.array(GradeVersion),
    floor: floor<VersionRow>({
      id: courseOf,
      text: `select ${VERSION} from (select g.* from ${CHANGES} order by g.created_at desc, g.id desc limit 10) g ${OF_VERSION} order by g.created_at desc, g.id desc`,
      present: (rows) => rows.map(version),
    }),
  },
  ...audits,
  {
    name: 'GET /courses/:id/gradebook_history/:date',
    as: 'teacher',
    path: (store) => history(store, DAY),
    answer: z.array(GraderOfDay),
    floor: floor({
      id: courseOf,
      values: (id) => [id, DAY],
      text: `select x.grader_id as id, u.name, x.assignments
        from (select g.grader_id, array_agg(distinct g.assignment_id order by g.assignment_id) as assignments from ${CHANGES} and ${ON_DAY} group by 1) x
          left join users u on u.id = x.grader_id order by u.name nulls first, x.grader_id limit 10`,
    }),
  },
  {
    name: 'GET /courses/:id/gradebook_history/…/submissions',
    as: 'teacher',
    path: (store) => history(store, `${DAY}/graders/${store.teacherId}/assignments/${LISTED_ASSIGNMENT}/submissions`),
    answer: z.array(GradedSubmission),
    floor: floor<VersionRow>({
      id: courseOf,
      values: (id, store) => [id, DAY, LISTED_ASSIGNMENT, store.teacherId],
      text: `with own as materialized (select g.* from grade_changes g join assignments a on a.id = g.assignment_id and a.course_id = $1 and not a.deleted
            where g.assignment_id = $3 and g.grader_id = $4 and ${ON_DAY} and exists (select 1 from enrollments e where e.course_id = $1
              and e.user_id = g.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))),
          page as materialized (select * from own where user_id in (select user_id from own group by user_id order by user_id limit 10))
        select ${VERSION} from page g ${OF_VERSION} order by g.user_id, g.id desc`,
      present: graded,
    }),
  },
  {
    name: 'GET /courses/:id/assignments/:id/gradeable_students',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/assignments/${LISTED_ASSIGNMENT}/gradeable_students`,
    answer: z.array(ShownUser),
    floor: floor<ShownRow>({
      id: courseOf,
      text: `select u.id as user_id, u.short_name as user_name, ${PICTURED} from (select * from users u where not u.deleted and u.id in (${STUDENTS})
          order by u.sort_key, u.id limit 10) u order by u.sort_key, u.id`,
      present: (rows, store) => rows.map((row) => shownUser(row, store.gradedCourseId)),
    }),
  },
  {
    name: 'GET /courses/:id/custom_gradebook_columns',
    as: 'teacher',
    path: columns,
    answer: z.array(CustomColumn),
    floor: floor({
      id: courseOf,
      text: `select c.id, c.course_id, c.title, c.position, c.hidden, c.read_only, c.teacher_notes
        from custom_gradebook_columns c where c.course_id = $1 and not c.hidden order by c.position, c.id limit 10`,
    }),
  },
  {
    name: 'GET /courses/:id/custom_gradebook_columns/:id/data',
    as: 'teacher',
    path: (store) => `${columns(store)}/${COLUMN}/data`,
    answer: z.array(ColumnDatum),
    floor: floor({
      id: courseOf,
      values: (id) => [id, COLUMN],
      text: `select d.user_id, d.content from custom_gradebook_notes d where d.column_id = $2 and exists (select 1 from enrollments e
          where e.course_id = $1 and e.user_id = d.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))
        order by d.user_id limit 10`,
    }),
  },
];

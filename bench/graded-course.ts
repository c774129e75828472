import { analyze, FIRST_PERSON, ROOT, type Size, type Step, teachersOf } from './sizes.ts';

/** Who is graded in which course, and for what. Students and assignments are numbered without gaps, assignments from 1 on. */
export interface GradedCourse {
  courseId: number;
  teacherId: number;
  firstStudentId: number;
  students: number;
  assignments: number;
}

/** They are numbered from 1 on. */
export const GROUPS = 5;
/** Of the measured course; one of its own has as many. */
const SECTIONS = 3;
/** Weights in percent, and rules in which assignments are named by their place in the group. */
const WEIGHTS = [30, 25, 20, 15, 10];
/** The assignment whose submissions are listed: its due date is another one for one of the sections. */
export const LISTED_ASSIGNMENT = 3;

/** A course of its own where the measured one has too few students: so what else is measured stays what it was. */
/** A course with its sections, a teacher, and the students from the first one on; dated as the first course is. */
export const courseSteps = (
  { courseId, firstStudentId, students, teacherId }: Pick<GradedCourse, 'courseId' | 'firstStudentId' | 'students' | 'teacherId'>,
  name: string,
  code: string,
): Step[] => [
  {
    text: `insert into courses (id, account_id, root_account_id, name, course_code, state, start_at, end_at) overriding system value
      select $1::int, c.account_id, c.root_account_id, $2::text, $3::text, 'available', c.start_at, c.end_at from courses c where c.id = 1`,
    values: [courseId, name, code],
  },
  {
    text: `insert into course_sections (course_id, root_account_id, name) select $1, ${ROOT}, 'Section ' || n from generate_series(1, ${SECTIONS}) n`,
    values: [courseId],
  },
  {
    text: `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, created_at, updated_at)
      select $1, (select min(id) from course_sections where course_id = $1) + n % ${SECTIONS}, case n when 0 then $4::int else $2::int + n - 1 end, ${ROOT},
        case n when 0 then 'TeacherEnrollment' else 'StudentEnrollment' end::enrollment_type, 'active',
        timestamptz '2025-08-18 06:00:00+00' + n * interval '1 second', timestamptz '2025-08-18 06:00:00+00' + n * interval '1 second'
      from generate_series(0, $3::int) n`,
    values: [courseId, firstStudentId, students, teacherId],
  },
];

const DUE = `timestamptz '2025-09-15 21:59:59+00' + n * interval '1 day'`;

const assignments = ({ courseId, assignments: count }: GradedCourse): Step[] => [
  { text: `update courses set group_weighting_scheme = 'percent' where id = $1`, values: [courseId] },
  {
    text: `insert into assignment_groups (id, course_id, name, position, group_weight, rules) overriding system value
      select g, $1, 'Group ' || g, g, ($2::int[])[g], case g when 1 then '{"drop_lowest":2}' when 2 then '{"drop_highest":1}'
        when 3 then '{"drop_lowest":1,"drop_highest":1,"never_drop":[3]}' else '{}' end::jsonb
      from generate_series(1, ${GROUPS}) g`,
    values: [courseId, WEIGHTS],
  },
  {
    text: `insert into assignments (id, course_id, assignment_group_id, position, name, description, submission_types, allowed_extensions,
        points_possible, grading_type, due_at, published)
      overriding system value
      select n, $1, 1 + (n - 1) % ${GROUPS}, 1 + (n - 1) / ${GROUPS}, 'Assignment ' || n,
        '<p>' || repeat('Read the chapter and say what it leaves out. ', 3 + n % 5) || '</p>', '{online_text_entry,online_url}', '{}',
        10 + n % 10 * 10, case when n % 4 = 0 then 'percent' else 'points' end::grading_type, ${DUE}, true
      from generate_series(1, $2::int) n`,
    values: [courseId, count],
  },
  {
    text: `insert into assignment_overrides (assignment_id, course_section_id, due_at_overridden, due_at)
      select n, (select min(id) + 1 from course_sections where course_id = $1), true, ${DUE} + interval '1 day'
      from generate_series(1, $2::int) n where n % 10 = ${LISTED_ASSIGNMENT}`,
    values: [courseId, count],
  },
];

/** Everybody has turned in everything, a fifth of it twice; one in twelve waits for its first grade, some for another one. */
const work = ({ firstStudentId, students, teacherId }: GradedCourse): Step[] => [
  {
    text: `create temp table work on commit drop as
      select a.id as assignment_id, $1::int + s as user_id, a.course_id, 1 + turned.twice::int as attempt, turned.twice and graded and (a.id + s) % 4 = 0 as again,
        case when (a.id + s) % 4 = 0 then 'online_url' else 'online_text_entry' end as type,
        '<p>' || repeat('The chapter leaves out what came before it. ', 2 + (a.id + s) % 6) || '</p>' as body,
        'https://work.example/' || s || '/' || a.id as url,
        a.due_at - interval '2 days' + (s * 13 + a.id * 7) % 1500 * interval '2 minutes' as submitted_at,
        case when graded then (s * 31 + a.id * 17) % (a.points_possible::int * 2) / 2.0 end as score, a.points_possible as points, a.grading_type
      from assignments a cross join generate_series(0, $2::int - 1) s
        cross join lateral (select (s + a.id) % 5 = 0 as twice, (s * 7 + a.id * 5) % 12 <> 0 as graded) turned
      order by a.id, s`,
    values: [firstStudentId, students],
  },
  {
    text: `insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, body, url, submitted_at, score, grade,
        graded_at, grader_id, grade_matches_current_submission)
      select w.assignment_id, w.user_id, w.course_id, case when w.score is null or w.again then 'submitted' else 'graded' end::submission_state, w.attempt,
        w.type, case w.type when 'online_text_entry' then w.body end, case w.type when 'online_url' then w.url end, w.submitted_at, w.score,
        case when w.score is not null then case w.grading_type when 'percent' then trim_scale(round(w.score / w.points::numeric * 100, 1)) || '%'
          else trim_scale(w.score)::text end end,
        case when w.score is not null then w.submitted_at + interval '5 days' end, case when w.score is not null then $1::int end, not w.again
      from work w`,
    values: [teacherId],
  },
  analyze('submissions'),
  {
    text: `insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, url, submitted_at, submitter_id)
      select w.assignment_id, w.user_id, n, w.type, case w.type when 'online_text_entry' then w.body end, case w.type when 'online_url' then w.url end,
        w.submitted_at - (w.attempt - n) * interval '1 hour', w.user_id
      from work w cross join lateral generate_series(1, w.attempt) n`,
  },
  {
    text: `insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
      select s.assignment_id, s.user_id, case when w.again then 1 else s.attempt end, s.score, s.grade, s.grader_id, s.graded_at
      from submissions s join work w using (assignment_id, user_id) where s.score is not null`,
  },
];

/** The measured course where it has the students, else another one, of people who are in none. */
export function gradedCourse({ courses, students, graded }: Size, courseId: number, teacherId: number): GradedCourse {
  const everyone = FIRST_PERSON + 2 * teachersOf({ courses });
  return graded.ownCourse
    ? { ...graded, courseId: courses + 1, teacherId, firstStudentId: everyone + students }
    : { ...graded, courseId, teacherId, firstStudentId: everyone };
}

export const gradedCourseSteps = ({ graded }: Size, course: GradedCourse): Step[] => [
  ...(graded.ownCourse ? courseSteps(course, 'Graded', 'GRA-1') : []),
  ...assignments(course),
  analyze('assignments', 'assignment_groups'),
  ...work(course),
];

import { COURSES } from './agenda.ts';
import { courseSteps, GROUPS, type GradedCourse } from './graded-course.ts';
import type { QuizCourse } from './quizzes.ts';
import { analyze, ROOT, type Size, type Step } from './sizes.ts';

/** A course in which every assignment has three overrides, of the teacher of the graded course. */
export interface OverriddenCourse {
  courseId: number;
  teacherId: number;
  /** Students are numbered without gaps; this one has dates of the own section, group, and person. */
  firstStudentId: number;
  students: number;
  assignments: number;
}

/** Of its students in a group. */
const IN_GROUP = 5;
/** Who has overrides as a group. */
const LATE_GROUPS = 4;

/** The set of its groups, which is the first one that there is, and so are its groups. */
export const GROUP_SET = 1;
export const GROUP = 1;

/** Its people are in no other course that is measured; a small store has too few, and takes them after the two whose lists are. */
export const overriddenCourse = (
  { overridden, graded }: Size,
  { firstStudentId, students, teacherId }: GradedCourse,
  quizzes: QuizCourse,
): OverriddenCourse => ({
  ...overridden,
  courseId: quizzes.courseId + COURSES + 1,
  teacherId,
  firstStudentId: firstStudentId + (graded.ownCourse ? students : 2),
});

const DUE = `timestamptz '2026-09-15 21:59:59+00' + n * interval '1 day'`;
const inCourse = (table: string): string => `(select min(id) from ${table} where course_id = $1)`;

/** Every second one is for groups. */
const assignments = ({ courseId, assignments: count }: OverriddenCourse): Step[] => [
  {
    text: `insert into assignment_groups (course_id, name, position, group_weight)
      select $1, 'Group ' || g, g, 0 from generate_series(1, ${GROUPS}) g order by g`,
    values: [courseId],
  },
  {
    text: `insert into assignments (course_id, assignment_group_id, position, name, description, submission_types, allowed_extensions,
        points_possible, grading_type, due_at, published, group_category_id)
      select $1, ${inCourse('assignment_groups')} + (n - 1) % ${GROUPS}, 1 + (n - 1) / ${GROUPS}, 'Assignment ' || n,
        '<p>' || repeat('Read the chapter and say what it leaves out. ', 3 + n % 5) || '</p>', '{online_text_entry,online_url}', '{}',
        10 + n % 10 * 10, case when n % 4 = 0 then 'percent' else 'points' end::grading_type, ${DUE}, true,
        case when n % 2 = 0 then ${inCourse('group_categories')} end
      from generate_series(1, $2::int) n order by n`,
    values: [courseId, count],
  },
  {
    text: `create temp table overridden on commit drop as
      select id, due_at, group_category_id, row_number() over (order by id)::int as n from assignments where course_id = $1`,
    values: [courseId],
  },
  analyze('assignments', 'assignment_groups'),
];

const groups = ({ courseId, firstStudentId, students }: OverriddenCourse): Step[] => [
  { text: `insert into group_categories (course_id, name) values ($1, 'Projects')`, values: [courseId] },
  {
    text: `insert into groups (name, root_account_id, group_category_id, course_id)
      select 'Project ' || n, ${ROOT}, ${inCourse('group_categories')}, $1
      from generate_series(1, $2::int / ${IN_GROUP}) n order by n`,
    values: [courseId, students],
  },
  {
    text: `insert into group_memberships (group_id, group_category_id, user_id, state)
      select ${inCourse('groups')} + n / ${IN_GROUP}, ${inCourse('group_categories')}, $2::int + n, 'accepted' from generate_series(0, $3::int - 1) n`,
    values: [courseId, firstStudentId, students],
  },
];

/** A section's, that of a group or of another section, and that of two students: one or both of the sections later, the others latest. */
const overrides = ({ courseId, firstStudentId, students }: OverriddenCourse): Step[] => [
  {
    text: `insert into assignment_overrides (assignment_id, course_section_id, due_at_overridden, due_at)
      select id, ${inCourse('course_sections')} + 1 + n % 2, true, due_at + interval '1 day' from overridden order by n`,
    values: [courseId],
  },
  {
    text: `insert into assignment_overrides (assignment_id, course_section_id, group_id, due_at_overridden, due_at)
      select id, case when group_category_id is null then ${inCourse('course_sections')} end,
        case when group_category_id is not null then ${inCourse('groups')} + n / 2 % ${LATE_GROUPS} end, true, due_at + interval '2 days'
      from overridden order by n`,
    values: [courseId],
  },
  {
    text: `with made as (insert into assignment_overrides (assignment_id, title, due_at_overridden, due_at)
        select id, 'Later', true, due_at + interval '3 days' from overridden order by n returning id, assignment_id)
      insert into assignment_override_students (assignment_id, override_id, user_id)
      select made.assignment_id, made.id, $1::int + (a.n % 10 + s * 10) % $2::int from made join overridden a on a.id = made.assignment_id
        cross join generate_series(0, 1) s`,
    values: [firstStudentId, students],
  },
];

/** One in ten has turned in, and waits. */
const work = ({ courseId, firstStudentId, students }: OverriddenCourse): Step[] => [
  {
    text: `insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, body, submitted_at)
      select a.id, $2::int + s, $1, 'submitted', 1, 'online_text_entry', '<p>Done.</p>', a.due_at - interval '1 day'
      from overridden a cross join generate_series(0, $3::int - 1) s where (a.n + s) % 10 = 0 order by a.n, s`,
    values: [courseId, firstStudentId, students],
  },
];

/** After everything else that the store has, and numbered on from it. */
export const overriddenCourseSteps = (course: OverriddenCourse): Step[] => [
  ...courseSteps(course, 'Overridden', 'OVE-1'),
  analyze('courses', 'course_sections'),
  ...groups(course),
  ...assignments(course),
  ...overrides(course),
  ...work(course),
];

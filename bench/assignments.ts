import { z } from 'zod';
import { Assignment, AssignmentGroup } from '../src/areas/assignments/schemas.ts';
import { AssignmentOverride } from '../src/areas/overrides/schemas.ts';
import { ZONE } from './courses.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';

const ofCourse = (store: Filled): number => store.overriddenCourseId;

export interface AssignmentRow {
  id: number;
  name: string;
  description: string | null;
  position: number;
  points_possible: number | null;
  grading_type: Assignment['grading_type'];
  due_at: string | null;
  lock_at: string | null;
  unlock_at: string | null;
  assignment_group_id: number;
  peer_reviews: boolean;
  automatic_peer_reviews: boolean;
  grade_group_students_individually: boolean;
  group_category_id: number | null;
  grading_standard_id: number | null;
  course_id: number;
  submission_types: Assignment['submission_types'];
  muted: boolean;
  published: boolean;
  /** Where graders ask. */
  needs_grading_count?: number;
}

/** Of those of the store none is locked or is more than itself: fields that not every answer has are those of none here. */
export const assignment = (row: AssignmentRow): Assignment => ({
  id: row.id,
  name: row.name,
  description: row.description,
  position: row.position,
  points_possible: row.points_possible,
  grading_type: row.grading_type,
  due_at: row.due_at,
  lock_at: row.lock_at,
  unlock_at: row.unlock_at,
  assignment_group_id: row.assignment_group_id,
  peer_reviews: row.peer_reviews,
  automatic_peer_reviews: row.automatic_peer_reviews,
  grade_group_students_individually: row.grade_group_students_individually,
  group_category_id: row.group_category_id,
  grading_standard_id: row.grading_type === 'letter_grade' ? row.grading_standard_id : null,
  course_id: row.course_id,
  submission_types: row.submission_types,
  muted: row.muted,
  html_url: `${BASE_URL}/courses/${row.course_id}/assignments/${row.id}`,
  locked_for_user: false,
  needs_grading_count: row.needs_grading_count,
  published: row.published,
});
const assignments = (rows: AssignmentRow[]): Assignment[] => rows.map(assignment);

export const COLUMNS = `a.id, a.name, a.description, a.position, a.points_possible, a.grading_type, a.lock_at, a.unlock_at, a.assignment_group_id,
  a.peer_reviews, a.automatic_peer_reviews, a.grade_group_students_individually, a.group_category_id, a.grading_standard_id, a.course_id,
  a.submission_types, a.muted, a.published`;

/** The due date of a student, $2; the overrides of the store are of that date. */
const STUDENT_DUE = `case when due.overridden then due.due_at else a.due_at end as due_at`;
const OF_STUDENT = `left join lateral (select true as overridden, max(o.due_at) as due_at from assignment_overrides o
    where o.assignment_id = a.id and o.due_at_overridden and (
      o.course_section_id in (select e.course_section_id from enrollments e
        where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))
      or o.group_id in (select m.group_id from group_memberships m where m.user_id = $2 and m.state = 'accepted')
      or o.id in (select t.override_id from assignment_override_students t where t.user_id = $2))
    having count(*) > 0) due on true`;

/** The latest of all, and that of everybody else where not every section has its own. */
const STAFF_DUE = `case when due.sections = (select count(*) from course_sections s where s.course_id = $1 and not s.deleted) then due.due_at
    when a.due_at is null then null else greatest(a.due_at, due.due_at) end as due_at`;
const OF_STAFF = `cross join lateral (select count(o.course_section_id) as sections, max(o.due_at) as due_at from assignment_overrides o
    where o.assignment_id = a.id and o.due_at_overridden) due`;
const STUDENTS = `with students as materialized (select e.user_id from enrollments e
    where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active')`;
const NEEDS_GRADING = `(select count(*)::int from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
    and t.user_id in (select user_id from students)) as needs_grading_count`;

const FIRST = `(select a.*, g.position as group_position from assignments a join assignment_groups g on g.id = a.assignment_group_id
    where a.course_id = $1 and not a.deleted and ($$) order by g.position, a.position, a.id limit 10) a`;
const IN_ORDER = 'order by a.group_position, a.position, a.id';

const GROUPED = `g.name as group_name, g.position as group_position, g.group_weight, g.rules
    from (select * from assignment_groups g where g.course_id = $1 and not g.deleted order by g.position, g.id limit 10) g
      join assignments a on a.course_id = (select $1::int) and a.assignment_group_id = g.id and not a.deleted`;
const BY_GROUP = 'order by g.position, g.id, a.position, a.id';

interface GroupedRow extends AssignmentRow {
  group_name: string;
  group_position: number;
  group_weight: number;
  rules: AssignmentGroup['rules'];
}

/** Every group of the store has assignments; those of one stand together. */
function groups(rows: readonly GroupedRow[]): AssignmentGroup[] {
  const found: (AssignmentGroup & { assignments: Assignment[] })[] = [];
  for (const row of rows) {
    let group = found.at(-1);
    if (group?.id !== row.assignment_group_id) {
      const { assignment_group_id: id, group_name: name, group_position: position, group_weight, rules } = row;
      group = { id, name, position, group_weight, rules, assignments: [] };
      found.push(group);
    }
    group.assignments.push(assignment(row));
  }
  return found;
}

interface OverrideRow {
  id: number;
  assignment_id: number;
  title: string;
  course_section_id: number | null;
  group_id: number | null;
  student_ids: number[];
  due_at: string;
  day: string;
}

/** Those of the store are of the due date alone, and of no whole day. */
const override = (row: OverrideRow): AssignmentOverride => ({
  id: row.id,
  assignment_id: row.assignment_id,
  title: row.title,
  student_ids: row.course_section_id === null && row.group_id === null ? row.student_ids : undefined,
  group_id: row.group_id ?? undefined,
  course_section_id: row.course_section_id ?? undefined,
  due_at: row.due_at,
  all_day: false,
  all_day_date: row.day,
});

/** In the course $1. */
const OVERRIDES = (where: string, order: string): string => `select o.id, o.assignment_id, coalesce(s.name, g.name, o.title, '') as title,
    o.course_section_id, o.group_id, o.due_at, to_char(o.due_at at time zone (select ${ZONE}), 'YYYY-MM-DD') as day,
    array(select t.user_id from assignment_override_students t join users u on u.id = t.user_id and not u.deleted
      where t.override_id = o.id order by t.user_id) as student_ids
  from assignment_overrides o join assignments a on a.id = o.assignment_id and a.course_id = $1 and not a.deleted
    left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id
  where ${where} order by ${order}`;

const atOnce = (store: Filled): string =>
  store.overrides
    .map(({ id, assignment_id }, i) => `assignment_overrides[${i}][id]=${id}&assignment_overrides[${i}][assignment_id]=${assignment_id}`)
    .join('&');

export const assignmentOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/assignment_groups/:id/assignments',
    as: 'overriddenStudent',
    path: (store) => `/courses/${store.overriddenCourseId}/assignment_groups/${store.overriddenGroupId}/assignments`,
    answer: z.array(Assignment),
    floor: floor<AssignmentRow>({
      id: ofCourse,
      values: (id, store) => [id, store.overriddenStudentId, store.overriddenGroupId],
      text: `select ${COLUMNS}, ${STUDENT_DUE} from (select * from assignments a where a.assignment_group_id = $3 and not a.deleted and a.published
          order by a.position, a.id limit 10) a ${OF_STUDENT} order by a.position, a.id`,
      present: assignments,
    }),
  },
  {
    name: 'GET /courses/:id/assignments/:id/overrides',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/assignments/${store.overriddenAssignmentId}/overrides`,
    answer: z.array(AssignmentOverride),
    floor: floor<OverrideRow>({
      id: ofCourse,
      values: (id, store) => [id, store.overriddenAssignmentId],
      text: `${OVERRIDES('o.assignment_id = $2', 'o.id limit 10')}`,
      present: (rows) => rows.map(override),
    }),
  },
  {
    name: 'GET /courses/:id/assignments/overrides',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/assignments/overrides?${atOnce(store)}`,
    answer: z.array(AssignmentOverride),
    floor: floor<OverrideRow>({
      id: ofCourse,
      values: (id, store) => [id, store.overrides.map((one) => one.id)],
      text: OVERRIDES('o.id = any($2::int[])', 'array_position($2::int[], o.id)'),
      present: (rows) => rows.map(override),
    }),
  },
  {
    name: 'GET /courses/:id/assignments (student)',
    as: 'overriddenStudent',
    path: (store) => `/courses/${store.overriddenCourseId}/assignments`,
    answer: z.array(Assignment),
    floor: floor<AssignmentRow>({
      id: ofCourse,
      values: (id, store) => [id, store.overriddenStudentId],
      text: `select ${COLUMNS}, ${STUDENT_DUE} from ${FIRST.replace('$$', 'a.published')} ${OF_STUDENT} ${IN_ORDER}`,
      present: assignments,
    }),
  },
  {
    name: 'GET /users/:id/courses/:id/assignments',
    as: 'teacher',
    path: (store) => `/users/${store.overriddenStudentId}/courses/${store.overriddenCourseId}/assignments`,
    answer: z.array(Assignment),
    floor: floor<AssignmentRow>({
      id: ofCourse,
      values: (id, store) => [id, store.overriddenStudentId],
      text: `select ${COLUMNS}, ${STUDENT_DUE} from ${FIRST.replace('$$', 'a.published')} ${OF_STUDENT} ${IN_ORDER}`,
      present: assignments,
    }),
  },
  {
    name: 'GET /courses/:id/assignments (teacher)',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/assignments`,
    answer: z.array(Assignment),
    floor: floor<AssignmentRow>({
      id: ofCourse,
      text: `${STUDENTS} select ${COLUMNS}, ${STAFF_DUE}, ${NEEDS_GRADING} from ${FIRST.replace('$$', 'true')} ${OF_STAFF} ${IN_ORDER}`,
      present: assignments,
    }),
  },
  {
    name: 'GET /courses/:id/assignment_groups?include[]=assignments',
    as: 'overriddenStudent',
    path: (store) => `/courses/${store.overriddenCourseId}/assignment_groups?include[]=assignments`,
    answer: z.array(AssignmentGroup),
    floor: floor<GroupedRow>({
      id: ofCourse,
      values: (id, store) => [id, store.overriddenStudentId],
      text: `select ${COLUMNS}, ${STUDENT_DUE}, ${GROUPED} and a.published ${OF_STUDENT} ${BY_GROUP}`,
      present: groups,
    }),
  },
  {
    name: 'GET /courses/:id/assignment_groups?include[]=assignments (teacher)',
    as: 'teacher',
    path: (store) => `/courses/${store.overriddenCourseId}/assignment_groups?include[]=assignments`,
    answer: z.array(AssignmentGroup),
    floor: floor<GroupedRow>({
      id: ofCourse,
      text: `${STUDENTS} select ${COLUMNS}, ${STAFF_DUE}, ${NEEDS_GRADING}, ${GROUPED} ${OF_STAFF} ${BY_GROUP}`,
      present: groups,
    }),
  },
];

import { type Db, statement, type TxDb } from '../../store/database.ts';
import { gradingType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, float, int, json, nullable, type RowOf } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { isGraded, isStudentWithin } from '../enrollments/relations.ts';
import { schemeOf } from '../grading-standards/relations.ts';
import { CRITERIA, type GradingRubric } from './assessing.ts';
import { closedAmong } from './closed-periods.ts';
import { membersWith } from './group-members.ts';
import { KEYS_TAKES, keyOf, keyRows, keysOf, type SubmissionKey } from './keys.ts';
import { hasLatePolicy } from './late-deducting.ts';

const ASSIGNMENT_ROW = {
  id: int,
  published: boolean,
  muted: boolean,
  gradingType,
  pointsPossible: nullable(float),
  individually: boolean,
  ofGroups: boolean,
  hasPolicy: boolean,
  scheme: nullable(json<Letter[]>()),
  rubric: nullable(json<GradingRubric>()),
};
export type GradedAssignment = RowOf<typeof ASSIGNMENT_ROW>;

// Held as whoever grades one submission holds it (submissions#48), by id.
const assignments = statement({
  name: 'assignments_to_grade',
  takes: { ids: array(int), courseId: int },
  gives: ASSIGNMENT_ROW,
  sql: (p) => sql`select a.id, a.published, a.muted, a.grading_type as "gradingType", a.points_possible as "pointsPossible",
     a.grade_group_students_individually as individually, a.group_category_id is not null as "ofGroups", ${schemeOf('a')} as scheme,
     ${hasLatePolicy(sql`a.course_id`)} as "hasPolicy",
     (select json_build_object('useForGrading', ra.use_for_grading, 'criteria', ${CRITERIA})
      from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = a.id) as rubric
   from assignments a where a.id = any(${p.ids}::int[]) and a.course_id = ${p.courseId} and not a.deleted order by a.id for share of a`,
});

const students = statement({
  name: 'students_to_grade',
  takes: { ids: array(int), courseId: int, within: nullable(array(int)), gradedIn: nullable(array(int)) },
  gives: { id: int },
  sql: (p) => sql`select t.id from unnest(${p.ids}::int[]) t(id)
   where ${isStudentWithin(p.courseId, sql`t.id`, p.within)} and ${isGraded(p.courseId, sql`t.id`, p.gradedIn)}`,
});

const members = statement({
  name: 'members_to_grade_of_many',
  takes: KEYS_TAKES,
  gives: { assignmentId: int, userId: int, members: array(int) },
  sql: (p) => sql`select a.id as "assignmentId", r.user_id as "userId", ${membersWith(sql`r.user_id`)} as members
   from ${keyRows(p, 'r')} join assignments a on a.id = r.assignment_id`,
});

/** For each submission, the students of the group that its student is in for it; none where it is no group assignment. */
export async function membersOfMany(db: Db, submissions: readonly SubmissionKey[]): Promise<ManyTargets['membersOf']> {
  const rows = submissions.length === 0 ? [] : await db.rows(members, keysOf(submissions));
  const groups = new Map(rows.map((row) => [keyOf(row), row.members]));
  return (submission) => groups.get(keyOf(submission)) ?? [];
}

/** What the grades of many depend on, held until the transaction ends. */
export interface ManyTargets {
  assignments: ReadonlyMap<number, GradedAssignment>;
  /** Those who were asked for, as far as they are students whom the grader reaches. */
  students: ReadonlySet<number>;
  /** The students of the group that a student is in for an assignment; none where it is no group assignment. */
  membersOf: (submission: SubmissionKey) => readonly number[];
  /** The grader may not grade it, because its period is closed. */
  isClosed: (submission: SubmissionKey) => boolean;
}

interface Reached {
  courseId: number;
  /** The students of the course, or of the section in the path, and those among them whom the grader grades (`gradedIn`). */
  within: number[] | null;
  gradedIn: number[] | null;
  evenClosed: boolean;
}

/** What many grades are given to, by the same number of statements for one and for thousands. */
export async function findTargets(db: TxDb, reached: Reached, submissions: readonly SubmissionKey[]): Promise<ManyTargets> {
  const { courseId, within, gradedIn, evenClosed } = reached;
  const rows = await db.rows(assignments, { ids: [...new Set(submissions.map(({ assignmentId }) => assignmentId))], courseId });
  const found = new Map(rows.map((row) => [row.id, row]));
  const ids = [...new Set(submissions.map(({ userId }) => userId))];
  const graded = new Set((await db.rows(students, { courseId, within, gradedIn, ids })).map((row) => row.id));
  const ofGroups = submissions.filter(({ assignmentId }) => found.get(assignmentId)?.ofGroups);
  const membersOf = await membersOfMany(db, ofGroups);
  const closed = new Set((evenClosed ? [] : await closedAmong(db, courseId, submissions, new Date())).map(keyOf));
  return {
    assignments: found,
    students: graded,
    isClosed: (submission) => closed.has(keyOf(submission)),
    membersOf,
  };
}

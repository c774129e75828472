import type { CourseAccess } from '../../access/context-access.ts';
import type { Permission } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { decimalText } from '../../http/parameters/json-numbers.ts';
import { type Db, statement } from '../../store/database.ts';
import { gradingType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, float, int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { isGradedAlone, isPublished } from '../assignments/relations.ts';
import { ofStudent, takesPart, within } from '../enrollments/relations.ts';
import { schemeOf } from '../grading-standards/relations.ts';
import { enteredGrade, enteredScore } from '../submissions/relations.ts';
import { LOGIN_JOIN, SIS_JOIN } from '../users/people.ts';

const ASSIGNMENT_ROW = {
  id: int,
  title: text,
  gradingType,
  pointsPossible: nullable(float),
  /** The students of a group get one grade. */
  together: boolean,
  scheme: nullable(json<Letter[]>()),
};
export type GradedColumn = RowOf<typeof ASSIGNMENT_ROW>;

const assignments = statement({
  name: 'gradebook_assignments',
  takes: { courseId: int },
  gives: ASSIGNMENT_ROW,
  sql: (p) => sql`select a.id, a.name as title, a.grading_type as "gradingType", a.points_possible as "pointsPossible",
     a.group_category_id is not null and not ${isGradedAlone('a')} as together, ${schemeOf('a')} as scheme
   from assignments a join assignment_groups g on g.id = a.assignment_group_id join courses c on c.id = a.course_id
   where a.course_id = ${p.courseId} and not a.deleted and ${isPublished('a')} order by g.position, g.id, a.position, a.id`,
});

/** An assignment, its score and its grade. */
type Cell = [number, number, string | null];

const STUDENT_ROW = {
  id: int,
  name: text,
  loginId: nullable(text),
  sisUserId: nullable(text),
  sections: array(text),
  cells: json<Cell[]>(),
};
export type StudentRow = RowOf<typeof STUDENT_ROW>;

const students = statement({
  name: 'gradebook_students',
  takes: { courseId: int, reach: nullable(array(int)) },
  gives: STUDENT_ROW,
  sql: (p) => sql`with x as (select e.user_id, array_agg(distinct s.name order by s.name) as sections
     from enrollments e join course_sections s on s.id = e.course_section_id
     where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${takesPart('e')} and ${within(sql`e.course_section_id`, p.reach)}
     group by e.user_id)
   select u.id, u.sortable_name as name, login.unique_id as "loginId", sis.sis_user_id as "sisUserId", x.sections,
     coalesce((select json_agg(json_build_array(s.assignment_id, ${enteredScore('s')}, ${enteredGrade('s')})) from submissions s
       where s.course_id = ${p.courseId} and s.user_id = u.id and s.score is not null), '[]') as cells
   from x join users u on u.id = x.user_id and not u.deleted ${LOGIN_JOIN} ${SIS_JOIN} order by u.sort_key, u.id`,
});

export interface Gradebook {
  columns: readonly GradedColumn[];
  students: readonly StudentRow[];
}

/** The students in whose work the caller has a right, and all that is graded, in two statements however many (gradebook#1). */
export async function readGradebook(db: Db, at: CourseAccess, permission: Permission): Promise<Gradebook> {
  const courseId = at.course.id;
  const [columns, rows] = await Promise.all([
    db.rows(assignments, { courseId }),
    db.rows(students, { courseId, reach: reachOf(at, permission) }),
  ]);
  return { columns, students: rows };
}

/** A score, or what was graded where there are no points that could say it (gradebook#3). */
export function cellText({ gradingType: type, pointsPossible }: GradedColumn, score: number | null, grade: string | null): string {
  if (score === null) return '';
  const isWord = (type === 'letter_grade' || type === 'pass_fail') && (pointsPossible ?? 0) === 0;
  return isWord ? (grade ?? '') : decimalText(score);
}

import { ONE_BY_ONE } from '../../store/plan.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** What moves the due dates of students, of an assignment `a` that itself stays as it is. */

/** Of few students each is looked up by an index; of all assignments PostgreSQL finds out once who has changed. */
const is = (column: Sql, student: Piece | undefined): Sql => (student === undefined ? none : sql`and ${column} = ${student} ${ONE_BY_ONE}`);

/** Somebody, or this student, has come to the course, left it or changed sections since. */
export const hasEnrolledSince = (since: Piece, student?: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = a.course_id and e.updated_at > ${since} ${is(sql`e.user_id`, student)})`;

/** The same of a group for which it is due at another time, if only because that is gone. */
export const hasRegroupedSince = (since: Piece, student?: Piece): Sql =>
  sql`exists (select 1 from assignment_overrides o join group_memberships m on m.group_id = o.group_id
       where o.assignment_id = a.id and m.updated_at > ${since} ${is(sql`m.user_id`, student)})`;

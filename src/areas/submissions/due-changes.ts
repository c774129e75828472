import { ONE_BY_ONE } from '../../store/plan.ts';
import type { Piece, Sql } from '../../store/sql/sql.ts';
import { sql } from '../../store/sql/sql.ts';
import { statement } from '../../store/sql/statement.ts';
import { array, int, timestamptz } from '../../store/sql/types.ts';

/** What moves the due dates of students, of an assignment `a` that itself stays as it is. */

/** Somebody has come to the course, left it or changed sections since. */
const hasEnrolled = (course: Piece, since: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.updated_at > ${since} ${ONE_BY_ONE})`;

/** The same of a group of the course, if only because that is gone. */
const hasRegrouped = (course: Piece, since: Piece): Sql =>
  sql`exists (select 1 from groups g join group_memberships m on m.group_id = g.id where g.course_id = ${course} and m.updated_at > ${since} ${ONE_BY_ONE})`;

/**
 * Of the courses that have a policy those in which people have moved. Each course is looked at once, and by its own rows: by assignment, a
 * course with many would be gone through as often, and at once, everybody who is enrolled anywhere.
 */
export const COURSES_MOVED = statement({
  name: 'courses_moved_since',
  takes: { since: timestamptz },
  gives: { enrolled: array(int), regrouped: array(int) },
  sql: (p) => sql`select coalesce(array_agg(course_id) filter (where enrolled), '{}') as enrolled,
     coalesce(array_agg(course_id) filter (where regrouped), '{}') as regrouped
   from (select lp.course_id, ${hasEnrolled(sql`lp.course_id`, p.since)} as enrolled, ${hasRegrouped(sql`lp.course_id`, p.since)} as regrouped
     from late_policies lp) moved`,
});

/** What `COURSES_MOVED` gives, as a statement takes it. */
export const MOVED_TAKES = { enrolled: array(int), regrouped: array(int) };
export interface Moved {
  enrolled: readonly number[];
  regrouped: readonly number[];
}

/** Students of `a` may have moved; it is due at another time to some group where that is what some have changed. */
export const mayHaveMoved = ({ enrolled, regrouped }: { enrolled: Piece; regrouped: Piece }): Sql =>
  sql`(a.course_id = any(${enrolled}::int[]) or (a.course_id = any(${regrouped}::int[])
       and exists (select 1 from assignment_overrides o where o.assignment_id = a.id and o.group_id is not null ${ONE_BY_ONE})))`;

/** This student has. */
export const hasMoved = (since: Piece, student: Piece): Sql =>
  sql`(exists (select 1 from assignment_overrides o join group_memberships m on m.group_id = o.group_id
       where o.assignment_id = a.id and m.user_id = ${student} and m.updated_at > ${since} ${ONE_BY_ONE})
     or exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = ${student} and e.updated_at > ${since} ${ONE_BY_ONE}))`;

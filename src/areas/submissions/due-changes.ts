import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { statement } from '../../store/sql/statement.ts';
import { array, boolean, int, timestamptz } from '../../store/sql/types.ts';

/** What moves the due dates of students, of an assignment `a` that itself stays as it is. */

/** Bounded on both sides: PostgreSQL expects a third of a table beyond a bound that it does not know, and would then read all of it. */
export const changedSince = (row: string, since: Piece): Sql =>
  sql`${identifier(row)}.updated_at > ${since} and ${identifier(row)}.updated_at <= 'infinity'`;

/** The courses that an enrollment `e` may have left with its section: assignments there have dates for it (overrides#7). */
const LEFT = sql`select a.course_id from assignment_overrides o join assignments a on a.id = o.assignment_id
         where o.course_section_id = e.course_section_id`;

/**
 * Who has come to a course that has a policy, has left it or has changed sections since, or stays there as a section leaves that they are
 * in too, and who has come to one of its groups or left it, also where the group was deleted. They are found among what has changed lately
 * in all courses, by indexes that say where in the table that is: asked course by course, all people and groups of the courses would be
 * read each minute, for nothing.
 */
export const STUDENTS_MOVED = statement({
  name: 'students_moved_since',
  takes: { since: timestamptz },
  gives: { courseId: int, userId: int, enrolled: boolean },
  sql: (p) => sql`select moved.course_id as "courseId", moved.user_id as "userId", moved.enrolled
   from (select place.course_id, e.user_id, true as enrolled from enrollments e
       cross join lateral (select e.course_id union ${LEFT}) place where ${changedSince('e', p.since)}
     union all
     select g.course_id, m.user_id, false from group_memberships m join groups g on g.id = m.group_id where ${changedSince('m', p.since)}) moved
   where exists (select 1 from late_policies lp where lp.course_id = moved.course_id)`,
});

/** The courses in which somebody has moved, as a statement takes them. */
export const MOVED_TAKES = { enrolled: array(int), regrouped: array(int) };
export interface Moved {
  enrolled: readonly number[];
  regrouped: readonly number[];
}

export function coursesOf(rows: readonly { courseId: number; enrolled: boolean }[]): Moved {
  const of = (some: readonly { courseId: number }[]) => [...new Set(some.map(({ courseId }) => courseId))];
  return { enrolled: of(rows.filter((row) => row.enrolled)), regrouped: of(rows.filter((row) => !row.enrolled)) };
}

/** Some students of `a` may have moved: where only groups have changed, no assignment that has no override for a group is concerned. */
export const mayHaveMoved = ({ enrolled, regrouped }: { enrolled: Piece; regrouped: Piece }): Sql =>
  sql`(a.course_id = any(${enrolled}::int[]) or (a.course_id = any(${regrouped}::int[])
       and exists (select 1 from assignment_overrides o where o.assignment_id = a.id and o.group_id is not null ${ONE_BY_ONE})))`;

/** Whether this student has moved. */
export const hasMoved = (since: Piece, student: Piece): Sql =>
  sql`(exists (select 1 from assignment_overrides o join group_memberships m on m.group_id = o.group_id
       where o.assignment_id = a.id and m.user_id = ${student} and m.updated_at > ${since} ${ONE_BY_ONE})
     or exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = ${student} and e.updated_at > ${since} ${ONE_BY_ONE})
     or exists (select 1 from assignment_overrides o join enrollments e on e.course_section_id = o.course_section_id
       where o.assignment_id = a.id and e.user_id = ${student} and e.updated_at > ${since} ${ONE_BY_ONE}))`;

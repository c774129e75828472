import { type Piece, type Sql, sql } from '../store/sql/sql.ts';
/**
 * In SQL: a membership of somebody's in a group `g` counts. A course group's people are in its course: who is only invited to it, was
 * inactivated or has left is nobody's group mate, and comes back with the enrollment (D2, groups). `states`: those of enrollments.
 */
export const belongs = (
  user: Piece,
  states = sql`('active', 'completed')`,
): Sql => sql`(g.course_id is null or exists (select 1 from enrollments ge
    where ge.course_id = g.course_id and ge.user_id = ${user} and ge.state in ${states}))`;

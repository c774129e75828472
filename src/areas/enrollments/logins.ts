import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, SectionAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../../store/sql/types.ts';
import { presentUsers, userRow, userViewerIn, withUserColumns } from '../users/people.ts';
import type { User } from '../users/schemas.ts';
import { isActiveWithin } from './relations.ts';

const enrolled = statement({
  name: 'logins_of_enrolled',
  takes: { ids: array(int), courseId: int, knows: nullable(array(int)) },
  gives: { ...userRow('nothing'), known: boolean },
  sql: (p) =>
    withUserColumns(
      sql`select u.*, ${isActiveWithin(p.courseId, sql`u.id`, p.knows)} as known from users u where u.id = any(${p.ids}::int[])`,
      sql`, u.known`,
      'nothing',
    ),
});

/** The enrolled with their logins and SIS ids, as the people of the course have them (enrollments#49); who is told nothing of anybody asks for nothing. */
export async function loginsOf(ctx: Ctx, at: CourseAccess | SectionAccess, ids: readonly number[]): Promise<Map<number, User>> {
  const knows = reachOf(at, 'course.people.know');
  if (knows?.length === 0) return new Map();
  const rows = await ctx.db.rows(enrolled, { ids, courseId: at.course.id, knows });
  return new Map(presentUsers(ctx, rows, userViewerIn(ctx, at)).map((user) => [user.id, user]));
}

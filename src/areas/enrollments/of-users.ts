import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import type { User } from '../users/schemas.ts';
import { shownInCourses } from './grades.ts';
import { enrollmentsJson } from './json.ts';
import { isActive, isReadByStaff } from './relations.ts';
import { ENROLLMENT_COLUMNS, ENROLLMENT_ROW } from './rows.ts';
import type { CourseUser } from './schemas.ts';

/** The active enrollments of users that the caller may see: one's own, and to staff those of the people of their courses (enrollments#31). */
const active = statement({
  name: 'active_enrollments_of_users',
  takes: { userIds: array(int), userId: int, adminOf: array(int) },
  gives: ENROLLMENT_ROW,
  sql: (p) => sql`select ${ENROLLMENT_COLUMNS}
   from enrollments e join users u on u.id = e.user_id join courses c on c.id = e.course_id join accounts a on a.id = c.account_id
   where e.user_id = any(${p.userIds}::int[]) and ${isActive('e')} and ${isCourse('c')}
     and (e.user_id = ${p.userId} or ${isReadByStaff('e', 'a', p)})
   order by e.id`,
});

/** Users with their active enrollments, where `include[]` asks for them (users#7). */
export async function withActiveEnrollments(ctx: Ctx, users: readonly User[]): Promise<CourseUser[]> {
  const { userId, adminOf } = ctx.caller;
  const rows = await ctx.db.rows(active, { userIds: users.map((user) => user.id), userId, adminOf });
  const shown = await shownInCourses(ctx, rows);
  const byUser = Map.groupBy(await enrollmentsJson(ctx, rows, shown), (enrollment) => enrollment.user_id);
  return users.map((user) => ({ ...user, enrollments: byUser.get(user.id) ?? [] }));
}

import type { Ctx } from '../../access/context.ts';
import { reaches } from '../../access/reach.ts';
import { statement } from '../../store/database.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import type { User } from '../users/schemas.ts';
import { sightInCourses } from './grades.ts';
import { enrollmentsJson } from './json.ts';
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './rows.ts';
import type { CourseUser } from './schemas.ts';

/**
 * The active enrollments of users ($1) that the caller ($2) may see, who administers accounts ($3): one's own, those in courses
 * that one administers, and to staff those of the people of their courses (D2, enrollments).
 */
const active = statement<EnrollmentRow>(
  'active_enrollments_of_users',
  `select ${ENROLLMENT_COLUMNS}
   from enrollments e join users u on u.id = e.user_id join courses c on c.id = e.course_id join accounts a on a.id = c.account_id
   where e.user_id = any($1::int[]) and e.state = 'active' and c.state <> 'deleted'
     and (e.user_id = $2 or a.chain && $3::int[] or exists (select 1 from enrollments mine
       where mine.course_id = e.course_id and mine.user_id = $2 and mine.state in ('active', 'completed')
         and mine.type in ${STAFF_TYPES}
         and ${reaches('mine', 'e.course_section_id')}))
   order by e.id`,
);

/** Users with their active enrollments, where `include[]` asks for them (part-a, User). */
export async function withActiveEnrollments(ctx: Ctx, users: readonly User[]): Promise<CourseUser[]> {
  const { userId, adminOf } = ctx.caller;
  const rows = await ctx.db.rows(active, [users.map((user) => user.id), userId, adminOf]);
  const sight = await sightInCourses(ctx, rows);
  const byUser = Map.groupBy(await enrollmentsJson(ctx, rows, sight), (enrollment) => enrollment.user_id);
  return users.map((user) => ({ ...user, enrollments: byUser.get(user.id) ?? [] }));
}

import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import { notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../../store/sql/types.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { findUserId } from './people.ts';

const within = statement({
  name: 'is_student_within_reach',
  takes: { courseId: int, userId: int, reach: nullable(array(int)) },
  gives: { found: boolean },
  sql: (p) => sql`select ${isStudentWithin(p.courseId, p.userId, p.reach)} as found`,
});

/**
 * A student of a course whom the caller names and may look at as that student sees the course: oneself, whom one observes, and to staff
 * those whom they oversee. 401 for anybody else, and for staff 404.
 */
export async function namedStudent(ctx: Ctx, at: CourseAccess, named: IdForm): Promise<number> {
  const { students } = viewerOf(ctx.caller, at);
  const userId = named.by === 'self' ? ctx.caller.userId : await findUserId(ctx, named, at.course.rootAccountId);
  if (userId !== undefined && students.includes(userId)) return userId;
  if (!isStaff(at)) throw unauthorized();
  if (userId === undefined) throw notFound();
  const [row] = await ctx.db.rows(within, { courseId: at.course.id, userId, reach: reachOf(at, 'course.people.oversee') });
  if (!row?.found) throw notFound();
  return userId;
}

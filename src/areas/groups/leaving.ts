import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { stands } from '../enrollments/relations.ts';

const endMemberships = statement({
  name: 'end_course_memberships',
  takes: { courseId: int, userIds: array(int) },
  sql: (p) => sql`update group_memberships m set state = 'deleted', updated_at = now() from groups g
   where g.id = m.group_id and g.course_id = ${p.courseId} and m.user_id = any(${p.userIds}::int[]) and m.state <> 'deleted'
     and not exists (select 1 from enrollments e where e.course_id = ${p.courseId} and e.user_id = m.user_id and ${stands('e')})`,
});

/**
 * Ends the memberships in a course's groups of those of these people who are not in the course any more (enrollments#28). Whoever calls
 * this has held the people before their enrollments.
 */
export async function endCourseMemberships(tx: TxCtx, courseId: number, userIds: readonly number[]): Promise<void> {
  await tx.db.rows(endMemberships, { courseId, userIds });
}

/** The memberships of a user who is deleted. */
export async function endMembershipsOf(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.groupMembership.updateMany({ where: { userId }, data: { state: 'deleted', updatedAt: tx.now } });
}

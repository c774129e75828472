import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { publishEvents } from '../events/events.ts';
import { holdingPeople } from '../users/holding.ts';

const held = statement({
  name: 'people_of_section_held',
  takes: { sectionId: int },
  gives: { id: int },
  sql: (p) => holdingPeople(sql`select e.user_id from enrollments e where e.course_section_id = ${p.sectionId}`),
});

/** The courses that a section leaves and comes to. */
interface Move {
  from: number;
  to: number;
}

/** What they were told leads to the course where they are invited no more. */
async function tellOfMoved(tx: TxCtx, userIds: readonly number[], { from, to }: Move): Promise<void> {
  const [left, told] = [
    { courseId: from, groupId: null },
    { courseId: to, groupId: null, at: tx.now.getTime() },
  ];
  await publishEvents(
    tx,
    'invitation_ended',
    userIds.map((userId) => ({ ...left, userId })),
  );
  await publishEvents(
    tx,
    'invited',
    userIds.map((userId) => ({ ...told, userId })),
  );
}

/**
 * The enrollments of a section go with it to another course; the users whose they are. They are held before, so that of several
 * enrollments of one user that leave a course at once the last is known to be the last; who comes to observe one of them at that moment is
 * held late (docs/decisions.md). Whoever calls this holds the section.
 */
export async function moveEnrollments(tx: TxCtx, sectionId: number, { from, to }: Move): Promise<number[]> {
  void tx.db.rows(held, { sectionId });
  const moved = await tx.db.prisma.enrollment.updateManyAndReturn({
    where: { courseSectionId: sectionId },
    data: { courseId: to, updatedAt: tx.now },
    select: { userId: true, state: true },
  });
  const invited = new Set(moved.filter((row) => row.state === 'invited').map((row) => row.userId));
  await tellOfMoved(tx, [...invited], { from, to });
  return [...new Set(moved.map((row) => row.userId))];
}

/** The enrollments of a user who is deleted; those that were rejected stay so. */
export async function endEnrollmentsOf(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.enrollment.updateMany({
    where: { userId, state: { not: 'rejected' } },
    data: { state: 'deleted', updatedAt: tx.now },
  });
}

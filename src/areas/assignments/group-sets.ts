import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { keepingClosedWork } from '../grading-periods/closed-work.ts';
import { removeGroupOverrides } from '../overrides/changes.ts';

/**
 * A group set that is deleted is no assignment's any more, and the overrides of its groups go (assignments#32). Whoever calls this holds
 * the course, and the set after it.
 */
export async function leaveGroupSet(tx: TxCtx, at: CourseAccess, groupCategoryId: number): Promise<void> {
  const found = await tx.db.prisma.assignment.findMany({ where: { groupCategoryId }, select: { id: true } });
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  const change = async (): Promise<void> => {
    await tx.db.prisma.assignment.updateMany({ where: { groupCategoryId }, data: { groupCategoryId: null, updatedAt: tx.now } });
    await removeGroupOverrides(tx, ids);
  };
  await keepingClosedWork(tx, at, { ids, change });
}

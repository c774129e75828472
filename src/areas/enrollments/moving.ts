import type { TxCtx } from '../../access/context.ts';

/** The enrollments of a section go with it to another course; the users whose they are. */
export async function moveEnrollments(tx: TxCtx, sectionId: number, courseId: number): Promise<number[]> {
  const moved = await tx.db.prisma.enrollment.updateManyAndReturn({
    where: { courseSectionId: sectionId },
    data: { courseId, updatedAt: tx.now },
    select: { userId: true },
  });
  return [...new Set(moved.map((row) => row.userId))];
}

/** The enrollments of a user who is deleted; those that were rejected stay so. */
export async function endEnrollmentsOf(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.enrollment.updateMany({
    where: { userId, state: { not: 'rejected' } },
    data: { state: 'deleted', updatedAt: tx.now },
  });
}

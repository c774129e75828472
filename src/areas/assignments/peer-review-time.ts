import type { TxDb } from '../../store/database.ts';

const later = (a: Date | null, b: Date | null): Date | null => (a !== null && (b === null || a > b) ? a : b);

/** When peer reviews are given out: at their time where that is after the due date, else at the due date (peer-reviews#10). */
export const peerReviewsAt = (row: { peerReviewsAssignAt: Date | null; dueAt: Date | null }): Date | null =>
  later(row.peerReviewsAssignAt, row.dueAt);

/** The peer reviews of an assignment are given out, once and for all. Whoever calls this holds it. */
export async function notePeerReviews(db: TxDb, assignmentId: number): Promise<void> {
  await db.prisma.assignment.updateMany({ where: { id: assignmentId }, data: { peerReviewsAssigned: true } });
}

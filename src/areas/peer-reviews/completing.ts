import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';

const complete = statement({
  name: 'complete_peer_review',
  takes: { assignmentId: int, authorId: int, callerId: int },
  sql: (p) =>
    sql`update peer_reviews set state = 'completed' where assignment_id = ${p.assignmentId} and user_id = ${p.authorId} and assessor_id = ${p.callerId}`,
});

/** A review is written by commenting on the work (peer-reviews#8). */
export async function completeReview(tx: TxCtx, assignmentId: number, authorId: number): Promise<void> {
  await tx.db.rows(complete, { assignmentId, authorId, callerId: tx.caller.userId });
}

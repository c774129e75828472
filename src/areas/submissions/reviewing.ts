import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';

const complete = statement<never>(
  'complete_peer_review',
  `update peer_reviews set state = 'completed' where assignment_id = $1 and user_id = $2 and assessor_id = $3`,
);

/** A review is written by commenting on the work (D7.18). */
export async function completeReview(tx: TxCtx, assignmentId: number, authorId: number): Promise<void> {
  await tx.db.rows(complete, [assignmentId, authorId, tx.caller.userId]);
}

import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import type { AssignmentRecord } from './partners.ts';

const reveal = statement<never>(
  'reveal_comments_of_assignment',
  'update submission_comments set hidden = false where assignment_id = $1 and hidden',
);

/** What graders wrote while it was muted is shown from now on, muted again or not (D8.7). */
export async function unmute(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  if (before.muted && !after.muted) await tx.db.rows(reveal, [after.id]);
}

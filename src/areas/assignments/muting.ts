import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { deliverComments } from '../conversations/comments.ts';
import type { AssignmentRecord } from './partners.ts';

const reveal = statement<{ id: number }>(
  'reveal_comments_of_assignment',
  'update submission_comments set hidden = false where assignment_id = $1 and hidden returning id',
);

/** What graders wrote while it was muted is shown from now on, muted again or not (D8.7), and comes into the conversations (D6.15). */
export async function unmute(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  if (!before.muted || after.muted) return;
  const revealed = await tx.db.rows(reveal, [after.id]);
  await deliverComments(
    tx.db,
    after.courseId,
    revealed.map((row) => row.id),
  );
}

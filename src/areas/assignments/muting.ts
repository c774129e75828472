import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { deliverComments } from '../conversations/comments.ts';
import { tell } from '../events/events.ts';
import type { AssignmentRecord } from './partners.ts';

const reveal = statement<{ id: number }>(
  'reveal_comments_of_assignment',
  'update submission_comments set hidden = false where assignment_id = $1 and hidden returning id',
);

const graded = statement<{ id: number }>(
  'graded_students_of_assignment',
  'select user_id as id from submissions where assignment_id = $1 and graded_at is not null order by user_id',
);

/**
 * What graders wrote while it was muted is shown from now on, muted again or not (D8.7), and comes into the conversations
 * (D6.15); grades that are seen now are told of now.
 */
export async function unmute(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  if (!before.muted || after.muted) return;
  const revealed = await tx.db.rows(reveal, [after.id]);
  await deliverComments(
    tx.db,
    after.courseId,
    revealed.map((row) => row.id),
  );
  if (revealed.length > 0) await tell(tx, 'comments', { commentIds: revealed.map((row) => row.id) });
  const shown = await tx.db.rows(graded, [after.id]);
  if (shown.length > 0) await tell(tx, 'submissions', { assignmentId: after.id, userIds: shown.map((row) => row.id) });
}

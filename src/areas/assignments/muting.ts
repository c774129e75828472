import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { deliverComments } from '../conversations/comments.ts';
import { publishEvent } from '../events/events.ts';
import type { AssignmentRecord } from './linked-content.ts';

const reveal = statement({
  name: 'reveal_comments_of_assignment',
  takes: { afterId: int },
  gives: { id: int },
  sql: (p) => sql`update submission_comments set hidden = false where assignment_id = ${p.afterId} and hidden returning id`,
});

const graded = statement({
  name: 'graded_students_of_assignment',
  takes: { afterId: int },
  gives: { id: int },
  sql: (p) => sql`select user_id as id from submissions where assignment_id = ${p.afterId} and graded_at is not null order by user_id`,
});

/**
 * What graders wrote while it was muted is shown from now on, muted again or not (D8.7), and comes into the conversations
 * (D6.15); grades that are seen now are told of now.
 */
export async function unmute(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  if (!before.muted || after.muted) return;
  const revealed = await tx.db.rows(reveal, { afterId: after.id });
  await deliverComments(
    tx.db,
    after.courseId,
    revealed.map((row) => row.id),
  );
  if (revealed.length > 0) await publishEvent(tx, 'comments', { commentIds: revealed.map((row) => row.id) });
  const shown = await tx.db.rows(graded, { afterId: after.id });
  if (shown.length > 0) await publishEvent(tx, 'submissions', { assignmentId: after.id, userIds: shown.map((row) => row.id) });
}

import type { TxCtx } from '../../access/context.ts';
import { deliverComments } from '../conversations/comments.ts';
import { publishEvent } from '../events/events.ts';
import type { AssignmentRecord } from './linked-content.ts';

/**
 * What graders wrote while it was muted is shown from now on, muted again or not (submissions#60), and comes into the conversations
 * (conversations#71); grades that are seen now are told of now.
 */
export async function unmute(tx: TxCtx, before: AssignmentRecord, after: AssignmentRecord): Promise<void> {
  if (!before.muted || after.muted) return;
  const { gradedWork } = tx.services;
  const commentIds = await gradedWork.revealComments(tx, after.id);
  await deliverComments(tx.db, after.courseId, commentIds);
  if (commentIds.length > 0) await publishEvent(tx, 'comments', { commentIds });
  const userIds = await gradedWork.gradedStudents(tx, after.id);
  if (userIds.length > 0) await publishEvent(tx, 'submissions', { assignmentId: after.id, userIds });
}

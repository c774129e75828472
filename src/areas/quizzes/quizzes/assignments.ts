import type { TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { sameTime } from '../../../kernel/dates.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { int } from '../../../store/sql/types.ts';
import type { SubmissionType } from '../../../store/stored/assignments.ts';
import { editAssignment, type FieldNames, insertAssignment, removeAssignment } from '../../assignments/changes.ts';
import { type AssignmentChanges, BY_DEFAULT } from '../../assignments/parameters.ts';
import { type Fields, isGraded, type QuizRecord } from './fields.ts';
import type { QuizChanges } from './parameters.ts';

/** The submission type of an assignment that is a quiz. */
export const TYPE = 'online_quiz' satisfies SubmissionType;

/** What an assignment calls otherwise. */
const NAMES: FieldNames = { name: 'title' };

type Wanted = Fields & Pick<QuizRecord, 'assignmentGroupId'>;

/** What an assignment has of its quiz, as far as it is another thing than before (quizzes#23). */
function shared(before: Fields | null, after: Fields): AssignmentChanges {
  return {
    ...(before?.title === after.title ? {} : { name: after.title }),
    ...(before?.description === after.description ? {} : { description: after.description }),
    ...(before && sameTime(before.dueAt, after.dueAt) ? {} : { due_at: after.dueAt }),
    ...(before && sameTime(before.unlockAt, after.unlockAt) ? {} : { unlock_at: after.unlockAt }),
    ...(before && sameTime(before.lockAt, after.lockAt) ? {} : { lock_at: after.lockAt }),
    ...(before?.published === after.published ? {} : { published: after.published }),
  };
}

const activeGroup = statement({
  name: 'active_assignment_group',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignment_groups where id = ${p.id} and not deleted`,
});

/** A group that has gone meanwhile is none: the first of the course stands in for it. */
async function groupOf(tx: TxCtx, id: number | null): Promise<AssignmentChanges> {
  const [group] = id === null ? [] : await tx.db.rows(activeGroup, { id });
  return group ? { assignment_group_id: { by: 'id', id: group.id } } : {};
}

/**
 * Makes, changes or removes the assignment of a quiz (quizzes#21): a graded quiz gets its own when it is published (quizzes#21). Gives back
 * its id. Whoever calls this holds the course, and the quiz after it.
 */
export async function settleAssignment(
  tx: TxCtx,
  at: CourseAccess,
  { before, after }: { before: QuizRecord | null; after: Wanted },
  { sent, tells }: { sent: QuizChanges; tells: boolean },
): Promise<number | null> {
  const id = before?.assignmentId ?? null;
  if (!isGraded(after.type)) {
    if (id !== null) await removeAssignment(tx, at, id);
    return null;
  }
  if (id === null) {
    const wasPublished = before !== null && before.published && isGraded(before.type);
    if (!after.published || wasPublished) return null;
    const group = await groupOf(tx, after.assignmentGroupId);
    const own: AssignmentChanges = { points_possible: before?.pointsPossible ?? 0, submission_types: [TYPE] };
    return (await insertAssignment(tx, at, { ...shared(null, after), ...group, ...own }, NAMES)).id;
  }
  const changes: AssignmentChanges = {
    ...shared(before, after),
    ...(sent.assignment_group_id === undefined ? {} : { assignment_group_id: sent.assignment_group_id }),
    ...(tells ? { notify_of_update: sent.notify_of_update ?? BY_DEFAULT } : {}),
  };
  if (Object.keys(changes).length > 0) await editAssignment(tx, at, id, { sent: changes, names: NAMES });
  return id;
}

/** The points of an assignment are those of its quiz, once that has questions (quizzes#24). */
export async function followPoints(
  tx: TxCtx,
  at: CourseAccess,
  quiz: Pick<QuizRecord, 'assignmentId' | 'pointsPossible'>,
  tells = false,
): Promise<void> {
  if (quiz.assignmentId === null) return;
  const changes: AssignmentChanges = { points_possible: quiz.pointsPossible, ...(tells ? { notify_of_update: BY_DEFAULT } : {}) };
  await editAssignment(tx, at, quiz.assignmentId, { sent: changes, names: NAMES });
}

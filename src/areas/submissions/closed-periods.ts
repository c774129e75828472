import type { TxCtx } from '../../access/context.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int, timestamptz } from '../../store/sql/types.ts';
import { isGradedAlone } from '../assignments/relations.ts';
import { changesClosed } from '../grading-periods/closed-work.ts';
import { closedPeriodsIn, fallsInto } from '../grading-periods/relations.ts';
import { dueAtOf } from '../overrides/relations.ts';
import { membersWith } from './group-members.ts';
import { KEYS_TAKES, keyRows, keysOf, type SubmissionKey } from './keys.ts';
import type { ScopedAccess } from './reach.ts';

// The periods are found once, however many rows there are, and where none is closed nothing else is looked at.
const closed = statement({
  name: 'closed_to_grade',
  takes: { courseId: int, ...KEYS_TAKES, now: timestamptz },
  gives: { assignmentId: int, userId: int },
  sql: (p) => sql`with periods as materialized (${closedPeriodsIn(p.courseId, p.now)})
   select a.id as "assignmentId", r.user_id as "userId" from ${keyRows(p, 'r')}
     join assignments a on a.id = r.assignment_id
   where exists (select 1 from periods) and exists (select 1
     from unnest(array[r.user_id] || case when ${isGradedAlone('a')} then '{}'::int[] else ${membersWith(sql`r.user_id`)} end) m(user_id)
       cross join lateral (select ${dueAtOf(sql`m.user_id`)} as due_at) d join periods gp on ${fallsInto(sql`d.due_at`)})`,
});

/** Those whose work, or that of somebody who is graded with them, falls into a closed period of the course (grading-periods#9). */
export const closedAmong = (db: Db, courseId: number, submissions: readonly SubmissionKey[], now: Date): Promise<SubmissionKey[]> =>
  db.rows(closed, { courseId, ...keysOf(submissions), now });

/** Whether they grade what falls into a closed period, too. */
export const gradesClosed: (at: ScopedAccess) => boolean = changesClosed;

/**
 * Of the course of an assignment `a` some period is closed: for a statement that is sent anyway, since most courses have none, and the
 * work of a student needs to be looked at in no other. Without a time none is.
 */
export const hasClosed = (now: Piece): Sql => sql`exists (${closedPeriodsIn(sql`a.course_id`, now)})`;

/** Whoever does not is told so. */
export async function requireOpen(tx: TxCtx, at: ScopedAccess, submission: SubmissionKey): Promise<void> {
  if (gradesClosed(at)) return;
  if ((await closedAmong(tx.db, at.course.id, [submission], tx.now)).length > 0)
    throw unauthorized('the grading period that this work is due in is closed');
}

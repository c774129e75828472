import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, timestamptz } from '../../store/sql/types.ts';
import { removeGroupOverrides } from '../overrides/changes.ts';

const leave = statement({
  name: 'assignments_leave_group_set',
  takes: { groupCategoryId: int, now: timestamptz },
  gives: { id: int },
  sql: (p) =>
    sql`update assignments set group_category_id = null, updated_at = ${p.now} where group_category_id = ${p.groupCategoryId} returning id`,
});
/**
 * A group set that is deleted is no assignment's any more, and the overrides of its groups go (assignments#32). Whoever calls this holds
 * the course, and the set after it.
 */
export async function leaveGroupSet(tx: TxCtx, groupCategoryId: number): Promise<void> {
  const left = await tx.db.rows(leave, { groupCategoryId, now: tx.now });
  const ids = left.map((row) => row.id);
  if (ids.length > 0) await removeGroupOverrides(tx, ids);
}

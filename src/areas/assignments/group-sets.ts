import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';

const leave = statement<{ id: number }>(
  'assignments_leave_group_set',
  'update assignments set group_category_id = null, updated_at = $2 where group_category_id = $1 returning id',
);
// Once the assignments are held: whoever changes overrides holds them (D7.13).
const removeOverrides = statement<never>(
  'remove_group_overrides_of_assignments',
  'delete from assignment_overrides where assignment_id = any($1::int[]) and group_id is not null',
);

/**
 * A group set that is deleted is no assignment's any more, and the overrides of its groups go (D7.12). Whoever calls this holds the
 * course, and the set after it.
 */
export async function leaveGroupSet(tx: TxCtx, groupCategoryId: number): Promise<void> {
  const left = await tx.db.rows(leave, [groupCategoryId, tx.now]);
  const ids = left.map((row) => row.id);
  if (ids.length > 0) await tx.db.rows(removeOverrides, [ids]);
}

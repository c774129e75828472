import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { type Note, notify } from '../notifications/notify.ts';

/** Notifications as messages in the streams of those who were told (activity#4). */
const spread = statement({
  name: 'messages_into_streams',
  takes: { notificationIds: array(int), userIds: array(int) },
  sql: (
    p,
  ) => sql`with told as materialized (select * from unnest(${p.notificationIds}::int[], ${p.userIds}::int[]) t(notification_id, user_id)),
   item as (
     insert into stream_items (type, course_id, group_id, notification_id, created_at, updated_at)
     select 'Message', n.course_id, n.group_id, n.id, n.created_at, n.created_at
     from notifications n where n.id in (select notification_id from told) order by n.id
     on conflict (notification_id) do nothing returning id, notification_id, course_id, group_id, updated_at)
   insert into stream_item_instances (user_id, stream_item_id, type, category, course_id, group_id, updated_at)
   select told.user_id, item.id, 'Message', n.category, item.course_id, item.group_id, item.updated_at
   from told join item on item.notification_id = told.notification_id join notifications n on n.id = item.notification_id
   order by item.id, told.user_id on conflict do nothing`,
});

/** Tells people of what has no item of its own: every such notification makes a message (activity#15). */
export async function notifyByMessage(tx: TxCtx, notes: readonly Note[], reach?: 'without mail'): Promise<void> {
  const receipts = await notify(tx, notes, reach);
  if (receipts.length === 0) return;
  await tx.db.rows(spread, { notificationIds: receipts.map((one) => one.notificationId), userIds: receipts.map((one) => one.userId) });
}

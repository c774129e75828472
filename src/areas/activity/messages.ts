import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { sql } from '../../store/sql/sql.ts';
import { isActive } from '../enrollments/relations.ts';
import { isMember } from '../groups/relations.ts';
import { type Note, notify, TOLD_TAKES, toldIn } from '../notifications/notify.ts';

/** How many enrollments or memberships there are where notification `n` happened; null where it has no context. */
const MEMBERS = sql`case when n.course_id is not null
      then (select count(*) from enrollments e where e.course_id = n.course_id and ${isActive('e')})
    when n.group_id is not null then (select count(*) from group_memberships m where m.group_id = n.group_id and ${isMember('m')}) end`;

/**
 * Notifications as messages in the streams of those who were told (activity#4): by an instance for each, or by the item alone where they
 * are most of their course or group. Fewer are not found that way: all others there would have to step over it (whole-contexts.ts).
 */
const spread = statement({
  name: 'messages_into_streams',
  takes: TOLD_TAKES,
  sql: (p) => sql`with ${toldIn(p)},
   heard as materialized (select n.*, array_remove(list.people, told.but_for) as people
     from told join (select p.list, array_agg(p.id order by p.id) as people from person p group by p.list) list on list.list = told.list
       cross join lateral (select n.id, n.category, n.course_id, n.group_id, n.created_at from notifications n where n.id = told.notification_id ${ONE_BY_ONE}) n),
   item as (
     insert into stream_items (type, course_id, group_id, notification_id, created_at, updated_at, audience)
     select 'Message', n.course_id, n.group_id, n.id, n.created_at, n.created_at, case when cardinality(n.people) * 2 >= ${MEMBERS} then n.people end
     from heard n order by n.id
     on conflict (notification_id) do nothing returning id, notification_id, course_id, group_id, updated_at, audience)
   insert into stream_item_instances (user_id, stream_item_id, type, category, course_id, group_id, updated_at)
   select one.id, item.id, 'Message', heard.category, item.course_id, item.group_id, item.updated_at
   from item join heard on heard.id = item.notification_id cross join lateral unnest(heard.people) one(id)
   where item.audience is null order by item.id, one.id on conflict do nothing`,
});

/** Tells people of what has no item of its own: every such notification makes a message (activity#15). */
export async function notifyByMessage(tx: TxCtx, notes: readonly Note[], reach?: 'without mail'): Promise<void> {
  const told = await notify(tx, notes, reach);
  if (told !== null) await tx.db.rows(spread, told);
}

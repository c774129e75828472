import { type Database, type Statement, statement } from '../../store/database.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int, timestamptz } from '../../store/sql/types.ts';
import { notificationRemoval } from '../notifications/removal.ts';
import { removeOldChanges, removeOldCounts } from './counts.ts';
import { isForAll } from './whole-contexts.ts';

const BATCH = 5_000;
/** For how many items at once instances are looked for. */
const ITEMS = 100;

/** An item that no group has at a later time, either. */
const isOld = (before: Piece): Sql =>
  sql`i.updated_at < ${before} and not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id)`;

const removeGroups = statement({
  name: 'stream_item_groups_remove',
  takes: { before: timestamptz },
  gives: { removed: int },
  sql: (p) => sql`with gone as (delete from stream_item_groups x where x.ctid = any(array(select g.ctid from stream_item_groups g
       where g.updated_at < ${p.before} limit ${BATCH} for update skip locked)) returning 1)
   select count(*) as removed from gone`,
});
/** Removes instances of the items in this table, a bounded number at once. */
const removedOf = (items: string): Sql => sql`gone as (delete from stream_item_instances x using (
       select y.stream_item_id, y.user_id from stream_item_instances y where y.stream_item_id in (select id from ${identifier(items)}) limit ${BATCH}) first
       where x.stream_item_id = first.stream_item_id and x.user_id = first.user_id returning 1)
   select count(*) as removed from gone`;
/** Instances first, a bounded number at a time; an item that has none left goes with them. */
const removeInstances = statement({
  name: 'stream_instances_remove',
  takes: { before: timestamptz },
  gives: { removed: int },
  sql: (p) => sql`with old as materialized (select i.id from stream_items i where ${isOld(p.before)} order by i.updated_at limit ${BATCH}),
     ${removedOf('old')}`,
});
const removeItems = statement({
  name: 'stream_items_remove',
  takes: { before: timestamptz },
  gives: { removed: int },
  sql: (p) => sql`with gone as (delete from stream_items where id in (select i.id from stream_items i where ${isOld(p.before)}
       and not exists (select 1 from stream_item_instances x where x.stream_item_id = i.id) order by i.updated_at limit ${BATCH} for update skip locked) returning 1)
   select count(*) as removed from gone`,
});
/** Removes what an earlier release made: an instance for each person of what is said to a whole course or group. */
const removeOfAll = statement({
  name: 'stream_instances_of_all_remove',
  gives: { removed: int },
  sql: () => sql`with item as materialized (select i.id from stream_items i where ${isForAll('i')}
       and exists (select 1 from stream_item_instances x where x.stream_item_id = i.id) limit ${ITEMS}),
     ${removedOf('item')}`,
});
const removeNotifications = notificationRemoval((n) => sql`exists (select 1 from stream_items i where i.notification_id = ${n}.id)`);

async function untilNoneIsLeft<Values>(database: Database, query: Statement<{ removed: number }, Values>, values: Values): Promise<void> {
  for (let removed = 1; removed > 0; ) removed = (await database.rows(query, values))[0]?.removed ?? 0;
}

/**
 * What nobody has touched for a year leaves the streams (activity#21), and what was told of it then; counts that are not good any more go,
 * too.
 */
export async function removeUntouched(database: Database, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  for (const query of [removeGroups, removeInstances, removeItems, removeNotifications]) await untilNoneIsLeft(database, query, { before });
  await untilNoneIsLeft(database, removeOfAll, {});
  await untilNoneIsLeft(database, removeOldCounts, {});
  await database.rows(removeOldChanges, {});
}

import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable } from '../../store/sql/types.ts';
import type { Count } from '../../store/stored/stream-counts.ts';
import { visibleInPlaces } from './visible.ts';

/**
 * How much of what somebody sees in their stream, place by place: in a course (its id), in a group (its id, negated), and elsewhere (0):
 * conversations, whatever they are about, and what has no context. Counting takes as long as there is much, so that counts are kept,
 * and taken until something that they are made of changes (activity#22).
 *
 * Triggers note each change in its own transaction, with that transaction's id. A count is kept with the snapshot that it was counted
 * in: it is good as long as there is no change that this snapshot did not see. So nothing is locked, and of two who count at once it
 * does not matter which one is kept.
 */
export const ELSEWHERE = 0;
export const inCourse = (id: number): number => id;
export const inGroup = (id: number): number => -id;

/** How many rows of counts are removed at once. */
const BATCH = 5_000;

/** Changes are kept longer (removal.ts). */
const GOOD_FOR = sql`interval '1 day'`;

/** Found by the transaction: joined, all changes would be gone through that are noted of somebody. */
const unseen = (which: Sql): Sql => sql`not exists (select 1 from stream_changes m where ${which}
      and m.transaction_id >= pg_snapshot_xmin(k.as_of) and not pg_visible_in_snapshot(m.transaction_id, k.as_of) ${ONE_BY_ONE})`;

const kept = statement({
  name: 'stream_counts_kept',
  takes: { callerId: int, places: array(int) },
  gives: { place: int, counts: nullable(json<Count[]>()) },
  onPrimary: true,
  sql: (p) => sql`select place.id as place, k.counts from unnest(${p.places}::int[]) place(id) left join lateral (
     select k.counts from stream_counts k where k.user_id = ${p.callerId} and k.place = place.id
       and k.counted_at > now() - ${GOOD_FOR} and k.started_at = pg_postmaster_start_time()
       and ${unseen(sql`m.user_id = k.user_id and m.place = k.place`)}
       and ${unseen(sql`m.user_id = k.user_id and m.place is null`)}
       and ${unseen(sql`m.user_id is null and m.place = k.place`)}
       and ${unseen(sql`m.user_id is null and m.place is null`)} ${ONE_BY_ONE}) k on true`,
});

/** One statement, so that what is counted and the snapshot are the same. */
const counted = statement({
  name: 'stream_counts_anew',
  takes: { callerId: int, stale: array(int) },
  gives: { counts: json<Count[]>() },
  sql: (p) => sql`insert into stream_counts as k (user_id, place, counts, as_of)
   select ${p.callerId}, place.id, coalesce(found.counts, '[]'), pg_current_snapshot()
   from unnest(${p.stale}::int[]) place(id) left join (
     select x.place, jsonb_agg(jsonb_build_object('type', x.type, 'category', x.category, 'courseId', x.course_id, 'groupId', x.group_id,
         'count', x.count, 'unread', x.unread)) as counts
     from (select x.place, x.course_id, x.group_id, x.type, x.category, count(*) as count, count(*) filter (where not x.read) as unread
       from (${visibleInPlaces(p.callerId, p.stale)}) x group by x.place, x.course_id, x.group_id, x.type, x.category) x
     group by x.place) found on found.place = place.id
   order by place.id
   on conflict (user_id, place) do update
     set counts = excluded.counts, as_of = excluded.as_of, counted_at = excluded.counted_at, started_at = excluded.started_at
   returning k.counts`,
});

/** What the caller sees in these places: counted where it may have changed. */
export async function countsIn(ctx: Ctx, places: readonly number[]): Promise<Count[]> {
  const rows = await ctx.db.rows(kept, { callerId: ctx.caller.userId, places });
  const stale = rows.flatMap((row) => (row.counts === null ? row.place : []));
  const anew = stale.length === 0 ? [] : await ctx.db.rows(counted, { callerId: ctx.caller.userId, stale });
  return [...rows, ...anew].flatMap((row) => row.counts ?? []);
}

/** For the job that removes what is old: counts that are too old to be used. */
export const removeOldCounts = statement({
  name: 'stream_counts_remove',
  gives: { removed: int },
  // What somebody is about to count anew stays: who waited for it might wait for this, too.
  sql: () => sql`with gone as (delete from stream_counts k where k.ctid = any(array(select o.ctid from stream_counts o
       where o.counted_at < now() - ${GOOD_FOR} limit ${BATCH} for update skip locked)) returning 1)
   select count(*) as removed from gone`,
});
/** Removes old notes of changes. A count from before the first note that stays is too old to be used. */
export const removeOldChanges = statement({
  name: 'stream_changes_remove',
  sql: () => sql`delete from stream_changes where made_at < now() - 2 * ${GOOD_FOR}`,
});

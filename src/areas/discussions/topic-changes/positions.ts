import type { Ctx, TxCtx } from '../../../access/context.ts';
import { foundIn, invalidField, notFound, unauthorized } from '../../../kernel/errors.ts';
import type { PlainId } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { type Sql, sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, nothing, nullable, type RowOf } from '../../../store/sql/types.ts';
import { isAnnouncement, isTopic } from '../relations.ts';
import type { Reordered } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { perContext } from '../topics/topics.ts';

/**
 * Lists by position go up `position`. A new topic gets the number of its id, times the gap and below zero: newer ones come
 * first. A placed one gets a number between two others; there is room for twenty between neighbours, then all are numbered anew.
 */
export const GAP = 2 ** 20;

/** The position that a new topic has from its id. */
export const positionOf = (id: Sql): Sql => sql`-(${id}::bigint * ${GAP})`;

const lock = statement({
  name: 'topics_placed',
  takes: { locks: int, contextId: int },
  gives: { locked: nothing },
  sql: (p) => sql`select pg_advisory_xact_lock(${p.locks}, ${p.contextId}) as locked`,
});
/** Any numbers: what all who place topics in a context take before. */
const LOCKS = { course: 7_236_601, group: 7_236_602, collection_item: 7_236_603 } as const satisfies Record<TopicContext['kind'], number>;

const NEIGHBOURS_ROW = {
  /** The one to be placed is in the part of the list, pinned or not, in which the other is. */
  together: boolean,
  pinned: boolean,
  position: int,
  /** The next one in the part of the list that the other is in. */
  next: nullable(int),
  /** The ends of the part of the list that the one to be placed is in. */
  first: nullable(int),
  last: nullable(int),
};
type Neighbours = RowOf<typeof NEIGHBOURS_ROW>;

const neighbours = perContext((kind, column) =>
  statement({
    name: `topic_neighbours_in_${kind}`,
    takes: { id: int, otherId: int, contextId: int },
    gives: NEIGHBOURS_ROW,
    sql: (p) => sql`select x.pinned = t.pinned as together, x.pinned, t.position,
       (select min(n.position) from discussion_topics n
         where n.${column} = ${p.contextId} and n.pinned = t.pinned and n.id <> x.id and ${isTopic('n')} and n.position > t.position) as next,
       own.first, own.last
     from discussion_topics t join discussion_topics x on x.id = ${p.id}
       cross join lateral (select min(o.position) as first, max(o.position) as last from discussion_topics o
         where o.${column} = ${p.contextId} and o.pinned = x.pinned and o.id <> x.id and ${isTopic('o')}) own
     where t.id = ${p.otherId} and t.${column} = ${p.contextId} and t.id <> x.id and ${isTopic('t')}`,
  }),
);

const renumber = perContext((kind, column) =>
  statement({
    name: `topics_renumbered_in_${kind}`,
    takes: { contextId: int },
    sql: (p) => sql`update discussion_topics t set position = (o.n - o.most - 1) * ${GAP}
     from (select id, row_number() over (order by position, id desc) as n, max(id) over () as most from discussion_topics where ${column} = ${p.contextId}) o
     where t.id = o.id`,
  }),
);

const move = statement({
  name: 'topic_moved',
  takes: { id: int, position: int },
  sql: (p) => sql`update discussion_topics set position = ${p.position} where id = ${p.id}`,
});

/** A number between; null where the two lie too close together. */
function between(after: number, before: number): number | null {
  const middle = Math.floor((after + before) / 2);
  return middle > after ? middle : null;
}

/** Right after the other; first or last of its own part of the list, where the other is in the other part. */
export function placed(found: Neighbours): number | null {
  if (found.together) return between(found.position, found.next ?? found.position + 2 * GAP);
  if (found.pinned) return (found.last ?? found.position) + GAP;
  return found.first === null ? found.position : between(found.first - GAP, found.first);
}

const holdPlaces = (tx: TxCtx, context: TopicContext): Promise<unknown> =>
  tx.db.rows(lock, { locks: LOCKS[context.kind], contextId: context.id });

/** Puts a topic right after another one of its context (discussions#21); 404 where there is none. */
export async function placeAfter(tx: TxCtx, context: TopicContext, id: number, otherId: number): Promise<void> {
  await holdPlaces(tx, context);
  for (const last of [false, true]) {
    const found = foundIn(await tx.db.rows(neighbours[context.kind], { id, otherId, contextId: context.id }));
    const position = placed(found);
    if (position !== null) {
      await tx.db.rows(move, { id, position });
      return;
    }
    if (last) throw new Error('no context between two topics, although they have just been numbered anew');
    await tx.db.rows(renumber[context.kind], { contextId: context.id });
  }
}

const pinned = perContext((kind, column) =>
  statement({
    name: `topics_pinned_in_${kind}`,
    takes: { contextId: int },
    gives: { id: int },
    sql: (p) => sql`select t.id from discussion_topics t
     where t.${column} = ${p.contextId} and t.pinned and not ${isAnnouncement('t')} and ${isTopic('t')} order by t.position, t.id desc`,
  }),
);
const reorder = statement({
  name: 'topics_reordered',
  takes: { ids: array(int) },
  sql: (p) => sql`update discussion_topics t set position = (o.n - o.most - 1) * ${GAP}
   from (select id, n, max(id) over () as most from unnest(${p.ids}::int[]) with ordinality as named (id, n)) o where t.id = o.id`,
});

/** The ids in the order that was asked for, each once, before those that it does not name; undefined where it names another. */
export function reordered(ids: readonly number[], order: readonly number[]): number[] | undefined {
  const there = new Set(ids);
  return order.every((id) => there.has(id)) ? [...new Set([...order, ...ids])] : undefined;
}

/** discussions#97: the pinned topics of a context, in the order that is sent. */
export async function reorderPinned(ctx: Ctx, context: TopicContext, order: readonly PlainId[]): Promise<Reordered> {
  if (!context.moderates) throw unauthorized();
  if (order.length === 0) throw invalidField('order', 'blank', 'is required');
  return ctx.tx(async (tx) => {
    await holdPlaces(tx, context);
    const found = await tx.db.rows(pinned[context.kind], { contextId: context.id });
    const ids = reordered(
      found.map((row) => row.id),
      order.map((form) => form.id),
    );
    if (ids === undefined) throw notFound();
    await tx.db.rows(reorder, { ids });
    return { reorder: true, order: ids };
  });
}

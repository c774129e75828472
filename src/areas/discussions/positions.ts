import type { TxCtx } from '../../access/context.ts';
import { foundIn } from '../../http/errors.ts';
import { statement } from '../../store/database.ts';
import type { Room } from './rooms.ts';
import { perRoom } from './topic-rows.ts';

/**
 * Lists by position go up `position`. A new topic gets the number of its id, times the gap and below zero: newer ones come
 * first. A placed one gets a number between two others; there is room for twenty between neighbours, then all are numbered anew.
 */
export const GAP = 2 ** 20;

/** The position that a new topic has from its id. */
export const POSITION_OF_ID = `-(id::bigint * ${GAP})`;

const lock = statement<never>('topics_placed', 'select pg_advisory_xact_lock($1, $2)');
/** Any numbers: what all who place topics in a room take before. */
const LOCKS = { course: 7_236_601, group: 7_236_602, collection_item: 7_236_603 } as const satisfies Record<Room['kind'], number>;

interface Neighbours {
  /** The one to be placed is in the part of the list, pinned or not, in which the other is. */
  together: boolean;
  pinned: boolean;
  position: number;
  /** The next one in the part of the list that the other is in. */
  next: number | null;
  /** The ends of the part of the list that the one to be placed is in. */
  first: number | null;
  last: number | null;
}

const neighbours = perRoom((kind, column) =>
  statement<Neighbours>(
    `topic_neighbours_in_${kind}`,
    `select x.pinned = t.pinned as together, x.pinned, t.position,
       (select min(n.position) from discussion_topics n
         where n.${column} = $3 and n.pinned = t.pinned and n.id <> x.id and n.state <> 'deleted' and n.position > t.position) as next,
       own.first, own.last
     from discussion_topics t join discussion_topics x on x.id = $1
       cross join lateral (select min(o.position) as first, max(o.position) as last from discussion_topics o
         where o.${column} = $3 and o.pinned = x.pinned and o.id <> x.id and o.state <> 'deleted') own
     where t.id = $2 and t.${column} = $3 and t.id <> x.id and t.state <> 'deleted'`,
  ),
);

const renumber = perRoom((kind, column) =>
  statement<never>(
    `topics_renumbered_in_${kind}`,
    `update discussion_topics t set position = (o.n - o.most - 1) * ${GAP}
     from (select id, row_number() over (order by position, id desc) as n, max(id) over () as most from discussion_topics where ${column} = $1) o
     where t.id = o.id`,
  ),
);

const move = statement<never>('topic_moved', 'update discussion_topics set position = $2 where id = $1');

/** A number between; null where the two lie too close together. */
function between(after: number, before: number): number | null {
  const middle = Math.floor((after + before) / 2);
  return middle > after ? middle : null;
}

/** Right after the other; first or last of its own part of the list, where the other is in the other part. */
export function placed(found: Omit<Neighbours, 'pinned'> & { pinned: boolean }): number | null {
  if (found.together) return between(found.position, found.next ?? found.position + 2 * GAP);
  if (found.pinned) return (found.last ?? found.position) + GAP;
  return found.first === null ? found.position : between(found.first - GAP, found.first);
}

/** Puts a topic right after another one of its room (D5.4); 404 where there is none. */
export async function placeAfter(tx: TxCtx, room: Room, id: number, otherId: number): Promise<void> {
  await tx.db.rows(lock, [LOCKS[room.kind], room.id]);
  for (const last of [false, true]) {
    const found = foundIn(await tx.db.rows(neighbours[room.kind], [id, otherId, room.id]));
    const position = placed(found);
    if (position !== null) {
      await tx.db.rows(move, [id, position]);
      return;
    }
    if (last) throw new Error('no room between two topics, although they have just been numbered anew');
    await tx.db.rows(renumber[room.kind], [room.id]);
  }
}

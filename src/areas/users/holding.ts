import type { TxCtx } from '../../access/context.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int, nothing } from '../../store/sql/types.ts';
import { isOfObservee, observerOf } from '../observers/relations.ts';

const held = statement({
  name: 'user_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from users where id = ${p.id} and not deleted for no key update`,
});

/**
 * Holds a user until the transaction ends, for what is to be theirs: it ends with a deletion that comes later, and who is deleted already
 * gets nothing (users#31): 404. Whoever holds an account, or anything that is the user's, too, holds the user first.
 */
export async function holdUser(tx: TxCtx, id: number): Promise<void> {
  foundIn(await tx.db.rows(held, { id }));
}

/** Any number, the kind of an advisory lock: what whoever links a user to an observer takes, and whoever holds a user with their observers. */
const OBSERVERS = 7_236_621;
/**
 * While it is held nobody comes to observe the user. Who does already is read by a later statement, because one that waits has read before
 * it waited. It is taken before any row of a user is held.
 */
export const keepingObservers = (user: Piece): Sql => sql`pg_advisory_xact_lock_shared(${OBSERVERS}, ${user})`;
/** While it is held nobody holds the user with their observers. */
export const addingObserver = (user: Piece): Sql => sql`pg_advisory_xact_lock(${OBSERVERS}, ${user})`;

/**
 * Holds the users of whom a query gives the ids, and all who observe them, whose enrollments follow theirs (observers#8): by one
 * statement in the order of their ids, because two that took turns would meet others half-way. Before it the observers of the user are
 * kept, but not those of all the people of a section that is moved (docs/decisions.md).
 */
export const holdingPeople = (ids: Sql, how = sql`for no key update`): Sql => sql`with people(id) as (${ids})
   select u.id from users u where not u.deleted and u.id = any(array(
     select p.id from people p union all select ${observerOf('o')} from people p join observations o on ${isOfObservee('o', sql`p.id`)}))
   order by u.id ${how}`;

const kept = statement({
  name: 'observers_of_user_kept',
  takes: { id: int },
  gives: { kept: nothing },
  sql: (p) => sql`select ${keepingObservers(p.id)} as kept`,
});

/** Nobody comes to observe the user until the transaction ends. */
export function keepObservers(tx: TxCtx, id: number): void {
  void tx.db.rows(kept, { id });
}

const heldWithObservers = statement({
  name: 'user_held_with_observers',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => holdingPeople(sql`select ${p.id}::int`),
});

/** Holds a user as `holdUser` does, for what changes or may change their enrollments. */
export async function holdWithObservers(tx: TxCtx, id: number): Promise<void> {
  keepObservers(tx, id);
  foundIn((await tx.db.rows(heldWithObservers, { id })).filter((row) => row.id === id));
}

import type { TxCtx } from '../../access/context.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';

const held = statement({
  name: 'user_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select id from users where id = ${p.id} and not deleted for no key update`,
});

/**
 * Holds a user until the transaction ends, for what is to be theirs: it ends with a deletion that comes later, and who is deleted already
 * gets nothing (users#31): 404. Whoever holds an account, too, holds the user first.
 */
export async function holdUser(tx: TxCtx, id: number): Promise<void> {
  foundIn(await tx.db.rows(held, { id }));
}

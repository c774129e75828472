import type { TxCtx } from '../../access/context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, timestamptz } from '../../store/sql/types.ts';
import { setOfTerm } from './relations.ts';

/** The terms of a root account that are in a set of grading periods, or are to be. */
interface TermsOfSet {
  rootAccountId: number;
  setId: number;
  ids: readonly number[];
}

const TAKES = { rootAccountId: int, setId: int, ids: array(int) };

const concerned = (p: { rootAccountId: Piece; setId: Piece; ids: Piece }): Sql =>
  sql`t.root_account_id = ${p.rootAccountId} and not t.deleted and (t.id = any(${p.ids}::int[]) or ${setOfTerm('t')} = ${p.setId})`;

const held = statement({
  name: 'enrollment_terms_of_set_held',
  takes: TAKES,
  gives: { id: int },
  sql: (p) => sql`select t.id from enrollment_terms t where ${concerned(p)} order by t.id for no key update`,
});

const put = statement({
  name: 'put_enrollment_terms_into_set',
  takes: { ...TAKES, now: timestamptz },
  sql: (p) => sql`update enrollment_terms t set grading_period_set_id = case when t.id = any(${p.ids}::int[]) then ${p.setId}::int end,
     updated_at = ${p.now} where ${concerned(p)}`,
});

/**
 * Puts these terms into the set, from whichever they were in, and others out of it (grading-periods#12). They are held by id, so that two
 * who do so at once do not wait in a circle. Whoever calls this holds the set.
 */
export async function putTermsIntoSet(tx: TxCtx, sent: TermsOfSet): Promise<void> {
  const known = new Set((await tx.db.rows(held, sent)).map((row) => row.id));
  if (!sent.ids.every((id) => known.has(id)))
    throw invalidField('enrollment_term_ids', 'invalid', 'must be terms of the account, which is a root account');
  if (known.size > 0) await tx.db.rows(put, { ...sent, now: tx.now });
}

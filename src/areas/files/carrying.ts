import type { Ctx, TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { filesTurnedIn } from './relations.ts';

const carry = statement({
  name: 'files_to_answer',
  takes: { ids: array(int), userId: int },
  gives: { id: int },
  sql: (p) =>
    sql`update attachments set carried = true where id = any(${p.ids}::int[]) and user_id = ${p.userId} and not deleted returning id`,
});

/**
 * Files that a user's answer carries from now on until it is turned in, which then does (quizzes#62); those of them that are the user's, by
 * id.
 */
export const carryOwnFiles = async (ctx: Ctx, userId: number, ids: readonly number[]): Promise<number[]> =>
  (await ctx.db.rows(carry, { ids, userId })).map((row) => row.id);

const turnIn = statement({
  name: 'turn_in_files',
  takes: { ids: array(int) },
  sql: (p) => filesTurnedIn(p.ids, sql`(carried or not deleted)`),
});

/** What answers carried is turned in without a submission (quizzes#62), but for what its owner has deleted. */
export function turnInFiles(tx: TxCtx, ids: readonly number[]): void {
  // It goes out with the commit.
  if (ids.length > 0) void tx.db.rows(turnIn, { ids });
}

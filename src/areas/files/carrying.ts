import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';

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

import type { Ctx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/pages.ts';
import type { GradingPeriodSetModel } from '../../store/generated/models.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { type PeriodRow, periodsJson, periodsOfSets } from './periods.ts';
import type { GradingPeriodSet, SetChanges } from './schemas.ts';

const SET_ROW = { id: int, accountId: int, title: text, weighted: boolean, displayTotals: boolean, createdAt: timestamptz };

const ofAccount = numberedList({
  name: 'grading_period_sets_of_account',
  takes: { accountId: int },
  gives: SET_ROW,
  select: (p) => sql`select gs.id, gs.account_id as "accountId", gs.title, gs.weighted,
     gs.display_totals_for_all_grading_periods as "displayTotals", gs.created_at as "createdAt"
   from grading_period_sets gs where gs.account_id = ${p.accountId} and not gs.deleted order by gs.id desc`,
});

const setJson = (ctx: Ctx, row: RowOf<typeof SET_ROW>, periods: readonly PeriodRow[]): GradingPeriodSet => ({
  id: row.id,
  account_id: row.accountId,
  title: row.title,
  weighted: row.weighted,
  display_totals_for_all_grading_periods: row.displayTotals,
  created_at: iso(row.createdAt),
  grading_periods: periodsJson(ctx, periods),
});

/** An account's own, the newest first: that is the one that counts (grading-periods#6). */
export async function listSets(
  ctx: Ctx,
  at: AccountAccess,
  page: PageRequest,
): Promise<WrappedPage<{ grading_period_sets: GradingPeriodSet[] }>> {
  const found = await ofAccount.read(ctx.db, { accountId: at.account.id }, page);
  const ids = found.rows.map(({ id }) => id);
  const bySet = Map.groupBy(await periodsOfSets(ctx.db, ids), ({ setId }) => setId);
  return { ...found, body: { grading_period_sets: found.rows.map((set) => setJson(ctx, set, bySet.get(set.id) ?? [])) } };
}

const columnsOf = ({ title, weighted, display_totals_for_all_grading_periods: displayTotals }: SetChanges) =>
  given({ title, weighted, displayTotals });

export async function createSet(
  ctx: Ctx,
  at: AccountAccess,
  sent: SetChanges & { title: string },
): Promise<{ grading_period_set: GradingPeriodSet }> {
  const data = { accountId: at.account.id, ...columnsOf(sent), title: sent.title };
  return { grading_period_set: setJson(ctx, await ctx.db.prisma.gradingPeriodSet.create({ data }), []) };
}

async function write(ctx: Ctx, at: AccountAccess, id: number, data: Partial<GradingPeriodSetModel>): Promise<undefined> {
  const where = { id, accountId: at.account.id, deleted: false };
  foundIn(await ctx.db.prisma.gradingPeriodSet.updateManyAndReturn({ where, data: { ...data, updatedAt: ctx.now } }));
  return undefined;
}

export const updateSet = (ctx: Ctx, at: AccountAccess, id: number, sent: SetChanges): Promise<undefined> =>
  write(ctx, at, id, columnsOf(sent));

/** Its periods are no course's any more. */
export const deleteSet = (ctx: Ctx, at: AccountAccess, id: number): Promise<undefined> => write(ctx, at, id, { deleted: true });

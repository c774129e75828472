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
import { array, boolean, int, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { putTermsIntoSet } from '../terms/period-sets.ts';
import { setOfTerm } from '../terms/relations.ts';
import { type PeriodRow, periodsJson, periodsOfSets } from './periods.ts';
import type { GradingPeriodSet, SetChanges } from './schemas.ts';

const SET_ROW = {
  id: int,
  accountId: int,
  title: text,
  weighted: boolean,
  displayTotals: boolean,
  createdAt: timestamptz,
  termIds: array(int),
};

const ofAccount = numberedList({
  name: 'grading_period_sets_of_account',
  takes: { accountId: int },
  gives: SET_ROW,
  select: (p) => sql`select gs.id, gs.account_id as "accountId", gs.title, gs.weighted,
     gs.display_totals_for_all_grading_periods as "displayTotals", gs.created_at as "createdAt",
     array(select t.id from enrollment_terms t where ${setOfTerm('t')} = gs.id order by t.id) as "termIds"
   from grading_period_sets gs where gs.account_id = ${p.accountId} and not gs.deleted order by gs.id desc`,
});

const setJson = (ctx: Pick<Ctx, 'now'>, row: RowOf<typeof SET_ROW>, periods: readonly PeriodRow[]): GradingPeriodSet => ({
  id: row.id,
  account_id: row.accountId,
  title: row.title,
  weighted: row.weighted,
  display_totals_for_all_grading_periods: row.displayTotals,
  created_at: iso(row.createdAt),
  enrollment_term_ids: row.termIds,
  grading_periods: periodsJson(ctx, periods),
});

/** An account's own, the newest first: of those without terms that is the one that counts (grading-periods#2). */
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

/** A set as it was sent; the terms not at all where they stay as they are. */
interface SentSet<Fields> {
  fields: Fields;
  termIds: readonly number[] | undefined;
}

export const createSet = (
  ctx: Ctx,
  at: AccountAccess,
  { fields, termIds = [] }: SentSet<SetChanges & { title: string }>,
): Promise<{ grading_period_set: GradingPeriodSet }> =>
  ctx.tx(async (tx) => {
    const data = { accountId: at.account.id, ...columnsOf(fields), title: fields.title };
    const set = await tx.db.prisma.gradingPeriodSet.create({ data });
    const ids = [...new Set(termIds)].toSorted((a, b) => a - b);
    if (ids.length > 0) await putTermsIntoSet(tx, { rootAccountId: at.account.id, setId: set.id, ids });
    return { grading_period_set: setJson(tx, { ...set, termIds: ids }, []) };
  });

const write = (ctx: Ctx, at: AccountAccess, id: number, sent: SentSet<Partial<GradingPeriodSetModel>>): Promise<undefined> =>
  ctx.tx(async (tx) => {
    const where = { id, accountId: at.account.id, deleted: false };
    foundIn(await tx.db.prisma.gradingPeriodSet.updateManyAndReturn({ where, data: { ...sent.fields, updatedAt: tx.now } }));
    if (sent.termIds) await putTermsIntoSet(tx, { rootAccountId: at.account.id, setId: id, ids: sent.termIds });
    return undefined;
  });

export const updateSet = (ctx: Ctx, at: AccountAccess, id: number, { fields, termIds }: SentSet<SetChanges>): Promise<undefined> =>
  write(ctx, at, id, { fields: columnsOf(fields), termIds });

/** Its periods are no course's any more, and its terms are in none. */
export const deleteSet = (ctx: Ctx, at: AccountAccess, id: number): Promise<undefined> =>
  write(ctx, at, id, { fields: { deleted: true }, termIds: [] });

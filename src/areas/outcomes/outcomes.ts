import type { Ctx, TxCtx } from '../../access/context.ts';
import type { OutcomeAccess } from '../../access/context-access.ts';
import { may } from '../../access/permissions.ts';
import { readFields } from '../../http/parameters/fields.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { Prisma } from '../../store/generated/client.ts';
import { sortKey } from '../../store/sort-key.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import type { OutcomeRating } from '../../store/stored/outcomes.ts';
import { calculationAfter } from './calculation.ts';
import { OUTCOME_ROW, type OutcomeRow, outcomesJson } from './json.ts';
import { Mastery, type OutcomeChanges } from './parameters.ts';
import type { Outcome } from './schemas.ts';

/** The columns of an outcome `o` that its abbreviated form has. */
export const OUTCOME_NAME = sql`o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId"`;

/** The whole of an outcome `o`. */
export const OUTCOME_COLUMNS = sql`${OUTCOME_NAME}, o.description, o.ratings, o.mastery_points as "masteryPoints",
  o.calculation_method as "calculationMethod", o.calculation_int as "calculationInt"`;

const select = (id: Piece): Sql => sql`select ${OUTCOME_COLUMNS}
  from outcomes o where o.id = ${id} and not o.deleted`;
const byId = statement({ name: 'outcome', takes: { id: int }, gives: OUTCOME_ROW, sql: (p) => select(p.id) });
const held = statement({
  name: 'outcome_held',
  takes: { id: int },
  gives: OUTCOME_ROW,
  sql: (p) => sql`${select(p.id)} for no key update`,
});

const present = (at: OutcomeAccess, row: OutcomeRow): Outcome => foundIn(outcomesJson([row], may(at, 'outcome.edit')));

export async function showOutcome(ctx: Ctx, at: OutcomeAccess): Promise<Outcome> {
  return present(at, foundIn(await ctx.db.rows(byId, { id: at.id })));
}

/**
 * Holds an outcome until the transaction ends. Who links it, or lets a rubric refer to it, shares it: so it gets no link and no
 * alignment while it is decided whether it goes (outcomes#28), and no link by a title that is no more.
 */
async function holdOutcome(tx: TxCtx, id: number): Promise<OutcomeRow> {
  return foundIn(await tx.db.rows(held, { id }));
}

interface Criterion {
  ratings: OutcomeRating[] | null;
  masteryPoints: number | null;
}

/**
 * The criterion as it is after what was sent: new ratings replace all, and reset the mastery to the highest unless it is sent
 * too; without ratings there is none, and nothing to master (outcomes#25, outcomes#38).
 */
export function criterionAfter(before: Criterion, sent: { ratings?: OutcomeRating[] | undefined; mastery_points?: unknown }): Criterion {
  const ratings = sent.ratings ?? before.ratings ?? [];
  const [highest] = ratings;
  if (!highest) return { ratings: null, masteryPoints: null };
  const { mastery_points: mastery } = readFields(Mastery, { mastery_points: sent.mastery_points });
  return { ratings, masteryPoints: mastery ?? (sent.ratings ? highest.points : (before.masteryPoints ?? highest.points)) };
}

/** Without ratings the column is null: a null of JSON would be a value. */
export const storedCriterion = ({ ratings, masteryPoints }: Criterion) => ({ ratings: ratings ?? Prisma.DbNull, masteryPoints });

export async function updateOutcome(ctx: Ctx, at: OutcomeAccess, sent: OutcomeChanges): Promise<Outcome> {
  if (sent.title === '') throw invalidField('title', 'blank', 'must not be blank');
  return ctx.tx(async (tx) => {
    const before = await holdOutcome(tx, at.id);
    const after = {
      title: sent.title ?? before.title,
      description: sent.description === undefined ? before.description : sent.description,
      vendorGuid: sent.vendor_guid === undefined ? before.vendorGuid : sent.vendor_guid,
      ...criterionAfter(before, sent),
      ...calculationAfter(before, sent),
    };
    const key = sortKey(after.title);
    await tx.db.prisma.outcome.updateMany({
      where: { id: at.id },
      data: { ...after, ...storedCriterion(after), sortKey: key, updatedAt: tx.now },
    });
    await tx.db.prisma.outcomeLink.updateMany({ where: { outcomeId: at.id }, data: { sortKey: key } });
    return present(at, { ...before, ...after });
  });
}

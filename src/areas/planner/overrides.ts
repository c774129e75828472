import type { Ctx } from '../../access/context.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, invalidField, notFound } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import type { PlannableType } from '../../store/generated/enums.ts';
import type { PlannerOverrideModel } from '../../store/generated/models.ts';
import { keyedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { plannableType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, type RowOf, timestamptz } from '../../store/sql/types.ts';
import type { PlannerOverride } from './schemas.ts';
import { placeOf } from './things.ts';

export const OVERRIDE_ROW = {
  id: int,
  userId: int,
  plannableType,
  plannableId: int,
  markedComplete: boolean,
  dismissed: boolean,
  deleted: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};
type OverrideRow = RowOf<typeof OVERRIDE_ROW>;

/** The columns of overrides `o`. */
export const OVERRIDE_COLUMNS = sql`o.id, o.user_id as "userId", o.plannable_type as "plannableType", o.plannable_id as "plannableId",
  o.marked_complete as "markedComplete", o.dismissed, o.deleted, o.created_at as "createdAt", o.updated_at as "updatedAt"`;

const listed = keyedList({
  name: 'planner_overrides',
  takes: { callerId: int },
  gives: OVERRIDE_ROW,
  select: (p) => sql`select ${OVERRIDE_COLUMNS} from planner_overrides o where o.user_id = ${p.callerId} and not o.deleted`,
  key: [{ sql: sql`o.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});

export const overrideJson = (row: OverrideRow | PlannerOverrideModel): PlannerOverride => ({
  id: row.id,
  plannable_type: row.plannableType,
  plannable_id: row.plannableId,
  user_id: row.userId,
  workflow_state: row.deleted ? 'deleted' : 'active',
  marked_complete: row.markedComplete,
  dismissed: row.dismissed,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  deleted_at: row.deleted ? iso(row.updatedAt) : null,
});

/** planner#6: the caller's own, by id. */
export async function listOverrides(ctx: Ctx, page: PageRequest): Promise<Page<PlannerOverride>> {
  const found = await listed.read(ctx.db, { callerId: ctx.caller.userId }, page);
  return mapPage(found, found.rows.map(overrideJson));
}

/** Another person's are not there (planner#8). */
export async function showOverride(ctx: Ctx, id: number): Promise<PlannerOverride> {
  const row = await ctx.db.prisma.plannerOverride.findFirst({ where: { id, userId: ctx.caller.userId, deleted: false } });
  if (!row) throw notFound();
  return overrideJson(row);
}

interface Said {
  marked_complete?: boolean | undefined;
  dismissed?: boolean | undefined;
}

/** Marks something that the caller sees; the database refuses a second override of the same thing (planner#9). */
export async function createOverride(
  ctx: Ctx,
  sent: Said & { plannable_type: PlannableType; plannable_id: PlainId },
): Promise<PlannerOverride> {
  const thing = { type: sent.plannable_type, id: sent.plannable_id.id };
  if (!(await placeOf(ctx, thing))) throw invalidField('plannable_id', 'invalid', 'names nothing that you see');
  return overrideJson(
    await ctx.db.prisma.plannerOverride.create({
      data: {
        userId: ctx.caller.userId,
        plannableType: thing.type,
        plannableId: thing.id,
        markedComplete: sent.marked_complete ?? false,
        dismissed: sent.dismissed ?? false,
      },
    }),
  );
}

async function change(
  ctx: Ctx,
  id: number,
  data: Partial<Pick<PlannerOverrideModel, 'markedComplete' | 'dismissed' | 'deleted'>>,
): Promise<PlannerOverride> {
  const rows = await ctx.db.prisma.plannerOverride.updateManyAndReturn({
    where: { id, userId: ctx.caller.userId, deleted: false },
    data: { ...data, updatedAt: ctx.now },
  });
  return overrideJson(foundIn(rows));
}

export const updateOverride = (ctx: Ctx, id: number, sent: Said): Promise<PlannerOverride> =>
  change(ctx, id, given({ markedComplete: sent.marked_complete, dismissed: sent.dismissed }));

/** Afterwards the thing may get another one. */
export const deleteOverride = (ctx: Ctx, id: number): Promise<PlannerOverride> => change(ctx, id, { deleted: true });

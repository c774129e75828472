import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { viewerOf } from '../../access/viewer.ts';
import { foundIn } from '../../kernel/errors.ts';
import type { IdForm, PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing } from '../../store/folding.ts';
import { given } from '../../store/prisma.ts';
import { arranged } from '../assignments/positions.ts';
import { detailsOf, itemJson, moduleJson } from './json.ts';
import type { Ordered } from './order.ts';
import { arrangeModules, holdModules, settleGate } from './ordering.ts';
import { type Progress, progressInModules, studentOf } from './progress.ts';
import { allModules, itemsOfModules, type ModuleRow, moduleIsThere, modulesByIds, namedModules } from './rows.ts';
import type { Module, ModuleChanges, ModuleItem, NewModule } from './schemas.ts';

export interface ModulesQuery {
  include?: ReadonlySet<'items' | 'content_details'> | undefined;
  student_id?: IdForm | undefined;
}

/** A module with more than so many items is shown without them (modules#5). */
const MOST_ITEMS = 200;

/** The items of those modules that have not too many, by the module's id. */
async function itemsIn(
  ctx: Ctx,
  at: CourseAccess,
  rows: readonly ModuleRow[],
  { include, progress }: { include: ModulesQuery['include']; progress: Progress | null },
): Promise<ReadonlyMap<number, ModuleItem[]>> {
  if (!include?.has('items')) return new Map();
  const shown = rows.filter((row) => row.itemsCount <= MOST_ITEMS);
  const { kind } = viewerOf(ctx.caller, at);
  const items = await ctx.db.rows(itemsOfModules[kind], { courseId: at.course.id, moduleIds: shown.map((row) => row.id) });
  const details = include.has('content_details') ? await detailsOf(ctx, at, items) : null;
  const byModule = Map.groupBy(items, (row) => row.moduleId);
  return new Map(
    shown.map((row) => [row.id, (byModule.get(row.id) ?? []).map((one) => itemJson(ctx, at, one, { progress, details }))] as const),
  );
}

/** Modules as somebody sees them: as many statements however many modules there are. */
export async function presentModules(ctx: Ctx, at: CourseAccess, rows: readonly ModuleRow[], query: ModulesQuery): Promise<Module[]> {
  const student = await studentOf(ctx, at, query.student_id);
  const told = { modules: rows, with: query.include?.has('items') ? 'items' : 'nothing' } as const;
  const progress = student === null ? null : await progressInModules(ctx, at, student, told);
  const items = await itemsIn(ctx, at, rows, { include: query.include, progress });
  return rows.map((row) => {
    const own = items.get(row.id);
    return { ...moduleJson(ctx, at, row, progress), ...(own === undefined ? {} : { items: own }) };
  });
}

/** modules#3. */
export async function listModules(
  ctx: Ctx,
  at: CourseAccess,
  query: ModulesQuery & { search_term?: string | undefined },
  page: PageRequest,
): Promise<Page<Module>> {
  const { kind } = viewerOf(ctx.caller, at);
  const courseId = at.course.id;
  const found = await (query.search_term === undefined
    ? allModules[kind].read(ctx.db, { courseId }, page)
    : namedModules[kind].read(ctx.db, { courseId, pattern: containing(query.search_term) }, page));
  return mapPage(found, await presentModules(ctx, at, found.rows, query));
}

/** In a transaction or outside one; 404 where the caller sees none. */
export async function findModule(ctx: Ctx, at: CourseAccess, id: number): Promise<ModuleRow> {
  const { kind } = viewerOf(ctx.caller, at);
  return foundIn(await ctx.db.rows(modulesByIds[kind], { courseId: at.course.id, ids: [id] }));
}

/** The same, where nothing is asked of it but that it is there. */
export async function findModuleId(ctx: Ctx, at: CourseAccess, id: number): Promise<number> {
  const { kind } = viewerOf(ctx.caller, at);
  return foundIn(await ctx.db.rows(moduleIsThere[kind], { courseId: at.course.id, id })).id;
}

export const showModule = async (ctx: Ctx, at: CourseAccess, id: number, query: ModulesQuery): Promise<Module> =>
  foundIn(await presentModules(ctx, at, [await findModule(ctx, at, id)], query));

const named = (ids: readonly PlainId[]): number[] => [...new Set(ids.map((one) => one.id))];

const fieldsOf = ({ name, unlock_at, require_sequential_progress, published }: ModuleChanges) =>
  given({ name, unlockAt: unlock_at, requireSequentialProgress: require_sequential_progress, published });

/** The modules with one of them changed and moved. */
function settled(modules: readonly Ordered[], id: number, { position, prerequisite_module_ids: sent }: ModuleChanges): Ordered[] {
  const byId = new Map(modules.map((one) => [one.id, one]));
  const before = byId.get(id)?.prerequisiteIds ?? [];
  byId.set(id, { id, prerequisiteIds: sent === undefined ? before : named(sent ?? []) });
  return arranged([...modules.map((one) => one.id)], id, position).flatMap((one) => byId.get(one) ?? []);
}

const arrange = (tx: TxCtx, modules: readonly Ordered[], id: number, sent: ModuleChanges): Promise<void> =>
  arrangeModules(tx, settled(modules, id, sent), sent.prerequisite_module_ids === undefined ? undefined : id);

/** modules#6: it is last where no position is sent. */
export async function createModule(ctx: Ctx, at: CourseAccess, sent: NewModule): Promise<Module> {
  return ctx.tx(async (tx) => {
    const modules = await holdModules(tx, at.course.id);
    const { id } = await tx.db.prisma.courseModule.create({
      data: { courseId: at.course.id, position: modules.length + 1, ...fieldsOf(sent), name: sent.name },
      select: { id: true },
    });
    await arrange(tx, modules, id, sent);
    await settleGate(tx, at.course.id);
    return showModule(tx, at, id, {});
  });
}

/** modules#9: what stands by itself in a module is published with it. */
export async function updateModule(ctx: Ctx, at: CourseAccess, id: number, sent: ModuleChanges): Promise<Module> {
  return ctx.tx(async (tx) => {
    const modules = await holdModules(tx, at.course.id);
    await findModuleId(tx, at, id);
    await tx.db.prisma.courseModule.updateMany({ where: { id }, data: { ...fieldsOf(sent), updatedAt: tx.now } });
    if (sent.published) {
      const where = { moduleId: id, kind: { in: ['SubHeader' as const, 'ExternalUrl' as const] }, published: false };
      await tx.db.prisma.moduleItem.updateMany({ where, data: { published: true, updatedAt: tx.now } });
    }
    await arrange(tx, modules, id, sent);
    await settleGate(tx, at.course.id);
    return showModule(tx, at, id, {});
  });
}

/** Answers the former module; its items go with it, and what waited for it waits no longer (modules#10). */
export async function deleteModule(ctx: Ctx, at: CourseAccess, id: number): Promise<Module> {
  return ctx.tx(async (tx) => {
    const modules = await holdModules(tx, at.course.id);
    const asItWas = await showModule(tx, at, id, {});
    const gone = { deleted: true, updatedAt: tx.now };
    await tx.db.prisma.courseModule.updateMany({ where: { id }, data: gone });
    await tx.db.prisma.moduleItem.updateMany({ where: { moduleId: id, deleted: false }, data: gone });
    const left = modules.filter((one) => one.id !== id);
    await arrangeModules(
      tx,
      left.map((one) => ({ ...one, prerequisiteIds: one.prerequisiteIds.filter((other) => other !== id) })),
    );
    await settleGate(tx, at.course.id);
    return { ...asItWas, workflow_state: 'deleted' };
  });
}

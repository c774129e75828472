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
import { WITHOUT_CONTENT } from './kinds.ts';
import type { Ordered } from './order.ts';
import { arrangeModules, holdModules, settleGate } from './ordering.ts';
import { holdsOfItems, progressInModules, studentOf } from './progress.ts';
import {
  type BareModuleRow,
  bareModules,
  countedModules,
  type ItemRow,
  itemsOfModules,
  type ModuleLists,
  type ModuleRow,
  moduleIsThere,
  modulesByIds,
} from './rows.ts';
import type { Module, ModuleChanges, NewModule } from './schemas.ts';

interface ModulesQuery {
  include?: ReadonlySet<'items' | 'content_details'> | undefined;
  student_id?: IdForm | undefined;
}

/** How far the caller, or the student who is named, is in them; null where it is nobody's (modules#33). */
async function progressOf(ctx: Ctx, at: CourseAccess, modules: readonly ModuleRow[], query: ModulesQuery) {
  const student = await studentOf(ctx, at, query.student_id);
  const told = query.include?.has('items') ? 'items' : 'nothing';
  const progress = student === null ? null : await progressInModules(ctx, at, student, { modules, with: told });
  return { student, progress };
}

/** Modules as somebody sees them, without their items. */
async function presentAlone(ctx: Ctx, at: CourseAccess, rows: readonly ModuleRow[], query: ModulesQuery): Promise<Module[]> {
  const { progress } = await progressOf(ctx, at, rows, query);
  return rows.map((row) => moduleJson(ctx, at, row, progress));
}

/** A module with its items; null: they are too many to be shown (modules#5). */
interface Filled {
  row: ModuleRow;
  items: ItemRow[] | null;
}

/** The items say how many there are, and what they ask. */
async function fill(ctx: Ctx, at: CourseAccess, modules: readonly BareModuleRow[]): Promise<Filled[]> {
  const { kind } = viewerOf(ctx.caller, at);
  const read = await ctx.db.rows(itemsOfModules[kind], { courseId: at.course.id, moduleIds: modules.map((row) => row.id) });
  const byModule = Map.groupBy(read, (row) => row.moduleId);
  return modules.map((row) => {
    const items = byModule.get(row.id) ?? [];
    const itemsCount = items[0]?.ofAll ?? 0;
    const isWhole = items.length === itemsCount;
    const asks = !isWhole || items.some((item) => item.requirement !== null);
    return { row: { ...row, itemsCount, asks }, items: isWhole ? items : null };
  });
}

/** Modules with their items, by as many statements however many modules and items there are. */
async function presentWithItems(ctx: Ctx, at: CourseAccess, modules: readonly BareModuleRow[], query: ModulesQuery): Promise<Module[]> {
  const filled = await fill(ctx, at, modules);
  const rows = filled.map(({ row }) => row);
  const { student, progress } = await progressOf(ctx, at, rows, query);
  const shown = filled.flatMap(({ items }) => items ?? []);
  const details = query.include?.has('content_details')
    ? await detailsOf(ctx, at, shown, await holdsOfItems(ctx, at, shown, { named: query.student_id, student, progress }))
    : null;
  return filled.map(({ row, items }) => ({
    ...moduleJson(ctx, at, row, progress),
    ...(items === null ? {} : { items: items.map((item) => itemJson(ctx, at, item, { progress, details })) }),
  }));
}

/** modules#3. */
export async function listModules(
  ctx: Ctx,
  at: CourseAccess,
  query: ModulesQuery & { search_term?: string | undefined },
  page: PageRequest,
): Promise<Page<Module>> {
  const { kind } = viewerOf(ctx.caller, at);
  const { id: courseId } = at.course;
  const { search_term: term } = query;
  const read = <Row>({ all, named }: ModuleLists<Row>): Promise<Page<Row>> =>
    term === undefined ? all.read(ctx.db, { courseId }, page) : named.read(ctx.db, { courseId, pattern: containing(term) }, page);
  if (query.include?.has('items')) {
    const found = await read(bareModules[kind]);
    return mapPage(found, await presentWithItems(ctx, at, found.rows, query));
  }
  const found = await read(countedModules[kind]);
  return mapPage(found, await presentAlone(ctx, at, found.rows, query));
}

/** A module by its id, in a transaction or outside one; 404 where the caller sees none. */
async function findModule(ctx: Ctx, at: CourseAccess, id: number): Promise<ModuleRow> {
  const { kind } = viewerOf(ctx.caller, at);
  return foundIn(await ctx.db.rows(modulesByIds[kind], { courseId: at.course.id, ids: [id] }));
}

/** The id of a module, of which nothing is asked but that the caller sees it: 404 otherwise. */
export async function findModuleId(ctx: Ctx, at: CourseAccess, id: number): Promise<number> {
  const { kind } = viewerOf(ctx.caller, at);
  return foundIn(await ctx.db.rows(moduleIsThere[kind], { courseId: at.course.id, id })).id;
}

export async function showModule(ctx: Ctx, at: CourseAccess, id: number, query: ModulesQuery): Promise<Module> {
  const present = query.include?.has('items') ? presentWithItems : presentAlone;
  return foundIn(await present(ctx, at, [await findModule(ctx, at, id)], query));
}

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
      const where = { moduleId: id, kind: { in: [...WITHOUT_CONTENT] }, published: false };
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

import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { viewerOf } from '../../access/viewer.ts';
import { foundIn, invalidField, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { containing } from '../../store/folding.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, timestamptz } from '../../store/sql/types.ts';
import { findContent, findPageId, holdCourseFiles, publishContent } from './content.ts';
import { detailsOf, itemJson } from './json.ts';
import { isGradedRequirement, KINDS, type Requirement } from './kinds.ts';
import { findModuleId } from './modules.ts';
import { holdModules, placeItem, settleGate } from './ordering.ts';
import { holdExplanation, holdsOfItems, progressInItems, readProgress, studentOf } from './progress.ts';
import { type ItemRow, itemsByIds, itemsOfModule, namedItemsOfModule } from './rows.ts';
import type { ItemChanges, ModuleItem, NewItem, Noted } from './schemas.ts';

interface ItemsQuery {
  include?: ReadonlySet<'content_details'> | undefined;
  student_id?: IdForm | undefined;
}

/** Items of some modules as somebody sees them. */
async function presentItems(ctx: Ctx, at: CourseAccess, rows: readonly ItemRow[], query: ItemsQuery): Promise<ModuleItem[]> {
  const student = await studentOf(ctx, at, query.student_id);
  const progress = student === null ? null : await progressInItems(ctx, at, student, rows);
  const details = query.include?.has('content_details')
    ? await detailsOf(ctx, at, rows, await holdsOfItems(ctx, at, rows, { named: query.student_id, student, progress }))
    : null;
  return rows.map((row) => itemJson(ctx, at, row, { progress, details }));
}

/** modules#19. */
export async function listItems(
  ctx: Ctx,
  at: CourseAccess,
  moduleId: number,
  { page, search_term: term, ...query }: ItemsQuery & { search_term?: string | undefined; page: PageRequest },
): Promise<Page<ModuleItem>> {
  const { kind } = viewerOf(ctx.caller, at);
  const values = { courseId: at.course.id, moduleId };
  const found = await (term === undefined
    ? itemsOfModule[kind].read(ctx.db, values, page)
    : namedItemsOfModule[kind].read(ctx.db, { ...values, pattern: containing(term) }, page));
  if (found.rows.length === 0) await findModuleId(ctx, at, moduleId);
  return mapPage(found, await presentItems(ctx, at, found.rows, query));
}

/** An item by its module and its id. */
interface ItemPath {
  module_id: number;
  id: number;
}

async function findItem(ctx: Ctx, at: CourseAccess, { module_id: moduleId, id }: ItemPath): Promise<ItemRow> {
  const { kind } = viewerOf(ctx.caller, at);
  return foundIn(await ctx.db.rows(itemsByIds[kind], { courseId: at.course.id, moduleIds: [moduleId], ids: [id] }));
}

export const showItem = async (ctx: Ctx, at: CourseAccess, path: ItemPath, query: ItemsQuery): Promise<ModuleItem> =>
  foundIn(await presentItems(ctx, at, [await findItem(ctx, at, path)], query));

/** An item, with what it asks so far. */
type Asked = Pick<ItemRow, 'kind' | 'assignmentId' | 'requirement' | 'minScore'>;

const NOTHING_ASKED = { requirement: null, minScore: null };

/** What is sent of a requirement, as it is kept; undefined: nothing is said of it (modules#25). Without a `type` it stays one of its type. */
function requirementIn(sent: ItemChanges['completion_requirement'], { kind, assignmentId, ...own }: Asked) {
  if (sent === undefined) return undefined;
  const before = sent !== null && sent.type === undefined ? own : NOTHING_ASKED;
  const type: Requirement | null = sent?.type ?? before.requirement;
  if (type === null) return NOTHING_ASKED;
  const wrong = (message: string) => invalidField('completion_requirement', 'invalid', message);
  if (!KINDS[kind].requirements.includes(type)) throw wrong(`cannot be ${type} of an item of the type ${kind}`);
  if (kind === 'Discussion' && isGradedRequirement(type) && assignmentId === null) throw wrong(`cannot be ${type} where nothing is graded`);
  const minScore = sent?.min_score === undefined ? before.minScore : sent.min_score;
  if (type === 'min_score' && minScore === null) throw wrong('has to have a min_score');
  return { requirement: type, minScore: type === 'min_score' ? minScore : null };
}

const fieldsOf = ({ title, indent, external_url, new_tab }: ItemChanges) => given({ title, indent, url: external_url, newTab: new_tab });

/** What an item of a kind has to be sent with (modules#22). */
function requireFields({ type, content_id, page_url, title, external_url }: NewItem): void {
  const named = content_id ?? (type === 'Page' ? page_url : undefined);
  if (KINDS[type].column !== null && named === undefined)
    throw invalidField(type === 'Page' ? 'page_url' : 'content_id', 'blank', 'is required');
  if (KINDS[type].column === null && title === undefined) throw invalidField('title', 'blank', 'is required');
  if (type === 'ExternalUrl' && external_url === undefined) throw invalidField('external_url', 'blank', 'is required');
}

/** What a new item is of; null of what stands by itself. */
async function contentOf(tx: TxCtx, at: CourseAccess, { type, content_id: content, page_url: url }: NewItem) {
  if (KINDS[type].column === null) return null;
  const id = type === 'Page' && url !== undefined ? await findPageId(tx, at, url) : (content?.id ?? 0);
  return { id, ...(await findContent(tx, at, type, id)) };
}

export async function createItem(ctx: Ctx, at: CourseAccess, moduleId: number, sent: NewItem): Promise<ModuleItem> {
  requireFields(sent);
  const { type: kind } = sent;
  const { column } = KINDS[kind];
  return ctx.tx(async (tx) => {
    await holdModules(tx, at.course.id);
    await findModuleId(tx, at, moduleId);
    if (kind === 'File') await holdCourseFiles(tx, at);
    const content = await contentOf(tx, at, sent);
    const asked = requirementIn(sent.completion_requirement, { ...NOTHING_ASKED, kind, assignmentId: content?.assignmentId ?? null });
    const url = kind === 'ExternalUrl' ? {} : { url: null };
    const { id } = await tx.db.prisma.moduleItem.create({
      data: {
        moduleId,
        kind,
        position: 0,
        ...fieldsOf(sent),
        ...url,
        ...asked,
        published: sent.published ?? false,
        ...(column === null || content === null ? {} : { [column]: content.id }),
      },
      select: { id: true },
    });
    const path = { module_id: moduleId, id };
    if (sent.published !== undefined) await publishContent(tx, at, await findItem(tx, at, path), sent.published);
    return settleItem(tx, at, path, sent.position ?? Number.MAX_SAFE_INTEGER);
  });
}

/** What of a change concerns others: its place, and whether modules may hold anything back. */
async function settleItem(tx: TxCtx, at: CourseAccess, path: ItemPath, position: number | undefined): Promise<ModuleItem> {
  if (position !== undefined) await placeItem(tx, path.module_id, path.id, position);
  await settleGate(tx, at.course.id);
  return showItem(tx, at, path, {});
}

const movedTo = (from: number, sent: ItemChanges): number => (sent.module_id === undefined ? from : sent.module_id.id);

/** As it is once its file, where it is to be published, has no other on the way to its place. */
async function foundToChange(tx: TxCtx, at: CourseAccess, path: ItemPath, { published }: ItemChanges): Promise<ItemRow> {
  const found = await findItem(tx, at, path);
  if (published === undefined || found.kind !== 'File') return found;
  await holdCourseFiles(tx, at);
  return findItem(tx, at, path);
}

/** modules#27: into another module it comes last, where no position is sent. */
export async function updateItem(ctx: Ctx, at: CourseAccess, path: ItemPath, sent: ItemChanges): Promise<ModuleItem> {
  return ctx.tx(async (tx) => {
    await holdModules(tx, at.course.id);
    const before = await foundToChange(tx, at, path, sent);
    const moduleId = movedTo(before.moduleId, sent);
    if (moduleId !== before.moduleId) await requireModule(tx, at, moduleId);
    if (sent.external_url !== undefined && before.kind !== 'ExternalUrl')
      throw invalidField('external_url', 'invalid', `is nothing that an item of the type ${before.kind} has`);
    const asked = requirementIn(sent.completion_requirement, before);
    const own = KINDS[before.kind].column === null ? given({ published: sent.published }) : {};
    // Before any item is held: a file that takes the place of another holds that, and then the items of it (files#31).
    if (sent.published !== undefined) await publishContent(tx, at, before, sent.published);
    await tx.db.prisma.moduleItem.updateMany({ where: { id: path.id }, data: { ...fieldsOf(sent), ...asked, ...own, updatedAt: tx.now } });
    const position = sent.position ?? (moduleId === before.moduleId ? undefined : Number.MAX_SAFE_INTEGER);
    return settleItem(tx, at, { module_id: moduleId, id: path.id }, position);
  });
}

async function requireModule(tx: TxCtx, at: CourseAccess, id: number): Promise<void> {
  const found = await tx.db.prisma.courseModule.findFirst({ where: { id, courseId: at.course.id, deleted: false }, select: { id: true } });
  if (!found) throw invalidField('module_id', 'invalid', 'names no module of this course');
}

/** Its content stays; answers the former item. */
export async function deleteItem(ctx: Ctx, at: CourseAccess, path: ItemPath): Promise<ModuleItem> {
  return ctx.tx(async (tx) => {
    await holdModules(tx, at.course.id);
    const asItWas = await showItem(tx, at, path, {});
    await tx.db.prisma.moduleItem.updateMany({ where: { id: path.id }, data: { deleted: true, updatedAt: tx.now } });
    await settleGate(tx, at.course.id);
    return asItWas;
  });
}

const note = statement({
  name: 'module_item_progress_noted',
  takes: { itemId: int, userId: int, viewedAt: nullable(timestamptz), doneAt: nullable(timestamptz) },
  sql: (p) => sql`insert into module_item_progress as v (item_id, user_id, viewed_at, done_at)
   values (${p.itemId}, ${p.userId}, ${p.viewedAt}::timestamptz, ${p.doneAt}::timestamptz)
   on conflict (item_id, user_id) do update set viewed_at = coalesce(v.viewed_at, excluded.viewed_at), done_at = coalesce(v.done_at, excluded.done_at)`,
});

/** 404 where the caller, who is a student, sees no such item; 401 with why where it is held back (modules#34). */
async function requireReached(ctx: Ctx, at: CourseAccess, path: ItemPath): Promise<void> {
  await findItem(ctx, at, path);
  const { steps } = await readProgress(ctx, at, ctx.caller.userId, [path.module_id]);
  const step = steps.get(path.id);
  if (step?.held) throw unauthorized(holdExplanation(step, ctx.caller.timeZone));
}

/** Notes that the caller has viewed or done an item. Of two notes at once the first counts. */
async function noteProgress(ctx: Ctx, at: CourseAccess, path: ItemPath, noted: { viewedAt?: Date; doneAt?: Date }): Promise<Noted> {
  await requireReached(ctx, at, path);
  await ctx.db.rows(note, { itemId: path.id, userId: ctx.caller.userId, viewedAt: noted.viewedAt ?? null, doneAt: noted.doneAt ?? null });
  return { message: 'OK' };
}

export const markItemRead = (ctx: Ctx, at: CourseAccess, path: ItemPath): Promise<Noted> =>
  noteProgress(ctx, at, path, { viewedAt: ctx.now });
export const markItemDone = (ctx: Ctx, at: CourseAccess, path: ItemPath): Promise<Noted> =>
  noteProgress(ctx, at, path, { doneAt: ctx.now });

/** Taken back even where the item is held back by now. */
export async function markItemNotDone(ctx: Ctx, at: CourseAccess, path: ItemPath): Promise<Noted> {
  await findItem(ctx, at, path);
  await ctx.db.prisma.moduleItemProgress.updateMany({ where: { itemId: path.id, userId: ctx.caller.userId }, data: { doneAt: null } });
  return { message: 'OK' };
}

import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { NO_CONTENTS } from '../../access/gates.ts';
import { viewerOf } from '../../access/viewer.ts';
import { invalidField } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import type { ValuesOf } from '../../store/sql/types.ts';
import { coursePages } from '../pages/page-contexts.ts';
import { findPageIfThere } from '../pages/rows.ts';
import { pageName } from '../pages/slugs.ts';
import { itemJson, moduleJson } from './json.ts';
import { placesAmongItems } from './neighbours.ts';
import { progressInModules, studentOf } from './progress.ts';
import type { CONTENT_TAKES } from './relations.ts';
import { type ItemRow, itemsByIds, modulesByIds } from './rows.ts';
import type { ItemSequence } from './schemas.ts';

type AssetType = 'ModuleItem' | Exclude<ItemRow['kind'], 'SubHeader' | 'ExternalUrl'>;

/** What is looked for among the items of a course. */
type Asset = Partial<ValuesOf<typeof CONTENT_TAKES>> & { itemId?: number };

const ASSETS = {
  ModuleItem: (id) => ({ itemId: id }),
  // What is one thing with an assignment is found by the assignment, too.
  Assignment: (id) => ({ assignments: [id] }),
  Quiz: (id) => ({ quizzes: [id] }),
  Discussion: (id) => ({ topics: [id] }),
  File: (id) => ({ files: [id] }),
  Page: (id) => ({ pages: [id] }),
} as const satisfies Record<AssetType, (id: number) => Asset>;

/** Of what is sent: an id, or what the address of a page has (modules#50). Null: there is no such page. */
async function assetOf(ctx: Ctx, at: CourseAccess, { type, id }: { type: AssetType; id: string }): Promise<Asset | null> {
  if (type === 'Page') {
    const page = await findPageIfThere(ctx, coursePages(at), pageName(id));
    return page ? ASSETS.Page(page.id) : null;
  }
  if (!/^\d+$/.test(id)) throw invalidField('asset_id', 'invalid', 'must be an id');
  return ASSETS[type](readId(id) ?? 0);
}

const idsOf = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

export async function showSequence(ctx: Ctx, at: CourseAccess, sent: { type: AssetType; id: string }): Promise<ItemSequence> {
  const asset = await assetOf(ctx, at, sent);
  if (asset === null) return { items: [], modules: [] };
  const { kind } = viewerOf(ctx.caller, at);
  const courseId = at.course.id;
  const places = await ctx.db.rows(placesAmongItems[kind], { courseId, itemId: 0, ...NO_CONTENTS, ...asset });
  if (places.length === 0) return { items: [], modules: [] };
  const moduleIds = idsOf(places.flatMap((one) => [one.prevModuleId, one.moduleId, one.nextModuleId]));
  const ids = idsOf(places.flatMap((one) => [one.prevId, one.id, one.nextId]));
  const rows = new Map((await ctx.db.rows(itemsByIds[kind], { courseId, moduleIds, ids })).map((row) => [row.id, row]));
  const modules = await ctx.db.rows(modulesByIds[kind], { courseId, ids: moduleIds });
  const student = await studentOf(ctx, at, undefined);
  const progress = student === null ? null : await progressInModules(ctx, at, student, { modules, with: 'items' });
  const item = (id: number | null) => {
    const row = id === null ? undefined : rows.get(id);
    return row === undefined ? null : itemJson(ctx, at, row, { progress, details: null });
  };
  return {
    items: places.flatMap(({ prevId, id, nextId }) => {
      const current = item(id);
      return current === null ? [] : [{ prev: item(prevId), current, next: item(nextId) }];
    }),
    modules: modules.map((row) => moduleJson(ctx, at, row, progress)),
  };
}

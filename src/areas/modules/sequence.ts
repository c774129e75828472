import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { viewerOf } from '../../access/viewer.ts';
import { invalidField } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { coursePages } from '../pages/page-contexts.ts';
import { findPageIfThere } from '../pages/rows.ts';
import { pageName } from '../pages/slugs.ts';
import { itemJson, moduleJson } from './json.ts';
import { readProgress, studentOf } from './progress.ts';
import { type ItemRow, itemsOfCourse, modulesByIds } from './rows.ts';
import type { ItemSequence } from './schemas.ts';

export interface Asset {
  type: 'ModuleItem' | ItemRow['kind'];
  id: number;
}

type Place = Pick<ItemRow, 'id' | 'kind' | 'contentId' | 'assignmentId'>;

const isOf =
  ({ type, id }: Asset) =>
  (row: Place): boolean => {
    if (type === 'ModuleItem') return row.id === id;
    // What is one thing with an assignment is found by the assignment, too.
    return (row.kind === type && row.contentId === id) || (type === 'Assignment' && row.assignmentId === id);
  };

const isPlace = (row: Pick<ItemRow, 'kind'>): boolean => row.kind !== 'SubHeader';

export interface Neighbours<Row> {
  prev: Row | null;
  current: Row;
  next: Row | null;
}

/** Where content stands among the items of a course, headings left out: what comes before and after each place (modules#50). */
export function neighboursOf<Row extends Place>(rows: readonly Row[], asset: Asset): Neighbours<Row>[] {
  const places = rows.filter(isPlace);
  const isAsset = isOf(asset);
  return places.flatMap((current, i) => (isAsset(current) ? [{ prev: places[i - 1] ?? null, current, next: places[i + 1] ?? null }] : []));
}

/** Of many places so many are told. */
const MOST_PLACES = 10;

/** Of what is sent: an id, or what the address of a page has (modules#50). Null: there is no such page. */
async function assetOf(ctx: Ctx, at: CourseAccess, { type, id }: { type: Asset['type']; id: string }): Promise<Asset | null> {
  if (type === 'Page') {
    const page = await findPageIfThere(ctx, coursePages(at), pageName(id));
    return page ? { type, id: page.id } : null;
  }
  if (!/^\d+$/.test(id)) throw invalidField('asset_id', 'invalid', 'must be an id');
  return { type, id: readId(id) ?? 0 };
}

export async function showSequence(ctx: Ctx, at: CourseAccess, sent: { type: Asset['type']; id: string }): Promise<ItemSequence> {
  const asset = await assetOf(ctx, at, sent);
  const { kind } = viewerOf(ctx.caller, at);
  const courseId = at.course.id;
  const found = asset === null ? [] : neighboursOf(await ctx.db.rows(itemsOfCourse[kind], { courseId }), asset).slice(0, MOST_PLACES);
  const rows = found.flatMap(({ prev, current, next }) => [prev, current, next].filter((row) => row !== null));
  const ids = [...new Set(rows.map((row) => row.moduleId))];
  const modules = await ctx.db.rows(modulesByIds[kind], { courseId, ids });
  const student = await studentOf(ctx, at, undefined);
  const progress = student === null ? null : await readProgress(ctx, at, student, ids);
  const item = (row: ItemRow | null) => row && itemJson(ctx, at, row, { progress, details: null });
  return {
    items: found.map(({ prev, current, next }) => ({ prev: item(prev), current: item(current), next: item(next) })),
    modules: modules.map((row) => moduleJson(ctx, at, row, progress)),
  };
}

import type { Ctx } from '../access/context.ts';
import type { Held, Permission } from '../access/permissions.ts';
import { coursePages, groupPages, type PageContext } from '../areas/pages/page-contexts.ts';
import { showPage } from '../areas/pages/pages.ts';
import { isPage } from '../areas/pages/relations.ts';
import type { Page } from '../areas/pages/schemas.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text } from '../store/sql/types.ts';
import { accessOrNull, byRoles, type Condition, condition, type Explain, oneOf, statusOf } from './conditions.ts';
import { explainCourse } from './courses.ts';
import { moduleNotes } from './modules.ts';

const PAGE_ROW = { courseId: nullable(int), groupId: nullable(int), title: text, isThere: boolean, isPublished: boolean };
const page = statement({
  name: 'why_page',
  takes: { id: int },
  gives: PAGE_ROW,
  sql: (
    p,
  ) => sql`select w.course_id as "courseId", w.group_id as "groupId", w.title, ${isPage('w')} as "isThere", w.published as "isPublished"
   from wiki_pages w where w.id = ${p.id}`,
});

const PERMISSION = 'pages.read' satisfies Permission;

interface FoundPlace {
  at: Held | null;
  context: PageContext | null;
  conditions: readonly Condition[];
  path: string;
}

async function placeOf(ctx: Ctx, { courseId, groupId }: RowOf<typeof PAGE_ROW>): Promise<FoundPlace> {
  if (courseId !== null) {
    const { at, conditions } = await explainCourse(ctx, courseId, PERMISSION);
    return { at, context: at && coursePages(at), conditions, path: `/courses/${courseId}` };
  }
  const id = groupId ?? 0;
  const at = await accessOrNull(ctx, 'group', id);
  const conditions = [condition(`group ${id} is there for the user`, at !== null), byRoles(at, PERMISSION)];
  return { at, context: at && groupPages(at), conditions, path: `/groups/${id}` };
}

const lockOf = ({ locked_for_user: locked, lock_explanation: explanation = '' }: Page): string[] =>
  locked ? [`it is locked for the user now: ${explanation}`] : [];

export const explainPage: Explain = async (ctx, id) => {
  const [found] = await ctx.db.rows(page, { id });
  if (!found) return undefined;
  const { at, context, conditions, path } = await placeOf(ctx, found);
  const shown: Page[] = [];
  const show = async () => context && shown.push(await showPage(ctx, context, `page_id:${id}`));
  const status = await statusOf({ at, permission: PERMISSION }, show);
  return {
    subject: `page ${id}, "${found.title}"`,
    conditions: [
      condition('the page is not deleted', found.isThere),
      ...conditions,
      oneOf('it is to be seen', [
        condition('it is published', found.isPublished),
        condition('the user sees drafts there', context?.oversees ?? false),
      ]),
    ],
    notes: shown.length === 0 ? [] : [...shown.flatMap(lockOf), ...(await moduleNotes(ctx, context?.course ?? null, { pages: [id] }))],
    path: `${path}/pages/page_id:${id}`,
    status,
  };
};

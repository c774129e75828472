import type { Ctx } from '../../access/context.ts';
import { viewed } from '../../http/gates.ts';
import { notFound } from '../../kernel/errors.ts';
import { mapPage, type Page as PageOf, type PageRequest } from '../../kernel/pages.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { identifier, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int, text } from '../../store/sql/types.ts';
import { gatesOfPages } from './gates.ts';
import { listedPageJson, pageJson } from './json.ts';
import { type PageContext, perPlace } from './page-contexts.ts';
import { isSeenPage } from './relations.ts';
import { findFrontPage, findPage, LISTED_COLUMNS, PAGE_ROW, type PageRow } from './rows.ts';
import type { Page, PageFilters, Sort } from './schemas.ts';
import { pageName } from './slugs.ts';

const SORTED_BY = { title: 'sort_key', created_at: 'created_at', updated_at: 'updated_at' } as const satisfies Record<Sort, string>;

/** An index has each of these orders, which is read from either end (schema, wiki_pages). */
const lists = perPlace((kind, column) => {
  const sorted = (sort: Sort, order: 'asc' | 'desc') => {
    const direction: Sql = order === 'asc' ? sql`asc` : sql`desc`;
    const by = sql`order by p.${identifier(SORTED_BY[sort])} ${direction}, p.id ${direction}`;
    return numberedList({
      name: `pages_of_${kind}_by_${sort}_${order}`,
      takes: { contextId: int, oversees: boolean, bodies: boolean },
      mayTake: { published: boolean, pattern: text },
      gives: PAGE_ROW,
      select: (p, filters) =>
        sql`select p.* from wiki_pages p where p.${column} = ${p.contextId} and ${isSeenPage('p', p.oversees)} ${filters} ${by}`,
      filters: {
        published: (p) => sql`p.published = ${p.published}`,
        pattern: (p) => sql`${folded(sql`p.title`)} like ${folded(sql`${p.pattern}::text`)}`,
      },
      around: (page, p) =>
        sql`select ${LISTED_COLUMNS}, case when ${p.bodies}::boolean then p.body end as body from (${page}) p join users u on u.id = p.editor_id ${by}`,
    });
  };
  const both = (sort: Sort) => ({ asc: sorted(sort, 'asc'), desc: sorted(sort, 'desc') });
  return { title: both('title'), created_at: both('created_at'), updated_at: both('updated_at') };
});

/** pages#5: by title unless something else is asked for. */
export async function listPages(ctx: Ctx, context: PageContext, filters: PageFilters, page: PageRequest): Promise<PageOf<Page>> {
  const { sort = 'title', order = 'asc', search_term: term, published, include } = filters;
  const bodies = include?.has('body') ?? false;
  const values = { contextId: context.id, oversees: context.oversees, bodies };
  const pattern = term === undefined ? undefined : containing(term);
  const found = await lists[context.kind][sort][order].read(ctx.db, values, page, { published, pattern });
  const shown = bodies ? pageJson : listedPageJson;
  const gateOf = await gatesOfPages(
    ctx,
    context,
    found.rows.map((row) => row.id),
  );
  return mapPage(
    found,
    found.rows.map((row) => shown(ctx, context, row, gateOf(row.id))),
  );
}

const shownPage = async (ctx: Ctx, context: PageContext, row: PageRow): Promise<Page> =>
  pageJson(ctx, context, row, (await gatesOfPages(ctx, context, [row.id]))(row.id));

export const showPage = async (ctx: Ctx, context: PageContext, name: string): Promise<Page> =>
  shownPage(ctx, context, await findPage(ctx, context, pageName(name)));

/** pages#19 */
async function showFrontPage(ctx: Ctx, context: PageContext): Promise<Page> {
  const row = await findFrontPage(ctx, context);
  if (!row) throw notFound();
  return shownPage(ctx, context, row);
}

/** A page that is shown by itself and not in a list: the caller has looked at it (modules#40). */
const pageViewed = (ctx: Ctx, { course }: PageContext, page: Page): Promise<Page> => viewed(ctx, course, page, { pages: [page.page_id] });

export const viewPage = async (ctx: Ctx, context: PageContext, name: string): Promise<Page> =>
  pageViewed(ctx, context, await showPage(ctx, context, name));

export const viewFrontPage = async (ctx: Ctx, context: PageContext): Promise<Page> =>
  pageViewed(ctx, context, await showFrontPage(ctx, context));

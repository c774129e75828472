import type { Ctx, TxCtx } from '../../access/context.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { none, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { PICTURE_COLUMN } from '../users/avatars.ts';
import { type PageContext, perPlace } from './page-contexts.ts';
import { isPage, isSeenPage } from './relations.ts';
import { LONGEST_SLUG, type PageName } from './slugs.ts';

/** A page without its body. */
const LISTED_ROW = {
  id: int,
  title: text,
  url: text,
  editingRoles: text,
  published: boolean,
  publishAt: nullable(timestamptz),
  frontPage: boolean,
  revision: int,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  editorId: int,
  editorName: text,
  picture: nullable(text),
};
export type ListedRow = RowOf<typeof LISTED_ROW>;
export const PAGE_ROW = { ...LISTED_ROW, body: nullable(text) };
export type PageRow = RowOf<typeof PAGE_ROW>;

/** The columns of pages `p` with the users `u` who changed them last. */
export const LISTED_COLUMNS = sql`p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", ${PICTURE_COLUMN}`;

const NAMED = { contextId: int, oversees: boolean, url: nullable(text), titleUrl: nullable(text), id: nullable(int) };
type Named = ParametersOf<typeof NAMED>;

/** The page that a slug leads to: whose it is before whose it was, and a number that is no slug is an id (pages#11, pages#12). */
const named = (column: Sql, p: Named): Sql => sql`(select id from (
    select p.id, p.url, 1 as rank from wiki_pages p where p.${column} = ${p.contextId} and p.url in (${p.url}, ${p.titleUrl}) and ${isPage('p')}
    union all select p.id, f.url, 2 from wiki_page_former_urls f join wiki_pages p on p.id = f.page_id
      where f.${column} = ${p.contextId} and f.url in (${p.url}, ${p.titleUrl}) and ${isPage('p')}
    union all select p.id, null, 3 from wiki_pages p where p.id = ${p.id} and p.${column} = ${p.contextId} and ${isPage('p')}) found
   order by found.url is not distinct from ${p.url} desc, rank limit 1)`;

const select = (where: Sql, tail = none): Sql =>
  sql`select ${LISTED_COLUMNS}, p.body from wiki_pages p join users u on u.id = p.editor_id where ${where} ${tail}`;

const byName = perPlace((kind, column) =>
  statement({
    name: `page_of_${kind}`,
    takes: NAMED,
    gives: PAGE_ROW,
    sql: (p) => select(sql`p.id = ${named(column, p)} and ${isSeenPage('p', p.oversees)}`),
  }),
);

const frontOf = perPlace((kind, column) =>
  statement({
    name: `front_page_of_${kind}`,
    takes: { contextId: int },
    gives: PAGE_ROW,
    sql: (p) => select(sql`p.${column} = ${p.contextId} and p.front_page and ${isPage('p')}`),
  }),
);

const byId = statement({
  name: 'page_by_id',
  takes: { id: int },
  gives: PAGE_ROW,
  sql: (p) => select(sql`p.id = ${p.id}`),
});

/** The page of this name, where the caller sees one. */
export async function findPageIfThere(
  ctx: Ctx,
  { kind, id: contextId, oversees }: PageContext,
  name: PageName,
): Promise<PageRow | undefined> {
  return (await ctx.db.rows(byName[kind], { contextId, oversees, ...name }))[0];
}

export const findPage = async (ctx: Ctx, context: PageContext, name: PageName): Promise<PageRow> => {
  const found = await findPageIfThere(ctx, context, name);
  return foundIn(found ? [found] : []);
};

export const findFrontPage = async (ctx: Ctx, context: PageContext): Promise<PageRow | undefined> =>
  (await ctx.db.rows(frontOf[context.kind], { contextId: context.id }))[0];

export const pageById = async (tx: TxCtx, id: number): Promise<PageRow> => foundIn(await tx.db.rows(byId, { id }));

const held = {
  course: statement({
    name: 'course_held_for_pages',
    takes: { id: int },
    gives: { id: int },
    sql: (p) => sql`select c.id from courses c where c.id = ${p.id} and ${isCourse('c')} for no key update of c`,
  }),
  group: statement({
    name: 'group_held_for_pages',
    takes: { id: int },
    gives: { id: int },
    sql: (p) => sql`select g.id from groups g where g.id = ${p.id} and not g.deleted for no key update of g`,
  }),
};

/**
 * Of the changes to the pages of a place one is made at a time, by whoever holds the place: so a slug that is free stays free until it is
 * taken, one front page follows another, and a page that is read then is what it is changed from.
 */
export async function holdPlace(tx: TxCtx, { kind, id }: PageContext): Promise<void> {
  foundIn(await tx.db.rows(held[kind], { id }));
}

const freeUrl = perPlace((kind, column) =>
  statement({
    name: `free_page_url_of_${kind}`,
    takes: { contextId: int, url: text, ownId: int },
    gives: { url: text },
    sql: (p) => sql`select free.url from (
        select n, case when n = 1 then ${p.url}::text
          else rtrim(left(${p.url}::text, ${LONGEST_SLUG} - length('-' || n)), '-') || '-' || n end as url
        from generate_series(1, (select count(*) + 1 from wiki_pages p where p.${column} = ${p.contextId} and ${isPage('p')})) n) free
      where not exists (select 1 from wiki_pages p
        where p.${column} = ${p.contextId} and p.url = free.url and ${isPage('p')} and p.id <> ${p.ownId})
      order by free.n limit 1`,
  }),
);

/** A slug that no other page of the place has: this one, or with the first number from 2 that is free, cut so that it fits (pages#9). */
export async function freeUrlFor(tx: TxCtx, { kind, id }: PageContext, url: string, ownId = 0): Promise<string> {
  return foundIn(await tx.db.rows(freeUrl[kind], { contextId: id, url, ownId })).url;
}

const leads = perPlace((kind, column) =>
  statement({
    name: `former_page_url_of_${kind}`,
    takes: { contextId: int, url: text, pageId: int },
    sql: (p) => sql`insert into wiki_page_former_urls (${column}, url, page_id) values (${p.contextId}, ${p.url}, ${p.pageId})
      on conflict (${column}, url) do update set page_id = excluded.page_id`,
  }),
);

/** From now on a slug leads to this page, as long as no page has it itself (pages#11). */
export async function leadTo(tx: TxCtx, { kind, id }: PageContext, url: string, pageId: number): Promise<void> {
  await tx.db.rows(leads[kind], { contextId: id, url, pageId });
}

import type { Ctx } from '../../access/context.ts';
import { viewed } from '../../http/gates.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, unauthorized } from '../../kernel/errors.ts';
import { mapPage, type Page as PageOf, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { PICTURE_COLUMN } from '../users/avatars.ts';
import { requireReached } from './gates.ts';
import { editorOf } from './json.ts';
import type { PageContext } from './page-contexts.ts';
import { mayEdit, mayKeep, readsHistory } from './rights.ts';
import { findPage, holdPlace, type PageRow } from './rows.ts';
import { changesMore } from './rules.ts';
import type { Revision } from './schemas.ts';
import { pageName } from './slugs.ts';
import { writePage } from './writing.ts';

const SUMMARY_ROW = { number: int, createdAt: timestamptz, editorId: int, editorName: text, picture: nullable(text) };
const REVISION_ROW = { ...SUMMARY_ROW, title: text, url: text, body: nullable(text) };
type SummaryRow = RowOf<typeof SUMMARY_ROW>;
type RevisionRow = RowOf<typeof REVISION_ROW>;

const COLUMNS = sql`r.number, r.created_at as "createdAt", r.editor_id as "editorId", u.short_name as "editorName", ${PICTURE_COLUMN}`;

const ofPage = keyedList({
  name: 'revisions_of_page',
  takes: { pageId: int },
  gives: SUMMARY_ROW,
  select: (p) => sql`select r.number, r.created_at, r.editor_id from wiki_page_revisions r where r.page_id = ${p.pageId}`,
  around: (page) => sql`select ${COLUMNS} from (${page}) r join users u on u.id = r.editor_id`,
  key: [{ sql: sql`r.number`, type: 'int', descending: true }],
  keyOf: (row) => [row.number],
});

const one = statement({
  name: 'revision_of_page',
  takes: { pageId: int, number: int },
  gives: REVISION_ROW,
  sql: (p) => sql`select ${COLUMNS}, r.title, r.url, r.body from wiki_page_revisions r join users u on u.id = r.editor_id
   where r.page_id = ${p.pageId} and r.number = ${p.number}`,
});

const findRevision = async (db: Db, pageId: number, number: number): Promise<RevisionRow> =>
  foundIn(await db.rows(one, { pageId, number }));

const summaryJson = (ctx: Ctx, context: PageContext, page: PageRow, row: SummaryRow): Revision => ({
  revision_id: row.number,
  updated_at: iso(row.createdAt),
  latest: row.number === page.revision,
  edited_by: editorOf(ctx, context, row),
});

const revisionJson = (ctx: Ctx, context: PageContext, page: PageRow, row: RevisionRow): Revision => ({
  ...summaryJson(ctx, context, page, row),
  url: row.url,
  title: row.title,
  body: row.body,
});

/** Newest first, without what they say (pages#23). */
export async function listRevisions(ctx: Ctx, context: PageContext, name: string, request: PageRequest): Promise<PageOf<Revision>> {
  const page = await findPage(ctx, context, pageName(name));
  if (!readsHistory(context, page)) throw unauthorized();
  const found = await ofPage.read(ctx.db, { pageId: page.id }, request);
  return mapPage(
    found,
    found.rows.map((row) => summaryJson(ctx, context, page, row)),
  );
}

interface Asked {
  name: string;
  /** Null asks for the latest. */
  number: number | null;
  summary: boolean;
}

/** What the page says now is for whoever reads it, what it said before for whoever reads its history (pages#23, pages#24). */
export async function showRevision(ctx: Ctx, context: PageContext, { name, number, summary }: Asked): Promise<Revision> {
  const page = await findPage(ctx, context, pageName(name));
  if (number !== null && !readsHistory(context, page)) throw unauthorized();
  await requireReached(ctx, context, page.id);
  const row = await findRevision(ctx.db, page.id, number ?? page.revision);
  // What the page says now is the page.
  if (row.number === page.revision && !summary) await viewed(ctx, context.course, {}, { pages: [page.id] });
  return summary ? summaryJson(ctx, context, page, row) : revisionJson(ctx, context, page, row);
}

/** What a page said before it says again, by a new revision (pages#26). */
export async function restoreRevision(ctx: Ctx, context: PageContext, name: string, number: number): Promise<Revision> {
  return ctx.tx(async (tx) => {
    await holdPlace(tx, context);
    const before = await findPage(tx, context, pageName(name));
    if (!mayEdit(context, before)) throw unauthorized();
    await requireReached(tx, context, before.id);
    const { title, body } = await findRevision(tx.db, before.id, number);
    const after = { ...before, title, body };
    if (changesMore(before, after) && !mayKeep(context, before)) throw unauthorized();
    const page = await writePage(tx, context, before, { after, again: true });
    return revisionJson(tx, context, page, await findRevision(tx.db, page.id, page.revision));
  });
}

import type { Ctx, TxCtx } from '../../access/context.ts';
import { cutTo, MOST_CHARACTERS } from '../../http/parameters/types.ts';
import { invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import { requireReached } from './gates.ts';
import { pageJson } from './json.ts';
import type { PageContext } from './page-contexts.ts';
import { mayEdit, mayKeep } from './rights.ts';
import { findFrontPage, findPage, findPageIfThere, holdPlace, leadTo, type PageRow } from './rows.ts';
import { changed, changesMore, type Wanted } from './rules.ts';
import type { Page, PageParameters } from './schemas.ts';
import { isTooLong, pageName, titleOf } from './slugs.ts';
import { blankPage, insertPage, requirePublishedFront, wantedOf, writePage } from './writing.ts';

async function makePage(tx: TxCtx, context: PageContext, wanted: Wanted): Promise<PageRow> {
  const blank = blankPage(context);
  const page = changed(wanted, blank, tx.now);
  if (page.title === '') throw invalidField('title', 'blank', 'is required');
  requirePublishedFront(wanted, blank, page);
  return insertPage(tx, context, page);
}

/** pages#13 */
export async function createPage(ctx: Ctx, context: PageContext, sent: PageParameters): Promise<Page> {
  const wanted = wantedOf(context, sent);
  return ctx.tx(async (tx) => {
    await holdPlace(tx, context);
    return pageJson(tx, context, await makePage(tx, context, wanted));
  });
}

async function changePage(tx: TxCtx, context: PageContext, before: PageRow, wanted: Wanted): Promise<PageRow> {
  if (!mayEdit(context, before)) throw unauthorized();
  await requireReached(tx, context, before.id);
  const after = changed(wanted, before, tx.now);
  const more = changesMore(before, after);
  if (more && !mayKeep(context, before)) throw unauthorized();
  requirePublishedFront(wanted, before, after);
  return more || after.body !== before.body ? writePage(tx, context, before, { after }) : before;
}

/** A page that is not there yet is made by whoever may make one, and is found by the slug that it was asked for by (pages#14). */
async function makeNamed(tx: TxCtx, context: PageContext, name: string, wanted: Wanted): Promise<PageRow> {
  const { url, id } = pageName(name);
  if (!context.creates || url === null || id !== null) throw notFound();
  if (isTooLong(url)) throw invalidField('url_or_id', 'too_long', 'is too long (at most 200 characters)');
  const made = await makePage(tx, context, { ...wanted, title: wanted.title ?? titleOf(url) });
  if (made.url !== url) await leadTo(tx, context, url, made.id);
  return made;
}

/** pages#14, pages#16 */
export async function updatePage(ctx: Ctx, context: PageContext, name: string, sent: PageParameters): Promise<Page> {
  const wanted = wantedOf(context, sent);
  return ctx.tx(async (tx) => {
    await holdPlace(tx, context);
    const before = await findPageIfThere(tx, context, pageName(name));
    const after = before ? await changePage(tx, context, before, wanted) : await makeNamed(tx, context, name, wanted);
    return pageJson(tx, context, after);
  });
}

/** Answers the page as it was; its slug is free again (pages#22). */
export async function deletePage(ctx: Ctx, context: PageContext, name: string): Promise<Page> {
  return ctx.tx(async (tx) => {
    await holdPlace(tx, context);
    const before = await findPage(tx, context, pageName(name));
    if (!mayKeep(context, before)) throw unauthorized();
    if (before.frontPage) throw invalidField('front_page', 'invalid', 'cannot be deleted: make another page the front page first');
    await tx.db.prisma.wikiPage.updateMany({ where: { id: before.id }, data: { deleted: true, updatedAt: tx.now } });
    return pageJson(tx, context, before);
  });
}

const COPY = ' Copy';
const copyOf = (title: string): string => cutTo(title, MOST_CHARACTERS - COPY.length) + COPY;

/** A draft that says the same (pages#22). */
export async function duplicatePage(ctx: Ctx, context: PageContext, name: string): Promise<Page> {
  return ctx.tx(async (tx) => {
    await holdPlace(tx, context);
    const { title, body, editingRoles } = await findPage(tx, context, pageName(name));
    const copy = { title: copyOf(title), body, editingRoles, published: false, publishAt: null, frontPage: false };
    return pageJson(tx, context, await insertPage(tx, context, copy));
  });
}

const FRONT_TITLE = 'Front Page';

/** Changes the front page, or makes one where there is none (pages#19). */
export async function updateFrontPage(ctx: Ctx, context: PageContext, sent: PageParameters): Promise<Page> {
  const wanted = wantedOf(context, sent);
  return ctx.tx(async (tx) => {
    await holdPlace(tx, context);
    const before = await findFrontPage(tx, context);
    if (before) return pageJson(tx, context, await changePage(tx, context, before, wanted));
    if (!context.creates) throw notFound();
    const front = { ...wanted, title: wanted.title ?? FRONT_TITLE, published: wanted.published ?? true, frontPage: true };
    return pageJson(tx, context, await makePage(tx, context, front));
  });
}

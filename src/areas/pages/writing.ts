import type { TxCtx } from '../../access/context.ts';
import { sameTime } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { sortKey } from '../../store/sort-key.ts';
import { PUBLISH_PAGE } from './job-names.ts';
import { type PageContext, placeOf } from './page-contexts.ts';
import { freeUrlFor, leadTo, type PageRow, pageById } from './rows.ts';
import { type Changeable, DEFAULT_EDITING_ROLES, EDITING_ROLES, readEditingRoles, saysElse, type Wanted } from './rules.ts';
import type { PageParameters } from './schemas.ts';
import { slugOf } from './slugs.ts';

/** Characters by which titles are ordered: what one letter becomes may be many. */
const LONGEST_KEY = 255;
const keyOf = (title: string): string => Array.from(sortKey(title)).slice(0, LONGEST_KEY).join('');

/** What was sent, as it is kept; 400 where it makes no sense in this place. */
export function wantedOf({ kind }: Pick<PageContext, 'kind'>, sent: PageParameters): Wanted {
  if (sent.title?.trim() === '') throw invalidField('title', 'blank', 'is required');
  const editingRoles = sent.editing_roles === undefined ? undefined : readEditingRoles(kind, sent.editing_roles);
  if (sent.editing_roles !== undefined && editingRoles === undefined) {
    throw invalidField('editing_roles', 'invalid', `must be some of ${EDITING_ROLES[kind].join(', ')}, with commas between them`);
  }
  const { title, body, published, publish_at: publishAt, front_page: frontPage } = sent;
  return { title, body, editingRoles, published, publishAt, frontPage };
}

/** What a new page is where nothing else is said: a draft in a course, and there for everybody in a group (pages#13). */
export const blankPage = ({ kind }: Pick<PageContext, 'kind'>): Changeable => ({
  title: '',
  body: null,
  editingRoles: DEFAULT_EDITING_ROLES[kind],
  published: kind === 'group',
  publishAt: null,
  frontPage: false,
});

/** The front page is published, becomes no draft, and waits for no day (pages#21). */
export function requirePublishedFront(wanted: Wanted, before: Changeable, after: Changeable): void {
  if (!after.frontPage || after.published) return;
  if (!before.frontPage) throw invalidField('front_page', 'invalid', 'cannot be true of a page that is not published');
  const field = wanted.publishAt && after.publishAt !== null ? 'publish_at' : 'published';
  throw invalidField(field, 'invalid', 'cannot be: the front page is always published');
}

/** One front page follows another (pages#20). */
async function clearFront(tx: TxCtx, context: PageContext): Promise<void> {
  await tx.db.prisma.wikiPage.updateMany({
    where: { ...placeOf(context), frontPage: true, deleted: false },
    data: { frontPage: false },
  });
}

async function keepRevision(
  tx: TxCtx,
  pageId: number,
  number: number,
  said: { title: string; url: string; body: string | null },
): Promise<void> {
  const { title, url, body } = said;
  await tx.db.prisma.wikiPageRevision.create({
    data: { pageId, number, title, url, body, editorId: tx.caller.userId, createdAt: tx.now },
    select: { number: true },
  });
}

async function schedule(tx: TxCtx, pageId: number, publishAt: Date | null): Promise<void> {
  if (publishAt) await tx.enqueue(PUBLISH_PAGE, { pageId }, { key: `${PUBLISH_PAGE}:${pageId}`, runAt: publishAt });
}

/** A new page with its first revision, in a place that is held. */
export async function insertPage(tx: TxCtx, context: PageContext, page: Changeable): Promise<PageRow> {
  const url = await freeUrlFor(tx, context, slugOf(page.title));
  if (page.frontPage) await clearFront(tx, context);
  const times = { createdAt: tx.now, updatedAt: tx.now };
  const { id } = await tx.db.prisma.wikiPage.create({
    data: { ...placeOf(context), ...page, ...times, url, sortKey: keyOf(page.title), editorId: tx.caller.userId },
    select: { id: true },
  });
  await keepRevision(tx, id, 1, { ...page, url });
  await schedule(tx, id, page.publishAt);
  return pageById(tx, id);
}

/** What the page says now stands in one more revision; by another title it has another slug, and its own leads to it (pages#10). */
async function sayElse(tx: TxCtx, context: PageContext, before: PageRow, after: Changeable) {
  const { id, url: formerUrl } = before;
  const renamed = before.title !== after.title;
  const url = renamed ? await freeUrlFor(tx, context, slugOf(after.title), id) : formerUrl;
  if (url !== formerUrl) await leadTo(tx, context, formerUrl, id);
  const revision = before.revision + 1;
  await keepRevision(tx, id, revision, { ...after, url });
  return { title: after.title, body: after.body, sortKey: keyOf(after.title), url, revision, editorId: tx.caller.userId };
}

/** Makes a page, in a place that is held, what it is to be; `again` keeps a revision even of what it says already. */
export async function writePage(
  tx: TxCtx,
  context: PageContext,
  before: PageRow,
  { after, again = false }: { after: Changeable; again?: boolean },
): Promise<PageRow> {
  const { editingRoles, published, publishAt, frontPage } = after;
  if (frontPage && !before.frontPage) await clearFront(tx, context);
  const said = again || saysElse(before, after) ? await sayElse(tx, context, before, after) : {};
  await tx.db.prisma.wikiPage.updateMany({
    where: { id: before.id },
    data: { ...said, editingRoles, published, publishAt, frontPage, updatedAt: tx.now },
  });
  if (!sameTime(before.publishAt, publishAt)) await schedule(tx, before.id, publishAt);
  return pageById(tx, before.id);
}

import type { Ctx } from '../../access/context.ts';
import { cutTo } from '../../http/parameters/types.ts';
import { foundIn } from '../../kernel/errors.ts';
import { LARGEST_INT } from '../../kernel/integers.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { Bookmark } from './schemas.ts';

const ROW = { id: int, name: text, url: text, position: int, data: nullable(text) };

const ofUser = numberedList({
  name: 'bookmarks_of_user',
  takes: { userId: int },
  gives: ROW,
  select: (p) =>
    sql`select b.id, b.name, b.url, b.position, b.data from bookmarks b where b.user_id = ${p.userId} order by b.position, b.id`,
});
const lastPosition = statement({
  name: 'last_bookmark',
  takes: { userId: int },
  gives: { position: int },
  sql: (p) => sql`select coalesce(max(position), 0) as position from bookmarks where user_id = ${p.userId}`,
});

const bookmarkJson = ({ id, name, url, position, data }: RowOf<typeof ROW>): Bookmark => ({ id, name, url, position, data });

export async function listBookmarks(ctx: Ctx, page: PageRequest): Promise<Page<Bookmark>> {
  const found = await ofUser.read(ctx.db, { userId: ctx.caller.userId }, page);
  return mapPage(found, found.rows.map(bookmarkJson));
}

/** Another person's are not there (bookmarks#1). */
export async function showBookmark(ctx: Ctx, id: number): Promise<Bookmark> {
  const row = await ctx.db.prisma.bookmark.findFirst({ where: { id, userId: ctx.caller.userId } });
  return bookmarkJson(foundIn(row ? [row] : []));
}

interface SentBookmark {
  name?: string | undefined;
  url: string;
  position?: number | undefined;
  data?: string | null | undefined;
}

async function nextPosition(ctx: Ctx): Promise<number> {
  const { position } = foundIn(await ctx.db.rows(lastPosition, { userId: ctx.caller.userId }));
  return Math.min(position + 1, LARGEST_INT);
}

/** Without a position it comes last; of two at once both may have that place, and the one that was made later comes after. */
export async function createBookmark(ctx: Ctx, { name, url, position, data = null }: SentBookmark): Promise<Bookmark> {
  const { userId } = ctx.caller;
  const values = { userId, name: name ?? cutTo(url), url, position: position ?? (await nextPosition(ctx)), data };
  return bookmarkJson(await ctx.db.prisma.bookmark.create({ data: values }));
}

export async function updateBookmark(
  ctx: Ctx,
  id: number,
  sent: Omit<SentBookmark, 'url'> & { url?: string | undefined },
): Promise<Bookmark> {
  const { name, url, position, data } = sent;
  const rows = await ctx.db.prisma.bookmark.updateManyAndReturn({
    where: { id, userId: ctx.caller.userId },
    data: { ...given({ name, url, position, data }), updatedAt: ctx.now },
  });
  return bookmarkJson(foundIn(rows));
}

const remove = statement({
  name: 'delete_bookmark',
  takes: { userId: int, id: int },
  gives: ROW,
  sql: (p) =>
    sql`delete from bookmarks b where b.user_id = ${p.userId} and b.id = ${p.id} returning b.id, b.name, b.url, b.position, b.data`,
});

/** Answers the bookmark as it was. */
export const deleteBookmark = async (ctx: Ctx, id: number): Promise<Bookmark> =>
  bookmarkJson(foundIn(await ctx.db.rows(remove, { userId: ctx.caller.userId, id })));

import type { Ctx } from '../../access/context.ts';
import type { CollectionAccess, CollectionItemAccess } from '../../access/context-access.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import type { CollectionItemUncheckedUpdateManyInput } from '../../store/generated/models.ts';
import { keyedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isTopic } from '../discussions/relations.ts';
import { publishEvent } from '../events/events.ts';
import { PICTURE_COLUMN, shownUser } from '../users/avatars.ts';
import type { CollectionItem } from './schemas.ts';

/** With the picture of its owner. */
const ROW = {
  id: int,
  collectionId: int,
  linkUrl: text,
  userComment: nullable(text),
  createdAt: timestamptz,
  userId: int,
  userName: text,
  postCount: int,
  picture: nullable(text),
};
type Row = RowOf<typeof ROW>;

/** Items `i`, each with its owner and with what its topic holds. */
const shown = (items: Sql): Sql => sql`select i.id, i.collection_id as "collectionId", i.link_url as "linkUrl",
    i.user_comment as "userComment", i.created_at as "createdAt", c.user_id as "userId", u.short_name as "userName",
    coalesce((select t.entry_count from discussion_topics t where t.collection_item_id = i.id and ${isTopic('t')}), 0) as "postCount",
    ${PICTURE_COLUMN}
  from (${items}) i join collections c on c.id = i.collection_id join users u on u.id = c.user_id`;

const list = keyedList({
  name: 'collection_items',
  takes: { collectionId: int },
  gives: ROW,
  select: (p) => sql`select i.* from collection_items i where i.collection_id = ${p.collectionId} and not i.deleted`,
  around: shown,
  key: [{ sql: sql`i.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});
const one = statement({
  name: 'collection_item',
  takes: { id: int },
  gives: ROW,
  sql: (p) => shown(sql`select i.* from collection_items i where i.id = ${p.id}`),
});
const several = statement({
  name: 'collection_items_by_id',
  takes: { ids: array(int) },
  gives: ROW,
  sql: (p) => shown(sql`select i.* from collection_items i where i.id = any(${p.ids}::int[])`),
});

const itemJson = (ctx: Ctx, row: Row): CollectionItem => ({
  id: row.id,
  collection_id: row.collectionId,
  item_type: 'url',
  link_url: row.linkUrl,
  user: shownUser(ctx, { id: row.userId, picture: row.picture }, row.userName, `${ctx.webUrl}/users/${row.userId}`),
  user_comment: row.userComment,
  created_at: iso(row.createdAt),
  url: `${ctx.baseUrl}/api/v1/collections/items/${row.id}`,
  post_count: row.postCount,
  upvote_count: 0,
});

/** Items of any collections, for whoever knows that the caller may see them. */
export const itemsById = async (ctx: Ctx, ids: readonly number[]): Promise<CollectionItem[]> =>
  ids.length === 0 ? [] : (await ctx.db.rows(several, { ids })).map((row) => itemJson(ctx, row));

async function presentItem(ctx: Ctx, id: number | undefined): Promise<CollectionItem> {
  const row = foundIn(id === undefined ? [] : await ctx.db.rows(one, { id }));
  return itemJson(ctx, row);
}

export async function listItems(ctx: Ctx, at: CollectionAccess, page: PageRequest): Promise<Page<CollectionItem>> {
  const found = await list.read(ctx.db, { collectionId: at.collection.id }, page);
  return mapPage(
    found,
    found.rows.map((row) => itemJson(ctx, row)),
  );
}

export const showItem = (ctx: Ctx, at: CollectionItemAccess): Promise<CollectionItem> => presentItem(ctx, at.itemId);

interface SentItem {
  link_url?: string | undefined;
  user_comment?: string | null | undefined;
}

export async function createItem(ctx: Ctx, at: CollectionAccess, sent: SentItem & { link_url: string }): Promise<CollectionItem> {
  const collectionId = at.collection.id;
  return ctx.tx(async (tx) => {
    const { id } = await tx.db.prisma.collectionItem.create({
      data: { collectionId, linkUrl: sent.link_url, userComment: sent.user_comment ?? null },
      select: { id: true },
    });
    await publishEvent(tx, 'collection', { collectionId, itemId: id });
    return presentItem(tx, id);
  });
}

async function change(ctx: Ctx, at: CollectionItemAccess, data: CollectionItemUncheckedUpdateManyInput): Promise<CollectionItem> {
  const [row] = await ctx.db.prisma.collectionItem.updateManyAndReturn({
    where: { id: at.itemId, deleted: false },
    data: { ...data, updatedAt: ctx.now },
    select: { id: true },
  });
  return presentItem(ctx, row?.id);
}

export const updateItem = (ctx: Ctx, at: CollectionItemAccess, sent: SentItem): Promise<CollectionItem> =>
  change(ctx, at, given({ linkUrl: sent.link_url, userComment: sent.user_comment }));

/** Its topic goes with it, for it is found through it. */
export const deleteItem = (ctx: Ctx, at: CollectionItemAccess): Promise<CollectionItem> => change(ctx, at, { deleted: true });

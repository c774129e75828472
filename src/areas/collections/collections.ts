import type { Ctx } from '../../access/context.ts';
import type { CollectionAccess } from '../../access/context-access.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { collectionVisibility } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { publishEvent } from '../events/events.ts';
import type { Collection } from './schemas.ts';

const ROW = {
  id: int,
  name: text,
  visibility: collectionVisibility,
  userId: int,
  createdAt: timestamptz,
};
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`c.id, c.name, c.visibility, c.user_id as "userId", c.created_at as "createdAt"`;
const RETURNED = {
  id: true,
  name: true,
  visibility: true,
  userId: true,
  createdAt: true,
} as const satisfies Record<keyof Row, true>;

const own = numberedList({
  name: 'own_collections',
  takes: { callerId: int },
  gives: ROW,
  select: (p) => sql`select ${COLUMNS} from collections c where c.user_id = ${p.callerId} and not c.deleted order by c.id`,
});
const one = statement({
  name: 'collection',
  takes: { collectionId: int },
  gives: ROW,
  sql: (p) => sql`select ${COLUMNS} from collections c where c.id = ${p.collectionId} and not c.deleted`,
});

const collectionJson = (ctx: Ctx, row: Row): Collection => ({
  id: row.id,
  name: row.name,
  visibility: row.visibility,
  user_id: row.userId,
  created_at: iso(row.createdAt),
  url: `${ctx.baseUrl}/api/v1/collections/${row.id}`,
});

export async function listOwnCollections(ctx: Ctx, page: PageRequest): Promise<Page<Collection>> {
  const found = await own.read(ctx.db, { callerId: ctx.caller.userId }, page);
  return mapPage(
    found,
    found.rows.map((row) => collectionJson(ctx, row)),
  );
}

export async function showCollection(ctx: Ctx, at: CollectionAccess): Promise<Collection> {
  return collectionJson(ctx, foundIn(await ctx.db.rows(one, { collectionId: at.collection.id })));
}

interface SentCollection {
  name?: string | undefined;
  visibility?: Collection['visibility'] | undefined;
}

/** Nobody else sees a collection until its owner says so. */
export async function createCollection(ctx: Ctx, sent: SentCollection & { name: string }): Promise<Collection> {
  const row = await ctx.db.prisma.collection.create({
    data: { userId: ctx.caller.userId, name: sent.name, visibility: sent.visibility ?? 'private' },
    select: RETURNED,
  });
  return collectionJson(ctx, row);
}

async function change(ctx: Ctx, at: CollectionAccess, set: SentCollection & { deleted?: true }): Promise<Collection> {
  const rows = await ctx.db.prisma.collection.updateManyAndReturn({
    where: { id: at.collection.id, deleted: false },
    data: { ...given(set), updatedAt: ctx.now },
    select: RETURNED,
  });
  return collectionJson(ctx, foundIn(rows));
}

/** What becomes public comes to those who follow its owner now. */
export const updateCollection = (ctx: Ctx, at: CollectionAccess, { name, visibility }: SentCollection): Promise<Collection> =>
  ctx.tx(async (tx) => {
    const changed = await change(tx, at, { name, visibility });
    if (visibility === 'public') await publishEvent(tx, 'collection', { collectionId: at.collection.id, itemId: null });
    return changed;
  });

/** Its items go with it, for they are found through it. */
export const deleteCollection = (ctx: Ctx, at: CollectionAccess): Promise<Collection> => change(ctx, at, { deleted: true });

import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable } from '../../store/sql/types.ts';

/** To the followers of the collection's owner, while the collection is public (activity#14). */
const spread = statement({
  name: 'collection_into_streams',
  takes: { collectionId: int, itemId: nullable(int) },
  sql: (p) => sql`with source as materialized (
     select ci.id, ci.created_at, cl.user_id from collection_items ci join collections cl on cl.id = ci.collection_id and not cl.deleted
     where ci.collection_id = ${p.collectionId} and (${p.itemId}::int is null or ci.id = ${p.itemId}) and not ci.deleted and ci.created_at > now() - interval '1 year'),
   item as (
     insert into stream_items (type, collection_item_id, created_at, updated_at)
     select 'CollectionItem', id, created_at, created_at from source order by id
     on conflict (collection_item_id) do update set updated_at = stream_items.updated_at returning id, collection_item_id)
   insert into stream_item_instances (user_id, stream_item_id, type, updated_at)
   select f.following_user_id, item.id, 'CollectionItem', source.created_at
   from item join source on source.id = item.collection_item_id join follows f on f.followed_user_id = source.user_id
   order by item.id, f.following_user_id on conflict do nothing`,
});

/** Whether the collection is public is asked when streams are read: it may become so later. */
export async function notifyOfCollectionItem(tx: TxCtx, collectionId: number, itemId: number | null): Promise<void> {
  await tx.db.rows(spread, { collectionId, itemId });
}

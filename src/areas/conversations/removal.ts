import type { Ctx } from '../../access/context.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { FROM_OTHERS, SEEN } from './messages.ts';
import { holdsMessages } from './relations.ts';
import { type Conversation, possible } from './schemas.ts';
import { holdConversation, PREVIEW_LENGTH } from './sending.ts';
import { findConversation, presentOne, requireConversation } from './views.ts';

/** Conversations are held before their messages are removed: none may come in between. */
const holdOwn = statement({
  name: 'hold_own_conversations',
  takes: { userId: int, ids: array(int) },
  gives: { id: int },
  sql: (p) => sql`select c.id from conversation_participants p join conversations c on c.id = p.conversation_id
   where p.user_id = ${p.userId} and p.conversation_id = any(${p.ids}::int[]) and ${holdsMessages('p')} order by c.id for update of c`,
});

const holdViews = statement({
  name: 'hold_own_views',
  takes: { userId: int, ids: array(int) },
  sql: (p) => sql`select from conversation_participants p where p.user_id = ${p.userId} and p.conversation_id = any(${p.ids}::int[])
   order by p.conversation_id for update`,
});

/** Held before they are changed, in one order everywhere: what changes them begins with what others have left. */
export async function holdOwnViews(db: TxDb, userId: number, ids: readonly number[]): Promise<void> {
  await db.rows(holdViews, { userId, ids });
}

const removeViews = statement({
  name: 'remove_conversations',
  takes: { userId: int, ids: array(int) },
  gives: { id: int },
  sql: (
    p,
  ) => sql`update conversation_participants p set state = 'read', starred = false, missed = false, last_message_at = null, last_message = null,
     last_authored_message = null, message_count = 0, comment_count = 0, is_last_author = false, has_attachments = false,
     has_media = false, removed_through = (select coalesce(max(m.id), 0) from conversation_messages m where m.conversation_id = p.conversation_id)
   where p.user_id = ${p.userId} and p.conversation_id = any(${p.ids}::int[]) and ${holdsMessages('p')}
   returning p.conversation_id as id`,
});

/** Removes all messages of conversations from the view of one user (conversations#50); gives back those that were there to remove. */
export async function removeAll(db: TxDb, userId: number, ids: readonly number[]): Promise<{ id: number }[]> {
  await db.rows(holdOwn, { userId, ids });
  await holdOwnViews(db, userId, ids);
  return db.rows(removeViews, { userId, ids });
}

const remove = statement({
  name: 'remove_messages',
  takes: { userId: int, id: int, possible: array(int) },
  gives: { id: int },
  sql: (p) => sql`insert into conversation_removals (user_id, message_id)
   select p.user_id, m.id from conversation_participants p join conversation_messages m on m.conversation_id = p.conversation_id
   where p.user_id = ${p.userId} and p.conversation_id = ${p.id} and m.id = any(${p.possible}::int[]) and ${SEEN}
   on conflict do nothing returning message_id as id`,
});

/**
 * What a view shows of its conversation, out of the messages that are left in it, and its place among the others: that of the newest of them,
 * or the earlier one that somebody has kept who is not subscribed, of whom nothing is missed that is removed (conversations#47).
 */
const refresh = statement({
  name: 'refresh_conversation',
  takes: { userId: int, id: int },
  gives: { left: int },
  sql: (
    p,
  ) => sql`update conversation_participants p set message_count = s.count - s.comments, comment_count = s.comments, last_message = left(newest.body, ${PREVIEW_LENGTH}),
     last_message_at = least(p.last_message_at, newest.created_at),
     is_last_author = newest.author_id is not distinct from p.user_id, has_attachments = s.attachments, has_media = s.media,
     last_authored_message = left(own.body, ${PREVIEW_LENGTH}),
     missed = p.missed and exists (select 1 from conversation_messages m where m.conversation_id = p.conversation_id and m.created_at > p.last_message_at
       and ${FROM_OTHERS} and ${SEEN})
   from conversation_participants q
     cross join lateral (
       select count(*) as count, count(cc.message_id) as comments, coalesce(bool_or(m.attachment_ids <> '{}'), false) as attachments,
         coalesce(bool_or(m.media_comment_id is not null), false) as media
       from conversation_messages m left join conversation_comments cc on cc.message_id = m.id
         cross join lateral (select q.user_id, q.removed_through) p
       where m.conversation_id = q.conversation_id and not m.generated and ${SEEN}) s
     left join lateral (
       select m.body, m.author_id, m.created_at from conversation_messages m, lateral (select q.user_id, q.removed_through) p
       where m.conversation_id = q.conversation_id and not m.generated and ${SEEN} order by m.id desc limit 1) newest on true
     left join lateral (
       select m.body from conversation_messages m, lateral (select q.user_id, q.removed_through) p
       where m.conversation_id = q.conversation_id and not m.generated and m.author_id = q.user_id and ${SEEN}
       order by m.id desc limit 1) own on true
   where q.user_id = ${p.userId} and q.conversation_id = ${p.id} and p.user_id = q.user_id and p.conversation_id = q.conversation_id
   returning p.message_count + p.comment_count as left`,
});

/**
 * Removes messages from the caller's view alone; ids that are not there are ignored. With the last message that somebody
 * wrote, the conversation is removed (conversations#52).
 */
export async function removeMessages(ctx: Ctx, id: number, messageIds: readonly number[]): Promise<Conversation> {
  await requireConversation(ctx, id);
  await ctx.tx(async (tx) => {
    const { userId } = tx.caller;
    await holdConversation(tx.db, id);
    await holdOwnViews(tx.db, userId, [id]);
    const removed = await tx.db.rows(remove, { userId, id, possible: possible(messageIds) });
    if (removed.length === 0) return;
    const [view] = await tx.db.rows(refresh, { userId, id });
    if (view?.left === 0) await removeAll(tx.db, userId, [id]);
  });
  return presentOne(ctx, await findConversation(ctx, id, 'allowed'), {});
}

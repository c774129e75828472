import type { Ctx, TxCtx } from '../../access/context.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { conversationState } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { commentsAmong, NO_COMMENTS } from './discussed-submissions.ts';
import { FROM_OTHERS, messagesOf, SEEN } from './messages.ts';
import { holdsMessages, isUnread } from './relations.ts';
import { holdOwnViews, removeAll } from './removal.ts';
import type { BatchEvent, Conversation, ConversationChanges, View } from './schemas.ts';
import { holdConversation } from './sending.ts';
import { findConversation, presentOne, requireConversation } from './views.ts';

const read = statement({
  name: 'mark_conversation_as_read',
  takes: { callerId: int, id: int },
  gives: { id: int },
  sql: (
    p,
  ) => sql`update conversation_participants set state = 'read' where user_id = ${p.callerId} and conversation_id = ${p.id} and state = 'unread'
   returning conversation_id as id`,
});

/**
 * A conversation with all its messages. It marks itself as read before it looks for them: one that comes in between is either
 * shown or left unread (conversations#44).
 */
export async function showConversation(ctx: Ctx, id: number, view: View, marksAsRead: boolean): Promise<Conversation> {
  const row = await findConversation(ctx, id, 'hidden');
  if (marksAsRead && row.state === 'unread') {
    await ctx.db.rows(read, { callerId: ctx.caller.userId, id });
    row.state = 'read';
  }
  const all = await messagesOf(ctx, id);
  const comments = row.commentCount === 0 ? NO_COMMENTS : await commentsAmong(ctx, id, all.messages);
  if (view.interleave_submissions) {
    const messages = all.messages.map((message) => ({ ...message, submission: comments.byMessage.get(message.id) ?? null }));
    return { ...presentOne(ctx, row, view, { ...all, messages }), submissions: [] };
  }
  const messages = all.messages.filter((message) => !comments.byMessage.has(message.id));
  return { ...presentOne(ctx, row, view, { ...all, messages }), submissions: comments.submissions };
}

const rename = statement({
  name: 'rename_conversation',
  takes: { id: int, subject: nullable(text) },
  sql: (p) => sql`update conversations set subject = ${p.subject}, updated_at = now() where id = ${p.id}`,
});

/**
 * The caller's own view. Unsubscribing marks it read; subscribing again marks it unread and puts it where its newest message
 * of somebody else belongs, if any came meanwhile; a state that is sent has the last word (conversations#45). A private conversation
 * stays subscribed.
 */
const change = statement({
  name: 'change_conversation',
  takes: { callerId: int, id: int, state: nullable(conversationState), subscribed: nullable(boolean), starred: nullable(boolean) },
  gives: { id: int },
  sql: (p) => sql`update conversation_participants p set
     state = coalesce(${p.state}::conversation_state, case
       when not s.changes then p.state
       when ${p.subscribed} and p.missed then 'unread'
       when not ${p.subscribed} and p.state = 'unread' then 'read'
       else p.state end),
     starred = coalesce(${p.starred}::boolean, p.starred),
     subscribed = case when s.changes then ${p.subscribed} else p.subscribed end,
     last_message_at = case when s.changes and ${p.subscribed} and p.missed then greatest(p.last_message_at, (
       select max(m.created_at) from conversation_messages m
       where m.conversation_id = p.conversation_id and ${FROM_OTHERS} and ${SEEN}))
       else p.last_message_at end,
     missed = p.missed and not (s.changes and ${p.subscribed})
   from (select c.id, ${p.subscribed}::boolean is not null and c.lower_user_id is null and q.subscribed <> ${p.subscribed} as changes
     from conversations c join conversation_participants q on q.conversation_id = c.id and q.user_id = ${p.callerId} where c.id = ${p.id}) s
   where p.user_id = ${p.callerId} and p.conversation_id = s.id and ${holdsMessages('p')}
   returning p.conversation_id as id`,
});

export async function updateConversation(ctx: Ctx, id: number, sent: ConversationChanges, view: View): Promise<Conversation> {
  await requireConversation(ctx, id);
  const row = await ctx.tx(async (tx) => {
    const { userId: callerId } = tx.caller;
    const { workflow_state: state = null, subscribed = null, starred = null } = sent;
    // Sent together, and done in this order.
    const [, , , changed, found] = await Promise.all([
      holdConversation(tx.db, id),
      holdOwnViews(tx.db, callerId, [id]),
      sent.subject === undefined ? null : tx.db.rows(rename, { id, subject: sent.subject }),
      tx.db.rows(change, { callerId, id, state, subscribed, starred }),
      findConversation(tx, id, 'allowed'),
    ]);
    foundIn(changed);
    return found;
  });
  return presentOne(ctx, row, view);
}

/** Removes the caller's view alone; the others keep it (conversations#50). */
export async function deleteConversation(ctx: Ctx, id: number): Promise<Conversation> {
  await requireConversation(ctx, id);
  await ctx.tx(async (tx: TxCtx) => {
    await holdConversation(tx.db, id);
    if ((await removeAll(tx.db, tx.caller.userId, [id])).length === 0) throw notFound();
  });
  return presentOne(ctx, await findConversation(ctx, id, 'allowed'), {});
}

const holdUnread = statement({
  name: 'hold_views_to_read',
  takes: { callerId: int },
  sql: (p) =>
    sql`select from conversation_participants p where p.user_id = ${p.callerId} and p.state <> 'read' order by p.conversation_id for update`,
});
const readAll = statement({
  name: 'mark_all_conversations_as_read',
  takes: { callerId: int },
  sql: (p) => sql`update conversation_participants set state = 'read' where user_id = ${p.callerId} and state <> 'read'`,
});

/** From any state, archived too (conversations#49). */
export async function markAllAsRead(ctx: Ctx): Promise<Record<string, never>> {
  await ctx.tx(async (tx) => {
    await tx.db.rows(holdUnread, { callerId: tx.caller.userId });
    await tx.db.rows(readAll, { callerId: tx.caller.userId });
  });
  return {};
}

const unread = statement({
  name: 'unread_conversations',
  takes: { callerId: int },
  gives: { count: int },
  sql: (p) => sql`select count(*) as count from conversation_participants p
   where p.user_id = ${p.callerId} and ${holdsMessages('p')} and ${isUnread('p')}`,
});

/** Counted from one index when it is asked for, so that it is right whatever happens at once. A text (conversations#42). */
export async function countUnread(ctx: Ctx): Promise<{ unread_count: string }> {
  const [row] = await ctx.db.rows(unread, { callerId: ctx.caller.userId });
  return { unread_count: String(row?.count ?? 0) };
}

type ChangingEvent = Exclude<BatchEvent, 'destroy'>;
const CHANGES: Readonly<Record<ChangingEvent, Sql>> = {
  mark_as_read: sql`state = 'read'`,
  mark_as_unread: sql`state = 'unread'`,
  archive: sql`state = 'archived'`,
  star: sql`starred = true`,
  unstar: sql`starred = false`,
};

const changing = (name: ChangingEvent) =>
  statement({
    name: `conversations_${name}`,
    takes: { userId: int, ids: array(int) },
    gives: { id: int },
    sql: (p) => sql`update conversation_participants p set ${CHANGES[name]}
     where p.user_id = ${p.userId} and p.conversation_id = any(${p.ids}::int[]) and ${holdsMessages('p')} returning p.conversation_id as id`,
  });

const CHANGING = {
  mark_as_read: changing('mark_as_read'),
  mark_as_unread: changing('mark_as_unread'),
  archive: changing('archive'),
  star: changing('star'),
  unstar: changing('unstar'),
} as const;

/** Does one thing to many conversations of a user; gives back those that are the user's. */
export async function applyEvent(db: TxDb, userId: number, event: BatchEvent, ids: readonly number[]): Promise<number[]> {
  if (event === 'destroy') return (await removeAll(db, userId, ids)).map((row) => row.id);
  await holdOwnViews(db, userId, ids);
  const rows = await db.rows(CHANGING[event], { userId, ids });
  return rows.map((row) => row.id);
}

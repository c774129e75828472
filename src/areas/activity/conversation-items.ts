import type { TxCtx } from '../../access/context.ts';
import { cut } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { identifier, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, nullable, present, type RowOf, text } from '../../store/sql/types.ts';
import { SEEN } from '../conversations/messages.ts';
import { holdsMessages, isWritten } from '../conversations/relations.ts';
import { type Note, notify } from '../notifications/notify.ts';

/** Makes or moves the items of the conversations in rows `newest`, each with the time of its newest message. */
const ITEM = sql`item as (
     insert into stream_items (type, course_id, group_id, conversation_id, created_at, updated_at)
     select 'Conversation', c.course_id, c.group_id, c.id, c.created_at, newest.at
     from newest join conversations c on c.id = newest.conversation_id order by c.id
     on conflict (conversation_id) do update set updated_at = greatest(stream_items.updated_at, excluded.updated_at)
     returning id, conversation_id, course_id, group_id)`;
const INSTANCES = (at: Sql): Sql => sql`
   insert into stream_item_instances as x (user_id, stream_item_id, type, course_id, group_id, conversation_id, updated_at)
   select p.user_id, item.id, 'Conversation', item.course_id, item.group_id, item.conversation_id, ${at}`;
const TO_THE_TOP = sql`on conflict (stream_item_id, user_id) do update set updated_at = greatest(x.updated_at, excluded.updated_at)`;

const NEW_MESSAGE_ROW = {
  id: int,
  conversationId: present(int),
  subject: nullable(text),
  body: text,
  author: text,
  people: array(int),
};
type NewMessage = RowOf<typeof NEW_MESSAGE_ROW>;

/** For those who are subscribed, but the author (activity#11); a conversation that somebody has removed waits for its next message. */
const to = (of: string): Sql => sql`p.user_id <> ${identifier(of)}.author_id and p.subscribed and ${holdsMessages('p')}`;

/**
 * Each message of `source` with the item of its conversation. They are brought together as rows of one conversation rather than joined: of how
 * many there are PostgreSQL has no idea, and would compare each with each.
 */
const OF_ITEMS = sql`select x.conversation_id, x.author_id, x.said_at, max(x.item_id) over talk as id, max(x.course_id) over talk as course_id,
       max(x.group_id) over talk as group_id
     from (select conversation_id, author_id, created_at as said_at, null::int as item_id, null::int as course_id, null::int as group_id from source
       union all select conversation_id, null, null, id, course_id, group_id from item) x
     window talk as (partition by x.conversation_id)`;

const spread = statement({
  name: 'conversations_into_streams',
  takes: { messageIds: array(int) },
  sql: (p) => sql`with source as materialized (select m.conversation_id, m.author_id, m.created_at from conversation_messages m
     where m.id = any(${p.messageIds}::int[]) and ${isWritten('m')}),
   newest as (select source.conversation_id, max(source.created_at) as at from source group by source.conversation_id),
   ${ITEM}
   ${INSTANCES(sql`max(item.said_at)`)}
   from (${OF_ITEMS}) item join conversation_participants p on p.conversation_id = item.conversation_id and ${to('item')}
   group by p.user_id, item.id, item.course_id, item.group_id, item.conversation_id order by item.id, p.user_id ${TO_THE_TOP}`,
});

const sent = statement({
  name: 'messages_to_notify_of',
  takes: { messageIds: array(int) },
  gives: NEW_MESSAGE_ROW,
  sql: (p) => sql`select source.id, source.conversation_id as "conversationId", c.subject, source.body, u.short_name as author,
     array(select p.user_id from conversation_participants p join users s on s.id = p.user_id and not s.deleted
       where p.conversation_id = source.conversation_id and ${to('source')}) as people
   from conversation_messages source join conversations c on c.id = source.conversation_id join users u on u.id = source.author_id
   where source.id = any(${p.messageIds}::int[]) and ${isWritten('source')} order by source.id`,
});

const noteOf = ({ id, conversationId, subject, body, author, people }: NewMessage): Note => ({
  key: `message:${id}`,
  category: 'Conversation Message',
  subject: subject === null ? `New message from ${author}` : `${subject}: new message from ${author}`,
  body: cut(body),
  path: `/conversations/${conversationId}`,
  courseId: null,
  groupId: null,
  people,
});

export async function notifyOfMessages(tx: TxCtx, messageIds: readonly number[]): Promise<void> {
  await tx.db.rows(spread, { messageIds });
  await notify(tx, (await tx.db.rows(sent, { messageIds })).map(noteOf));
}

/** Who is added sees the history, and has the conversation where it lies in time (conversations#53). */
const spreadToAdded = statement({
  name: 'conversation_into_streams_of_added',
  takes: { messageId: int, userIds: array(int) },
  sql: (p) => sql`with newest as (select added.conversation_id, (select max(m.created_at) from conversation_messages m
       where m.conversation_id = added.conversation_id and ${isWritten('m')}) as at
     from conversation_messages added where added.id = ${p.messageId}),
   ${ITEM}
   ${INSTANCES(sql`p.last_message_at`)}
   from item join conversation_participants p on p.conversation_id = item.conversation_id and p.user_id = any(${p.userIds}::int[])
     and ${holdsMessages('p')}
   order by p.user_id ${TO_THE_TOP}`,
});
const added = statement({
  name: 'addition_to_notify_of',
  takes: { messageId: int },
  gives: { id: int, conversationId: present(int), subject: nullable(text), body: text, author: text },
  sql: (p) => sql`select m.id, m.conversation_id as "conversationId", c.subject, m.body, u.short_name as author
   from conversation_messages m join conversations c on c.id = m.conversation_id join users u on u.id = m.author_id where m.id = ${p.messageId}`,
});

export async function notifyOfAddition(tx: TxCtx, messageId: number, userIds: readonly number[]): Promise<void> {
  await tx.db.rows(spreadToAdded, { messageId, userIds });
  const [message] = await tx.db.rows(added, { messageId });
  if (!message) return;
  const { author, subject } = message;
  const title = `${author} has added you to a conversation${subject === null ? '' : `: ${subject}`}`;
  await notify(tx, [{ ...noteOf({ ...message, people: [...userIds] }), category: 'Added To Conversation', subject: title }]);
}

/** Of notification `n`: this user has not removed the message that it tells of, where it is of one. Which one it is the key alone names. */
export const isMessageThere = (n: string, user: Sql): Sql => sql`case
    when ${identifier(n)}.key ~ '^message:[0-9]+$' then exists (select 1 from conversation_messages m
      join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = ${user}
      where m.id = split_part(${identifier(n)}.key, ':', 2)::int and ${SEEN})
    else true end`;

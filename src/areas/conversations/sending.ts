import { queueOf } from '../../access/context.ts';
import { insertedRow, statement, type TxDb } from '../../store/database.ts';
import type { MediaType } from '../../store/generated/enums.ts';
import { mediaType } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, nullable, present, text } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { isActive } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { belongsActively, isMember } from '../groups/relations.ts';
import { type About, contextCodeOf } from './recipients.ts';

/** A message that is to be sent, checked. */
export interface Draft {
  authorId: number;
  body: string;
  mediaCommentId: string | null;
  mediaCommentType: MediaType | null;
  attachmentIds: readonly number[];
  forwardedIds: readonly number[];
  forwardedTotal: number;
}

export interface Sent {
  conversationId: number;
  messageId: number;
}

const DRAFT = {
  authorId: int,
  body: text,
  mediaCommentId: nullable(text),
  mediaCommentType: nullable(mediaType),
  attachmentIds: array(int),
  forwardedIds: array(int),
  forwardedTotal: int,
};

const COLUMNS = sql`(conversation_id, author_id, body, media_comment_id, media_comment_type, attachment_ids, forwarded_ids, forwarded_total,
  carried_file_ids, created_at)`;
/** The message of a draft as columns, to stand in a select. */
const message = (
  p: ParametersOf<typeof DRAFT>,
): Sql => sql`${p.authorId}::int, ${p.body}::text, ${p.mediaCommentId}::text, ${p.mediaCommentType}::media_type, ${p.attachmentIds}::int[], ${p.forwardedIds}::int[], ${p.forwardedTotal}::int,
  array(select unnest(${p.attachmentIds}::int[]) union select unnest(f.carried_file_ids) from conversation_messages f where f.id = any(${p.forwardedIds}::int[])),
  clock_timestamp()`;

/** The preview of the last message, in characters (conversations#28). */
export const PREVIEW_LENGTH = 100;

/**
 * One message into each of the conversations, which the caller of this holds, and what that makes of every participant's
 * view (conversations#46): it goes to the top, unread, for those who are subscribed; to the top too for the author, in the state it was in;
 * the unsubscribed keep state and place; and it shows the conversation again to whom it was removed (conversations#51).
 */
const deliver = statement({
  name: 'deliver_messages',
  takes: { ...DRAFT, conversationIds: array(int) },
  gives: { conversationId: present(int), messageId: int },
  sql: (p) => sql`with messages as (
     insert into conversation_messages ${COLUMNS} select c.id, ${message(p)} from unnest(${p.conversationIds}::int[]) c(id) order by c.id
     returning id, conversation_id, created_at),
   seen as (
     update conversation_participants p set
       message_count = p.message_count + 1,
       last_message = left(${p.body}, ${PREVIEW_LENGTH}),
       is_last_author = p.user_id = ${p.authorId},
       has_attachments = p.has_attachments or ${p.attachmentIds}::int[] <> '{}',
       has_media = p.has_media or ${p.mediaCommentId} is not null,
       last_authored_at = case when p.user_id = ${p.authorId} then m.created_at else p.last_authored_at end,
       last_authored_message = case when p.user_id = ${p.authorId} then left(${p.body}, ${PREVIEW_LENGTH}) else p.last_authored_message end,
       last_message_at = case when p.last_message_at is null or p.subscribed or p.user_id = ${p.authorId} then m.created_at else p.last_message_at end,
       state = case when p.user_id = ${p.authorId} or not p.subscribed then p.state else 'unread' end,
       missed = p.missed or (p.user_id <> ${p.authorId} and not p.subscribed)
     from messages m
     where p.conversation_id = any(${p.conversationIds}::int[]) and m.conversation_id = p.conversation_id)
   select conversation_id as "conversationId", id as "messageId" from messages order by id`,
});

/**
 * Views are held, in one order everywhere, by a statement before the one that changes them: that one then begins with what
 * the change it waited for has left.
 */
const holdViews = statement({
  name: 'hold_views_of_conversations',
  takes: { conversationIds: array(int) },
  sql: (p) =>
    sql`select from conversation_participants p where p.conversation_id = any(${p.conversationIds}::int[]) order by p.conversation_id, p.user_id for update`,
});

/** The conversations have to be held (`holdConversation`, or made in this transaction). */
async function deliverInto(db: TxDb, draft: Draft, conversationIds: readonly number[]): Promise<Sent[]> {
  // Nobody waits for what only holds: it goes out before what comes next, together with it.
  void db.rows(holdViews, { conversationIds });
  const sent = await db.rows(deliver, { ...draft, conversationIds });
  await publishEvent({ ...queueOf(db), now: new Date() }, 'messages', { messageIds: sent.map((one) => one.messageId) });
  return sent;
}

const hold = statement({
  name: 'hold_conversations',
  takes: { ids: array(int) },
  gives: { id: int },
  sql: (p) => sql`select c.id from conversations c where c.id = any(${p.ids}::int[]) order by c.id for update`,
});

/** Messages of a conversation come one after the other: their ids rise in the order in which they are seen. */
export const holdConversation = (db: TxDb, id: number): Promise<unknown> => db.rows(hold, { ids: [id] });

export async function addToConversation(db: TxDb, draft: Draft, conversationId: number): Promise<Sent> {
  void holdConversation(db, conversationId);
  return insertedRow(await deliverInto(db, draft, [conversationId]));
}

/**
 * Private conversations of the author with people that are not there yet. One order of pairs everywhere, so that of two who
 * begin the same ones at once the second waits for the first and then finds them. Nobody begins any while they hold others.
 */
const begin = statement({
  name: 'begin_private_conversations',
  takes: { authorId: int, people: array(int), subject: nullable(text), courseId: nullable(int), groupId: nullable(int) },
  gives: { id: int },
  sql: (p) => sql`with made as (
     insert into conversations (lower_user_id, higher_user_id, subject, course_id, group_id)
     select least(${p.authorId}::int, t.id), greatest(${p.authorId}::int, t.id), ${p.subject}::text, ${p.courseId}::int, ${p.groupId}::int from unnest(${p.people}::int[]) t(id) order by 1, 2
     on conflict (lower_user_id, higher_user_id) do nothing
     returning id, lower_user_id, higher_user_id),
   joined as (
     insert into conversation_participants (user_id, conversation_id)
     select lower_user_id, id from made union select higher_user_id, id from made)
   select id from made`,
});

/** All of the pairs, or none where one is missing: who held some while they began the others would meet those who do the same in deadlocks. */
const holdPairs = statement({
  name: 'hold_private_conversations',
  takes: { authorId: int, people: array(int) },
  gives: { id: int },
  sql: (p) => {
    const pairs = sql`unnest(${p.people}::int[]) t(id) join conversations c
     on c.lower_user_id = least(${p.authorId}::int, t.id) and c.higher_user_id = greatest(${p.authorId}::int, t.id)`;
    return sql`select c.id from ${pairs} where (select count(*) from ${pairs}) = cardinality(${p.people}::int[]) order by c.id for update of c`;
  },
});

/**
 * What new conversations are about: the context named, else those that all participants share now (conversations#15). Their participants
 * stand already.
 */
const tag = statement({
  name: 'tag_conversations',
  takes: { madeIds: array(int), contextCode: nullable(text) },
  sql: (p) => sql`update conversation_participants p set tags = shared.tags
   from (
     select t.conversation_id, array_agg(t.tag order by t.tag) as tags from (
       select q.conversation_id, 'course_' || e.course_id as tag
       from conversation_participants q join enrollments e on e.user_id = q.user_id and ${isActive('e')}
         join courses c on c.id = e.course_id and ${isCourse('c')}
       where q.conversation_id = any(${p.madeIds}::int[])
       group by q.conversation_id, e.course_id
       having count(distinct q.user_id) = (select count(*) from conversation_participants o where o.conversation_id = q.conversation_id)
       union all
       select q.conversation_id, 'group_' || m.group_id
       from conversation_participants q join group_memberships m on m.user_id = q.user_id and ${isMember('m')}
         join groups g on g.id = m.group_id and not g.deleted and ${belongsActively(sql`m.user_id`)}
       where q.conversation_id = any(${p.madeIds}::int[])
       group by q.conversation_id, m.group_id
       having count(distinct q.user_id) = (select count(*) from conversation_participants o where o.conversation_id = q.conversation_id)
     ) t where ${p.contextCode}::text is null group by t.conversation_id
     union all
     select c.id, array[${p.contextCode}::text] from unnest(${p.madeIds}::int[]) c(id) where ${p.contextCode}::text is not null
   ) shared
   where p.conversation_id = any(${p.madeIds}::int[]) and p.conversation_id = shared.conversation_id`,
});

export interface Beginning {
  subject: string | null;
  about: About;
}

/** How many conversations one statement writes: its plan is made for few. */
export const CHUNK = 250;

/** An author, and people with each of whom there is a private conversation of its own. */
interface Pairs {
  authorId: number;
  people: readonly number[];
}

/** Begins those of the private conversations that are not there yet, and says what they are about. */
async function beginMissing(db: TxDb, pairs: Pairs, { subject, about }: Beginning): Promise<void> {
  const made = await db.rows(begin, { ...pairs, subject, courseId: about.courseId, groupId: about.groupId });
  if (made.length > 0) await db.rows(tag, { madeIds: made.map((row) => row.id), contextCode: contextCodeOf(about) });
}

async function sendToSome(db: TxDb, draft: Draft, people: readonly number[], beginning: Beginning): Promise<Sent[]> {
  const pairs: Pairs = { authorId: draft.authorId, people };
  let held = await db.rows(holdPairs, pairs);
  // Mostly all are there already, and nothing has to be begun.
  if (held.length === 0) {
    await beginMissing(db, pairs, beginning);
    held = await db.rows(holdPairs, pairs);
  }
  return deliverInto(
    db,
    draft,
    held.map((row) => row.id),
  );
}

/**
 * Sends to each of the people, given by id, in the private conversation with the author: one that exists is reused, else it is
 * made (conversations#12, conversations#11). As many statements for one as for hundreds.
 */
export async function sendPrivately(db: TxDb, draft: Draft, people: readonly number[], beginning: Beginning): Promise<Sent[]> {
  const sent: Sent[] = [];
  // Pairs come in one order here as well, so that of two senders at once neither waits for the other in a circle.
  for (let i = 0; i < people.length; i += CHUNK) sent.push(...(await sendToSome(db, draft, people.slice(i, i + CHUNK), beginning)));
  return sent;
}

const beginGroup = statement({
  name: 'begin_group_conversation',
  takes: { userIds: array(int), subject: nullable(text), courseId: nullable(int), groupId: nullable(int) },
  gives: { id: int },
  sql: (
    p,
  ) => sql`with made as (insert into conversations (subject, course_id, group_id) values (${p.subject}::text, ${p.courseId}::int, ${p.groupId}::int) returning id),
     joined as (insert into conversation_participants (user_id, conversation_id) select t.id, made.id from made, unnest(${p.userIds}::int[]) t(id))
   select id from made`,
});

/** One conversation that all see; never an old one (conversations#13). */
export async function sendToGroup(db: TxDb, draft: Draft, people: readonly number[], { subject, about }: Beginning): Promise<Sent> {
  const made = insertedRow(
    await db.rows(beginGroup, { userIds: [draft.authorId, ...people], subject, courseId: about.courseId, groupId: about.groupId }),
  );
  await db.rows(tag, { madeIds: [made.id], contextCode: contextCodeOf(about) });
  return insertedRow(await deliverInto(db, draft, [made.id]));
}

const template = statement({
  name: 'insert_batch_message',
  takes: DRAFT,
  gives: { id: int },
  sql: (p) => sql`insert into conversation_messages ${COLUMNS} select null, ${message(p)} returning id`,
});

/** The message of a batch, of which its recipients get copies. */
export async function insertTemplate(db: TxDb, draft: Draft): Promise<number> {
  const row = insertedRow(await db.rows(template, draft));
  return row.id;
}

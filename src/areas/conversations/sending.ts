import { queueOf } from '../../access/context.ts';
import { insertedRow, statement, type TxDb } from '../../store/database.ts';
import type { MediaType } from '../../store/generated/enums.ts';
import { tell } from '../events/events.ts';
import { counts } from './messageable.ts';
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

const draftValues = (draft: Draft): unknown[] => [
  draft.authorId,
  draft.body,
  draft.mediaCommentId,
  draft.mediaCommentType,
  draft.attachmentIds,
  draft.forwardedIds,
  draft.forwardedTotal,
];

/** A message of the draft $1 to $7 as columns, to stand in a select. */
const COLUMNS = `(conversation_id, author_id, body, media_comment_id, media_comment_type, attachment_ids, forwarded_ids, forwarded_total,
  carried_file_ids, created_at)`;
const MESSAGE = `$1::int, $2::text, $3::text, $4::media_type, $5::int[], $6::int[], $7::int,
  array(select unnest($5::int[]) union select unnest(f.carried_file_ids) from conversation_messages f where f.id = any($6::int[])),
  clock_timestamp()`;

/** The preview of the last message, in characters (part-a, Limits). */
export const PREVIEW_LENGTH = 100;

/**
 * One message into each of the conversations $8, which the caller of this holds, and what that makes of every participant's
 * view (D6.10): it goes to the top, unread, for those who are subscribed; to the top too for the author, in the state it was in; the
 * unsubscribed keep state and place; and it shows the conversation again to whom it was removed (D6.12).
 */
const deliver = statement<Sent>(
  'deliver_messages',
  `with messages as (
     insert into conversation_messages ${COLUMNS} select c.id, ${MESSAGE} from unnest($8::int[]) c(id) order by c.id
     returning id, conversation_id, created_at),
   seen as (
     update conversation_participants p set
       message_count = p.message_count + 1,
       last_message = left($2, ${PREVIEW_LENGTH}),
       is_last_author = p.user_id = $1,
       has_attachments = p.has_attachments or $5::int[] <> '{}',
       has_media = p.has_media or $3 is not null,
       last_authored_at = case when p.user_id = $1 then m.created_at else p.last_authored_at end,
       last_authored_message = case when p.user_id = $1 then left($2, ${PREVIEW_LENGTH}) else p.last_authored_message end,
       last_message_at = case when p.last_message_at is null or p.subscribed or p.user_id = $1 then m.created_at else p.last_message_at end,
       state = case when p.user_id = $1 or not p.subscribed then p.state else 'unread' end,
       missed = p.missed or (p.user_id <> $1 and not p.subscribed)
     from messages m
     where p.conversation_id = any($8::int[]) and m.conversation_id = p.conversation_id)
   select conversation_id as "conversationId", id as "messageId" from messages order by id`,
);

/**
 * Views are held, in one order everywhere, by a statement before the one that changes them: that one then begins with what
 * the change it waited for has left.
 */
const holdViews = statement<never>(
  'hold_views_of_conversations',
  `select from conversation_participants p where p.conversation_id = any($1::int[]) order by p.conversation_id, p.user_id for update`,
);

/** The conversations have to be held (`holdConversation`, or made in this transaction). */
async function deliverInto(db: TxDb, draft: Draft, conversationIds: readonly number[]): Promise<Sent[]> {
  await db.rows(holdViews, [conversationIds]);
  const sent = await db.rows(deliver, [...draftValues(draft), conversationIds]);
  await tell({ ...queueOf(db), now: new Date() }, 'messages', { messageIds: sent.map((one) => one.messageId) });
  return sent;
}

const hold = statement<{ id: number }>(
  'hold_conversations',
  'select c.id from conversations c where c.id = any($1::int[]) order by c.id for update',
);

/** Messages of a conversation come one after the other: their ids rise in the order in which they are seen. */
export async function holdConversation(db: TxDb, id: number): Promise<void> {
  await db.rows(hold, [[id]]);
}

export async function addToConversation(db: TxDb, draft: Draft, conversationId: number): Promise<Sent> {
  await holdConversation(db, conversationId);
  return insertedRow(await deliverInto(db, draft, [conversationId]));
}

/**
 * Private conversations of $1 with the people $2 that are not there yet. One order of pairs everywhere, so that of two who
 * begin the same ones at once the second waits for the first and then finds them.
 */
const begin = statement<{ id: number }>(
  'begin_private_conversations',
  `with made as (
     insert into conversations (lower_user_id, higher_user_id, subject, course_id, group_id)
     select least($1::int, t.id), greatest($1::int, t.id), $3::text, $4::int, $5::int from unnest($2::int[]) t(id) order by 1, 2
     on conflict (lower_user_id, higher_user_id) do nothing
     returning id, lower_user_id, higher_user_id),
   joined as (
     insert into conversation_participants (user_id, conversation_id)
     select lower_user_id, id from made union select higher_user_id, id from made)
   select id from made`,
);

const holdPairs = statement<{ id: number }>(
  'hold_private_conversations',
  `select c.id from unnest($2::int[]) t(id) join conversations c
     on c.lower_user_id = least($1::int, t.id) and c.higher_user_id = greatest($1::int, t.id)
   order by c.id for update of c`,
);

/**
 * What new conversations are about: the context named, else those that all participants share now (D6.6). Their participants
 * stand already.
 */
const tag = statement<never>(
  'tag_conversations',
  `update conversation_participants p set tags = shared.tags
   from (
     select t.conversation_id, array_agg(t.tag order by t.tag) as tags from (
       select q.conversation_id, 'course_' || e.course_id as tag
       from conversation_participants q join enrollments e on e.user_id = q.user_id and e.state = 'active'
         join courses c on c.id = e.course_id and c.state <> 'deleted'
       where q.conversation_id = any($1::int[])
       group by q.conversation_id, e.course_id
       having count(distinct q.user_id) = (select count(*) from conversation_participants o where o.conversation_id = q.conversation_id)
       union all
       select q.conversation_id, 'group_' || m.group_id
       from conversation_participants q join group_memberships m on m.user_id = q.user_id and m.state = 'accepted'
         join groups g on g.id = m.group_id and not g.deleted and ${counts('m.user_id')}
       where q.conversation_id = any($1::int[])
       group by q.conversation_id, m.group_id
       having count(distinct q.user_id) = (select count(*) from conversation_participants o where o.conversation_id = q.conversation_id)
     ) t where $2::text is null group by t.conversation_id
     union all
     select c.id, array[$2::text] from unnest($1::int[]) c(id) where $2::text is not null
   ) shared
   where p.conversation_id = any($1::int[]) and p.conversation_id = shared.conversation_id`,
);

export interface Beginning {
  subject: string | null;
  about: About;
}

/** So many conversations a statement: its plan is made for few. */
export const CHUNK = 250;

async function sendToSome(db: TxDb, draft: Draft, people: readonly number[], { subject, about }: Beginning): Promise<Sent[]> {
  const made = await db.rows(begin, [draft.authorId, people, subject, about.courseId, about.groupId]);
  const held = await db.rows(holdPairs, [draft.authorId, people]);
  if (made.length > 0) await db.rows(tag, [made.map((row) => row.id), contextCodeOf(about)]);
  return deliverInto(
    db,
    draft,
    held.map((row) => row.id),
  );
}

/**
 * Sends to each of the people, given by id, in the private conversation with the author: one that exists is reused, else it is
 * made (part-a, Conversations; D6.4). As many statements for one as for hundreds.
 */
export async function sendPrivately(db: TxDb, draft: Draft, people: readonly number[], beginning: Beginning): Promise<Sent[]> {
  const sent: Sent[] = [];
  // Pairs come in one order here as well, so that of two senders at once neither waits for the other in a circle.
  for (let i = 0; i < people.length; i += CHUNK) sent.push(...(await sendToSome(db, draft, people.slice(i, i + CHUNK), beginning)));
  return sent;
}

const beginGroup = statement<{ id: number }>(
  'begin_group_conversation',
  `with made as (insert into conversations (subject, course_id, group_id) values ($2::text, $3::int, $4::int) returning id),
     joined as (insert into conversation_participants (user_id, conversation_id) select t.id, made.id from made, unnest($1::int[]) t(id))
   select id from made`,
);

/** One conversation that all see; never an old one (D6.4). */
export async function sendToGroup(db: TxDb, draft: Draft, people: readonly number[], { subject, about }: Beginning): Promise<Sent> {
  const made = insertedRow(await db.rows(beginGroup, [[draft.authorId, ...people], subject, about.courseId, about.groupId]));
  await db.rows(tag, [[made.id], contextCodeOf(about)]);
  return insertedRow(await deliverInto(db, draft, [made.id]));
}

const template = statement<{ id: number }>(
  'insert_batch_message',
  `insert into conversation_messages ${COLUMNS} select null, ${MESSAGE} returning id`,
);

/** The message of a batch, of which its recipients get copies. */
export async function insertTemplate(db: TxDb, draft: Draft): Promise<number> {
  const row = insertedRow(await db.rows(template, draftValues(draft)));
  return row.id;
}

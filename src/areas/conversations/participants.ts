import type { Ctx, TxCtx } from '../../access/context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { insertedRow, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, text } from '../../store/sql/types.ts';
import { publishEvent } from '../events/events.ts';
import { MAX_GROUP } from './creation.ts';
import { messagesById } from './messages.ts';
import { namedIds, peopleOf, type Recipient } from './recipients.ts';
import type { Conversation } from './schemas.ts';
import { holdConversation, PREVIEW_LENGTH } from './sending.ts';
import { findConversation, presentOne } from './views.ts';

const present = statement({
  name: 'participants_of_conversation',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select p.user_id as id from conversation_participants p where p.conversation_id = ${p.id}`,
});

/** New participants see the whole history, unread, where it lies in time (conversations#53). */
const join = statement({
  name: 'join_conversation',
  takes: { id: int, added: array(int) },
  sql: (p) => sql`insert into conversation_participants
     (user_id, conversation_id, state, last_message_at, last_message, message_count, has_attachments, has_media, tags)
   select t.id, ${p.id}::int, 'unread', newest.created_at, left(newest.body, ${PREVIEW_LENGTH}), s.count, s.attachments, s.media,
     (select o.tags from conversation_participants o where o.conversation_id = ${p.id} limit 1)
   from unnest(${p.added}::int[]) t(id)
     cross join (select count(*) as count, bool_or(m.attachment_ids <> '{}') as attachments, bool_or(m.media_comment_id is not null) as media
       from conversation_messages m where m.conversation_id = ${p.id} and not m.generated) s
     cross join (select m.body, m.created_at from conversation_messages m
       where m.conversation_id = ${p.id} and not m.generated order by m.id desc limit 1) newest`,
});

const announce = statement({
  name: 'announce_participants',
  takes: { id: int, userId: int, text: text },
  gives: { id: int },
  sql: (p) => sql`insert into conversation_messages (conversation_id, author_id, body, generated, created_at)
   values (${p.id}, ${p.userId}, ${p.text}, true, clock_timestamp()) returning id`,
});

const names = statement({
  name: 'short_names',
  takes: { userIds: array(int) },
  gives: { id: int, name: text },
  sql: (p) => sql`select u.id, u.short_name as name from users u where u.id = any(${p.userIds}::int[]) order by u.id`,
});

/** `<a>`, `<a> and <b>`, `<a>, <b>, and <c>` (conversations#54). */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length <= 2) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${last}`;
}

export const addedText = (added: readonly string[], by: string): string =>
  `${listed(added)} ${added.length === 1 ? 'was' : 'were'} added to the conversation by ${by}`;

/** Adds those who are not there yet; undefined where all are, so that of two who add the same one only one says so. */
async function addPeople(tx: TxCtx, id: number, people: readonly number[]): Promise<number | undefined> {
  await holdConversation(tx.db, id);
  const there = new Set((await tx.db.rows(present, { id })).map((row) => row.id));
  const added = people.filter((person) => !there.has(person));
  if (added.length === 0) return undefined;
  // The creator is not counted (conversations#10).
  if (there.size + added.length > MAX_GROUP + 1)
    throw invalidField('recipients', 'too_many', `must be ${MAX_GROUP} people at most in one conversation`);
  await tx.db.rows(join, { id, added });
  const { userId } = tx.caller;
  const named = await tx.db.rows(names, { userIds: [...added, userId] });
  const by = named.find((person) => person.id === userId)?.name ?? '';
  const text = addedText(
    named.filter((person) => person.id !== userId).map((person) => person.name),
    by,
  );
  const message = insertedRow(await tx.db.rows(announce, { id, userId, text }));
  await publishEvent(tx, 'participants_added', { messageId: message.id, userIds: added });
  return message.id;
}

/** Of the recipients those who are not simply people who are there already: these need not be messageable any more. */
async function notThere(ctx: Ctx, sent: readonly Recipient[], there: ReadonlySet<number>): Promise<Recipient[]> {
  const named = (await namedIds(ctx, sent)).filter((id) => !there.has(id));
  return [...named.map((id): Recipient => ({ user: { by: 'id', id } })), ...sent.filter((one) => 'context' in one)];
}

/** Adds people to a group conversation; answers it with the message that says so, where there was anybody to add (conversations#53). */
export async function addRecipients(ctx: Ctx, id: number, sent: readonly Recipient[]): Promise<Conversation> {
  const row = await findConversation(ctx, id, 'allowed');
  if (row.private) throw invalidField('recipients', 'invalid', 'cannot be added to a private conversation');
  const asked = await notThere(ctx, sent, new Set(row.participants.map((person) => person.id)));
  const people = asked.length === 0 ? [] : await peopleOf(ctx, asked);
  const messageId = people.length === 0 ? undefined : await ctx.tx((tx) => addPeople(tx, id, people));
  const messages = await messagesById(ctx, messageId === undefined ? [] : [messageId]);
  return presentOne(ctx, await findConversation(ctx, id, 'allowed'), {}, messages);
}

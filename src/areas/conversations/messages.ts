import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, json } from '../../store/sql/types.ts';
import { filesById } from '../files/attached.ts';
import { ownSide } from './in-common.ts';
import { type Carried, MESSAGE_ROW, type MessageRow, messageJson } from './json.ts';
import { type ParticipantRow, person, personOf, type StoredPerson } from './people.ts';
import type { Message } from './schemas.ts';

const COLUMNS = sql`m.id, m.created_at as "createdAt", m.body, m.author_id as "authorId", m.generated, m.media_comment_id as "mediaCommentId",
  m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds", m.forwarded_ids as "forwardedIds"`;

/** Messages `m` that the user has not removed; `p` is the user's view of the conversation. */
export const SEEN = sql`m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)`;

/** Messages `m` that somebody else wrote. */
export const FROM_OTHERS = sql`m.author_id <> p.user_id and not m.generated`;

const ofConversation = statement({
  name: 'messages_of_conversation',
  takes: { callerId: int, conversationId: int },
  gives: MESSAGE_ROW,
  sql: (p) => sql`select ${COLUMNS} from conversation_participants p join conversation_messages m on m.conversation_id = p.conversation_id
   where p.user_id = ${p.callerId} and p.conversation_id = ${p.conversationId} and ${SEEN} order by m.id desc`,
});

const byIds = statement({
  name: 'messages_by_id',
  takes: { ids: array(int) },
  gives: MESSAGE_ROW,
  sql: (p) => sql`select ${COLUMNS} from conversation_messages m where m.id = any(${p.ids}::int[]) order by m.id desc`,
});

/** The messages that these carry within them, however deep; each once. */
const carriedBy = statement({
  name: 'forwarded_messages',
  takes: { forwardedIds: array(int) },
  gives: MESSAGE_ROW,
  sql: (p) => sql`with recursive f(id) as (
     select unnest(${p.forwardedIds}::int[])
     union
     select t.id from f join conversation_messages m on m.id = f.id cross join lateral unnest(m.forwarded_ids) t(id))
   select ${COLUMNS} from f join conversation_messages m on m.id = f.id`,
});

const authors = statement({
  name: 'authors',
  takes: { callerId: int, authorIds: array(int) },
  gives: { author: json<StoredPerson>() },
  sql: (p) =>
    sql`with ${ownSide(p.callerId)} select ${person(p.callerId, sql`null`)} as author from users u where u.id = any(${p.authorIds}::int[]) order by u.id`,
});

async function carried(ctx: Ctx, rows: readonly MessageRow[]): Promise<Carried> {
  const forwardedIds = rows.flatMap((row) => row.forwardedIds);
  const inner = forwardedIds.length === 0 ? [] : await ctx.db.rows(carriedBy, { forwardedIds });
  const attachmentIds = [...rows, ...inner].flatMap((row) => row.attachmentIds);
  const attachments = await filesById(ctx, attachmentIds);
  return { forwarded: new Map(inner.map((row) => [row.id, row])), attachments };
}

export interface Messages {
  messages: Message[];
  /** Who wrote what is forwarded: participants of the answer, not of the conversation (conversations#17). */
  forwardedAuthors: ParticipantRow[];
}

async function present(ctx: Ctx, rows: readonly MessageRow[]): Promise<Messages> {
  const all = await carried(ctx, rows);
  const authorIds = [...new Set([...all.forwarded.values()].map((row) => row.authorId))];
  const forwardedAuthors = authorIds.length === 0 ? [] : await ctx.db.rows(authors, { callerId: ctx.caller.userId, authorIds });
  return { messages: rows.map((row) => messageJson(row, all)), forwardedAuthors: forwardedAuthors.map((row) => personOf(row.author)) };
}

/** All messages of a conversation that the caller sees, newest first. */
export const messagesOf = async (ctx: Ctx, conversationId: number): Promise<Messages> =>
  present(ctx, await ctx.db.rows(ofConversation, { callerId: ctx.caller.userId, conversationId }));

export const messagesById = async (ctx: Ctx, ids: readonly number[]): Promise<Messages> => present(ctx, await ctx.db.rows(byIds, { ids }));

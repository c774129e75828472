import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { filesById } from '../files/attached.ts';
import { OWN_SIDE } from './in-common.ts';
import { type Carried, type MessageRow, messageJson } from './json.ts';
import { type ParticipantRow, person, personOf, type StoredPerson } from './people.ts';
import type { Message } from './schemas.ts';

const COLUMNS = `m.id, m.created_at as "createdAt", m.body, m.author_id as "authorId", m.generated, m.media_comment_id as "mediaCommentId",
  m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds", m.forwarded_ids as "forwardedIds"`;

/** Messages `m` that the user has not removed; `p` is the user's view of the conversation. */
export const SEEN = `m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)`;

const ofConversation = statement<MessageRow>(
  'messages_of_conversation',
  `select ${COLUMNS} from conversation_participants p join conversation_messages m on m.conversation_id = p.conversation_id
   where p.user_id = $1 and p.conversation_id = $2 and ${SEEN} order by m.id desc`,
);

const byIds = statement<MessageRow>(
  'messages_by_id',
  `select ${COLUMNS} from conversation_messages m where m.id = any($1::int[]) order by m.id desc`,
);

/** The messages that these carry within them, however deep; each once. */
const carriedBy = statement<MessageRow>(
  'forwarded_messages',
  `with recursive f(id) as (
     select unnest($1::int[])
     union
     select t.id from f join conversation_messages m on m.id = f.id cross join lateral unnest(m.forwarded_ids) t(id))
   select ${COLUMNS} from f join conversation_messages m on m.id = f.id`,
);

const authors = statement<{ author: StoredPerson }>(
  'authors',
  `with ${OWN_SIDE} select ${person('null')} as author from users u where u.id = any($2::int[]) order by u.id`,
);

async function carried(ctx: Ctx, rows: readonly MessageRow[]): Promise<Carried> {
  const forwardedIds = rows.flatMap((row) => row.forwardedIds);
  const inner = forwardedIds.length === 0 ? [] : await ctx.db.rows(carriedBy, [forwardedIds]);
  const attachmentIds = [...rows, ...inner].flatMap((row) => row.attachmentIds);
  const attachments = await filesById(ctx, attachmentIds);
  return { forwarded: new Map(inner.map((row) => [row.id, row])), attachments };
}

export interface Messages {
  messages: Message[];
  /** Who wrote what is forwarded: participants of the answer, not of the conversation (part-a, show). */
  forwardedAuthors: ParticipantRow[];
}

async function present(ctx: Ctx, rows: readonly MessageRow[]): Promise<Messages> {
  const all = await carried(ctx, rows);
  const authorIds = [...new Set([...all.forwarded.values()].map((row) => row.authorId))];
  const forwardedAuthors = authorIds.length === 0 ? [] : await ctx.db.rows(authors, [ctx.caller.userId, authorIds]);
  return { messages: rows.map((row) => messageJson(row, all)), forwardedAuthors: forwardedAuthors.map((row) => personOf(row.author)) };
}

/** All messages of a conversation that the caller sees, newest first. */
export const messagesOf = async (ctx: Ctx, conversationId: number): Promise<Messages> =>
  present(ctx, await ctx.db.rows(ofConversation, [ctx.caller.userId, conversationId]));

export const messagesById = async (ctx: Ctx, ids: readonly number[]): Promise<Messages> => present(ctx, await ctx.db.rows(byIds, [ids]));

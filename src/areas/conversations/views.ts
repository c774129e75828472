import type { Ctx } from '../../access/context.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, ifThere, int, someOf, text } from '../../store/sql/types.ts';
import { FILE_IS_THERE } from '../files/relations.ts';
import { ownSide } from './in-common.ts';
import { CONVERSATION_ROW, type ConversationRow, conversationJson, conversationOf, participantsJson } from './json.ts';
import { type Messages, SEEN } from './messages.ts';
import { person } from './people.ts';
import { holdsMessages, isUnread, isWritten } from './relations.ts';
import { type Conversation, type ConversationsWithIds, DEFAULT_SCOPE, type Filter, type Scope, type View } from './schemas.ts';

// Of conversations that came with files alone is it asked whether one is left: files end by themselves.
const HAS_ATTACHMENTS = sql`p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and ${SEEN} and ${FILE_IS_THERE})`;

// Of the own messages that are left. What others go by, when somebody last wrote, stays through what that one removes (conversations#31).
// It is looked for back from the newest message: by its author, all that somebody has ever written would be gone through for each row.
const LAST_AUTHORED_AT = sql`case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
    from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc ${ONE_BY_ONE}) m
    where m.author_id = p.user_id and ${isWritten('m')} and ${SEEN} order by m.id desc limit 1)
  else p.last_authored_at end`;

const COLUMNS = sql`p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  ${LAST_AUTHORED_AT} as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", ${HAS_ATTACHMENTS} as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants`;

const joins = (me: Piece): Sql => sql`join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
    select json_agg(${person(me, sql`extract(epoch from o.last_authored_at) * 1000`)}) as found
    from conversation_participants o cross join lateral (select * from users where users.id = o.user_id ${ONE_BY_ONE}) u
    where o.conversation_id = p.conversation_id) people`;

/** The conversations of `rows`, as a user has them. */
const shown = (me: Piece, rows: Sql): Sql => sql`with ${ownSide(me)} select ${COLUMNS} from ${rows} p ${joins(me)}`;

/** Each names rows of an index of its own, but `sent`, for which all of the caller's are gone through (conversations#38). */
const SCOPE: Readonly<Record<Scope, Sql>> = {
  inbox: sql`p.state <> 'archived'`,
  unread: isUnread('p'),
  archived: sql`p.state = 'archived'`,
  starred: sql`p.starred`,
  sent: sql`p.last_authored_message is not null`,
};

const FILTER = { tag: text, user: int };
type FilterKind = keyof typeof FILTER;
/** What a filter asks of the rows of a scope: at most one of the two. */
const FILTERS = {
  user: (p: ParametersOf<typeof FILTER>): Sql =>
    sql`exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = ${p.user}::int)`,
  tag: (p: ParametersOf<typeof FILTER>): Sql => sql`p.tags @> array[${p.tag}::text]`,
};

const select = (columns: Sql, me: Piece, scope: Scope): Sql =>
  sql`select ${columns} from conversation_participants p where p.user_id = ${me} and ${holdsMessages('p')} and ${SCOPE[scope]}`;

const listOf = (scope: Scope) =>
  keyedList({
    name: `conversations_${scope}`,
    takes: { callerId: int },
    mayTake: FILTER,
    gives: CONVERSATION_ROW,
    select: (p) => select(sql`p.*`, p.callerId, scope),
    filters: FILTERS,
    around: (page, p) => shown(p.callerId, sql`(${page})`),
    key: [
      { sql: sql`p.last_message_at`, type: 'timestamptz', descending: true },
      { sql: sql`p.conversation_id`, type: 'int', descending: true },
    ],
    keyOf: (row) => [row.lastMessageAt?.toISOString() ?? '', row.id],
  });

const LISTS = {
  inbox: listOf('inbox'),
  unread: listOf('unread'),
  archived: listOf('archived'),
  starred: listOf('starred'),
  sent: listOf('sent'),
};

/** All ids of a scope, in the order of its list. */
const idsOf = (scope: Scope, by: FilterKind | 'all') =>
  statement({
    name: `conversation_ids_${scope}_${by}`,
    takes: { callerId: int, ...someOf(ifThere(FILTER)) },
    gives: { id: int },
    sql: (p) => sql`${select(sql`p.conversation_id as id`, p.callerId, scope)} ${by === 'all' ? none : sql`and ${FILTERS[by](p)}`}
      order by p.last_message_at desc, p.conversation_id desc`,
  });
const idsIn = (scope: Scope) => ({ all: idsOf(scope, 'all'), user: idsOf(scope, 'user'), tag: idsOf(scope, 'tag') });
const IDS = {
  inbox: idsIn('inbox'),
  unread: idsIn('unread'),
  archived: idsIn('archived'),
  starred: idsIn('starred'),
  sent: idsIn('sent'),
};

function wanted(filter: Filter | undefined): { user?: number; tag?: string } {
  if (filter === undefined) return {};
  return filter.kind === 'user' ? { user: filter.id } : { tag: `${filter.kind}_${filter.id}` };
}

const presentList = (ctx: Ctx, rows: readonly ConversationRow[], view: View): Conversation[] =>
  rows.map((row) => conversationJson(ctx, row, view));

/** The caller's conversations, newest first (conversations#37); with all their ids where these are asked for. */
export async function listConversations(
  ctx: Ctx,
  view: View,
  page: PageRequest,
  withIds: boolean,
): Promise<Page<Conversation> | WrappedPage<ConversationsWithIds>> {
  const scope = view.scope ?? DEFAULT_SCOPE;
  const { userId } = ctx.caller;
  const filters = wanted(view.filter);
  const found = await LISTS[scope].read(ctx.db, { callerId: userId }, page, filters);
  const conversations = presentList(ctx, found.rows.map(conversationOf), view);
  if (!withIds) return mapPage(found, conversations);
  const by = 'user' in filters ? 'user' : 'tag' in filters ? 'tag' : 'all';
  const ids = await ctx.db.rows(IDS[scope][by], { callerId: userId, user: null, tag: null, ...filters });
  return { ...mapPage(found, []), body: { conversations, conversation_ids: ids.map((row) => row.id) } };
}

const several = statement({
  name: 'conversations_by_id',
  takes: { userId: int, ids: array(int) },
  gives: CONVERSATION_ROW,
  sql: (p) => sql`${shown(p.userId, sql`conversation_participants`)}
   where p.user_id = ${p.userId} and p.conversation_id = any(${p.ids}::int[]) order by p.conversation_id`,
});

/** The rows of conversations as the caller has them, also of those that the caller has removed. */
const rowsOf = async (db: Db, userId: number, ids: readonly number[]): Promise<ConversationRow[]> =>
  (await db.rows(several, { userId, ids })).map(conversationOf);

/** Several at once, without messages (conversations#2). */
export async function presentConversations(ctx: Ctx, ids: readonly number[], view: View): Promise<Conversation[]> {
  return presentList(ctx, await rowsOf(ctx.db, ctx.caller.userId, ids), view);
}

const own = statement({
  name: 'own_conversation',
  takes: { userId: int, id: int },
  gives: { id: int },
  sql: (p) =>
    sql`select p.conversation_id as id from conversation_participants p where p.user_id = ${p.userId} and p.conversation_id = ${p.id}`,
});

/** 404 for whoever takes no part in it, before its rows are held. */
export async function requireConversation(ctx: Ctx, id: number): Promise<void> {
  foundIn(await ctx.db.rows(own, { userId: ctx.caller.userId, id }));
}

/** 404 for whoever takes no part in it; a caller who has removed all of it finds it where `removed` is allowed (conversations#50). */
export async function findConversation(ctx: Ctx, id: number, removed: 'allowed' | 'hidden'): Promise<ConversationRow> {
  const [row] = await rowsOf(ctx.db, ctx.caller.userId, [id]);
  if (!row || (removed === 'hidden' && row.lastMessageAt === null)) throw notFound();
  return row;
}

/**
 * A single answer: participants with what they have in common with the caller, and messages where there are any to show (conversations#33).
 */
export function presentOne(ctx: Ctx, row: ConversationRow, view: View, shownMessages?: Messages): Conversation {
  const taking = row.participants;
  const further = (shownMessages?.forwardedAuthors ?? []).filter((author) => taking.every((one) => one.id !== author.id));
  const json = conversationJson(ctx, row, view);
  const byId = new Map(taking.map((one) => [one.id, one]));
  const inOrder = json.participants.flatMap((one) => byId.get(one.id) ?? []);
  return {
    ...json,
    participants: participantsJson(ctx, [...inOrder, ...further]),
    ...(shownMessages ? { messages: shownMessages.messages } : {}),
  };
}

import type { Ctx } from '../../access/context.ts';
import { notFound } from '../../http/errors.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { type Db, type Statement, statement } from '../../store/database.ts';
import { keyedList, type PagedList } from '../../store/lists.ts';
import { FILE_IS_THERE } from '../../store/stored/files.ts';
import { OWN_SIDE } from './in-common.ts';
import { type ConversationRow, conversationJson, participantsJson } from './json.ts';
import { type Messages, SEEN } from './messages.ts';
import { person, personOf, type StoredPerson } from './people.ts';
import type { Conversation, ConversationsWithIds, Filter, Scope, View } from './schemas.ts';

// Of conversations that came with files alone is it asked whether one is left: files end by themselves.
const HAS_ATTACHMENTS = `p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and ${SEEN} and ${FILE_IS_THERE})`;

const COLUMNS = `p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  p.last_authored_at as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", ${HAS_ATTACHMENTS} as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants`;

// However many participants the planner expects, each is looked up by its key: `offset 0` keeps it from reading all users.
const JOINS = `join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
    select json_agg(${person('extract(epoch from o.last_authored_at) * 1000')}) as found
    from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
    where o.conversation_id = p.conversation_id) people`;

/** The conversations of `rows`, as the user $1 has them. */
const shown = (rows: string): string => `with ${OWN_SIDE} select ${COLUMNS} from ${rows} p ${JOINS}`;

interface StoredRow extends Omit<ConversationRow, 'participants'> {
  participants: StoredPerson[];
}

const rowOf = (row: StoredRow): ConversationRow => ({ ...row, participants: row.participants.map(personOf) });

/** Each names rows of an index of its own (D6.6). */
const SCOPE: Readonly<Record<Scope | 'default', string>> = {
  default: `p.state <> 'archived'`,
  unread: `p.state = 'unread'`,
  archived: `p.state = 'archived'`,
  starred: 'p.starred',
};

/** What a filter asks of the rows of a scope: at most one of the two. */
const FILTERS = {
  tag: (value: string) => `p.tags @> array[${value}::text]`,
  user: (value: string) =>
    `exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = ${value}::int)`,
} as const;
type FilterKind = keyof typeof FILTERS;

const select = (columns: string, scope: Scope | 'default'): string =>
  `select ${columns} from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and ${SCOPE[scope]}`;

const listOf = (scope: Scope | 'default'): PagedList<StoredRow, FilterKind> =>
  keyedList({
    name: `conversations_${scope}`,
    select: select('p.*', scope),
    parameters: 1,
    filters: FILTERS,
    around: (page) => shown(`(${page})`),
    key: [
      { sql: 'p.last_message_at', type: 'timestamptz', descending: true },
      { sql: 'p.conversation_id', type: 'int', descending: true },
    ],
    keyOf: (row) => [row.lastMessageAt?.toISOString() ?? '', row.id],
  });

const LISTS = { default: listOf('default'), unread: listOf('unread'), archived: listOf('archived'), starred: listOf('starred') };

/** All ids of a scope, in the order of its list. */
function idsOf(scope: Scope | 'default', by: FilterKind | undefined): Statement<{ id: number }> {
  const condition = by === undefined ? '' : `and ${FILTERS[by]('$2')}`;
  const order = 'order by p.last_message_at desc, p.conversation_id desc';
  return statement(`conversation_ids_${scope}_${by ?? 'all'}`, `${select('p.conversation_id as id', scope)} ${condition} ${order}`);
}

function wanted(filter: Filter | undefined): Partial<Record<FilterKind, string | number>> {
  if (filter === undefined) return {};
  return filter.kind === 'user' ? { user: filter.id } : { tag: `${filter.kind}_${filter.id}` };
}

const presentList = (ctx: Ctx, rows: readonly ConversationRow[], view: View): Conversation[] =>
  rows.map((row) => conversationJson(ctx, row, view));

/** The caller's conversations, newest first (part-a, Conversations; D6.6); with all their ids where these are asked for. */
export async function listConversations(
  ctx: Ctx,
  view: View,
  page: PageRequest,
  withIds: boolean,
): Promise<Page<Conversation> | WrappedPage<ConversationsWithIds>> {
  const scope = view.scope ?? 'default';
  const { userId } = ctx.caller;
  const filters = wanted(view.filter);
  const found = await LISTS[scope].read(ctx.db, [userId], page, filters);
  const conversations = presentList(ctx, found.rows.map(rowOf), view);
  if (!withIds) return mapPage(found, conversations);
  const by = 'user' in filters ? 'user' : 'tag' in filters ? 'tag' : undefined;
  const ids = await ctx.db.rows(idsOf(scope, by), [userId, ...Object.values(filters)]);
  return { ...mapPage(found, []), body: { conversations, conversation_ids: ids.map((row) => row.id) } };
}

const several = statement<StoredRow>(
  'conversations_by_id',
  `${shown('conversation_participants')}
   where p.user_id = $1 and p.conversation_id = any($2::int[]) order by p.conversation_id`,
);

/** As the caller has them, removed ones too. */
export const rowsOf = async (db: Db, userId: number, ids: readonly number[]): Promise<ConversationRow[]> =>
  (await db.rows(several, [userId, ids])).map(rowOf);

/** Several at once, without messages (D6.1). */
export async function presentConversations(ctx: Ctx, ids: readonly number[], view: View): Promise<Conversation[]> {
  return presentList(ctx, await rowsOf(ctx.db, ctx.caller.userId, ids), view);
}

/** 404 for whoever takes no part in it; a caller who has removed all of it finds it where `removed` is allowed (D6.12). */
export async function findConversation(ctx: Ctx, id: number, removed: 'allowed' | 'hidden'): Promise<ConversationRow> {
  const [row] = await rowsOf(ctx.db, ctx.caller.userId, [id]);
  if (!row || (removed === 'hidden' && row.lastMessageAt === null)) throw notFound();
  return row;
}

/** A single answer: participants with what they have in common with the caller, and messages where there are any to show (D6.5). */
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

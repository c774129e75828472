import type { Ctx } from '../../access/context.ts';
import { notFound } from '../../http/errors.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { type Db, type Statement, statement } from '../../store/database.ts';
import { type KeyedList, keyedList } from '../../store/keyset.ts';
import { AVATAR_FIELDS } from './avatars.ts';
import { contextsInCommon } from './in-common.ts';
import { type ConversationRow, conversationJson, participantsJson } from './json.ts';
import type { Messages } from './messages.ts';
import type { Conversation, ConversationsWithIds, Filter, Scope, View } from './schemas.ts';

const COLUMNS = `p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  p.last_authored_at as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount",
  p.is_last_author as "isLastAuthor", p.has_attachments as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants`;

const JOINS = `join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
    select json_agg(json_build_object('name', u.short_name, 'at', extract(epoch from o.last_authored_at) * 1000, ${AVATAR_FIELDS})) as found
    from conversation_participants o join users u on u.id = o.user_id where o.conversation_id = p.conversation_id) people`;

/** Each names rows of an index of its own (D6.6). */
const SCOPE: Readonly<Record<Scope | 'default', string>> = {
  default: `p.state <> 'archived'`,
  unread: `p.state = 'unread'`,
  archived: `p.state = 'archived'`,
  starred: 'p.starred',
};

/** What a filter asks of the rows of a scope. */
const FILTER = {
  none: '$2::text is null',
  tag: 'p.tags @> array[$2::text]',
  user: 'exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $2::int)',
} as const;

const select = (columns: string, scope: Scope | 'default', by: keyof typeof FILTER): string =>
  `select ${columns} from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and ${SCOPE[scope]} and ${FILTER[by]}`;

interface Found {
  page: KeyedList<ConversationRow>;
  /** All ids, in the order of the list. */
  ids: Statement<{ id: number }>;
}

const lists = new Map<string, Found>();

function listOf(scope: Scope | 'default', by: keyof typeof FILTER): Found {
  const name = `conversations_${scope}_by_${by}`;
  const known = lists.get(name);
  if (known) return known;
  const found = {
    page: keyedList<ConversationRow>({
      name,
      select: select('p.*', scope, by),
      parameters: 2,
      around: (page) => `select ${COLUMNS} from (${page}) p ${JOINS}`,
      key: [
        { sql: 'p.last_message_at', type: 'timestamptz', descending: true },
        { sql: 'p.conversation_id', type: 'int', descending: true },
      ],
      keyOf: (row) => [row.lastMessageAt?.toISOString() ?? '', row.id],
    }),
    ids: statement<{ id: number }>(
      `${name}_ids`,
      `${select('p.conversation_id as id', scope, by)} order by p.last_message_at desc, p.conversation_id desc`,
    ),
  };
  lists.set(name, found);
  return found;
}

function wanted(ctx: Ctx, filter: Filter | undefined): { by: keyof typeof FILTER; values: unknown[] } {
  const { userId } = ctx.caller;
  if (filter === undefined) return { by: 'none', values: [userId, null] };
  if (filter.kind === 'user') return { by: 'user', values: [userId, filter.id] };
  return { by: 'tag', values: [userId, `${filter.kind}_${filter.id}`] };
}

async function presentList(ctx: Ctx, rows: readonly ConversationRow[], view: View): Promise<Conversation[]> {
  const people = new Set(rows.flatMap((row) => row.participants.map((person) => person.id)));
  people.delete(ctx.caller.userId);
  const inCommon = await contextsInCommon(ctx, [...people]);
  return rows.map((row) => conversationJson(ctx, row, inCommon, view));
}

/** The caller's conversations, newest first (part-a, Conversations; D6.6); with all their ids where these are asked for. */
export async function listConversations(
  ctx: Ctx,
  view: View,
  page: PageRequest,
  withIds: boolean,
): Promise<Page<Conversation> | WrappedPage<ConversationsWithIds>> {
  const { by, values } = wanted(ctx, view.filter);
  const list = listOf(view.scope ?? 'default', by);
  const found = await list.page.read(ctx.db, values, page);
  const conversations = await presentList(ctx, found.rows, view);
  if (!withIds) return mapPage(found, conversations);
  const ids = await ctx.db.rows(list.ids, values);
  return { ...mapPage(found, []), body: { conversations, conversation_ids: ids.map((row) => row.id) } };
}

const several = statement<ConversationRow>(
  'conversations_by_id',
  `select ${COLUMNS} from conversation_participants p ${JOINS}
   where p.user_id = $1 and p.conversation_id = any($2::int[]) order by p.conversation_id`,
);

/** As the caller has them, removed ones too. */
export const rowsOf = (db: Db, userId: number, ids: readonly number[]): Promise<ConversationRow[]> => db.rows(several, [userId, ids]);

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

/** A single answer: what its participants have in common with the caller, and messages where there are any to show (D6.5). */
export async function presentOne(ctx: Ctx, row: ConversationRow, view: View, shown?: Messages): Promise<Conversation> {
  const taking = row.participants;
  const further = (shown?.forwardedAuthors ?? []).filter((author) => taking.every((person) => person.id !== author.id));
  const inCommon = await contextsInCommon(
    ctx,
    [...taking, ...further].map((person) => person.id).filter((id) => id !== ctx.caller.userId),
  );
  const json = conversationJson(ctx, row, inCommon, view);
  const byId = new Map(taking.map((person) => [person.id, person]));
  const inOrder = json.participants.flatMap((person) => byId.get(person.id) ?? []);
  return {
    ...json,
    participants: participantsJson(ctx, [...inOrder, ...further], inCommon),
    ...(shown ? { messages: shown.messages } : {}),
  };
}

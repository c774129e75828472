import type { Ctx, TxCtx } from '../../../access/context.ts';
import { foundIn, notFound } from '../../../kernel/errors.ts';
import { type Db, statement } from '../../../store/database.ts';
import { keyedList } from '../../../store/lists.ts';
import { identifier, join, none, type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, boolean, int, json, nullable, type RowOf, type Types, text } from '../../../store/sql/types.ts';
import { type AttachedRow, attachedOf, hasFile } from '../attachments.ts';

const REPLY_ROW = {
  id: int,
  topicId: int,
  userId: int,
  userName: text,
  editorId: nullable(int),
  parentId: nullable(int),
  message: text,
  attachment: nullable(json<AttachedRow>()),
  ratingCount: int,
  ratingSum: int,
  deleted: boolean,
  /** As PostgreSQL writes them in UTC, at the head of a list or within its JSON. */
  createdAt: text,
  updatedAt: text,
  /** What the entry is to the caller. */
  read: boolean,
  forced: boolean,
};
export type ReplyRow = RowOf<typeof REPLY_ROW>;

/** The newest replies that an entry brings along (discussions#47). */
export const RECENT_REPLIES = 10;

export const ENTRY_ROW = {
  /** The newest active entries under a top-level entry, one more than are shown; null where there are none. */
  replies: nullable(json<ReplyValues[]>()),
  ...REPLY_ROW,
};
export type EntryRow = RowOf<typeof ENTRY_ROW>;

/**
 * Whether an entry is read by a participant `p` of its topic: as they marked it by itself, else as they marked all up to one at once, else
 * by its author alone (discussions#64).
 */
const readAs = (marked: Sql, entryId: Piece, isAuthor: Sql): Sql =>
  sql`coalesce(${marked}, case when ${entryId} <= p.marked_through then p.marked_read end, ${isAuthor})`;
/** Whether the caller has read one entry, whose own mark is looked up. */
export const isReadBy = (entryId: Piece, authorId: Piece): Sql =>
  readAs(
    sql`(select m.read from discussion_entry_marks m where m.topic_id = p.topic_id and m.user_id = p.user_id and m.entry_id = ${entryId})`,
    sql`${entryId}::int`,
    sql`p.user_id = ${authorId}`,
  );

/** The columns of entries `e` of users `u`. What the caller marked: in `p` the whole topic up to an entry, in `m` the entry itself. */
const fieldsFor = (caller: Piece) => ({
  id: sql`e.id`,
  userId: sql`e.user_id`,
  userName: sql`u.short_name`,
  editorId: sql`e.editor_id`,
  parentId: sql`e.parent_id`,
  message: sql`e.message`,
  attachment: attachedOf('e'),
  ratingCount: sql`e.rating_count`,
  ratingSum: sql`e.rating_sum`,
  createdAt: sql`e.created_at::text`,
  updatedAt: sql`e.updated_at::text`,
  read: readAs(sql`m.read`, sql`e.id`, sql`e.user_id = ${caller}`),
  forced: sql`coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)`,
});

const columns = (fields: Record<keyof ReturnType<typeof fieldsFor>, Sql>): Sql =>
  join(
    Object.entries({ ...fields, topicId: sql`e.topic_id`, deleted: sql`e.deleted` }).map(
      ([name, field]) => sql`${field} as ${identifier(name)}`,
    ),
    ', ',
  );

/** A new entry `e`, as its author `caller` sees it: it is read, and nobody has marked it or replied to it. */
export const newEntry = (caller: Piece): Sql =>
  sql`select ${columns({ ...fieldsFor(caller), read: sql`true`, forced: sql`false` })}, null::json as replies
   from entry e join users u on u.id = e.user_id`;

/** A reply within its entry's row: the values of `fieldsFor`, because their names would be most of what is written and read. */
type ReplyValues = readonly [
  id: number,
  userId: number,
  userName: string,
  editorId: number | null,
  parentId: number | null,
  message: string,
  attachment: AttachedRow | null,
  ratingCount: number,
  ratingSum: number,
  createdAt: string,
  updatedAt: string,
  read: boolean,
  forced: boolean,
];
const valuesFor = (caller: Piece): Sql => sql`json_build_array(${join(Object.values(fieldsFor(caller)), ', ')})`;

export function replyOf(topicId: number, values: ReplyValues): ReplyRow {
  const [id, userId, userName, editorId, parentId, message, attachment, ratingCount, ratingSum, createdAt, updatedAt, read, forced] =
    values;
  const said = { userId, userName, editorId, message, attachment, ratingCount, ratingSum, deleted: false };
  return { id, topicId, parentId, ...said, createdAt, updatedAt, read, forced };
}

const mark = (caller: Piece): Sql =>
  sql`left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = ${caller} and m.entry_id = e.id`;
/** What marks make of an entry for the caller; the same wherever it is asked. */
const marks = (caller: Piece): Sql =>
  sql`left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = ${caller} ${mark(caller)}`;

// `p` is that of the entry, whose topic is the replies' own.
const replies = (caller: Piece): Sql => sql`left join lateral (
    select json_agg(${valuesFor(caller)} order by e.id desc) as replies
    from (select r.* from discussion_entries r
        where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
        order by r.id desc limit ${RECENT_REPLIES + 1}) e
      join users u on u.id = e.user_id ${mark(caller)}) newest on true`;

/** The entries that `page` selects, as the caller sees them. */
const seen = (page: Sql, caller: Piece): Sql =>
  sql`select ${columns(fieldsFor(caller))}, newest.replies from (${page}) e join users u on u.id = e.user_id ${marks(caller)} ${replies(caller)}`;

const entryList = <const Takes extends Types>(
  name: string,
  takes: Takes,
  where: (p: ParametersOf<Takes>) => Sql,
  order: 'newest first' | 'oldest first',
) =>
  keyedList({
    name,
    takes: { callerId: int, ...takes },
    mayTake: { below: int },
    gives: ENTRY_ROW,
    select: (p) => sql`select e.* from discussion_entries e where ${where(p)}`,
    filters: { below: (p) => sql`${p.below}::int = any(e.ancestors)` },
    around: (page, p) => seen(page, p.callerId),
    key: [{ sql: sql`e.id`, type: 'int', descending: order === 'newest first' }],
    keyOf: (row) => [row.id],
  });

const OF_TOPICS = { topicIds: array(int) };
// One topic's are read in order from its own index; of several they have to be put in order first.
export const topLevel = {
  ofOne: entryList(
    'entries_of_topic',
    OF_TOPICS,
    (p) => sql`e.topic_id = (${p.topicIds}::int[])[1] and e.root_entry_id is null and not e.deleted`,
    'newest first',
  ),
  ofSeveral: entryList(
    'entries_of_topics',
    OF_TOPICS,
    (p) => sql`e.topic_id = any(${p.topicIds}::int[]) and e.root_entry_id is null and not e.deleted`,
    'newest first',
  ),
};
/** All active descendants: the whole thread, or what stands in it below one entry. */
export const descendants = entryList(
  'replies_of_entry',
  { topicId: int, threadId: int },
  (p) => sql`e.topic_id = ${p.topicId} and e.root_entry_id = ${p.threadId} and not e.deleted`,
  'newest first',
);
export const byIds = entryList(
  'entries_by_ids',
  { ...OF_TOPICS, ids: array(int) },
  (p) => sql`e.topic_id = any(${p.topicIds}::int[]) and e.id = any(${p.ids}::int[])`,
  'oldest first',
);

const known = statement({
  name: 'entries_known',
  takes: { topicIds: array(int), ids: array(int) },
  gives: { count: int },
  sql: (p) =>
    sql`select count(*) as count from discussion_entries e where e.topic_id = any(${p.topicIds}::int[]) and e.id = any(${p.ids}::int[])`,
});

export async function countKnown(db: Db, topicIds: readonly number[], ids: readonly number[]): Promise<number> {
  const [row] = await db.rows(known, { topicIds, ids });
  return row?.count ?? 0;
}

const one = statement({
  name: 'entry',
  takes: { callerId: int, topicId: int, id: int },
  gives: ENTRY_ROW,
  sql: (p) => seen(sql`select e.* from discussion_entries e where e.topic_id = ${p.topicId} and e.id = ${p.id}`, p.callerId),
});

export async function findEntry(ctx: Ctx, topicId: number, id: number): Promise<EntryRow> {
  return foundIn(await ctx.db.rows(one, { callerId: ctx.caller.userId, topicId, id }));
}

/** What is asked of an entry before something is done to it. */
const ENTRY_NODE_ROW = {
  id: int,
  topicId: int,
  userId: int,
  ancestors: array(int),
  hasFile: boolean,
  deleted: boolean,
};
export type EntryNode = RowOf<typeof ENTRY_NODE_ROW>;

const place = (name: string, held: Sql) =>
  statement({
    name,
    takes: { topicIds: array(int), id: int },
    gives: ENTRY_NODE_ROW,
    sql: (p) => sql`select e.id, e.topic_id as "topicId", e.user_id as "userId", e.ancestors, ${hasFile('e')} as "hasFile", e.deleted
  from discussion_entries e where e.topic_id = any(${p.topicIds}::int[]) and e.id = ${p.id}${held}`,
  });
const places = {
  read: place('entry_place', none),
  /** So that it is neither changed nor deleted meanwhile. */
  shared: place('entry_place_shared', sql` for share of e`),
  held: place('entry_place_held', sql` for no key update of e`),
};

async function findNode(db: Db, how: keyof typeof places, topicIds: readonly number[], id: number): Promise<EntryNode> {
  return foundIn(await db.rows(places[how], { topicIds, id }));
}

/** Also of a deleted entry, whose thread is kept. */
export const nodeOf = (ctx: Ctx, topicIds: readonly number[], id: number): Promise<EntryNode> => findNode(ctx.db, 'read', topicIds, id);

/** An entry that is not deleted, as a node of its thread; it is shared or held until the transaction ends. */
export async function liveNodeOf(tx: TxCtx, how: 'shared' | 'held', topicIds: readonly number[], id: number): Promise<EntryNode> {
  const found = await findNode(tx.db, how, topicIds, id);
  if (found.deleted) throw notFound();
  return found;
}

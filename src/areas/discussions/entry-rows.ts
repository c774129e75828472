import type { Ctx, TxCtx } from '../../access/context.ts';
import { foundIn, notFound } from '../../http/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { ATTACHED, type AttachedRow } from './attachments.ts';

export interface ReplyRow {
  id: number;
  topicId: number;
  userId: number;
  userName: string;
  editorId: number | null;
  parentId: number | null;
  message: string;
  attachment: AttachedRow | null;
  deleted: boolean;
  /** As PostgreSQL writes them in UTC, at the head of a list or within its JSON. */
  createdAt: string;
  updatedAt: string;
  /** What the entry is to the caller. */
  read: boolean;
  forced: boolean;
}

/** The newest replies that an entry brings along (part-a, Limits). */
export const RECENT_REPLIES = 10;

export interface EntryRow extends ReplyRow {
  /** The newest active entries under a top-level entry, one more than are shown; null where there are none. */
  replies: ReplyValues[] | null;
}

/** Of entries `e` of users `u`, with what the caller $1 marked: `p` the whole topic up to an entry, `m` the entry itself. */
const FIELDS = {
  id: 'e.id',
  userId: 'e.user_id',
  userName: 'u.short_name',
  editorId: 'e.editor_id',
  parentId: 'e.parent_id',
  message: 'e.message',
  attachment: ATTACHED,
  createdAt: 'e.created_at::text',
  updatedAt: 'e.updated_at::text',
  read: 'coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1)',
  forced: 'coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)',
} as const satisfies Record<keyof Omit<ReplyRow, 'topicId' | 'deleted'>, string>;

const COLUMNS = Object.entries({ ...FIELDS, topicId: 'e.topic_id', deleted: 'e.deleted' })
  .map(([name, sql]) => `${sql} as "${name}"`)
  .join(', ');

/** A reply within its entry's row: the values of FIELDS, because their names would be most of what is written and read. */
export type ReplyValues = readonly [
  id: number,
  userId: number,
  userName: string,
  editorId: number | null,
  parentId: number | null,
  message: string,
  attachment: AttachedRow | null,
  createdAt: string,
  updatedAt: string,
  read: boolean,
  forced: boolean,
];
const VALUES = `json_build_array(${Object.values(FIELDS).join(', ')})`;

export function replyOf(topicId: number, values: ReplyValues): ReplyRow {
  const [id, userId, userName, editorId, parentId, message, attachment, createdAt, updatedAt, read, forced] = values;
  return { id, topicId, userId, userName, editorId, parentId, message, attachment, deleted: false, createdAt, updatedAt, read, forced };
}

const MARK = 'left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id';
/** What marks make of an entry for the caller; the same wherever it is asked. */
export const MARKS = `left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 ${MARK}`;
export const READ = FIELDS.read;

// `p` is that of the entry, whose topic is the replies' own.
const REPLIES = `left join lateral (
    select json_agg(${VALUES} order by e.id desc) as replies
    from (select r.* from discussion_entries r
        where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
        order by r.id desc limit ${RECENT_REPLIES + 1}) e
      join users u on u.id = e.user_id ${MARK}) newest on true`;

/** The entries that `page` selects, as the caller $1 sees them. */
const seen = (page: string): string =>
  `select ${COLUMNS}, newest.replies from (${page}) e join users u on u.id = e.user_id ${MARKS} ${REPLIES}`;

const entryList = (name: string, where: string, parameters: number, descending: boolean) =>
  keyedList<EntryRow, 'below'>({
    name,
    select: `select e.* from discussion_entries e where ${where}`,
    parameters,
    filters: { below: (id) => `${id}::int = any(e.ancestors)` },
    around: seen,
    key: [{ sql: 'e.id', type: 'int', descending }],
    keyOf: (row) => [row.id],
  });

// One topic's are read in order from its own index; of several they have to be put in order first.
export const topLevel = {
  ofOne: entryList('entries_of_topic', 'e.topic_id = ($2::int[])[1] and e.root_entry_id is null and not e.deleted', 2, true),
  ofSeveral: entryList('entries_of_topics', 'e.topic_id = any($2::int[]) and e.root_entry_id is null and not e.deleted', 2, true),
};
/** All active descendants: the whole thread $3, or what stands in it below one entry. */
export const descendants = entryList('replies_of_entry', 'e.topic_id = $2 and e.root_entry_id = $3 and not e.deleted', 3, true);
export const byIds = entryList('entries_by_ids', 'e.topic_id = any($2::int[]) and e.id = any($3::int[])', 3, false);

const known = statement<{ count: number }>(
  'entries_known',
  'select count(*) as count from discussion_entries e where e.topic_id = any($1::int[]) and e.id = any($2::int[])',
);

export async function countKnown(db: Db, topicIds: readonly number[], ids: readonly number[]): Promise<number> {
  const [row] = await db.rows(known, [topicIds, ids]);
  return row?.count ?? 0;
}

const one = statement<EntryRow>('entry', seen('select e.* from discussion_entries e where e.topic_id = $2 and e.id = $3'));

export async function findEntry(ctx: Ctx, topicId: number, id: number): Promise<EntryRow> {
  return foundIn(await ctx.db.rows(one, [ctx.caller.userId, topicId, id]));
}

/** What is asked of an entry before something is done to it. */
export interface EntryPlace {
  id: number;
  topicId: number;
  userId: number;
  ancestors: number[];
  attachmentId: number | null;
  deleted: boolean;
}

const PLACE = `select e.id, e.topic_id as "topicId", e.user_id as "userId", e.ancestors, e.attachment_id as "attachmentId", e.deleted
  from discussion_entries e where e.topic_id = any($1::int[]) and e.id = $2`;
const places = {
  read: statement<EntryPlace>('entry_place', PLACE),
  /** So that it is neither changed nor deleted meanwhile. */
  shared: statement<EntryPlace>('entry_place_shared', `${PLACE} for share of e`),
  held: statement<EntryPlace>('entry_place_held', `${PLACE} for no key update of e`),
};

async function findPlace(db: Db, how: keyof typeof places, topicIds: readonly number[], id: number): Promise<EntryPlace> {
  return foundIn(await db.rows(places[how], [topicIds, id]));
}

/** Also of a deleted entry, whose thread is kept. */
export const placeOf = (ctx: Ctx, topicIds: readonly number[], id: number): Promise<EntryPlace> => findPlace(ctx.db, 'read', topicIds, id);

/** Of an entry that is not deleted; shared or held until the transaction ends. */
export async function livePlaceOf(tx: TxCtx, how: 'shared' | 'held', topicIds: readonly number[], id: number): Promise<EntryPlace> {
  const place = await findPlace(tx.db, how, topicIds, id);
  if (place.deleted) throw notFound();
  return place;
}

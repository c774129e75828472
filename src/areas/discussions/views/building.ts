import type { TxCtx } from '../../../access/context.ts';
import { iso } from '../../../http/timestamps.ts';
import { type Db, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, type RowOf, text, timestamptz } from '../../../store/sql/types.ts';
import { downloadAddress } from '../../files/json.ts';
import { type AttachedRow, attachedOf, attachedTo } from '../attachments.ts';
import { BUILD_VIEW } from '../job-names.ts';
import { isTopic } from '../relations.ts';
import type { ViewEntry } from '../schemas.ts';

export const VIEW_ROW = {
  id: int,
  userId: int,
  editorId: nullable(int),
  parentId: nullable(int),
  message: text,
  attachment: nullable(json<AttachedRow>()),
  ratingCount: int,
  ratingSum: int,
  deleted: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};
export type ViewRow = RowOf<typeof VIEW_ROW>;

export const VIEW_COLUMNS = sql`e.id, e.user_id as "userId", e.editor_id as "editorId", e.parent_id as "parentId", e.message, ${attachedOf('e')} as attachment,
  e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.deleted,
  e.created_at as "createdAt", e.updated_at as "updatedAt"`;

/** A file's address has no signature: it answers to a token of who may read the entry (discussions#62). */
export const viewEntry = (row: ViewRow, baseUrl: string): ViewEntry => ({
  id: row.id,
  parent_id: row.parentId,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  ...(row.deleted
    ? { deleted: true }
    : {
        user_id: row.userId,
        message: row.message,
        ...(row.editorId === null ? {} : { editor_id: row.editorId }),
        // Most have none, of a tree that can be long.
        ...(row.ratingCount === 0 ? {} : { rating_count: row.ratingCount, rating_sum: row.ratingSum }),
        ...attachedTo(row, (file) => downloadAddress(baseUrl, file.id)),
      }),
});

/** Views are stored without the server's own address, which is put in as they are read. */
const NO_BASE = '';
// Quotes inside of a text are escaped in JSON, so that nothing but the address of a file reads like this.
const BEGINNING = '"url":"/';
export const withBase = (json: string, baseUrl: string): string => json.replaceAll(BEGINNING, () => `"url":"${baseUrl}/`);

/** The tree, by id at every level: an entry's id is larger than that of what it answers (discussions#56). */
export function viewTree(rows: readonly ViewRow[]): ViewEntry[] {
  const tree: ViewEntry[] = [];
  const byId = new Map<number, ViewEntry>();
  for (const row of rows) {
    const entry = viewEntry(row, NO_BASE);
    byId.set(row.id, entry);
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    if (!parent) tree.push(entry);
    else if (parent.replies) parent.replies.push(entry);
    else parent.replies = [entry];
  }
  return tree;
}

/** Who wrote or changed an entry that can be read. */
export const peopleOf = (rows: readonly ViewRow[]): number[] => [
  ...new Set(rows.filter((row) => !row.deleted).flatMap((row) => (row.editorId === null ? [row.userId] : [row.userId, row.editorId]))),
];

/** What an entry takes of a view beside its message, about. */
const BESIDE_MESSAGE = 200;
/** Whoever builds a view holds it several times over, beside others who build theirs (discussions#105). */
export const LARGEST_VIEW = 24 * 1024 * 1024;

// One statement, so that the entries are those of the version. What an entry answers comes before it: where one is left out, so is all
// below it. How far there is room is found without the messages, which would be sorted with the sums.
const entries = statement({
  name: 'view_entries',
  takes: { topicId: int },
  gives: { ...VIEW_ROW, version: int },
  sql: (p) => sql`select t.version, ${VIEW_COLUMNS} from discussion_topics t join discussion_entries e on e.topic_id = t.id
   where t.id = ${p.topicId} and ${isTopic('t')} and e.id <= (select max(held.id) from (
       select x.id, sum(octet_length(to_json(x.message)::text) + ${BESIDE_MESSAGE}) over (order by x.id) as size
       from discussion_entries x where x.topic_id = ${p.topicId}) held where held.size <= ${LARGEST_VIEW})
   order by e.id`,
});
// A build that began earlier must not write over one of a later version.
const store = statement({
  name: 'view_stored',
  takes: { topicId: int, version: int, people: array(int), viewTree: text },
  sql: (
    p,
  ) => sql`insert into discussion_views as v (topic_id, version, participants, json) values (${p.topicId}, ${p.version}, ${p.people}, ${p.viewTree})
   on conflict (topic_id) do update set version = excluded.version, participants = excluded.participants, json = excluded.json
   where v.version < excluded.version`,
});

/** Builds a topic's view and keeps it; many changes need one build only. */
export async function buildView(db: Db, topicId: number): Promise<void> {
  const rows = await db.rows(entries, { topicId });
  const version = rows[0]?.version;
  // A topic without entries has had its view from the start, unless it was lost.
  await db.rows(store, { topicId, version: version ?? 0, people: peopleOf(rows), viewTree: JSON.stringify(viewTree(rows)) });
}

/** Changes within this time share a build. */
const GATHERED_MS = 1_000;

export const rebuildSoon = (tx: TxCtx, topicId: number): Promise<void> =>
  tx.enqueue(BUILD_VIEW, { topicId }, { key: `${BUILD_VIEW}:${topicId}`, runAt: new Date(tx.now.getTime() + GATHERED_MS), keepTime: true });

import type { FileOwner } from '../../access/context-access.ts';
import { effectiveSettings } from '../../access/settings.ts';
import { ApiError } from '../../kernel/errors.ts';
import { type Db, statement, type TxDb } from '../../store/database.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { int, json, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { AccountSettings } from '../../store/stored/accounts.ts';
import { type OwnerKind, perOwner } from './owners.ts';
import { FILE_STANDS } from './relations.ts';
import type { Quota } from './schemas.ts';

/** The refusal of files#21, word for word. */
export const quotaExceeded = () =>
  new ApiError(400, { message: 'file size exceeds quota', errors: [{ message: 'file size exceeds quota' }] });

const USED_ROW = {
  used: int,
  settings: json<AccountSettings[]>(),
};
type UsedRow = RowOf<typeof USED_ROW>;

// A course follows its account; users, and groups like them, follow the root account (files#33).
const ACCOUNTS: Record<OwnerKind, Sql> = {
  user: sql`users o join accounts a on a.id = o.root_account_id`,
  group: sql`groups o join accounts a on a.id = o.root_account_id`,
  course: sql`courses o join accounts own on own.id = o.account_id join accounts a on a.id = any(own.chain)`,
};
const SETTING = { user: 'user_quota_mb', group: 'user_quota_mb', course: 'course_quota_mb' } as const satisfies Record<OwnerKind, string>;

const usedBy = (column: Sql, owner: Piece): Sql =>
  sql`(select coalesce(sum(f.size), 0)::int8 from attachments f where f.${column} = ${owner} and f.counts and ${FILE_STANDS})`;
const settingsOf = (kind: OwnerKind, owner: Piece): Sql =>
  sql`coalesce((select json_agg(a.settings order by cardinality(a.chain)) from ${ACCOUNTS[kind]} where o.id = ${owner}), '[]')`;

const used = perOwner((column, kind) =>
  statement({
    name: `quota_of_${kind}`,
    takes: { id: int },
    gives: USED_ROW,
    sql: (p) => sql`select ${usedBy(column, p.id)} as used, ${settingsOf(kind, p.id)} as settings`,
  }),
);

const ROOM_TAKES = {
  id: int,
  /** Uploads that began before, and of which nothing has come, count no more. */
  begun: timestamptz,
  /** The upload that asks. */
  uploadId: nullable(int),
  folderId: nullable(int),
  name: nullable(text),
};
type RoomLeft = ParametersOf<typeof ROOM_TAKES>;

/** Of an upload: the process that was receiving it has died (files#53). One that never gave a sign of life is an older release's. */
export const leftReceiving = (u: string): Sql =>
  sql`${identifier(u)}.state = 'receiving' and coalesce(${identifier(u)}.received_at < now() - interval '2 minutes', false)`;

/**
 * Of uploads `u`: what has been received of each, or is being, else what was announced (files#35). One of which nothing has come
 * counts until it ends, and bytes that lie there until they are removed.
 */
const underWay = (column: Sql, { id, begun, uploadId }: RoomLeft): Sql =>
  sql`(select coalesce(sum(coalesce(u.size, u.announced_size, 0)), 0)::int8 from uploads u where u.${column} = ${id} and u.counts
     and u.state <> 'confirmed' and (u.storage_key is not null or u.created_at > ${begun})
     and not (${leftReceiving('u')}) and u.id is distinct from ${uploadId}::int)`;

/** What the file of that name in the folder takes, which an upload would put out of its place; what something carries stays. */
const replaced = ({ folderId, name }: RoomLeft): Sql => sql`coalesce((select f.size from attachments f
  where f.folder_id = ${folderId}::int and f.display_name = ${name} and f.counts and not f.deleted and not f.carried), 0)`;

const room = perOwner((column, kind) =>
  statement({
    name: `room_of_${kind}`,
    takes: ROOM_TAKES,
    gives: USED_ROW,
    sql: (p) =>
      sql`select ${usedBy(column, p.id)} + ${underWay(column, p)} - ${replaced(p)} as used, ${settingsOf(kind, p.id)} as settings`,
  }),
);

const MB = 2 ** 20;

const quotaBy = (kind: OwnerKind, row: UsedRow | undefined): number =>
  Math.floor(effectiveSettings(row?.settings ?? [])[SETTING[kind]] * MB);

/** files#34: what the files take. */
export async function readQuota(db: Db, { kind, id }: FileOwner): Promise<Quota> {
  const [row] = await db.rows(used[kind], { id });
  return { quota: quotaBy(kind, row), quota_used: row?.used ?? 0 };
}

/** A file that is about to come. */
export interface Coming {
  now: Date;
  /** The upload that brings it, which does not count against itself; null: none that counts yet. */
  uploadId: number | null;
  /** Where it takes the place of one with the same name. */
  replacing: { folderId: number; name: string } | null;
}

/** The parameters of an upload's steps are good for so long (files#22, files#29). */
export const GOOD_FOR_MS = 30 * 60_000;

/**
 * How many bytes an owner has left for a file; what it replaces counts no more. The owner's root is to be held, so that no two
 * take the same room.
 */
export async function roomFor(db: TxDb, { kind, id }: FileOwner, { now, uploadId, replacing }: Coming): Promise<number> {
  const begun = new Date(now.getTime() - GOOD_FOR_MS);
  const [row] = await db.rows(room[kind], { id, begun, uploadId, folderId: replacing?.folderId ?? null, name: replacing?.name ?? null });
  return quotaBy(kind, row) - (row?.used ?? 0);
}

export async function requireRoom(db: TxDb, owner: FileOwner, size: number, coming: Coming): Promise<void> {
  if (size > (await roomFor(db, owner, coming))) throw quotaExceeded();
}

import type { Ctx } from '../../access/context.ts';
import { type Db, statement, type TxDb } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, text } from '../../store/sql/types.ts';
import { FILE_COLUMNS, FILE_ROW, filesJson } from './json.ts';
import { FILE_IS_THERE } from './relations.ts';
import type { File } from './schemas.ts';

const inOwnFolder = statement({
  name: 'own_files_in_folder',
  takes: { callerId: int, folder: text, ids: array(int) },
  gives: { id: int },
  sql: (p) => sql`select f.id from folders root join folders fo on fo.parent_id = root.id and fo.name = ${p.folder} and not fo.deleted
     join attachments f on f.folder_id = fo.id
   where root.user_id = ${p.callerId} and root.parent_id is null and not f.deleted and f.id = any(${p.ids}::int[])`,
});

/** Those of the files that are the caller's own, in this one of the folders below the root (files#37). */
export async function ownFilesIn(
  ctx: { db: Db; caller: Ctx['caller'] },
  [folder]: readonly [string],
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.rows(inOwnFolder, { callerId: ctx.caller.userId, folder, ids });
  return rows.map((row) => row.id);
}

const byIds = statement({
  name: 'files_by_id',
  takes: { ids: array(int) },
  gives: FILE_ROW,
  sql: (p) => sql`select ${FILE_COLUMNS} from attachments f where f.id = any(${p.ids}::int[]) and ${FILE_IS_THERE}`,
});

/**
 * Files that came with something else, by id, for those who may read that; one that is gone is not among them. One statement
 * for all files of an answer.
 */
export async function filesById(
  ctx: Pick<Ctx, 'db' | 'services' | 'baseUrl' | 'now'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, File>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.rows(byIds, { ids: [...new Set(ids)] });
  return new Map(filesJson(ctx, rows, ctx.now).map((file) => [file.id, file]));
}

const held = statement({
  name: 'files_held',
  takes: { wanted: array(int) },
  gives: { id: int },
  sql: (p) => sql`select f.id from attachments f where f.id = any(${p.wanted}::int[]) and not f.deleted order by f.id for no key update`,
});
const carried = statement({
  name: 'files_carried',
  takes: { ids: array(int) },
  sql: (p) => sql`update attachments set carried = true where id = any(${p.ids}::int[]) and not carried`,
});

/**
 * Holds files that something is to carry, so that none is deleted or replaced before it does; false where one was, since
 * it was looked at.
 */
export async function holdFiles(db: TxDb, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const wanted = [...new Set(ids)];
  return (await db.rows(held, { wanted })).length === wanted.length;
}

/** Notes that something carries files from now on, in the transaction that makes it; false where one is gone, as `holdFiles` says. */
export async function carryFiles(db: TxDb, ids: readonly number[]): Promise<boolean> {
  if (!(await holdFiles(db, ids))) return false;
  if (ids.length > 0) await db.rows(carried, { ids });
  return true;
}

import type { Ctx } from '../../access/context.ts';
import { type Db, statement, type TxDb } from '../../store/database.ts';
import { FILE_IS_THERE } from '../../store/stored/files.ts';
import { FILE_COLUMNS, type FileRow, filesJson } from './json.ts';
import type { File } from './schemas.ts';

const inOwnFolder = statement<{ id: number }>(
  'own_files_in_folder',
  `select f.id from folders root join folders fo on fo.parent_id = root.id and fo.name = $2 and not fo.deleted
     join attachments f on f.folder_id = fo.id
   where root.user_id = $1 and root.parent_id is null and not f.deleted and f.id = any($3::int[])`,
);

/** Those of the files that are the caller's own, in this one of the folders below the root (D4.6). */
export async function ownFilesIn(
  ctx: { db: Db; caller: Ctx['caller'] },
  [folder]: readonly [string],
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.rows(inOwnFolder, [ctx.caller.userId, folder, ids]);
  return rows.map((row) => row.id);
}

const byIds = statement<FileRow>(
  'files_by_id',
  `select ${FILE_COLUMNS} from attachments f where f.id = any($1::int[]) and ${FILE_IS_THERE}`,
);

/**
 * Files that came with something else, by id, for those who may read that; one that is gone is not among them. One statement
 * for all files of an answer.
 */
export async function filesById(
  ctx: Pick<Ctx, 'db' | 'means' | 'baseUrl' | 'now'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, File>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.rows(byIds, [[...new Set(ids)]]);
  return new Map(filesJson(ctx, rows, ctx.now).map((file) => [file.id, file]));
}

const held = statement<{ id: number }>(
  'files_held',
  'select f.id from attachments f where f.id = any($1::int[]) and not f.deleted order by f.id for no key update',
);
const carried = statement<never>('files_carried', 'update attachments set carried = true where id = any($1::int[]) and not carried');

/**
 * Holds files that something is to carry, so that none is deleted or replaced before it does (D4.1); false where one was, since
 * it was looked at.
 */
export async function holdFiles(db: TxDb, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const wanted = [...new Set(ids)];
  return (await db.rows(held, [wanted])).length === wanted.length;
}

/** In the transaction of what carries them from now on; false as for `holdFiles`. */
export async function carryFiles(db: TxDb, ids: readonly number[]): Promise<boolean> {
  if (!(await holdFiles(db, ids))) return false;
  if (ids.length > 0) await db.rows(carried, [ids]);
  return true;
}

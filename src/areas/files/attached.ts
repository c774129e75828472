import type { Ctx } from '../../access/context.ts';
import { type Db, statement } from '../../store/database.ts';
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

const byIds = statement<FileRow>('files_by_id', `select ${FILE_COLUMNS} from attachments f where f.id = any($1::int[]) and not f.deleted`);

const turnedIn = statement<FileRow>(
  'files_turned_in',
  `select ${FILE_COLUMNS} from attachments f where f.id = any($1::int[]) and (f.turned_in or not f.deleted)`,
);

type Reading = Pick<Ctx, 'db' | 'means' | 'baseUrl' | 'now'>;

async function read(ctx: Reading, query: typeof byIds, ids: readonly number[]): Promise<ReadonlyMap<number, File>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.rows(query, [[...new Set(ids)]]);
  return new Map(filesJson(ctx, rows, ctx.now).map((file) => [file.id, file]));
}

/**
 * Files that came with something else, by id, for those who may read that; one that was deleted is not among them. One
 * statement for all files of an answer.
 */
export const filesById = (ctx: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, File>> => read(ctx, byIds, ids);

/** Files that were turned in: they stay with the submission, deleted or replaced as they may be (D8.5). */
export const filesTurnedIn = (ctx: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, File>> => read(ctx, turnedIn, ids);

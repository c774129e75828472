import type { Ctx, TxCtx } from '../../access/context.ts';
import type { FileAccess, FileOwner } from '../../access/context-access.ts';
import { type Held, may } from '../../access/permissions.ts';
import { Refused } from '../../http/parameters/types.ts';
import { foundIn, invalidField, notFound, refusal } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest, pageOf } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text, timestamptz } from '../../store/sql/types.ts';
import { publishFilesChange } from './changes.ts';
import { folderTarget, WELL_KNOWN } from './folder-targets.ts';
import { FOLDER_NODE_ROW, type FolderNode, findFolder, findWay, holdRoot, insertFolder, makeWay, settle, tooDeep } from './folder-tree.ts';
import { FOLDER_ROW, foldersJson } from './json.ts';
import { MAX_DEPTH, nameKey, readFolderPath } from './names.ts';
import { perOwner } from './owners.ts';
import { purgeSoon } from './purging.ts';
import { FOLDER_CONCEALED, inOrBelow } from './relations.ts';
import type { Changes, Folder, NewFolder, NewSubfolder } from './schemas.ts';

/** The columns of folders `fo`, for who sees what is concealed, or does not. */
const columns = (
  seesConcealed: Piece,
): Sql => sql`fo.id, fo.user_id as "userId", fo.course_id as "courseId", fo.group_id as "groupId", fo.name, fo.sort_key as "sortKey",
  concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)),
    fo.name) as "fullName", fo.parent_id as "parentId",
  (select count(*) from attachments f where f.folder_id = fo.id and not f.deleted and (${seesConcealed}::boolean or not (f.locked or f.hidden))) as "filesCount",
  (select count(*) from folders below where below.parent_id = fo.id and not below.deleted
    and (${seesConcealed}::boolean or not (below.locked or below.hidden))) as "foldersCount",
  fo.locked, fo.hidden, fo.created_at as "createdAt", fo.updated_at as "updatedAt"`;
const visible = (seesConcealed: Piece): Sql => sql`not fo.deleted and (${seesConcealed}::boolean or not ${FOLDER_CONCEALED})`;

const lists = perOwner((column, kind) =>
  keyedList({
    name: `folders_of_${kind}`,
    takes: { ownerId: int, seesConcealed: boolean },
    gives: FOLDER_ROW,
    select: (p) =>
      sql`select ${columns(p.seesConcealed)} from folders fo where fo.${column} = ${p.ownerId} and ${visible(p.seesConcealed)}`,
    key: [{ sql: sql`fo.id`, type: 'int' }],
    keyOf: (row) => [row.id],
  }),
);
const inFolder = keyedList({
  name: 'folders_in_folder',
  takes: { id: int, seesConcealed: boolean },
  gives: FOLDER_ROW,
  select: (p) => sql`select ${columns(p.seesConcealed)} from folders fo where fo.parent_id = ${p.id} and ${visible(p.seesConcealed)}`,
  key: [
    { sql: sql`fo.sort_key`, type: 'text' },
    { sql: sql`fo.id`, type: 'int' },
  ],
  keyOf: (row) => [row.sortKey, row.id],
});
const byIds = statement({
  name: 'folders_by_id',
  takes: { ids: array(int), seesConcealed: boolean },
  gives: FOLDER_ROW,
  sql: (p) =>
    sql`select ${columns(p.seesConcealed)} from folders fo where fo.id = any(${p.ids}::int[]) and ${visible(p.seesConcealed)} order by cardinality(fo.ancestors)`,
});

export const seesConcealed = (at: Held): boolean => may(at, 'file.read_concealed');
const keepsFiles = (at: Held): boolean => may(at, 'file.manage');

/** All folders of an owner, by id (files#38). Whoever asks before there is any gets the root, which is made then (files#37). */
export async function listFolders(ctx: Ctx, at: Held, owner: FileOwner, page: PageRequest): Promise<Page<Folder>> {
  const values = { ownerId: owner.id, seesConcealed: seesConcealed(at) };
  const read = () => lists[owner.kind].read(ctx.db, values, page);
  let found = await read();
  if (found.rows.length === 0 && page.offset === 0 && page.bookmark === null) {
    await ctx.tx((tx) => holdRoot(tx, owner));
    found = await read();
  }
  return mapPage(found, foldersJson(ctx, found.rows, keepsFiles(at)));
}

export async function listFoldersIn(ctx: Ctx, at: FileAccess, page: PageRequest): Promise<Page<Folder>> {
  const found = await inFolder.read(ctx.db, { id: at.id, seesConcealed: seesConcealed(at) }, page);
  return mapPage(found, foldersJson(ctx, found.rows, keepsFiles(at)));
}

export async function present(ctx: Ctx, at: Held, id: number): Promise<Folder> {
  return foundIn(foldersJson(ctx, await ctx.db.rows(byIds, { ids: [id], seesConcealed: seesConcealed(at) }), keepsFiles(at)));
}

export const showFolder = (ctx: Ctx, at: FileAccess): Promise<Folder> => present(ctx, at, at.id);

export async function showFolderOf(ctx: Ctx, at: Held, owner: FileOwner, id: number): Promise<Folder> {
  return present(ctx, at, (await findFolder(ctx.db, owner, id)).id);
}

/** The folders along a path, the root first. */
export async function listFoldersAlong(
  ctx: Ctx,
  at: Held,
  { owner, rest }: { owner: FileOwner; rest: string },
  page: PageRequest,
): Promise<Page<Folder>> {
  const path = readFolderPath(rest);
  if (path instanceof Refused) throw notFound();
  const way = (await findWay(ctx.db, owner, path)) ?? (await ownRoot(ctx, owner, path));
  const rows = await ctx.db.rows(byIds, { ids: way.map((folder) => folder.id), seesConcealed: seesConcealed(at) });
  // What lies in a concealed folder is concealed with it.
  if (rows.length < way.length) throw notFound();
  const found = pageOf(rows, page);
  return mapPage(found, foldersJson(ctx, found.rows, keepsFiles(at)));
}

/** What a path without names leads to: the root (files#39). */
export async function showRoot(ctx: Ctx, at: Held, owner: FileOwner): Promise<Folder[]> {
  const way = (await findWay(ctx.db, owner, [])) ?? (await ownRoot(ctx, owner, []));
  return Promise.all(way.map((folder) => present(ctx, at, folder.id)));
}

/** Where recordings go: with who keeps the files there, else with the caller (files#52). It is made when first asked for. */
export async function showMediaFolder(ctx: Ctx, at: Held, { owner, keeps }: { owner: FileOwner; keeps: boolean }): Promise<Folder> {
  const place: FileOwner = keeps ? owner : { kind: 'user', id: ctx.caller.userId };
  const { id } = await ctx.tx((tx) => makeWay(tx, place, WELL_KNOWN.media));
  return foundIn(foldersJson(ctx, await ctx.db.rows(byIds, { ids: [id], seesConcealed: keeps ? seesConcealed(at) : true }), true));
}

/** The root is there for whoever asks for it (files#37); any other path has to exist. */
async function ownRoot(ctx: Ctx, owner: FileOwner, path: readonly string[]): Promise<FolderNode[]> {
  const root = await ctx.tx((tx) => holdRoot(tx, owner));
  if ((await findWay(ctx.db, owner, path)) === undefined) throw notFound();
  return [root];
}

export const createFolderIn = (ctx: Ctx, at: FileAccess, sent: NewSubfolder): Promise<Folder> =>
  createFolder(ctx, at, at.owner, { ...sent, parent_folder_id: { by: 'id', id: at.id } });

export async function createFolder(ctx: Ctx, at: Held, owner: FileOwner, sent: NewFolder): Promise<Folder> {
  return ctx.tx(async (tx) => {
    await holdRoot(tx, owner);
    const parent = await settle(tx, owner, folderTarget(sent, []));
    const placed = sent.parent_folder_path === undefined ? 'parent_folder_id' : 'parent_folder_path';
    const { id } = await insertFolder(tx, owner, parent, { name: sent.name, locked: sent.locked, hidden: sent.hidden, placed });
    return present(tx, at, id);
  });
}

const held = statement({
  name: 'folder_held',
  takes: { id: int },
  gives: { ...FOLDER_NODE_ROW, parentId: nullable(int), name: text },
  sql: (p) =>
    sql`select fo.id, fo.ancestors, fo.parent_id as "parentId", fo.name from folders fo where fo.id = ${p.id} and not fo.deleted for update`,
});

/** A folder that is to change; the root stays what it is. */
async function holdFolder(tx: TxCtx, at: FileAccess) {
  await holdRoot(tx, at.owner);
  const folder = foundIn(await tx.db.rows(held, { id: at.id }));
  if (folder.parentId === null) throw refusal('the root folder can be neither changed nor deleted');
  return folder;
}

const deepest = statement({
  name: 'folder_depth_below',
  takes: { folderId: int },
  gives: { depth: int },
  sql: (p) =>
    sql`select coalesce(max(cardinality(fo.ancestors)), 0) as depth from folders fo
     where fo.id = any(${inOrBelow(p.folderId)}) and not fo.deleted`,
});
const moved = statement({
  name: 'folder_moved',
  takes: { folderId: int, above: array(int), ancestorsCount: int },
  sql: (p) =>
    sql`update folders set ancestors = ${p.above}::int[] || ancestors[${p.ancestorsCount}::int + 1:] where id = any(${inOrBelow(p.folderId)})`,
});

/** Moves a folder with all that is below it. */
async function move(tx: TxCtx, owner: FileOwner, folder: FolderNode, to: PlainId): Promise<number> {
  const target = await findFolder(tx.db, owner, to.id);
  if (target.id === folder.id || target.ancestors.includes(folder.id))
    throw invalidField('parent_folder_id', 'invalid', 'is the folder itself, or lies in it');
  const above = [...target.ancestors, target.id];
  const [below] = await tx.db.rows(deepest, { folderId: folder.id });
  if (above.length + (below?.depth ?? 0) - folder.ancestors.length > MAX_DEPTH) throw tooDeep();
  await tx.db.rows(moved, { folderId: folder.id, above, ancestorsCount: folder.ancestors.length });
  return target.id;
}

export async function updateFolder(ctx: Ctx, at: FileAccess, sent: Changes): Promise<Folder> {
  return ctx.tx(async (tx) => {
    const before = await holdFolder(tx, at);
    const name = sent.name ?? before.name;
    const parentId = sent.parent_folder_id ? await move(tx, at.owner, before, sent.parent_folder_id) : before.parentId;
    await tx.db.prisma.folder.updateMany({
      where: { id: at.id },
      data: { name, sortKey: nameKey(name), parentId, ...given({ locked: sent.locked, hidden: sent.hidden }), updatedAt: tx.now },
    });
    return present(tx, at, at.id);
  });
}

const emptied = statement({
  name: 'folder_emptied',
  takes: { id: int, now: timestamptz },
  /** The files in it that something carried. */
  gives: { id: int },
  sql: (
    p,
  ) => sql`with gone as (update folders set deleted = true, updated_at = ${p.now} where id = any(${inOrBelow(p.id)}) and not deleted returning id),
   files as (update attachments set deleted = true, carried = false, updated_at = ${p.now} where folder_id in (select id from gone) and not deleted)
   select f.id from attachments f where f.folder_id in (select id from gone) and not f.deleted and f.carried order by f.id`,
});

/** A folder with anything in it is deleted with all of that, where `force` says so, and not at all where it does not. */
export async function deleteFolder(ctx: Ctx, at: FileAccess, force: boolean): Promise<Folder> {
  return ctx.tx(async (tx) => {
    await holdFolder(tx, at);
    const before = await present(tx, at, at.id);
    if (before.files_count + before.folders_count > 0 && !force)
      throw refusal('the folder is not empty: send force to delete all that is in it');
    const carried = await tx.db.rows(emptied, { id: at.id, now: tx.now });
    await publishFilesChange(
      tx,
      carried.map((file) => file.id),
    );
    await purgeSoon(tx);
    return before;
  });
}

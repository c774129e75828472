import type { Ctx, TxCtx } from '../../access/context.ts';
import type { FileAccess, FileOwner } from '../../access/context-access.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { inOrder, keyedList, numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, oneOf, text, type ValuesOf } from '../../store/sql/types.ts';
import { publishFilesChange } from './changes.ts';
import { findFolder, holdRoot } from './folder-tree.ts';
import { seesConcealed } from './folders.ts';
import { type FilePlace, filesFor, fileViewed, requireReached } from './gates.ts';
import { FILE_COLUMNS, FILE_ROW, type FileRow, fileRow, filesJson, signedDownload } from './json.ts';
import { nameKey } from './names.ts';
import { perOwner } from './owners.ts';
import { purgeSoon } from './purging.ts';
import { FILE_CALLED_FOR, FILE_CONCEALED, FILE_STANDS } from './relations.ts';
import { type Changes, type File, type FileQuery, SORTS } from './schemas.ts';

/** A file `f` in a folder `fo` is there for who sees what is concealed, or does not. */
const visible = (seesConcealed: Piece): Sql => sql`not f.deleted and (${seesConcealed}::boolean or not ${FILE_CONCEALED})`;
const FROM = sql`attachments f join folders fo on fo.id = f.folder_id`;

const PLACE = { id: int, seesConcealed: boolean };
const MAY_TAKE = { pattern: text, types: array(text), noTypes: array(text) };
type MayTake = ParametersOf<typeof MAY_TAKE>;
/** A type, or all that begin as it does (files#56). */
const isOfType = (types: Piece): Sql =>
  sql`(f.content_type = any(${types}::text[]) or split_part(f.content_type, '/', 1) = any(${types}::text[]))`;
const FILTERS = {
  pattern: (p: MayTake) => sql`${folded(sql`f.display_name`)} like ${folded(sql`${p.pattern}::text`)}`,
  types: (p: MayTake) => isOfType(p.types),
  noTypes: (p: MayTake) => sql`not ${isOfType(p.noTypes)}`,
};
const of = (column: Sql, p: ParametersOf<typeof PLACE>): Sql =>
  sql`select ${FILE_COLUMNS} from ${FROM} where f.${column} = ${p.id} and ${visible(p.seesConcealed)}`;

const byName = (name: string, column: Sql) =>
  keyedList({
    name,
    takes: PLACE,
    mayTake: MAY_TAKE,
    gives: FILE_ROW,
    select: (p) => of(column, p),
    filters: FILTERS,
    key: [
      { sql: sql`f.sort_key`, type: 'text' },
      { sql: sql`f.id`, type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  });

/** A list in another order than by name. Only that has an index: here all files of the place are put in order. */
const sortedIn = (name: string, column: Sql, direction: 'asc' | 'desc') =>
  numberedList({
    name: `${name}_sorted_${direction}`,
    takes: { ...PLACE, sort: oneOf(SORTS, 'text') },
    mayTake: MAY_TAKE,
    gives: FILE_ROW,
    filters: FILTERS,
    select: (p, filters) =>
      sql`${of(column, p)} ${filters} order by ${inOrder(
        [
          sql`case ${p.sort}::text when 'size' then f.size end`,
          sql`case ${p.sort}::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end`,
          sql`case ${p.sort}::text when 'content_type' then f.content_type end`,
          sql`case ${p.sort}::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end`,
          sql`f.sort_key`,
          sql`f.id`,
        ],
        direction === 'desc',
      )}`,
  });

const inPlace = (name: string, column: Sql) => ({
  byName: byName(name, column),
  asc: sortedIn(name, column, 'asc'),
  desc: sortedIn(name, column, 'desc'),
});
type Place = ReturnType<typeof inPlace>;
const ofOwner = perOwner((column, kind) => inPlace(`files_of_${kind}`, column));
const inFolder = inPlace('files_in_folder', sql`folder_id`);
const oneOfOwner = perOwner((column, kind) =>
  statement({
    name: `file_of_${kind}`,
    takes: { ownerId: int, seesConcealed: boolean, id: int },
    gives: FILE_ROW,
    sql: (p) =>
      sql`select ${FILE_COLUMNS} from ${FILE_CALLED_FOR} join folders fo on fo.id = f.folder_id
        where f.${column} = ${p.ownerId} and ${visible(p.seesConcealed)} and named.id = ${p.id}`,
  }),
);
const byId = statement({
  name: 'file',
  takes: { id: int },
  gives: { ...FILE_ROW, carried: boolean },
  sql: (p) => sql`select ${FILE_COLUMNS}, f.carried from ${FILE_CALLED_FOR} where named.id = ${p.id} and ${FILE_STANDS}`,
});

const typesIn = (sent: readonly string[] | undefined) => (sent?.length ? sent.map((type) => type.toLowerCase()) : undefined);
const wantedBy = ({ search_term: sent, content_types: types, exclude_content_types: noTypes }: FileQuery) => {
  const term = sent?.trim() ?? '';
  return { pattern: term === '' ? undefined : containing(term), types: typesIn(types), noTypes: typesIn(noTypes) };
};

interface In {
  place: Place;
  values: ValuesOf<typeof PLACE>;
}

function readFiles(ctx: Ctx, { place, values }: In, query: FileQuery, page: PageRequest) {
  const { sort = 'name', order = 'asc' } = query;
  const wanted = wantedBy(query);
  return sort === 'name' && order === 'asc'
    ? place.byName.read(ctx.db, values, page, wanted)
    : place[order].read(ctx.db, { ...values, sort }, page, wanted);
}

interface ListedFiles extends FileQuery {
  owner: FileOwner;
}

/** All files of an owner, by name unless told otherwise (files#7, files#56). */
export async function listFiles(ctx: Ctx, at: FilePlace, { owner, ...query }: ListedFiles, page: PageRequest): Promise<Page<File>> {
  const values = { id: owner.id, seesConcealed: seesConcealed(at) };
  const found = await readFiles(ctx, { place: ofOwner[owner.kind], values }, query, page);
  return mapPage(found, await filesFor(ctx, at, found.rows));
}

export async function listFilesIn(ctx: Ctx, at: FileAccess, query: FileQuery, page: PageRequest): Promise<Page<File>> {
  const found = await readFiles(ctx, { place: inFolder, values: { id: at.id, seesConcealed: seesConcealed(at) } }, query, page);
  return mapPage(found, await filesFor(ctx, at, found.rows));
}

/** A file as it is shown to those who keep the files there, from whom none is held back. */
function one(ctx: Ctx, row: FileRow): File {
  return foundIn(filesJson(ctx, [row], ctx.now));
}

/** A file as it stands, also where another has taken its place since access to it was found. */
export async function findFile(db: Db, id: number): Promise<FileRow & { carried: boolean }> {
  return foundIn(await db.rows(byId, { id }));
}

export const showFile = async (ctx: Ctx, at: FileAccess): Promise<File> =>
  foundIn(await filesFor(ctx, at, [await findFile(ctx.db, at.id)]));

/** Shows a file to whoever looks at it, and notes that for modules (modules#40). */
export const viewFile = async (ctx: Ctx, at: FileAccess): Promise<File> => fileViewed(ctx, at, await showFile(ctx, at));

export async function viewFileOf(ctx: Ctx, at: FilePlace, owner: FileOwner, id: number): Promise<File> {
  const rows = await ctx.db.rows(oneOfOwner[owner.kind], { ownerId: owner.id, seesConcealed: seesConcealed(at), id });
  return fileViewed(ctx, at, foundIn(await filesFor(ctx, at, rows)));
}

/** An address that opens without a token (files#51). */
export async function showPublicUrl(ctx: Ctx, at: FileAccess): Promise<{ public_url: string }> {
  await requireReached(ctx, at, at.id);
  await fileViewed(ctx, at, { id: at.id });
  return { public_url: signedDownload(ctx, await findFile(ctx.db, at.id), ctx.now) };
}

/** A file under its own id alone, not what has taken its place. */
export async function findFileItself(db: Db, id: number): Promise<FileRow & { carried: boolean }> {
  const file = await findFile(db, id);
  if (file.id !== id) throw notFound();
  return file;
}

/** The file that is to be changed: under the id of one that it has replaced it is read and not changed, 404 (files#57). */
async function findOwn(db: Db, at: FileAccess): Promise<FileRow & { carried: boolean }> {
  if (at.replaces) throw notFound();
  return findFileItself(db, at.id);
}

/** A file keeps the name it was uploaded under as its `filename`; what is changed is the name it is shown by. */
export async function updateFile(ctx: Ctx, at: FileAccess, sent: Changes): Promise<File> {
  return ctx.tx(async (tx) => {
    await holdRoot(tx, at.owner);
    const before = await findOwn(tx.db, at);
    const folder = sent.parent_folder_id;
    const displayName = sent.name ?? before.displayName;
    const folderId = folder ? (await findFolder(tx.db, at.owner, folder.id)).id : before.folderId;
    const names = { displayName, sortKey: nameKey(displayName), folderId };
    const row = await tx.db.prisma.attachment.update({
      where: { id: at.id },
      data: { ...names, ...given({ locked: sent.locked, hidden: sent.hidden }), updatedAt: tx.now },
    });
    if (before.carried && displayName !== before.displayName) await publishFilesChange(tx, [at.id]);
    return one(tx, fileRow(row));
  });
}

/** Deletes a file. Whoever calls this holds the tree of its folder. */
export async function removeFile(tx: TxCtx, id: number): Promise<void> {
  await tx.db.prisma.attachment.updateMany({ where: { id }, data: { deleted: true, carried: false, updatedAt: tx.now } });
  await purgeSoon(tx);
}

/**
 * Its addresses end with it (files#13), also in what carries it, but for submissions (submissions#23); its bytes are taken away by a job.
 */
export async function deleteFile(ctx: Ctx, at: FileAccess): Promise<File> {
  return ctx.tx(async (tx) => {
    await holdRoot(tx, at.owner);
    const before = await findOwn(tx.db, at);
    await removeFile(tx, at.id);
    if (before.carried) await publishFilesChange(tx, [at.id]);
    return one(tx, before);
  });
}

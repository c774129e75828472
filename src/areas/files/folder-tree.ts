import type { TxCtx } from '../../access/context.ts';
import type { FileOwner } from '../../access/context-access.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, type RowOf, text } from '../../store/sql/types.ts';
import { MAX_DEPTH, nameKey } from './names.ts';
import { ownerColumns, perOwner, ROOT_NAME } from './owners.ts';

/** A folder as far as its place goes. */
export const FOLDER_NODE_ROW = {
  id: int,
  /** The folders above it, from the root down. */
  ancestors: array(int),
};
export type FolderNode = RowOf<typeof FOLDER_NODE_ROW>;

const roots = perOwner((column, kind) =>
  statement({
    name: `folder_root_of_${kind}`,
    takes: { ownerId: int },
    gives: FOLDER_NODE_ROW,
    sql: (p) => sql`select fo.id, fo.ancestors from folders fo where fo.${column} = ${p.ownerId} and fo.parent_id is null for update`,
  }),
);

/**
 * The root of an owner's folders, held until the transaction ends: whatever changes the tree or its files begins with it,
 * so that no two changes cross. It is made when first needed (files#37).
 */
export async function holdRoot(tx: Pick<TxCtx, 'db'>, owner: FileOwner): Promise<FolderNode> {
  const [known] = await tx.db.rows(roots[owner.kind], { ownerId: owner.id });
  if (known) return known;
  const name = ROOT_NAME[owner.kind];
  await tx.db.prisma.folder.createMany({ data: [{ ...ownerColumns(owner), name, sortKey: nameKey(name) }], skipDuplicates: true });
  const [made] = await tx.db.rows(roots[owner.kind], { ownerId: owner.id });
  if (!made) throw new Error('a root folder was neither there nor made');
  return made;
}

const ofOwner = perOwner((column, kind) =>
  statement({
    name: `folder_of_${kind}`,
    takes: { ownerId: int, id: int },
    gives: FOLDER_NODE_ROW,
    sql: (p) => sql`select fo.id, fo.ancestors from folders fo where fo.id = ${p.id} and fo.${column} = ${p.ownerId} and not fo.deleted`,
  }),
);

/** A folder of this owner; another's is none (files#12). */
export async function findFolder(db: Db, owner: FileOwner, id: number): Promise<FolderNode> {
  return foundIn(await db.rows(ofOwner[owner.kind], { ownerId: owner.id, id }));
}

const ways = perOwner((column, kind) =>
  statement({
    name: `folder_way_of_${kind}`,
    takes: { ownerId: int, names: array(text) },
    gives: FOLDER_NODE_ROW,
    sql: (p) => sql`with recursive way as (
       select fo.id, fo.ancestors, 1 as next from folders fo where fo.${column} = ${p.ownerId} and fo.parent_id is null
       union all
       select below.id, below.ancestors, way.next + 1 from way
         join folders below on below.parent_id = way.id and below.name = (${p.names}::text[])[way.next] and not below.deleted)
     select id, ancestors from way order by next`,
  }),
);

/** The names below the root: a path may begin with the root's own name, as full names do. */
const belowRoot = (owner: FileOwner, path: readonly string[]): readonly string[] =>
  path[0] === ROOT_NAME[owner.kind] ? path.slice(1) : path;

/** The folders along a path, the root first; undefined where they do not go all the way. */
export async function findWay(db: Db, owner: FileOwner, path: readonly string[]): Promise<FolderNode[] | undefined> {
  const names = belowRoot(owner, path);
  const way = await db.rows(ways[owner.kind], { ownerId: owner.id, names });
  return way.length === names.length + 1 ? way : undefined;
}

/** What says where a folder is to go. */
type PlaceField = 'parent_folder_id' | 'parent_folder_path';

export const tooDeep = (field: PlaceField = 'parent_folder_id') => invalidField(field, 'too_deep', `folders go at most ${MAX_DEPTH} deep`);

const concealed = ({ locked, hidden }: { locked?: boolean | undefined; hidden?: boolean | undefined }) => given({ locked, hidden });

/** Makes a folder in another. Its name is the caller's to check: one that is taken runs into `folders_name`. */
export async function insertFolder(
  tx: TxCtx,
  owner: FileOwner,
  parent: FolderNode,
  folder: { name: string; locked?: boolean | undefined; hidden?: boolean | undefined; placed: PlaceField },
): Promise<FolderNode> {
  const ancestors = [...parent.ancestors, parent.id];
  if (ancestors.length > MAX_DEPTH) throw tooDeep(folder.placed);
  const { id } = await tx.db.prisma.folder.create({
    data: {
      ...ownerColumns(owner),
      ...concealed(folder),
      name: folder.name,
      parentId: parent.id,
      ancestors,
      sortKey: nameKey(folder.name),
    },
    select: { id: true },
  });
  return { id, ancestors };
}

/** The folder at a path; what is missing of it is made (files#20). */
export async function makeWay(tx: TxCtx, owner: FileOwner, path: readonly string[]): Promise<FolderNode> {
  const known = (await findWay(tx.db, owner, path))?.at(-1);
  if (known) return known;
  const root = await holdRoot(tx, owner);
  const names = belowRoot(owner, path);
  // What was missing may have been made while the root was waited for.
  const way = await tx.db.rows(ways[owner.kind], { ownerId: owner.id, names });
  let folder = way.at(-1) ?? root;
  for (const name of names.slice(way.length - 1)) folder = await insertFolder(tx, owner, folder, { name, placed: 'parent_folder_path' });
  return folder;
}

/** Where something is to go: a folder by its id, or by a path. */
export type FolderTarget = { folderId: number } | { path: readonly string[] };

export const settle = (tx: TxCtx, owner: FileOwner, place: FolderTarget): Promise<FolderNode> =>
  'path' in place ? makeWay(tx, owner, place.path) : findFolder(tx.db, owner, place.folderId);

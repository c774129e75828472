import type { Ctx, TxCtx } from '../../access/context.ts';
import type { FileAccess, FileOwner } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text, timestamptz } from '../../store/sql/types.ts';
import { holdRoots } from './copying.ts';
import { findFolder, tooDeep } from './folder-tree.ts';
import { present, seesConcealed } from './folders.ts';
import { heldAmong } from './gates.ts';
import { freeName, MAX_DEPTH, nameKey } from './names.ts';
import { ownerColumns } from './owners.ts';
import { requireRoom } from './quotas.ts';
import { FILE_CONCEALED, FOLDER_CONCEALED, inOrBelow } from './relations.ts';
import type { Folder } from './schemas.ts';

/** So many folders and files come with one copy: whoever copies a folder beside itself and moves the copy into it doubles it each time. */
export const MOST_COPIED = 10_000;

/** A folder with all that is below it, as far as who copies it sees that. */
const source = (id: Piece, sees: Piece): Sql => sql`select fo.* from folders fo
  where fo.id = any(${inOrBelow(id)}) and not fo.deleted and (${sees}::boolean or not ${FOLDER_CONCEALED})`;
const filesIn = (sees: Piece): Sql =>
  sql`attachments f join source fo on fo.id = f.folder_id where not f.deleted and f.storage_key is not null and (${sees}::boolean or not ${FILE_CONCEALED})`;
const copied = (p: { sees: Piece; held: Piece }): Sql => sql`${filesIn(p.sees)} and f.id <> all(${p.held}::int[])`;

const filesToCopy = statement({
  name: 'files_to_copy',
  takes: { sourceId: int, sees: boolean },
  gives: { id: int },
  sql: (p) => sql`with source as (${source(p.sourceId, p.sees)}) select f.id from ${filesIn(p.sees)}`,
});

const measured = statement({
  name: 'folder_to_copy',
  takes: { sourceId: int, sees: boolean, held: array(int) },
  gives: { name: text, depth: int, size: int, count: int },
  sql: (p) => sql`with source as (${source(p.sourceId, p.sees)})
   select s.name, (select max(cardinality(ancestors)) from source) - cardinality(s.ancestors) as depth,
     files.size, (select count(*) from source) + files.count as count
   from source s cross join (select coalesce(sum(f.size), 0)::int8 as size, count(*) as count from ${copied(p)}) files where s.id = ${p.sourceId}`,
});
const taken = statement({
  name: 'folder_names_in',
  takes: { parentId: int },
  gives: { name: text },
  sql: (p) => sql`select name from folders where parent_id = ${p.parentId} and not deleted`,
});

/** Every folder gets its id first, so that those below it know where they are to stand. */
const copyAll = statement({
  name: 'copy_folder',
  takes: {
    sourceId: int,
    sees: boolean,
    held: array(int),
    parentId: int,
    above: array(int),
    name: text,
    sortKey: text,
    userId: nullable(int),
    courseId: nullable(int),
    groupId: nullable(int),
    uploaderId: int,
    now: timestamptz,
  },
  gives: { id: int },
  sql: (p) => sql`with source as (${source(p.sourceId, p.sees)}),
     ids as materialized (select fo.id, nextval(pg_get_serial_sequence('folders', 'id'))::int as copy from source fo),
     made as (insert into folders (id, user_id, course_id, group_id, parent_id, ancestors, name, sort_key, locked, hidden, created_at, updated_at)
       overriding system value
       select ids.copy, ${p.userId}::int, ${p.courseId}::int, ${p.groupId}::int, coalesce(parent.copy, ${p.parentId}::int),
         ${p.above}::int[] || array(select m.copy from unnest(fo.ancestors) with ordinality as a(id, place) join ids m on m.id = a.id order by a.place),
         case when parent.id is null then ${p.name}::text else fo.name end, case when parent.id is null then ${p.sortKey}::text else fo.sort_key end,
         fo.locked, fo.hidden, ${p.now}::timestamptz, ${p.now}::timestamptz
       from source fo join ids on ids.id = fo.id left join ids parent on parent.id = fo.parent_id),
     files as (insert into attachments (user_id, course_id, group_id, folder_id, uploader_id, display_name, sort_key, filename, content_type, size,
         storage_key, locked, hidden, created_at, updated_at)
       select ${p.userId}::int, ${p.courseId}::int, ${p.groupId}::int, ids.copy, ${p.uploaderId}::int, f.display_name, f.sort_key, f.filename, f.content_type,
         f.size, f.storage_key, f.locked, f.hidden, ${p.now}::timestamptz, ${p.now}::timestamptz
       from ids join (select f.* from ${copied(p)}) f on f.folder_id = ids.id)
   select copy as id from ids where ids.id = ${p.sourceId}`,
});

async function requirePlace(tx: TxCtx, owner: FileOwner, { into, from, depth }: { into: number; from: number; depth: number }) {
  const target = await findFolder(tx.db, owner, into);
  if (target.id === from || target.ancestors.includes(from))
    throw invalidField('source_folder_id', 'invalid', 'is the folder itself, or holds it');
  const above = [...target.ancestors, target.id];
  if (above.length + depth > MAX_DEPTH) throw tooDeep();
  return above;
}

/** What modules keep from who copies stays where it is (modules#37). */
async function heldIn(tx: TxCtx, from: FileAccess, read: { sourceId: number; sees: boolean }): Promise<number[]> {
  if (!from.course?.gated) return [];
  const files = await tx.db.rows(filesToCopy, read);
  return heldAmong(
    tx,
    from,
    files.map(({ id }) => id),
  );
}

/** A folder once more, with all that the caller sees in it (files#50): as many statements for much as for little. */
export async function copyFolder(ctx: Ctx, at: FileAccess, sourceId: PlainId): Promise<Folder> {
  const from = await accessElsewhere(ctx, 'folder', sourceId);
  const seen = { sourceId: from.id, sees: seesConcealed(from) };
  return ctx.tx(async (tx) => {
    await holdRoots(tx, [at.owner, from.owner]);
    const read = { ...seen, held: await heldIn(tx, from, seen) };
    const { name, depth, size, count } = foundIn(await tx.db.rows(measured, read));
    if (count > MOST_COPIED) throw invalidField('source_folder_id', 'too_long', `holds more than ${MOST_COPIED} folders and files`);
    const above = await requirePlace(tx, at.owner, { into: at.id, from: from.id, depth });
    await requireRoom(tx.db, at.owner, size, { now: tx.now, uploadId: null, replacing: null });
    const names = await tx.db.rows(taken, { parentId: at.id });
    const own = freeName(name, new Set(names.map((row) => row.name)));
    const { id } = foundIn(
      await tx.db.rows(copyAll, {
        ...read,
        ...ownerColumns(at.owner),
        parentId: at.id,
        above,
        name: own,
        sortKey: nameKey(own),
        uploaderId: tx.caller.userId,
        now: tx.now,
      }),
    );
    return present(tx, at, id);
  });
}

import type { Ctx, TxCtx } from '../../access/context.ts';
import type { FileOwner } from '../../access/context-access.ts';
import type { SentFile } from '../../http/parameters/spooled-file.ts';
import { notFound } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { newKey } from '../../store/files.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, text } from '../../store/sql/types.ts';
import { contentTypeOf, readContentType } from './content-types.ts';
import { type FolderTarget, findFolder, holdRoot, settle } from './folder-tree.ts';
import { giveUp } from './giving-up.ts';
import { type FileRow, fileRow } from './json.ts';
import { keep } from './keeping.ts';
import { freeName, nameKey, numberedFrom, safeName } from './names.ts';
import { ownerColumns } from './owners.ts';
import { purgeSoon } from './purging.ts';
import { quotaExceeded, requireRoom } from './quotas.ts';

/** A file whose bytes are in storage, and that is to stand in a folder. */
interface ArrivedFile {
  owner: FileOwner;
  uploaderId: number;
  folderId: number;
  name: string;
  /** `refuse`: a name that is taken runs into `attachments_name`. */
  onDuplicate: 'overwrite' | 'rename' | 'refuse';
  /** Whether it counts against its owner's quota (files#34). */
  counts: boolean;
  /** Whether it comes with what carries it (files#44). */
  carried: boolean;
  /** The upload that brings it; null where that counts no more. */
  uploadId: number | null;
  storageKey: string;
  size: number;
  contentType: string;
}

const similar = statement({
  name: 'file_names_like',
  takes: { folderId: int, stem: text },
  gives: { name: text },
  sql: (p) =>
    sql`select f.display_name as name from attachments f where f.folder_id = ${p.folderId} and starts_with(f.display_name, ${p.stem}) and not f.deleted`,
});

async function freeNameIn(tx: TxCtx, { folderId, name }: ArrivedFile): Promise<string> {
  const taken = await tx.db.rows(similar, { folderId, stem: numberedFrom(name) });
  return freeName(name, new Set(taken.map((row) => row.name)));
}

/**
 * Links to the former file lead to the new one from now on, and those to what the former one has replaced as well. What something carries
 * is still to be read under its own id.
 */
const leadOn = statement({
  name: 'lead_on_to_file',
  takes: { id: int, by: int },
  sql: (p) => sql`with others as (update replaced_files set by_id = ${p.by} where by_id = ${p.id})
    insert into replaced_files (file_id, by_id) select f.id, ${p.by} from attachments f where f.id = ${p.id} and not f.carried`,
});

/** The file whose place another takes. That one is as locked and hidden: for nobody for whom the former one was not (files#31). */
async function putOut(tx: TxCtx, { folderId, name }: ArrivedFile): Promise<Pick<FileRow, 'id' | 'locked' | 'hidden'> | undefined> {
  const [replaced] = await tx.db.prisma.attachment.updateManyAndReturn({
    where: { folderId, displayName: name, deleted: false },
    data: { deleted: true, updatedAt: tx.now },
    select: { id: true, locked: true, hidden: true },
  });
  if (replaced) await purgeSoon(tx);
  return replaced;
}

/** Makes the file of what has arrived: within the quota, in a folder that is still there, under a name of its own. */
export async function insertFile(tx: TxCtx, file: ArrivedFile): Promise<FileRow> {
  const { owner, folderId, name, counts, carried, onDuplicate, uploaderId, uploadId, storageKey, size, contentType } = file;
  await holdRoot(tx, owner);
  await findFolder(tx.db, owner, folderId);
  const replacing = onDuplicate === 'overwrite' ? { folderId, name } : null;
  if (counts) await requireRoom(tx.db, owner, size, { now: tx.now, uploadId, replacing });
  const replaced = onDuplicate === 'overwrite' ? await putOut(tx, file) : undefined;
  const displayName = onDuplicate === 'rename' ? await freeNameIn(tx, file) : name;
  const names = { displayName, sortKey: nameKey(displayName), filename: name };
  const times = { createdAt: tx.now, updatedAt: tx.now };
  const standing = { locked: replaced?.locked ?? false, hidden: replaced?.hidden ?? false, ...times };
  const row = { ...ownerColumns(owner), folderId, uploaderId, ...names, contentType, size, storageKey, counts, carried, ...standing };
  const made = fileRow(await tx.db.prisma.attachment.create({ data: row }));
  if (replaced) await tx.db.rows(leadOn, { id: replaced.id, by: made.id });
  if (replaced && owner.kind === 'course') await tx.services.modulesGoOn(tx, { id: replaced.id, by: made.id });
  return made;
}

/** Files attached to discussion entries do not count up to this size (files#34). */
export const FREE_WITH_ENTRIES = 1024;

export interface Storing {
  owner: FileOwner;
  place: FolderTarget;
  /** Up to this size it does not count against the quota; 0 where every file counts. */
  freeUpTo: number;
}

/**
 * Stores a file that came with something else, for other areas: what `write` does happens in the transaction that makes the
 * file, and without it there is no file. Over quota: 400 (files#44). Not to be called inside a transaction, which would wait
 * for the storage.
 */
export async function storeAttachment<T>(
  ctx: Ctx,
  sent: SentFile,
  { owner, place, freeUpTo }: Storing,
  write: (tx: TxCtx, file: FileRow) => Promise<T>,
): Promise<T> {
  const uploaderId = ctx.caller.userId;
  const counts = sent.size > freeUpTo;
  const common = { counts, name: safeName(sent.name), onDuplicate: 'rename', storageKey: newKey() } as const;
  // Noted first, so that nothing is in storage that nobody knows of, whatever becomes of this process.
  const { id, folderId } = await ctx.tx(async (tx) => {
    const folder = await settle(tx, owner, place);
    if (counts) {
      await holdRoot(tx, owner);
      await requireRoom(tx.db, owner, sent.size, { now: tx.now, uploadId: null, replacing: null });
    }
    const values = { ...ownerColumns(owner), ...common, folderId: folder.id, uploaderId, announcedSize: sent.size, createdAt: tx.now };
    const row = await tx.db.prisma.upload.create({ data: { ...values, state: 'receiving', receivedAt: new Date() }, select: { id: true } });
    return { id: row.id, folderId: folder.id };
  });
  const { files } = ctx.services;
  let made: { result: T } | undefined;
  try {
    const { size, beginning } = await keep(files, common.storageKey, sent.open(), {
      limit: sent.size,
      more: () => Promise.reject(quotaExceeded()),
    });
    const contentType = await contentTypeOf(beginning, readContentType(sent.contentType), common.name);
    return await ctx.tx(async (tx) => {
      const { count } = await tx.db.prisma.upload.deleteMany({ where: { id, state: 'receiving' } });
      if (count === 0) throw notFound();
      const file = await insertFile(tx, { ...common, carried: true, owner, uploaderId, uploadId: null, folderId, size, contentType });
      const result = await write(tx, file);
      made = { result };
      return result;
    });
  } catch (error) {
    // Where only the answer to COMMIT was lost, the upload became the file: that is no failure.
    if ((await giveUp(ctx.db, files, { id, storageKey: common.storageKey })) === 'gone' && made) return made.result;
    throw error;
  }
}

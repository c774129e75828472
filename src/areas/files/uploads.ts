import type { Readable } from 'node:stream';
import type { Ctx, Means, TxCtx } from '../../access/context.ts';
import type { FileOwner } from '../../access/standing.ts';
import { ApiError, foundIn, notFound, refusal } from '../../http/errors.ts';
import { signedParameters } from '../../http/signing.ts';
import { type Database, type Db, insertedRow, statement } from '../../store/database.ts';
import { and, eq } from '../../store/drizzle.ts';
import { newKey } from '../../store/files.ts';
import { uploads } from '../../store/schema/files.ts';
import { contentTypeOf, readContentType } from './content-types.ts';
import { findFile } from './files.ts';
import { type Place, settle } from './folder-tree.ts';
import { type FileRow, filesJson } from './json.ts';
import { ownerColumns, ownerOf } from './owners.ts';
import { type Replacing, requireRoom, roomFor } from './quotas.ts';
import type { File, NewFile, UploadStep } from './schemas.ts';
import { insertFile, keep } from './storing.ts';

type UploadRow = typeof uploads.$inferSelect;

/** What each signature of an upload is for: to send the file, and to confirm it. */
export const SENDING = 'upload';
export const CONFIRMING = 'confirm upload';

export const FILE_FIELD = 'file';

/** The parameters of both are good for so long (D4.2, D4.3). */
const GOOD_FOR_MS = 30 * 60_000;
export const goodUntil = (now: Date): Date => new Date(now.getTime() + GOOD_FOR_MS);

const replacing = ({ folderId, name, onDuplicate }: Pick<UploadRow, 'folderId' | 'name' | 'onDuplicate'>): Replacing | null =>
  onDuplicate === 'overwrite' ? { folderId, name } : null;

export interface Destination {
  owner: FileOwner;
  place: Place;
  /** Whether the file is to count against the quota; submissions' files never do (D4.5). */
  counts: boolean;
}

/** D4.1: reserves an upload. */
export async function beginUpload(ctx: Ctx, { owner, place, counts }: Destination, sent: NewFile): Promise<UploadStep> {
  const { name, size, on_duplicate: onDuplicate = 'overwrite' } = sent;
  const id = await ctx.tx(async (tx) => {
    const { id: folderId } = await settle(tx, owner, place);
    if (counts) await requireRoom(tx.db, owner, size ?? 0, replacing({ folderId, name, onDuplicate }));
    const row = insertedRow(
      await tx.db.orm
        .insert(uploads)
        .values({
          ...ownerColumns(owner),
          folderId,
          uploaderId: ctx.caller.userId,
          name,
          contentType: readContentType(sent.content_type ?? null),
          announcedSize: size ?? null,
          onDuplicate,
          counts,
          state: 'reserved',
          createdAt: ctx.now,
        })
        .returning({ id: uploads.id }),
    );
    return row.id;
  });
  return {
    upload_url: `${ctx.baseUrl}/uploads`,
    upload_params: { upload_id: String(id), ...signedParameters(ctx.means.secretKey, SENDING, [id], goodUntil(ctx.now)) },
    file_param: FILE_FIELD,
  };
}

/** Takes the upload for this request: of two that send the same one, one does. Its bytes go under a key of their own. */
async function claim(db: Db, id: number): Promise<UploadRow & { storageKey: string }> {
  const storageKey = newKey();
  const [row] = await db.orm
    .update(uploads)
    .set({ state: 'receiving', storageKey })
    .where(and(eq(uploads.id, id), eq(uploads.state, 'reserved')))
    .returning();
  if (!row) throw refusal('the file of this upload has been received already, or is being received');
  return { ...row, storageKey };
}

const announcedIsLess = () => refusal('the file is larger than announced', 413);
const quotaIsLess = () => refusal('file size exceeds quota', 413);

/** How many bytes may come, and what to say of more (D4.2). */
async function limitOf(db: Db, upload: UploadRow): Promise<[number, () => Error]> {
  const announced = upload.announcedSize ?? Number.POSITIVE_INFINITY;
  const room = upload.counts ? await roomFor(db, ownerOf(upload), replacing(upload)) : Number.POSITIVE_INFINITY;
  return announced <= room ? [announced, announcedIsLess] : [room, quotaIsLess];
}

/** D4.2: brings the file of a reserved upload into storage. Where that fails nothing is kept, and it may be sent again. */
export async function receiveUpload(database: Database, { files }: Means, id: number, content: Readable, now: Date): Promise<void> {
  const upload = await claim(database, id);
  const own = and(eq(uploads.id, id), eq(uploads.storageKey, upload.storageKey), eq(uploads.state, 'receiving'));
  try {
    const { size, beginning } = await keep(files, upload.storageKey, content, ...(await limitOf(database, upload)));
    const contentType = await contentTypeOf(beginning, upload.contentType, upload.name);
    const received = { state: 'received', size, contentType, receivedAt: now } as const;
    const rows = await database.orm.update(uploads).set(received).where(own).returning({ id: uploads.id });
    if (rows.length === 0) throw notFound();
  } catch (error) {
    // Only once the bytes are gone does nothing point to them any more; else the job for abandoned uploads finds them.
    await files.remove(upload.storageKey);
    await database.orm.update(uploads).set({ state: 'reserved', storageKey: null }).where(own);
    throw error;
  }
}

const held = statement<{ id: number }>('upload_held', 'select u.id from uploads u where u.id = $1 for update');

/** The user in whose name an upload was begun. */
export async function uploaderOf(db: Db, id: number): Promise<number | undefined> {
  const [row] = await db.orm.select({ uploaderId: uploads.uploaderId }).from(uploads).where(eq(uploads.id, id));
  return row?.uploaderId;
}

async function confirmed(tx: TxCtx, id: number): Promise<FileRow> {
  // Of two confirmations at once the second waits here, and finds the file of the first.
  await tx.db.rows(held, [id]);
  const upload = foundIn(await tx.db.orm.select().from(uploads).where(eq(uploads.id, id)));
  if (upload.attachmentId !== null) return findFile(tx.db, upload.attachmentId);
  const { state, size, storageKey, contentType } = upload;
  if (state !== 'received' || size === null || storageKey === null || contentType === null) throw notFound();
  const { uploaderId, folderId, name, onDuplicate, counts } = upload;
  const owner = ownerOf(upload);
  const file = await insertFile(tx, {
    owner,
    uploaderId,
    folderId,
    name,
    onDuplicate,
    counts,
    carried: false,
    storageKey,
    size,
    contentType,
  });
  await tx.db.orm.update(uploads).set({ state: 'confirmed', attachmentId: file.id }).where(eq(uploads.id, id));
  return file;
}

/** What has arrived and can become no file is not kept. */
export async function discardUpload(db: Db, { files }: Means, id: number): Promise<void> {
  const own = and(eq(uploads.id, id), eq(uploads.state, 'received'));
  const [upload] = await db.orm.update(uploads).set({ state: 'abandoned' }).where(own).returning();
  if (!upload?.storageKey) return;
  await files.remove(upload.storageKey);
  await db.orm.delete(uploads).where(eq(uploads.id, id));
}

/** D4.3: a received upload becomes a file. A second time gives the same answer, to the letter. */
export async function confirmUpload(ctx: Ctx, id: number): Promise<File> {
  const row = await ctx
    .tx((tx) => confirmed(tx, id))
    .catch(async (error: unknown) => {
      if (error instanceof ApiError) await discardUpload(ctx.db, ctx.means, id);
      throw error;
    });
  return foundIn(filesJson(ctx, [row], row.createdAt));
}

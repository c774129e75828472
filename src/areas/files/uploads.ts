import type { Readable } from 'node:stream';
import type { Ctx, Services, TxCtx } from '../../access/context.ts';
import type { FileOwner } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import { signedParameters } from '../../http/signing.ts';
import { foundIn, notFound, refusal } from '../../kernel/errors.ts';
import { type Database, type Db, statement } from '../../store/database.ts';
import { newKey } from '../../store/files.ts';
import type { UploadModel } from '../../store/generated/models.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, present, text } from '../../store/sql/types.ts';
import { contentTypeOf, readContentType } from './content-types.ts';
import { findFileItself } from './files.ts';
import { type FolderTarget, holdRoot, settle } from './folder-tree.ts';
import { type Brought, takeOut } from './giving-up.ts';
import { type FileRow, filesJson } from './json.ts';
import { keep, type More, type Room } from './keeping.ts';
import { ownerColumns, ownerOf } from './owners.ts';
import { type Coming, GOOD_FOR_MS, leftReceiving, requireRoom, roomFor } from './quotas.ts';
import type { File, NewFile, UploadStep } from './schemas.ts';
import { insertFile } from './storing.ts';

type UploadRow = Omit<UploadModel, 'size' | 'announcedSize'> & { size: number | null; announcedSize: number | null };

const uploadRow = ({ size, announcedSize, ...row }: UploadModel): UploadRow => ({
  ...row,
  size: size === null ? null : Number(size),
  announcedSize: announcedSize === null ? null : Number(announcedSize),
});

/** What each signature of an upload is for: to send the file, and to confirm it. */
export const SENDING = 'upload';
export const CONFIRMING = 'confirm upload';

export const FILE_FIELD = 'file';

export const goodUntil = (now: Date): Date => new Date(now.getTime() + GOOD_FOR_MS);

const replacing = ({ folderId, name, onDuplicate }: Pick<UploadRow, 'folderId' | 'name' | 'onDuplicate'>): Coming['replacing'] =>
  onDuplicate === 'overwrite' ? { folderId, name } : null;

interface Destination {
  owner: FileOwner;
  place: FolderTarget;
  /** Whether the file is to count against the quota; submissions' files never do (files#34). */
  counts: boolean;
}

/** files#19: reserves an upload. */
export async function beginUpload(ctx: Ctx, { owner, place, counts }: Destination, sent: NewFile): Promise<UploadStep> {
  const { name, size, on_duplicate: onDuplicate = 'overwrite' } = sent;
  const id = await ctx.tx(async (tx) => {
    const { id: folderId } = await settle(tx, owner, place);
    if (counts) {
      await holdRoot(tx, owner);
      await requireRoom(tx.db, owner, size ?? 0, { now: ctx.now, uploadId: null, replacing: replacing({ folderId, name, onDuplicate }) });
    }
    const row = await tx.db.prisma.upload.create({
      data: {
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
      },
      select: { id: true },
    });
    return row.id;
  });
  return {
    upload_url: `${ctx.baseUrl}/uploads`,
    upload_params: { upload_id: String(id), ...signedParameters(ctx.services.secretKey, SENDING, [id], goodUntil(ctx.now)) },
    file_param: FILE_FIELD,
  };
}

/** Takes the upload for this request: of two that send the same one, one does. Its bytes go under a key of their own. */
async function claim(db: Db, id: number): Promise<(UploadRow & { storageKey: string }) | undefined> {
  const storageKey = newKey();
  const [row] = await db.prisma.upload.updateManyAndReturn({
    where: { id, state: 'reserved' },
    data: { state: 'receiving', storageKey, receivedAt: new Date() },
  });
  return row && { ...uploadRow(row), storageKey };
}

const leftUpload = statement({
  name: 'upload_left',
  takes: { id: int },
  gives: { id: int, storageKey: present(text) },
  sql: (p) => sql`select u.id, u.storage_key as "storageKey" from uploads u
   where u.id = ${p.id} and u.storage_key is not null and ${leftReceiving('u')}`,
});

/** One that a process left which has died is ended, and may be sent again (files#53). */
async function claimed(database: Database, services: Services, id: number): Promise<UploadRow & { storageKey: string }> {
  const upload = await claim(database, id);
  if (upload) return upload;
  const [brought] = await database.rows(leftUpload, { id });
  if (brought) await endReceiving(database, services, brought);
  const again = brought && (await claim(database, id));
  if (!again) throw refusal('the file of this upload has been received already, or is being received');
  return again;
}

const lives = statement({
  name: 'upload_lives',
  takes: { id: int, storageKey: text },
  sql: (p) => sql`update uploads set received_at = now() where id = ${p.id} and storage_key = ${p.storageKey} and state = 'receiving'`,
});

/** Several of them fit into the time after which an upload counts as left. */
const SIGN_EVERY_MS = 20_000;

/** Gives signs of life of an upload while its bytes come, however slowly. */
function signs(db: Db, { id, storageKey }: Brought, everyMs: number): { end(): void } {
  const timer = setInterval(() => void db.rows(lives, { id, storageKey }).catch(() => undefined), everyMs);
  return { end: () => clearInterval(timer) };
}

const announcedIsLess = () => refusal('the file is larger than announced', 413);
const quotaIsLess = () => refusal('file size exceeds quota', 413);

/** The upload, as long as this request brings its bytes. */
const ownOf = ({ id, storageKey }: Brought) => ({ id, storageKey, state: 'receiving' }) as const;

/**
 * Room for bytes whose number nobody has said (files#35): for as many again as have come, so that few requests ask and others find
 * what is left. Until the file is there that room is taken.
 */
function growing(database: Database, upload: UploadRow & Brought, now: Date): More {
  const owner = ownerOf(upload);
  return (metered) =>
    database.transaction(async (db) => {
      await holdRoot({ db }, owner);
      const room = await roomFor(db, owner, { now, uploadId: upload.id, replacing: replacing(upload) });
      if (metered > room) throw quotaIsLess();
      const size = Math.min(room, 2 * metered);
      const { count } = await db.prisma.upload.updateMany({ where: ownOf(upload), data: { size } });
      if (count === 0) throw notFound();
      return size;
    });
}

/** How many bytes may come, and what to do about more (files#35): for what was announced there is room since then. */
function roomLeft(database: Database, upload: UploadRow & Brought, now: Date): Room {
  if (upload.announcedSize !== null) return { limit: upload.announcedSize, more: () => Promise.reject(announcedIsLess()) };
  if (upload.counts) return { limit: 0, more: growing(database, upload, now) };
  return { limit: Number.POSITIVE_INFINITY, more: () => Promise.reject(quotaIsLess()) };
}

// What was brought stands with a row of its own until it is taken out, so that storage that is away keeps nobody from sending again.
// It does not count: its owner can do nothing about it.
const failed = statement({
  name: 'upload_failed',
  takes: { id: int, storageKey: text },
  gives: { id: int },
  sql: (p) => sql`with again as (
     update uploads set state = 'reserved', storage_key = null, size = null where id = ${p.id} and storage_key = ${p.storageKey} and state = 'receiving' returning *)
   insert into uploads (user_id, course_id, group_id, folder_id, uploader_id, name, on_duplicate, counts, state, storage_key, created_at)
   select user_id, course_id, group_id, folder_id, uploader_id, name, on_duplicate, false, 'abandoned', ${p.storageKey}, created_at from again returning id`,
});

/** Has a failed upload sent again. `received`: it had not failed, only the answer that says so was lost. */
async function endReceiving(db: Db, { files }: Services, { id, storageKey }: Brought): Promise<'failed' | 'received'> {
  const [abandoned] = await db.rows(failed, { id, storageKey });
  if (abandoned) {
    await takeOut(db, files, { id: abandoned.id, storageKey });
    return 'failed';
  }
  const upload = await db.prisma.upload.findFirst({ where: { id, storageKey }, select: { state: true } });
  if (upload?.state === 'received' || upload?.state === 'confirmed') return 'received';
  // The job has ended it meanwhile, or another request has taken it: what came after that is nobody's.
  await files.remove(storageKey);
  return 'failed';
}

/** files#26: brings the file of a reserved upload into storage. Where that fails nothing is kept, and it may be sent again. */
export async function receiveUpload(
  database: Database,
  services: Services,
  { id, content, signEveryMs = SIGN_EVERY_MS }: { id: number; content: Readable; signEveryMs?: number },
  now: Date,
): Promise<void> {
  const upload = await claimed(database, services, id);
  const living = signs(database, upload, signEveryMs);
  try {
    const { size, beginning } = await keep(services.files, upload.storageKey, content, roomLeft(database, upload, now));
    const contentType = await contentTypeOf(beginning, upload.contentType, upload.name);
    const received = { state: 'received', size, contentType, receivedAt: now } as const;
    const { count } = await database.prisma.upload.updateMany({ where: ownOf(upload), data: received });
    if (count === 0) throw notFound();
  } catch (error) {
    // Without a database to ask, both are left to the job for abandoned uploads.
    if ((await endReceiving(database, services, upload).catch(() => 'unknown')) !== 'received') throw error;
  } finally {
    living.end();
  }
}

const held = statement({
  name: 'upload_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => sql`select u.id from uploads u where u.id = ${p.id} for update`,
});

/** An upload as it was begun, with the user in whose name. */
export async function beganUpload(db: Db, id: number): Promise<UploadRow | undefined> {
  const [row] = await db.prisma.upload.findMany({ where: { id } });
  return row && uploadRow(row);
}

async function confirmed(tx: TxCtx, id: number): Promise<FileRow> {
  // Of two confirmations at once the second waits here, and finds the file of the first.
  await tx.db.rows(held, { id });
  const upload = foundIn((await tx.db.prisma.upload.findMany({ where: { id } })).map(uploadRow));
  if (upload.attachmentId !== null) return findFileItself(tx.db, upload.attachmentId);
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
    uploadId: id,
    storageKey,
    size,
    contentType,
  });
  await tx.db.prisma.upload.updateMany({ where: { id }, data: { state: 'confirmed', attachmentId: file.id } });
  return file;
}

/** What has arrived and can become no file is not kept. */
export async function discardUpload(db: Db, { files }: Services, id: number): Promise<void> {
  const [upload] = await db.prisma.upload.updateManyAndReturn({
    where: { id, state: 'received' },
    data: { state: 'abandoned' },
    select: { storageKey: true },
  });
  if (upload?.storageKey) await takeOut(db, files, { id, storageKey: upload.storageKey });
}

/**
 * Addresses of an upload are good for a while, and the right to put a file there may end meanwhile (files#30). What is uploaded for a
 * submission does not count against the quota: graders put it into a student's files by what they may in the course, which the first step
 * has judged.
 */
async function requireToPut(ctx: Ctx, { folderId, counts }: UploadRow): Promise<void> {
  if (counts && !may(await accessElsewhere(ctx, 'folder', { by: 'id', id: folderId }), 'file.manage')) throw notFound();
}

/** files#28: a received upload becomes a file. A second time gives the same answer, to the letter. */
export async function confirmUpload(ctx: Ctx, upload: UploadRow): Promise<File> {
  if (upload.attachmentId === null) await requireToPut(ctx, upload);
  const row = await ctx.tx((tx) => confirmed(tx, upload.id));
  return foundIn(filesJson(ctx, [row], row.createdAt));
}

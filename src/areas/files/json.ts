import type { Ctx } from '../../access/context.ts';
import { signedParameters, untilFullHour } from '../../http/signing.ts';
import { iso } from '../../http/timestamps.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import type { AttachmentModel } from '../../store/generated/models.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text, timestamptz, uuid } from '../../store/sql/types.ts';
import { isPicture, mimeClassOf } from './content-types.ts';
import { WELL_KNOWN } from './folder-targets.ts';
import { type OwnerKind, type OwnerRow, ownerOf, ROOT_NAME } from './owners.ts';
import type { File, Folder } from './schemas.ts';

export const FILE_COLUMNS = sql`f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt"`;

export const FILE_ROW = {
  id: int,
  uuid: uuid,
  folderId: int,
  displayName: text,
  sortKey: text,
  filename: text,
  contentType: text,
  size: int,
  storageKey: nullable(text),
  locked: boolean,
  hidden: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  userId: nullable(int),
  courseId: nullable(int),
  groupId: nullable(int),
};
export type FileRow = RowOf<typeof FILE_ROW>;

/** A file as Prisma reads it. */
export const fileRow = (row: AttachmentModel): FileRow => ({ ...row, size: Number(row.size) });

export const FOLDER_ROW = {
  id: int,
  name: text,
  sortKey: text,
  fullName: text,
  parentId: nullable(int),
  filesCount: int,
  foldersCount: int,
  locked: boolean,
  hidden: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  userId: nullable(int),
  courseId: nullable(int),
  groupId: nullable(int),
};
type FolderRow = RowOf<typeof FOLDER_ROW>;

/** The address that a file is downloaded from, with a token; a signature takes its place (files#14). */
export const downloadAddress = (baseUrl: string, fileId: number): string => `${baseUrl}/files/${fileId}/download`;

export const DOWNLOAD = 'download';

export function signedDownload(
  { services, baseUrl }: Pick<Ctx, 'services' | 'baseUrl'>,
  row: Pick<FileRow, 'id' | 'uuid'>,
  now: Date,
): string {
  const parameters = signedParameters(services.secretKey, DOWNLOAD, [row.id, row.uuid], untilFullHour(now, DAY_MS));
  return `${downloadAddress(baseUrl, row.id)}?${new URLSearchParams(parameters).toString()}`;
}

/**
 * Files as JSON (files#14). Who sees a locked one at all may manage it, so that it is locked for nobody who sees this. The
 * addresses are good from `now` on (files#14).
 */
export function filesJson(ctx: Pick<Ctx, 'services' | 'baseUrl'>, rows: readonly FileRow[], now: Date): File[] {
  return rows.map((row) => {
    const url = signedDownload(ctx, row, now);
    return {
      id: row.id,
      uuid: row.uuid,
      folder_id: row.folderId,
      display_name: row.displayName,
      filename: row.filename,
      'content-type': row.contentType,
      mime_class: mimeClassOf(row.contentType),
      size: row.size,
      url,
      created_at: iso(row.createdAt),
      updated_at: iso(row.updatedAt),
      modified_at: iso(row.createdAt),
      locked: row.locked,
      hidden: row.hidden,
      locked_for_user: false,
      hidden_for_user: false,
      thumbnail_url: isPicture(row.contentType) ? url : null,
    };
  });
}

const CONTEXT_TYPE = { user: 'User', course: 'Course', group: 'Group' } as const satisfies Record<OwnerKind, Folder['context_type']>;

function contextOf(row: OwnerRow): Pick<Folder, 'context_type' | 'context_id'> {
  const { kind, id } = ownerOf(row);
  return { context_type: CONTEXT_TYPE[kind], context_id: id };
}

const SUBMISSIONS = [ROOT_NAME.user, ...WELL_KNOWN.submissions].join('/');

/** It is, or lies in, where files are kept that a user turns in (files#37). No name has a `/` in it. */
const forSubmissions = (row: FolderRow): boolean =>
  row.userId !== null && (row.fullName === SUBMISSIONS || row.fullName.startsWith(`${SUBMISSIONS}/`));

/** For who keeps the files there, or reads them only. */
export function foldersJson({ baseUrl }: Pick<Ctx, 'baseUrl'>, rows: readonly FolderRow[], keeps: boolean): Folder[] {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    full_name: row.fullName,
    parent_folder_id: row.parentId,
    ...contextOf(row),
    files_count: row.filesCount,
    folders_count: row.foldersCount,
    locked: row.locked,
    hidden: row.hidden,
    locked_for_user: false,
    hidden_for_user: false,
    can_upload: keeps,
    for_submissions: forSubmissions(row),
    files_url: `${baseUrl}/api/v1/folders/${row.id}/files`,
    folders_url: `${baseUrl}/api/v1/folders/${row.id}/folders`,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  }));
}

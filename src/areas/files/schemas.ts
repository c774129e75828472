import { z } from 'zod';
import { LockInfo } from '../../http/gates.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { boolean, integer, list, oneOf, optional, required, text } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { OnDuplicate } from '../../store/generated/enums.ts';
import { MIME_CLASSES } from './content-types.ts';
import { fileName, folderPath } from './names.ts';

/** files#6. */
export const File = z
  .object({
    id: z.int(),
    uuid: z.string(),
    folder_id: z.int(),
    display_name: z.string(),
    filename: z.string(),
    'content-type': z.string(),
    mime_class: z.enum(MIME_CLASSES),
    size: z.int(),
    url: z.string(),
    created_at: moment,
    updated_at: moment,
    /** When its bytes came, which never change (files#54). */
    modified_at: moment,
    locked: z.boolean(),
    hidden: z.boolean(),
    locked_for_user: z.boolean(),
    /** What is hidden from somebody is not shown to them (files#4). */
    hidden_for_user: z.literal(false),
    lock_info: LockInfo.optional(),
    lock_explanation: z.string().optional(),
    thumbnail_url: z.string().nullable(),
  })
  .meta({ id: 'File' });
export type File = z.infer<typeof File>;

export const Folder = z
  .object({
    id: z.int(),
    name: z.string(),
    full_name: z.string(),
    parent_folder_id: z.int().nullable(),
    context_type: z.enum(['User', 'Course', 'Group']),
    context_id: z.int(),
    files_count: z.int(),
    folders_count: z.int(),
    locked: z.boolean(),
    hidden: z.boolean(),
    locked_for_user: z.boolean(),
    hidden_for_user: z.literal(false),
    can_upload: z.boolean(),
    for_submissions: z.boolean(),
    files_url: z.string(),
    folders_url: z.string(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Folder' });
export type Folder = z.infer<typeof Folder>;

/** files#33: in bytes. */
export const Quota = z.object({ quota: z.int(), quota_used: z.int() }).meta({ id: 'Quota' });
export type Quota = z.infer<typeof Quota>;

/** What the second step is sent to, and with what before the file (files#19). */
export const UploadStep = z
  .object({ upload_url: z.string(), upload_params: z.record(z.string(), z.string()), file_param: z.string() })
  .meta({ id: 'UploadStep' });
export type UploadStep = z.infer<typeof UploadStep>;

/** files#19: into a folder by its id. */
export const NewFile = z.object({
  name: required(fileName()),
  size: optional(integer({ min: 0 })),
  content_type: optional(text()),
  on_duplicate: optional(oneOf(...Object.values(OnDuplicate))),
});
export type NewFile = z.output<typeof NewFile>;

/** files#48. */
export const FileCopy = z.object({
  source_file_id: required(idForm('plain')),
  on_duplicate: optional(oneOf(...Object.values(OnDuplicate))),
});
export type FileCopy = z.output<typeof FileCopy>;

/** files#50. */
export const FolderCopy = z.object({ source_folder_id: required(idForm('plain')) });

/** files#51. */
export const PublicUrl = z.object({ public_url: z.string() });

const place = { parent_folder_id: optional(idForm('plain')), parent_folder_path: optional(folderPath()) };

/** files#19. */
export const NewFileSomewhere = NewFile.extend(place);
export type NewFileSomewhere = z.output<typeof NewFileSomewhere>;

const concealment = { locked: optional(boolean()), hidden: optional(boolean()) };

/** files#47: in a folder by its id. */
export const NewSubfolder = z.object({ name: required(fileName()), ...concealment });
export type NewSubfolder = z.output<typeof NewSubfolder>;

export const NewFolder = NewSubfolder.extend(place);
export type NewFolder = z.output<typeof NewFolder>;

/** What a client can change of a file or a folder (files#4). */
export const Changes = z.object({ name: optional(fileName()), parent_folder_id: optional(idForm('plain')), ...concealment });
export type Changes = z.output<typeof Changes>;

export const SORTS = ['name', 'size', 'created_at', 'updated_at', 'content_type', 'user'] as const;

/** files#46, files#56. */
export const FileFilters = z.object({
  search_term: optional(text()),
  content_types: optional(list(text())),
  exclude_content_types: optional(list(text())),
  sort: optional(oneOf(...SORTS)),
  order: optional(oneOf('asc', 'desc')),
});
export type FileQuery = z.output<typeof FileFilters>;

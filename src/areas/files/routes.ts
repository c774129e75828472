import { z } from 'zod';
import type { AccessByContext, FileOwner } from '../../access/context-access.ts';
import { may, type Permission } from '../../access/permissions.ts';
import { listing, type Operation, operation } from '../../http/operation.ts';
import { boolean, optional } from '../../http/parameters/types.ts';
import { foundIn } from '../../kernel/errors.ts';
import { copyFile } from './copying.ts';
import { copyFolder } from './copying-folders.ts';
import { deleteFile, listFiles, listFilesIn, showPublicUrl, updateFile, viewFile, viewFileOf } from './files.ts';
import { folderTarget, WELL_KNOWN } from './folder-targets.ts';
import {
  createFolder,
  createFolderIn,
  deleteFolder,
  listFolders,
  listFoldersAlong,
  listFoldersIn,
  showFolder,
  showFolderOf,
  showMediaFolder,
  showRoot,
  updateFolder,
} from './folders.ts';
import { readQuota } from './quotas.ts';
import {
  Changes,
  File,
  FileCopy,
  FileFilters,
  Folder,
  FolderCopy,
  NewFile,
  NewFileSomewhere,
  NewFolder,
  NewSubfolder,
  PublicUrl,
  Quota,
  UploadStep,
} from './schemas.ts';
import { beginUpload } from './uploads.ts';

const tag = 'Files';

interface Files<K extends 'user' | 'course' | 'group'> {
  context: K;
  /** How the operations' ids name the owner; `whose` is how their summaries do. */
  name: string;
  whose: string;
  path: string;
  read: Permission;
  manage: Permission;
  owner: (at: AccessByContext[K]) => FileOwner;
}

const filesOf = <K extends 'user' | 'course' | 'group'>({ context, name, whose, path, read, manage, owner }: Files<K>): Operation[] => [
  listing({
    method: 'GET',
    path: `${path}/files`,
    operationId: `list${name}Files`,
    summary: `The files of ${whose}, by name`,
    tag,
    context,
    permission: read,
    input: FileFilters.shape,
    paged: 'by key',
    item: File,
    run: (ctx, { page, ...query }, at) => listFiles(ctx, at, { owner: owner(at), ...query }, page),
  }),
  operation({
    method: 'POST',
    path: `${path}/files`,
    operationId: `begin${name}Upload`,
    summary: `First step of an upload into the files of ${whose}`,
    tag,
    context,
    permission: manage,
    input: NewFileSomewhere.shape,
    answer: UploadStep,
    run: (ctx, sent, at) => beginUpload(ctx, { owner: owner(at), place: folderTarget(sent, WELL_KNOWN.unfiled), counts: true }, sent),
  }),
  operation({
    method: 'GET',
    path: `${path}/files/quota`,
    operationId: `show${name}Quota`,
    summary: `How many bytes the files of ${whose} may take, and do`,
    tag,
    context,
    permission: read,
    answer: Quota,
    run: (ctx, _input, at) => readQuota(ctx.db, owner(at)),
  }),
  operation({
    method: 'GET',
    path: `${path}/files/:id`,
    operationId: `show${name}File`,
    summary: `A file of ${whose}`,
    tag,
    context,
    permission: read,
    ids: { id: 'plain' },
    answer: File,
    run: (ctx, { path: { id } }, at) => viewFileOf(ctx, at, owner(at), id),
  }),
];

const foldersOf = <K extends 'user' | 'course' | 'group'>({ context, name, whose, path, read, manage, owner }: Files<K>): Operation[] => [
  listing({
    method: 'GET',
    path: `${path}/folders`,
    operationId: `list${name}Folders`,
    summary: `All folders of ${whose}, by id; the root is made where there is none yet`,
    tag,
    context,
    permission: read,
    paged: 'by key',
    item: Folder,
    run: (ctx, { page }, at) => listFolders(ctx, at, owner(at), page),
  }),
  operation({
    method: 'POST',
    path: `${path}/folders`,
    operationId: `create${name}Folder`,
    summary: `Make a folder among those of ${whose}, in the root unless the parameters say otherwise`,
    tag,
    context,
    permission: manage,
    input: NewFolder.shape,
    answer: Folder,
    run: (ctx, sent, at) => createFolder(ctx, at, owner(at), sent),
  }),
  operation({
    method: 'GET',
    path: `${path}/folders/:id`,
    operationId: `show${name}Folder`,
    summary: `A folder of ${whose}`,
    tag,
    context,
    permission: read,
    ids: { id: 'plain' },
    answer: Folder,
    run: (ctx, { path: { id } }, at) => showFolderOf(ctx, at, owner(at), id),
  }),
  listing({
    method: 'GET',
    path: `${path}/folders/by_path/*`,
    operationId: `list${name}FoldersAlong`,
    summary: `The folders of ${whose} along a path, from the root to the last; the root is made where there is none yet`,
    tag,
    context,
    permission: read,
    ids: { '*': 'rest' },
    paged: 'by number',
    item: Folder,
    run: (ctx, { path: { '*': rest }, page }, at) => listFoldersAlong(ctx, at, { owner: owner(at), rest }, page),
  }),
];

/** Folders that are made when first asked for. */
const namedFoldersOf = <K extends 'user' | 'course' | 'group'>({
  context,
  name,
  whose,
  path,
  read,
  manage,
  owner,
}: Files<K>): Operation[] => [
  operation({
    method: 'GET',
    path: `${path}/folders/by_path`,
    operationId: `show${name}Root`,
    summary: `The root of the folders of ${whose}, as a path of one folder`,
    tag,
    context,
    permission: read,
    answer: z.array(Folder),
    run: (ctx, _input, at) => showRoot(ctx, at, owner(at)),
  }),
  operation({
    method: 'GET',
    path: `${path}/folders/root`,
    operationId: `show${name}RootFolder`,
    summary: `The root of the folders of ${whose}`,
    tag,
    context,
    permission: read,
    answer: Folder,
    run: async (ctx, _input, at) => foundIn(await showRoot(ctx, at, owner(at))),
  }),
  operation({
    method: 'GET',
    path: `${path}/folders/media`,
    operationId: `show${name}MediaFolder`,
    summary: `The folder for recordings of ${whose}; that of the caller for who may not put any there`,
    tag,
    context,
    permission: read,
    answer: Folder,
    run: (ctx, _input, at) => showMediaFolder(ctx, at, { owner: owner(at), keeps: may(at, manage) }),
  }),
];

/** The same operations for the files of users, courses and groups (files#1). */
const ownedBy = <K extends 'user' | 'course' | 'group'>(owned: Files<K>): Operation[] => [
  ...filesOf(owned),
  ...foldersOf(owned),
  ...namedFoldersOf(owned),
];

/** The operations on files and folders of users, courses and groups. */
export const ownedFileOperations: readonly Operation[] = [
  ...ownedBy({
    context: 'user',
    name: 'User',
    whose: 'a user',
    path: '/users/:user_id',
    read: 'user.files',
    manage: 'user.files.manage',
    owner: (at) => ({ kind: 'user', id: at.user.id }),
  }),
  ...ownedBy({
    context: 'course',
    name: 'Course',
    whose: 'a course',
    path: '/courses/:course_id',
    read: 'course.files.read',
    manage: 'course.files.manage',
    owner: (at) => ({ kind: 'course', id: at.course.id }),
  }),
  ...ownedBy({
    context: 'group',
    name: 'Group',
    whose: 'a group',
    path: '/groups/:group_id',
    read: 'group.files.read',
    manage: 'group.files.manage',
    owner: (at) => ({ kind: 'group', id: at.group.id }),
  }),
];

/** files#2: files and folders by ids of their own. */
export const fileOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/files/:file_id',
    operationId: 'showFile',
    summary: 'A file',
    tag,
    context: 'file',
    permission: 'file.read',
    answer: File,
    run: (ctx, _input, at) => viewFile(ctx, at),
  }),
  operation({
    method: 'GET',
    path: '/files/:file_id/public_url',
    operationId: 'showFilePublicUrl',
    summary: 'An address that opens a file without a token, for a day',
    tag,
    context: 'file',
    permission: 'file.read',
    answer: PublicUrl,
    run: (ctx, _input, at) => showPublicUrl(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/files/:file_id',
    operationId: 'updateFile',
    summary: 'Rename, move, lock or hide a file',
    tag,
    context: 'file',
    permission: 'file.manage',
    input: Changes.shape,
    answer: File,
    run: (ctx, sent, at) => updateFile(ctx, at, sent),
  }),
  operation({
    method: 'DELETE',
    path: '/files/:file_id',
    operationId: 'deleteFile',
    summary: 'Delete a file, which ends its addresses; answers the former file',
    tag,
    context: 'file',
    permission: 'file.manage',
    answer: File,
    run: (ctx, _input, at) => deleteFile(ctx, at),
  }),
  operation({
    method: 'GET',
    path: '/folders/:folder_id',
    operationId: 'showFolder',
    summary: 'A folder',
    tag,
    context: 'folder',
    permission: 'file.read',
    answer: Folder,
    run: (ctx, _input, at) => showFolder(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/folders/:folder_id',
    operationId: 'updateFolder',
    summary: 'Rename, move, lock or hide a folder with all that is in it',
    tag,
    context: 'folder',
    permission: 'file.manage',
    input: Changes.shape,
    answer: Folder,
    run: (ctx, sent, at) => updateFolder(ctx, at, sent),
  }),
  operation({
    method: 'DELETE',
    path: '/folders/:folder_id',
    operationId: 'deleteFolder',
    summary: 'Delete a folder, with all that is in it where force says so; answers the former folder',
    tag,
    context: 'folder',
    permission: 'file.manage',
    input: { force: optional(boolean()) },
    answer: Folder,
    run: (ctx, { force }, at) => deleteFolder(ctx, at, force ?? false),
  }),
  listing({
    method: 'GET',
    path: '/folders/:folder_id/files',
    operationId: 'listFolderFiles',
    summary: 'The files in a folder, by name',
    tag,
    context: 'folder',
    permission: 'file.read',
    input: FileFilters.shape,
    paged: 'by key',
    item: File,
    run: (ctx, { page, ...query }, at) => listFilesIn(ctx, at, query, page),
  }),
  operation({
    method: 'POST',
    path: '/folders/:folder_id/files',
    operationId: 'beginFolderUpload',
    summary: 'First step of an upload into a folder',
    tag,
    context: 'folder',
    permission: 'file.manage',
    input: NewFile.shape,
    answer: UploadStep,
    run: (ctx, sent, at) => beginUpload(ctx, { owner: at.owner, place: { folderId: at.id }, counts: true }, sent),
  }),
  listing({
    method: 'GET',
    path: '/folders/:folder_id/folders',
    operationId: 'listFolderFolders',
    summary: 'The folders in a folder, by name',
    tag,
    context: 'folder',
    permission: 'file.read',
    paged: 'by key',
    item: Folder,
    run: (ctx, { page }, at) => listFoldersIn(ctx, at, page),
  }),
  operation({
    method: 'POST',
    path: '/folders/:folder_id/folders',
    operationId: 'createFolderInFolder',
    summary: 'Make a folder in a folder',
    tag,
    context: 'folder',
    permission: 'file.manage',
    input: NewSubfolder.shape,
    answer: Folder,
    run: (ctx, sent, at) => createFolderIn(ctx, at, sent),
  }),
  operation({
    method: 'POST',
    path: '/folders/:folder_id/copy_file',
    operationId: 'copyFile',
    summary: 'Copy a file into a folder',
    tag,
    context: 'folder',
    permission: 'file.manage',
    input: FileCopy.shape,
    answer: File,
    run: (ctx, sent, at) => copyFile(ctx, at, sent),
  }),
  operation({
    method: 'POST',
    path: '/folders/:folder_id/copy_folder',
    operationId: 'copyFolder',
    summary: 'Copy a folder with all that is in it into a folder',
    tag,
    context: 'folder',
    permission: 'file.manage',
    input: FolderCopy.shape,
    answer: Folder,
    run: (ctx, { source_folder_id: source }, at) => copyFolder(ctx, at, source),
  }),
];

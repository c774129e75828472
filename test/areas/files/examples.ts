import {
  courseOf,
  type Examples,
  fresh,
  inCourse,
  type ListRequest,
  named,
  nothing,
  type Request,
  type Requests,
  sending,
} from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import type { Fields } from '../../helpers/form.ts';
import { upload } from '../../helpers/upload.ts';

const fileOf = (owner: (w: World) => string, name: string, sent?: () => Fields): Request => {
  return async (w, server) => {
    const { id } = await upload(server.admin, `${owner(w)}/files`, named());
    return { ids: { [name]: id }, ...(sent ? { sent: sent() } : {}) };
  };
};

const filesOf = (word: string, owner: (w: World) => string): Requests => ({
  [`begin${word}Upload`]: sending(named),
  [`show${word}Quota`]: nothing,
  [`show${word}Root`]: nothing,
  [`show${word}RootFolder`]: nothing,
  [`show${word}MediaFolder`]: nothing,
  [`show${word}File`]: fileOf(owner, 'id'),
  [`create${word}Folder`]: sending(named),
  [`show${word}Folder`]: fresh('id', (w) => `${owner(w)}/folders`, named),
});

export const examples: Examples = {
  requests: {
    ...filesOf('User', (w) => `/users/${w.rich.id}`),
    ...filesOf('Course', courseOf),
    ...filesOf('Group', (w) => `/groups/${w.group}`),
    showFilePublicUrl: fileOf(courseOf, 'file_id'),
    showFile: fileOf(courseOf, 'file_id'),
    updateFile: fileOf(courseOf, 'file_id', named),
    deleteFile: fileOf(courseOf, 'file_id'),
    showFolder: nothing,
    updateFolder: fresh('folder_id', inCourse('folders'), named, named),
    deleteFolder: fresh('folder_id', inCourse('folders'), named),
    beginFolderUpload: sending(named),
    createFolderInFolder: sending(named),
    copyFolder: async (w, server) => {
      const { id } = await posting(server)(`${courseOf(w)}/folders`, named());
      await upload(server.admin, `/folders/${id}/files`, named());
      return { sent: { source_folder_id: id } };
    },
    copyFile: async (w, server) => {
      const { id } = await upload(server.admin, `${courseOf(w)}/files`, named());
      return { sent: { source_file_id: id } };
    },
  },
  lists: [
    ...[
      { name: 'User', owner: (w: World) => `/users/${w.rich.id}` },
      { name: 'Course', owner: (w: World) => `/courses/${w.course}` },
      { name: 'Group', owner: (w: World) => `/groups/${w.group}` },
    ].flatMap(({ name, owner }): ListRequest[] => [
      { operationId: `list${name}Files`, path: (w) => `${owner(w)}/files` },
      { operationId: `list${name}Folders`, path: (w) => `${owner(w)}/folders` },
      { operationId: `list${name}FoldersAlong`, path: (w) => `${owner(w)}/folders/by_path/${encodeURI(w.way)}` },
    ]),
    { operationId: 'listFolderFiles', path: (w) => `/folders/${w.folder}/files` },
    { operationId: 'listUserFiles', path: (w) => `/users/${w.rich.id}/files`, query: { search_term: '.png' } },
    { operationId: 'listFolderFolders', path: (w) => `/folders/${w.folder}/folders` },
  ],
};

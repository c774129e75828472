import { invalidField } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import type { FolderTarget } from './folder-tree.ts';

interface SentPlace {
  parent_folder_id?: PlainId | undefined;
  parent_folder_path?: string[] | undefined;
}

/** The folders that are there for a purpose, below the root (files#37). */
export const WELL_KNOWN = {
  conversations: ['conversation attachments'],
  // Apart from what is uploaded without a place, which would take the place of what it shares a name with.
  discussions: ['discussion attachments'],
  pictures: ['profile pictures'],
  media: ['Uploaded Media'],
  quizReports: ['quiz reports'],
  submissions: ['submissions'],
  unfiled: ['unfiled'],
} as const;

/** Where a new file or folder is to go: as sent, by one of the two parameters, else to the usual place. */
export function folderTarget({ parent_folder_id: id, parent_folder_path: path }: SentPlace, usual: readonly string[]): FolderTarget {
  if (id !== undefined && path !== undefined)
    throw invalidField('parent_folder_path', 'invalid', 'is not sent together with parent_folder_id');
  return id ? { folderId: id.id } : { path: path ?? usual };
}

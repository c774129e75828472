import { z } from 'zod';
import type { TxCtx } from '../../access/context.ts';

/** The job of whoever keeps what files are shown as beside what carries them: these have another name, or are gone. */
export const FILES_CHANGED = 'carried_files_changed';
export const FilesChanged = z.object({ fileIds: z.array(z.int()) });

/** By a job, because what carries them is held before the tree that they lie in, where it is written together with a file. */
export async function publishFilesChange(tx: TxCtx, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length > 0) await tx.enqueue(FILES_CHANGED, { fileIds });
}

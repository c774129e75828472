import type { Ctx, TxCtx } from '../../access/context.ts';
import type { FileAccess, FileOwner } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { findFile } from './files.ts';
import { holdRoot } from './folder-tree.ts';
import { requireReached } from './gates.ts';
import { filesJson } from './json.ts';
import type { File, FileCopy } from './schemas.ts';
import { insertFile } from './storing.ts';

const asKey = ({ kind, id }: FileOwner): string => `${kind} ${id}`;

/** Both trees, in an order that every copy takes them in, so that no two wait for each other. */
export async function holdRoots(tx: TxCtx, owners: readonly FileOwner[]): Promise<void> {
  const byKey = new Map(owners.map((owner) => [asKey(owner), owner]));
  for (const [, owner] of [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1))) await holdRoot(tx, owner);
}

/**
 * A file once more, in another folder or the same: the two share their bytes, which stay as long as one of them is there (files#48).
 * The source is read while its tree is held, so that it is not deleted, and its bytes taken away, before the copy is there.
 */
export async function copyFile(ctx: Ctx, at: FileAccess, sent: FileCopy): Promise<File> {
  const from = await accessElsewhere(ctx, 'file', sent.source_file_id);
  await requireReached(ctx, from, from.id);
  return ctx.tx(async (tx) => {
    await holdRoots(tx, [at.owner, from.owner]);
    const { displayName: name, storageKey, size, contentType } = await findFile(tx.db, from.id);
    if (storageKey === null) throw notFound();
    const row = await insertFile(tx, {
      owner: at.owner,
      uploaderId: tx.caller.userId,
      folderId: at.id,
      name,
      onDuplicate: sent.on_duplicate ?? 'refuse',
      counts: true,
      carried: false,
      uploadId: null,
      storageKey,
      size,
      contentType,
    });
    return foundIn(filesJson(tx, [row], tx.now));
  });
}

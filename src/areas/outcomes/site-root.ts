import type { TxCtx } from '../../access/context.ts';
import { holdTree } from './tree.ts';

/** The site's root group, which a first start makes (outcomes#8). */
export async function makeSiteRoot(tx: TxCtx): Promise<void> {
  await holdTree(tx, { kind: 'global', courseId: null, accountId: null, rootAccountId: null });
}

import { z } from 'zod';
import type { TxCtx } from '../../access/context.ts';

/**
 * What is for the groups of a set is for none once the set is deleted, in that transaction, which holds the course before the set. The
 * area of topics knows groups: it is a port.
 */
export type TopicsLeaveSet = (tx: TxCtx, groupCategoryId: number) => Promise<void>;

declare module '../../access/context.ts' {
  interface Services {
    readonly topicsLeaveSet: TopicsLeaveSet;
  }
}

/** The job of whoever keeps something for each group of a set: the set has got a group or lost one. */
export const GROUPS_CHANGED = 'groups_of_set_changed';
export const GroupsChanged = z.object({ groupCategoryId: z.int() });

export const publishGroupsChange = (tx: TxCtx, groupCategoryId: number): Promise<void> =>
  tx.enqueue(GROUPS_CHANGED, { groupCategoryId }, { key: `${GROUPS_CHANGED}:${groupCategoryId}` });

import { z } from 'zod';
import type { Ctx } from '../../access/context.ts';
import { beginProgress, type Ended, progressJob } from '../progress/progress.ts';
import type { Progress } from '../progress/schemas.ts';
import { type BatchEvent, EVENTS, possible } from './schemas.ts';
import { applyEvent } from './updating.ts';

const JOB = 'update_conversations';
const Work = z.object({ ids: z.array(z.int()), event: z.enum(EVENTS) });

/** Begins the update of many of the caller's conversations (conversations#61). */
export const beginBatchUpdate = (ctx: Ctx, ids: readonly number[], event: BatchEvent): Promise<Progress> =>
  ctx.tx((tx) => beginProgress(tx, { tag: 'conversation_batch_update', job: JOB, work: { ids, event } }));

/** Conversations that are not the user's are named (conversations#62). */
export function outcome(asked: readonly number[], done: readonly number[]): Ended {
  const mine = new Set(done);
  const foreign = asked.filter((id) => !mine.has(id));
  const processed = `${done.length} ${done.length === 1 ? 'conversation' : 'conversations'} processed`;
  const message = foreign.length === 0 ? processed : `${processed}; not yours: ${foreign.join(', ')}`;
  return { state: done.length === 0 ? 'failed' : 'completed', message };
}

/** 500 rows of one user at most. */
export const updateConversations = progressJob(JOB, Work, async (db, userId, { ids, event }) =>
  outcome(ids, await applyEvent(db, userId, event, possible(ids))),
);

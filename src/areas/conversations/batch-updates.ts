import { z } from 'zod';
import type { Ctx } from '../../access/context.ts';
import type { Job } from '../area.ts';
import { beginProgress, endProgress, holdProgress } from '../progress/progress.ts';
import type { Progress } from '../progress/schemas.ts';
import { type BatchEvent, EVENTS, possible } from './schemas.ts';
import { applyEvent } from './updating.ts';

const JOB = 'update_conversations';
const Payload = z.object({ progressId: z.int() });
const Work = z.object({ ids: z.array(z.int()), event: z.enum(EVENTS) });

/** Begins the update of many of the caller's conversations (conversations#61). */
export const beginBatchUpdate = (ctx: Ctx, ids: readonly number[], event: BatchEvent): Promise<Progress> =>
  ctx.tx((tx) => beginProgress(tx, { tag: 'conversation_batch_update', job: JOB, work: { ids, event } }));

/** Conversations that are not the user's are named (conversations#62). */
export function outcome(asked: readonly number[], done: readonly number[]): { state: 'completed' | 'failed'; message: string } {
  const mine = new Set(done);
  const foreign = asked.filter((id) => !mine.has(id));
  const processed = `${done.length} ${done.length === 1 ? 'conversation' : 'conversations'} processed`;
  const message = foreign.length === 0 ? processed : `${processed}; not yours: ${foreign.join(', ')}`;
  return { state: done.length === 0 ? 'failed' : 'completed', message };
}

/** All of it in one transaction, which ends the progress too: 500 rows of one user at most. */
export const updateConversations: Job = {
  name: JOB,
  async run(database, payload) {
    const { progressId } = Payload.parse(payload);
    await database.transaction(async (db) => {
      const held = await holdProgress(db, progressId);
      if (!held) return;
      const { ids, event } = Work.parse(held.work);
      const done = await applyEvent(db, held.userId, event, possible(ids));
      const { state, message } = outcome(ids, done);
      await endProgress(db, progressId, state, message);
    });
  },
};

import { z } from 'zod';
import type { Ctx, TxCtx } from '../../access/context.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Database, insertedRow, statement, type TxDb } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { removalOf } from '../../store/removal.ts';
import { conversationBatchState, mediaType } from '../../store/sql/enums.ts';
import { enqueueEach } from '../../store/sql/jobs.ts';
import { quoted, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { messagesById } from './messages.ts';
import { contextCodeOf } from './recipients.ts';
import type { Batch } from './schemas.ts';
import { type Beginning, CHUNK, type Draft, insertTemplate, sendPrivately } from './sending.ts';

const insert = statement({
  name: 'insert_conversation_batch',
  takes: { authorId: int, messageId: int, subject: nullable(text), courseId: nullable(int), groupId: nullable(int), people: array(int) },
  gives: { id: int },
  sql: (p) => sql`with batch as (
     insert into conversation_batches (user_id, message_id, subject, course_id, group_id, recipient_count)
     values (${p.authorId}, ${p.messageId}, ${p.subject}, ${p.courseId}, ${p.groupId}, cardinality(${p.people}::int[])) returning id),
   recipients as (insert into conversation_batch_recipients (batch_id, user_id) select batch.id, t.id from batch, unnest(${p.people}::int[]) t(id))
   select id from batch`,
});

const JOB = 'send_conversation_batch';

/** A message to many in the background (conversations#58): the batch, whom it is for and its job are there together or not at all. */
export async function startBatch(tx: TxCtx, draft: Draft, people: readonly number[], { subject, about }: Beginning): Promise<number> {
  const messageId = await insertTemplate(tx.db, draft);
  const batch = insertedRow(
    await tx.db.rows(insert, { authorId: draft.authorId, messageId, subject, courseId: about.courseId, groupId: about.groupId, people }),
  );
  await tx.enqueue(JOB, { batchId: batch.id });
  return batch.id;
}

const BATCH_ROW = {
  id: int,
  subject: nullable(text),
  state: conversationBatchState,
  recipientCount: int,
  sentCount: int,
  courseId: nullable(int),
  groupId: nullable(int),
  messageId: int,
};
const running = numberedList({
  name: 'running_conversation_batches',
  takes: { callerId: int },
  gives: BATCH_ROW,
  select: (
    p,
  ) => sql`select b.id, b.subject, b.state, b.recipient_count as "recipientCount", b.sent_count as "sentCount", b.course_id as "courseId",
     b.group_id as "groupId", b.message_id as "messageId"
   from conversation_batches b where b.user_id = ${p.callerId} and b.state in ('created', 'sending') order by b.id`,
});

/** The caller's batches that are under way (conversations#57). */
export async function listBatches(ctx: Ctx, page: PageRequest): Promise<Page<Batch>> {
  const found = await running.read(ctx.db, { callerId: ctx.caller.userId }, page);
  const { messages } = await messagesById(
    ctx,
    found.rows.map((row) => row.messageId),
  );
  const byId = new Map(messages.map((message) => [message.id, message]));
  const batches = found.rows.flatMap((row): Batch[] => {
    const message = byId.get(row.messageId);
    if (!message) return [];
    const code = contextCodeOf(row);
    return [
      {
        id: row.id,
        subject: row.subject,
        workflow_state: row.state,
        completion: row.sentCount / row.recipientCount,
        recipient_count: row.recipientCount,
        tags: code === null ? [] : [code],
        message,
      },
    ];
  });
  return mapPage(found, batches);
}

const HELD_BATCH_ROW = {
  userId: int,
  subject: nullable(text),
  courseId: nullable(int),
  groupId: nullable(int),
  deserted: boolean,
  body: text,
  mediaCommentId: nullable(text),
  mediaCommentType: nullable(mediaType),
  attachmentIds: array(int),
  forwardedIds: array(int),
  forwardedTotal: int,
};
const hold = statement({
  name: 'hold_conversation_batch',
  takes: { batchId: int },
  gives: HELD_BATCH_ROW,
  sql: (p) => sql`select b.user_id as "userId", b.subject, b.course_id as "courseId", b.group_id as "groupId", m.body,
     m.media_comment_id as "mediaCommentId", m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds",
     m.forwarded_ids as "forwardedIds", m.forwarded_total as "forwardedTotal", u.deleted as deserted
   from conversation_batches b join conversation_messages m on m.id = b.message_id join users u on u.id = b.user_id
   where b.id = ${p.batchId} and b.state in ('created', 'sending') for update of b`,
});

const take = statement({
  name: 'take_batch_recipients',
  takes: { batchId: int, size: int },
  gives: { taken: int, people: array(int) },
  sql: (p) => sql`with taken as (
     delete from conversation_batch_recipients r where r.batch_id = ${p.batchId} and r.user_id in (
       select n.user_id from conversation_batch_recipients n where n.batch_id = ${p.batchId} order by n.user_id limit ${p.size})
     returning r.user_id)
   select count(*) as taken, coalesce(array_agg(t.user_id order by t.user_id) filter (where not u.deleted), '{}') as people
   from taken t join users u on u.id = t.user_id`,
});

const advance = statement({
  name: 'advance_conversation_batch',
  takes: { batchId: int, taken: int, done: boolean },
  sql: (p) => sql`update conversation_batches set sent_count = sent_count + ${p.taken},
     state = case when ${p.done}::boolean then 'sent' else 'sending' end::conversation_batch_state, updated_at = now() where id = ${p.batchId}`,
});

const giveUp = statement({
  name: 'give_up_conversation_batch',
  takes: { batchId: int },
  sql: (p) => sql`with rest as (delete from conversation_batch_recipients where batch_id = ${p.batchId})
   update conversation_batches set state = 'error', updated_at = now() where id = ${p.batchId}`,
});

/**
 * Sends to the next recipients, so many that the transaction is short and holds few conversations at once; gives back whether there are
 * more. Who was reached is struck off in the transaction that reaches them: killed at any point and run again, also twice at once, each
 * gets one message.
 */
export function sendChunk(database: Database, batchId: number, size = CHUNK): Promise<boolean> {
  return database.transaction(async (db: TxDb) => {
    const [batch] = await db.rows(hold, { batchId });
    if (!batch) return false;
    // Nobody writes any more whose user is deleted.
    if (batch.deserted) {
      await db.rows(giveUp, { batchId });
      return false;
    }
    const [next] = await db.rows(take, { batchId, size });
    const { taken, people } = next ?? { taken: 0, people: [] };
    const { userId, subject, courseId, groupId, deserted: _, ...message } = batch;
    if (people.length > 0) await sendPrivately(db, { ...message, authorId: userId }, people, { subject, about: { courseId, groupId } });
    const done = taken < size;
    await db.rows(advance, { batchId, taken, done });
    return !done;
  });
}

const Payload = z.object({ batchId: z.int() });

export const sendBatch: Job = {
  name: JOB,
  async run(database, payload) {
    const { batchId } = Payload.parse(payload);
    while (await sendChunk(database, batchId));
  },
};

const resume = statement({
  name: 'resume_conversation_batches',
  sql: () => sql`with stale as (
     update conversation_batches set updated_at = now() where id in (select b.id from conversation_batches b
       where b.state in ('created', 'sending') and b.updated_at < now() - interval '1 minute' order by b.id limit 100 for update skip locked)
     returning id)
   ${enqueueEach(quoted(JOB), sql`jsonb_build_object('batchId', id)`, sql`stale`)}`,
});

/** Batches whose worker was killed go on: the queue itself would hand a killed worker's job on after hours only. */
export const resumeBatches: Job = {
  name: 'resume_conversation_batches',
  schedule: '* * * * *',
  async run(database) {
    await database.rows(resume, {});
  },
};

/** Lists hold those under way alone (conversations#57); the rest is kept for as long as an operator may be asked what became of one. */
const KEPT_DAYS = 30;

/** The message of a batch is nobody's to read: its recipients have copies. */
const remove = removalOf({
  name: 'conversation_batches_remove',
  table: sql`conversation_batches`,
  keptDays: KEPT_DAYS,
  where: (before) => sql`x.state in ('sent', 'error') and x.updated_at < ${before}`,
  with: sql`delete from conversation_messages m using gone where m.id = gone.message_id`,
});

export const removeOldBatches: Job = {
  name: 'remove_old_conversation_batches',
  schedule: '31 3 * * *',
  deferrable: true,
  run: remove,
};

import type { Ctx, TxCtx } from '../../access/context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import type { WithCommit } from '../../store/transaction.ts';
import { carryFiles, ownFilesIn } from '../files/attached.ts';
import { WELL_KNOWN } from '../files/folder-targets.ts';
import { SEEN } from './messages.ts';
import { type MessageParameters, possible } from './schemas.ts';
import type { Draft } from './sending.ts';

/** What a message carries within it multiplies as it is forwarded; so many it may be together. */
const MAX_FORWARDED = 100;

const readable = statement({
  name: 'readable_messages',
  takes: { callerId: int, possible: array(int) },
  gives: { id: int, total: int },
  sql: (p) => sql`select m.id, m.forwarded_total + 1 as total
   from conversation_messages m join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = ${p.callerId}
   where m.id = any(${p.possible}::int[]) and ${SEEN}`,
});

/** Messages that the caller can read; any other is refused (conversations#17). Gives back how many they are with what they carry. */
async function requireReadable(ctx: Ctx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await ctx.db.rows(readable, { callerId: ctx.caller.userId, possible: possible(ids) });
  if (rows.length < ids.length) throw invalidField('forwarded_message_ids', 'invalid', 'must be messages that you can read');
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  if (total > MAX_FORWARDED)
    throw invalidField('forwarded_message_ids', 'too_many', `must be ${MAX_FORWARDED} messages at most, with those that they forward`);
  return total;
}

const notAttachable = () =>
  invalidField('attachment_ids', 'invalid', `must be files of yours in the folder ${WELL_KNOWN.conversations.join('/')}`);

/** The caller's own files in the folder for it; anything else is refused (conversations#21). */
async function requireAttachable(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const found = await ownFilesIn(ctx, WELL_KNOWN.conversations, possible(ids));
  if (found.length < ids.length) throw notAttachable();
}

/** A message as it was sent, checked before anything is written. */
export async function draftOf(ctx: Ctx, sent: MessageParameters): Promise<Draft> {
  const { media_comment_id: mediaCommentId, media_comment_type: mediaCommentType } = sent;
  if (mediaCommentId !== undefined && mediaCommentType === undefined)
    throw invalidField('media_comment_type', 'blank', 'is required with media_comment_id');
  const attachmentIds = sent.attachment_ids ?? [];
  const forwardedIds = sent.forwarded_message_ids ?? [];
  await requireAttachable(ctx, attachmentIds);
  const forwardedTotal = await requireReadable(ctx, forwardedIds);
  return {
    authorId: ctx.caller.userId,
    body: sent.body,
    mediaCommentId: mediaCommentId ?? null,
    mediaCommentType: mediaCommentId === undefined ? null : (mediaCommentType ?? null),
    attachmentIds,
    forwardedIds,
    forwardedTotal,
  };
}

/** Whether a draft carries neither files nor other messages: one statement shows such a message. */
export const carriesNothing = ({ attachmentIds, forwardedIds }: Draft): boolean => attachmentIds.length === 0 && forwardedIds.length === 0;

/** Sends a draft in one transaction; from then on its files stay with it (conversations#24). */
export const sendDraft = <T>(ctx: Ctx, draft: Draft, send: (tx: TxCtx) => Promise<T | WithCommit<T>>): Promise<T> =>
  ctx.tx(async (tx) => {
    if (!(await carryFiles(tx.db, draft.attachmentIds))) throw notAttachable();
    return send(tx);
  });

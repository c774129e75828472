import type { Ctx, TxCtx } from '../../access/context.ts';
import { Answer } from '../../http/operation.ts';
import { invalidField } from '../../kernel/errors.ts';
import { insertedRow } from '../../store/database.ts';
import { WithCommit } from '../../store/transaction.ts';
import { startBatch } from './batches.ts';
import { carriesNothing, draftOf, sendDraft } from './drafts.ts';
import { messagesById } from './messages.ts';
import { contextOf, peopleOf } from './recipients.ts';
import type { Conversation, MessageParameters, NewConversation, View } from './schemas.ts';
import { addToConversation, type Draft, type Sent, sendPrivately, sendToGroup } from './sending.ts';
import { findConversation, presentConversations, presentOne, requireConversation } from './views.ts';

/** How many people are in one group conversation at most, its creator not counted (conversations#10). */
export const MAX_GROUP = 100;

/** The conversation with the one message that is sent into it; what carries nothing is read in one go with COMMIT. */
async function sendAndPresent(ctx: Ctx, draft: Draft, view: View, send: (tx: TxCtx) => Promise<Sent>): Promise<Conversation> {
  return sendDraft(ctx, draft, async (tx) => {
    const { conversationId, messageId } = await send(tx);
    const present = async () => {
      const [row, messages] = await Promise.all([findConversation(tx, conversationId, 'allowed'), messagesById(tx, [messageId])]);
      return presentOne(tx, row, view, messages);
    };
    return carriesNothing(draft) ? new WithCommit(present()) : present();
  });
}

/**
 * Sends a message: to one person or to each of several in private, or to a group together (conversations#9). Everything is
 * checked first, so that nothing is sent to part of the recipients.
 */
export async function createConversation(ctx: Ctx, sent: NewConversation): Promise<Conversation[] | Answer<Conversation[]>> {
  const people = await peopleOf(ctx, sent.recipients);
  const about = await contextOf(ctx, sent.context_code);
  const draft = await draftOf(ctx, sent);
  const beginning = { subject: sent.subject ?? null, about };
  const several = people.length > 1;
  if (several && sent.group_conversation === true) {
    if (people.length > MAX_GROUP) throw invalidField('recipients', 'too_many', `must be ${MAX_GROUP} people at most in one conversation`);
    return [await sendAndPresent(ctx, draft, sent, (tx) => sendToGroup(tx.db, draft, people, beginning))];
  }
  if (several && sent.mode === 'async') {
    const batchId = await sendDraft(ctx, draft, (tx) => startBatch(tx, draft, people, beginning));
    return new Answer([], 202, { 'x-conversation-batch-id': String(batchId) });
  }
  if (people.length === 1) {
    const sendToOne = async (tx: TxCtx) => insertedRow(await sendPrivately(tx.db, draft, people, beginning));
    return [await sendAndPresent(ctx, draft, sent, sendToOne)];
  }
  const messages = await sendDraft(ctx, draft, (tx) => sendPrivately(tx.db, draft, people, beginning));
  return presentConversations(
    ctx,
    messages.map((message) => message.conversationId),
    sent,
  );
}

/** Participants may always write, also to a conversation that they had removed (conversations#4, conversations#51). */
export async function addMessage(ctx: Ctx, id: number, sent: MessageParameters): Promise<Conversation> {
  await requireConversation(ctx, id);
  const draft = await draftOf(ctx, sent);
  return sendAndPresent(ctx, draft, {}, (tx) => addToConversation(tx.db, draft, id));
}

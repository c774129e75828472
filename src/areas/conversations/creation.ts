import type { Ctx } from '../../access/context.ts';
import { Answer } from '../../http/operation.ts';
import { invalidField } from '../../kernel/errors.ts';
import { startBatch } from './batches.ts';
import { draftOf, sendDraft } from './drafts.ts';
import { messagesById } from './messages.ts';
import { contextOf, peopleOf } from './recipients.ts';
import type { Conversation, MessageParameters, NewConversation, View } from './schemas.ts';
import { addToConversation, type Sent, sendPrivately, sendToGroup } from './sending.ts';
import { findConversation, presentConversations, presentOne, requireConversation } from './views.ts';

/** In one group conversation, its creator not counted (conversations#10). */
export const MAX_GROUP = 100;

/** A conversation with the one message that was just sent into it. */
async function presentSent(ctx: Ctx, sent: Sent, view: View): Promise<Conversation> {
  const row = await findConversation(ctx, sent.conversationId, 'allowed');
  return presentOne(ctx, row, view, await messagesById(ctx, [sent.messageId]));
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
    return [await presentSent(ctx, await sendDraft(ctx, draft, (tx) => sendToGroup(tx.db, draft, people, beginning)), sent)];
  }
  if (several && sent.mode === 'async') {
    const batchId = await sendDraft(ctx, draft, (tx) => startBatch(tx, draft, people, beginning));
    return new Answer([], 202, { 'x-conversation-batch-id': String(batchId) });
  }
  const messages = await sendDraft(ctx, draft, (tx) => sendPrivately(tx.db, draft, people, beginning));
  const [only] = messages;
  if (only && !several) return [await presentSent(ctx, only, sent)];
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
  return presentSent(ctx, await sendDraft(ctx, draft, (tx) => addToConversation(tx.db, draft, id)), {});
}

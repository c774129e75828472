import { z } from 'zod';
import { listing, operation } from '../../http/operation.ts';
import { boolean, oneOf, optional, required } from '../../http/parameters/types.ts';
import { Progress } from '../progress/schemas.ts';
import { beginBatchUpdate } from './batch-updates.ts';
import { listBatches } from './batches.ts';
import { addMessage, createConversation } from './creation.ts';
import { addRecipients } from './participants.ts';
import { recipients } from './recipients.ts';
import { removeMessages } from './removal.ts';
import {
  Batch,
  Conversation,
  ConversationChanges,
  ConversationsWithIds,
  EVENTS,
  MAX_BATCH_UPDATE,
  messageParameters,
  NewConversation,
  someIds,
  viewOptions,
} from './schemas.ts';
import { countUnread, deleteConversation, markAllAsRead, showConversation, updateConversation } from './updating.ts';
import { listConversations } from './views.ts';

const shared = { tag: 'Conversations', context: 'none', permission: 'anyone' } as const;
const one = { ...shared, ids: { id: 'plain' } } as const;

/** `message_count` counts comments on submissions as well, and they stand among the messages (conversations#74). */
const interleaving = { interleave_submissions: optional(boolean()) };

/** conversations#1. Whose conversation it is decides the service: to everybody else it is not there (conversations#1). */
export const conversationOperations = [
  listing({
    ...shared,
    method: 'GET',
    path: '/conversations',
    operationId: 'listConversations',
    summary: 'The conversations of the caller, newest first',
    input: { ...viewOptions, ...interleaving, include_all_conversation_ids: optional(boolean()) },
    paged: 'by key',
    item: Conversation,
    wrapped: ConversationsWithIds,
    run: (ctx, { page, include_all_conversation_ids: withIds, ...view }) => listConversations(ctx, view, page, withIds ?? false),
  }),
  operation({
    ...shared,
    method: 'POST',
    path: '/conversations',
    operationId: 'createConversation',
    summary: 'Send a message to people, in private to each or to all together',
    input: NewConversation.shape,
    answer: z.array(Conversation),
    status: 201,
    otherStatus: 202,
    run: (ctx, sent) => createConversation(ctx, sent),
  }),
  operation({
    ...shared,
    method: 'PUT',
    path: '/conversations',
    operationId: 'updateConversations',
    summary: 'Do one thing to many conversations of the caller, in the background',
    input: { conversation_ids: required(someIds(MAX_BATCH_UPDATE)), event: required(oneOf(...EVENTS)) },
    answer: Progress,
    run: (ctx, { conversation_ids: ids, event }) => beginBatchUpdate(ctx, ids, event),
  }),
  listing({
    ...shared,
    method: 'GET',
    path: '/conversations/batches',
    operationId: 'listConversationBatches',
    summary: 'The messages to many of the caller that are on their way',
    paged: 'by number',
    item: Batch,
    run: (ctx, { page }) => listBatches(ctx, page),
  }),
  operation({
    ...shared,
    method: 'GET',
    path: '/conversations/unread_count',
    operationId: 'countUnreadConversations',
    summary: 'How many conversations of the caller are unread',
    answer: z.object({ unread_count: z.string() }),
    run: (ctx) => countUnread(ctx),
  }),
  operation({
    ...shared,
    method: 'POST',
    path: '/conversations/mark_all_as_read',
    operationId: 'markAllConversationsAsRead',
    summary: 'Mark all conversations of the caller as read',
    answer: z.object({}),
    run: (ctx) => markAllAsRead(ctx),
  }),
  operation({
    ...one,
    method: 'PUT',
    path: '/conversations/:id',
    operationId: 'updateConversation',
    summary: 'Change the subject of a conversation, or how the caller has it',
    input: { conversation: ConversationChanges, ...viewOptions },
    answer: Conversation,
    run: (ctx, { path, conversation, ...view }) => updateConversation(ctx, path.id, conversation, view),
  }),
  operation({
    ...one,
    method: 'DELETE',
    path: '/conversations/:id',
    operationId: 'deleteConversation',
    summary: 'Remove a conversation from the view of the caller',
    answer: Conversation,
    run: (ctx, { path }) => deleteConversation(ctx, path.id),
  }),
  operation({
    ...one,
    method: 'POST',
    path: '/conversations/:id/add_message',
    operationId: 'addConversationMessage',
    summary: 'Write into a conversation; answers it with that message',
    input: messageParameters,
    answer: Conversation,
    run: (ctx, { path, ...sent }) => addMessage(ctx, path.id, sent),
  }),
  operation({
    ...one,
    method: 'POST',
    path: '/conversations/:id/add_recipients',
    operationId: 'addConversationRecipients',
    summary: 'Add people to a group conversation',
    input: { recipients: required(recipients()) },
    answer: Conversation,
    run: (ctx, { path, recipients: sent }) => addRecipients(ctx, path.id, sent),
  }),
  operation({
    ...one,
    method: 'POST',
    path: '/conversations/:id/remove_messages',
    operationId: 'removeConversationMessages',
    summary: 'Remove messages from the view of the caller',
    input: { remove: required(someIds()) },
    answer: Conversation,
    run: (ctx, { path, remove }) => removeMessages(ctx, path.id, remove),
  }),
  operation({
    ...one,
    method: 'GET',
    path: '/conversations/:id',
    operationId: 'showConversation',
    summary: 'A conversation with its messages; marks it as read unless told otherwise',
    input: { ...viewOptions, ...interleaving, auto_mark_as_read: optional(boolean()) },
    answer: Conversation,
    run: (ctx, { path, auto_mark_as_read: marksAsRead, ...view }) => showConversation(ctx, path.id, view, marksAsRead ?? true),
  }),
];

import type { Area } from '../area.ts';
import { updateConversations } from './batch-updates.ts';
import { removeOldBatches, resumeBatches, sendBatch } from './batches.ts';
import type { DiscussedSubmissions } from './discussed-submissions.ts';
import { conversationOperations, showOperation } from './routes.ts';
import { recipientOperations } from './search-routes.ts';

/** Conversations, with the submissions that are discussed in them: their area knows conversations, and is handed in. */
export const conversations = (discussed: DiscussedSubmissions): Area => ({
  name: 'conversations',
  operations: [...conversationOperations, showOperation(discussed), ...recipientOperations],
  jobs: [sendBatch, resumeBatches, removeOldBatches, updateConversations],
});

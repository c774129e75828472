import type { Area } from '../area.ts';
import { updateConversations } from './batch-updates.ts';
import { removeOldBatches, resumeBatches, sendBatch } from './batches.ts';
import { examples } from './examples.ts';
import { conversationOperations } from './routes.ts';
import { recipientOperations } from './search-routes.ts';

export const conversations: Area = {
  name: 'conversations',
  operations: [...conversationOperations, ...recipientOperations],
  examples,
  jobs: [sendBatch, resumeBatches, removeOldBatches, updateConversations],
};

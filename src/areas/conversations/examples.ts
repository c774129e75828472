import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createConversation: { by: 'student3', body: { recipients: ['2'], subject: 'The lab', body: 'May I come a day later?' } },
  updateConversations: { body: { conversation_ids: [5], event: 'star' } },
  updateConversation: { path: { id: 5 }, body: { conversation: { workflow_state: 'archived' } } },
  addConversationMessage: { path: { id: 5 }, body: { body: 'We have twelve pairs now.' } },
  addConversationRecipients: { path: { id: 5 }, body: { recipients: ['3'] } },
  removeConversationMessages: { path: { id: 1 }, body: { remove: [1] } },
};

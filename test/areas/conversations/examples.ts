import { z } from 'zod';
import { type Examples, type Request, self, student } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import type { Fields } from '../../helpers/form.ts';
import { made } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const message = (w: World): Fields => ({ recipients: w.teachers, group_conversation: true, body: 'Hello' });

const BegunWith = z.object({ id: z.int(), messages: z.array(z.object({ id: z.int() })) });

const begun = async (w: World) => {
  const [conversation] = await made(w.rich.client.post('/conversations', message(w)), z.array(BegunWith));
  if (!conversation) throw new Error('no conversation has begun');
  return conversation;
};

const conversation =
  (sent?: (w: World, server: TestServer) => Fields | Promise<Fields>): Request =>
  async (w, server) => {
    const { id } = await begun(w);
    return { by: w.rich.client, ids: { id }, ...(sent ? { sent: await sent(w, server) } : {}) };
  };

const many = async (w: World): Promise<Fields> => ({ conversation_ids: [(await begun(w)).id], event: 'mark_as_read' });

export const examples: Examples = {
  requests: {
    createConversation: (w) => ({ by: w.rich.client, sent: message(w) }),
    updateConversations: async (w) => ({ by: w.rich.client, sent: await many(w) }),
    countUnreadConversations: (w) => ({ by: w.rich.client }),
    markAllConversationsAsRead: (w) => ({ by: w.rich.client }),
    showConversation: conversation(),
    updateConversation: conversation(() => ({ conversation: { starred: true } })),
    deleteConversation: conversation(),
    addConversationMessage: conversation(() => ({ body: 'Hello again' })),
    addConversationRecipients: conversation(async (w, server) => ({ recipients: [(await student(w, server)).one.id] })),
    removeConversationMessages: async (w) => {
      const { id, messages } = await begun(w);
      return { by: w.rich.client, ids: { id }, sent: { remove: messages.map((one) => one.id) } };
    },
    showProgress: async (w) => {
      const { id } = await made(w.rich.client.put('/conversations', await many(w)), z.object({ id: z.int() }));
      return { by: w.rich.client, ids: { id } };
    },
  },
  lists: [
    { operationId: 'listConversations', path: () => '/conversations', by: self },
    { operationId: 'listConversations', path: () => '/conversations', query: (w) => ({ filter: `course_${w.course}` }), by: self },
    { operationId: 'listConversationBatches', path: () => '/conversations/batches', by: self },
    { operationId: 'searchRecipients', path: () => '/search/recipients', query: (w) => ({ context: `course_${w.course}` }), by: self },
    { operationId: 'searchRecipients', path: () => '/search/recipients', query: { search: 'person' }, by: self },
    {
      operationId: 'findRecipients',
      path: () => '/conversations/find_recipients',
      query: (w) => ({ context: `course_${w.course}` }),
      by: self,
    },
  ],
};

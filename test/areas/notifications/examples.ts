import { address, type Examples, ofRich } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import type { TestServer } from '../../helpers/server.ts';

const ownChannel = async (w: World, server: TestServer) => ({
  by: w.rich.client,
  ids: { id: (await posting(server)(ofRich('communication_channels')(w), address())).id },
});

export const examples: Examples = {
  requests: {
    listNotificationPreferences: async (w, server) => ({ ...(await ownChannel(w, server)) }),
    chooseNotificationPreference: async (w, server) => {
      const { by, ids } = await ownChannel(w, server);
      return { by, ids: { ...ids, category: 'grading' }, sent: { frequency: 'weekly' } };
    },
  },
};

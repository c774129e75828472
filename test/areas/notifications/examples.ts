import { address, type Examples, ofRich, type Request } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import type { TestServer } from '../../helpers/server.ts';

const ownChannel = async (w: World, server: TestServer) => {
  const sent = address();
  const { id } = await posting(server)(ofRich('communication_channels')(w), sent);
  return { by: w.rich.client, ids: { id, type: 'email', address: sent.communication_channel.address, category: 'grading' } };
};
const asked: Request = async (w, server) => ownChannel(w, server);
const one: Request = async (w, server) => ({ ...(await ownChannel(w, server)), sent: { frequency: 'weekly' } });
const several: Request = async (w, server) => ({
  ...(await ownChannel(w, server)),
  sent: { notification_preferences: { grading: { frequency: 'weekly' }, discussion: { frequency: 'never' } } },
});

export const examples: Examples = {
  requests: {
    listNotificationPreferences: asked,
    showNotificationPreference: asked,
    chooseNotificationPreference: one,
    chooseNotificationPreferences: several,
    listNotificationPreferencesByAddress: asked,
    showNotificationPreferenceByAddress: asked,
    chooseNotificationPreferenceByAddress: one,
    chooseNotificationPreferencesByAddress: several,
    listNotificationCategories: asked,
    chooseNotificationCategory: one,
  },
};

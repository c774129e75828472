import { type Examples, somebody } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import type { TestServer } from '../../helpers/server.ts';

const linked = async (w: World, server: TestServer): Promise<number> => {
  const { id } = await somebody(w, server);
  await server.admin.put(`/users/${w.rich.id}/observees/${id}`).expect(200);
  return id;
};

export const examples: Examples = {
  requests: {
    createObservee: async (w, server) => ({
      by: w.rich.client,
      ids: { user_id: w.rich.id },
      sent: { access_token: (await somebody(w, server)).token },
    }),
    showObservee: async (w, server) => ({ ids: { user_id: w.rich.id, observee_id: await linked(w, server) } }),
    registerObservee: async (w, server) => ({ ids: { user_id: w.rich.id, observee_id: (await somebody(w, server)).id } }),
    deleteObservee: async (w, server) => ({ ids: { user_id: w.rich.id, observee_id: await linked(w, server) } }),
    showObserver: async (w, server) => ({ ids: { user_id: await linked(w, server), observer_id: w.rich.id } }),
  },
  lists: [
    { operationId: 'listObservees', path: (w) => `/users/${w.rich.id}/observees` },
    { operationId: 'listObservees', path: (w) => `/users/${w.rich.id}/observees`, query: { include: ['avatar_url'] } },
    { operationId: 'listObservers', path: (w) => `/users/${w.rich.id}/observers` },
  ],
  fill: async (w, server) => {
    await linked(w, server);
    await server.admin.put(`/users/${(await somebody(w, server)).id}/observees/${w.rich.id}`).expect(200);
  },
};

import { z } from 'zod';
import { type Examples, ofRich } from '../../helpers/examples.ts';
import { made } from '../../helpers/school.ts';

export const examples: Examples = {
  requests: {
    reportPageView: async (w, server) => {
      const [view] = await made(server.admin.get(ofRich('page_views')(w)), z.array(z.object({ id: z.string() })));
      return { by: w.rich.client, ids: { id: view?.id ?? '' }, sent: { interaction_seconds: 5 } };
    },
  },
  lists: [{ operationId: 'listPageViews', path: (w) => `/users/${w.rich.id}/page_views` }],
};

import { type Examples, LINK, named, newItem, self } from '../../helpers/examples.ts';
import { posting } from '../../helpers/filled-world.ts';
import { unique } from '../../helpers/school.ts';

export const examples: Examples = {
  requests: {
    createCollection: (w) => ({ by: w.rich.client, sent: named() }),
    showCollection: (w) => ({ by: w.rich.client }),
    updateCollection: (w) => ({ by: w.rich.client, sent: named() }),
    deleteCollection: async (w, server) => {
      const { id } = await posting(server)('/users/self/collections', named(), w.rich.client);
      return { by: w.rich.client, ids: { collection_id: id } };
    },
    createCollectionItem: (w) => ({ by: w.rich.client, sent: LINK }),
    showCollectionItem: (w) => ({ by: w.rich.client }),
    updateCollectionItem: (w) => ({ by: w.rich.client, sent: { user_comment: unique('Comment') } }),
    deleteCollectionItem: async (w, server) => ({ by: w.rich.client, ids: { collection_item_id: await newItem(w, server) } }),
  },
  lists: [
    { operationId: 'listOwnCollections', path: () => '/users/self/collections', by: self },
    { operationId: 'listCollectionItems', path: (w) => `/collections/${w.collection}/items` },
  ],
};

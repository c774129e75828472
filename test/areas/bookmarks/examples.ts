import { type Examples, self } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const PATH = '/users/self/bookmarks';
const bookmark = () => ({ name: unique('Bookmark'), url: 'https://example.com/' });
const kept = async (w: World, server: TestServer) => ({
  by: w.rich.client,
  ids: { id: (await posting(server)(PATH, bookmark(), w.rich.client)).id },
});

export const examples: Examples = {
  requests: {
    createBookmark: (w) => ({ by: w.rich.client, sent: bookmark() }),
    showBookmark: kept,
    updateBookmark: async (w, server) => ({ ...(await kept(w, server)), sent: bookmark() }),
    deleteBookmark: kept,
  },
  lists: [{ operationId: 'listBookmarks', path: () => PATH, by: self }],
  fill: async (w, server) => {
    await kept(w, server);
  },
};

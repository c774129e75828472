import { z } from 'zod';
import type { Asked, Examples, Request, Requests } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import { made, unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const Made = z.object({ url: z.string() });
const wikiPage = () => ({ wiki_page: { title: unique('Page'), body: '<p>Text</p>', published: true } });

/** The page whose revisions are listed. */
const REVISED = 'revised';

type Place = (w: World) => string;
const COURSE: Place = (w) => `/courses/${w.course}`;
const GROUP: Place = (w) => `/groups/${w.group}`;

function pagesIn(word: string, place: Place): Requests {
  const ofNew =
    (more: Asked = {}, ids: Asked['ids'] = {}): Request =>
    async (w, server) => {
      const { url } = await made(server.admin.post(`${place(w)}/pages`, wikiPage()), Made);
      return { ids: { url_or_id: url, ...ids }, ...more };
    };
  const withFront =
    (sent: () => Asked): Request =>
    async (w, server) => {
      await server.admin.put(`${place(w)}/front_page`, { wiki_page: { title: unique('Front') } }).expect(200);
      return sent();
    };
  const operations: Requests = {
    showPage: ofNew(),
    showFrontPage: withFront(() => ({})),
    createPage: () => ({ sent: wikiPage() }),
    updatePage: ofNew({ sent: { wiki_page: { body: '<p>Other text</p>' } } }),
    deletePage: ofNew(),
    updateFrontPage: withFront(() => ({ sent: { wiki_page: { body: unique('Text') } } })),
    duplicatePage: ofNew(),
    showLatestPageRevision: ofNew(),
    showPageRevision: ofNew({}, { revision_id: 1 }),
    restorePageRevision: ofNew({}, { revision_id: 1 }),
    previewHtml: () => ({ sent: { html: '<p>Text</p>' } }),
  };
  return Object.fromEntries(Object.entries(operations).map(([name, request]) => [`${name}In${word}`, request]));
}

const listsIn = (word: string, place: Place) => [
  { operationId: `listPagesIn${word}`, path: (w: World) => `${place(w)}/pages` },
  {
    operationId: `listPagesIn${word}`,
    path: (w: World) => `${place(w)}/pages`,
    query: { include: ['body'], sort: 'updated_at', order: 'desc' },
  },
  { operationId: `listPagesIn${word}`, path: (w: World) => `${place(w)}/pages`, query: { search_term: 'page', published: true } },
  { operationId: `listPageRevisionsIn${word}`, path: (w: World) => `${place(w)}/pages/${REVISED}/revisions` },
];

export const examples: Examples = {
  requests: { ...pagesIn('Course', COURSE), ...pagesIn('Group', GROUP) },
  lists: [...listsIn('Course', COURSE), ...listsIn('Group', GROUP)],
  async fill(w: World, server: TestServer) {
    for (const place of [COURSE(w), GROUP(w)]) {
      await server.admin.post(`${place}/pages`, wikiPage()).expect(200);
      await server.admin.put(`${place}/pages/${REVISED}`, { wiki_page: { body: unique('Text'), published: true } }).expect(200);
    }
  },
};

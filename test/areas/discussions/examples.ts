import { BUILD_VIEW } from '../../../src/areas/discussions/job-names.ts';
import {
  type Asked,
  courseOf,
  type Examples,
  type ListRequest,
  newItem,
  type Request,
  type Requests,
  self,
  sending,
} from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import type { Fields } from '../../helpers/form.ts';
import { workAhead } from '../../helpers/jobs.ts';
import type { Client, TestServer } from '../../helpers/server.ts';

interface Talk {
  path: string;
  ids: { topic_id: number; entry_id: number; collection_item_id?: number };
}

/** A place of topics, and how to make a topic in it with an entry by the administrator. */
type Place = (w: World, server: TestServer) => Promise<Talk>;

async function talkAt(path: string, by: Client, server: TestServer): Promise<Talk> {
  const { id: topic } = await posting(server)(path, { title: 'Talk' }, by);
  const { id: entry } = await posting(server)(`${path}/${topic}/entries`, { message: 'first' });
  return { path: `${path}/${topic}`, ids: { topic_id: topic, entry_id: entry } };
}

async function talkOfItem(w: World, server: TestServer): Promise<Talk> {
  const item = await newItem(w, server);
  const talk = await talkAt(`/collection_items/${item}/discussion_topics`, w.rich.client, server);
  return { ...talk, ids: { ...talk.ids, collection_item_id: item } };
}

/** What the rich one reads and marks has the administrator's entries; topics are changed by who made them. */
function topicsIn(word: string, place: Place, owner: (w: World, server: TestServer) => Client): Requests {
  const asked =
    (more: (w: World, server: TestServer) => Asked, before: readonly string[] = []): Request =>
    async (w, server) => {
      const { path, ids } = await place(w, server);
      for (const mark of before) await w.rich.client.put(`${path}/${mark.replace(':entry', String(ids.entry_id))}`).expect(204);
      return { ids, ...more(w, server) };
    };
  const byRich = (sent?: Fields, before?: readonly string[]) => asked((w) => ({ by: w.rich.client, ...(sent ? { sent } : {}) }), before);
  const byOwner = (sent?: Fields) => asked((w, server) => ({ by: owner(w, server), ...(sent ? { sent } : {}) }));
  const byAuthor = (sent?: Fields) => asked(() => (sent ? { sent } : {}));
  const operations: Requests = {
    showTopic: byRich(),
    updateTopic: byOwner({ message: 'changed' }),
    deleteTopic: byOwner(),
    showView: async (w, server) => {
      const { ids } = await place(w, server);
      await workAhead(server, BUILD_VIEW);
      return { by: w.rich.client, ids };
    },
    createEntry: byRich({ message: 'more' }),
    createReply: byRich({ message: 'reply' }),
    updateEntry: byAuthor({ message: 'changed' }),
    deleteEntry: byAuthor(),
    rateEntry: async (w, server) => {
      const { path, ids } = await place(w, server);
      await owner(w, server).put(path, { allow_rating: true }).expect(200);
      return { by: w.rich.client, ids, sent: { rating: 1 } };
    },
    markTopicRead: byRich(),
    markTopicUnread: byRich({}, ['read']),
    markAllEntriesRead: byRich(),
    markAllEntriesUnread: byRich({}, ['read_all']),
    markEntryRead: byRich(),
    markEntryUnread: byRich({}, ['entries/:entry/read']),
    subscribeToTopic: byRich(),
    unsubscribeFromTopic: byRich({}, ['subscribed']),
  };
  return Object.fromEntries(Object.entries(operations).map(([name, request]) => [`${name}In${word}`, request]));
}

/** Two pinned topics of a place, the other way round. */
const reordering =
  (path: (w: World) => string): Request =>
  async (w, server) => {
    const ids = [];
    for (let i = 0; i < 2; i++) ids.push((await posting(server)(path(w), { title: 'Pinned', pinned: true })).id);
    return { sent: { order: ids } };
  };

const courseTopics = (w: World) => `/courses/${w.course}/discussion_topics`;

const groupTopics = (w: World) => `/groups/${w.group}/discussion_topics`;

const itemTopics = (w: World) => `/collection_items/${w.item}/discussion_topics`;

function byIds(operationId: string, topic: (w: World) => string): ListRequest {
  return { operationId, path: (w) => `${topic(w)}/entry_list`, query: (w) => ({ ids: w.entries[topic(w)] ?? [] }) };
}

export const examples: Examples = {
  requests: {
    createTopicInCourse: sending(() => ({ title: 'Talk' })),
    createTopicInGroup: sending(() => ({ title: 'Talk' })),
    reorderTopicsInCourse: reordering((w) => courseTopics(w)),
    reorderTopicsInGroup: reordering((w) => groupTopics(w)),
    createTopicInCollectionItem: async (w, server) => ({
      by: w.rich.client,
      ids: { collection_item_id: await newItem(w, server) },
      sent: {},
    }),
    ...topicsIn(
      'Course',
      (w, server) => talkAt(`${courseOf(w)}/discussion_topics`, server.admin, server),
      (_w, server) => server.admin,
    ),
    ...topicsIn(
      'Group',
      (w, server) => talkAt(`/groups/${w.group}/discussion_topics`, server.admin, server),
      (_w, server) => server.admin,
    ),
    ...topicsIn('CollectionItem', talkOfItem, (w) => w.rich.client),
  },
  lists: [
    { operationId: 'listTopicsInCourse', path: courseTopics },
    { operationId: 'listTopicsInCourse', path: courseTopics, query: { order_by: 'recent_activity', search_term: 'topic' }, by: self },
    { operationId: 'listTopicsInGroup', path: groupTopics },
    { operationId: 'listEntriesInCourse', path: (w) => `${courseTopics(w)}/${w.topic}/entries`, by: self },
    { operationId: 'listEntriesInGroup', path: (w) => `${groupTopics(w)}/${w.groupTopic}/entries` },
    { operationId: 'listEntriesInCollectionItem', path: (w) => `${itemTopics(w)}/${w.itemTopic}/entries` },
    { operationId: 'listRepliesInCourse', path: (w) => `${courseTopics(w)}/${w.topic}/entries/${w.entry}/replies` },
    { operationId: 'listRepliesInGroup', path: (w) => `${groupTopics(w)}/${w.groupTopic}/entries/${w.groupEntry}/replies` },
    { operationId: 'listRepliesInCollectionItem', path: (w) => `${itemTopics(w)}/${w.itemTopic}/entries/${w.itemEntry}/replies` },
    byIds('listEntriesByIdInCourse', (w) => `${courseTopics(w)}/${w.topic}`),
    byIds('listEntriesByIdInGroup', (w) => `${groupTopics(w)}/${w.groupTopic}`),
    byIds('listEntriesByIdInCollectionItem', (w) => `${itemTopics(w)}/${w.itemTopic}`),
    { operationId: 'listAnnouncements', path: () => '/announcements', query: (w) => ({ context_codes: [`course_${w.course}`] }) },
  ],
};

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BUILD_VIEW } from '../../../src/areas/discussions/job-names.ts';
import { blamed } from '../../helpers/assignments.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { workAhead } from '../../helpers/jobs.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { made, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });
const LINK = 'https://example.com/page';

async function pinned(visibility = 'public') {
  const [owner, other] = [await person(server), await person(server)];
  const { id: collection } = await made(owner.client.post('/users/self/collections', { name: 'Links', visibility }), Made);
  const { id: item } = await made(owner.client.post(`/collections/${collection}/items`, { link_url: LINK, user_comment: 'look' }), Made);
  return {
    owner,
    other,
    collection,
    item,
    path: `/collections/${collection}`,
    itemPath: `/collections/items/${item}`,
    there: topicsAt(`/collection_items/${item}`),
  };
}

describe('collections', () => {
  // collections#1, collections#2
  test('are kept by their owner', async () => {
    const { owner, path, collection } = await pinned();
    const { body } = await owner.client.get(path).expect(200);
    expect(body).toEqual({
      id: collection,
      name: 'Links',
      visibility: 'public',
      user_id: owner.id,
      created_at: expect.any(String),
      url: `${server.url}/api/v1${path}`,
    });
    expect((await owner.client.get('/users/self/collections').expect(200)).body).toEqual([body]);
    expect((await owner.client.put(path, { name: 'More' }).expect(200)).body).toEqual({ ...body, name: 'More' });
    const second = await owner.client.post('/users/self/collections', { name: 'x' }).expect(201);
    expect(second.body.visibility).toBe('private');
    expect((await owner.client.get('/users/self/collections').expect(200)).body).toEqual([{ ...body, name: 'More' }, second.body]);
    expect((await owner.client.delete(path).expect(200)).body).toEqual({ ...body, name: 'More' });
    await owner.client.get(path).expect(404);
    expect((await owner.client.get('/users/self/collections').expect(200)).body).toEqual([second.body]);
  });

  // collections#3, collections#6
  test('are refused where they are wrong, and nothing is written', async () => {
    const { owner, path, itemPath } = await pinned();
    const own = async () => [
      (await owner.client.get('/users/self/collections').expect(200)).body,
      (await owner.client.get(`${path}/items`).expect(200)).body,
    ];
    const before = await own();
    const { client } = owner;
    expect(await client.post('/users/self/collections', { visibility: 'public' })).toMatchObject(blamed('name'));
    expect(await client.post('/users/self/collections', { name: 'x', visibility: 'half' })).toMatchObject(blamed('visibility'));
    expect(await client.post('/users/self/collections', { name: 'x'.repeat(256) })).toMatchObject(blamed('name'));
    expect(await client.put(path, { name: 'x'.repeat(256), visibility: 'half' })).toMatchObject(blamed('name', 'visibility'));
    expect(await client.post(`${path}/items`, { user_comment: 'x' })).toMatchObject(blamed('link_url'));
    const long = { link_url: LINK, user_comment: 'x'.repeat(500_001) };
    expect(await client.post(`${path}/items`, long)).toMatchObject(blamed('user_comment'));
    expect(await client.put(itemPath, long)).toMatchObject(blamed('user_comment'));
    expect(await own()).toEqual(before);
  });

  // collections#4, collections#5, collections#9
  test('have items', async () => {
    const { owner, collection, item, path, itemPath } = await pinned();
    const { body } = await owner.client.get(itemPath).expect(200);
    expect(body).toEqual({
      id: item,
      collection_id: collection,
      item_type: 'url',
      link_url: LINK,
      user: {
        id: owner.id,
        display_name: owner.name,
        avatar_image_url: `${server.url}/images/no-picture.svg`,
        html_url: `${server.url}/users/${owner.id}`,
      },
      user_comment: 'look',
      created_at: expect.any(String),
      url: `${server.url}/api/v1${itemPath}`,
      post_count: 0,
      upvote_count: 0,
    });
    expect((await owner.client.get(`${path}/items`).expect(200)).body).toEqual([body]);
    expect((await owner.client.put(itemPath, { user_comment: 'again' }).expect(200)).body).toEqual({ ...body, user_comment: 'again' });
    const long = 'x'.repeat(500_000);
    expect((await owner.client.put(itemPath, { user_comment: long }).expect(200)).body.user_comment).toBe(long);
    for (const none of ['', null]) {
      expect((await owner.client.put(itemPath, { user_comment: none }).expect(200)).body.user_comment).toBeNull();
      await owner.client.put(itemPath, { user_comment: 'again' }).expect(200);
    }
    const other = await owner.client.post(`${path}/items`, { link_url: LINK, user_comment: '' }).expect(201);
    expect(other.body.user_comment).toBeNull();
    expect((await owner.client.get(`${path}/items`).expect(200)).body).toEqual([{ ...body, user_comment: 'again' }, other.body]);
    expect((await owner.client.delete(itemPath).expect(200)).body).toEqual({ ...body, user_comment: 'again' });
    await owner.client.get(itemPath).expect(404);
    expect((await owner.client.get(`${path}/items`).expect(200)).body).toEqual([other.body]);
    await owner.client.delete(path).expect(200);
    for (const gone of [
      `${path}/items`,
      `/collections/items/${other.body.id}`,
      `/collection_items/${other.body.id}/discussion_topics/self`,
    ])
      await owner.client.get(gone).expect(404);
  });

  // collections#6
  test.each(['javascript:alert(1)', 'ftp://example.com/x', 'nowhere', 'https://', `https://example.com/${'x'.repeat(2_000)}`])(
    'link nowhere but to the web: not to %s',
    async (link_url) => {
      const { owner, path, itemPath } = await pinned();
      for (const request of [owner.client.post(`${path}/items`, { link_url }), owner.client.put(itemPath, { link_url })]) {
        const { status, body } = await request;
        expect([status, Object.keys(body.errors)]).toEqual([400, ['link_url']]);
      }
      expect((await owner.client.get(itemPath)).body.link_url).toBe(LINK);
    },
  );

  // collections#7, collections#8, collections#10
  test('that are public are read by the users of the root account and changed by none of them; private ones are 404', async () => {
    const { owner, other, path, itemPath, there } = await pinned();
    const { foreignAdmin } = await school(server);
    for (const each of [path, `${path}/items`, itemPath]) {
      await other.client.get(each).expect(200);
      await foreignAdmin.client.get(each).expect(404);
    }
    for (const each of [path, itemPath]) {
      expect((await other.client.put(each, { name: 'x', user_comment: 'x' }).expect(401)).body).toEqual(NOT_PERMITTED);
      await other.client.delete(each).expect(401);
    }
    await other.client.post(`${path}/items`, { link_url: LINK }).expect(401);
    await there.say(other.client, (await there.topic(owner.client)).id);
    await owner.client.put(path, { visibility: 'private' }).expect(200);
    for (const each of [path, `${path}/items`, itemPath, `${there.path}/self`, `${there.path}/self/entries`]) {
      await owner.client.get(each).expect(200);
      for (const client of [other.client, server.admin]) expect((await client.get(each).expect(404)).body).toEqual(NOT_FOUND);
    }
  });
});

describe('the topic of a collection item', () => {
  // discussions#1, discussions#104, collections#10, collections#11
  test('is there and empty before its first entry, and answered with an id after', async () => {
    const { owner, other, item, there } = await pinned();
    const self = `${there.path}/self`;
    for (const by of [owner.client, other.client]) {
      const { body } = await by.get(self).expect(200);
      expect(body).toMatchObject({
        id: null,
        title: 'No Title',
        created_at: null,
        discussion_subentry_count: 0,
        unread_count: 0,
        user_name: owner.name,
      });
      expect((await by.get(`${self}/entries`).expect(200)).body).toEqual([]);
      expect((await by.get(`${self}/entry_list`).expect(200)).body).toEqual([]);
      expect((await by.get(`${self}/view`).expect(200)).body).toEqual({
        unread_entries: [],
        forced_entries: [],
        participants: [],
        view: [],
      });
      await by.get(`${self}/entries/1/replies`).expect(404);
    }
    expect((await server.database.pool.query('select 1 from discussion_topics where collection_item_id = $1', [item])).rowCount).toBe(0);
    await other.client.post(`${self}/entries`, { message: 'first' }).expect(201);
    const { body } = await owner.client.get(self).expect(200);
    expect(body).toMatchObject({ id: expect.any(Number), discussion_subentry_count: 1, unread_count: 1, author: { id: owner.id } });
    expect((await other.client.get(`${there.path}/${body.id}`).expect(200)).body.id).toBe(body.id);
    await workAhead(server, BUILD_VIEW);
    expect((await owner.client.get(`${self}/view`).expect(200)).body.view).toHaveLength(1);
  });

  // collections#4, collections#11
  test('is one, however many first entries race', async () => {
    const { owner, other, item, itemPath, there } = await pinned();
    const posts = Array.from({ length: 8 }, (_, i) => (i % 2 ? owner : other).client.post(`${there.path}/self/entries`, { message: 'a' }));
    expect((await Promise.all(posts)).map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 201));
    const { rowCount } = await server.database.pool.query('select 1 from discussion_topics where collection_item_id = $1', [item]);
    expect(rowCount).toBe(1);
    expect((await other.client.get(`${there.path}/self`)).body).toMatchObject({ discussion_subentry_count: 8, unread_count: 4 });
    expect((await other.client.get(itemPath)).body.post_count).toBe(8);
  });

  // collections#12, collections#13
  test("is made by POST or answered, changed and deleted by the owner; only the owner's words stand in it", async () => {
    const { owner, other, itemPath, there } = await pinned();
    const first = await there.topic(other.client, { title: 'Stolen', message: 'stolen' });
    expect(first).toMatchObject({ title: 'No Title', message: null, author: { id: owner.id } });
    const second = await there.topic(owner.client, { title: 'Mine' });
    expect(second.id).toBe(first.id);
    const self = `${there.path}/self`;
    await other.client.put(self, { message: 'stolen' }).expect(401);
    await other.client.delete(self).expect(401);
    expect((await owner.client.put(self, { message: 'About it' }).expect(200)).body).toMatchObject({ id: first.id, message: 'About it' });
    const { rootAdmin, subAdmin } = await school(server);
    await subAdmin.client.put(self, { message: 'tidied' }).expect(401);
    expect((await rootAdmin.client.put(self, { message: 'tidied' }).expect(200)).body).toMatchObject({ id: first.id, message: 'tidied' });
    const said = [await there.say(other.client, first.id), await there.say(other.client, first.id)];
    await subAdmin.client.delete(`${self}/entries/${said[0]?.id}`).expect(401);
    for (const [i, by] of [owner, rootAdmin].entries()) await by.client.delete(`${self}/entries/${said[i]?.id}`).expect(204);
    await there.say(other.client, first.id);
    const posts = async () => (await other.client.get(itemPath).expect(200)).body.post_count;
    expect(await posts()).toBe(1);
    await owner.client.delete(self).expect(200);
    expect(await posts()).toBe(0);
    expect((await other.client.get(self)).body.id).toBeNull();
    await other.client.get(`${there.path}/${first.id}`).expect(404);
    expect((await there.topic(owner.client, { title: 'New' })).title).toBe('New');
  });

  // collections#10, collections#11
  test('is marked and subscribed to by those who read it, before anybody has written in it too', async () => {
    const { other, there } = await pinned();
    const self = `${there.path}/self`;
    for (const below of ['read', 'read_all', 'subscribed']) await other.client.put(`${self}/${below}`).expect(204);
    expect((await other.client.get(self)).body).toMatchObject({ read_state: 'read', subscribed: true });
  });

  // collections#11, discussions#8
  test('that is delayed is not there for others, whatever they ask of it', async () => {
    const { owner, other, there } = await pinned();
    const topic = await there.topic(owner.client, { title: 'Later', delayed_post_at: '2090-01-01T00:00:00Z' });
    const self = `${there.path}/self`;
    for (const below of ['', '/entries', '/entry_list', '/view']) await other.client.get(`${self}${below}`).expect(404);
    for (const below of ['/read', '/read_all', '/subscribed']) await other.client.put(`${self}${below}`).expect(404);
    await other.client.post(`${self}/entries`, { message: 'early' }).expect(404);
    await other.client.post(there.path).expect(404);
    expect((await owner.client.get(self).expect(200)).body).toMatchObject({ id: topic.id, title: 'Later', published: false });
    await owner.client.put(self, { delayed_post_at: '' }).expect(200);
    expect((await other.client.get(self).expect(200)).body).toMatchObject({ id: topic.id, title: 'Later' });
  });

  // collections#9, discussions#1
  test('goes with its item, and has no list', async () => {
    const { owner, other, itemPath, there } = await pinned();
    const topic = await there.topic(owner.client);
    await there.say(other.client, topic.id);
    await other.client.get(there.path).expect(404);
    await owner.client.delete(itemPath).expect(200);
    for (const id of ['self', topic.id]) await owner.client.get(`${there.path}/${id}`).expect(404);
  });
});

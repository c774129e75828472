import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { REMOVE } from '../../../src/areas/activity/jobs.ts';
import { groupSet } from '../../helpers/assignments.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { addJob, work } from '../../helpers/jobs.ts';
import { made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { messagesIn, streamOf, summaryOf, topicsIn } from './streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

describe('an item of a collection in streams', () => {
  async function followed() {
    const [owner, follower, stranger] = [await person(server), await person(server), await person(server)];
    await owner.client.put(`/users/${owner.id}`, { user: { public_profile: true } }).expect(200);
    await follower.client.put(`/users/${owner.id}/followers/self`).expect(200);
    const collection = async (visibility: string) =>
      (await made(owner.client.post('/users/self/collections', { name: 'Links', visibility }), Made)).id;
    const item = async (collectionId: number) => {
      const link = { link_url: 'https://example.com/a', user_comment: 'Read this' };
      return (await made(owner.client.post(`/collections/${collectionId}/items`, link), Made)).id;
    };
    return { owner, follower, stranger, collection, item };
  }
  const itemsOf = async (one: Person) => (await streamOf(one.client)).map((item) => item.collection_item?.id);

  // activity#3, activity#4, activity#14, activity#18
  test('is its followers’, with all of it, as long as they follow and it is there', async () => {
    const { owner, follower, stranger, collection, item } = await followed();
    const [first, second] = [await collection('public'), await collection('public')];
    const [a, b] = [await item(first), await item(second)];
    await work(server);
    const shown = (await streamOf(follower.client)).find((one) => one.collection_item?.id === a);
    expect(shown).toMatchObject({
      type: 'CollectionItem',
      title: 'https://example.com/a',
      message: 'Read this',
      context_type: null,
      course_id: null,
      group_id: null,
      read_state: true,
      html_url: `${server.url}/collection_items/${a}`,
      collection_item: {
        id: a,
        collection_id: first,
        link_url: 'https://example.com/a',
        user_comment: 'Read this',
        user: { id: owner.id },
      },
    });
    expect(await summaryOf(follower.client)).toEqual([{ type: 'CollectionItem', count: 2, unread_count: 0, notification_category: null }]);
    for (const one of [owner, stranger]) expect(await streamOf(one.client)).toEqual([]);
    await owner.client.delete(`/collections/items/${a}`).expect(200);
    expect(await itemsOf(follower)).toEqual([b]);
    await owner.client.delete(`/collections/${second}`).expect(200);
    expect(await itemsOf(follower)).toEqual([]);
    const c = await item(first);
    await work(server);
    expect(await itemsOf(follower)).toEqual([c]);
    await follower.client.delete(`/users/${owner.id}/followers/self`).expect(200);
    expect(await itemsOf(follower)).toEqual([]);
  });

  // activity#14, activity#18
  test('is nobody’s while it is private, and comes to those who follow when it becomes public', async () => {
    const { owner, follower, stranger, collection, item } = await followed();
    const id = await collection('private');
    const a = await item(id);
    await work(server);
    await stranger.client.put(`/users/${owner.id}/followers/self`).expect(200);
    for (const one of [follower, stranger]) expect(await itemsOf(one)).toEqual([]);
    await owner.client.put(`/collections/${id}`, { visibility: 'public' }).expect(200);
    await work(server);
    for (const one of [follower, stranger]) expect(await itemsOf(one)).toEqual([a]);
  });
});

// activity#18, discussions#70
test.each(['item', 'collection'])(
  'a message of an entry on an item is there while its %s is, of a private collection for its owner alone',
  async (ended) => {
    const [owner, reader, other] = [await person(server), await person(server), await person(server)];
    const links = await made(owner.client.post('/users/self/collections', { name: 'Links', visibility: 'public' }), Made);
    const item = await made(owner.client.post(`/collections/${links.id}/items`, { link_url: 'https://example.com/a' }), Made);
    const here = topicsAt(`/collection_items/${item.id}`);
    const topic = await here.topic(owner.client);
    await here.say(reader.client, topic.id);
    await work(server);
    await here.say(other.client, topic.id);
    await work(server);
    const told = async () => [
      (await messagesIn(owner.client, 'Discussion Entry')).length,
      (await messagesIn(reader.client, 'Discussion Entry')).length,
    ];
    const show = (visibility: string) => owner.client.put(`/collections/${links.id}`, { visibility }).expect(200);
    expect(await told()).toEqual([2, 1]);
    await show('private');
    expect(await told()).toEqual([2, 0]);
    await show('public');
    expect(await told()).toEqual([2, 1]);
    await owner.client.delete(ended === 'item' ? `/collections/items/${item.id}` : `/collections/${links.id}`).expect(200);
    expect(await told()).toEqual([0, 0]);
  },
);

// activity#7
test('an item that each person had for themselves in an earlier release is there once, and those are removed', async () => {
  const at = await school(server);
  const { id } = await topicsAt(`/courses/${at.course.id}`).topic(at.teacher.client);
  await work(server);
  await server.database.pool.query(
    `insert into stream_item_instances (user_id, stream_item_id, type, course_id, topic_id, updated_at)
     select $2, id, type, course_id, topic_id, updated_at from stream_items where topic_id = $1`,
    [id, at.student.id],
  );
  expect(await topicsIn(at.student.client)).toEqual([id]);
  await addJob(server.database, REMOVE);
  await work(server);
  const left = await server.database.pool.query('select 1 from stream_item_instances where topic_id = $1', [id]);
  expect(left.rowCount).toBe(0);
  expect(await topicsIn(at.student.client)).toEqual([id]);
});

describe('what nobody has touched for a year', () => {
  // activity#21
  test('is removed by a job, the rest stays', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const [old, recent] = [await here.topic(at.teacher.client), await here.topic(at.teacher.client)];
    await work(server);
    const age = (interval: string, id: number) =>
      server.database.pool.query(`update stream_items set updated_at = now() - $1::interval where topic_id = $2`, [interval, id]);
    await age('367 days', old.id);
    await age('360 days', recent.id);
    await server.database.pool.query("update notifications set created_at = now() - interval '367 days' where key = $1", [
      `topic:${old.id}`,
    ]);
    await addJob(server.database, REMOVE);
    await work(server);
    expect(await topicsIn(at.student.client)).toEqual([recent.id]);
    const left = await server.database.pool.query(
      `select (select count(*)::int from stream_items where topic_id = $1) as items, (select count(*)::int from notifications where key = $2) as told`,
      [old.id, `topic:${old.id}`],
    );
    expect(left.rows).toEqual([{ items: 0, told: 0 }]);
  });

  // activity#21
  test('is told of as long as that waits to be mailed', async () => {
    const at = await school(server);
    const { id } = await topicsAt(`/courses/${at.course.id}`).topic(at.teacher.client);
    await work(server);
    const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
    await query(`update stream_items set updated_at = now() - interval '367 days' where topic_id = $1`, [id]);
    const key = `topic:${id}`;
    await query(
      `with n as (update notifications set created_at = now() - interval '367 days' where key = $1 returning id)
       insert into notification_deliveries (notification_id, frequency, block, channel_ids) select id, 'weekly', 1, '{1}' from n`,
      [key],
    );
    const told = async () => {
      await addJob(server.database, REMOVE);
      await work(server);
      return (await query('select from notifications where key = $1', [key])).rowCount;
    };
    expect(await told()).toBe(1);
    await query('delete from notification_deliveries where notification_id = (select id from notifications where key = $1)', [key]);
    expect(await told()).toBe(0);
  });

  // activity#10, activity#21
  test('is there for all where a group has touched it', async () => {
    const at = await school(server);
    const set = await groupSet(server, at.course.id, [[at.student.id], [at.student2.id]]);
    const here = topicsAt(`/courses/${at.course.id}`);
    const root = await here.topic(at.teacher.client, { group_category_id: set.id });
    await work(server);
    await here.say(at.student.client, root.id);
    await work(server);
    const query = (text: string) => server.database.pool.query(text, [root.id]);
    const remove = async () => {
      await addJob(server.database, REMOVE);
      await work(server);
    };
    await query(`update stream_items set updated_at = now() - interval '367 days' where topic_id = $1`);
    await remove();
    for (const one of [at.student, at.student2]) expect(await topicsIn(one.client)).toEqual([root.id]);
    await query(`update stream_item_groups set updated_at = now() - interval '366 days 1 hour'
      where stream_item_id = (select id from stream_items where topic_id = $1)`);
    await remove();
    for (const one of [at.student, at.student2]) expect(await topicsIn(one.client)).toEqual([]);
  });
});

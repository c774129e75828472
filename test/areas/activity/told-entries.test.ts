import { expect, test } from 'vitest';
import { z } from 'zod';
import { groupSet } from '../../helpers/assignments.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { work } from '../../helpers/jobs.ts';
import { changeModule, itemIn, moduleIn } from '../../helpers/modules.ts';
import { made, person, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { messagesIn } from './streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

/** What the messages of entries say to somebody: each title with its text, oldest first. */
const told = async (by: Client) =>
  (await messagesIn(by, 'Discussion Entry')).map(({ title, message }) => [title, message]).toSorted((one, other) => (one < other ? -1 : 1));

// activity#16, modules#38, modules#39
test('an entry that somebody was told of has no text for them while a module holds its topic back', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const set = await groupSet(server, at.course.id, [[at.student.id, at.student2.id]]);
  const topics = [
    await here.topic(at.teacher.client, { title: 'Plain' }),
    await here.topic(at.teacher.client, { title: 'Graded', assignment: { points_possible: 5 } }),
    await here.topic(at.teacher.client, { title: 'Of groups', group_category_id: set.id }),
  ];
  await work(server);
  for (const { id, group_category_id: of } of topics) {
    for (const who of of === null ? [at.student, at.ta] : [at.student]) await who.client.put(`${here.path}/${id}/subscribed`).expect(204);
    await here.say(at.student2.client, id, '<p>They see.</p>');
  }
  await work(server);
  const text = `By ${at.student2.name}\n\nThey see.`;
  const titles = ['Graded', 'Of groups', 'Plain'].map((title) => `New entry: ${title}`);
  const all = titles.map((title) => [title, text]);
  expect(await told(at.student.client)).toEqual(all);
  const before = await told(at.ta.client);
  const module = await moduleIn(at, { unlock_at: '2040-01-01T00:00:00Z' });
  for (const { id } of topics) await itemIn(at, module, { type: 'Discussion', content_id: id });
  expect(await told(at.student.client)).toEqual(titles.map((title) => [title, '']));
  expect(await told(at.ta.client)).toEqual(before);
  await changeModule(at, module, { unlock_at: '' });
  expect(await told(at.student.client)).toEqual(all);
});

// modules#35, modules#38
test('an entry of a topic in two modules is told of while one of them is open', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, { title: 'Twice' });
  await at.student.client.put(`${here.path}/${topic.id}/subscribed`).expect(204);
  const closed = { unlock_at: '2040-01-01T00:00:00Z' };
  const [one, other] = [await moduleIn(at, closed), await moduleIn(at)];
  for (const module of [one, other]) await itemIn(at, module, { type: 'Discussion', content_id: topic.id });
  const say = async (text: string) => {
    await here.say(at.teacher.client, topic.id, `<p>${text}</p>`);
    await work(server);
    return (await told(at.student.client)).map(([, message]) => message?.split('\n\n').at(-1));
  };
  expect(await say('First')).toEqual(['First']);
  await changeModule(at, other, closed);
  await say('Second');
  await changeModule(at, other, { unlock_at: '' });
  expect(await say('Third')).toEqual(['First', 'Third']);
});

// activity#16, discussions#50
test('an entry that somebody was told of has no text for them while they have to post first', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, { title: 'Owls', require_initial_post: true });
  await at.ta.client.put(`${here.path}/${topic.id}/subscribed`).expect(204);
  const own = await here.say(at.student.client, topic.id);
  await work(server);
  await here.say(at.student2.client, topic.id, '<p>They see.</p>');
  await work(server);
  const text = ['New entry: Owls', `By ${at.student2.name}\n\nThey see.`];
  expect(await told(at.student.client)).toEqual([text]);
  await at.student.client.delete(`${here.path}/${topic.id}/entries/${own.id}`).expect(204);
  await at.student.client.get(`${here.path}/${topic.id}/entries`).expect(403);
  expect(await told(at.student.client)).toEqual([['New entry: Owls', '']]);
  expect(await told(at.ta.client)).toContainEqual(text);
  await here.say(at.student.client, topic.id);
  expect(await told(at.student.client)).toEqual([text]);
});

// activity#16, discussions#50
test('in a group of the topic’s set an own entry opens those of the group, and in a collection its owner need not post', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const set = await groupSet(server, at.course.id, [[at.student.id, at.student2.id]]);
  const root = await here.topic(at.teacher.client, { title: 'Owls', require_initial_post: true, group_category_id: set.id });
  await work(server);
  const own = await here.say(at.student.client, root.id);
  await here.say(at.student2.client, root.id, '<p>They see.</p>');
  await work(server);
  expect(await told(at.student.client)).toEqual([['New entry: Owls', `By ${at.student2.name}\n\nThey see.`]]);
  await at.student.client.delete(`${here.path}/${root.id}/entries/${own.id}`).expect(204);
  expect(await told(at.student.client)).toEqual([['New entry: Owls', '']]);

  const [owner, reader] = [await person(server), await person(server)];
  const { id } = await made(owner.client.post('/users/self/collections', { name: 'Owls', visibility: 'public' }), Made);
  const item = await made(owner.client.post(`/collections/${id}/items`, { link_url: 'https://owls.example' }), Made);
  const there = topicsAt(`/collection_items/${item.id}`);
  const topic = await there.topic(owner.client, { title: 'Links', require_initial_post: true });
  const first = await there.say(owner.client, topic.id);
  await there.say(reader.client, topic.id, '<p>Mine.</p>');
  await work(server);
  await owner.client.delete(`${there.path}/${topic.id}/entries/${first.id}`).expect(204);
  expect(await told(owner.client)).toEqual([['New entry: Links', `By ${reader.name}\n\nMine.`]]);
});

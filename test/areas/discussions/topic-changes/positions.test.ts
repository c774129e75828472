import { describe, expect, test } from 'vitest';
import { GAP, placed } from '../../../../src/areas/discussions/topic-changes/positions.ts';
import { idsOf, topicsAt } from '../../../helpers/discussions.ts';
import { school, unique } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();

// discussions#21
describe('a place after another topic', () => {
  const found = { together: true, pinned: false, position: 0, next: null, first: null, last: null };
  test.each([
    ['between two', { ...found, next: 10 }, 5],
    ['after the last', found, GAP],
    ['between neighbours there is none', { ...found, next: 1 }, null],
    ['of the pinned, first of those that are not', { ...found, together: false, first: 4 * GAP }, 3.5 * GAP],
    ['of the others, last of the pinned', { ...found, together: false, pinned: true, last: 3 }, 3 + GAP],
    ['where the own part is empty, anywhere', { ...found, together: false }, 0],
  ])('%s', (_name, neighbours, position) => expect(placed(neighbours)).toBe(position));
});

// discussions#21
test('more topics than there is room for are placed after one, the last one placed coming first', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const by = at.teacher.client;
  const below = await here.topic(by);
  const anchor = await here.topic(by);
  const above = await here.topic(by);
  const placedIds: number[] = [];
  for (let i = 0; i < 25; i++) placedIds.unshift((await here.topic(by, { position_after: anchor.id })).id);
  const newest = await here.topic(by);
  expect(await here.list(by)).toEqual([newest.id, above.id, anchor.id, ...placedIds, below.id]);
});

// discussions#21
test('a topic that is pinned or unpinned by the same request is placed in the part of the list that it comes to', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const by = at.teacher.client;
  const ids: number[] = [];
  for (const pinned of [true, true, true, false, false, false]) ids.unshift((await here.topic(by, { pinned })).id);
  const [u3 = 0, u2 = 0, u1 = 0, p3 = 0, p2 = 0, p1 = 0] = ids;
  expect(await here.list(by)).toEqual([p3, p2, p1, u3, u2, u1]);
  await by.put(`${here.path}/${u1}`, { pinned: true, position_after: p3 }).expect(200);
  expect(await here.list(by)).toEqual([p3, u1, p2, p1, u3, u2]);
  await by.put(`${here.path}/${p2}`, { pinned: false, position_after: u3 }).expect(200);
  expect(await here.list(by)).toEqual([p3, u1, p1, u3, p2, u2]);
});

// discussions#21
test('placements that race leave every topic in the list once', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const by = at.teacher.client;
  const topics = [];
  for (let i = 0; i < 6; i++) topics.push(await here.topic(by));
  const [first, ...others] = topics;
  const answers = await Promise.all(others.map((topic) => by.put(`${here.path}/${topic.id}`, { position_after: first?.id })));
  expect(answers.map((answer) => answer.status)).toEqual(others.map(() => 200));
  const order = await here.list(by);
  expect(order.toSorted((a, b) => a - b)).toEqual(idsOf(topics));
  expect(order[0]).toBe(first?.id);
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(...(await here.list(by, { per_page: 2, page })));
  expect(pages).toEqual(order);
});

// discussions#22
test('a topic is placed after none that the room does not have, and nothing is saved', async () => {
  const [at, elsewhere] = [await school(server), await school(server)];
  const here = topicsAt(`/courses/${at.course.id}`);
  const by = at.teacher.client;
  const foreign = await topicsAt(`/courses/${elsewhere.course.id}`).topic(elsewhere.teacher.client);
  const gone = await here.topic(by);
  await by.delete(`${here.path}/${gone.id}`).expect(200);
  const [one, two] = [await here.topic(by), await here.topic(by)];
  for (const id of [999_999, foreign.id, gone.id, two.id]) {
    await by.put(`${here.path}/${two.id}`, { position_after: id, title: unique('Changed') }).expect(404);
    if (id !== two.id) await by.post(here.path, { position_after: id }).expect(404);
  }
  const { body } = await by.put(`${here.path}/${two.id}`, { position_after: 'abc' }).expect(400);
  expect(Object.keys(body.errors)).toEqual(['position_after']);
  expect(await here.list(by)).toEqual([two.id, one.id]);
  expect((await here.see(by, two.id)).title).toBe(two.title);
});

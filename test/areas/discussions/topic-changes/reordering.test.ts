import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { reordered } from '../../../../src/areas/discussions/topic-changes/positions.ts';
import { groupOfEach, idsOf, topicsAt } from '../../../helpers/discussions.ts';
import { NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { made, school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();

// discussions#97
test.each([
  [
    [1, 2, 3],
    [3, 1, 2],
    [3, 1, 2],
  ],
  [[1, 2, 3], [3], [3, 1, 2]],
  [
    [1, 2, 3],
    [2, 2, 1],
    [2, 1, 3],
  ],
  [[1, 2, 3], [4, 1], undefined],
])('of %j in the order %j there are %j', (ids, order, expected) => expect(reordered(ids, order)).toEqual(expected));

async function pinned(kind: 'course' | 'group' = 'course') {
  const at = await school(server);
  const by = at.teacher.client;
  const group = async () => {
    const set = await groupOfEach(by, at.course.id, [at.student]);
    const [one] = await made(by.get(`/group_categories/${set}/groups`), z.array(z.object({ id: z.int() })));
    return one?.id;
  };
  const here = topicsAt(kind === 'course' ? `/courses/${at.course.id}` : `/groups/${await group()}`);
  const other = await here.topic(by);
  const topics = [];
  for (let i = 0; i < 4; i++) topics.push(await here.topic(by, { pinned: true }));
  const order = (sent: string | (string | number)[], who = by) => who.post(`${here.path}/reorder`, { order: sent });
  return { at, by, here, other, ids: idsOf(topics), order };
}

// discussions#97, conventions#51
test('the order of pinned topics is one of texts where ids are asked for as texts', async () => {
  const { ids, order } = await pinned();
  const { body } = await order(ids.toReversed()).set('accept', 'application/json+canvas-string-ids').expect(200);
  expect(body).toEqual({ reorder: true, order: ids.toReversed().map(String) });
});

// discussions#97
describe('the order of pinned topics', () => {
  test.each(['course', 'group'] as const)('is that which is sent, of a %s', async (kind) => {
    const { by, here, other, ids, order } = await pinned(kind);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const { body } = await order([b, d, a, c]).expect(200);
    expect(body).toEqual({ reorder: true, order: [b, d, a, c] });
    expect(await here.list(by)).toEqual([b, d, a, c, other.id]);
    await order(`${c}, ${a}`).expect(200);
    expect(await here.list(by)).toEqual([c, a, b, d, other.id]);
    const newest = await here.topic(by, { pinned: true });
    expect(await here.list(by)).toEqual([newest.id, c, a, b, d, other.id]);
    await by.put(`${here.path}/${newest.id}`, { position_after: c }).expect(200);
    expect(await here.list(by)).toEqual([c, newest.id, a, b, d, other.id]);
  });

  test('names pinned topics of the place alone, or nothing moves', async () => {
    const { at, by, here, other, ids, order } = await pinned();
    const [a = 0, b = 0] = ids;
    const before = await here.list(by);
    const announcement = await here.topic(by, { is_announcement: true, pinned: true });
    const gone = await here.topic(by, { pinned: true });
    await by.delete(`${here.path}/${gone.id}`).expect(200);
    const foreign = (await pinned()).ids[0] ?? 0;
    for (const wrong of [other.id, announcement.id, gone.id, foreign, 999_999]) await order([a, wrong]).expect(404);
    for (const none of ['', []]) {
      const { body } = await order(none).expect(400);
      expect(Object.keys(body.errors)).toEqual(['order']);
    }
    await order([a, 'first']).expect(400);
    expect((await order([a, b], at.student.client).expect(401)).body).toEqual(NOT_PERMITTED);
    expect(await here.list(by)).toEqual(before);
  });

  test('is one of those that are sent at once, each topic once', async () => {
    const { by, here, ids, order } = await pinned();
    const orders = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? ids : ids.toReversed()));
    const answers = await Promise.all(orders.map((sent) => order(sent)));
    expect(answers.map((answer) => answer.status)).toEqual(orders.map(() => 200));
    const listed = (await here.list(by)).slice(0, ids.length);
    expect([ids, ids.toReversed()]).toContainEqual(listed);
  });
});

import { describe, expect, test } from 'vitest';
import { BUILD_VIEW } from '../../../../src/areas/discussions/job-names.ts';
import { groupOfEach, topicsAt } from '../../../helpers/discussions.ts';
import { work, workAhead } from '../../../helpers/jobs.ts';
import { NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { type School, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();

async function talk(fields: Record<string, string | boolean | number> = { allow_rating: true }) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, fields);
  const entry = await here.say(at.student.client, topic.id);
  return { at, here, topic, entry, path: `${here.path}/${topic.id}` };
}
type Talk = Awaited<ReturnType<typeof talk>>;

const rate = ({ path, entry }: Pick<Talk, 'path' | 'entry'>, by: Client, rating: string | number) =>
  by.post(`${path}/entries/${entry.id}/rating`, { rating });
const counts = async ({ at, here, topic, entry }: Talk) => {
  const seen = await here.entry(at.teacher.client, topic.id, entry.id);
  return [seen?.rating_count, seen?.rating_sum];
};
const view = async (by: Client, path: string, query = {}) => (await by.get(`${path}/view`, query).expect(200)).body;

// discussions#98
describe('whether entries of a topic can be rated', () => {
  test('is said by who makes or changes it', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const none = { allow_rating: false, only_graders_can_rate: false, sort_by_rating: false };
    const topic = await here.topic(at.student.client);
    expect(topic).toMatchObject(none);
    const all = { allow_rating: true, only_graders_can_rate: true, sort_by_rating: true };
    await at.student.client.put(`${here.path}/${topic.id}`, all).expect(200);
    expect(await here.see(at.teacher.client, topic.id)).toMatchObject(all);
    await at.student.client.put(`${here.path}/${topic.id}`, { title: 'Other' }).expect(200);
    expect(await here.see(at.teacher.client, topic.id)).toMatchObject(all);
    expect(await here.topic(at.student.client, all)).toMatchObject(all);
    await at.student2.client.put(`${here.path}/${topic.id}`, none).expect(401);
  });

  test('holds of the topics of its groups', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const set = await groupOfEach(at.teacher.client, at.course.id, [at.student, at.student2]);
    const root = await here.topic(at.teacher.client, { group_category_id: set, allow_rating: true });
    await work(server);
    const [group] = (await at.student.client.get('/users/self/groups').expect(200)).body;
    const [child] = (await at.student.client.get(`/groups/${group.id}/discussion_topics`).expect(200)).body;
    expect(child).toMatchObject({ allow_rating: true });
    const entry = await here.say(at.student.client, root.id);
    const there = { at, here, topic: root, entry, path: `${here.path}/${root.id}` };
    await rate(there, at.teacher.client, 1).expect(204);
    await rate(there, at.student2.client, 1).expect(404);
    expect(await counts(there)).toEqual([1, 1]);
    await workAhead(server, BUILD_VIEW);
    const other = await here.say(at.student2.client, root.id);
    await rate({ ...there, entry: other }, at.teacher.client, 0).expect(204);
    await workAhead(server, BUILD_VIEW);
    expect((await view(at.teacher.client, there.path)).entry_ratings).toEqual({ [entry.id]: 1, [other.id]: 0 });
  });
});

// discussions#99, discussions#100
describe('a rating', () => {
  test('is one of each person, and another takes its place', async () => {
    const there = await talk();
    const { at } = there;
    expect(await counts(there)).toEqual([0, 0]);
    for (const [by, rating, expected] of [
      [at.student2, 1, [1, 1]],
      [at.student2, 1, [1, 1]],
      [at.teacher, 1, [2, 2]],
      [at.student, 1, [3, 3]],
      [at.student2, 0, [3, 2]],
      [at.student2, 1, [3, 3]],
    ] as const) {
      await rate(there, by.client, rating).expect(204);
      expect(await counts(there)).toEqual(expected);
    }
  });

  test.each([2, -1, 'good', '', 0.5])('is 0 or 1, and not %s', async (rating) => {
    const there = await talk();
    const { body } = await rate(there, there.at.student2.client, rating).expect(400);
    expect(Object.keys(body.errors)).toEqual(['rating']);
    expect(await counts(there)).toEqual([0, 0]);
  });

  const noRating = async (there: Talk, by: (at: School) => Client) => {
    expect((await rate(there, by(there.at), 1).expect(401)).body).toEqual(NOT_PERMITTED);
    expect(await counts(there)).toEqual([0, 0]);
  };
  test('is nobody’s where the topic has none', async () => {
    const there = await talk({});
    await noRating(there, (at) => at.teacher.client);
    await noRating(there, (at) => at.student2.client);
  });

  test('is not an observer’s, nor anybody’s who may not read', async () => {
    const there = await talk();
    await noRating(there, (at) => at.observer.client);
    await noRating(there, (at) => at.stranger.client);
  });

  test('is the graders’ alone where the topic says so', async () => {
    const there = await talk({ allow_rating: true, only_graders_can_rate: true });
    await noRating(there, (at) => at.student2.client);
    await noRating(there, (at) => at.designer.client);
    for (const by of [there.at.teacher, there.at.ta, there.at.rootAdmin]) await rate(there, by.client, 1).expect(204);
    expect(await counts(there)).toEqual([3, 3]);
  });

  test('waits for the initial post, and not for a lock to end', async () => {
    const there = await talk({ allow_rating: true, require_initial_post: true });
    const { at, here, topic, path } = there;
    expect((await rate(there, at.student2.client, 1).expect(403)).text).toBe('require_initial_post');
    await here.say(at.student2.client, topic.id);
    await at.teacher.client.put(path, { locked: true }).expect(200);
    await rate(there, at.student2.client, 1).expect(204);
    expect(await counts(there)).toEqual([1, 1]);
  });

  test('is of an entry of the topic that is there', async () => {
    const there = await talk();
    const { at, here, path } = there;
    const other = await here.topic(at.teacher.client, { allow_rating: true });
    await rate({ ...there, path: `${here.path}/${other.id}` }, at.teacher.client, 1).expect(404);
    await rate(there, at.teacher.client, 1).expect(204);
    await at.teacher.client.delete(`${path}/entries/${there.entry.id}`).expect(204);
    await rate(there, at.student2.client, 1).expect(404);
    expect(await here.entry(at.teacher.client, there.topic.id, there.entry.id)).not.toHaveProperty('rating_count');
  });

  test('is in the replies of an entry, too', async () => {
    const there = await talk();
    const { at, here, topic, entry } = there;
    const reply = await here.answer(at.teacher.client, topic.id, entry.id);
    await rate({ ...there, entry: reply }, at.student.client, 1).expect(204);
    const [shown] = await here.entries(at.student2.client, topic.id);
    expect(shown?.recent_replies?.[0]).toMatchObject({ id: reply.id, rating_count: 1, rating_sum: 1 });
  });
});

// discussions#100
describe('the view', () => {
  test('has the own ratings at once, and counts as they were when it was built', async () => {
    const there = await talk();
    const { at, here, topic, entry, path } = there;
    const second = await here.say(at.student.client, topic.id);
    await workAhead(server, BUILD_VIEW);
    await rate(there, at.student2.client, 1).expect(204);
    await rate({ ...there, entry: second }, at.student2.client, 0).expect(204);
    await rate(there, at.teacher.client, 1).expect(204);
    const own = { [entry.id]: 1, [second.id]: 0 };
    const before = await view(at.student2.client, path, { include_new_entries: 1 });
    expect(before.entry_ratings).toEqual(own);
    expect(before.view[0]).not.toHaveProperty('rating_count');
    expect(before.new_entries).toMatchObject([
      { id: entry.id, rating_count: 2, rating_sum: 2 },
      { id: second.id, rating_count: 1, rating_sum: 0 },
    ]);
    await workAhead(server, BUILD_VIEW);
    const after = await view(at.student2.client, path);
    expect(after.view).toMatchObject([
      { rating_count: 2, rating_sum: 2 },
      { rating_count: 1, rating_sum: 0 },
    ]);
    expect((await view(at.student.client, path)).entry_ratings).toBeUndefined();
    await at.student.client.delete(`${path}/entries/${entry.id}`).expect(204);
    expect((await view(at.student2.client, path)).entry_ratings).toEqual({ [second.id]: 0 });
  });
});

// discussions#101
test('many ratings at once are all counted', async () => {
  const there = await talk({ allow_rating: true });
  const { at } = there;
  const raters = [at.student, at.student2, at.teacher, at.ta, at.rootAdmin];
  const answers = await Promise.all(raters.flatMap((by) => [1, 1].map((rating) => rate(there, by.client, rating))));
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 204));
  expect(await counts(there)).toEqual([raters.length, raters.length]);
});

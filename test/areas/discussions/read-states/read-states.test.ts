import { describe, expect, test } from 'vitest';
import { idsOf, type TopicsAt, topicsAt } from '../../../helpers/discussions.ts';
import { type School, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();

/** What is kept beside what it stands for: of every user of the topic, how many active entries are read. */
const DRIFT = `
  select p.user_id, p.read_count as kept, count(e.id) filter (where not e.deleted and coalesce(m.read,
    case when e.id <= p.marked_through then p.marked_read end, e.user_id = p.user_id))::int as real
  from discussion_participants p left join discussion_entries e on e.topic_id = p.topic_id
    left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = p.user_id and m.entry_id = e.id
  where p.topic_id = $1 group by p.user_id, p.read_count`;

async function expectNoDrift(topicId: number): Promise<void> {
  const { rows } = await server.database.pool.query<{ kept: number; real: number }>(DRIFT, [topicId]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.kept)).toEqual(rows.map((row) => row.real));
  const { rows: counted } = await server.database.pool.query(
    `select t.entry_count as kept, (select count(*)::int from discussion_entries e where e.topic_id = t.id and not e.deleted) as real
     from discussion_topics t where t.id = $1`,
    [topicId],
  );
  expect(counted[0].kept).toBe(counted[0].real);
}

async function discussed(entries = 3) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client);
  const said = [];
  for (let i = 0; i < entries; i++) said.push(await here.say(at.teacher.client, topic.id));
  const path = `${here.path}/${topic.id}`;
  const unread = async (by: Client) => (await here.see(by, topic.id)).unread_count;
  const states = async (by: Client) =>
    (await here.entries(by, topic.id)).toReversed().map((entry) => [entry.read_state, entry.forced_read_state]);
  return { at, here, topic, said, path, unread, states };
}
const unreadOf = (here: TopicsAt, id: number) => async (by: Client) => (await here.see(by, id)).unread_count;
const everyone = (at: School): Client[] => [at.teacher, at.ta, at.student, at.student2, at.observer].map((one) => one.client);

describe('read states', () => {
  // discussions#64
  test('are read for the author, and unread for everybody else until they say otherwise', async () => {
    const { at, here, topic, unread } = await discussed();
    expect([(await here.see(at.teacher.client, topic.id)).read_state, await unread(at.teacher.client)]).toEqual(['read', 0]);
    for (const by of [at.student.client, at.observer.client]) {
      expect([(await here.see(by, topic.id)).read_state, await unread(by)]).toEqual(['unread', 3]);
      await here.entries(by, topic.id);
      expect(await unread(by)).toBe(3);
    }
  });

  // discussions#65, conventions#3
  test('of the text alone are marked and taken back', async () => {
    const { at, here, topic, path, unread } = await discussed();
    const by = at.student.client;
    for (const [mark, state] of [
      [by.put(`${path}/read`), 'read'],
      [by.put(`${path}/read`), 'read'],
      [by.delete(`${path}/read`), 'unread'],
    ] as const) {
      const { text } = await mark.expect(204);
      expect(text).toBe('');
      expect((await here.see(by, topic.id)).read_state).toBe(state);
    }
    expect(await unread(by)).toBe(3);
  });

  // discussions#67, discussions#68
  test('of one entry are marked, forced only when that is sent, also where the state stays', async () => {
    const { at, said, path, unread, states } = await discussed(1);
    const by = at.student.client;
    const one = `${path}/entries/${said[0]?.id}/read`;
    const after = async (request: Promise<unknown>) => {
      await request;
      return [...(await states(by)), await unread(by)];
    };
    expect(await after(by.put(one).expect(204))).toEqual([['read', false], 0]);
    expect(await after(by.put(one, { forced_read_state: true }).expect(204))).toEqual([['read', true], 0]);
    expect(await after(by.delete(one).expect(204))).toEqual([['unread', true], 1]);
    expect(await after(by.delete(one, { forced_read_state: false }).expect(204))).toEqual([['unread', false], 1]);
    expect((await by.put(one, { forced_read_state: 'perhaps' })).status).toBe(400);
    expect(await unread(at.student2.client)).toBe(1);
  });

  // discussions#64, discussions#66
  test('of all entries are marked at once, own ones too; those that come later are not', async () => {
    const { at, here, topic, path, unread, states } = await discussed(2);
    const by = at.student.client;
    await here.say(by, topic.id);
    await by.put(`${path}/read_all`).expect(204);
    expect([(await here.see(by, topic.id)).read_state, await unread(by)]).toEqual(['read', 0]);
    await here.say(at.teacher.client, topic.id);
    expect(await unread(by)).toBe(1);
    await by.delete(`${path}/read_all`).expect(204);
    expect((await here.see(by, topic.id)).read_state).toBe('unread');
    expect(await states(by)).toEqual(Array.from({ length: 4 }, () => ['unread', false]));
    expect(await unread(by)).toBe(4);
    await here.say(by, topic.id);
    expect(await unread(by)).toBe(4);
    await expectNoDrift(topic.id);
  });

  // discussions#66, discussions#68
  test('that were forced stay so, unless all are marked with a forced state', async () => {
    const { at, here, topic, said, path, states } = await discussed(2);
    const by = at.student.client;
    await by.put(`${path}/entries/${said[1]?.id}/read`, { forced_read_state: true }).expect(204);
    await by.delete(`${path}/read_all`).expect(204);
    expect(await states(by)).toEqual([
      ['unread', false],
      ['unread', true],
    ]);
    await by.put(`${path}/read_all`, { forced_read_state: true }).expect(204);
    await here.say(at.teacher.client, topic.id);
    expect(await states(by)).toEqual([
      ['read', true],
      ['read', true],
      ['unread', false],
    ]);
    await by.delete(`${path}/read_all`).expect(204);
    expect(await states(by)).toEqual([
      ['unread', true],
      ['unread', true],
      ['unread', false],
    ]);
    await by.put(`${path}/read_all`, { forced_read_state: false }).expect(204);
    expect(await states(by)).toEqual(Array.from({ length: 3 }, () => ['read', false]));
  });

  // discussions#67
  test('are not of entries that are deleted, of another topic or of none', async () => {
    const { at, here, topic, said, path } = await discussed(2);
    const by = at.student.client;
    const other = await here.say(at.teacher.client, (await here.topic(at.teacher.client)).id);
    await at.teacher.client.delete(`${path}/entries/${said[0]?.id}`).expect(204);
    for (const id of [said[0]?.id, other.id, 999_999, 'x']) await by.put(`${path}/entries/${id}/read`).expect(404);
    await expectNoDrift(topic.id);
  });
});

describe('unread counts', () => {
  // discussions#15
  test('leave out what is deleted, read or not', async () => {
    const { at, here, topic, said, path, unread } = await discussed(4);
    const [reader, marker, nobody] = [at.student.client, at.student2.client, at.observer.client];
    await reader.put(`${path}/entries/${said[0]?.id}/read`).expect(204);
    await marker.put(`${path}/read_all`).expect(204);
    await marker.delete(`${path}/entries/${said[1]?.id}/read`).expect(204);
    expect([await unread(reader), await unread(marker), await unread(nobody)]).toEqual([3, 1, 4]);
    for (const entry of said.slice(0, 2)) await at.teacher.client.delete(`${path}/entries/${entry.id}`).expect(204);
    expect([await unread(reader), await unread(marker), await unread(nobody)]).toEqual([2, 0, 2]);
    await expectNoDrift(topic.id);
    expect((await here.see(reader, topic.id)).discussion_subentry_count).toBe(2);
  });

  // discussions#15
  test('are right while everybody posts, reads, marks and deletes at once', async () => {
    const { at, here, topic, said, path, unread } = await discussed(6);
    const people = everyone(at);
    const posters = people.slice(0, 4);
    const all = [
      ...posters.flatMap((by) => [0, 1, 2].map(() => by.post(`${path}/entries`, { message: 'more' }))),
      ...people.flatMap((by) =>
        said.map((entry, i) => (i % 2 ? by.put(`${path}/entries/${entry.id}/read`) : by.delete(`${path}/entries/${entry.id}/read`))),
      ),
      ...people.map((by) => by.put(`${path}/read_all`)),
      ...people.map((by) => by.delete(`${path}/read_all`)),
      ...said.slice(0, 3).map((entry) => at.teacher.client.delete(`${path}/entries/${entry.id}`)),
      ...said.slice(0, 3).map((entry) => at.ta.client.delete(`${path}/entries/${entry.id}`)),
    ];
    const statuses = (await Promise.all(all.toSorted(() => Math.random() - 0.5))).map((answer) => answer.status);
    expect(statuses.filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
    await expectNoDrift(topic.id);
    for (const by of people) {
      const unreadRows = (await here.entries(by, topic.id)).filter((entry) => entry.read_state === 'unread');
      expect(await unread(by)).toBe(unreadRows.length);
    }
    expect(idsOf(await here.entries(at.student.client, topic.id))).toHaveLength(6 - 3 + 12);
  });

  test('are right where an entry is deleted while it is marked', async () => {
    const { at, here, topic, path } = await discussed(0);
    for (let round = 0; round < 15; round++) {
      const entry = await here.say(at.teacher.client, topic.id);
      const marks = everyone(at)
        .slice(1)
        .map((by) => by.put(`${path}/entries/${entry.id}/read`));
      const all = [...marks.slice(0, 2), at.teacher.client.delete(`${path}/entries/${entry.id}`), ...marks.slice(2)];
      for (const { status } of await Promise.all(all)) expect([204, 404]).toContain(status);
    }
    await expectNoDrift(topic.id);
    expect(await Promise.all(everyone(at).map(unreadOf(here, topic.id)))).toEqual([0, 0, 0, 0, 0]);
  });

  // discussions#67
  test('the same marks sent at once count once', async () => {
    const { at, topic, said, path, unread } = await discussed(3);
    const by = at.student.client;
    const marks = Array.from({ length: 10 }, () => by.put(`${path}/entries/${said[0]?.id}/read`).expect(204));
    await Promise.all(marks);
    expect(await unread(by)).toBe(2);
    await Promise.all(Array.from({ length: 10 }, () => by.delete(`${path}/entries/${said[0]?.id}/read`).expect(204)));
    expect(await unread(by)).toBe(3);
    await expectNoDrift(topic.id);
  });
});

test('posting costs the same however many entries there are', async () => {
  const { at, here, topic } = await discussed(1);
  const cost = () => server.statements(() => here.say(at.student.client, topic.id));
  await cost();
  const early = await cost();
  for (let i = 0; i < 30; i++) await here.say(at.ta.client, topic.id);
  expect(await cost()).toBe(early);
});

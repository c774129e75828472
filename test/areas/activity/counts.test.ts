import { describe, expect, test } from 'vitest';
import { REMOVE } from '../../../src/areas/activity/jobs.ts';
import { summed } from '../../../src/areas/activity/summaries.ts';
import type { Count } from '../../../src/store/stored/stream-counts.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { addJob, work } from '../../helpers/jobs.ts';
import { course, enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { OWN, summaryOf } from './streams.ts';

const server = useServer();
const query = <Row extends object>(text: string, values: unknown[] = []) => server.database.pool.query<Row>(text, values);

const topicsIn = async (one: Person): Promise<number> =>
  (await summaryOf(one.client)).find(({ type }) => type === 'DiscussionTopic')?.count ?? 0;

/** A student of two courses with a topic each in the stream, who has looked at the summary. */
async function room() {
  const [first, second] = [await course(server), await course(server)];
  const student = await person(server);
  for (const { id } of [first, second]) await enroll(server, id, student.id, 'StudentEnrollment');
  const [here, there] = [topicsAt(`/courses/${first.id}`), topicsAt(`/courses/${second.id}`)];
  const topic = await here.topic(server.admin);
  await there.topic(server.admin);
  await work(server);
  expect(await topicsIn(student)).toBe(2);
  return { first, second, here, there, student, topic };
}

/** In what snapshot each place of somebody was counted. */
const countedAt = async ({ id }: Person) =>
  (await query<{ place: number; as_of: string }>('select place, as_of::text from stream_counts where user_id = $1 order by place', [id]))
    .rows;

const hide = 'update discussion_topics set state = $2 where id = $1';

describe('what a stream holds is counted', () => {
  // activity#23
  test('once, and anew where something has changed', async () => {
    const { first, second, here, student } = await room();
    const places = () => countedAt(student);
    // The first is who asks, and what they take part in.
    const asked = (path = OWN) => server.statements(() => student.client.get(`${path}/summary`).expect(200));
    const before = await places();
    expect(before.map((one) => one.place)).toEqual([0, first.id, second.id]);
    expect(await asked()).toBe(2);
    await here.topic(server.admin);
    await work(server);
    expect(await asked()).toBe(3);
    const after = await places();
    expect(after.filter((one, i) => one.as_of !== before[i]?.as_of).map((one) => one.place)).toEqual([first.id]);
    expect(await asked()).toBe(2);
    // The course's own summary takes the same count; who asks there is asked for besides. The first time notes that they were there.
    await asked(`/courses/${first.id}/activity_stream`);
    expect(await asked(`/courses/${first.id}/activity_stream`)).toBe(3);
    expect(await topicsIn(student)).toBe(3);
  });

  test('as it is kept, until that is a day old or of another start of PostgreSQL', async () => {
    const { student } = await room();
    for (const [changed, shown] of [
      [`counted_at = now() - interval '23 hours'`, 0],
      [`counted_at = now() - interval '25 hours'`, 2],
      [`started_at = started_at - interval '1 second'`, 2],
    ] as const) {
      await query(`update stream_counts set counts = '[]', ${changed} where user_id = $1`, [student.id]);
      expect(await topicsIn(student), changed).toBe(shown);
    }
  });

  // activity#23
  test('with what was under way when it was counted', async () => {
    const { student, topic } = await room();
    const client = await server.database.pool.connect();
    try {
      for (const [state, count] of [
        ['draft', 1],
        ['active', 2],
      ] as const) {
        // Something else in the same place, so that it is counted while the first change is neither there nor known.
        await client.query('begin');
        await client.query(hide, [topic.id, state]);
        await query('delete from stream_counts where user_id = $1', [student.id]);
        expect(await topicsIn(student)).toBe(3 - count);
        await client.query('commit');
        expect(await topicsIn(student)).toBe(count);
      }
      await client.query('begin');
      await client.query(hide, [topic.id, 'draft']);
    } finally {
      await client.query('rollback');
      client.release();
    }
    const kept = await countedAt(student);
    expect(await topicsIn(student)).toBe(2);
    expect(await countedAt(student)).toEqual(kept);
  });

  test('by two at once, of whom the one that saw less is kept', async () => {
    const { first, student, topic } = await room();
    const kept = async () => {
      const { rows } = await query<{ as_of: string; counts: string }>(
        'select as_of::text, counts::text from stream_counts where user_id = $1 and place = $2',
        [student.id, first.id],
      );
      return rows[0];
    };
    const less = await kept();
    await query(hide, [topic.id, 'draft']);
    expect(await topicsIn(student)).toBe(1);
    expect((await kept())?.counts).not.toBe(less?.counts);
    await query('update stream_counts set counts = $3, as_of = $4::pg_snapshot where user_id = $1 and place = $2', [
      student.id,
      first.id,
      less?.counts,
      less?.as_of,
    ]);
    expect(await topicsIn(student)).toBe(1);
  });

  test('by many at once', async () => {
    const { student, topic } = await room();
    await query(hide, [topic.id, 'draft']);
    expect(await Promise.all(Array.from({ length: 8 }, () => topicsIn(student)))).toEqual(Array.from({ length: 8 }, () => 1));
    expect(await topicsIn(student)).toBe(1);
  });

  test('of many people by one change', async () => {
    const { first } = await room();
    const changes = async () => {
      const { rows } = await query<{ everybody: boolean; count: number }>(
        `select user_id is null as everybody, count(*)::int as count from stream_changes where place = $1 group by 1 order by 1`,
        [first.id],
      );
      return rows;
    };
    const crowd = async (count: number) => {
      await query('delete from stream_changes where place = $1', [first.id]);
      await query(
        `with made as (insert into users (root_account_id, name, sortable_name, short_name, sort_key)
           select 1, 'One of many', 'many, One of', 'One', 'one' from generate_series(1, $2::int) returning id),
         told as (insert into notifications (key, category, subject, body, path, course_id) values ('crowd:' || $2::int, 'Due Date', 'Due', '', '/', $1) returning id),
         item as (insert into stream_items (type, course_id, notification_id) select 'Message', $1, id from told returning id)
         insert into stream_item_instances (user_id, stream_item_id, type, category, course_id, updated_at)
         select made.id, item.id, 'Message', 'Due Date', $1, now() from made, item`,
        [first.id, count],
      );
    };
    await crowd(100);
    expect(await changes()).toEqual([{ everybody: false, count: 100 }]);
    await crowd(101);
    expect(await changes()).toEqual([{ everybody: true, count: 1 }]);
  });

  test('of whoever is in the course by one change, where all have an item', async () => {
    const { first, here, student } = await room();
    await query('delete from stream_changes where place = $1', [first.id]);
    await here.topic(server.admin);
    await work(server);
    const { rows } = await query('select user_id from stream_changes where place = $1 order by user_id', [first.id]);
    // Who posted it has read it.
    expect(rows).toEqual([{ user_id: expect.any(Number) }, { user_id: null }]);
    expect(await topicsIn(student)).toBe(3);
  });

  test('of one person by one change, however much they get', async () => {
    const { first, student } = await room();
    await query('delete from stream_changes where place = $1', [first.id]);
    await query(
      `with made as (insert into notifications (key, category, subject, body, path, course_id)
           select 'many:' || $1::int || ':' || n, 'Due Date', 'Due', '', '/', $1 from generate_series(1, 101) n returning id),
         items as (insert into stream_items (type, course_id, notification_id) select 'Message', $1, id from made returning id)
       insert into stream_item_instances (user_id, stream_item_id, type, category, course_id, updated_at)
       select $2, id, 'Message', 'Due Date', $1, now() from items`,
      [first.id, student.id],
    );
    const { rows } = await query('select user_id, place from stream_changes where place = $1', [first.id]);
    expect(rows).toEqual([{ user_id: student.id, place: first.id }]);
    expect(await summaryOf(student.client)).toContainEqual({
      type: 'Message',
      notification_category: 'Due Date',
      count: 101,
      unread_count: 0,
    });
  });
});

test('counts and changes go when no count is good any more that could ask for them', async () => {
  const { student, first } = await room();
  const left = async () => {
    const { rows } = await query<{ counts: number; changes: number }>(
      `select (select count(*)::int from stream_counts where user_id = $1) as counts, (select count(*)::int from stream_changes where place = $2) as changes`,
      [student.id, first.id],
    );
    return rows[0];
  };
  const remove = async () => {
    await addJob(server.database, REMOVE);
    await work(server);
    return left();
  };
  const before = await left();
  expect(await remove()).toEqual(before);
  await query(`update stream_counts set counted_at = now() - interval '25 hours' where user_id = $1`, [student.id]);
  await query(`update stream_changes set made_at = now() - interval '47 hours' where place = $1`, [first.id]);
  expect(await remove()).toEqual({ counts: 0, changes: before?.changes });
  await query(`update stream_changes set made_at = now() - interval '49 hours' where place = $1`, [first.id]);
  expect(await remove()).toEqual({ counts: 0, changes: 0 });
});

describe('a summary', () => {
  const one = (type: Count['type'], more: Partial<Count> = {}): Count => ({
    ...{ type, category: null, courseId: null, groupId: null, count: 1, unread: 0 },
    ...more,
  });
  // activity#22
  test('has an entry for each type, and for each category of messages, in this order', () => {
    const counts = [
      one('Submission'),
      one('Message', { category: 'Grading', courseId: 2, count: 2 }),
      one('DiscussionTopic', { courseId: 1, count: 3, unread: 2 }),
      one('Message', { category: 'Due Date' }),
      one('DiscussionTopic', { groupId: 1, count: 4, unread: 1 }),
      one('Message', { category: 'Grading', courseId: 1 }),
      one('Announcement', { unread: 1 }),
    ];
    const shown = summed(counts).map((entry) => [entry.type, entry.notification_category, entry.count, entry.unread_count]);
    const expected = [
      ['Announcement', null, 1, 1],
      ['DiscussionTopic', null, 7, 3],
      ['Message', 'Due Date', 1, 0],
      ['Message', 'Grading', 3, 0],
      ['Submission', null, 1, 0],
    ];
    expect(shown).toEqual(expected);
    expect(summed(counts.toReversed()).map((entry) => [entry.type, entry.notification_category, entry.count, entry.unread_count])).toEqual(
      expected,
    );
    expect(summed([])).toEqual([]);
  });
});

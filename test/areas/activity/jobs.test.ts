import { describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/areas/accounts/bootstrap.ts';
import { notifyOfMessages } from '../../../src/areas/activity/conversation-items.ts';
import { notifyOfTopic } from '../../../src/areas/activity/topic-items.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { work } from '../../helpers/jobs.ts';
import { course, enroll, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { streamOf, topicsIn } from './streams.ts';

const server = useServer();
/** What the job of a topic does, in a transaction of its own. */
const telling = (topicId: number) => systemContext(server.database).tx((tx) => notifyOfTopic(tx, topicId));

const rowsOf = async (topicId: number) => {
  const { rows } = await server.database.pool.query<{ items: number; instances: number; told: number }>(
    `select (select count(*)::int from stream_items i where i.topic_id = $1) as items,
       (select count(*)::int from stream_items i join stream_item_instances x on x.stream_item_id = i.id where i.topic_id = $1) as instances,
       (select count(*)::int from notifications n where n.key = 'topic:' || $1::int) as told`,
    [topicId],
  );
  return rows[0];
};

describe('what is told', () => {
  // activity#6
  test('is told once, also by two jobs at once', async () => {
    const at = await school(server);
    const { id } = await topicsAt(`/courses/${at.course.id}`).topic(at.teacher.client);
    await Promise.all([telling(id), telling(id), telling(id)]);
    expect(await rowsOf(id)).toEqual({ items: 1, instances: 0, told: 1 });
  });

  // activity#6
  test('leaves nothing where its job was killed, and is told by the next', async () => {
    const at = await school(server);
    const { id } = await topicsAt(`/courses/${at.course.id}`).topic(at.teacher.client);
    const killed = new Error('killed');
    const half = systemContext(server.database).tx(async (tx) => {
      await notifyOfTopic(tx, id);
      throw killed;
    });
    await expect(half).rejects.toBe(killed);
    expect(await rowsOf(id)).toEqual({ items: 0, instances: 0, told: 0 });
    await work(server);
    expect(await rowsOf(id)).toEqual({ items: 1, instances: 0, told: 1 });
  });

  // activity#6
  test('is not told by a transaction that is rolled back', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    await at.teacher.client.post(here.path, { title: 'Never', position_after: 999_999_999 }).expect(404);
    await work(server);
    expect(await topicsIn(at.student.client)).toEqual([]);
  });

  test('takes as many statements for two people as for twenty', async () => {
    const count = async (people: number) => {
      const { id } = await course(server);
      for (let i = 0; i < people; i++) await enroll(server, id, (await person(server)).id, 'StudentEnrollment');
      const topic = await topicsAt(`/courses/${id}`).topic(server.admin);
      return server.statements(() => telling(topic.id));
    };
    const few = await count(2);
    expect(few).toBeGreaterThan(0);
    expect(await count(20)).toBe(few);
  });

  test('of messages to many takes as many statements as of one', async () => {
    const { id } = await course(server);
    const people = [];
    for (let i = 0; i < 6; i++) {
      const one = await person(server);
      await enroll(server, id, one.id, 'TeacherEnrollment');
      people.push(one);
    }
    const [author, first, ...others] = people;
    if (!author || !first) throw new Error('nobody');
    const send = (to: readonly { id: number }[]) =>
      author.client.post('/conversations', { recipients: to.map((one) => one.id), body: 'Hello' }).expect(201);
    await send([first]);
    await send(others);
    const { rows } = await server.database.pool.query<{ id: number }>(
      'select id from conversation_messages where author_id = $1 order by id',
      [author.id],
    );
    const [one = 0, ...many] = rows.map((row) => row.id);
    const told = (ids: number[]) => server.statements(() => systemContext(server.database).tx((tx) => notifyOfMessages(tx, ids)));
    expect(many).toHaveLength(4);
    const few = await told([one]);
    expect(await told(many)).toBe(few);
    for (const person of others) expect((await streamOf(person.client)).map((item) => item.type)).toEqual(['Conversation']);
  });
});

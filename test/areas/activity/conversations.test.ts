import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jobOf } from '../../../src/areas/events/events.ts';
import { queued, work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { streamOf, summaryOf } from './streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

/** People who may write to one another. */
async function people(n: number): Promise<Person[]> {
  const { id } = await course(server);
  const found: Person[] = [];
  for (let i = 0; i < n; i++) {
    const one = await person(server);
    await enroll(server, id, one.id, 'TeacherEnrollment');
    found.push(one);
  }
  return found;
}

const conversationsOf = async (one: Person) => (await streamOf(one.client)).filter((item) => item.type === 'Conversation');

async function write(from: Person, to: readonly Person[], body: string, more: Record<string, string | boolean> = {}): Promise<number> {
  const [first] = await made(from.client.post('/conversations', { recipients: to.map((one) => one.id), body, ...more }), z.array(Made));
  return first?.id ?? 0;
}

describe('a conversation in streams', () => {
  // activity#3, activity#4, activity#11, activity#15
  test('is there for its participants but the author, with its fields', async () => {
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    const id = await write(a, [b], 'Hello\n\nthere', { subject: 'Owls' });
    await work(server);
    expect(await conversationsOf(a)).toEqual([]);
    const [item, ...more] = await conversationsOf(b);
    expect(more).toEqual([]);
    expect(item).toEqual({
      id: expect.any(Number),
      type: 'Conversation',
      title: 'Owls',
      message: 'Hello\n\nthere',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      read_state: false,
      context_type: null,
      course_id: null,
      group_id: null,
      html_url: `${server.url}/conversations/${id}`,
      conversation_id: id,
      private: true,
      participant_count: 2,
    });
  });

  // activity#11
  test('shows the last that somebody wrote, and not who was added since', async () => {
    const [a, b, c, added] = await people(4);
    if (!a || !b || !c || !added) throw new Error('nobody');
    const id = await write(a, [b, c], 'Hello', { group_conversation: true });
    await a.client.post(`/conversations/${id}/add_recipients`, { recipients: [added.id] }).expect(200);
    await work(server);
    expect(await conversationsOf(b)).toMatchObject([{ conversation_id: id, message: 'Hello', participant_count: 4 }]);
  });

  // activity#11, activity#18, activity#19
  test('stays with who has left its course, and while that is unpublished', async () => {
    const { id } = await course(server);
    const [a, b] = [await person(server), await person(server)];
    await enroll(server, id, a.id, 'TeacherEnrollment');
    const { id: enrollment } = await enroll(server, id, b.id, 'StudentEnrollment');
    const conversation = await write(a, [b], 'Hello', { context_code: `course_${id}` });
    await work(server);
    const there = async () => expect(await conversationsOf(b)).toMatchObject([{ conversation_id: conversation, course_id: id }]);
    await there();
    await server.admin.put(`/courses/${id}`, { course: { event: 'claim' } }).expect(200);
    await there();
    await server.admin.put(`/courses/${id}`, { course: { event: 'offer' } }).expect(200);
    await server.admin.delete(`/courses/${id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    await there();
    await b.client.get(`/conversations/${conversation}`).expect(200);
  });

  // activity#4, activity#11
  test('shows its newest message, and is the author’s once somebody answers', async () => {
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    const id = await write(a, [b, c], 'first', { group_conversation: true });
    await b.client.post(`/conversations/${id}/add_message`, { body: 'second' }).expect(200);
    await work(server);
    expect(await conversationsOf(a)).toMatchObject([{ message: 'second', private: false, participant_count: 3 }]);
    expect(await conversationsOf(b)).toMatchObject([{ message: 'second' }]);
    expect(await conversationsOf(c)).toHaveLength(1);
  });

  // activity#6
  test('is told of by one job, with all that is written within a second', async () => {
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    await work(server);
    const both = await write(a, [b, c], 'first', { group_conversation: true });
    const own = await write(b, [c], 'to one');
    await c.client.post(`/conversations/${both}/add_message`, { body: 'second' }).expect(200);
    await server.database.pool.query(`update pending_jobs set payload = payload || '{"happenedAt": 1767225600000}'`);
    expect(await queued(server, jobOf('messages'))).toHaveLength(1);
    await work(server);
    const seen = async (one: Person) => (await conversationsOf(one)).map((item) => [item.conversation_id, item.message]);
    expect(await seen(a)).toEqual([[both, 'second']]);
    expect(await seen(b)).toEqual([[both, 'second']]);
    expect(new Set(await seen(c))).toEqual(
      new Set([
        [own, 'to one'],
        [both, 'second'],
      ]),
    );
  });

  // activity#3
  test('has the context that it was begun in', async () => {
    const { id } = await course(server);
    const [a, b] = [await person(server), await person(server)];
    for (const one of [a, b]) await enroll(server, id, one.id, 'TeacherEnrollment');
    await write(a, [b], 'Hello', { context_code: `course_${id}` });
    await work(server);
    expect(await conversationsOf(b)).toMatchObject([{ context_type: 'course', course_id: id, group_id: null }]);
    expect(await streamOf(b.client, `/courses/${id}/activity_stream`)).toHaveLength(1);
  });

  // activity#5, activity#22
  test('mirrors whether it is read', async () => {
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    const id = await write(a, [b], 'Hello');
    await work(server);
    expect(await summaryOf(b.client)).toEqual([{ type: 'Conversation', count: 1, unread_count: 1, notification_category: null }]);
    await b.client.get(`/conversations/${id}`).expect(200);
    expect(await conversationsOf(b)).toMatchObject([{ read_state: true }]);
    expect(await summaryOf(b.client)).toMatchObject([{ count: 1, unread_count: 0 }]);
    await b.client.put(`/conversations/${id}`, { conversation: { workflow_state: 'unread' } }).expect(200);
    expect(await conversationsOf(b)).toMatchObject([{ read_state: false }]);
  });

  // activity#11
  test('goes with its removal, and comes back with the next message', async () => {
    const [a, b] = await people(2);
    if (!a || !b) throw new Error('nobody');
    const id = await write(a, [b], 'Hello');
    await work(server);
    await b.client.delete(`/conversations/${id}`).expect(200);
    expect(await conversationsOf(b)).toEqual([]);
    expect(await summaryOf(b.client)).toEqual([]);
    await a.client.post(`/conversations/${id}/add_message`, { body: 'again' }).expect(200);
    await work(server);
    expect(await conversationsOf(b)).toMatchObject([{ message: 'again' }]);
  });

  // activity#11, activity#15
  test('comes to the top for the subscribed alone; who is added later has it too', async () => {
    const [a, b, c, d] = await people(4);
    if (!a || !b || !c || !d) throw new Error('nobody');
    const first = await write(a, [b, c], 'first', { group_conversation: true });
    const second = await write(a, [b, c], 'second', { group_conversation: true });
    await b.client.put(`/conversations/${first}`, { conversation: { subscribed: false } }).expect(200);
    await work(server);
    await a.client.post(`/conversations/${first}/add_message`, { body: 'more' }).expect(200);
    await a.client.post(`/conversations/${first}/add_recipients`, { recipients: [d.id] }).expect(200);
    await work(server);
    const ids = async (one: Person) => (await conversationsOf(one)).map((item) => item.conversation_id);
    expect(await ids(b)).toEqual([second]);
    expect(await ids(c)).toEqual([first, second]);
    expect(await ids(d)).toEqual([first]);
    for (const one of [b, c, d]) expect((await streamOf(one.client)).filter((item) => item.type === 'Message')).toEqual([]);
  });

  // activity#11
  test('of each of a batch is there for each', async () => {
    const [a, b, c] = await people(3);
    if (!a || !b || !c) throw new Error('nobody');
    await a.client.post('/conversations', { recipients: [b.id, c.id], body: 'To each', mode: 'async' }).expect(202);
    await work(server);
    for (const one of [b, c]) expect(await conversationsOf(one)).toMatchObject([{ message: 'To each', private: true }]);
    expect(await conversationsOf(a)).toEqual([]);
  });
});

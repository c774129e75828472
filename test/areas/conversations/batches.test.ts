import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sendBatch, sendChunk } from '../../../src/areas/conversations/batches.ts';
import { allJobs } from '../../../src/worker.ts';
import { forgetJobs, jobMeans, work } from '../../helpers/jobs.ts';
import { made, type Person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { bodies, classroom, inbox, refusedField, sendOne } from './mailbox.ts';

const server = useServer();
const ids = (people: readonly Person[]): number[] => people.map((one) => one.id);

const Batch = z.object({
  id: z.int(),
  subject: z.string().nullable(),
  workflow_state: z.string(),
  completion: z.number(),
  recipient_count: z.int(),
  tags: z.array(z.string()),
  message: z.looseObject({ id: z.int(), body: z.string(), author_id: z.int() }),
});
const batches = (by: Person) => made(by.client.get('/conversations/batches'), z.array(Batch));

async function sendLater(by: Person, to: readonly number[], body: string, more = {}): Promise<number> {
  const response = await by.client.post('/conversations', { recipients: to, body, mode: 'async', ...more }).expect(202);
  expect(response.body).toEqual([]);
  return Number(response.headers['x-conversation-batch-id']);
}

/** Each has this message once. */
async function eachHasOnce(people: readonly Person[], body: string): Promise<void> {
  for (const one of people) {
    const [found, ...rest] = await inbox(one);
    expect(rest).toEqual([]);
    expect((await bodies(one, found?.id ?? 0)).filter((text) => text === body)).toEqual([body]);
  }
}

const unfinished = async (id: number): Promise<{ state: string; sent: number; left: number } | undefined> =>
  (
    await server.database.pool.query(
      `select state, sent_count as sent, (select count(*) from conversation_batch_recipients where batch_id = $1) as left
       from conversation_batches where id = $1`,
      [id],
    )
  ).rows[0];

/** Lets the work run until it waits for what a transaction of ours holds, and ends its connection there. */
async function killed(work: () => Promise<unknown>, holding: string): Promise<void> {
  const holder = await server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(holding);
    const running = expect(work()).rejects.toThrow(/terminat/);
    const waits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => ((await server.database.pool.query(waits)).rowCount ?? 0) > 0, { timeout: 60_000, interval: 5 });
    await server.database.pool.query(`select pg_terminate_backend(pid) from (${waits}) w`);
    await running;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

describe('a message to many in the background', () => {
  // conversations#2, conversations#57
  test('is a batch while it runs, and reaches each once', async () => {
    const { id: courseId, teacher, students } = await classroom(server, 5);
    const before = await sendOne(students[0], [teacher.id], 'before');
    const id = await sendLater(teacher, ids(students), 'to each', { subject: 'News', context_code: `course_${courseId}` });
    const listed = { id, subject: 'News', workflow_state: 'created', completion: 0, recipient_count: 5, tags: [`course_${courseId}`] };
    expect(await batches(teacher)).toMatchObject([{ ...listed, message: { body: 'to each', author_id: teacher.id } }]);
    expect(await batches(students[0])).toEqual([]);
    expect(await sendChunk(server.database, id, 2)).toBe(true);
    expect(await batches(teacher)).toMatchObject([{ workflow_state: 'sending', completion: 0.4 }]);
    await work(server);
    expect(await batches(teacher)).toEqual([]);
    expect(await unfinished(id)).toEqual({ state: 'sent', sent: 5, left: 0 });
    await eachHasOnce(students, 'to each');
    expect((await inbox(students[0]))[0]?.id).toBe(before.id);
    expect(await inbox(teacher)).toHaveLength(5);
    await sendBatch.run(server.database, { batchId: id }, jobMeans(server));
    await eachHasOnce(students, 'to each');
  });

  // conversations#57
  test('is not needed for one, or for a group', async () => {
    const { teacher, students } = await classroom(server, 2);
    await sendOne(teacher, [students[0].id], 'now', { mode: 'async' });
    await sendOne(teacher, ids(students), 'now', { mode: 'async', group_conversation: true });
    expect(await batches(teacher)).toEqual([]);
  });

  // conversations#58
  test('reaches each once however often it is killed, and run twice at once', async () => {
    const { teacher, students } = await classroom(server, 6);
    const last = students.at(-1);
    const blocked = await sendOne(teacher, [last?.id ?? 0], 'before');
    const id = await sendLater(teacher, ids(students), 'to each');
    const holding = `select 1 from conversations where id = ${blocked.id} for update`;
    await sendChunk(server.database, id, 3);
    // The rest of the recipients are in one transaction with the last, which waits for ours.
    await killed(() => sendBatch.run(server.database, { batchId: id }, jobMeans(server)), holding);
    expect(await unfinished(id)).toEqual({ state: 'sending', sent: 3, left: 3 });
    await killed(() => sendChunk(server.database, id, 3), holding);
    expect(await unfinished(id)).toEqual({ state: 'sending', sent: 3, left: 3 });
    const chunks = () => Promise.all([1, 2].map(() => sendChunk(server.database, id, 1)));
    await chunks();
    expect(await unfinished(id)).toEqual({ state: 'sending', sent: 5, left: 1 });
    await Promise.all([
      sendBatch.run(server.database, { batchId: id }, jobMeans(server)),
      sendBatch.run(server.database, { batchId: id }, jobMeans(server)),
    ]);
    expect(await unfinished(id)).toEqual({ state: 'sent', sent: 6, left: 0 });
    await eachHasOnce(students, 'to each');
  });

  // conversations#58
  test('several at once to the same people share their conversations', async () => {
    const { teacher, students } = await classroom(server, 4);
    const found = await Promise.all(['a', 'b', 'c'].map((body) => sendLater(teacher, ids(students), body)));
    await Promise.all(found.map((batchId) => sendBatch.run(server.database, { batchId }, jobMeans(server))));
    for (const body of ['a', 'b', 'c']) await eachHasOnce(students, body);
    expect(await inbox(teacher)).toHaveLength(4);
  });

  // conversations#58
  test('goes on by itself when its worker was killed', async () => {
    const { teacher, students } = await classroom(server, 2);
    const id = await sendLater(teacher, ids(students), 'to each');
    const { pool } = server.database;
    await forgetJobs(server);
    const resume = allJobs().find((job) => job.name === 'resume_conversation_batches');
    expect(resume?.schedule).toBe('* * * * *');
    await resume?.run(server.database, {}, jobMeans(server));
    await work(server);
    expect(await unfinished(id)).toMatchObject({ sent: 0 });
    await pool.query(`update conversation_batches set updated_at = now() - interval '2 minutes' where id = $1`, [id]);
    await Promise.all([resume?.run(server.database, {}, jobMeans(server)), resume?.run(server.database, {}, jobMeans(server))]);
    await work(server);
    await eachHasOnce(students, 'to each');
  });

  // conversations#59
  test('ends where its author is deleted; whoever is deleted gets none', async () => {
    const { teacher, students } = await classroom(server, 3);
    const gone = students[0];
    const first = await sendLater(teacher, ids(students), 'first');
    await server.admin.delete(`/accounts/1/users/${gone.id}`).expect(200);
    await sendBatch.run(server.database, { batchId: first }, jobMeans(server));
    expect(await inbox(teacher)).toHaveLength(2);
    expect(await unfinished(first)).toEqual({ state: 'sent', sent: 3, left: 0 });
    const second = await sendLater(teacher, ids(students.slice(1)), 'second');
    await server.admin.delete(`/accounts/1/users/${teacher.id}`).expect(200);
    await sendBatch.run(server.database, { batchId: second }, jobMeans(server));
    expect(await unfinished(second)).toEqual({ state: 'error', sent: 0, left: 0 });
  });

  // conversations#9
  test('is not begun where anything is wrong', async () => {
    const { teacher, students } = await classroom(server, 2);
    const sent = { recipients: [...ids(students), 99_999_999], body: 'x', mode: 'async' };
    expect(await refusedField(teacher.client.post('/conversations', sent), 'recipients')).toBe('invalid');
    expect(await batches(teacher)).toEqual([]);
  });
});

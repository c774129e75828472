import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { outcome, updateConversations } from '../../../src/areas/conversations/batch-updates.ts';
import { resumeProgresses } from '../../../src/areas/progress/progress.ts';
import { allJobs } from '../../../src/worker.ts';
import { forgetJobs, jobMeans, work } from '../../helpers/jobs.ts';
import { made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { change, classroom, idsIn, peek, refusedField, sendGroup } from './mailbox.ts';

const server = useServer();

const Progress = z.strictObject({
  id: z.int(),
  context_id: z.int(),
  context_type: z.string(),
  user_id: z.int(),
  tag: z.string(),
  completion: z.number(),
  workflow_state: z.string(),
  message: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  url: z.string(),
});
const begin = (by: Person, ids: readonly (number | string)[], event: string) =>
  made(by.client.put('/conversations', { conversation_ids: ids, event }), Progress);
const progress = (by: Pick<Person, 'client'>, id: number) => made(by.client.get(`/progress/${id}`), Progress);
const resumeLost = () => resumeProgresses.run(server.database, {}, jobMeans(server));
const jobsOf = async ({ id }: { id: number }) =>
  (await server.database.pool.query(`select from pending_jobs where (payload ->> 'progressId')::int = $1`, [id])).rowCount;

async function conversations() {
  const { teacher, students } = await classroom(server, 3);
  const [student, other, third] = students;
  if (!other || !third) throw new Error('three students');
  const [a, b] = [await sendGroup(teacher, [student.id, other.id], 'a'), await sendGroup(teacher, [student.id, other.id], 'b')];
  const foreign = await sendGroup(teacher, [other.id, third.id], 'f');
  return { teacher, student, other, a: a.id, b: b.id, foreign: foreign.id };
}

// conversations#62
test.each([
  [[1, 2], [1, 2], 'completed', '2 conversations processed'],
  [[1], [1], 'completed', '1 conversation processed'],
  [[1, 2, 3], [2], 'completed', '1 conversation processed; not yours: 1, 3'],
  [[1, 2], [], 'failed', '0 conversations processed; not yours: 1, 2'],
] as const)('%j of which %j are the caller’s', (asked, done, state, message) => expect(outcome(asked, done)).toEqual({ state, message }));

describe('the update of many', () => {
  // conversations#61
  test.each([
    ['mark_as_read', { workflow_state: 'read', starred: false }],
    ['mark_as_unread', { workflow_state: 'unread', starred: false }],
    ['archive', { workflow_state: 'archived', starred: false }],
    ['star', { workflow_state: 'archived', starred: true }],
    ['unstar', { workflow_state: 'archived', starred: false }],
  ])('%s', async (event, wanted) => {
    const { student, other, a, b } = await conversations();
    for (const id of [a, b]) await change(student, id, { workflow_state: 'archived', starred: event === 'unstar' });
    await begin(student, [a, b], event);
    await work(server);
    for (const id of [a, b]) expect(await peek(student, id)).toMatchObject(wanted);
    expect(await peek(other, a)).toMatchObject({ workflow_state: 'unread', starred: false });
  });

  // conversations#61
  test('destroys the views of the caller alone', async () => {
    const { student, other, a, b } = await conversations();
    await begin(student, [a, b], 'destroy');
    await work(server);
    expect(await idsIn(student)).toEqual([]);
    expect(await idsIn(other)).toContain(a);
  });

  // conversations#61, conversations#62, progress#2, progress#3
  test('answers a progress, which ends with what was done', async () => {
    const { student, a, b, foreign } = await conversations();
    const begun = await begin(student, [a, foreign, b, a, '99999999999'], 'star');
    const own = { context_type: 'User', context_id: student.id, user_id: student.id, tag: 'conversation_batch_update' };
    expect(begun).toMatchObject({
      ...own,
      workflow_state: 'queued',
      completion: 0,
      message: null,
      url: `${server.url}/api/v1/progress/${begun.id}`,
    });
    await work(server);
    const message = `2 conversations processed; not yours: ${foreign}, 99999999999`;
    expect(await progress(student, begun.id)).toMatchObject({ ...own, workflow_state: 'completed', completion: 100, message });
    const failed = await begin(student, [foreign], 'destroy');
    await work(server);
    expect(await progress(student, failed.id)).toMatchObject({ workflow_state: 'failed', completion: 100 });
  });

  // conversations#63, progress#4
  test('is done once, however often its job runs, and begins again by itself', async () => {
    const { student, a } = await conversations();
    const begun = await begin(student, [a], 'star');
    const { pool } = server.database;
    await forgetJobs(server);
    expect(allJobs()).toContain(resumeProgresses);
    expect(resumeProgresses.schedule).toBe('* * * * *');
    await pool.query(`update progresses set updated_at = now() - interval '2 minutes' where id = $1`, [begun.id]);
    await resumeLost();
    await work(server);
    expect((await progress(student, begun.id)).workflow_state).toBe('completed');
    await change(student, a, { starred: false });
    await updateConversations.run(server.database, { progressId: begun.id }, jobMeans(server));
    expect((await peek(student, a)).starred).toBe(false);
  });

  // progress#4
  test('has few jobs, however long it waits or fails', async () => {
    const { student, a } = await conversations();
    const { pool } = server.database;
    await forgetJobs(server);
    const begun = await begin(student, [a], 'star');
    for (let minutes = 1; minutes <= 60; minutes += 1) {
      const minute = `interval '61 seconds'`;
      await pool.query(`update progresses set created_at = created_at - ${minute}, updated_at = updated_at - ${minute} where id = $1`, [
        begun.id,
      ]);
      await resumeLost();
    }
    const jobs = await jobsOf(begun);
    // The first, and those after 1, 2, 4, 8, 16, 26, 36, 46 and 56 minutes, or a minute later each.
    expect(jobs).toBeGreaterThanOrEqual(8);
    expect(jobs).toBeLessThanOrEqual(10);
  });

  // progress#4
  test('begins again in its turn, behind however much other work is lost', async () => {
    const { student, a } = await conversations();
    const { pool } = server.database;
    await forgetJobs(server);
    await pool.query(
      `insert into progresses (user_id, context_type, context_id, tag, job, work, created_at, updated_at)
       select $1::int, 'User', $1::int, 'lost', 'update_conversations', '{}', now() - interval '1 hour', now() - interval '15 minutes'
       from generate_series(1, 150)`,
      [student.id],
    );
    const begun = await begin(student, [a], 'star');
    await pool.query(
      `update progresses set created_at = now() - interval '1 hour', updated_at = now() - interval '20 minutes' where id = $1`,
      [begun.id],
    );
    await forgetJobs(server);
    await resumeLost();
    const jobs = await jobsOf(begun);
    await forgetJobs(server);
    await pool.query(`delete from progresses where tag = 'lost'`);
    expect(jobs).toBe(1);
  });

  // conversations#64
  test('is refused by field, in order', async () => {
    const { student, a } = await conversations();
    const many = Array.from({ length: 501 }, (_, i) => i + 1);
    const cases = [
      ['conversation_ids', 'blank', {}],
      ['conversation_ids', 'blank', { event: 'star' }],
      ['conversation_ids', 'too_many', { conversation_ids: many, event: 'star' }],
      ['conversation_ids', 'invalid', { conversation_ids: ['x'], event: 'star' }],
      ['event', 'blank', { conversation_ids: [a] }],
      ['event', 'invalid', { conversation_ids: [a], event: 'explode' }],
    ] as const;
    for (const [field, type, sent] of cases)
      expect([field, await refusedField(student.client.put('/conversations', sent), field)]).toEqual([field, type]);
    expect((await begin(student, many.slice(1), 'unstar')).workflow_state).toBe('queued');
    const { body } = await student.client.put('/conversations', {}).expect(400);
    expect(Object.keys(body.errors)[0]).toBe('conversation_ids');
  });
});

// progress#1
test('a progress is its owner’s and of administrators in whose reach the owner is', async () => {
  const { student, foreignAdmin, rootAdmin, subAdmin, teacher } = await school(server);
  const one = await sendGroup(teacher, [student.id], 'x');
  const { id } = await begin(student, [one.id], 'star');
  expect((await progress(rootAdmin, id)).id).toBe(id);
  const stranger = await person(server);
  for (const by of [teacher, stranger, subAdmin, foreignAdmin]) await by.client.get(`/progress/${id}`).expect(404);
  for (const path of ['/progress/99999999', '/progress/abc']) await student.client.get(path).expect(404);
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { topicsAt } from '../../../helpers/discussions.ts';
import type { Fields } from '../../../helpers/form.ts';
import { made, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();
const Work = z.object({ attempt: z.int().nullable(), workflow_state: z.string(), submission_type: z.string().nullable() });
const NOTHING = { attempt: null, workflow_state: 'unsubmitted', submission_type: null };
const TURNED_IN = { attempt: 1, workflow_state: 'submitted', submission_type: 'discussion_topic' };

async function assigned() {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, { assignment: { points_possible: 5 } });
  const work = (userId: number, by: Client = at.teacher.client, id = topic.assignment_id) =>
    made(by.get(`/courses/${at.course.id}/assignments/${id}/submissions/${userId}`), Work);
  return { at, here, topic, work };
}

describe('the topic of an assignment', () => {
  // discussions#91
  test('is turned in by a student’s first entry, and by no later one', async () => {
    const { at, here, topic, work } = await assigned();
    expect(await work(at.student.id)).toEqual(NOTHING);
    await here.say(at.student.client, topic.id);
    expect(await work(at.student.id, at.student.client)).toEqual(TURNED_IN);
    await here.say(at.student.client, topic.id);
    expect([await work(at.student.id), await work(at.student2.id)]).toEqual([TURNED_IN, NOTHING]);
  });

  // discussions#91
  test('is turned in once by entries and replies at the same time', async () => {
    const { at, here, topic, work } = await assigned();
    const first = await here.say(at.teacher.client, topic.id);
    await Promise.all(
      [1, 2, 3, 4].map((n) => (n % 2 ? here.say(at.student.client, topic.id) : here.answer(at.student.client, topic.id, first.id))),
    );
    expect(await work(at.student.id)).toEqual(TURNED_IN);
  });

  // discussions#91
  test('is turned in by nobody who is no student, and not by what was refused', async () => {
    const { at, here, topic, work } = await assigned();
    await here.say(at.teacher.client, topic.id);
    await at.student.client.post(`${here.path}/${topic.id}/entries`, { message: '' }).expect(400);
    expect(await work(at.student.id)).toEqual(NOTHING);
    const { rowCount } = await server.database.pool.query('select from submissions where assignment_id = $1', [topic.assignment_id]);
    expect(rowCount).toBe(0);
  });

  // discussions#8, discussions#91
  test('is not turned in before it is published by the author of its draft', async () => {
    const { at, here, work } = await assigned();
    const { id } = await here.topic(at.student.client);
    const set = (fields: Fields) => at.teacher.client.put(`${here.path}/${id}`, fields).expect(200);
    await set({ published: false, assignment: { points_possible: 5 } });
    const { assignment_id: task } = await here.see(at.teacher.client, id);
    await here.say(at.student.client, id);
    expect(await work(at.student.id, at.teacher.client, task)).toEqual(NOTHING);
    await set({ published: true });
    await here.say(at.student.client, id);
    expect(await work(at.student.id, at.teacher.client, task)).toEqual(TURNED_IN);
  });
});

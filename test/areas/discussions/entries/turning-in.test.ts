import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { groupOfEach, topicsAt } from '../../../helpers/discussions.ts';
import type { Fields } from '../../../helpers/form.ts';
import { enroll, made, person, school } from '../../../helpers/school.ts';
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

  // discussions#91, submissions#31
  test('is turned in by who posted in the topic before it got the assignment', async () => {
    const { at, here, work } = await assigned();
    const { id } = await here.topic(at.teacher.client);
    const first = await here.say(at.student.client, id);
    await here.say(at.student.client, id);
    await here.say(at.teacher.client, id);
    const gone = await here.say(at.student2.client, id);
    await at.student2.client.delete(`${here.path}/${id}/entries/${gone.id}`).expect(204);
    await at.teacher.client.put(`${here.path}/${id}`, { assignment: { points_possible: 5, due_at: '2020-01-01T12:00:00Z' } }).expect(200);
    const { assignment_id: task } = await here.see(at.teacher.client, id);
    const path = `/courses/${at.course.id}/assignments/${task}/submissions`;
    const { body } = await at.teacher.client
      .get(path)
      .query({ include: ['submission_history'] })
      .expect(200);
    const turnedIn = { ...TURNED_IN, user_id: at.student.id, submitted_at: first.created_at, late: true };
    expect(body).toEqual([expect.objectContaining({ ...turnedIn, submission_history: [expect.objectContaining(turnedIn)] })]);
    await here.say(at.student.client, id);
    await here.say(at.student2.client, id);
    expect([await work(at.student.id, at.student.client, task), await work(at.student2.id, at.teacher.client, task)]).toEqual([
      TURNED_IN,
      TURNED_IN,
    ]);
  });

  // discussions#91, submissions#31
  test('is turned in for the whole group by who posted in the topic of the group before', async () => {
    const { at, here, work } = await assigned();
    const set = await groupOfEach(at.teacher.client, at.course.id, [at.student]);
    const [group] = await made(at.teacher.client.get(`/group_categories/${set}/groups`), z.tuple([z.looseObject({ id: z.int() })]));
    await made(at.teacher.client.post(`/groups/${group.id}/memberships`, { user_id: at.student2.id }));
    const { id } = await here.topic(at.teacher.client, { group_category_id: set });
    await here.say(at.student2.client, id);
    await here.say(at.student.client, id);
    await at.teacher.client.put(`${here.path}/${id}`, { assignment: { points_possible: 5 } }).expect(200);
    const { assignment_id: task } = await here.see(at.teacher.client, id);
    expect([await work(at.student.id, at.teacher.client, task), await work(at.student2.id, at.teacher.client, task)]).toEqual([
      TURNED_IN,
      TURNED_IN,
    ]);
  });

  // discussions#91, submissions#31
  test('is turned in for the group that it was said in, wherever the author has gone since', async () => {
    const { at, here, work } = await assigned();
    const set = await groupOfEach(at.teacher.client, at.course.id, [at.student, at.student2]);
    const Groups = z.array(z.looseObject({ id: z.int() })).length(2);
    const [left, joined] = await made(at.teacher.client.get(`/group_categories/${set}/groups`), Groups);
    const stays = await person(server);
    await enroll(server, at.course.id, stays.id, 'StudentEnrollment');
    await made(at.teacher.client.post(`/groups/${left?.id}/memberships`, { user_id: stays.id }));
    const { id } = await here.topic(at.teacher.client, { group_category_id: set });
    await here.say(at.student.client, id);
    await made(at.teacher.client.post(`/groups/${joined?.id}/memberships`, { user_id: at.student.id }));
    await at.teacher.client.put(`${here.path}/${id}`, { assignment: { points_possible: 5 } }).expect(200);
    const { assignment_id: task } = await here.see(at.teacher.client, id);
    const workOf = ({ id: userId }: { id: number }) => work(userId, at.teacher.client, task);
    expect([await workOf(at.student), await workOf(stays), await workOf(at.student2)]).toEqual([TURNED_IN, TURNED_IN, NOTHING]);
  });

  // discussions#91, submissions#31
  test('is turned in by who posted in the topic of a group that comes back with its set', async () => {
    const { at, here, work } = await assigned();
    const set = await groupOfEach(at.teacher.client, at.course.id, [at.student]);
    const { id } = await here.topic(at.teacher.client, { group_category_id: set });
    await here.say(at.student.client, id);
    const change = (fields: Fields) => at.teacher.client.put(`${here.path}/${id}`, fields).expect(200);
    await change({ group_category_id: null });
    await change({ group_category_id: set, assignment: { points_possible: 5 } });
    const { assignment_id: task } = await here.see(at.teacher.client, id);
    expect(await work(at.student.id, at.teacher.client, task)).toEqual(TURNED_IN);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ahead } from '../../helpers/calendar.ts';
import type { Fields } from '../../helpers/form.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { made, type Person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { task } from '../../helpers/submissions.ts';

const server = useServer();

const Made = z.looseObject({ id: z.int() });
const marking = (type: string, id: number | string, fields: Fields = {}): Fields => ({ plannable_type: type, plannable_id: id, ...fields });
const mark = (who: Person, type: string, id: number, fields: Fields = {}) =>
  made(who.client.post('/planner/overrides', marking(type, id, fields)), Made);
const refused = async (who: Person, field: string, fields: Fields): Promise<void> => {
  const { body } = await who.client.post('/planner/overrides', fields).expect(400);
  expect(Object.keys(body.errors)).toEqual([field]);
};

describe('an override', () => {
  // planner#6, planner#7
  test('is made, read, changed and taken away', async () => {
    const { course: here, student } = await school(server);
    const work = await task(server, here.id);
    const { id } = await mark(student, 'assignment', work, { marked_complete: true });
    const shown = {
      id,
      plannable_type: 'assignment',
      plannable_id: work,
      user_id: student.id,
      workflow_state: 'active',
      marked_complete: true,
      dismissed: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    };
    expect((await student.client.get(`/planner/overrides/${id}`).expect(200)).body).toEqual(shown);
    expect((await student.client.get('/planner/overrides').expect(200)).body).toEqual([shown]);
    const { body: changed } = await student.client.put(`/planner/overrides/${id}`, { dismissed: true }).expect(200);
    expect(changed).toMatchObject({ marked_complete: true, dismissed: true });
    await student.client.put(`/planner/overrides/${id}`, { marked_complete: 'maybe' }).expect(400);
    const { body: gone } = await student.client.delete(`/planner/overrides/${id}`).expect(200);
    expect(gone).toMatchObject({ workflow_state: 'deleted', deleted_at: expect.any(String) });
    for (const ask of [student.client.get, student.client.delete]) await ask(`/planner/overrides/${id}`).expect(404);
    expect((await student.client.get('/planner/overrides').expect(200)).body).toEqual([]);
  });

  // planner#7, planner#13
  test('that is taken away marks nothing any more, and another one does', async () => {
    const { course: here, student } = await school(server);
    const work = await task(server, here.id, { due_at: ahead(1) });
    const marks = async () => {
      const { body } = await student.client.get('/planner/items').expect(200);
      return body.map((one: { planner_override: { id: number } | null }) => one.planner_override?.id ?? null);
    };
    const first = await mark(student, 'assignment', work, { marked_complete: true });
    expect(await marks()).toEqual([first.id]);
    await student.client.delete(`/planner/overrides/${first.id}`).expect(200);
    expect(await marks()).toEqual([null]);
    expect((await student.client.get('/planner/items', { filter: 'complete_items' }).expect(200)).body).toEqual([]);
    const second = await mark(student, 'assignment', work);
    expect(await marks()).toEqual([second.id]);
  });

  // planner#8
  test('is there for whose it is alone', async () => {
    const { course: here, student, teacher, rootAdmin } = await school(server);
    const { id } = await mark(student, 'assignment', await task(server, here.id));
    for (const { client } of [teacher, rootAdmin]) {
      await client.get(`/planner/overrides/${id}`).expect(404);
      await client.put(`/planner/overrides/${id}`, { dismissed: true }).expect(404);
      await client.delete(`/planner/overrides/${id}`).expect(404);
    }
    expect((await student.client.get(`/planner/overrides/${id}`).expect(200)).body.dismissed).toBe(false);
  });

  // planner#9
  test('is of what the caller sees, once', async () => {
    const { course: here, student, teacher, stranger } = await school(server);
    const work = await task(server, here.id);
    await refused(stranger, 'plannable_id', marking('assignment', work));
    await refused(student, 'plannable_id', marking('assignment', await task(server, here.id, { published: false })));
    await refused(student, 'plannable_id', marking('assignment', 999_999));
    await refused(student, 'plannable_id', marking('assignment', ''));
    await refused(student, 'plannable_type', marking('', work));
    await refused(student, 'plannable_type', marking('page', work));
    const twice = await Promise.all(
      Array.from({ length: 3 }, () => student.client.post('/planner/overrides', marking('assignment', work))),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    await refused(student, 'plannable_id', marking('assignment', work));
    const [own] = z.array(Made).parse((await student.client.get('/planner/overrides').expect(200)).body);
    await student.client.delete(`/planner/overrides/${own?.id}`).expect(200);
    await mark(student, 'assignment', work);
    await mark(teacher, 'assignment', work);
    const test = await quiz(teacher.client, here.id, { published: true });
    const hidden = await quiz(teacher.client, here.id);
    await mark(student, 'quiz', test.id);
    await refused(student, 'plannable_id', marking('quiz', hidden.id));
    await refused(stranger, 'plannable_id', marking('quiz', test.id));
    const topic = await made(teacher.client.post(`/courses/${here.id}/discussion_topics`, { title: 'Talk' }), Made);
    await mark(student, 'discussion_topic', topic.id);
    await refused(student, 'plannable_id', marking('announcement', topic.id));
    await refused(stranger, 'plannable_id', marking('discussion_topic', topic.id));
    const event = (code: string, who: Person) =>
      made(who.client.post('/calendar_events', { calendar_event: { context_code: code, start_at: '2040-05-01T12:00:00Z' } }), Made);
    await mark(student, 'calendar_event', (await event(`course_${here.id}`, teacher)).id);
    await refused(student, 'plannable_id', marking('calendar_event', (await event(`user_${teacher.id}`, teacher)).id));
    const note = await made(teacher.client.post('/planner_notes', { title: 'Mine', todo_date: '2040-05-01T12:00:00Z' }), Made);
    await mark(teacher, 'planner_note', note.id);
    await refused(student, 'plannable_id', marking('planner_note', note.id));
  });
});

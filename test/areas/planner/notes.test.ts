import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { course, type Person, person, made as read, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { task } from '../../helpers/submissions.ts';

const server = useServer();

const AT = '2040-05-01T12:00:00Z';
const Note = z.looseObject({ id: z.int(), title: z.string() });

const write = (who: Person, fields: Fields = {}) =>
  read(who.client.post('/planner_notes', { title: 'Note', todo_date: AT, ...fields }), Note);
const refused = async (who: Person, field: string, fields: Fields): Promise<void> => {
  const { body } = await who.client.post('/planner_notes', { title: 'Note', todo_date: AT, ...fields }).expect(400);
  expect(Object.keys(body.errors)).toEqual([field]);
};

describe('a note', () => {
  // planner#1, planner#2
  test('is written, read, changed and deleted', async () => {
    const { course: here, student } = await school(server);
    const { id } = await write(student, { title: 'Read', details: '<p>Two<script>x</script></p>', course_id: here.id });
    const { body: shown } = await student.client.get(`/planner_notes/${id}`).expect(200);
    expect(shown).toEqual({
      id,
      title: 'Read',
      details: '<p>Two</p>',
      description: '<p>Two</p>',
      user_id: student.id,
      course_id: here.id,
      todo_date: AT,
      workflow_state: 'active',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      linked_object_type: null,
      linked_object_id: null,
      linked_object_html_url: null,
      linked_object_url: null,
    });
    const { body: changed } = await student.client.put(`/planner_notes/${id}`, { title: 'Read on', course_id: '' }).expect(200);
    expect(changed).toMatchObject({ title: 'Read on', course_id: null, details: '<p>Two</p>', todo_date: AT });
    const { body: gone } = await student.client.delete(`/planner_notes/${id}`).expect(200);
    expect(gone).toMatchObject({ id, workflow_state: 'deleted' });
    for (const ask of [student.client.get(`/planner_notes/${id}`), student.client.delete(`/planner_notes/${id}`)]) await ask.expect(404);
    expect((await student.client.get('/planner_notes').expect(200)).body).toEqual([]);
  });

  // planner#3
  test('is there for whose it is alone', async () => {
    const { student, teacher, rootAdmin } = await school(server);
    const { id } = await write(student);
    for (const { client } of [teacher, rootAdmin]) {
      await client.get(`/planner_notes/${id}`).expect(404);
      await client.put(`/planner_notes/${id}`, { title: 'Other' }).expect(404);
      await client.delete(`/planner_notes/${id}`).expect(404);
      expect((await client.get('/planner_notes').expect(200)).body).toEqual([]);
    }
    expect((await student.client.get(`/planner_notes/${id}`).expect(200)).body.title).toBe('Note');
  });

  // planner#2, conventions#52
  test('names its course by a SIS id, too', async () => {
    const { student, course: here } = await school(server);
    const sisId = unique('NOTED').trim();
    await server.admin.put(`/courses/${here.id}`, { course: { sis_course_id: sisId } }).expect(200);
    const { id, ...made } = await write(student, { course_id: `sis_course_id:${sisId}` });
    expect(made).toMatchObject({ course_id: here.id });
    await student.client.put(`/planner_notes/${id}`, { course_id: '' }).expect(200);
    const { body } = await student.client.put(`/planner_notes/${id}`, { course_id: `siscourseid:${sisId}` }).expect(200);
    expect(body).toMatchObject({ course_id: here.id });
  });

  // planner#1, conventions#33
  test('is listed where no context is asked for, by an empty list too', async () => {
    const { student, course: here } = await school(server);
    const [one, two] = [await write(student), await write(student, { course_id: here.id })];
    for (const codes of ['', 'context_codes=', 'context_codes[]=', 'context_codes[]=&context_codes[]='])
      expect((await student.client.get(`/planner_notes?${codes}`).expect(200)).body).toMatchObject([{ id: one.id }, { id: two.id }]);
  });

  // planner#4
  test('is refused by the field that is wrong', async () => {
    const { student, stranger, course: here } = await school(server);
    for (const title of ['', '  ']) await refused(student, 'title', { title });
    await refused(student, 'title', { title: 'x'.repeat(256) });
    await refused(student, 'todo_date', { todo_date: '' });
    await refused(student, 'todo_date', { todo_date: 'soon' });
    await refused(stranger, 'course_id', { course_id: here.id });
    await refused(student, 'course_id', { course_id: 999_999 });
    await refused(student, 'course_id', { course_id: 'sis_course_id:NONE' });
    const { id } = await write(stranger);
    await stranger.client.put(`/planner_notes/${id}`, { title: 'Other', course_id: here.id }).expect(400);
    await stranger.client.put(`/planner_notes/${id}`, { title: ' \t' }).expect(400);
    expect((await stranger.client.get('/planner_notes').expect(200)).body).toMatchObject([{ id, title: 'Note', course_id: null }]);
  });

  // planner#2, planner#5
  test('is about something of its course, and one person writes one about it', async () => {
    const { course: here, student, student2, teacher } = await school(server);
    const about = await task(server, here.id);
    const linked = { course_id: here.id, linked_object_type: 'assignment', linked_object_id: about };
    const note = await write(student, linked);
    expect(note).toMatchObject({
      linked_object_type: 'assignment',
      linked_object_id: about,
      linked_object_html_url: `${server.url}/courses/${here.id}/assignments/${about}`,
      linked_object_url: `${server.url}/api/v1/courses/${here.id}/assignments/${about}`,
    });
    await refused(student, 'linked_object_id', linked);
    await write(student2, linked);
    const other = await course(server);
    await student.client.put(`/planner_notes/${note.id}`, { course_id: '' }).expect(400);
    await student.client.put(`/planner_notes/${note.id}`, { course_id: here.id, title: 'Same' }).expect(200);
    await student.client.delete(`/planner_notes/${note.id}`).expect(200);
    const again = await Promise.all(
      Array.from({ length: 3 }, () => student.client.post('/planner_notes', { title: 'N', todo_date: AT, ...linked })),
    );
    expect(again.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const hidden = await task(server, here.id, { published: false });
    await refused(student, 'linked_object_id', { ...linked, linked_object_id: hidden });
    await refused(student, 'linked_object_id', { ...linked, linked_object_id: await task(server, other.id) });
    await refused(student, 'linked_object_id', { ...linked, course_id: '' });
    await refused(student, 'linked_object_id', { ...linked, linked_object_id: '' });
    await refused(student, 'linked_object_type', { ...linked, linked_object_type: '' });
    await refused(student, 'linked_object_type', { ...linked, linked_object_type: 'page' });
    const test = await quiz(teacher.client, here.id, { published: true });
    await write(student, { ...linked, linked_object_type: 'quiz', linked_object_id: test.id });
    const { body: topic } = await teacher.client
      .post(`/courses/${here.id}/discussion_topics`, { title: 'T', message: 'Hear.', is_announcement: true })
      .expect(200);
    await refused(student, 'linked_object_id', { ...linked, linked_object_type: 'discussion_topic', linked_object_id: topic.id });
    await write(student, { ...linked, linked_object_type: 'announcement', linked_object_id: topic.id });
  });

  // planner#1
  test('stands in a list by date, of the courses and days that are asked for', async () => {
    const { course: here, student } = await school(server);
    const day = (n: number) => `2040-05-0${n}T12:00:00Z`;
    const third = await write(student, { todo_date: day(3) });
    const first = await write(student, { todo_date: day(1), course_id: here.id });
    const second = await write(student, { todo_date: day(2) });
    const listed = async (query: string) =>
      z
        .array(Note)
        .parse((await student.client.get(`/planner_notes?${query}`).expect(200)).body)
        .map(({ id }) => id);
    expect(await listed('')).toEqual([first.id, second.id, third.id]);
    expect(await listed(`start_date=${day(2)}`)).toEqual([second.id, third.id]);
    expect(await listed(`end_date=${day(2)}`)).toEqual([first.id, second.id]);
    expect(await listed(`context_codes[]=course_${here.id}`)).toEqual([first.id]);
    expect(await listed(`context_codes[]=user_${student.id}`)).toEqual([second.id, third.id]);
    expect(await listed(`context_codes[]=course_${here.id}&context_codes[]=user_${student.id}`)).toHaveLength(3);
    await student.client.get('/planner_notes?context_codes[]=school_1').expect(400);
    await student.client.get('/planner_notes?start_date=soon').expect(400);
  });
});

test('lists take as many statements however many there are', async () => {
  const one = await person(server);
  const mark = async () => {
    const { id } = await write(one);
    await one.client.post('/planner/overrides', { plannable_type: 'planner_note', plannable_id: id }).expect(201);
  };
  const counted = async () => [
    await server.statements(() => one.client.get('/planner_notes').expect(200), 'kept'),
    await server.statements(() => one.client.get('/planner/overrides').expect(200), 'kept'),
  ];
  await mark();
  await counted();
  const before = await counted();
  for (let n = 0; n < 4; n++) await mark();
  expect(await counted()).toEqual(before);
});

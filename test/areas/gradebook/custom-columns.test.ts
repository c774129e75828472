import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { updateColumnData } from '../../../src/areas/gradebook/custom-data.ts';
import { ColumnDatum, CustomColumn } from '../../../src/areas/gradebook/custom-schemas.ts';
import { Progress } from '../../../src/areas/progress/schemas.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { jobMeans, workOn } from '../../helpers/jobs.ts';
import { enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { ownSection, type Room, room } from '../../helpers/submissions.ts';

const server = useServer();

const pathOf = (courseId: number, id?: number) => `/courses/${courseId}/custom_gradebook_columns${id === undefined ? '' : `/${id}`}`;
const create = (at: Pick<Room, 'id' | 'teacher'>, fields: Fields = {}) =>
  made(at.teacher.client.post(pathOf(at.id), { column: { title: 'Notes', ...fields } }), CustomColumn);
const listed = (courseId: number, by: Client, query: Fields = {}) => made(by.get(pathOf(courseId), query), z.array(CustomColumn));
const dataOf = (courseId: number, id: number, by: Client, query: Fields = {}) =>
  made(by.get(`${pathOf(courseId, id)}/data`, query), z.array(ColumnDatum));
const write = (courseId: number, id: number, who: number | string, content: string, by: Client) =>
  by.put(`${pathOf(courseId, id)}/data/${who}`, { column_data: { content } });
const refused = async (request: ReturnType<Client['post']>, field: string): Promise<string> => {
  const { body } = await request.expect(400);
  expect(Object.keys(body.errors)).toEqual([field]);
  return body.errors[field][0].message;
};

describe('a column for notes', () => {
  // gradebook#11, gradebook#12
  test('is made, listed, changed and deleted', async () => {
    const at = await room(server, 1);
    const one = await create(at);
    expect(one).toEqual({
      id: one.id,
      course_id: at.id,
      title: 'Notes',
      position: 1,
      hidden: false,
      read_only: false,
      teacher_notes: false,
    });
    const two = await create(at, { title: 'Hidden', hidden: true, read_only: true, teacher_notes: true, position: 1 });
    expect(two).toMatchObject({ position: 1, hidden: true, read_only: true, teacher_notes: true });
    expect((await listed(at.id, at.teacher.client)).map(({ id, position }) => [id, position])).toEqual([[one.id, 2]]);
    expect((await listed(at.id, at.teacher.client, { include_hidden: true })).map(({ id }) => id)).toEqual([two.id, one.id]);
    const changed = await made(
      at.teacher.client.put(pathOf(at.id, two.id), { column: { hidden: false, position: 99_999_999_999 } }),
      CustomColumn,
    );
    expect(changed).toEqual({ ...two, hidden: false, position: 2 });
    expect(await made(at.teacher.client.delete(pathOf(at.id, one.id)), CustomColumn)).toEqual({ ...one, position: 1 });
    expect(await listed(at.id, at.teacher.client)).toEqual([{ ...changed, position: 1 }]);
    for (const request of [at.teacher.client.delete(pathOf(at.id, one.id)), at.teacher.client.put(pathOf(at.id, one.id), { column: {} })])
      await request.expect(404);
    const other = await room(server, 0);
    await other.teacher.client.delete(pathOf(other.id, two.id)).expect(404);
  });

  // gradebook#12
  test('is refused by the field that is wrong', async () => {
    const at = await room(server, 0);
    const post = (column: Fields) => at.teacher.client.post(pathOf(at.id), { column });
    await refused(post({ title: '' }), 'title');
    await refused(post({ title: 'x'.repeat(256) }), 'title');
    await refused(post({ title: 'A', position: 'first' }), 'position');
    await create(at, { teacher_notes: true });
    await refused(post({ title: 'A', teacher_notes: true }), 'teacher_notes');
    const { id } = await create(at);
    await refused(at.teacher.client.put(pathOf(at.id, id), { column: { teacher_notes: true } }), 'teacher_notes');
    expect(await listed(at.id, at.teacher.client)).toHaveLength(2);
  });

  // gradebook#13
  test('keeps its place among the others, whatever is changed at once', async () => {
    const at = await room(server, 0);
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push((await create(at, { title: `${i}` })).id);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const order = (sent: readonly number[]) => at.teacher.client.post(`${pathOf(at.id)}/reorder`, { order: sent });
    expect((await order([c, a]).expect(200)).body).toEqual({ reorder: true, order: [c, a, b, d] });
    expect((await listed(at.id, at.teacher.client)).map(({ id, position }) => [id, position])).toEqual(
      [c, a, b, d].map((id, i) => [id, i + 1]),
    );
    const asText = await at.teacher.client.postForm(`${pathOf(at.id)}/reorder`, { order: `${d},${b}` }).expect(200);
    expect(asText.body).toEqual({ reorder: true, order: [d, b, c, a] });
    await refused(order([a, a]), 'order');
    await refused(order([999_999]), 'order');
    await refused(at.teacher.client.post(`${pathOf(at.id)}/reorder`), 'order');
    const held = `select from courses where id = ${at.id} for update`;
    await atOnce<unknown>(server, held, [
      async () => await order([d, c, b, a]),
      async () => await at.teacher.client.delete(pathOf(at.id, b)),
      async () => await create(at, { position: 1 }),
      async () => await at.teacher.client.put(pathOf(at.id, a), { column: { position: 1 } }),
    ]);
    const left = await listed(at.id, at.teacher.client);
    expect(left.map(({ position }) => position)).toEqual(left.map((_, i) => i + 1));
  });

  // gradebook#11
  test('is for graders', async () => {
    const at = await school(server);
    const { id } = await create({ id: at.course.id, teacher: at.teacher });
    for (const { client } of [at.student, at.observer, at.designer, at.stranger]) {
      await client.get(pathOf(at.course.id)).expect(401);
      await client.post(pathOf(at.course.id), { column: { title: 'A' } }).expect(401);
      await client.get(`${pathOf(at.course.id, id)}/data`).expect(401);
      await write(at.course.id, id, at.student.id, 'x', client).expect(401);
    }
    for (const { client } of [at.ta, at.subAdmin]) await write(at.course.id, id, at.student.id, 'x', client).expect(200);
    await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'conclude' } }).expect(200);
    await write(at.course.id, id, at.student.id, 'y', at.teacher.client).expect(401);
    expect(await listed(at.course.id, at.teacher.client)).toHaveLength(1);
  });
});

describe('what a column says', () => {
  // gradebook#15, gradebook#16
  test('is written, changed and taken away', async () => {
    const at = await room(server, 3);
    const { id } = await create(at, { read_only: true });
    const [one, two] = at.students;
    expect((await write(at.id, id, two?.id ?? 0, ' Nut <b>allergy</b>', at.teacher.client).expect(200)).body).toEqual({
      user_id: two?.id,
      content: ' Nut <b>allergy</b>',
    });
    await write(at.id, id, `sis_login_id:${one?.login}`, 'first', at.teacher.client).expect(200);
    await write(at.id, id, one?.id ?? 0, 'second', at.teacher.client).expect(200);
    expect(await dataOf(at.id, id, at.teacher.client)).toEqual([
      { user_id: one?.id, content: 'second' },
      { user_id: two?.id, content: ' Nut <b>allergy</b>' },
    ]);
    expect((await write(at.id, id, one?.id ?? 0, ' ', at.teacher.client).expect(200)).body).toEqual({ user_id: one?.id, content: '' });
    expect(await dataOf(at.id, id, at.teacher.client)).toHaveLength(1);
    await refused(at.teacher.client.put(`${pathOf(at.id, id)}/data/${one?.id}`, { column_data: {} }), 'content');
    await refused(write(at.id, id, one?.id ?? 0, 'x'.repeat(65_536), at.teacher.client), 'content');
  });

  // gradebook#15
  test('of a hidden column is listed where that is asked for', async () => {
    const at = await room(server, 1);
    const { id } = await create(at, { hidden: true });
    await write(at.id, id, at.one.id, 'x', at.teacher.client).expect(200);
    await at.teacher.client.get(`${pathOf(at.id, id)}/data`).expect(404);
    expect(await dataOf(at.id, id, at.teacher.client, { include_hidden: true })).toHaveLength(1);
  });

  // gradebook#15, gradebook#16
  test('is of students whom the caller reaches', async () => {
    const at = await school(server);
    const here = at.course.id;
    const { member, assistant } = await ownSection(server, here);
    const { id } = await create({ id: here, teacher: at.teacher });
    await write(here, id, member.id, 'theirs', assistant.client).expect(200);
    await write(here, id, at.student.id, 'other', at.teacher.client).expect(200);
    await write(here, id, at.student.id, 'mine', assistant.client).expect(404);
    for (const who of [at.designer.id, 999_999]) await write(here, id, who, 'x', at.teacher.client).expect(404);
    await write(here, 999_999, member.id, 'x', at.teacher.client).expect(404);
    const users = async (by: Person) => (await dataOf(here, id, by.client)).map((one) => one.user_id);
    expect(await users(assistant)).toEqual([member.id]);
    expect(await users(at.teacher)).toEqual([at.student.id, member.id]);
  });

  // gradebook#14
  test('of students out of reach is not taken away with the column', async () => {
    const at = await school(server);
    const here = at.course.id;
    const { member, assistant } = await ownSection(server, here);
    const { id } = await create({ id: here, teacher: at.teacher });
    await write(here, id, member.id, 'theirs', assistant.client).expect(200);
    await write(here, id, at.student.id, 'other', at.teacher.client).expect(200);
    await assistant.client.delete(pathOf(here, id)).expect(401);
    expect(await dataOf(here, id, at.teacher.client)).toHaveLength(2);
    await write(here, id, at.student.id, '', at.teacher.client).expect(200);
    await assistant.client.delete(pathOf(here, id)).expect(200);
  });

  // gradebook#14
  test('of students who have left keeps nobody from deleting its column', async () => {
    const at = await school(server);
    const here = at.course.id;
    const { section, assistant } = await ownSection(server, here);
    const { id } = await create({ id: here, teacher: at.teacher });
    const left: number[] = [];
    for (const extra of [{ course_section_id: section }, {}]) {
      const one = await person(server);
      left.push((await enroll(server, here, one.id, 'StudentEnrollment', extra)).id);
      await write(here, id, one.id, 'noted', at.teacher.client).expect(200);
    }
    await assistant.client.delete(pathOf(here, id)).expect(401);
    for (const one of left) await server.admin.delete(`/courses/${here}/enrollments/${one}`, { task: 'delete' }).expect(200);
    await assistant.client.delete(pathOf(here, id)).expect(200);
  });

  // gradebook#14
  test('goes with its column', async () => {
    const at = await room(server, 2);
    const { id } = await create(at);
    const done = await atOnce(server, `select from custom_gradebook_columns where id = ${id} for update`, [
      async () => await write(at.id, id, at.one.id, 'x', at.teacher.client),
      async () => await at.teacher.client.delete(pathOf(at.id, id)),
      async () => await write(at.id, id, at.two.id, 'x', at.teacher.client),
    ]);
    expect(done.map((response) => response.status).filter((status) => status !== 404)).toContain(200);
    await at.teacher.client.get(`${pathOf(at.id, id)}/data`).expect(404);
    const { rows } = await server.database.pool.query('select from custom_gradebook_notes where column_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('many cells at once', () => {
  const many = (at: Pick<Room, 'id'>, column_data: Fields[], by: Client) =>
    by.put(`/courses/${at.id}/custom_gradebook_column_data`, { column_data });
  async function written(at: Room, data: Fields[]): Promise<Progress> {
    const begun = await made(many(at, data, at.teacher.client), Progress);
    expect(begun).toMatchObject({ tag: 'custom_columns_submissions_update', workflow_state: 'queued' });
    await workOn(server, 'update_gradebook_columns');
    return made(at.teacher.client.get(`/progress/${begun.id}`), Progress);
  }

  // gradebook#17
  test('are written by a job, the later of two for one cell', async () => {
    const at = await room(server, 2);
    const [one, two] = [await create(at), await create(at, { hidden: true })];
    await write(at.id, one.id, at.two.id, 'old', at.teacher.client).expect(200);
    const done = await written(at, [
      { column_id: one.id, user_id: at.one.id, content: 'first' },
      { column_id: one.id, user_id: `sis_login_id:${at.one.login}`, content: 'last' },
      { column_id: one.id, user_id: at.two.id, content: '' },
      { column_id: two.id, user_id: at.two.id, content: 'b' },
    ]);
    expect(done).toMatchObject({ workflow_state: 'completed', message: '3 cells written' });
    expect(await dataOf(at.id, one.id, at.teacher.client)).toEqual([{ user_id: at.one.id, content: 'last' }]);
    expect(await dataOf(at.id, two.id, at.teacher.client, { include_hidden: true })).toEqual([{ user_id: at.two.id, content: 'b' }]);
  });

  // gradebook#17
  test('are all refused for one that is wrong', async () => {
    const at = await room(server, 1);
    const other = await room(server, 1);
    const [here, there] = [await create(at), await create(other)];
    const good = { column_id: here.id, user_id: at.one.id, content: 'x' };
    for (const bad of [
      { ...good, column_id: there.id },
      { ...good, user_id: other.one.id },
      { ...good, column_id: 'x' },
      { column_id: here.id, user_id: at.one.id },
      { content: 'x' },
      'x',
    ])
      await refused(at.teacher.client.put(`/courses/${at.id}/custom_gradebook_column_data`, { column_data: [good, bad] }), 'column_data');
    for (const user_id of ['sis_user_id:nobody', '99999999999'])
      expect(await refused(many(at, [good, { ...good, user_id }], at.teacher.client), 'column_data')).toContain(`names ${user_id}, who`);
    await workOn(server, 'update_gradebook_columns');
    expect(await dataOf(at.id, here.id, at.teacher.client)).toEqual([]);
    await many(at, [good], at.one.client).expect(401);
  });

  // gradebook#17
  test('are held in one order, whatever is written into them and taken away', async () => {
    const at = await room(server, 2);
    const { id } = await create(at);
    for (const { id: userId } of [at.one, at.two]) await write(at.id, id, userId, 'old', at.teacher.client).expect(200);
    const cell = (who: Person) => `select from custom_gradebook_notes where column_id = ${id} and user_id = ${who.id} for update`;
    const data = [
      { column_id: id, user_id: at.one.id, content: '' },
      { column_id: id, user_id: at.two.id, content: 'new' },
    ];
    const [, later] = await atOnce<unknown>(server, cell(at.one), [
      () => written(at, data),
      async () => (await server.database.pool.query(`${cell(at.two)} skip locked`)).rowCount,
    ]);
    expect(later).toBe(1);
    expect(await dataOf(at.id, id, at.teacher.client)).toEqual([{ user_id: at.two.id, content: 'new' }]);
  });

  // gradebook#17
  test('are written once, and not at all where a column is gone by then', async () => {
    const at = await room(server, 1);
    const [one, two] = [await create(at), await create(at)];
    const of = (id: number) => ({ column_id: id, user_id: at.one.id, content: 'x' });
    const begun = await made(many(at, [of(one.id), of(two.id)], at.teacher.client), Progress);
    await at.teacher.client.delete(pathOf(at.id, two.id)).expect(200);
    const run = () => updateColumnData.run(server.database, { progressId: begun.id }, jobMeans(server));
    await atOnce(server, `select from progresses where id = ${begun.id} for update`, [run, run]);
    const failed = await made(at.teacher.client.get(`/progress/${begun.id}`), Progress);
    expect(failed).toMatchObject({ workflow_state: 'failed', message: `column_data names ${two.id}, which is no column of this course` });
    expect(await dataOf(at.id, one.id, at.teacher.client)).toEqual([]);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { course, enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const PATH = '/users/self/favorites/courses';
const Courses = z.array(z.looseObject({ id: z.int() }));
const listed = async (who: Person, path = PATH): Promise<number[]> =>
  Courses.parse((await who.client.get(path, { per_page: 100 }).expect(200)).body).map(({ id }) => id);

async function student(n: number): Promise<{ one: Person; ids: number[] }> {
  const one = await person(server);
  const ids: number[] = [];
  for (let i = 0; i < n; i++) {
    const { id } = await course(server);
    await enroll(server, id, one.id, 'StudentEnrollment');
    ids.push(id);
  }
  return { one, ids };
}

describe('favorite courses', () => {
  // courses#29, courses#30
  test('are those that were chosen, and else those that go on', async () => {
    const { one, ids } = await student(3);
    const [first = 0, second = 0, third = 0] = ids;
    await server.admin.delete(`/courses/${third}`, { event: 'conclude' }).expect(200);
    expect(await listed(one)).toEqual([first, second]);
    const answer = { context_id: third, context_type: 'Course' };
    for (let i = 0; i < 2; i++) expect((await one.client.post(`${PATH}/${third}`).expect(200)).body).toEqual(answer);
    expect(await listed(one)).toEqual([third]);
    await one.client.post(`${PATH}/${first}`).expect(200);
    expect(await listed(one)).toEqual([first, third]);
    for (let i = 0; i < 2; i++) expect((await one.client.delete(`${PATH}/${third}`).expect(200)).body).toEqual(answer);
    expect(await listed(one)).toEqual([first]);
    expect((await one.client.delete(PATH).expect(200)).body).toEqual({ message: 'OK' });
    expect(await listed(one)).toEqual([first, second]);
  });

  // courses#29
  test('hide those that have been left or deleted', async () => {
    const { one, ids } = await student(2);
    const [first = 0, second = 0] = ids;
    for (const id of ids) await one.client.post(`${PATH}/${id}`).expect(200);
    await server.admin.delete(`/courses/${first}`, { event: 'delete' }).expect(200);
    expect(await listed(one)).toEqual([second]);
  });

  // courses#29
  test('are those that go on, where none of the chosen is left', async () => {
    const { one, ids } = await student(3);
    const [first = 0, second = 0, third = 0] = ids;
    for (const id of [first, second]) await one.client.post(`${PATH}/${id}`).expect(200);
    await server.admin.delete(`/courses/${first}`, { event: 'delete' }).expect(200);
    await server.admin.put(`/courses/${second}`, { course: { event: 'claim' } }).expect(200);
    expect(await listed(one)).toEqual([third]);
    await server.admin.put(`/courses/${second}`, { course: { event: 'offer' } }).expect(200);
    expect(await listed(one)).toEqual([second]);
  });

  // courses#29
  test('hide one to teach in which somebody is only invited, until it is offered again', async () => {
    const { one } = await student(0);
    const { id } = await course(server);
    await enroll(server, id, one.id, 'TeacherEnrollment', { enrollment_state: 'invited' });
    await one.client.post(`${PATH}/${id}`).expect(200);
    await server.admin.put(`/courses/${id}`, { course: { event: 'claim' } }).expect(200);
    expect(await listed(one)).toEqual([]);
    await server.admin.put(`/courses/${id}`, { course: { event: 'offer' } }).expect(200);
    expect(await listed(one)).toEqual([id]);
  });

  // courses#29
  test('are those alone in which somebody is active, where none was chosen', async () => {
    const { one, ids } = await student(2);
    const [active = 0, over = 0] = ids;
    const { rows } = await server.database.pool.query<{ id: number }>('select id from enrollments where user_id = $1 and course_id = $2', [
      one.id,
      over,
    ]);
    await server.admin.delete(`/courses/${over}/enrollments/${rows[0]?.id}`, { task: 'conclude' }).expect(200);
    await enroll(server, (await course(server)).id, one.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    expect(await listed(one)).toEqual([active]);
  });

  // courses#30
  test('are chosen by who takes part', async () => {
    for (const { client } of [at.stranger, at.subAdmin]) {
      const { status } = await client.post(`${PATH}/${at.course.id}`);
      expect(status).toBe(client === at.stranger.client ? 401 : 200);
    }
    expect((await at.student.client.post(`${PATH}/999999`)).status).toBe(404);
  });

  // courses#31, courses#28
  test('are marked where that is asked for, and on cards', async () => {
    const { one, ids } = await student(2);
    const [first = 0, second = 0] = ids;
    await one.client.post(`${PATH}/${second}`).expect(200);
    const { body } = await one.client.get('/courses', { include: ['favorites'] }).expect(200);
    expect(body).toMatchObject([
      { id: first, is_favorite: false },
      { id: second, is_favorite: true },
    ]);
    expect((await one.client.get(`/courses/${second}`, { include: ['favorites'] }).expect(200)).body.is_favorite).toBe(true);
    expect((await one.client.get(`/courses/${second}`).expect(200)).body).not.toHaveProperty('is_favorite');
    const { body: cards } = await one.client.get('/dashboard/dashboard_cards').expect(200);
    expect(cards).toMatchObject([
      { id: first, isFavorited: false },
      { id: second, isFavorited: true },
    ]);
  });
});

describe('favorite groups', () => {
  // groups#46
  test('are those that were chosen, and else all', async () => {
    const one = await person(server);
    const Made = z.object({ id: z.int() });
    const groups = [
      await made(one.client.post('/groups', { name: 'A' }), Made),
      await made(one.client.post('/groups', { name: 'B' }), Made),
    ];
    const [first, second] = groups.map(({ id }) => id);
    const path = '/users/self/favorites/groups';
    expect(await listed(one, path)).toEqual([first, second]);
    const answer = { context_id: second, context_type: 'Group' };
    for (let i = 0; i < 2; i++) expect((await one.client.post(`${path}/${second}`).expect(200)).body).toEqual(answer);
    expect(await listed(one, path)).toEqual([second]);
    expect((await at.stranger.client.post(`${path}/${second}`)).status).toBe(401);
    expect((await one.client.delete(`${path}/${second}`).expect(200)).body).toEqual(answer);
    expect(await listed(one, path)).toEqual([first, second]);
    await one.client.post(`${path}/${first}`).expect(200);
    expect((await one.client.delete(path).expect(200)).body).toEqual({ message: 'OK' });
    expect(await listed(one, path)).toEqual([first, second]);
  });

  // groups#46
  test('are all, where none of the chosen is left', async () => {
    const one = await person(server);
    const Made = z.object({ id: z.int() });
    const { id: kept } = await made(one.client.post('/groups', { name: 'Kept' }), Made);
    const { id: gone } = await made(one.client.post('/groups', { name: 'Gone' }), Made);
    const path = '/users/self/favorites/groups';
    await one.client.post(`${path}/${gone}`).expect(200);
    expect(await listed(one, path)).toEqual([gone]);
    await one.client.delete(`/groups/${gone}`).expect(200);
    expect(await listed(one, path)).toEqual([kept]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { refusedFields } from '../../helpers/refusals.ts';
import { course, enroll, made, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const PATH = '/users/self/course_nicknames';
const Nicknames = z.array(z.object({ course_id: z.int(), name: z.string(), nickname: z.string() }));

let at: School;
beforeEach(async () => {
  at = await school(server);
});
const call = (nickname: string, id = at.course.id) => at.student.client.put(`${PATH}/${id}`, { nickname });
const list = (by = at.student.client) => made(by.get(PATH), Nicknames);

describe('a nickname of a course', () => {
  // courses#33
  test('is given, changed, listed, shown and taken away', async () => {
    const other = await course(server);
    await enroll(server, other.id, at.student.id, 'StudentEnrollment');
    const none = { course_id: at.course.id, name: at.course.name, nickname: null };
    expect((await at.student.client.get(`${PATH}/${at.course.id}`).expect(200)).body).toEqual(none);
    await call('Bio').expect(200);
    const first = { ...none, nickname: 'Biology' };
    expect((await call('Biology').expect(200)).body).toEqual(first);
    const second = (await call('Chem', other.id).expect(200)).body;
    expect(await list()).toEqual([first, second]);
    expect((await at.student.client.get(`${PATH}/${at.course.id}`).expect(200)).body).toEqual(first);
    expect((await at.student.client.delete(`${PATH}/${at.course.id}`).expect(200)).body).toEqual(first);
    await at.student.client.delete(`${PATH}/${at.course.id}`).expect(404);
    expect(await list()).toEqual([second]);
    await server.admin.delete(`/courses/${other.id}`, { event: 'delete' }).expect(200);
    expect(await list()).toEqual([]);
    await call('Bio').expect(200);
    await at.student2.client.put(`${PATH}/${at.course.id}`, { nickname: 'Mine' }).expect(200);
    expect((await at.student.client.delete(PATH).expect(200)).body).toEqual({ message: 'OK' });
    expect(await list()).toEqual([]);
    expect(await list(at.student2.client)).toMatchObject([{ nickname: 'Mine' }]);
  });

  // courses#33
  test('is listed as long as the course is read', async () => {
    await call('Bio').expect(200);
    const [enrollment] = z
      .array(z.looseObject({ id: z.int() }))
      .parse((await at.student.client.get('/users/self/enrollments').expect(200)).body);
    const task = (of: string) => server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment?.id}`, { task: of }).expect(200);
    const offered = (event: string) => server.admin.put(`/courses/${at.course.id}`, { course: { event } }).expect(200);
    const isPublic = (is_public: boolean) => server.admin.put(`/courses/${at.course.id}`, { course: { is_public } }).expect(200);
    await offered('claim');
    expect(await list()).toEqual([]);
    await offered('offer');
    await task('conclude');
    expect(await list()).toMatchObject([{ nickname: 'Bio' }]);
    await task('delete');
    expect(await list()).toEqual([]);
    await isPublic(true);
    expect(await list()).toMatchObject([{ nickname: 'Bio' }]);
    await isPublic(false);
    expect(await list()).toEqual([]);
    await enroll(server, at.course.id, at.student.id, 'StudentEnrollment');
    expect(await list()).toMatchObject([{ nickname: 'Bio' }]);
    await server.admin.put(`${PATH}/${at.course.id}`, { nickname: 'Case 7' }).expect(200);
    expect(await list(server.admin)).toContainEqual({ course_id: at.course.id, name: at.course.name, nickname: 'Case 7' });
    await server.admin.delete(`/courses/${at.course.id}`, { event: 'delete' }).expect(200);
    expect((await list(server.admin)).map((one) => one.course_id)).not.toContain(at.course.id);
  });

  // courses#33
  test('is given by who reads the course', async () => {
    await at.stranger.client.put(`${PATH}/${at.course.id}`, { nickname: 'x' }).expect(401);
    await at.stranger.client.get(`${PATH}/${at.course.id}`).expect(401);
    expect((await call('x', 999_999)).status).toBe(404);
  });

  // courses#33
  test.each(['', '  ', 'x'.repeat(60)])('is not %j', async (nickname) => {
    expect(refusedFields(await call(nickname))).toEqual(['nickname']);
    expect(await list()).toEqual([]);
  });

  // courses#33
  test('has up to 59 characters', async () => {
    await call('x'.repeat(59)).expect(200);
  });

  // courses#34, courses#28
  test('stands in place of the name, with the name beside it, to whom has given it', async () => {
    const before = (await at.student.client.get(`/courses/${at.course.id}`).expect(200)).body;
    expect(before).not.toHaveProperty('original_name');
    await call('Bio').expect(200);
    const called = { ...before, name: 'Bio', original_name: at.course.name };
    expect((await at.student.client.get(`/courses/${at.course.id}`).expect(200)).body).toEqual(called);
    expect((await at.student.client.get('/courses').expect(200)).body).toEqual([called]);
    expect((await at.student.client.get('/users/self/favorites/courses').expect(200)).body).toMatchObject([
      { name: 'Bio', original_name: at.course.name },
    ]);
    expect((await at.student.client.get('/dashboard/dashboard_cards').expect(200)).body).toMatchObject([
      { shortName: 'Bio', originalName: at.course.name, longName: `${at.course.name} - ${before.course_code}` },
    ]);
    for (const by of [at.teacher.client, server.admin]) {
      const { body } = await by.get(`/courses/${at.course.id}`).expect(200);
      expect([body.name, 'original_name' in body]).toEqual([at.course.name, false]);
    }
  });

  // courses#34, outcome-results#4, planner#11
  test('stands where a course is named beside something else, and is found by as well', async () => {
    const { client } = at.teacher;
    const { id, name } = at.course;
    const nickname = `Nick of ${id}`;
    await client.put(`${PATH}/${id}`, { nickname }).expect(200);
    const both = { id: String(id), name: nickname, original_name: name };
    const rollups = (by = client) => by.get(`/courses/${id}/outcome_rollups?aggregate=course&include[]=courses`).expect(200);
    const { body } = await rollups();
    expect(body).toMatchObject({ rollups: [both], linked: { courses: [both] } });
    expect((await rollups(at.ta.client)).body.linked.courses).toEqual([{ id: String(id), name }]);
    const note = { title: 'Note', todo_date: new Date().toISOString(), course_id: id };
    await client.post('/planner_notes', note).expect(201);
    expect((await client.get('/planner/items').expect(200)).body).toMatchObject([{ context_name: nickname }]);
    for (const search of [nickname, name])
      expect((await client.get('/search/recipients', { search, type: 'context' }).expect(200)).body).toMatchObject([{ name: nickname }]);
  });

  // courses#34
  test('is the caller’s, also among the courses of another user', async () => {
    await call('Bio').expect(200);
    const theirs = async () => (await server.admin.get(`/users/${at.student.id}/courses`).expect(200)).body;
    expect(await theirs()).toMatchObject([{ id: at.course.id, name: at.course.name }]);
    await server.admin.put(`${PATH}/${at.course.id}`, { nickname: 'Case 7' }).expect(200);
    expect(await theirs()).toMatchObject([{ id: at.course.id, name: 'Case 7', original_name: at.course.name }]);
  });
});

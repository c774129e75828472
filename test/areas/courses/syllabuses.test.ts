import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Course } from '../../../src/areas/courses/schemas.ts';
import { appoint, course, enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
const include = ['syllabus_body'];
const BODY = '<p>Weeks 1 to 4: <strong>cells</strong> &amp; genes</p>';

beforeAll(async () => {
  at = await school(server);
  await change(at.course.id, BODY);
});

const change = (id: number, body: string | null, by: Client = at.teacher.client) =>
  by.put(`/courses/${id}`, { course: { syllabus_body: body } }).expect(200);
const shown = async (id: number, by: Client = server.admin) => (await made(by.get(`/courses/${id}`, { include }), Course)).syllabus_body;
const listed = (path: string, by: Client) => made(by.get(path, { include, per_page: 100 }), z.array(Course));
const syllabusIn = async (path: string, id: number, by: Client) => (await listed(path, by)).find((one) => one.id === id)?.syllabus_body;

describe('a syllabus', () => {
  // courses#39
  test('is set with a new course, cleaned, and answered where it is asked for', async () => {
    const sent = { name: 'Genetics', syllabus_body: `${BODY}<script>alert(1)</script>` };
    const { id } = await made(server.admin.post(`/accounts/${at.subAccountId}/courses`, { course: sent, offer: true }));
    await enroll(server, id, at.student2.id, 'StudentEnrollment');
    expect(await shown(id)).toBe(BODY);
    expect(await syllabusIn('/courses', id, at.student2.client)).toBe(BODY);
    expect(await syllabusIn('/users/self/courses', id, at.student2.client)).toBe(BODY);
    expect(await syllabusIn('/users/self/favorites/courses', id, at.student2.client)).toBe(BODY);
    expect(await syllabusIn(`/users/${at.student2.id}/courses`, id, at.rootAdmin.client)).toBe(BODY);
    expect(await syllabusIn(`/accounts/${at.subAccountId}/courses`, id, at.subAdmin.client)).toBe(BODY);
    expect((await server.admin.get(`/courses/${id}`).expect(200)).body).not.toHaveProperty('syllabus_body');
  });

  // courses#9, courses#39
  test('is null where there is none', async () => {
    const { id } = await course(server, { account: at.subAccountId });
    await enroll(server, id, at.student2.id, 'StudentEnrollment');
    expect(await shown(id)).toBeNull();
    expect(await syllabusIn('/courses', id, at.student2.client)).toBeNull();
    expect(await syllabusIn(`/accounts/${at.subAccountId}/courses`, id, at.subAdmin.client)).toBeNull();
  });

  // courses#17, courses#39
  test('stays where it is not sent, or sent back, and goes where it is empty', async () => {
    const { id } = await course(server, { account: at.subAccountId });
    await server.admin.put(`/courses/${id}`, { course: { syllabus_body: '<p onclick="x()">One<p>Two' } }).expect(200);
    const first = await shown(id);
    expect(first).toBe('<p>One</p><p>Two</p>');
    await server.admin.put(`/courses/${id}`, { course: { name: 'Other' } }).expect(200);
    expect(await shown(id)).toBe(first);
    await change(id, first ?? null, server.admin);
    expect(await shown(id)).toBe(first);
    for (const empty of ['', '<script>alert(1)</script>', null]) {
      await change(id, BODY, server.admin);
      expect(await shown(id)).toBe(BODY);
      await change(id, empty, server.admin);
      expect(await shown(id)).toBeNull();
    }
    await change(id, null, server.admin);
    expect(await shown(id)).toBeNull();
  });

  // courses#11
  test.each([
    ['too_long', 'é'.repeat(250_001)],
    ['too_deep', '<div>'.repeat(101)],
  ])('%s is refused, and nothing is made or changed', async (type, body) => {
    const fields = { course: { name: 'Never', syllabus_body: body } };
    for (const refused of [
      await at.teacher.client.put(`/courses/${at.course.id}`, fields),
      await server.admin.post(`/accounts/${at.subAccountId}/courses`, fields),
    ])
      expect(refused).toMatchObject({ status: 400, body: { errors: { syllabus_body: [{ type }] } } });
    expect(await shown(at.course.id)).toBe(BODY);
    const { body: found } = await server.admin.get(`/accounts/${at.subAccountId}/courses`, { search_term: 'Never' }).expect(200);
    expect(found).toEqual([]);
  });

  // courses#11
  test('of the most bytes that there may be is kept', async () => {
    const { id } = await course(server);
    const most = 'é'.repeat(250_000);
    await change(id, most, server.admin);
    expect(await shown(id)).toBe(most);
  });

  // courses#39
  test('of several changes at once one is kept whole', async () => {
    const { id } = await course(server);
    await Promise.all(['One', 'Two', 'Three'].map((body) => change(id, body, server.admin)));
    expect(['One', 'Two', 'Three']).toContain(await shown(id));
  });
});

describe('whose a syllabus is', () => {
  // courses#16, courses#39
  test('teachers and administrators change it, in a course that is concluded these alone', async () => {
    const { id } = await course(server, { account: at.subAccountId });
    for (const [who, type] of [
      [at.teacher, 'TeacherEnrollment'],
      [at.ta, 'TaEnrollment'],
      [at.designer, 'DesignerEnrollment'],
      [at.student, 'StudentEnrollment'],
    ] as const)
      await enroll(server, id, who.id, type);
    const put = (by: Person, body: string) => by.client.put(`/courses/${id}`, { course: { syllabus_body: body } });
    await put(at.teacher, 'First').expect(200);
    for (const by of [at.ta, at.designer, at.student, at.stranger]) await put(by, 'Second').expect(401);
    await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
    await put(at.teacher, 'Third').expect(401);
    expect(await shown(id, at.student.client)).toBe('First');
    await put(at.subAdmin, 'Fourth').expect(200);
    expect(await shown(id, at.student.client)).toBe('Fourth');
    await server.admin.delete(`/courses/${id}`, { event: 'delete' }).expect(200);
    await at.teacher.client.get(`/courses/${id}`, { include }).expect(404);
  });

  // access#8, courses#39
  test.each(['teacher', 'ta', 'designer', 'student', 'observer', 'subAdmin', 'rootAdmin'] as const)('%s reads it', async (role) => {
    expect(await shown(at.course.id, at[role].client)).toBe(BODY);
  });

  // access#8, courses#39
  test('the invited read it with the course, and not before it is offered', async () => {
    const me = await person(server);
    const { id } = await course(server, { offer: false });
    await change(id, BODY, server.admin);
    await enroll(server, id, me.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    await me.client.get(`/courses/${id}`, { include }).expect(401);
    await server.admin.put(`/courses/${id}`, { offer: true }).expect(200);
    expect(await shown(id, me.client)).toBe(BODY);
    expect(await syllabusIn('/courses', id, me.client)).toBe(BODY);
  });

  // access#11, courses#39
  test('all users of the root account read that of a public course, others none', async () => {
    const { id } = await course(server, { extra: { is_public: true, syllabus_body: BODY } });
    expect(await shown(id, at.stranger.client)).toBe(BODY);
    await at.foreignAdmin.client.get(`/courses/${id}`, { include }).expect(404);
    await server.admin.put(`/courses/${id}`, { course: { is_public: false } }).expect(200);
    await at.stranger.client.get(`/courses/${id}`, { include }).expect(401);
  });

  // courses#26, courses#39
  test('who lists the courses of another user reads it of those alone that they read', async () => {
    const one = await person(server, { account: at.subAccountId });
    const admin = await person(server);
    await appoint(server, at.subAccountId, admin.id);
    await enroll(server, at.course.id, one.id, 'StudentEnrollment');
    const { id } = await course(server, { extra: { syllabus_body: BODY } });
    await enroll(server, id, one.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const found = async (by: Client) =>
      (await listed(`/users/${one.id}/courses`, by)).map((row) => ({ id: row.id, syllabus: row.syllabus_body }));
    const [own, other] = [
      { id: at.course.id, syllabus: BODY },
      { id, syllabus: BODY },
    ];
    expect(await found(one.client)).toEqual([own, other]);
    await admin.client.get(`/courses/${id}`).expect(401);
    expect(await found(admin.client)).toEqual([own, { id, syllabus: undefined }]);
    await server.admin.put(`/courses/${id}`, { course: { is_public: true } }).expect(200);
    expect(await found(admin.client)).toEqual([own, other]);
    expect(await found(server.admin)).toEqual([own, other]);
  });
});

describe('what it costs', () => {
  // courses#39
  test('a list one statement, and one without it none', async () => {
    const one = await person(server);
    const join = async () => enroll(server, (await course(server)).id, one.id, 'StudentEnrollment');
    const ask = (asked: string[]) => server.statements(() => one.client.get('/courses', { include: asked }).expect(200));
    await join();
    await ask(include);
    const [plain, few] = [await ask(['concluded']), await ask(include)];
    expect(few).toBe(plain + 1);
    for (let i = 0; i < 4; i++) await join();
    expect(await ask(include)).toBe(few);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const list = async (courseId: number, by: Client, query = {}) =>
  (await by.get(`/courses/${courseId}/recent_students`, { per_page: 100, ...query }).expect(200)).body;
const ids = (body: { id: number }[]) => body.map((row) => row.id);
const usedAt = (who: Person, moment: string | null) =>
  server.database.pool.query('update users set last_used_at = $2 where id = $1', [who.id, moment]);

/** A course with students who used something at these times. */
async function used(...moments: (string | null)[]): Promise<{ id: number; students: Person[] }> {
  const { id } = await course(server);
  const students: Person[] = [];
  for (const moment of moments) {
    const one = await person(server);
    await enroll(server, id, one.id, 'StudentEnrollment');
    await usedAt(one, moment);
    students.push(one);
  }
  await enroll(server, id, at.teacher.id, 'TeacherEnrollment');
  return { id, students };
}

// enrollments#44
test('who was here last comes first, who never was last, and of two at once the older user', async () => {
  const { id, students } = await used('2026-01-01T00:00:00Z', null, '2026-03-01T00:00:00Z', '2026-01-01T00:00:00Z', null);
  const [first, never, newest, second, neither] = students.map((one) => one.id);
  const rows = await list(id, at.teacher.client);
  expect(ids(rows)).toEqual([newest, first, second, never, neither]);
  expect(rows.map((row: object) => ('last_login' in row ? row.last_login : undefined))).toEqual([
    '2026-03-01T00:00:00Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z',
    undefined,
    undefined,
  ]);
});

// enrollments#44, users#6
test('by the last use as it is answered, whatever the fraction of its second', async () => {
  const { id, students } = await used('2026-01-01T00:00:00.900Z', '2026-01-01T00:00:01.200Z');
  const [earlier, later] = students.map((one) => one.id);
  expect(ids(await list(id, at.teacher.client))).toEqual([later, earlier]);
});

// enrollments#44
test('page after page, without gaps and repetition, in both directions', async () => {
  const { id, students } = await used('2026-01-01T00:00:00Z', null, '2026-01-01T00:00:00Z', null, '2026-01-02T00:00:00Z');
  const whole = ids(await list(id, at.teacher.client));
  expect(whole).toHaveLength(students.length);
  const seen: number[] = [];
  let [next, prev]: (string | undefined)[] = [`/courses/${id}/recent_students?per_page=2`];
  while (next !== undefined) {
    const { body, headers } = await at.teacher.client.get(next).expect(200);
    seen.push(...ids(body));
    const link: string = headers['link'] ?? '';
    const to = (rel: string) => new RegExp(`<[^>]*/api/v1([^>]*)>; rel="${rel}"`).exec(link)?.[1];
    [next, prev] = [to('next'), to('prev')];
  }
  expect(seen).toEqual(whole);
  const { body } = await at.teacher.client.get(prev ?? '').expect(200);
  expect(ids(body)).toEqual(whole.slice(2, 4));
});

// enrollments#44, users#6
test('as those who teach know them, with logins and the last use', async () => {
  const { id } = await course(server);
  await enroll(server, id, at.teacher.id, 'TeacherEnrollment');
  const login = unique('login').replace(' ', '-');
  const sent = { user: { name: 'Full Name' }, pseudonym: { unique_id: login, sis_user_id: login } };
  const one = await made(server.admin.post('/accounts/1/users', sent), z.object({ id: z.int() }));
  await enroll(server, id, one.id, 'StudentEnrollment');
  await server.database.pool.query('update users set last_used_at = $2 where id = $1', [one.id, '2026-05-04T03:02:01Z']);
  const expected = {
    id: one.id,
    name: 'Full Name',
    sortable_name: 'Name, Full',
    short_name: 'Full Name',
    login_id: login,
    sis_user_id: login,
    sis_login_id: login,
    last_login: '2026-05-04T03:02:01Z',
  };
  expect(await list(id, at.teacher.client)).toEqual([expected]);
  expect(await list(id, server.admin)).toEqual([expected]);
});

// enrollments#44
test('each student once; neither who is invited, inactive, concluded or deleted, nor who works there', async () => {
  const { id, students } = await used('2026-01-01T00:00:00Z');
  const there = students[0]?.id ?? 0;
  const section = await made(server.admin.post(`/courses/${id}/sections`, { course_section: { name: 'B' } }), z.object({ id: z.int() }));
  await enroll(server, id, there, 'StudentEnrollment', { course_section_id: section.id });
  await enroll(server, id, (await person(server)).id, 'StudentEnrollment', { enrollment_state: 'invited' });
  for (const task of ['inactivate', 'conclude']) {
    const ended = await enroll(server, id, (await person(server)).id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${id}/enrollments/${ended.id}`, { task }).expect(200);
  }
  await enroll(server, id, (await person(server)).id, 'ObserverEnrollment');
  const gone = await person(server);
  await enroll(server, id, gone.id, 'StudentEnrollment');
  await server.admin.delete(`/accounts/1/users/${gone.id}`).expect(200);
  expect(ids(await list(id, at.teacher.client))).toEqual([there]);
});

// enrollments#44
test('staff limited to a section have its students alone; others have none', async () => {
  const { id } = await used('2026-01-01T00:00:00Z');
  const section = await made(server.admin.post(`/courses/${id}/sections`, { course_section: { name: 'B' } }), z.object({ id: z.int() }));
  const inB = await person(server);
  await enroll(server, id, inB.id, 'StudentEnrollment', { course_section_id: section.id });
  const ta = await person(server);
  await enroll(server, id, ta.id, 'TaEnrollment', { course_section_id: section.id, limit_privileges_to_course_section: true });
  expect(ids(await list(id, ta.client))).toEqual([inB.id]);
  await inB.client.get(`/courses/${id}/recent_students`).expect(401);
  const designer = await person(server);
  await enroll(server, id, designer.id, 'DesignerEnrollment');
  await designer.client.get(`/courses/${id}/recent_students`).expect(401);
});

import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Collaboration } from '../../../src/areas/collaborations/schemas.ts';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const collaboration = async (courseId: number, users: readonly Person[], word = 'collaborations') =>
  (await made(server.admin.post(`/courses/${courseId}/${word}`, { title: 'One', user_ids: users.map(({ id }) => id) }), Collaboration)).id;
const members = async (id: number, by: Client, query = {}) => (await by.get(`/collaborations/${id}/members`, query).expect(200)).body;
const idsOf = async (id: number, by: Client) =>
  (await members(id, by, { per_page: 100 })).collaborators.map((one: { id: number }) => one.id);

// collaborations#7
test('who is named is a collaborator, by sortable name', async () => {
  const { id: there } = await course(server);
  const [zed, amy, other] = [
    await person(server, { name: 'Zed Adams' }),
    await person(server, { name: 'Amy clark' }),
    await person(server, { name: 'Bo Baker' }),
  ];
  for (const one of [amy, zed, other]) await enroll(server, there, one.id, 'StudentEnrollment');
  await enroll(server, there, zed.id, 'TaEnrollment');
  const id = await collaboration(there, [amy, zed]);
  const row = (one: Person) => ({ id: one.id, type: 'user', name: one.name, collaborator_id: one.id });
  for (const by of [amy, other]) expect(await members(id, by.client)).toEqual({ collaborators: [row(zed), row(amy)] });
});

// collaborations#7
test('everybody is where nobody is named, as far as they are active; of those named the same', async () => {
  const { id: there } = await course(server);
  const [stays, guest, gone] = [await person(server), await person(server), await person(server)];
  await enroll(server, there, stays.id, 'StudentEnrollment');
  await enroll(server, there, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
  const { id: ended } = await enroll(server, there, gone.id, 'StudentEnrollment');
  const [withAll, withThem] = [await collaboration(there, []), await collaboration(there, [stays, guest, gone])];
  await server.admin.delete(`/courses/${there}/enrollments/${ended}`, { task: 'conclude' }).expect(200);
  for (const id of [withAll, withThem]) expect(await idsOf(id, stays.client)).toEqual([stays.id]);
});

// collaborations#7
test('who is limited to a section sees those of it', async () => {
  const { id: there } = await course(server);
  const section = await made(server.admin.post(`/courses/${there}/sections`, { course_section: { name: unique('B') } }), Made);
  const [inB, beside, ta] = [await person(server, { name: 'A' }), await person(server), await person(server, { name: 'B' })];
  await enroll(server, there, inB.id, 'StudentEnrollment', { course_section_id: section.id });
  await enroll(server, there, beside.id, 'StudentEnrollment');
  await enroll(server, there, ta.id, 'TaEnrollment', { course_section_id: section.id, limit_privileges_to_course_section: true });
  expect(await idsOf(await collaboration(there, []), ta.client)).toEqual([inB.id, ta.id]);
  expect(await idsOf(await collaboration(there, [inB, beside]), ta.client)).toEqual([inB.id]);
});

// collaborations#7
test('page after page by bookmark', async () => {
  const whole = await idsOf(await collaboration(at.course.id, []), at.student.client);
  const seen: number[] = [];
  let next: string | undefined = `/collaborations/${await collaboration(at.course.id, [])}/members?per_page=2`;
  while (next !== undefined) {
    const { body, headers } = await at.student.client.get(next).expect(200);
    seen.push(...body.collaborators.map((one: { id: number }) => one.id));
    const link: string = headers['link'] ?? '';
    next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(link)?.[1];
  }
  expect(whole).toHaveLength(6);
  expect(seen).toEqual(whole);
});

// collaborations#7
test('nobody else finds it, and no conference or deleted one is found', async () => {
  const id = await collaboration(at.course.id, [at.student]);
  const answered = async (by: Client, one: number) => (await by.get(`/collaborations/${one}/members`)).status;
  expect(await answered(at.stranger.client, id)).toBe(404);
  expect(await answered(at.foreignAdmin.client, id)).toBe(404);
  await server.admin.put(`/courses/${at.course.id}`, { course: { is_public: true } }).expect(200);
  expect(await answered(at.stranger.client, id)).toBe(404);
  for (const by of [at.observer, at.designer, at.subAdmin]) expect(await answered(by.client, id)).toBe(200);
  expect(await answered(server.admin, await collaboration(at.course.id, [], 'conferences'))).toBe(404);
  const { id: there } = await course(server);
  const gone = await collaboration(there, []);
  await server.admin.delete(`/courses/${there}`, { event: 'delete' }).expect(200);
  expect(await answered(server.admin, gone)).toBe(404);
});

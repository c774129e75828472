import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Made = z.object({ id: z.int() });
const users = async (setId: number, query: Fields = {}, by: Client = at.teacher.client) =>
  (await made(by.get(`/group_categories/${setId}/users`, { per_page: 100, ...query }), z.array(Made))).map(({ id }) => id);
const newSet = (courseId: number) => made(server.admin.post(`/courses/${courseId}/group_categories`, { name: unique('Set') }), Made);
const newGroup = (setId: number) => made(server.admin.post(`/group_categories/${setId}/groups`, { name: unique('Group') }), Made);

describe('the users of a group set', () => {
  // groups#36
  test('are the active students of its course, or those of them without a group', async () => {
    const { id } = await newSet(at.course.id);
    const all = [at.student.id, at.student2.id];
    expect((await users(id)).toSorted()).toEqual(all);
    const invited = await person(server);
    await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const group = await newGroup(id);
    await server.admin.post(`/groups/${group.id}/memberships`, { user_id: at.student.id }).expect(200);
    const other = await newGroup((await newSet(at.course.id)).id);
    await server.admin.post(`/groups/${other.id}/memberships`, { user_id: at.student2.id }).expect(200);
    expect(await users(id, { unassigned: true })).toEqual([at.student2.id]);
    expect((await users(id, { unassigned: false })).toSorted()).toEqual(all);
    await server.admin.delete(`/groups/${group.id}`).expect(200);
    expect((await users(id, { unassigned: true })).toSorted()).toEqual(all);
  });

  // groups#36
  test('are found as staff finds people, and shown to nobody else', async () => {
    const { id } = await newSet(at.course.id);
    expect(await users(id, { search_term: at.student2.login })).toEqual([at.student2.id]);
    expect(await users(id, { search_term: '%' })).toEqual([]);
    for (const { client } of [at.student, at.observer]) expect((await client.get(`/group_categories/${id}/users`)).status).toBe(401);
    const refused = await at.teacher.client.get(`/group_categories/${id}/users`, { unassigned: 'perhaps' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['unassigned']]);
  });

  // groups#36
  test('are those of the sections of whoever teaches in sections only', async () => {
    const here = await course(server);
    const { id: sectionId } = await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'B' } }), Made);
    const [teacher, near, far] = [await person(server), await person(server), await person(server)];
    const limited = { course_section_id: sectionId, limit_privileges_to_course_section: true };
    await enroll(server, here.id, teacher.id, 'TeacherEnrollment', limited);
    await enroll(server, here.id, near.id, 'StudentEnrollment', { course_section_id: sectionId });
    await enroll(server, here.id, far.id, 'StudentEnrollment');
    const { id } = await newSet(here.id);
    expect(await users(id, {}, teacher.client)).toEqual([near.id]);
  });

  // groups#36
  test('cost as many statements however many they are', async () => {
    const here = await course(server);
    const { id } = await newSet(here.id);
    const join = async () => enroll(server, here.id, (await person(server)).id, 'StudentEnrollment');
    const ask = () => server.statements(() => server.admin.get(`/group_categories/${id}/users`, { unassigned: true }).expect(200));
    await join();
    await ask();
    const few = await ask();
    for (let i = 0; i < 5; i++) await join();
    expect(await ask()).toEqual(few);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { forgetJobs, work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Filled = z.array(z.strictObject({ id: z.int(), new_members: z.array(z.looseObject({ user_id: z.int() })) }));
const Progress = z.looseObject({ id: z.int(), workflow_state: z.string(), message: z.string().nullable() });

interface Place {
  course: { id: number; name: string };
  students: Person[];
  set: number;
  groups: number[];
}
async function place(students: number, groups: number, fields: { group_limit?: number } = {}): Promise<Place> {
  const here = await course(server);
  const people = await Promise.all(Array.from({ length: students }, () => person(server)));
  for (const one of people) await enroll(server, here.id, one.id, 'StudentEnrollment');
  const { id: set } = await made(server.admin.post(`/courses/${here.id}/group_categories`, { name: 'Set', ...fields }));
  const groupIds = [];
  for (let i = 0; i < groups; i++)
    groupIds.push((await made(server.admin.post(`/group_categories/${set}/groups`, { name: unique('Group') }))).id);
  return { course: here, students: people, set, groups: groupIds };
}
const assign = (set: number, sync: unknown, by: Client = server.admin) =>
  by.post(`/group_categories/${set}/assign_unassigned_members`, sync === undefined ? {} : { sync: sync as boolean });
const members = async (group: number): Promise<number[]> =>
  (await server.admin.get(`/groups/${group}/users`, { per_page: 100 }).expect(200)).body.map((row: { id: number }) => row.id);

describe('at once', () => {
  // groups#43
  test('everybody without a group comes into one, evenly, and those who have one stay', async () => {
    const { course: here, students, set, groups } = await place(5, 2);
    const [first, second] = groups;
    const [stays] = students;
    await server.admin.post(`/groups/${first}/memberships`, { user_id: stays?.id ?? 0 }).expect(200);
    const { body } = await assign(set, true).expect(200);
    const filled = Filled.parse(body);
    expect(filled.map(({ id, new_members: got }) => [id, got.length])).toEqual([
      [first, 2],
      [second, 2],
    ]);
    const named = students.slice(1).map(({ id, name }) => ({
      user_id: id,
      name,
      display_name: name,
      sections: [{ section_id: expect.any(Number), section_code: here.name }],
    }));
    expect(filled.flatMap((group) => group.new_members)).toEqual(expect.arrayContaining(named));
    expect((await members(first ?? 0)).length).toBe(3);
    expect(await members(first ?? 0)).toContain(stays?.id);
    expect((await assign(set, true).expect(200)).body).toEqual([]);
    await work(server);
  });

  // groups#43
  test('no group passes its limit, and who finds no room stays without', async () => {
    const { set, groups } = await place(4, 2, { group_limit: 1 });
    const { body } = await assign(set, true).expect(200);
    expect(Filled.parse(body).map(({ new_members: got }) => got.length)).toEqual([1, 1]);
    expect(await Promise.all(groups.map(async (group) => (await members(group)).length))).toEqual([1, 1]);
    const rest = await server.admin.get(`/group_categories/${set}/users`, { unassigned: true }).expect(200);
    expect(rest.body).toHaveLength(2);
  });

  // groups#43
  test('who has left counts for no group, a deleted group gets nobody, and who is inactive is given to none', async () => {
    const { course: here, students, set, groups } = await place(5, 3, { group_limit: 2 });
    const [first = 0, second = 0, gone = 0] = groups;
    const [left, inactive] = students.map(({ id }) => id);
    const { id } = await made(server.admin.post(`/groups/${first}/memberships`, { user_id: left ?? 0 }));
    await server.admin.delete(`/groups/${first}/memberships/${id}`).expect(200);
    await server.admin.delete(`/groups/${gone}`).expect(200);
    const { body: enrollments } = await server.admin.get(`/courses/${here.id}/enrollments`, { user_id: inactive ?? 0 }).expect(200);
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrollments[0].id}`, { task: 'inactivate' }).expect(200);
    const filled = Filled.parse((await assign(set, true).expect(200)).body);
    expect(filled.map((group) => [group.id, group.new_members.length])).toEqual([
      [first, 2],
      [second, 2],
    ]);
    expect(filled.flatMap((group) => group.new_members).map((one) => one.user_id)).not.toContain(inactive);
  });

  // groups#43
  test('whoever had left a group comes back without moderating it', async () => {
    const { students, set, groups } = await place(1, 1);
    const path = `/groups/${groups[0]}/memberships`;
    const { body } = await server.admin.post(path, { user_id: students[0]?.id ?? 0 }).expect(200);
    await server.admin.put(`${path}/${body.id}`, { moderator: true }).expect(200);
    await server.admin.delete(`${path}/${body.id}`).expect(200);
    await assign(set, true).expect(200);
    expect((await server.admin.get(path).expect(200)).body).toMatchObject([{ workflow_state: 'accepted', moderator: false }]);
  });

  // groups#43
  test('of who teaches in a section only its students', async () => {
    const { course: here, set } = await place(1, 1);
    const { id: sectionId } = await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'B' } }));
    const [teacher, near] = [await person(server), await person(server)];
    const limited = { course_section_id: sectionId, limit_privileges_to_course_section: true };
    await enroll(server, here.id, teacher.id, 'TeacherEnrollment', limited);
    await enroll(server, here.id, near.id, 'StudentEnrollment', { course_section_id: sectionId });
    const filled = Filled.parse((await assign(set, true, teacher.client).expect(200)).body);
    expect(filled.flatMap((group) => group.new_members).map((one) => one.user_id)).toEqual([near.id]);
  });

  // groups#43, groups#40
  test('of a set of an account those who belong to the account', async () => {
    const { id: account } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Faculty') } }));
    const one = await person(server, { account });
    const { id: set } = await made(server.admin.post(`/accounts/${account}/group_categories`, { name: 'Set' }));
    const { id: group } = await made(server.admin.post(`/group_categories/${set}/groups`, { name: 'Group' }));
    const { body } = await assign(set, true).expect(200);
    const member = { user_id: one.id, name: one.name, display_name: one.name, sections: [] };
    expect(body).toEqual([{ id: group, new_members: [member] }]);
  });

  // groups#43, groups#45
  test('what is no boolean is refused, and so is who does not manage the set', async () => {
    const { set, students } = await place(1, 1);
    const { status, body } = await assign(set, 'perhaps');
    expect([status, Object.keys(body.errors)]).toEqual([400, ['sync']]);
    for (const { client } of [students[0] ?? at.student, at.stranger]) expect((await assign(set, true, client)).status).toBe(401);
    expect((await assign(set, true, at.foreignAdmin.client)).status).toBe(404);
  });

  // groups#43
  test('costs as many statements however many there are', async () => {
    const few = await place(2, 2);
    const many = await place(8, 4);
    await assign((await place(1, 1)).set, true);
    const ask = ({ set }: Place) => server.statements(() => assign(set, true).expect(200));
    expect(await ask(many)).toEqual(await ask(few));
  });

  // groups#45
  test('of two at once nobody comes into two groups', async () => {
    const { set, groups } = await place(4, 3);
    await Promise.all([assign(set, true).expect(200), assign(set, true).expect(200)]);
    const all = (await Promise.all(groups.map(members))).flat();
    expect([all.length, new Set(all).size]).toEqual([4, 4]);
  });
});

describe('by a job', () => {
  // groups#44, progress#2
  test('a progress says when it is done', async () => {
    const { set, groups } = await place(3, 2);
    const { body } = await assign(set, undefined).expect(200);
    const progress = { context_type: 'GroupCategory', context_id: set, tag: 'assign_unassigned_members', workflow_state: 'queued' };
    expect(body).toMatchObject(progress);
    expect((await Promise.all(groups.map(members))).flat()).toEqual([]);
    await work(server);
    const done = Progress.parse((await server.admin.get(`/progress/${body.id}`).expect(200)).body);
    expect(done).toMatchObject({ ...progress, workflow_state: 'completed', message: '3 people assigned' });
    expect((await Promise.all(groups.map(async (group) => (await members(group)).length))).toSorted()).toEqual([1, 2]);
  });

  // groups#44
  test('a set that is gone ends it as failed', async () => {
    const { set } = await place(1, 1);
    const { body } = await assign(set, false).expect(200);
    await server.admin.delete(`/group_categories/${set}`).expect(200);
    await work(server);
    const { body: done } = await server.admin.get(`/progress/${body.id}`).expect(200);
    expect(done).toMatchObject({ workflow_state: 'failed', message: 'the group set is no longer there' });
    await forgetJobs(server);
  });

  // groups#43
  test('who comes into a group has what is there in their stream', async () => {
    const { students, set, groups } = await place(1, 1);
    await server.admin.post(`/groups/${groups[0]}/discussion_topics`, { title: 'Ours' }).expect(200);
    await work(server);
    await assign(set, undefined).expect(200);
    await work(server);
    const { body } = await (students[0] ?? at.student).client.get('/users/self/activity_stream').expect(200);
    expect(body.map((item: { title: string }) => item.title)).toContain('Ours');
  });
});

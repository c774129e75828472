import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { course, enroll, made, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let group: number;
beforeAll(async () => {
  at = await school(server);
  const Id = z.object({ id: z.int() });
  const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }), Id);
  group = (await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }), Id)).id;
  await server.admin.post(`/groups/${group}/memberships`, { user_id: at.student.id }).expect(200);
  // Invited, and no member until they accept.
  await at.student.client.post(`/groups/${group}/memberships`, { user_id: at.student2.id }).expect(200);
});

const Rows = z.array(z.looseObject({ user_id: z.int(), user: z.looseObject({}), observed_user: z.looseObject({}).optional() }));
const list = async (client: Client, include: string[], path = `/courses/${at.course.id}/enrollments`, state = ['active']) => {
  const rows = Rows.parse((await client.get(path, { include, state, per_page: 100 }).expect(200)).body);
  return new Map(rows.map((row) => [row.user_id, row]));
};
const ALL = ['avatar_url', 'observed_users', 'group_ids'];

describe('lists of enrollments', () => {
  // enrollments#43
  test('come with pictures, the observed and groups where these are asked for', async () => {
    for (const path of [`/courses/${at.course.id}/enrollments`, `/sections/${at.sectionId}/enrollments`]) {
      const rows = await list(at.teacher.client, ALL, path);
      expect(rows.get(at.student.id)?.user).toMatchObject({ name: at.student.name, avatar_url: expect.any(String), group_ids: [group] });
      expect(rows.get(at.student2.id)?.user).toMatchObject({ group_ids: [] });
      const observed = { id: at.student.id, name: at.student.name, short_name: at.student.name, sortable_name: expect.any(String) };
      expect(rows.get(at.observer.id)?.observed_user).toEqual(observed);
      expect(rows.get(at.student.id)).not.toHaveProperty('observed_user');
    }
    const plain = (await list(at.teacher.client, [])).get(at.observer.id);
    expect(Object.keys(plain?.user ?? {})).toEqual(['id', 'name', 'sortable_name', 'short_name', 'login_id']);
    expect(plain).not.toHaveProperty('observed_user');
  });

  // enrollments#43
  test('tell students nothing of who is in which groups', async () => {
    const row = (await list(at.student2.client, ALL)).get(at.student.id);
    expect(row?.user).toHaveProperty('avatar_url');
    expect(row?.user).not.toHaveProperty('group_ids');
  });

  // enrollments#43, groups#23
  test('leave out groups where a membership does not count', async () => {
    const one = await person(server);
    const { id } = await enroll(server, at.course.id, one.id, 'StudentEnrollment');
    await server.admin.post(`/groups/${group}/memberships`, { user_id: one.id }).expect(200);
    expect((await list(at.teacher.client, ALL)).get(one.id)?.user).toMatchObject({ group_ids: [group] });
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'inactivate' }).expect(200);
    const inactive = await list(at.teacher.client, ALL, undefined, ['inactive']);
    expect(inactive.get(one.id)?.user).toMatchObject({ group_ids: [] });
  });

  // enrollments#43
  test('of a user come with pictures and the observed', async () => {
    const row = (await list(at.observer.client, ALL, '/users/self/enrollments')).get(at.observer.id);
    expect(row?.user).toHaveProperty('avatar_url');
    expect(row?.user).not.toHaveProperty('group_ids');
    expect(row?.observed_user).toMatchObject({ id: at.student.id });
  });

  // enrollments#43, access#13
  test('name the observed to those alone who may read them', async () => {
    const [here, student, observer, ta, gone] = [
      await course(server),
      await person(server),
      await person(server),
      await person(server),
      await person(server),
    ];
    const Section = z.object({ id: z.int() });
    const two = (await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'Two' } }), Section)).id;
    const there = { course_section_id: two };
    await enroll(server, here.id, student.id, 'StudentEnrollment');
    await enroll(server, here.id, gone.id, 'StudentEnrollment', there);
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { ...there, associated_user_id: student.id });
    await enroll(server, here.id, ta.id, 'TaEnrollment', { ...there, limit_privileges_to_course_section: true });
    const path = `/courses/${here.id}/enrollments`;
    const named = async (client: Client) => (await list(client, ALL, path)).get(observer.id)?.observed_user?.['id'];
    expect(await named(ta.client)).toBeUndefined();
    expect((await list(ta.client, ALL, path)).get(observer.id)?.user).toMatchObject({ name: observer.name });
    for (const client of [server.admin, observer.client, student.client, gone.client]) expect(await named(client)).toBe(student.id);
    await server.admin.delete(`/accounts/1/users/${student.id}`).expect(200);
    for (const client of [server.admin, gone.client]) expect(await named(client)).toBeUndefined();
  });

  // enrollments#43, access#8, access#12
  test('do not name the observed by what gives no right before the course is offered', async () => {
    const [here, student, observer, ta] = [await course(server), await person(server), await person(server), await person(server)];
    const sections = z.object({ id: z.int() });
    const two = await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'Two' } }), sections);
    const there = { course_section_id: two.id };
    await enroll(server, here.id, student.id, 'StudentEnrollment');
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { ...there, associated_user_id: student.id });
    await enroll(server, here.id, ta.id, 'TaEnrollment', { ...there, limit_privileges_to_course_section: true });
    await enroll(server, here.id, ta.id, 'StudentEnrollment');
    const named = async () => (await list(ta.client, ALL, `/courses/${here.id}/enrollments`)).get(observer.id)?.observed_user?.['id'];
    expect(await named()).toBe(student.id);
    await server.admin.put(`/courses/${here.id}`, { course: { event: 'claim' } }).expect(200);
    expect(await named()).toBeUndefined();
  });

  // enrollments#43
  test('name in each course whom one observes there, and nobody whom one observes elsewhere', async () => {
    const [first, second, observer, one, two] = [
      await course(server),
      await course(server),
      await person(server),
      await person(server),
      await person(server),
    ];
    const pairs = [
      [first, one],
      [first, two],
      [second, two],
      [second, null],
    ] as const;
    for (const here of [first, second]) for (const student of [one, two]) await enroll(server, here.id, student.id, 'StudentEnrollment');
    for (const [here, student] of pairs)
      await enroll(server, here.id, observer.id, 'ObserverEnrollment', student ? { associated_user_id: student.id } : {});
    for (const client of [observer.client, server.admin]) {
      const { body } = await client.get(`/users/${observer.id}/enrollments`, { include: ['observed_users'] }).expect(200);
      const shown = z.array(z.object({ course_id: z.int(), observed_user: z.object({ id: z.int() }).optional() })).parse(body);
      expect(shown.map((row) => [row.course_id, row.observed_user?.id])).toEqual(pairs.map(([here, student]) => [here.id, student?.id]));
    }
  });

  // enrollments#43
  test('cost as many statements however many there are', async () => {
    const ask = () => server.statements(() => list(at.teacher.client, ALL));
    await ask();
    const few = await ask();
    for (let i = 0; i < 3; i++) await enroll(server, at.course.id, (await person(server)).id, 'StudentEnrollment');
    expect(await ask()).toEqual(few);
  });
});

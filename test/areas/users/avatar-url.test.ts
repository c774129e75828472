import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Rows = z.array(z.looseObject({ id: z.int() }));
const Sections = z.array(z.looseObject({ students: Rows.optional() }));
const MINE = 'https://images.example/mine.png';
const server = useServer();

let here: School;
let group: number;
beforeAll(async () => {
  here = await school(server);
  await made(here.student.client.put('/users/self', { user: { avatar: { url: MINE } } }), z.unknown());
  const Made = z.object({ id: z.int() });
  const set = await made(server.admin.post(`/courses/${here.course.id}/group_categories`, { name: 'Set' }), Made);
  group = (await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }), Made)).id;
  await made(server.admin.post(`/groups/${group}/memberships`, { user_id: here.student.id }), Made);
});

const student = (rows: z.infer<typeof Rows>) => rows.find((row) => row.id === here.student.id);
const avatars = (on: boolean | null, account = 1) =>
  made(server.admin.put(`/accounts/${account}`, { account: { settings: { enable_avatars: on } } }), z.unknown());

/** The student in every list that holds users, as the teacher or an administrator reads it. */
const lists: Record<string, (query: Fields) => Promise<Record<string, unknown> | undefined>> = {
  'of a course': async (query) => student(await made(here.teacher.client.get(`/courses/${here.course.id}/users`, query), Rows)),
  'of a search in a course': async (query) =>
    student(await made(here.teacher.client.get(`/courses/${here.course.id}/search_users`, { search_term: 'student', ...query }), Rows)),
  'of a group': async (query) => student(await made(here.teacher.client.get(`/groups/${group}/users`, query), Rows)),
  'of the students of sections': async ({ include }) => {
    const asked = { include: ['students', ...(Array.isArray(include) ? include : [])] };
    const [section] = await made(here.teacher.client.get(`/courses/${here.course.id}/sections`, asked), Sections);
    return student(section?.students ?? []);
  },
};

// users#5
describe('avatar_url', () => {
  // groups#19
  test.each(Object.entries(lists))('is in the list %s when it is asked for', async (_name, list) => {
    expect(await list({})).not.toHaveProperty('avatar_url');
    expect(await list({ include: ['email'] })).not.toHaveProperty('avatar_url');
    expect(await list({ include: ['avatar_url'] })).toHaveProperty('avatar_url', MINE);
    await avatars(false);
    expect(await list({ include: ['avatar_url'] })).not.toHaveProperty('avatar_url');
    await avatars(null);
  });

  // accounts#9
  test('is in the list of an account unasked, as in single answers', async () => {
    const shown = async () => ({
      listed: student(await made(server.admin.get('/accounts/1/users', { search_term: here.student.login }), Rows)),
      single: (await here.student2.client.get(`/users/${here.student.id}`).expect(200)).body,
      inCourse: (await here.student2.client.get(`/courses/${here.course.id}/users/${here.student.id}`).expect(200)).body,
      profile: (await here.student2.client.get(`/users/${here.student.id}/profile`).expect(200)).body,
      edited: (await here.student.client.put('/users/self').expect(200)).body,
    });
    for (const user of Object.values(await shown())) expect(user).toHaveProperty('avatar_url', MINE);
    await avatars(false);
    for (const user of Object.values(await shown())) expect(user).not.toHaveProperty('avatar_url');
    // A sub-account's own wish does not count: avatars follow the root.
    await avatars(true, here.subAccountId);
    for (const user of Object.values(await shown())) expect(user).not.toHaveProperty('avatar_url');
    await avatars(null);
    await avatars(false, here.subAccountId);
    for (const user of Object.values(await shown())) expect(user).toHaveProperty('avatar_url', MINE);
    await avatars(null, here.subAccountId);
  });

  test('follows the root account of each user', async () => {
    await avatars(false, here.foreignAccountId);
    expect((await here.foreignAdmin.client.get('/users/self').expect(200)).body).not.toHaveProperty('avatar_url');
    expect((await here.student.client.get('/users/self').expect(200)).body).toHaveProperty('avatar_url', MINE);
  });
});

// users#4
describe('locale, time_zone and email', () => {
  test.each(Object.entries(lists).slice(0, 3))('are in the list %s when they are asked for', async (_name, list) => {
    await made(here.student.client.put('/users/self', { user: { locale: 'sv', time_zone: 'Europe/Stockholm' } }), z.unknown());
    const plain = await list({});
    for (const field of ['locale', 'time_zone', 'email']) expect(plain).not.toHaveProperty(field);
    expect(await list({ include: ['locale', 'time_zone'] })).toMatchObject({ locale: 'sv', time_zone: 'Europe/Stockholm' });
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

/** A user of whom everything is known, in the school's course. */
async function known(): Promise<Person> {
  const one = await person(server, { name: 'Ada King' });
  const sis = `SIS-${one.id}`;
  await made(server.admin.put(`/users/${one.id}`, { user: { short_name: 'Ada', time_zone: 'Europe/London', locale: 'en' } }), Id);
  const [login] = await made(server.admin.get(`/users/${one.id}/logins`), z.array(Id));
  await made(server.admin.put(`/accounts/${ROOT_ACCOUNT}/logins/${login?.id}`, { login: { sis_user_id: sis } }), Id);
  const channel = { address: `ada-${one.id}@school.example` };
  await made(one.client.post('/users/self/communication_channels', { communication_channel: channel }), Id);
  const enrollment = { user_id: one.id, type: 'StudentEnrollment' };
  await made(server.admin.post(`/courses/${here.course.id}/enrollments`, { enrollment }), Id);
  return one;
}

const read = async (by: Pick<Person, 'client'>, id: number | string) => (await by.client.get(`/users/${id}/profile`).expect(200)).body;

describe('a profile', () => {
  // profiles#2, profiles#3
  test('has the fields that each may see of the user', async () => {
    const ada = await known();
    const everybody = {
      id: ada.id,
      name: 'Ada King',
      short_name: 'Ada',
      sortable_name: 'King, Ada',
      avatar_url: `${server.url}/images/no-picture.svg`,
      title: null,
      bio: null,
    };
    const close = {
      ...everybody,
      login_id: ada.login,
      primary_email: `ada-${ada.id}@school.example`,
      time_zone: 'Europe/London',
    };
    const trusted = { ...close, sis_user_id: `SIS-${ada.id}`, sis_login_id: ada.login };
    const calendar = { ics: expect.stringMatching(new RegExp(`^${server.url}/feeds/calendars/user_[\\w-]+\\.ics$`)) };
    expect(await read(ada, 'self')).toEqual({ ...close, calendar });
    expect(await read(ada, ada.id)).toEqual({ ...close, calendar });
    for (const role of ['teacher', 'ta', 'rootAdmin'] as const) expect(await read(here[role], ada.id)).toEqual(trusted);
    for (const role of ['student', 'designer', 'observer'] as const) expect(await read(here[role], ada.id)).toEqual(everybody);
    expect(await read(here.rootAdmin, `sis_user_id:SIS-${ada.id}`)).toEqual(trusted);
  });

  // profiles#2
  test('leaves out what the user has not', async () => {
    const one = await person(server);
    expect(Object.keys(await read(one, 'self')).sort()).toEqual(
      ['avatar_url', 'bio', 'calendar', 'id', 'login_id', 'name', 'short_name', 'sortable_name', 'title'].sort(),
    );
  });

  // profiles#1
  test('is for oneself, administrators and those who share a course or group', async () => {
    const one = await person(server);
    for (const role of ['teacher', 'student', 'stranger', 'subAdmin'] as const) {
      const { status, body } = await here[role].client.get(`/users/${one.id}/profile`);
      expect([status, body]).toEqual([401, NOT_PERMITTED]);
    }
    expect((await here.foreignAdmin.client.get(`/users/${one.id}/profile`)).status).toBe(404);
    expect((await server.admin.get('/users/999999/profile')).status).toBe(404);
    expect((await server.anonymous.get(`/users/${one.id}/profile`)).status).toBe(401);
    const group = await made(one.client.post('/groups', { name: 'Chess' }), Id);
    await made(one.client.post(`/groups/${group.id}/memberships`, { user_id: here.stranger.id }), Id);
    expect((await here.stranger.client.get(`/users/${one.id}/profile`)).status).toBe(401);
    const [membership] = await made(
      one.client.get(`/groups/${group.id}/memberships`),
      z.array(z.looseObject({ id: z.int(), user_id: z.int() })),
    ).then((rows) => rows.filter((row) => row.user_id === here.stranger.id));
    await made(here.stranger.client.put(`/groups/${group.id}/memberships/${membership?.id}`, { workflow_state: 'accepted' }), Id);
    expect(await read(here.stranger, one.id)).toMatchObject({ id: one.id });
    expect(await read(here.stranger, one.id)).not.toHaveProperty('login_id');
  });

  test('takes two statements: who asks, and the user with what the feed is made from', async () => {
    await read(here.student, 'self');
    expect(await server.statements(() => read(here.student, 'self'))).toBe(2);
    expect(await server.statements(() => read(here.teacher, here.student.id))).toBe(2);
  });
});

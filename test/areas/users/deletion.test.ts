import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { INVALID_TOKEN, NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const Anything = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const post = (by: Client, path: string, body: Fields) => async () => by.post(path, body);

// users#30
describe('who may delete a user', () => {
  // conventions#12
  test('oneself', async () => {
    const one = await person(server);
    expect((await one.client.delete(`/accounts/${ROOT_ACCOUNT}/users/self`)).status).toBe(200);
    const after = await one.client.get('/users/self');
    expect([after.status, after.body]).toEqual([401, INVALID_TOKEN]);
  });

  test('oneself, and an administrator of the root account, where no login is left', async () => {
    for (const by of ['self', 'admin'] as const) {
      const one = await person(server);
      const [login] = await made(server.admin.get(`/users/${one.id}/logins`), z.array(z.object({ id: z.int() })));
      await server.admin.delete(`/users/${one.id}/logins/${login?.id}`).expect(200);
      await server.admin.delete(`/accounts/${here.subAccountId}/users/${one.id}`).expect(404);
      const client = by === 'self' ? one.client : server.admin;
      await client.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`).expect(200);
      await server.admin.get(`/users/${one.id}`).expect(404);
    }
  });

  test('an administrator whose reach the user is in', async () => {
    const local = await person(server, { account: here.subAccountId });
    expect((await here.subAdmin.client.delete(`/accounts/${here.subAccountId}/users/${here.student.id}`)).status).toBe(401);
    // Nor by way of an account that they do not administer, which the user belongs to as well.
    const above = await here.subAdmin.client.delete(`/accounts/${ROOT_ACCOUNT}/users/${local.id}`);
    expect([above.status, above.body]).toEqual([401, NOT_PERMITTED]);
    expect((await here.subAdmin.client.delete(`/accounts/${here.subAccountId}/users/${local.id}`)).status).toBe(200);
  });

  test('nobody else', async () => {
    for (const { client } of [here.teacher, here.ta, here.student2, here.observer, here.stranger]) {
      expect((await client.delete(`/accounts/${ROOT_ACCOUNT}/users/${here.student.id}`)).status).toBe(401);
    }
    expect((await here.foreignAdmin.client.delete(`/accounts/${ROOT_ACCOUNT}/users/${here.student.id}`)).status).toBe(404);
    expect((await server.admin.get(`/users/${here.student.id}`)).status).toBe(200);
  });

  test('out of an account of the user only', async () => {
    const one = await person(server);
    const response = await server.admin.delete(`/accounts/${here.subAccountId}/users/${one.id}`);
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    expect((await server.admin.delete(`/accounts/999999/users/${one.id}`)).status).toBe(404);
    expect((await server.admin.get(`/users/${one.id}`)).status).toBe(200);
  });
});

describe('a deletion', () => {
  // users#30
  test('answers the user as it was', async () => {
    const one = await person(server, { name: 'Late Person' });
    await made(
      one.client.post('/users/self/communication_channels', { communication_channel: { address: 'late@school.example' } }),
      Anything,
    );
    const before = await made(server.admin.get(`/users/${one.id}`), Anything);
    const { status, body } = await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`);
    expect(status).toBe(200);
    const { last_login: _, ...kept } = before;
    expect(body).toMatchObject(kept);
    expect(body).toMatchObject({ name: 'Late Person', login_id: one.login, email: 'late@school.example' });
  });

  // enrollments#32, users#23, users#31, users#32
  test('ends logins, channels, tokens and enrollments, and frees the login and the SIS id', async () => {
    const body = {
      user: { name: 'Leaver' },
      pseudonym: { unique_id: 'leaver', sis_user_id: 'LEAVER' },
      communication_channel: { address: 'leaver@school.example' },
    };
    const { id } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, body), Anything);
    const tokens = await Promise.all(
      [1, 2].map(() => made(server.admin.post(`/users/${id}/tokens`), z.object({ visible_token: z.string() }))),
    );
    const enrollment = await enroll(server, here.course.id, id, 'StudentEnrollment');
    expect((await server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, body)).status).toBe(400);

    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${id}`), Anything);

    for (const { visible_token: token } of tokens) {
      const response = await server.as(token).get('/users/self');
      expect([response.status, response.body]).toEqual([401, INVALID_TOKEN]);
    }
    for (const path of [
      `/users/${id}`,
      `/users/${id}/logins`,
      `/users/${id}/tokens`,
      `/users/${id}/communication_channels`,
      `/users/${id}/enrollments`,
    ]) {
      expect((await server.admin.get(path)).status, path).toBe(404);
    }
    expect((await server.admin.get('/users/sis_user_id:LEAVER')).status).toBe(404);
    const enrolled = await made(server.admin.get(`/courses/${here.course.id}/enrollments`, { per_page: 100 }), z.array(Anything));
    expect(enrolled.map((row) => row.id)).not.toContain(enrollment.id);
    const people = await made(server.admin.get(`/courses/${here.course.id}/users`, { per_page: 100 }), z.array(Anything));
    expect(people.map((row) => row.id)).not.toContain(id);
    const accountLogins = await server.database.pool.query('select 1 from pseudonyms where user_id = $1 and state = $2', [id, 'active']);
    expect(accountLogins.rowCount).toBe(0);

    const again = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, body), Anything);
    expect(again.id).not.toBe(id);
    expect((await made(server.admin.get('/users/sis_user_id:LEAVER'), Anything)).id).toBe(again.id);
  });

  // users#33
  test('leaves what the user wrote, under their name', async () => {
    const one = await person(server, { name: 'Late Author' });
    await enroll(server, here.course.id, one.id, 'StudentEnrollment');
    const path = `/courses/${here.course.id}/discussion_topics`;
    const { id } = await made(one.client.post(path, { title: 'Still here' }), Anything);
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`), Anything);
    const { body } = await here.student.client.get(`${path}/${id}`).expect(200);
    expect(body).toMatchObject({ title: 'Still here', user_name: 'Late Author', author: { id: one.id, display_name: 'Late Author' } });
  });

  // users#31
  test('ends every token and login at once, those that are made at that moment too', async () => {
    const one = await person(server);
    const tokenOf = () => one.client.post('/users/self/tokens', { token: { purpose: 'late' } });
    const early = await made(tokenOf(), z.object({ visible_token: z.string() }));
    const [deleted, ...late] = await Promise.all([
      one.client.delete(`/accounts/${ROOT_ACCOUNT}/users/self`),
      ...[1, 2, 3, 4].map(() => tokenOf()),
    ]);
    expect(deleted.status).toBe(200);
    for (const response of late) expect([200, 401, 404]).toContain(response.status);
    const tokens = [one.token, early.visible_token, ...late.flatMap((response) => response.body.visible_token ?? [])];
    for (const token of tokens) {
      const response = await server.as(token).get('/users/self');
      expect([response.status, response.body]).toEqual([401, INVALID_TOKEN]);
    }
    expect((await server.admin.get(`/users/sis_login_id:${one.login}`)).status).toBe(404);
    expect((await server.admin.get('/users/self', { as_user_id: `sis_login_id:${one.login}` })).status).toBe(401);
    const logins = await made(
      server.admin.get(`/accounts/${ROOT_ACCOUNT}/logins`, { per_page: 100 }),
      z.array(z.looseObject({ user_id: z.int() })),
    );
    expect(logins.map((login) => login.user_id)).not.toContain(one.id);
  });

  // users#32
  test('of somebody deleted already: 404', async () => {
    const one = await person(server);
    const answers = await Promise.all([1, 2].map(() => server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect((await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`)).status).toBe(404);
  });

  // users#31
  test('ends group memberships and appointments too', async () => {
    const one = await person(server);
    const group = await made(one.client.post('/groups', { name: 'Leaving group' }), Anything);
    await made(server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: one.id }), Anything);
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`), Anything);
    const admins = await made(server.admin.get(`/accounts/${here.subAccountId}/admins`, { per_page: 100 }), z.array(Anything));
    expect(admins.map((row) => row.id)).not.toContain(one.id);
    const members = await server.database.pool.query(
      `select 1 from group_memberships where group_id = $1 and user_id = $2 and state = 'accepted'`,
      [group.id, one.id],
    );
    expect(members.rowCount).toBe(0);
  });

  // users#31
  test.each<[string, number, (one: Person) => Promise<() => Promise<unknown>>]>([
    [
      'a login',
      404,
      async (one) => post(server.admin, `/accounts/${ROOT_ACCOUNT}/logins`, { user: { id: one.id }, login: { unique_id: unique('late') } }),
    ],
    [
      'a channel',
      404,
      async (one) =>
        post(server.admin, `/users/${one.id}/communication_channels`, { communication_channel: { address: 'late@school.example' } }),
    ],
    ['a token', 404, async (one) => post(server.admin, `/users/${one.id}/tokens`, { token: { purpose: 'late' } })],
    [
      'a follow',
      404,
      async (one) => {
        const star = await person(server);
        await star.client.put('/users/self', { user: { public_profile: true } }).expect(200);
        return async () => one.client.put(`/users/${star.id}/followers/self`);
      },
    ],
    ['a group', 404, async (one) => post(one.client, '/groups', { name: 'Late group' })],
    [
      'a membership',
      404,
      async (one) => {
        const group = await made(here.stranger.client.post('/groups', { name: 'Group' }), Anything);
        return post(server.admin, `/groups/${group.id}/memberships`, { user_id: one.id });
      },
    ],
    [
      'an invitation to a group',
      400,
      async (one) => {
        const address = `${one.login}@school.example`;
        const channel = { communication_channel: { address }, skip_confirmation: true };
        await made(server.admin.post(`/users/${one.id}/communication_channels`, channel), Anything);
        const group = await made(here.stranger.client.post('/groups', { name: 'Group' }), Anything);
        return post(here.stranger.client, `/groups/${group.id}/invite`, { invitees: [address] });
      },
    ],
    [
      'a place in a group of the account',
      200,
      async (one) => {
        const below = await made(
          server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Below') } }),
          Anything,
        );
        await made(
          server.admin.post(`/accounts/${below.id}/logins`, { user: { id: one.id }, login: { unique_id: unique('below') } }),
          Anything,
        );
        const set = await made(server.admin.post(`/accounts/${below.id}/group_categories`, { name: 'Set' }), Anything);
        await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }), Anything);
        return post(server.admin, `/group_categories/${set.id}/assign_unassigned_members`, { sync: true });
      },
    ],
    [
      'an enrollment with a student whom they observe',
      200,
      async (one) => {
        const [child, { id }] = [await person(server), await course(server)];
        await made(server.admin.put(`/users/${one.id}/observees/${child.id}`), Anything);
        return post(server.admin, `/courses/${id}/enrollments`, { enrollment: { user_id: child.id, type: 'StudentEnrollment' } });
      },
    ],
  ])('leaves nothing that is made at that moment: %s', async (_what, status, making) => {
    const one = await person(server);
    const make = await making(one);
    const answers = await atOnce(server, `select 1 from users where id = ${one.id} for update`, [
      async () => server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`),
      make,
    ]);
    expect(answers).toMatchObject([{ status: 200 }, { status }]);
    const { rows } = await server.database.pool.query(
      `select 'login' as left from pseudonyms where user_id = $1 and state = 'active'
       union all select 'token' from access_tokens where user_id = $1
       union all select 'channel' from communication_channels where user_id = $1 and state <> 'retired'
       union all select 'follow' from follows where following_user_id = $1
       union all select 'membership' from group_memberships where user_id = $1 and state <> 'deleted'
       union all select 'enrollment' from enrollments where user_id = $1 and state <> 'deleted'`,
      [one.id],
    );
    expect(rows).toEqual([]);
  });

  // users#32
  test('cannot be undone by acting as the deleted', async () => {
    const one = await person(server);
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`), Anything);
    expect((await server.admin.get('/users/self', { as_user_id: one.id })).status).toBe(401);
  });
});

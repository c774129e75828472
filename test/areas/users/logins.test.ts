import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { made, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Login = z.looseObject({
  id: z.int(),
  user_id: z.int(),
  account_id: z.int(),
  unique_id: z.string(),
  sis_user_id: z.string().nullable(),
});
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

let counter = 0;
const fresh = (): string => `extra-login-${counter++}`;
const add = (userId: number | string, login: Record<string, string>, account = ROOT_ACCOUNT, client = server.admin) =>
  client.post(`/accounts/${account}/logins`, { user: { id: userId }, login });
const blames = (field: string, type: string) => ({ errors: { [field]: [expect.objectContaining({ attribute: field, type })] } });

describe('giving a user another login', () => {
  // users#42
  test('answers the login, without its password', async () => {
    const one = await person(server);
    const login = fresh();
    const response = await add(one.id, { unique_id: login, password: 'long enough', sis_user_id: `S-${login}` });
    expect([response.status, response.body]).toEqual([
      200,
      { id: expect.any(Number), user_id: one.id, account_id: ROOT_ACCOUNT, unique_id: login, sis_user_id: `S-${login}` },
    ]);
    const all = await made(server.admin.get(`/users/${one.id}/logins`), z.array(Login));
    expect(all.map((each) => each.unique_id)).toEqual([one.login, login]);
    expect((await server.admin.get(`/users/sis_login_id:${login}`)).body).toMatchObject({ id: one.id });
  });

  // users#44
  test('takes the user in any form of an id', async () => {
    const one = await person(server);
    expect((await made(add(`sis_login_id:${one.login}`, { unique_id: fresh() }), Login)).user_id).toBe(one.id);
  });

  // users#44
  test.each([
    ['unique_id', 'too_short', {}],
    ['unique_id', 'too_short', { unique_id: '' }],
    ['unique_id', 'too_long', { unique_id: 'a'.repeat(101) }],
    ['unique_id', 'invalid', { unique_id: '-a' }],
    ['password', 'too_short', { unique_id: 'password-of-7', password: '1234567' }],
  ])('refuses a wrong %s (%s)', async (field, type, login) => {
    const one = await person(server);
    const response = await add(one.id, login);
    expect([response.status, response.body]).toEqual([400, blames(field, type)]);
    expect(await made(server.admin.get(`/users/${one.id}/logins`), z.array(Login))).toHaveLength(1);
  });

  // users#23
  test('refuses what is taken, in any case', async () => {
    const [one, other] = [await person(server), await person(server)];
    const sis = `S-${fresh()}`;
    await made(add(other.id, { unique_id: fresh(), sis_user_id: sis }), Login);
    const taken = await add(one.id, { unique_id: other.login.toUpperCase() });
    expect([taken.status, taken.body]).toEqual([400, blames('unique_id', 'taken')]);
    const takenSis = await add(one.id, { unique_id: fresh(), sis_user_id: sis });
    expect([takenSis.status, takenSis.body]).toEqual([400, blames('sis_user_id', 'taken')]);
  });

  // users#44
  test('wants a user', async () => {
    const response = await server.admin.post(`/accounts/${ROOT_ACCOUNT}/logins`, { login: { unique_id: fresh() } });
    expect([response.status, response.body]).toEqual([400, blames('id', 'blank')]);
    expect((await add('nobody', { unique_id: fresh() })).status).toBe(400);
    expect((await add(999_999, { unique_id: fresh() })).status).toBe(404);
    expect((await add('sis_user_id:nobody', { unique_id: fresh() })).status).toBe(404);
  });

  test('brings the user into the account', async () => {
    const one = await person(server);
    const login = await made(add(one.id, { unique_id: fresh() }, here.subAccountId), Login);
    const found = () => made(server.admin.get(`/accounts/${here.subAccountId}/users`, { search_term: String(one.id) }), z.unknown());
    expect(login.account_id).toBe(here.subAccountId);
    expect(await found()).toEqual([expect.objectContaining({ id: one.id })]);
  });

  // users#44
  test('finds no user in another root account, whoever asks', async () => {
    const { id: tenant } = await made(server.admin.post('/accounts', { account: { name: 'Tenant' } }), z.object({ id: z.int() }));
    const one = await person(server);
    expect((await add(one.id, { unique_id: fresh() }, tenant)).status).toBe(404);
    expect(await made(server.admin.get(`/users/${one.id}/logins`), z.array(Login))).toHaveLength(1);
  });

  // users#43
  test('is for administrators with reach over the user', async () => {
    for (const { client } of [here.teacher, here.student, here.stranger])
      expect((await add(here.student.id, { unique_id: fresh() }, ROOT_ACCOUNT, client)).status).toBe(401);
    const { client } = here.subAdmin;
    expect((await add(here.student.id, { unique_id: fresh() }, here.subAccountId, client)).status).toBe(401);
    expect((await add(here.rootAdmin.id, { unique_id: fresh() }, here.subAccountId, client)).status).toBe(401);
    const local = await person(server, { account: here.subAccountId });
    expect((await add(local.id, { unique_id: fresh() }, here.subAccountId, client)).status).toBe(200);
    expect((await add(here.foreignAdmin.id, { unique_id: fresh() })).status).toBe(404);
  });
});

describe('changing a login', () => {
  // users#45
  test('changes what is sent and keeps the rest', async () => {
    const one = await person(server);
    const before = await made(add(one.id, { unique_id: fresh(), sis_user_id: `S-${fresh()}` }), Login);
    const renamed = fresh();
    const after = await made(server.admin.put(`/accounts/${ROOT_ACCOUNT}/logins/${before.id}`, { login: { unique_id: renamed } }), Login);
    expect(after).toEqual({ ...before, unique_id: renamed });
    expect(
      (await made(server.admin.put(`/accounts/${ROOT_ACCOUNT}/logins/${before.id}`, { login: { sis_user_id: '' } }), Login)).sis_user_id,
    ).toBeNull();
    const other = await person(server, { login: before.unique_id });
    expect(other.id).not.toBe(one.id);
  });

  // users#45
  test('refuses what is wrong or taken', async () => {
    const [one, other] = [await person(server), await person(server)];
    const login = await made(add(one.id, { unique_id: fresh() }), Login);
    const put = (sent: Record<string, string>) => server.admin.put(`/accounts/${ROOT_ACCOUNT}/logins/${login.id}`, { login: sent });
    for (const [sent, field, type] of [
      [{ unique_id: '' }, 'unique_id', 'too_short'],
      [{ unique_id: '?' }, 'unique_id', 'invalid'],
      [{ password: 'short' }, 'password', 'too_short'],
      [{ unique_id: other.login }, 'unique_id', 'taken'],
    ] as const) {
      const response = await put(sent);
      expect([response.status, response.body]).toEqual([400, blames(field, type)]);
    }
    expect((await made(server.admin.get(`/users/${one.id}/logins`), z.array(Login))).at(-1)).toEqual(login);
  });

  // users#45
  test('finds only logins of that account', async () => {
    const one = await person(server);
    const login = await made(add(one.id, { unique_id: fresh() }), Login);
    expect((await server.admin.put(`/accounts/${here.subAccountId}/logins/${login.id}`, { login: { unique_id: fresh() } })).status).toBe(
      404,
    );
    expect((await server.admin.put(`/accounts/${ROOT_ACCOUNT}/logins/999999`, { login: { unique_id: fresh() } })).status).toBe(404);
  });

  // users#43
  test('is not for who has fewer rights than the user', async () => {
    const one = await person(server, { account: here.subAccountId });
    const login = await made(add(one.id, { unique_id: fresh() }, here.subAccountId), Login);
    const put = () => here.subAdmin.client.put(`/accounts/${here.subAccountId}/logins/${login.id}`, { login: { password: 'taken over' } });
    expect((await put()).status).toBe(200);
    await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: one.id }), z.unknown());
    expect((await put()).status).toBe(401);
  });
});

describe('removing a login', () => {
  // users#23, users#42, users#46
  test('frees it and ends the belonging it gave', async () => {
    const one = await person(server);
    const name = fresh();
    const login = await made(add(one.id, { unique_id: name }, here.subAccountId), Login);
    expect((await made(one.client.delete(`/users/self/logins/${login.id}`), Login)).id).toBe(login.id);
    expect((await server.admin.get(`/users/sis_login_id:${name}`)).status).toBe(404);
    expect((await one.client.delete(`/users/self/logins/${login.id}`)).status).toBe(404);
    const people = await made(
      server.admin.get(`/accounts/${here.subAccountId}/users`, { per_page: 100 }),
      z.array(z.looseObject({ id: z.int() })),
    );
    expect(people.map((each) => each.id)).not.toContain(one.id);
    expect((await person(server, { login: name })).id).not.toBe(one.id);
  });

  // users#2
  test('leaves the user with the first of the others', async () => {
    const one = await person(server);
    const next = fresh();
    await made(add(one.id, { unique_id: next }), Login);
    const shown = async () => (await server.admin.get(`/users/${one.id}`).expect(200)).body.login_id;
    expect(await shown()).toBe(one.login);
    const [first] = await made(server.admin.get(`/users/${one.id}/logins`), z.array(Login));
    await one.client.delete(`/users/self/logins/${first?.id}`).expect(200);
    expect(await shown()).toBe(next);
  });

  // users#43, users#45
  test('of another user: 404 under the wrong user, 401 for who may not', async () => {
    const [one, other] = [await person(server), await person(server)];
    const login = await made(add(one.id, { unique_id: fresh() }), Login);
    expect((await other.client.delete(`/users/self/logins/${login.id}`)).status).toBe(404);
    expect((await other.client.delete(`/users/${one.id}/logins/${login.id}`)).status).toBe(401);
    expect(await made(one.client.get('/users/self/logins'), z.array(Login))).toHaveLength(2);
  });
});

// users#42, users#43
describe('the lists', () => {
  test('of an account: its own logins by id, for its administrators', async () => {
    const { client } = here.subAdmin;
    const local = await person(server, { account: here.subAccountId });
    const own = await made(client.get(`/accounts/${here.subAccountId}/logins`, { per_page: 100 }), z.array(Login));
    expect(own.map((login) => login.unique_id)).toContain(local.login);
    expect(new Set(own.map((login) => login.account_id))).toEqual(new Set([here.subAccountId]));
    expect(own.map((login) => login.id)).toEqual(own.map((login) => login.id).toSorted((a, b) => a - b));
    expect((await client.get(`/accounts/${ROOT_ACCOUNT}/logins`)).status).toBe(401);
    expect((await here.student.client.get(`/accounts/${here.subAccountId}/logins`)).status).toBe(401);
  });

  test('of a user: oneself and who may act as that user', async () => {
    expect(await made(here.student.client.get('/users/self/logins'), z.array(Login))).toEqual([
      expect.objectContaining({ unique_id: here.student.login }),
    ]);
    expect((await here.rootAdmin.client.get(`/users/${here.student.id}/logins`)).status).toBe(200);
    for (const { client } of [here.teacher, here.student2, here.subAdmin])
      expect((await client.get(`/users/${here.student.id}/logins`)).status).toBe(401);
  });
});

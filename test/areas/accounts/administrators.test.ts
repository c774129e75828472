import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { appoint, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const admins = async (account: number, client = server.admin, query: Fields = {}): Promise<number[]> =>
  (await made(client.get(`/accounts/${account}/admins`, { per_page: 100, ...query }), z.array(z.looseObject({ user: Id })))).map(
    (each) => each.user.id,
  );

/** A root account of its own, with so many administrators besides the one who made it, who leaves. */
async function tenant(count: number) {
  const { id } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
  const people = [];
  for (let i = 0; i < count; i++) {
    const one = await person(server, { account: id });
    await appoint(server, id, one.id);
    people.push(one);
  }
  await made(server.admin.delete(`/accounts/${id}/admins/self`), z.unknown());
  return { id, people };
}

describe('appointing', () => {
  // access#5: rows of several requests name one user at once, and each then brings up to date to which accounts that user belongs.
  test('waits for no other request that has only named the same user', async () => {
    const one = await person(server);
    const other = await server.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('insert into account_admins (account_id, user_id) values ($1, $2)', [ROOT_ACCOUNT, one.id]);
      await appoint(server, here.subAccountId, one.id);
      expect(await admins(here.subAccountId)).toContain(one.id);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  // accounts#15, accounts#19
  test('gives the rights at once', async () => {
    const one = await person(server);
    expect((await one.client.get(`/accounts/${here.subAccountId}`)).status).toBe(401);
    const response = await server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: one.id });
    expect(response.status).toBe(200);
    const names = { name: one.name, sortable_name: expect.any(String), short_name: one.name };
    expect(response.body).toEqual({ id: one.id, account_id: here.subAccountId, user: { id: one.id, ...names } });
    expect((await one.client.get(`/accounts/${here.subAccountId}`)).status).toBe(200);
    expect(await admins(here.subAccountId)).toContain(one.id);
  });

  // accounts#15
  test('is told of those who are asked for', async () => {
    const { id, people } = await tenant(3);
    const [one = 0, two = 0, three = 0] = people.map((each) => each.id);
    const asked = (user_id: Fields[string]) => admins(id, people[0]?.client, { user_id });
    expect(await asked([three, one])).toEqual([one, three]);
    expect(await asked(two)).toEqual([two]);
    expect(await asked([here.subAdmin.id])).toEqual([]);
    expect(await asked([''])).toHaveLength(3);
    // conventions#52
    expect(await asked(['self', `sis_login_id:${people[1]?.login}`, 'sis_user_id:nobody'])).toEqual([one, two]);
    expect((await server.admin.get(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: ['x'] })).status).toBe(400);
  });

  // accounts#15, accounts#17
  test('is told of those of the root account of the caller too, who were appointed by the same name', async () => {
    const { id } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
    const [own, site] = [await person(server, { account: id }), await person(server)];
    await appoint(server, id, own.id);
    const named = `sis_login_id:${site.login}`;
    await made(server.admin.post(`/accounts/${id}/admins`, { user_id: named }), z.unknown());
    expect(await admins(id, server.admin, { user_id: [named, 'sis_login_id:nobody'] })).toEqual([site.id]);
    expect(await admins(id, server.admin, { user_id: [named, `sis_login_id:${own.login}`] })).toEqual([own.id, site.id]);
  });

  // accounts#18
  test('twice is once', async () => {
    const one = await person(server);
    await appoint(server, here.subAccountId, one.id);
    await appoint(server, here.subAccountId, one.id);
    expect((await admins(here.subAccountId)).filter((id) => id === one.id)).toHaveLength(1);
  });

  // accounts#17
  test('takes the user in any form of an id', async () => {
    const one = await person(server);
    await made(server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: `sis_login_id:${one.login}` }), z.unknown());
    expect(await admins(here.subAccountId)).toContain(one.id);
  });

  // accounts#17
  test('wants a user of the root account', async () => {
    const blank = await server.admin.post(`/accounts/${here.subAccountId}/admins`);
    expect([blank.status, blank.body]).toEqual([400, { errors: { user_id: [expect.objectContaining({ type: 'blank' })] } }]);
    expect((await server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: 'somebody' })).status).toBe(400);
    for (const nobody of [999_999, here.foreignAdmin.id]) {
      const response = await server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: nobody });
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
  });

  // accounts#16
  test('is for administrators of that account or of one above', async () => {
    const one = await person(server);
    for (const { client } of [here.teacher, here.student, here.stranger]) {
      expect((await client.post(`/accounts/${here.subAccountId}/admins`, { user_id: one.id })).status).toBe(401);
      expect((await client.get(`/accounts/${here.subAccountId}/admins`)).status).toBe(401);
      expect((await client.delete(`/accounts/${here.subAccountId}/admins/${here.subAdmin.id}`)).status).toBe(401);
    }
    // Nobody raises oneself above one's own account.
    expect((await here.subAdmin.client.post(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: here.subAdmin.id })).status).toBe(401);
    expect((await here.foreignAdmin.client.post(`/accounts/${here.subAccountId}/admins`, { user_id: here.foreignAdmin.id })).status).toBe(
      404,
    );
    expect((await here.subAdmin.client.post(`/accounts/${here.subAccountId}/admins`, { user_id: one.id })).status).toBe(200);
  });
});

describe('dismissing', () => {
  // accounts#15, accounts#19
  test('ends the rights at once', async () => {
    const one = await person(server);
    await appoint(server, here.subAccountId, one.id);
    expect((await one.client.get(`/accounts/${here.subAccountId}`)).status).toBe(200);
    const dismissed = await server.admin.delete(`/accounts/${here.subAccountId}/admins/${one.id}`).expect(200);
    expect(dismissed.body).toMatchObject({ id: one.id, account_id: here.subAccountId, user: { id: one.id, name: one.name } });
    expect((await one.client.get(`/accounts/${here.subAccountId}`)).status).toBe(401);
    expect(await admins(here.subAccountId)).not.toContain(one.id);
    expect((await server.admin.delete(`/accounts/${here.subAccountId}/admins/${one.id}`)).status).toBe(404);
  });

  // accounts#17
  test('is of who was appointed from another root account as well', async () => {
    const { id } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
    const own = await person(server, { account: id });
    await appoint(server, id, own.id);
    const maker = await made(server.admin.get('/users/self'), Id);
    await made(own.client.delete(`/accounts/${id}/admins/${maker.id}`), z.unknown());
    expect(await admins(id, own.client)).toEqual([own.id]);
  });

  // accounts#20
  test('of the last administrator of an account below is fine', async () => {
    const { id } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Below') } }), Id);
    const one = await person(server);
    await appoint(server, id, one.id);
    expect((await one.client.delete(`/accounts/${id}/admins/self`)).status).toBe(200);
    expect(await admins(id)).toEqual([]);
  });

  // accounts#19
  test('of somebody who is none: 404', async () => {
    expect((await server.admin.delete(`/accounts/${here.subAccountId}/admins/${here.student.id}`)).status).toBe(404);
    expect((await server.admin.delete(`/accounts/${here.subAccountId}/admins/999999`)).status).toBe(404);
  });
});

// accounts#20
describe('the last administrator of a root account', () => {
  test('can be neither removed nor deleted', async () => {
    const { id, people } = await tenant(1);
    const [last] = people;
    const client = last?.client ?? server.anonymous;
    for (const path of [`/accounts/${id}/admins/self`, `/accounts/${id}/users/self`]) {
      const response = await client.delete(path);
      expect([response.status, response.body], path).toEqual([400, { errors: [{ message: expect.any(String) }] }]);
    }
    expect(await admins(id, client)).toEqual([last?.id]);
    expect((await client.get('/users/self')).status).toBe(200);
  });

  test('can go once there is another', async () => {
    const { id, people } = await tenant(2);
    const [one, other] = people;
    expect((await one?.client.delete(`/accounts/${id}/users/self`))?.status).toBe(200);
    expect((await other?.client.delete(`/accounts/${id}/users/self`))?.status).toBe(400);
  });

  // accounts#17, users#31
  test('stays when somebody is appointed and deleted at once: who is deleted is no administrator', async () => {
    const { id, people } = await tenant(1);
    const [last] = people;
    const client = last?.client ?? server.anonymous;
    const one = await person(server, { account: id });
    const [deleted, appointed] = await atOnce(server, `select id from users where id = ${one.id} for update`, [
      async () => client.delete(`/accounts/${id}/users/${one.id}`),
      async () => client.post(`/accounts/${id}/admins`, { user_id: one.id }),
    ]);
    expect([deleted?.status, appointed?.status, appointed?.body]).toEqual([200, 404, NOT_FOUND]);
    expect(await admins(id, client)).toEqual([last?.id]);
    expect((await client.delete(`/accounts/${id}/users/self`)).status).toBe(400);
  });

  test.each([
    ['both are removed', 'admins', 'admins'],
    ['both are deleted', 'users', 'users'],
    ['one is removed, one deleted', 'admins', 'users'],
  ])('stays when two leave at once: %s', async (_how, first, second) => {
    for (let round = 0; round < 3; round++) {
      const { id, people } = await tenant(2);
      const ways = [first, second];
      const answers = await Promise.all(people.map((each, i) => each.client.delete(`/accounts/${id}/${ways[i]}/self`)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      const { rows } = await server.database.pool.query('select 1 from account_admins where account_id = $1', [id]);
      expect(rows).toHaveLength(1);
    }
  });
});

describe('the list', () => {
  // accounts#15
  test('holds the appointed by id, page by page', async () => {
    const { id } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Below') } }), Id);
    const people = [await person(server), await person(server), await person(server)];
    for (const one of people.toReversed()) await appoint(server, id, one.id);
    expect(await admins(id)).toEqual(people.map((one) => one.id));
    const second = await server.admin.get(`/accounts/${id}/admins`, { per_page: 2, page: 2 });
    expect(second.body).toEqual([expect.objectContaining({ user: expect.objectContaining({ id: people[2]?.id }) })]);
  });
});

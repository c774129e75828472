import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { appoint, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const below = (parent: number, account: Fields = {}) =>
  server.admin.post(`/accounts/${parent}/sub_accounts`, { account: { name: unique('Below'), ...account } });
const newBelow = (parent: number, account: Fields = {}) => made(below(parent, account));
const remove = (id: number, parent = ROOT_ACCOUNT, by: Client = server.admin) => by.delete(`/accounts/${parent}/sub_accounts/${id}`);
const newCourse = (account: number) => server.admin.post(`/accounts/${account}/courses`, { course: { name: unique('Course') } });

describe('an account below an account', () => {
  // accounts#22, accounts#23
  test('is deleted, and its SIS id is free', async () => {
    const sis = unique('SIS');
    const { id } = await newBelow(ROOT_ACCOUNT, { sis_account_id: sis });
    expect((await remove(id).expect(200)).body).toMatchObject({ id, workflow_state: 'deleted', sis_account_id: sis });
    for (const path of ['', '/sub_accounts', '/users']) expect((await server.admin.get(`/accounts/${id}${path}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await server.admin.get(`/accounts/sis_account_id:${encodeURIComponent(sis)}`)).status).toBe(404);
    await below(ROOT_ACCOUNT, { sis_account_id: sis }).expect(200);
  });

  // accounts#4, accounts#22
  test('is in no list once it is deleted', async () => {
    const { id: parent } = await newBelow(ROOT_ACCOUNT);
    const [gone, there] = [await newBelow(parent), await newBelow(parent)];
    await remove(gone.id, parent).expect(200);
    for (const recursive of [false, true]) {
      const { body } = await server.admin.get(`/accounts/${parent}/sub_accounts`, { recursive }).expect(200);
      expect(body.map((row: { id: number }) => row.id)).toEqual([there.id]);
    }
  });

  // accounts#22
  test('stays while there is a course or an account in it', async () => {
    const { id } = await newBelow(ROOT_ACCOUNT);
    const { id: deeper } = await newBelow(id);
    expect((await remove(id)).status).toBe(400);
    await remove(deeper, id).expect(200);
    const { id: courseId } = await made(newCourse(id));
    expect((await remove(id)).status).toBe(400);
    await server.admin.get(`/accounts/${id}`).expect(200);
    await server.admin.delete(`/courses/${courseId}`, { event: 'delete' }).expect(200);
    await remove(id).expect(200);
  });

  // accounts#22
  test('is deleted by the administrators above it, where it stands', async () => {
    const { id } = await newBelow(at.subAccountId);
    expect((await remove(id, ROOT_ACCOUNT)).status).toBe(404);
    expect((await remove(ROOT_ACCOUNT, at.subAccountId)).status).toBe(404);
    expect((await remove(id, at.subAccountId, at.teacher.client)).status).toBe(401);
    expect((await remove(at.subAccountId, ROOT_ACCOUNT, at.subAdmin.client)).status).toBe(401);
    await remove(id, at.subAccountId, at.subAdmin.client).expect(200);
  });

  // accounts#23, access#4
  test('leaves no administrator with rights over its users', async () => {
    const { id } = await newBelow(ROOT_ACCOUNT);
    const [dean, one] = [await person(server, { account: id }), await person(server, { account: id })];
    await appoint(server, id, dean.id);
    const asked = async () => [
      (await dean.client.get(`/users/${one.id}`)).status,
      (await dean.client.put(`/users/${one.id}`, { user: { short_name: 'Short' } })).status,
      (await dean.client.get('/users/self', { as_user_id: one.id })).status,
      (await dean.client.get('/accounts').expect(200)).body.length,
    ];
    expect(await asked()).toEqual([200, 200, 200, 1]);
    await remove(id).expect(200);
    expect(await asked()).toEqual([401, 401, 401, 0]);
    expect((await server.admin.delete(`/accounts/${id}/users/${one.id}`)).status).toBe(404);
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`).expect(200);
  });

  // accounts#23
  test('has nobody appointed at the same time', async () => {
    const { id } = await newBelow(ROOT_ACCOUNT);
    const answers = await atOnce(server, `select 1 from accounts where id = ${id} for update`, [
      async () => remove(id),
      async () => server.admin.post(`/accounts/${id}/admins`, { user_id: at.student.id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect((await server.database.pool.query('select 1 from account_admins where account_id = $1', [id])).rows).toEqual([]);
  });

  // accounts#22
  test('gets no account below it at that moment, and is not deleted where it gets one', async () => {
    const meeting = async (...work: ((id: number) => Promise<{ status: number }>)[]) => {
      const { id } = await newBelow(ROOT_ACCOUNT);
      const held = `select 1 from accounts where id = ${id} for update`;
      return (
        await atOnce(
          server,
          held,
          work.map((one) => () => one(id)),
        )
      ).map(({ status }) => status);
    };
    const [removing, adding] = [async (id: number) => remove(id), async (id: number) => below(id)];
    expect(await meeting(removing, adding)).toEqual([200, 404]);
    expect(await meeting(adding, removing)).toEqual([200, 400]);
  });

  // accounts#22
  test('is either deleted or gets what is made in it at the same time', async () => {
    for (const make of [newCourse, below]) {
      const { id } = await newBelow(ROOT_ACCOUNT);
      const [removed, ...others] = (await Promise.all([remove(id), make(id), make(id)])).map(({ status }) => status);
      expect(others.some((status) => status === 200) ? 400 : 200).toBe(removed);
    }
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

describe('settings', () => {
  // profiles#20
  test('are off at first, kept, and shown both ways', async () => {
    const one = await person(server);
    const get = async () => (await one.client.get('/users/self/settings').expect(200)).body;
    const put = async (body: { manual_mark_as_read?: string | boolean | number }) =>
      (await one.client.put('/users/self/settings', body).expect(200)).body;
    expect(await get()).toEqual({ manual_mark_as_read: false });
    expect(await put({ manual_mark_as_read: 'true' })).toEqual({ manual_mark_as_read: true });
    expect(await get()).toEqual({ manual_mark_as_read: true });
    // What is not sent stays, an empty value too.
    expect(await put({})).toEqual({ manual_mark_as_read: true });
    expect(await put({ manual_mark_as_read: '' })).toEqual({ manual_mark_as_read: true });
    expect((await one.client.putForm(`/users/${one.id}/settings`, { manual_mark_as_read: 0 }).expect(200)).body).toEqual({
      manual_mark_as_read: false,
    });
    expect(await get()).toEqual({ manual_mark_as_read: false });
  });

  // profiles#22
  test('are refused what is neither true nor false', async () => {
    const one = await person(server);
    const response = await one.client.put('/users/self/settings', { manual_mark_as_read: 'perhaps' });
    expect([response.status, response.body]).toEqual([
      400,
      { errors: { manual_mark_as_read: [expect.objectContaining({ attribute: 'manual_mark_as_read', type: 'invalid' })] } },
    ]);
    expect((await one.client.get('/users/self/settings')).body).toEqual({ manual_mark_as_read: false });
  });

  // profiles#21
  test('are read and changed by oneself and administrators with reach', async () => {
    const local = await person(server, { account: here.subAccountId });
    const path = `/users/${local.id}/settings`;
    for (const role of ['subAdmin', 'rootAdmin'] as const) {
      expect((await here[role].client.put(path, { manual_mark_as_read: true })).body).toEqual({ manual_mark_as_read: true });
      expect((await here[role].client.get(path)).body).toEqual({ manual_mark_as_read: true });
    }
    for (const role of ['teacher', 'student', 'stranger'] as const) {
      expect((await here[role].client.get(path)).status).toBe(401);
      expect((await here[role].client.put(path, { manual_mark_as_read: false })).status).toBe(401);
    }
    expect((await here.foreignAdmin.client.put(path, { manual_mark_as_read: false })).status).toBe(404);
    expect((await here.subAdmin.client.get(`/users/${here.student.id}/settings`)).status).toBe(401);
    expect((await server.admin.get('/users/999999/settings')).status).toBe(404);
    expect((await local.client.get('/users/self/settings')).body).toEqual({ manual_mark_as_read: true });
  });

  // profiles#21
  test('are read of somebody with more rights than one’s own, and not changed', async () => {
    const above = (await server.admin.get('/users/self').expect(200)).body.id;
    const { client } = here.rootAdmin;
    // Who made the other root account administers it.
    expect((await client.get(`/users/${above}/settings`)).body).toEqual({ manual_mark_as_read: false });
    expect((await client.put(`/users/${above}/settings`, { manual_mark_as_read: true })).status).toBe(401);
    expect((await server.admin.get('/users/self/settings')).body).toEqual({ manual_mark_as_read: false });
  });
});

import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { hashToken } from '../../../src/access/caller.ts';
import { insertToken } from '../../../src/areas/users/tokens.ts';
import { INVALID_TOKEN } from '../../helpers/refusals.ts';
import { made, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Made = z.looseObject({ id: z.int(), visible_token: z.string(), expires_at: z.string().nullable() });
const Listed = z.array(z.looseObject({ id: z.int(), token_hint: z.string().optional() }));
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

describe('a new token', () => {
  // users#34, users#35
  test('is shown this once', async () => {
    const one = await person(server);
    const response = await one.client.post('/users/self/tokens', {
      token: { purpose: 'my script', expires_at: '2099-01-31T12:00:00+01:00' },
    });
    expect([response.status, response.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        purpose: 'my script',
        user_id: one.id,
        expires_at: '2099-01-31T11:00:00Z',
        created_at: expect.stringMatching(SECOND),
        visible_token: expect.stringMatching(/^[\w-]{32,}$/),
      },
    ]);
    const token = Made.parse(response.body);
    expect((await server.as(token.visible_token).get('/users/self')).body).toMatchObject({ id: one.id });
    const list = await one.client.get('/users/self/tokens', { per_page: 100 });
    expect(list.text).not.toContain(token.visible_token);
    expect(Listed.parse(list.body).find((each) => each.id === token.id)).toMatchObject({
      purpose: 'my script',
      token_hint: token.visible_token.slice(0, 5),
    });
    for (const each of Listed.parse(list.body)) expect(each).not.toHaveProperty('visible_token');
  });

  // users#34
  test('needs nothing', async () => {
    const one = await person(server);
    const token = await made(one.client.post('/users/self/tokens'), Made);
    expect(token).toMatchObject({ purpose: null, expires_at: null });
    expect((await server.as(token.visible_token).get('/users/self')).status).toBe(200);
  });

  test('differs from every other', async () => {
    const one = await person(server);
    const tokens = await Promise.all([1, 2, 3].map(() => made(one.client.post('/users/self/tokens'), Made)));
    expect(new Set(tokens.map((token) => token.visible_token)).size).toBe(3);
  });

  // users#40
  test('is kept as a hash', async () => {
    const one = await person(server);
    const { id, visible_token: token } = await made(one.client.post('/users/self/tokens'), Made);
    const { rows } = await server.database.pool.query<{ hash: Buffer; row: string }>(
      'select hash, row_to_json(t)::text as row from access_tokens t where id = $1',
      [id],
    );
    expect(rows[0]?.hash.equals(hashToken(token))).toBe(true);
    expect(rows[0]?.row).not.toContain(token);
  });

  // users#34
  test.each([
    ['expires_at', 'invalid', { expires_at: 'tomorrow' }],
    ['expires_at', 'invalid', { expires_at: '2099-02-30' }],
    ['purpose', 'too_long', { purpose: 'p'.repeat(256) }],
  ])('of a wrong %s (%s) is refused', async (field, type, token) => {
    const one = await person(server);
    const response = await one.client.post('/users/self/tokens', { token });
    expect([response.status, response.body]).toEqual([400, { errors: { [field]: [expect.objectContaining({ attribute: field, type })] } }]);
    expect(await made(one.client.get('/users/self/tokens'), Listed)).toHaveLength(1);
  });
});

// users#37
describe('who makes, reads and revokes tokens', () => {
  test('oneself, and who may act as the user', async () => {
    expect((await here.student.client.post('/users/self/tokens')).status).toBe(200);
    expect((await here.rootAdmin.client.post(`/users/${here.student.id}/tokens`)).status).toBe(200);
    expect((await here.rootAdmin.client.get(`/users/${here.student.id}/tokens`)).status).toBe(200);
    const local = await person(server, { account: here.subAccountId });
    expect((await here.subAdmin.client.post(`/users/${local.id}/tokens`)).status).toBe(200);
  });

  test('nobody else', async () => {
    const [token] = await made(here.student.client.get('/users/self/tokens'), Listed);
    for (const { client } of [here.teacher, here.ta, here.student2, here.observer, here.stranger, here.subAdmin]) {
      expect((await client.post(`/users/${here.student.id}/tokens`)).status).toBe(401);
      expect((await client.get(`/users/${here.student.id}/tokens`)).status).toBe(401);
      expect((await client.delete(`/users/${here.student.id}/tokens/${token?.id}`)).status).toBe(401);
    }
    expect((await here.foreignAdmin.client.post(`/users/${here.student.id}/tokens`)).status).toBe(404);
    expect((await here.subAdmin.client.post(`/users/${here.rootAdmin.id}/tokens`)).status).toBe(401);
  });

  test('not while masquerading', async () => {
    const one = await person(server);
    for (const path of ['/users/self/tokens', `/users/${one.id}/tokens`]) {
      const response = await server.admin.post(path, { as_user_id: one.id });
      expect([response.status, response.body.status]).toEqual([401, 'unauthorized']);
    }
    expect(await made(one.client.get('/users/self/tokens'), Listed)).toHaveLength(1);
  });
});

describe('the list', () => {
  // users#35
  test('hints at no short token', async () => {
    // The administrator of the tests came with a token of 24 characters.
    expect(inject('adminToken').length).toBeLessThan(32);
    const own = await made(server.admin.get('/users/self/tokens', { per_page: 100 }), Listed);
    expect(own[0]).not.toHaveProperty('token_hint');
  });

  // users#35
  test.each([
    { length: 31, hinted: false },
    { length: 32, hinted: true },
  ])('of a token of $length characters has a hint: $hinted', async ({ length, hinted }) => {
    const { id } = await person(server);
    await insertToken(server.database, id, randomBytes(length).toString('hex').slice(0, length));
    const own = (await made(server.admin.get(`/users/${id}/tokens`), Listed)).at(-1);
    expect(own && 'token_hint' in own).toBe(hinted);
  });

  // users#35
  test('is paged', async () => {
    const one = await person(server);
    for (let i = 0; i < 4; i++) await made(one.client.post('/users/self/tokens'), Made);
    const all = (await made(one.client.get('/users/self/tokens', { per_page: 100 }), Listed)).map((token) => token.id);
    expect(all).toHaveLength(5);
    const second = await made(one.client.get('/users/self/tokens', { per_page: 2, page: 2 }), Listed);
    expect(second.map((token) => token.id)).toEqual(all.slice(2, 4));
  });
});

describe('the end of a token', () => {
  // users#36, users#39, conventions#12
  test('revoked, it is refused at once', async () => {
    const one = await person(server);
    const token = await made(one.client.post('/users/self/tokens'), Made);
    const client = server.as(token.visible_token);
    expect((await client.get('/users/self')).status).toBe(200);
    const revoked = await one.client.delete(`/users/self/tokens/${token.id}`);
    expect(revoked.status).toBe(200);
    expect(revoked.text).not.toContain(token.visible_token);
    const refused = await client.get('/users/self');
    expect([refused.status, refused.body, refused.headers['www-authenticate']]).toEqual([401, INVALID_TOKEN, 'Bearer realm="lectern"']);
    expect((await one.client.get('/users/self')).status).toBe(200);
    expect((await one.client.delete(`/users/self/tokens/${token.id}`)).status).toBe(404);
  });

  // users#36
  test('a token can revoke itself', async () => {
    const one = await person(server);
    const [own] = await made(one.client.get('/users/self/tokens'), Listed);
    expect((await one.client.delete(`/users/self/tokens/${own?.id}`)).status).toBe(200);
    expect((await one.client.get('/users/self')).status).toBe(401);
  });

  // users#39, conventions#12
  test('expired, it is refused at once', async () => {
    const one = await person(server);
    const past = await made(one.client.post('/users/self/tokens', { token: { expires_at: '2020-01-01T00:00:00Z' } }), Made);
    const refused = await server.as(past.visible_token).get('/users/self');
    expect([refused.status, refused.body]).toEqual([401, INVALID_TOKEN]);
    const running = await made(one.client.post('/users/self/tokens', { token: { expires_at: '2099-01-01T00:00:00Z' } }), Made);
    expect((await server.as(running.visible_token).get('/users/self')).status).toBe(200);
    await server.database.pool.query(`update access_tokens set expires_at = now() - interval '1 millisecond' where id = $1`, [running.id]);
    expect((await server.as(running.visible_token).get('/users/self')).status).toBe(401);
  });

  // users#36
  test('one of somebody else is not found under oneself', async () => {
    const [one, other] = [await person(server), await person(server)];
    const [token] = await made(one.client.get('/users/self/tokens'), Listed);
    expect((await other.client.delete(`/users/self/tokens/${token?.id}`)).status).toBe(404);
    expect((await one.client.get('/users/self')).status).toBe(200);
  });
});

describe('the use of a token', () => {
  const lastUse = async (id: number) =>
    (await server.database.pool.query<{ at: Date | null }>('select last_used_at as at from access_tokens where id = $1', [id])).rows[0]
      ?.at ?? null;

  test('is written', async () => {
    const one = await person(server);
    const [own] = await made(server.admin.get(`/users/${one.id}/tokens`), Listed);
    const id = own?.id ?? 0;
    expect(await lastUse(id)).toBeNull();
    await one.client.get('/users/self');
    await expect.poll(() => lastUse(id)).not.toBeNull();
  });

  // access#18
  test('acting as somebody is the use of one’s own token', async () => {
    const [principal, one] = [await person(server), await person(server)];
    await made(server.admin.post('/accounts/1/admins', { user_id: principal.id }), z.unknown());
    await principal.client.get('/users/self', { as_user_id: one.id });
    const used = async (id: number) =>
      (await server.database.pool.query<{ at: Date | null }>('select last_used_at as at from users where id = $1', [id])).rows[0]?.at ??
      null;
    await expect.poll(() => used(principal.id)).not.toBeNull();
    expect(await used(one.id)).toBeNull();
  });
});

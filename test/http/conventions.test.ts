import pino from 'pino';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../src/http/errors.ts';
import { rateLimiter } from '../../src/http/rate-limit.ts';
import { buildServer, type ServerOptions } from '../../src/server.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { appoint, course, enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const UNAUTHENTICATED = { status: 'unauthenticated', errors: [{ message: 'user authorization required' }] };
const INVALID_TOKEN = { errors: [{ message: 'Invalid access token.' }] };
const NOT_PERMITTED = { status: 'unauthorized', errors: [{ message: 'user not authorized to perform that action' }] };
const NOT_FOUND = { errors: [{ message: 'The specified resource does not exist.' }] };
const CHALLENGE = 'Bearer realm="lectern"';
const JSON_TYPE = 'application/json; charset=utf-8';

const Id = z.looseObject({ id: z.int() });
const server = useServer();
const adminToken = () => inject('adminToken');
/** Without the helper's token and body. */
const raw = () => supertest(server.url);
const authorized = (request: supertest.Test): supertest.Test => request.set('authorization', `Bearer ${adminToken()}`);

let here: School;
beforeAll(async () => {
  here = await school(server);
});

/** A server of its own on the same database, not listening. */
async function another(options: Partial<ServerOptions> = {}) {
  return buildServer({
    database: server.database,
    baseUrl: 'http://lectern.test',
    host: '127.0.0.1',
    rateLimit: 'off',
    processes: 1,
    trustProxy: false,
    metricsToken: null,
    secretKey: 'what these tests sign with',
    pageViews: null,
    logger: pino({ level: 'silent' }),
    ...options,
  });
}

describe('D1.1: the token', () => {
  test('comes in the header or the query', async () => {
    expect((await raw().get('/api/v1/users/self').set('authorization', `Bearer ${adminToken()}`)).status).toBe(200);
    expect((await raw().get('/api/v1/users/self').set('authorization', `bearer ${adminToken()}`)).status).toBe(200);
    expect((await raw().get(`/api/v1/users/self?access_token=${adminToken()}`)).body).toMatchObject({ id: 1 });
    expect((await raw().get(`/api/v1/users/self?access_token=wrong&access_token=${adminToken()}`)).status).toBe(200);
  });

  test.each([[''], ['Basic dXNlcjpwYXNz'], ['Bearer'], ['Bearer ']])('none in "%s": 401 with a challenge', async (header) => {
    const request = raw().get('/api/v1/users/self');
    const response = await (header === '' ? request : request.set('authorization', header));
    expect([response.status, response.body, response.headers['www-authenticate']]).toEqual([401, UNAUTHENTICATED, CHALLENGE]);
  });

  test('unknown: 401 with a challenge', async () => {
    for (const token of ['wrong', 'x'.repeat(2_000), "' or 1=1 --"]) {
      const response = await raw().get('/api/v1/users/self').query({ access_token: token });
      expect([response.status, response.body, response.headers['www-authenticate']]).toEqual([401, INVALID_TOKEN, CHALLENGE]);
    }
  });

  test('comes before everything else that may be wrong', async () => {
    for (const path of ['/api/v1/users/999999', '/api/v1/courses/none', '/api/v1/accounts/1/users?search_term=a']) {
      expect((await raw().get(path)).body).toEqual(UNAUTHENTICATED);
      expect((await server.as('wrong').get(path.slice('/api/v1'.length))).body).toEqual(INVALID_TOKEN);
    }
    expect((await server.anonymous.post(`/accounts/1/users`, { user: { locale: 'xx' } })).body).toEqual(UNAUTHENTICATED);
  });
});

describe('D1.2: errors', () => {
  test('not permitted: 401 without a challenge', async () => {
    const response = await here.student.client.get(`/accounts/${ROOT_ACCOUNT}`);
    expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });

  test('not found: 404, paths and methods too', async () => {
    for (const path of ['/api/v1/users/999999', '/api/v1/nothing/here', '/api/v1', '/nothing', '/api/v2/users/self']) {
      const response = await authorized(raw().get(path));
      expect([response.status, response.body, response.headers['content-type']], path).toEqual([404, NOT_FOUND, JSON_TYPE]);
    }
    expect((await authorized(raw().patch('/api/v1/users/self'))).body).toEqual(NOT_FOUND);
  });

  test('invalid input: the field without its wrapper', async () => {
    const response = await server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, {
      user: { name: 'n'.repeat(256) },
      pseudonym: { unique_id: 'x' },
    });
    expect([response.status, response.body]).toEqual([
      400,
      { errors: { name: [{ attribute: 'name', type: 'too_long', message: expect.any(String) }] } },
    ]);
  });

  test('a fault: 500, with the request’s id and nothing of its inside', async () => {
    const fault = () => Promise.reject(new Error('secret inside'));
    const app = await another({ database: { ...server.database, rows: fault, transaction: fault } });
    const response = await app.inject({ url: '/api/v1/users/self', headers: { authorization: 'Bearer x', 'x-request-id': 'report-me' } });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      errors: [{ message: 'An error occurred.', error_code: 'internal_server_error' }],
      error_report_id: 'report-me',
    });
    expect(response.headers['x-request-id']).toBe('report-me');
    expect(response.headers['content-type']).toBe(JSON_TYPE);
    expect(response.body).not.toContain('secret');
    await app.close();
  });
});

describe('D1.3: visible or not', () => {
  test('a context that one may not read: 401 on every path under it', async () => {
    for (const path of ['', '/users', '/enrollments', '/sections', '/settings', '/groups', '/group_categories']) {
      const response = await here.stranger.client.get(`/courses/${here.course.id}${path}`);
      expect([response.status, response.body], path).toEqual([401, NOT_PERMITTED]);
    }
    for (const path of [`/sections/${here.sectionId}`, `/users/${here.student.id}`, `/accounts/${here.subAccountId}`]) {
      expect((await here.stranger.client.get(path)).status, path).toBe(401);
    }
  });

  test('a context that is not there, or is of another root account: 404', async () => {
    const { id: gone } = await course(server);
    await made(server.admin.delete(`/courses/${gone}`, { event: 'delete' }), Id);
    for (const path of [
      '/courses/999999',
      `/courses/${gone}`,
      '/sections/999999',
      '/groups/999999',
      '/users/999999',
      '/accounts/999999',
      `/accounts/${here.foreignAccountId}`,
    ]) {
      const response = await here.stranger.client.get(path);
      expect([response.status, response.body], path).toEqual([404, NOT_FOUND]);
    }
  });

  test('something hidden inside a visible context: 404', async () => {
    const { id: other } = await course(server);
    const section = await made(server.admin.post(`/courses/${other}/sections`, { course_section: { name: 'Elsewhere' } }), Id);
    expect((await here.teacher.client.get(`/courses/${here.course.id}/sections/${section.id}`)).status).toBe(404);
    expect((await here.teacher.client.get(`/courses/${here.course.id}/users/${here.stranger.id}`)).status).toBe(404);
  });
});

describe('D1.4: parameters', () => {
  const names = (response: supertest.Response) => [response.status, response.body.name, response.body.short_name, response.body.locale];
  const path = `/api/v1/accounts/${ROOT_ACCOUNT}/users`;
  let logins = 0;
  const login = () => `conventional-${logins++}`;

  test('mean the same as form, multipart, JSON and query', async () => {
    const expected = [200, 'Zoë & Co', 'Z+Z', 'sv'];
    const pairs = (): [string, string][] => [
      ['user[name]', 'Zoë & Co'],
      ['user[short_name]', 'Z+Z'],
      ['user[locale]', 'sv'],
      ['pseudonym[unique_id]', login()],
    ];
    const encoded = () =>
      pairs()
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join('&');
    expect(names(await authorized(raw().post(path)).type('form').send(encoded()))).toEqual(expected);
    let multipart = authorized(raw().post(path));
    for (const [name, value] of pairs()) multipart = multipart.field(name, value);
    expect(names(await multipart)).toEqual(expected);
    expect(
      names(
        await authorized(raw().post(path)).send({
          user: { name: 'Zoë & Co', short_name: 'Z+Z', locale: 'sv' },
          pseudonym: { unique_id: login() },
        }),
      ),
    ).toEqual(expected);
    expect(names(await authorized(raw().post(`${path}?${encoded()}`)))).toEqual(expected);
  });

  test('a file that nobody asked for is ignored', async () => {
    const response = await authorized(raw().post(path))
      .field('pseudonym[unique_id]', login())
      .attach('attachment', Buffer.alloc(100_000), 'photo.png')
      .field('user[name]', 'After the file');
    expect([response.status, response.body.name]).toEqual([200, 'After the file']);
  });

  test('of a DELETE are read from its body', async () => {
    const { id } = await course(server);
    expect((await server.admin.delete(`/courses/${id}`, { event: 'conclude' })).body).toMatchObject({ id, workflow_state: 'completed' });
    const { id: formed } = await course(server);
    const response = await authorized(raw().delete(`/api/v1/courses/${formed}`))
      .type('form')
      .send('event=conclude');
    expect(response.body).toMatchObject({ id: formed, workflow_state: 'completed' });
  });

  test.each([['include[]=email&include[]=last_login'], ['include=email&include=last_login'], ['include[0]=email&include[1]=last_login']])(
    'a list may come as %s',
    async (query) => {
      const one = await person(server);
      await made(
        server.admin.post(`/users/${one.id}/communication_channels`, { communication_channel: { address: 'list@school.example' } }),
        z.unknown(),
      );
      await server.database.pool.query('update users set last_used_at = now() where id = $1', [one.id]);
      const response = await server.admin.get(`/accounts/1/users?search_term=${one.id}&${query}`);
      expect(response.body).toEqual([expect.objectContaining({ email: 'list@school.example', last_login: expect.any(String) })]);
    },
  );

  test('a single value is a list of one, what is unknown in it ignored', async () => {
    const response = await server.admin.get('/accounts/1/users?search_term=1&include=last_login&include=nonsense');
    expect(response.status).toBe(200);
    expect(response.body).toHaveLength(1);
  });

  test('a repeated scalar counts with its last value', async () => {
    const one = await person(server);
    const response = await authorized(raw().put(`/api/v1/users/${one.id}`))
      .type('form')
      .send('user[short_name]=First&user[short_name]=Last');
    expect(response.body).toMatchObject({ short_name: 'Last' });
    expect((await server.admin.get('/accounts/1/users?order=up&order=asc')).status).toBe(200);
    expect((await server.admin.get('/accounts/1/users?order=asc&order=up')).status).toBe(400);
    const paged = await server.admin.get('/accounts/1/users?per_page=1&per_page=2');
    expect(paged.body).toHaveLength(2);
  });

  describe('booleans', () => {
    let id: number;
    beforeAll(async () => {
      id = (await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Switches') } }), Id)).id;
    });
    const put = (value: string | number | boolean | null) =>
      server.admin.put(`/accounts/${id}`, { account: { settings: { checker_available: value } } });

    test.each(['true', '1', 'on', 'yes', 't', 'TRUE', 'On', 'YES', true, 1])('%j is true', async (value) => {
      await put(false);
      expect((await put(value)).body.settings).toMatchObject({ checker_available: true });
    });
    test.each(['false', '0', 'off', 'no', 'f', 'FALSE', 'Off', false, 0])('%j is false', async (value) => {
      await put(true);
      expect((await put(value)).body.settings).toMatchObject({ checker_available: false });
    });
    test.each(['maybe', '2', 'y', 'truee', ' true', 2, -1])('%j is neither: 400', async (value) => {
      const response = await put(value);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['checker_available']]);
    });
  });

  test('empty and null say null where null is allowed, else nothing', async () => {
    const one = await person(server, { name: 'Ada King' });
    await made(one.client.put('/users/self', { user: { time_zone: 'Asia/Tokyo', short_name: 'A' } }), Id);
    const response = await one.client.putForm('/users/self', { user: { time_zone: '', short_name: '', name: null } });
    expect(response.body).toMatchObject({ name: 'Ada King', short_name: 'A' });
    expect(response.body.time_zone ?? null).toBeNull();
  });

  test('unknown ones are ignored', async () => {
    const response = await here.student.client.put('/users/self', {
      user: { short_name: 'S', admin: true, root_account_id: 9 },
      other: { deep: [1] },
    });
    expect([response.status, response.body.short_name]).toEqual([200, 'S']);
  });

  test('numbers are in decimal notation', async () => {
    const { id } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Numbers') } }), Id);
    const put = (value: string | number) => server.admin.put(`/accounts/${id}`, { account: { settings: { user_quota_mb: value } } });
    for (const [sent, read] of [
      ['12', 12],
      ['1.5', 1.5],
      [7, 7],
      ['007', 7],
    ] as const)
      expect((await put(sent)).body.settings).toMatchObject({ user_quota_mb: read });
    for (const sent of ['1e3', '0x10', '1,5', 'Infinity', 'NaN', ' 1', '1.', '--1']) expect((await put(sent)).status, sent).toBe(400);
  });
});

describe('D1.4: limits', () => {
  const put = (type: string, body: string) => authorized(raw().put('/api/v1/users/self')).type(type).send(body);

  test('a body of 5 MB: 413', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024);
    for (const [type, body] of [
      ['application/json', JSON.stringify({ a: large })],
      ['application/x-www-form-urlencoded', `a=${large}`],
    ] as const) {
      const response = await put(type, body);
      expect([response.status, response.body, response.headers['content-type']]).toEqual([
        413,
        { errors: [{ message: expect.any(String) }] },
        JSON_TYPE,
      ]);
    }
    const multipart = await authorized(raw().put('/api/v1/users/self')).field('a', large);
    expect([multipart.status, multipart.body]).toEqual([413, { errors: [{ message: expect.any(String) }] }]);
    const parts = await authorized(raw().put('/api/v1/users/self'))
      .field('a', large.slice(0, 3_000_000))
      .field('b', large.slice(0, 3_000_000));
    expect(parts.status).toBe(413);
  });

  test('a body of nearly 4 MB is read', async () => {
    expect((await put('application/json', JSON.stringify({ a: 'x'.repeat(4 * 1024 * 1024 - 100) }))).status).toBe(200);
  });

  test('10,000 parameters are read, 10,001 refused', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=1`).join('&');
    const list = (count: number) => JSON.stringify({ a: Array.from({ length: count }, () => 1) });
    expect((await put('application/x-www-form-urlencoded', fields(10_000))).status).toBe(200);
    expect((await put('application/json', list(10_000))).status).toBe(200);
    for (const response of [await put('application/x-www-form-urlencoded', fields(10_001)), await put('application/json', list(10_001))]) {
      expect([response.status, response.body.errors]).toEqual([400, expect.anything()]);
    }
    // The query counts too.
    const both = await authorized(raw().put('/api/v1/users/self?b=1')).type('form').send(fields(10_000));
    expect(both.status).toBe(400);
  });

  test('10 levels are read, 11 refused', async () => {
    const nested = (levels: number) => `a${'[b]'.repeat(levels - 1)}=1`;
    const json = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect((await put('application/x-www-form-urlencoded', nested(10))).status).toBe(200);
    expect((await put('application/json', json(10))).status).toBe(200);
    for (const response of [
      await put('application/x-www-form-urlencoded', nested(11)),
      await put('application/json', json(11)),
      await put('application/json', json(50_000)),
      await authorized(raw().get(`/api/v1/users/self?${nested(11)}`)),
    ]) {
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['a']]);
    }
  });

  test.each(['text/plain', 'application/xml', 'application/octet-stream', 'application/json-patch+json', 'nonsense'])(
    'a body of %s: 415',
    async (type) => {
      const response = await authorized(raw().put('/api/v1/users/self')).set('content-type', type).send('{"user":{"name":"x"}}');
      expect([response.status, response.body, response.headers['content-type']]).toEqual([
        415,
        { errors: [{ message: expect.any(String) }] },
        JSON_TYPE,
      ]);
    },
  );

  test.each(['[]', '[{"user":{"name":"x"}}]', '1', '"a"', 'null', '{', '{"a":1}}', 'user[name]=x'])(
    'the JSON body %s: 400',
    async (body) => {
      const response = await put('application/json', body);
      expect([response.status, response.body]).toEqual([400, { errors: [{ message: expect.any(String) }] }]);
    },
  );

  test('a JSON body may name its charset', async () => {
    expect((await put('application/json; charset=utf-8', '{"user":{"short_name":"Admin"}}')).body).toMatchObject({ short_name: 'Admin' });
  });

  test('what is no UTF-8: 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"user":{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}}')]);
    const send = (type: string, body: Buffer) =>
      fetch(`${server.url}/api/v1/users/self`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${adminToken()}`, 'content-type': type },
        body: new Uint8Array(body),
      });
    expect((await send('application/json', bytes)).status).toBe(400);
    expect((await send('application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff]))).status).toBe(400);
    for (const query of ['a=%ff', '%ff=1', 'a=%E4%', 'a=%'])
      expect((await authorized(raw().get(`/api/v1/users/self?${query}`))).status, query).toBe(400);
  });

  test.each(['a[=1', 'a[b=1', 'a[b]c=1', '[a]=1', 'a]=1', 'a=1&a[b]=2', 'a[]=1&a[b]=2'])('%s does not nest: 400', async (text) => {
    const response = await put('application/x-www-form-urlencoded', text);
    expect([response.status, response.body.errors]).toEqual([400, expect.any(Object)]);
  });

  test('empty bodies are none', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      for (const method of ['put', 'delete'] as const) {
        const path = method === 'put' ? '/api/v1/users/self' : '/api/v1/users/self/tokens/999999';
        const response = await authorized(raw()[method](path)).set('content-type', type).set('content-length', '0');
        expect(response.status, `${method} ${type}`).toBe(method === 'put' ? 200 : 404);
      }
    }
    expect((await authorized(raw().put('/api/v1/users/self'))).status).toBe(200);
    expect((await authorized(raw().put('/api/v1/users/self')).type('json').send('{}')).status).toBe(200);
  });

  test('names of prototypes are names like any other', async () => {
    const before = (await server.admin.get('/users/self')).body;
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const forms = [
        `${name}=1`,
        `${name}[user]=1`,
        `user[${name}]=1`,
        `user[${name}][name]=x`,
        `${name}[prototype][name]=x`,
        `${name}[]=1`,
      ];
      for (const form of forms) expect((await put('application/x-www-form-urlencoded', form)).status, form).toBe(200);
      for (const body of [`{"${name}":{"user":{"name":"x"}}}`, `{"user":{"${name}":{"name":"x"}}}`])
        expect((await put('application/json', body)).status, body).toBe(200);
      expect((await server.admin.get(`/accounts/1/users?include[]=${name}&search_term=${name}`)).status).toBe(200);
      expect((await server.admin.get(`/users/${name}`)).status).toBe(404);
    }
    expect(Reflect.get({}, 'user') ?? Reflect.get({}, 'name')).toBeUndefined();
    expect((await server.admin.get('/users/self')).body).toMatchObject({ name: before.name });
  });
});

describe('D1.5: timestamps', () => {
  const expires = async (client: typeof here.student.client, at: string) =>
    (await client.post('/users/self/tokens', { token: { expires_at: at } })).body.expires_at;

  test('go out in UTC and whole seconds, whatever came in', async () => {
    const { client } = here.student;
    for (const [sent, read] of [
      ['2099-01-31T12:00:00Z', '2099-01-31T12:00:00Z'],
      ['2099-01-31T12:00:00+02:00', '2099-01-31T10:00:00Z'],
      ['2099-01-31T12:00:00.987Z', '2099-01-31T12:00:00Z'],
      ['2099-01-31T12:00Z', '2099-01-31T12:00:00Z'],
    ] as const) {
      expect(await expires(client, sent), sent).toBe(read);
    }
  });

  test('without an offset are the caller’s', async () => {
    const one = await person(server);
    await made(one.client.put('/users/self', { user: { time_zone: 'America/New_York' } }), Id);
    expect(await expires(one.client, '2099-01-31T12:00:00')).toBe('2099-01-31T17:00:00Z');
    expect(await expires(one.client, '2099-07-31')).toBe('2099-07-31T04:00:00Z');
    expect(await expires(one.client, '2099-01-31T12:00:00Z')).toBe('2099-01-31T12:00:00Z');
  });

  test('else the account’s', async () => {
    const tenant = await made(server.admin.post('/accounts', { account: { name: unique('Tenant'), default_time_zone: 'Asia/Tokyo' } }), Id);
    const one = await person(server, { account: tenant.id });
    expect(await expires(one.client, '2099-01-31')).toBe('2099-01-30T15:00:00Z');
  });

  test.each(['tomorrow', '2099-13-01', '2099-02-30T00:00:00Z', '12:00', '31/01/2099', '2099-01-31T25:00:00Z', '4102444800'])(
    '%s is none: 400',
    async (at) => {
      const response = await here.student.client.post('/users/self/tokens', { token: { expires_at: at } });
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['expires_at']]);
    },
  );
});

describe('D1.6: ids', () => {
  test('are strings where they are asked for as strings', async () => {
    const accept = 'application/json+canvas-string-ids';
    const enrollments = await authorized(raw().get(`/api/v1/courses/${here.course.id}/enrollments?per_page=100`)).set('accept', accept);
    expect(enrollments.status).toBe(200);
    expect(enrollments.headers['content-type']).toBe(JSON_TYPE);
    const observing = JSON.parse(enrollments.text).find((row: { type: string }) => row.type === 'ObserverEnrollment');
    expect(observing).toMatchObject({
      id: expect.any(String),
      course_id: String(here.course.id),
      user_id: String(here.observer.id),
      associated_user_id: String(here.student.id),
    });
    expect(observing.user.id).toBe(String(here.observer.id));
    const account = await authorized(raw().get('/api/v1/accounts/1')).set('accept', `${accept}, application/json`);
    expect(JSON.parse(account.text)).toMatchObject({ id: '1', parent_account_id: null, settings: { user_quota_mb: 50 } });
    expect((await server.admin.get('/accounts/1')).body.id).toBe(1);
  });

  test('may be SIS ids, percent-encoded, of the caller’s root account', async () => {
    const body = { user: { name: 'Sissy' }, pseudonym: { unique_id: 'sis@school.example', sis_user_id: 'A/B C:1%' } };
    const { id } = await made(server.admin.post('/accounts/1/users', body), Id);
    for (const form of [
      `sis_user_id:${encodeURIComponent('A/B C:1%')}`,
      'sis_login_id:sis@school.example',
      `sis_login_id:${encodeURIComponent('SIS@school.example')}`,
    ]) {
      const response = await server.admin.get(`/users/${form}`);
      expect([response.status, response.body.id], form).toEqual([200, id]);
      expect((await here.foreignAdmin.client.get(`/users/${form}`)).status, form).toBe(404);
    }
    const { id: courseId } = await course(server, { extra: { sis_course_id: 'C 1/2' } });
    for (const form of ['sis_course_id:C%201%2F2', 'siscourseid:C%201%2F2'])
      expect((await server.admin.get(`/courses/${form}`)).body, form).toMatchObject({ id: courseId });
    const section = await made(
      server.admin.post(`/courses/${courseId}/sections`, { course_section: { name: 'S', sis_section_id: 'S-1' } }),
      Id,
    );
    for (const form of ['sis_section_id:S-1', 'sissectionid:S-1'])
      expect((await server.admin.get(`/sections/${form}`)).body, form).toMatchObject({ id: section.id });
    const enrolled = await server.admin.post(`/courses/sis_course_id:C%201%2F2/enrollments`, {
      enrollment: { user_id: 'sis_user_id:A/B C:1%', type: 'StudentEnrollment' },
    });
    expect([enrolled.status, enrolled.body.user_id]).toEqual([200, id]);
  });

  test('self is the caller', async () => {
    expect((await here.student.client.get('/users/self')).body.id).toBe(here.student.id);
    expect((await here.student.client.get('/users/self/enrollments')).body).toHaveLength(1);
  });

  test.each([
    'none',
    '0',
    '-1',
    '1.5',
    '1e0',
    '01',
    '+1',
    '%201',
    '1%00',
    'SELF',
    'sis_user_id:',
    'sis_course_id:1',
    'sis_user_id:%00',
    'self:1',
    "1'--",
    '9007199254740993',
    '2147483648',
    '99999999999999999999',
  ])('%s in a path: 404', async (id) => {
    const response = await server.admin.get(`/users/${id}`);
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
  });

  test('an encoding that is none in a path is no fault', async () => {
    for (const path of ['/users/%ff', '/users/%', '/users/%E0%A4%A'])
      expect([400, 404], path).toContain((await server.admin.get(path)).status);
  });

  test('one that is none in a parameter: 400; one that nobody has: 404', async () => {
    const appointed = (id: string | number) => server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: id });
    for (const id of ['none', '-1', '1.5', 'sis_course_id:1', 1.5]) expect((await appointed(id)).status, String(id)).toBe(400);
    for (const id of ['999999', 999_999, '2147483648', '9007199254740993', 2 ** 53, '99999999999999999999'])
      expect((await appointed(id)).status, String(id)).toBe(404);
  });
});

describe('D1.7: pages', () => {
  let list: string;
  const COUNT = 12;
  beforeAll(async () => {
    const { id } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Pages') } }), Id);
    for (let i = 0; i < COUNT; i++) await made(server.admin.post(`/accounts/${id}/sub_accounts`, { account: { name: `Page ${i}` } }), Id);
    list = `/accounts/${id}/sub_accounts`;
  });
  const links = (header: string): Record<string, URL> =>
    Object.fromEntries([...header.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, new URL(url ?? '')]));

  test.each([
    ['', 10],
    ['per_page=5', 5],
    ['per_page=1', 1],
    ['per_page=100', COUNT],
    ['per_page=101', COUNT],
    ['per_page=99999999999999999999', COUNT],
    ['per_page=0', 10],
    ['per_page=-3', 10],
    ['per_page=abc', 10],
    ['per_page=', 10],
    ['per_page=1.5', 10],
    ['per_page[]=3', 10],
    ['page=0&per_page=5', 5],
    ['page=-1&per_page=5', 5],
    ['page=abc&per_page=5', 5],
    ['page=2', 2],
    ['page=3', 0],
    ['page=999999999&per_page=100', 0],
    ['page=99999999999999999999&per_page=5', 0],
  ])('%s holds that many', async (query, count) => {
    const response = await server.admin.get(`${list}?${query}`);
    expect([response.status, response.body.length]).toEqual([200, count]);
    expect(response.headers['link']).toContain('rel="current"');
  });

  test('link to each other', async () => {
    const rels = async (page: number) => links((await server.admin.get(`${list}?per_page=5&page=${page}`)).headers['link'] ?? '');
    const [first, second, third] = [await rels(1), await rels(2), await rels(3)];
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['current', 'next', 'first']));
    expect(first).not.toHaveProperty('prev');
    expect(second['next']?.searchParams.get('page')).toBe('3');
    expect(second['prev']?.searchParams.get('page')).toBe('1');
    expect(third).not.toHaveProperty('next');
    expect(third['prev']?.searchParams.get('page')).toBe('2');
    for (const found of [first, second, third]) {
      for (const url of Object.values(found)) {
        expect(`${url.origin}${url.pathname}`).toBe(`${server.url}/api/v1${list}`);
        expect(url.searchParams.get('per_page')).toBe('5');
      }
    }
    expect(second['current']?.searchParams.get('page')).toBe('2');
  });

  test('keep every other parameter but the token', async () => {
    const response = await raw().get(`/api/v1${list}?per_page=5&access_token=${adminToken()}&filter[]=a&filter[]=b%20%26%20c&x=%C3%A9`);
    expect(response.status).toBe(200);
    expect(response.headers['link']).not.toContain('access_token');
    expect(response.headers['link']).not.toContain(adminToken());
    const next = links(response.headers['link'] ?? '')['next'];
    expect(next?.searchParams.getAll('filter[]')).toEqual(['a', 'b & c']);
    expect(next?.searchParams.get('x')).toBe('é');
    expect([...(next?.searchParams.keys() ?? [])].sort()).toEqual(['filter[]', 'filter[]', 'page', 'per_page', 'x']);
  });

  test('keep secrets out of the links (D1.14)', async () => {
    const response = await server.admin.get(
      `${list}?per_page=5&access_code=hush1&validation_token=hush2&password=hush3&user[password]=hush4&pseudonym[password]=hush5`,
    );
    expect(response.headers['link']).not.toMatch(/hush/);
  });

  test('are linked with a header that cannot be broken out of', async () => {
    const response = await server.admin.get(`${list}?per_page=5&x=%3E%3B%20rel%3D%22next%22%0D%0ASet-Cookie%3A%20a%3Db`);
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(links(response.headers['link'] ?? '')).sort()).toEqual(['current', 'first', 'next']);
  });
});

describe('D1.9: content', () => {
  test('HEAD answers the headers of GET alone', async () => {
    const get = await server.admin.get('/accounts/1/users?per_page=1');
    const head = await authorized(raw().head('/api/v1/accounts/1/users?per_page=1'));
    expect([head.status, head.text ?? '']).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(JSON_TYPE);
    expect(head.headers['link']).toBe(get.headers['link']);
    expect((await authorized(raw().head('/api/v1/users/999999'))).status).toBe(404);
    expect((await raw().head('/api/v1/users/self')).status).toBe(401);
  });

  test('OPTIONS answers a browser of any origin', async () => {
    const response = await raw()
      .options('/api/v1/users/self')
      .set('origin', 'https://app.example')
      .set('access-control-request-method', 'PUT')
      .set('access-control-request-headers', 'authorization,content-type');
    expect(response.status).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-methods']).toMatch(/PUT/);
    expect(response.headers['access-control-allow-methods']).toMatch(/DELETE/);
    expect(response.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('answers and refusals can be read by a page of any origin', async () => {
    for (const path of ['/users/self', '/users/999999', '/nothing']) {
      const response = await server.admin.get(path).set('origin', 'https://app.example');
      expect(response.headers['access-control-allow-origin'], path).toBe('*');
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
      for (const name of ['Link', 'Location', 'Retry-After', 'X-Request-Id', 'X-Conversation-Batch-Id']) {
        expect(response.headers['access-control-expose-headers'], path).toContain(name);
      }
    }
    const refused = await server.anonymous.get('/users/self').set('origin', 'https://app.example');
    expect(refused.headers['access-control-allow-origin']).toBe('*');
  });

  test('is compressed when asked', async () => {
    for (let i = 0; i < 20; i++) await person(server);
    const url = '/api/v1/accounts/1/users?per_page=100';
    const packed = await authorized(raw().get(url)).set('accept-encoding', 'gzip');
    expect(packed.headers['content-encoding']).toBe('gzip');
    const plain = await authorized(raw().get(url)).set('accept-encoding', 'identity');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.body).toEqual(plain.body);
    expect(packed.body.length).toBeGreaterThan(20);
    const strings = await authorized(raw().get(url)).set('accept-encoding', 'gzip').set('accept', 'application/json+canvas-string-ids');
    expect(strings.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(strings.text)[0].id).toEqual(expect.any(String));
  });

  test('every answer has an id: a sane one of the client’s, else one of its own', async () => {
    for (const path of ['/api/v1/users/self', '/api/v1/users/999999', '/nothing', '/health/live', '/api/v1/users/%ff']) {
      const taken = await authorized(raw().get(path)).set('x-request-id', 'trace-42.a/b');
      expect(taken.headers['x-request-id'], path).toBe('trace-42.a/b');
      const own = await authorized(raw().get(path));
      expect(own.headers['x-request-id'], path).toMatch(/^[\w-]{8,}$/);
    }
    for (const insane of ['a b', '<script>', 'x'.repeat(1_000)]) {
      const response = await server.admin.get('/users/self').set('x-request-id', insane);
      expect(response.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
      expect(response.headers['x-request-id']).not.toBe(insane);
    }
    const [one, two] = [await server.admin.get('/users/self'), await server.admin.get('/users/self')];
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
  });

  test('is JSON in UTF-8', async () => {
    const one = await person(server, { name: 'Zoë 王' });
    const response = await one.client.get('/users/self');
    expect(response.headers['content-type']).toBe(JSON_TYPE);
    expect(response.body.name).toBe('Zoë 王');
  });
});

describe('D1.10: acting as somebody', () => {
  const as = (client: typeof here.student.client, id: string | number) => client.get('/users/self', { as_user_id: id });

  test('answers as that user', async () => {
    expect((await as(server.admin, here.student.id)).body.id).toBe(here.student.id);
    expect((await as(here.rootAdmin.client, `sis_login_id:${here.student.login}`)).body.id).toBe(here.student.id);
    expect((await server.admin.get('/accounts/1', { as_user_id: here.student.id })).body).toEqual(NOT_PERMITTED);
    const edited = await server.admin.put('/users/self', { as_user_id: here.student.id, user: { short_name: 'By proxy' } });
    expect(edited.body).toMatchObject({ id: here.student.id, short_name: 'By proxy' });
  });

  test('of a sub-account’s administrator: users all of whose accounts lie there', async () => {
    const local = await person(server, { account: here.subAccountId });
    expect((await as(here.subAdmin.client, local.id)).body.id).toBe(local.id);
    for (const id of [here.student.id, here.rootAdmin.id, 1]) {
      const response = await as(here.subAdmin.client, id);
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
  });

  test('never as somebody with more rights', async () => {
    const local = await person(server, { account: here.subAccountId });
    await appoint(server, here.foreignAccountId, here.rootAdmin.id).catch(() => undefined);
    const { id: tenant } = await made(server.admin.post('/accounts', { account: { name: unique('Tenant') } }), Id);
    await appoint(server, tenant, local.id);
    expect((await as(here.rootAdmin.client, local.id)).status).toBe(401);
    expect((await as(server.admin, local.id)).status).toBe(200);
  });

  test('nobody else may', async () => {
    for (const { client } of [here.teacher, here.ta, here.student2, here.stranger]) {
      const response = await as(client, here.student.id);
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
    expect((await as(here.foreignAdmin.client, here.student.id)).body).toEqual(NOT_PERMITTED);
  });

  test('a user that does not exist: 401', async () => {
    for (const id of ['999999', 'nobody', 'sis_user_id:nobody', '0', '99999999999999999999']) {
      const response = await as(server.admin, id);
      expect([response.status, response.body], id).toEqual([401, NOT_PERMITTED]);
    }
  });

  test('as oneself is as ever', async () => {
    expect((await as(here.student.client, here.student.id)).status).toBe(200);
    expect((await as(here.student.client, 'self')).status).toBe(200);
  });
});

describe('D1.12: texts', () => {
  test('of 255 characters are taken, of 256 refused', async () => {
    const put = (name: string) => here.student.client.put('/users/self', { user: { short_name: name } });
    expect((await put('é'.repeat(255))).status).toBe(200);
    const response = await put('é'.repeat(256));
    expect([response.status, response.body.errors.short_name]).toEqual([400, [expect.objectContaining({ type: 'too_long' })]]);
  });

  test('are stored as they are', async () => {
    const name = `<script>alert("1")</script> & 'Robert'); drop table users;--`;
    expect((await here.student.client.put('/users/self', { user: { short_name: name } })).body.short_name).toBe(name);
    expect((await here.student.client.get('/users/self')).body.short_name).toBe(name);
  });

  test('with characters that are no text: 400', async () => {
    for (const body of ['{"user":{"short_name":"a\\u0000b"}}', '{"user":{"short_name":"\\ud800"}}']) {
      const response = await authorized(raw().put('/api/v1/users/self')).type('json').send(body);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['short_name']]);
    }
    const form = await authorized(raw().put('/api/v1/users/self')).type('form').send('user[short_name]=a%00b');
    expect(form.status).toBe(400);
    expect((await server.admin.get('/accounts/1/users?search_term=a%00bc')).status).toBe(400);
  });
});

describe('D0.2: the rate limit', () => {
  afterEach(() => vi.useRealTimers());

  test('of a token: 429 with Retry-After, and none for others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:10Z') });
    const app = await another({ rateLimit: 3 });
    const get = (token: string | null, url = '/api/v1/users/self') =>
      app.inject({ url, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
    for (let i = 0; i < 3; i++) expect((await get(adminToken())).statusCode).toBe(200);
    const refused = await get(adminToken());
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([429, '50', JSON_TYPE]);
    expect(refused.json()).toMatchObject({ errors: [{ message: expect.any(String) }] });
    expect(refused.headers['x-request-id']).toEqual(expect.any(String));
    // Another token of anybody has a count of its own; so has who comes without one.
    expect((await get(here.student.token)).statusCode).toBe(200);
    expect((await get(null)).statusCode).toBe(401);
    vi.setSystemTime(new Date('2026-01-01T00:01:00Z'));
    expect((await get(adminToken())).statusCode).toBe(200);
    await app.close();
  });

  test('of an address without a valid token: 60', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
    const app = await another({ rateLimit: 3000 });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      const headers = i % 2 === 0 ? {} : { authorization: `Bearer wrong-${i}` };
      statuses.push((await app.inject({ url: '/api/v1/users/self', headers })).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429]);
    expect((await app.inject({ url: '/api/v1/users/self', headers: { authorization: `Bearer ${adminToken()}` } })).statusCode).toBe(200);
    await app.close();
  });

  const refusal = (work: () => void): ApiError | undefined => {
    try {
      work();
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
    return undefined;
  };

  test('counts by minute', () => {
    let now = 60_000_000;
    const limiter = rateLimiter(2, 1, () => now);
    const spend = () => refusal(() => limiter.byToken(7));
    expect([spend(), spend()]).toEqual([undefined, undefined]);
    expect(spend()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    now += 59_001;
    expect(spend()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    now += 999;
    expect(spend()).toBeUndefined();
  });

  test('counts each token and each address apart', () => {
    const limiter = rateLimiter(1, 1, () => 0);
    expect(refusal(() => limiter.byToken(1))).toBeUndefined();
    expect(refusal(() => limiter.byToken(2))).toBeUndefined();
    expect(refusal(() => limiter.byToken(1))?.status).toBe(429);
    for (let i = 0; i < 60; i++) expect(refusal(() => limiter.byAddress('192.0.2.1'))).toBeUndefined();
    expect(refusal(() => limiter.byAddress('192.0.2.1'))?.status).toBe(429);
    expect(refusal(() => limiter.byAddress('192.0.2.2'))).toBeUndefined();
  });

  test('is shared by the processes', () => {
    const limiter = rateLimiter(10, 4, () => 0);
    for (let i = 0; i < 3; i++) expect(refusal(() => limiter.byToken(1))).toBeUndefined();
    expect(refusal(() => limiter.byToken(1))?.status).toBe(429);
    // However many share it, nobody is shut out.
    expect(refusal(() => rateLimiter(1, 64, () => 0).byToken(1))).toBeUndefined();
  });

  test('may be off', () => {
    const limiter = rateLimiter('off', 1, () => 0);
    for (let i = 0; i < 1_000; i++) {
      limiter.byToken(1);
      limiter.byAddress('192.0.2.1');
    }
    expect(refusal(() => limiter.byAddress('192.0.2.1'))).toBeUndefined();
  });
});

describe('D0.4: health and metrics', () => {
  let empty: Database;
  beforeAll(() => {
    // The server's own database, which nobody migrated.
    empty = openDatabase(inject('postgres').url, { connections: 1, onIdleError: () => undefined });
  });
  afterAll(() => empty.close());

  test('live and ready need no token', async () => {
    expect((await raw().get('/health/live')).status).toBe(200);
    expect((await raw().get('/health/ready')).status).toBe(200);
  });

  test('without migrations it lives but is not ready', async () => {
    const app = await another({ database: empty });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    await app.close();
  });

  test('without a database it lives but is not ready', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/none', { connections: 1, onIdleError: () => undefined });
    const app = await another({ database: away });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    await app.close();
    await away.close();
  });

  test('metrics count requests by operation', async () => {
    await server.admin.get('/users/self');
    const response = await raw().get('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.text).toMatch(/lectern_http_request_seconds_count\{operation="showUser",status="200"\} [1-9]/);
    expect(response.text).toContain('process_cpu_seconds_total');
    expect(response.text).not.toContain(adminToken());
  });

  test.each<[string, string | null, readonly (readonly [string | null, number])[]]>([
    [
      '0.0.0.0',
      'metrics-token-of-tests',
      [
        ['metrics-token-of-tests', 200],
        [null, 401],
        ['another-token-of-tests', 401],
        ['short', 401],
      ],
    ],
    [
      '0.0.0.0',
      null,
      [
        [null, 401],
        ['', 401],
        ['null', 401],
      ],
    ],
    ['127.0.0.1', 'metrics-token-of-tests', [[null, 200]]],
  ])('metrics on %s with the token %s', async (host, metricsToken, answers) => {
    const app = await another({ host, metricsToken });
    for (const [sent, status] of answers) {
      const response = await app.inject({ url: '/metrics', headers: sent === null ? {} : { authorization: `Bearer ${sent}` } });
      expect(response.statusCode, String(sent)).toBe(status);
    }
    await app.close();
  });
});

describe('D1.13: reach', () => {
  test('a teacher of one course is nobody in another', async () => {
    const { id } = await course(server);
    expect((await here.teacher.client.get(`/courses/${id}/users`)).status).toBe(401);
    await enroll(server, id, here.teacher.id, 'StudentEnrollment');
    expect((await here.teacher.client.get(`/courses/${id}/users`)).status).toBe(200);
    expect((await here.teacher.client.put(`/courses/${id}`, { course: { name: 'Mine' } })).status).toBe(401);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { rateLimiter } from '../../src/http/rate-limit.ts';
import { ApiError } from '../../src/kernel/errors.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { made, person, type School, school, unique } from '../helpers/school.ts';
import { adminToken, authorized, deafServer, JSON_TYPE, useServer } from '../helpers/server.ts';

const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
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
    const response = await server
      .raw()
      .get(`/api/v1${list}?per_page=5&access_token=${adminToken()}&filter[]=a&filter[]=b%20%26%20c&x=%C3%A9`);
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
    const head = await authorized(server.raw().head('/api/v1/accounts/1/users?per_page=1'));
    expect([head.status, head.text ?? '']).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(JSON_TYPE);
    expect(head.headers['link']).toBe(get.headers['link']);
    expect((await authorized(server.raw().head('/api/v1/users/999999'))).status).toBe(404);
    expect((await server.raw().head('/api/v1/users/self')).status).toBe(401);
  });

  test('OPTIONS answers a browser of any origin', async () => {
    const response = await server
      .raw()
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
    const packed = await authorized(server.raw().get(url)).set('accept-encoding', 'gzip');
    expect(packed.headers['content-encoding']).toBe('gzip');
    const plain = await authorized(server.raw().get(url)).set('accept-encoding', 'identity');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.body).toEqual(plain.body);
    expect(packed.body.length).toBeGreaterThan(20);
    const strings = await authorized(server.raw().get(url))
      .set('accept-encoding', 'gzip')
      .set('accept', 'application/json+canvas-string-ids');
    expect(strings.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(strings.text)[0].id).toEqual(expect.any(String));
  });

  test('every answer has an id: a sane one of the client’s, else one of its own', async () => {
    for (const path of ['/api/v1/users/self', '/api/v1/users/999999', '/nothing', '/health/live', '/api/v1/users/%ff']) {
      const taken = await authorized(server.raw().get(path)).set('x-request-id', 'trace-42.a/b');
      expect(taken.headers['x-request-id'], path).toBe('trace-42.a/b');
      const own = await authorized(server.raw().get(path));
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

describe('D0.2: the rate limit', () => {
  afterEach(() => vi.useRealTimers());

  test('of a token: 429 with Retry-After, and none for others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:10Z') });
    const app = await deafServer(server, { rateLimit: 3 });
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
    const app = await deafServer(server, { rateLimit: 3000 });
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
    expect((await server.raw().get('/health/live')).status).toBe(200);
    expect((await server.raw().get('/health/ready')).status).toBe(200);
  });

  test('without migrations it lives but is not ready', async () => {
    const app = await deafServer(server, { database: empty });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    await app.close();
  });

  test('without a database it lives but is not ready', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/none', { connections: 1, onIdleError: () => undefined });
    const app = await deafServer(server, { database: away });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    await app.close();
    await away.close();
  });

  test('metrics count requests by operation', async () => {
    await server.admin.get('/users/self');
    const response = await server.raw().get('/metrics');
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
    [
      '127.0.0.1',
      'metrics-token-of-tests',
      [
        ['metrics-token-of-tests', 200],
        [null, 401],
        ['another-token-of-tests', 401],
      ],
    ],
    ['127.0.0.1', null, [[null, 200]]],
  ])('metrics on %s with the token %s', async (host, metricsToken, answers) => {
    const app = await deafServer(server, { host, metricsToken });
    for (const [sent, status] of answers) {
      const response = await app.inject({ url: '/metrics', headers: sent === null ? {} : { authorization: `Bearer ${sent}` } });
      expect(response.statusCode, String(sent)).toBe(status);
    }
    await app.close();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { rateLimiter } from '../../src/http/rate-limit.ts';
import { ApiError } from '../../src/kernel/errors.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { person, type School, school } from '../helpers/school.ts';
import { adminToken, authorized, deafServer, JSON_TYPE, useServer } from '../helpers/server.ts';

const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

describe('content', () => {
  // conventions#4
  test('HEAD answers the headers of GET alone', async () => {
    const get = await server.admin.get('/accounts/1/users?per_page=1');
    const head = await authorized(server.raw().head('/api/v1/accounts/1/users?per_page=1'));
    expect([head.status, head.text ?? '']).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(JSON_TYPE);
    expect(head.headers['link']).toBe(get.headers['link']);
    expect((await authorized(server.raw().head('/api/v1/users/999999'))).status).toBe(404);
    expect((await server.raw().head('/api/v1/users/self')).status).toBe(401);
  });

  // conventions#7
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

  // conventions#7
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

  // conventions#5
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

  // conventions#6
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

  // conventions#5
  test('is compressed by what was asked for, and small ones are not', async () => {
    const asking = (url: string, encoding: string) => authorized(server.raw().get(url)).set('accept-encoding', encoding);
    const large = '/api/v1/accounts/1/users?per_page=100';
    for (const encoding of ['br', 'gzip', 'deflate']) {
      expect((await asking(large, encoding)).headers['content-encoding']).toBe(encoding);
      expect((await asking('/api/v1/users/self', encoding)).headers).not.toHaveProperty('content-encoding');
    }
  });

  // conventions#8
  test('tells browsers to take nothing for a page', async () => {
    for (const path of ['/api/v1/users/self', '/api/v1/users/999999', '/nothing', '/health/live']) {
      expect((await authorized(server.raw().get(path))).headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
    }
  });

  // conventions#1
  test('is the same with a slash at the end of its path', async () => {
    const response = await authorized(server.raw().get('/api/v1/users/self/?page=1'));
    expect([response.status, response.body.id]).toEqual([200, 1]);
  });

  // conventions#2
  test('is JSON in UTF-8', async () => {
    const one = await person(server, { name: 'Zoë 王' });
    const response = await one.client.get('/users/self');
    expect(response.headers['content-type']).toBe(JSON_TYPE);
    expect(response.body.name).toBe('Zoë 王');
  });
});

describe('the rate limit', () => {
  afterEach(() => vi.useRealTimers());

  // conventions#64
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

  // conventions#65
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

  // conventions#68
  test.each([
    [false, 429],
    [true, 401],
    ['127.0.0.1', 401],
    ['10.0.0.0/8', 429],
  ])('of the address that proxies name, where they are believed: %j', async (trustProxy, last) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
    const app = await deafServer(server, { rateLimit: 3000, trustProxy });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await app.inject({ url: '/api/v1/users/self', headers: { 'x-forwarded-for': `192.0.2.${i}` } })).statusCode);
    expect(statuses.at(-1)).toBe(last);
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

  // conventions#64
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

  // conventions#64, conventions#65
  test('counts each token and each address apart', () => {
    const limiter = rateLimiter(1, 1, () => 0);
    expect(refusal(() => limiter.byToken(1))).toBeUndefined();
    expect(refusal(() => limiter.byToken(2))).toBeUndefined();
    expect(refusal(() => limiter.byToken(1))?.status).toBe(429);
    for (let i = 0; i < 60; i++) expect(refusal(() => limiter.byAddress('192.0.2.1'))).toBeUndefined();
    expect(refusal(() => limiter.byAddress('192.0.2.1'))?.status).toBe(429);
    expect(refusal(() => limiter.byAddress('192.0.2.2'))).toBeUndefined();
  });

  // conventions#67
  test('is shared by the processes', () => {
    const limiter = rateLimiter(10, 4, () => 0);
    for (let i = 0; i < 3; i++) expect(refusal(() => limiter.byToken(1))).toBeUndefined();
    expect(refusal(() => limiter.byToken(1))?.status).toBe(429);
    // However many share it, nobody is shut out.
    expect(refusal(() => rateLimiter(1, 64, () => 0).byToken(1))).toBeUndefined();
  });

  // conventions#67
  test('may be off', () => {
    const limiter = rateLimiter('off', 1, () => 0);
    for (let i = 0; i < 1_000; i++) {
      limiter.byToken(1);
      limiter.byAddress('192.0.2.1');
    }
    expect(refusal(() => limiter.byAddress('192.0.2.1'))).toBeUndefined();
  });
});

describe('health and metrics', () => {
  let empty: Database;
  beforeAll(() => {
    // The server's own database, which nobody migrated.
    empty = openDatabase(inject('postgres').url, { connections: 1, onIdleError: () => undefined });
  });
  afterAll(() => empty.close());

  // conventions#69
  test('live and ready need no token', async () => {
    expect((await server.raw().get('/health/live')).status).toBe(200);
    expect((await server.raw().get('/health/ready')).status).toBe(200);
  });

  // conventions#69
  test('without migrations it lives but is not ready', async () => {
    const app = await deafServer(server, { database: empty });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    await app.close();
  });

  // conventions#69
  test('without a database it lives but is not ready', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/none', { connections: 1, onIdleError: () => undefined });
    const app = await deafServer(server, { database: away });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    await app.close();
    await away.close();
  });

  // conventions#70
  test('metrics count requests by operation', async () => {
    await server.admin.get('/users/self');
    const response = await server.raw().get('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.text).toMatch(/lectern_http_request_seconds_count\{operation="showUser",status="200"\} [1-9]/);
    expect(response.text).toContain('process_cpu_seconds_total');
    expect(response.text).not.toContain(adminToken());
  });

  // conventions#70
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

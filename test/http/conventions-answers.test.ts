import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { RequestCounts } from '../../src/access/request-counts.ts';
import { rateLimiter } from '../../src/http/rate-limit.ts';
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
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect(response.headers['access-control-allow-methods']).toMatch(new RegExp(`\\b${method}\\b`));
    for (const name of ['authorization', 'content-type', 'accept', 'if-none-match', 'x-request-id'])
      expect(response.headers['access-control-allow-headers']?.toLowerCase()).toContain(name);
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  // conventions#7
  test.each([
    ['nobody', {}],
    ['a page that names no method', { origin: 'https://app.example' }],
    ['a method without a page', { 'access-control-request-method': 'PUT' }],
  ])('OPTIONS answers %s alike', async (_who, headers: Record<string, string>) => {
    for (const path of ['/api/v1/users/self', '/api/v1/nothing', '/api/v1/users/%ff', '/%zz']) {
      const response = await server.raw().options(path).set(headers);
      expect([response.status, response.text ?? '']).toEqual([204, '']);
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
      expect(response.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
    }
  });

  // conventions#7
  test('answers and refusals can be read by a page of any origin', async () => {
    for (const path of ['/users/self', '/users/999999', '/nothing', '/users/%ff']) {
      const response = await server.admin.get(path).set('origin', 'https://app.example');
      expect(response.headers['access-control-allow-origin'], path).toBe('*');
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
      for (const name of [
        'ETag',
        'Link',
        'Location',
        'Retry-After',
        'X-Request-Id',
        'X-RateLimit-Remaining',
        'X-Rate-Limit-Remaining',
        'X-Ignored-Parameters',
        'X-Conversation-Batch-Id',
      ]) {
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

  // conventions#51
  test('has ids as texts by a header in any case, and nothing else has', async () => {
    const accept = 'Application/JSON+Canvas-String-Ids';
    const get = (path: string) => authorized(server.raw().get(path));
    expect((await get('/api/v1/users/self').set('accept', accept)).body.id).toEqual(expect.any(String));
    // The document of the API has examples of ids, which are integers.
    expect((await get('/openapi.json').set('accept', accept)).text).toBe((await get('/openapi.json')).text);
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
    for (const path of ['/api/v1/users/self', '/api/v1/users/999999', '/nothing', '/health/live', '/api/v1/users/%ff']) {
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

  /** Each test has days of its own: servers of one database count together. */
  let day = Date.parse('2026-01-01T00:00:00Z');
  const setTime = () => {
    day += 86_400_000;
    vi.useFakeTimers({ toFake: ['Date'], now: day });
  };

  // conventions#64
  test('of a token: 429 with Retry-After, and none for others', async () => {
    setTime();
    vi.setSystemTime(day + 10_000);
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
    vi.setSystemTime(day + 60_000);
    expect((await get(adminToken())).statusCode).toBe(200);
    await app.close();
  });

  // conventions#103
  test('count what is answered with 304', async () => {
    setTime();
    const app = await deafServer(server, { rateLimit: 3 });
    const headers = { authorization: `Bearer ${adminToken()}`, 'if-none-match': '*' };
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await app.inject({ url: '/api/v1/users/self', headers })).statusCode);
    expect(statuses).toEqual([304, 304, 304, 429]);
    await app.close();
  });

  // conventions#65
  test('of an address without a valid token: 60', async () => {
    setTime();
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
    setTime();
    const app = await deafServer(server, { rateLimit: 3000, trustProxy });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await app.inject({ url: '/api/v1/users/self', headers: { 'x-forwarded-for': `192.0.2.${i}` } })).statusCode);
    expect(statuses.at(-1)).toBe(last);
    await app.close();
  });

  // conventions#68
  test.each([
    ['one address with other ports', (i: number) => `192.0.2.1:${5_000 + i}`, 429],
    ['one address of IPv6 with other ports', (i: number) => `[2001:db8::1]:${5_000 + i}`, 429],
    ['what is no address', (i: number) => `${'x'.repeat(3_000)}${i}`, 429],
    ['other zones of one address', (i: number) => `fe80::1%${i}`, 429],
    ['other addresses of IPv6', (i: number) => `2001:db8::${i}`, 401],
  ])('of an address, where proxies name %s', async (_what, named, last) => {
    setTime();
    const app = await deafServer(server, { rateLimit: 3000, trustProxy: true });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await app.inject({ url: '/api/v1/users/self', headers: { 'x-forwarded-for': named(i) } })).statusCode);
    expect(statuses.at(-1)).toBe(last);
    await app.close();
  });

  // conventions#64
  test('is told by each answer to a request that counts, and by no other', async () => {
    setTime();
    vi.setSystemTime(day + 10_000);
    const app = await deafServer(server, { rateLimit: 2 });
    const get = (headers: Record<string, string>, url = '/api/v1/users/self') => app.inject({ url, headers });
    const told = ({ headers }: { headers: Record<string, unknown> }) => {
      expect(headers['x-rate-limit-remaining']).toBe(headers['x-ratelimit-remaining']);
      return ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
    };
    const end = String(day / 1_000 + 60);
    const mine = { authorization: `Bearer ${here.student.token}` };
    expect(told(await get(mine))).toEqual(['2', '1', end]);
    expect(told(await get(mine, '/api/v1/courses/nowhere'))).toEqual(['2', '0', end]);
    const refused = await get(mine);
    expect([refused.statusCode, ...told(refused)]).toEqual([429, '2', '0', end]);
    expect(told(await get({}))).toEqual(['60', '59', end]);
    expect(told(await get({}, '/health/live'))).toEqual([undefined, undefined, undefined]);
    await app.close();
  });

  const made: RequestCounts[] = [];
  /** The counts of one process more. */
  const countsOf = (afterMs?: number): RequestCounts => {
    const counts = new RequestCounts(server.database, { warn: (_details, message) => expect.unreachable(message) }, afterMs);
    made.push(counts);
    return counts;
  };
  afterEach(async () => {
    for (const counts of made.splice(0)) await counts.stop();
  });
  const seconds = (time: string) => Date.parse(`2026-01-01T${time}Z`);

  // conventions#64
  test('counts by minute', () => {
    let now = seconds('00:00:00');
    const limiter = rateLimiter(2, countsOf(), () => new Date(now));
    const spend = () => limiter.byToken(7);
    expect([spend(), spend()]).toMatchObject([{ remaining: 1 }, { remaining: 0 }]);
    expect(spend()).toEqual({ limit: 2, remaining: -1, endsAt: seconds('00:01:00') / 1_000, secondsLeft: 60 });
    now += 59_001;
    expect(spend()).toMatchObject({ remaining: -1, secondsLeft: 1 });
    now += 999;
    expect(spend()).toEqual({ limit: 2, remaining: 1, endsAt: seconds('00:02:00') / 1_000, secondsLeft: 60 });
  });

  // conventions#64, conventions#65
  test('counts each token and each address apart', () => {
    const limiter = rateLimiter(1, countsOf(), () => new Date(seconds('00:02:00')));
    expect([limiter.byToken(1), limiter.byToken(2), limiter.byToken(1)]).toMatchObject([
      { remaining: 0 },
      { remaining: 0 },
      { remaining: -1 },
    ]);
    for (let left = 59; left >= 0; left--) expect(limiter.byAddress('192.0.2.1')).toMatchObject({ limit: 60, remaining: left });
    expect(limiter.byAddress('192.0.2.1')).toMatchObject({ remaining: -1 });
    expect(limiter.byAddress('192.0.2.2')).toMatchObject({ remaining: 59 });
  });

  describe('of several processes', () => {
    // conventions#67
    test('is one: each hears what the others have counted', async () => {
      const now = seconds('00:03:00');
      const process = (counts: RequestCounts) => ({ counts, limiter: rateLimiter(10, counts, () => new Date(now)) });
      const [one, other] = [process(countsOf()), process(countsOf())];
      for (let i = 0; i < 4; i++) one.limiter.byToken(3);
      for (let i = 0; i < 5; i++) other.limiter.byToken(3);
      await one.counts.exchange();
      await other.counts.exchange();
      expect(other.limiter.byToken(3)).toMatchObject({ remaining: 0 });
      expect(other.limiter.byToken(3)).toMatchObject({ remaining: -1 });
      // What the other has counted since, it hears with the next exchange.
      expect(one.limiter.byToken(3)).toMatchObject({ remaining: 5 });
      await other.counts.exchange();
      await one.counts.exchange();
      expect(one.limiter.byToken(3)).toMatchObject({ remaining: -1 });
      // A count of its own for each key, and for each minute.
      expect(one.limiter.byToken(4)).toMatchObject({ remaining: 9 });
      expect(one.limiter.byAddress('3')).toMatchObject({ remaining: 59 });
    });

    // conventions#67
    test('is told of by itself, in hundredths', async () => {
      const counts = countsOf(0);
      const limiter = rateLimiter(1_000, counts, () => new Date(seconds('00:04:00')));
      const told = () => server.database.pool.query<{ count: number }>(`select count from request_counts where key = 'token 5'`);
      for (let i = 0; i < 9; i++) limiter.byToken(5);
      await counts.exchange();
      expect((await told()).rows).toEqual([]);
      limiter.byToken(5);
      await expect.poll(async () => (await told()).rows).toEqual([{ count: 10 }]);
    });

    // conventions#67
    test('is forgotten with its minute', async () => {
      const counts = countsOf();
      for (const minute of ['00:10:00', '00:11:00', '00:12:00']) {
        counts.add('token 6', 1, seconds(minute));
        await counts.exchange();
      }
      const { rows } = await server.database.pool.query(`select minute from request_counts where key = 'token 6' order by minute`);
      expect(rows).toEqual(['00:11:00', '00:12:00'].map((minute) => ({ minute: seconds(minute) / 60_000 })));
    });

    // conventions#64, conventions#67
    test('says nothing of the next minute where that begins before it is answered', async () => {
      const [one, other] = [countsOf(), countsOf()];
      for (let i = 0; i < 5; i++) other.add('token 9', 1, seconds('00:20:00'));
      await other.exchange();
      one.add('token 9', 1, seconds('00:20:59'));
      const exchanged = one.exchange();
      await Promise.resolve();
      one.add('token 9', 1, seconds('00:21:00'));
      await exchanged;
      expect(one.add('token 9', 1, seconds('00:21:00'))).toBe(2);
      await one.exchange();
      expect(other.add('token 9', 1, seconds('00:21:00'))).toBe(1);
      await other.exchange();
      expect(other.add('token 9', 1, seconds('00:21:00'))).toBe(4);
    });

    // conventions#67
    test('is counted alone while the database does not answer', async () => {
      const warnings: string[] = [];
      const away = openDatabase('postgresql://nobody@127.0.0.1:1/nowhere', { connections: 1, onIdleError: () => undefined });
      const counts = new RequestCounts(away, { warn: (_details, message) => warnings.push(message) });
      const limiter = rateLimiter(2, counts, () => new Date(seconds('00:05:00')));
      limiter.byToken(8);
      await counts.exchange();
      expect([limiter.byToken(8), limiter.byToken(8)]).toMatchObject([{ remaining: 0 }, { remaining: -1 }]);
      expect(warnings).toEqual(['requests are counted by this process alone']);
      await counts.stop();
      await away.close();
    });
  });

  // conventions#67
  test('may be off', async () => {
    const app = await deafServer(server, { rateLimit: 'off' });
    for (let i = 0; i < 100; i++) {
      const { statusCode, headers } = await app.inject({ url: '/api/v1/users/self' });
      expect([statusCode, headers['x-ratelimit-limit']]).toEqual([401, undefined]);
    }
    await app.close();
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

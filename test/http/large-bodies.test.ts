import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BODY_BUDGET, BodyBudget, SMALL_BODY } from '../../src/http/body-budget.ts';
import { ApiError } from '../../src/kernel/errors.ts';
import { adminToken, deafServer, JSON_TYPE, useServer } from '../helpers/server.ts';

const server = useServer();
const MB = 2 ** 20;
const PATH = '/api/v1/users/self';

async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  // Whoever is not read to the end may find the connection closed.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const head = (headers: Record<string, string>, path = PATH) =>
  [`PUT ${path} HTTP/1.1`, 'host: x', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
const JSON_OF = (length: number) => ({ 'content-type': 'application/json', 'content-length': String(length) });
const BEARER = (token: string) => ({ authorization: `Bearer ${token}` });

interface Answer {
  status: number;
  headers: string;
  body: unknown;
}

/** What is answered to a request of which no more comes than this, until the server ends the connection. */
async function answerTo(...sent: (string | Buffer)[]): Promise<Answer> {
  const socket = await opened();
  for (const piece of sent) socket.write(piece);
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body: JSON.parse(body) };
}

const INVALID = { errors: [{ message: 'Invalid access token.' }] };
const NO_TOKEN = { status: 'unauthenticated', errors: [{ message: 'user authorization required' }] };

// conventions#13, conventions#37
describe('a body that cannot be read', () => {
  const json = { 'content-type': 'application/json' };
  const packed = { ...json, 'content-encoding': 'gzip' };
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'br' };
  test.each([
    ['is no UTF-8', json, Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['is no JSON', json, Buffer.from('{'), 400],
    ['is compressed', packed, gzipSync('{"user":{"short_name":"Me"}}'), 415],
    ['is a compressed form', form, brotliCompressSync('--b--\r\n'), 415],
    ['is compressed, and then not', { ...json, 'content-encoding': 'gzip, identity' }, gzipSync('{}'), 415],
    ['says that it is not compressed', { ...json, 'content-encoding': 'identity' }, Buffer.from('{}'), 200],
    ['says so twice', { ...json, 'content-encoding': 'identity, Identity' }, Buffer.from('{}'), 200],
    ['says that by nothing', { ...json, 'content-encoding': '' }, Buffer.from('{}'), 200],
  ])('because it %s: %#', async (_why, headers, body, status) => {
    const to = (query: string) => fetch(`${server.url}${PATH}${query}`, { method: 'PUT', headers, body: new Uint8Array(body) });
    expect((await to('')).status).toBe(401);
    expect((await to('?access_token=wrong')).status).toBe(401);
    const answer = await to(`?access_token=${adminToken()}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, JSON_TYPE]);
  });
});

// conventions#1
test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain'])(
  'whatever is sent to where nothing is, as %s: 404',
  async (type) => {
    for (const body of [Buffer.alloc(SMALL_BODY + 1, 'x'), Buffer.from([0x7b, 0xff])]) {
      const headers = { ...BEARER(adminToken()), 'content-type': type };
      const answer = await fetch(`${server.url}/api/v1/nothing`, { method: 'POST', headers, body: new Uint8Array(body) });
      expect([answer.status, await answer.json()]).toEqual([404, { errors: [{ message: expect.any(String) }] }]);
    }
  },
);

// conventions#38
describe('a large body is not read without a good token', () => {
  test.each([
    ['none', {}, NO_TOKEN],
    ['a wrong one', BEARER('wrong'), INVALID],
  ])('%s: 401 before any of it has come', async (_which, headers, body) => {
    const answer = await answerTo(head({ ...headers, ...JSON_OF(SMALL_BODY + 1) }));
    expect(answer).toMatchObject({ status: 401, body });
    expect(answer.headers).toContain('\r\nconnection: close');
    expect(answer.headers).toContain('\r\nwww-authenticate: bearer');
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain'])(
    'of %s, whose length nobody has said',
    async (type) => {
      const chunk = Buffer.alloc(SMALL_BODY + 1, 'x');
      const chunked = head({ ...BEARER('wrong'), 'content-type': type, 'transfer-encoding': 'chunked' });
      const answer = await answerTo(chunked, `${chunk.length.toString(16)}\r\n`, chunk, '\r\n');
      expect(answer).toMatchObject({ status: 401, body: INVALID });
    },
  );

  test('who sends all of it first reads the answer all the same', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const response = await fetch(server.url + PATH, { method: 'PUT', headers: { 'content-type': type }, body: 'x'.repeat(4 * MB) });
      expect([response.status, await response.json()]).toEqual([401, NO_TOKEN]);
    }
  });

  test.each([
    [24, true],
    [192, false],
  ])('of one of %d MB that is sent all the same so much is taken in: %j', async (size, isTaken) => {
    const socket = await opened();
    const closed = once(socket, 'close').then(() => false);
    socket.write(head({ ...JSON_OF(size * MB) }));
    const piece = Buffer.alloc(MB, 'x');
    const sent = async () => {
      for (let i = 0; i < size; i++) {
        const failed = await new Promise<Error | null | undefined>((resolve) => socket.write(piece, resolve));
        if (failed) return false;
      }
      return true;
    };
    expect(await Promise.race([sent(), closed])).toBe(isTaken);
    socket.destroy();
  });

  test('a token in the query is as good as one in the header, one in the body is not', async () => {
    const long = { user: { nothing: 'x'.repeat(SMALL_BODY) } };
    const put = (path: string, body: object) => server.raw().put(path).send(body);
    expect((await put(`${PATH}?access_token=${adminToken()}`, long)).status).toBe(200);
    expect((await put(PATH, { ...long, access_token: adminToken() })).status).toBe(401);
    expect((await put(PATH, { access_token: adminToken() })).status).toBe(200);
  });

  test('with one it costs no statement more than a small one', async () => {
    const note = { title: 'Read', todo_date: '2030-01-01' };
    const post = (length: number) => () => server.admin.post('/planner_notes', { ...note, nothing: 'x'.repeat(length) }).expect(201);
    const of = async (length: number) => server.statements(post(length), 'kept');
    // Noting the first use of a token ends kept access, which is heard of before the second is counted.
    for (let times = 0; times < 2; times++) await of(1);
    expect(await of(SMALL_BODY * 2)).toBe(await of(1));
  });

  test('an address that is signed needs no large one', async () => {
    const response = await server
      .raw()
      .post('/api/v1/uploads/1/confirm')
      .type('form')
      .send('x'.repeat(SMALL_BODY + 1));
    expect([response.status, response.body]).toEqual([413, { errors: [{ message: 'the body is larger than 16 kB' }] }]);
  });
});

// conventions#66
describe('what is refused while it is read counts as a request', () => {
  let app: FastifyInstance;
  let now = new Date('2026-01-31T12:00:00Z');
  beforeAll(async () => {
    app = await deafServer(server, { rateLimit: 3, clock: () => now });
  });
  afterAll(() => app.close());
  const put = (payload: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'PUT', url: PATH, payload, headers: { 'content-type': 'application/json', ...headers }, remoteAddress });

  test.each([
    ['of a small body', '{"a":'],
    ['of a large one', `{"a":"${'x'.repeat(SMALL_BODY)}"}`],
    ['of too many parameters', JSON.stringify({ a: Array.from({ length: 10_001 }, () => 1) })],
  ])('without a good token by address: %s', async (what, payload) => {
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) {
      const headers: Record<string, string> = i % 2 === 0 ? {} : { authorization: 'Bearer wrong' };
      statuses.push((await put(payload, headers, `192.0.2.${what.length}`)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429, 429]);
  });

  test('with one by token, once each', async () => {
    const { id: _id, ...own } = { id: 0, authorization: `Bearer ${inject('adminToken')}` };
    const statuses: number[] = [];
    for (const payload of ['{"a":', '{"a":[', `{"a":${' '.repeat(SMALL_BODY)}`, '{}']) statuses.push((await put(payload, own)).statusCode);
    expect(statuses).toEqual([400, 400, 400, 429]);
    now = new Date('2026-01-31T12:01:00Z');
    expect((await put('{', own)).statusCode).toBe(400);
    // A large body that is taken asks twice who sends it.
    const { statusCode, headers } = await put(`{"a":"${'x'.repeat(SMALL_BODY)}"}`, own);
    expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, '1']);
  });
});

// conventions#35
describe('the limits of a body are found out before it is parsed', () => {
  const put = (body: string) => server.raw().put(PATH).set(BEARER(adminToken())).type('json').send(body);
  const members = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join();

  // Whoever parsed it first would find that it does not end.
  test('the number of its parameters', async () => {
    const answer = await put(`{${members(200_000)}`);
    expect([answer.status, answer.body]).toEqual([400, { errors: [{ message: 'at most 10000 parameters are taken' }] }]);
    expect((await put(`{${members(10_000)}}`)).status).toBe(200);
  });

  test('its nesting', async () => {
    const answer = await put(`{"x":"{[","a":{"b":${'['.repeat(400_000)}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['a']]);
  });
});

// conventions#39
describe('the budget of bodies under way', () => {
  const refusalOf = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    return undefined;
  };

  test('is shared by all, and given back', () => {
    const budget = new BodyBudget(10);
    const [one, other] = [budget.lease(), budget.lease()];
    one.hold(7);
    const refused = refusalOf(() => other.hold(4));
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    other.hold(3);
    one.hold(2);
    other.hold(8);
    other.end();
    other.end();
    one.hold(10);
    one.end();
    expect(refusalOf(() => other.hold(10))).toBeUndefined();
    expect(refusalOf(() => one.hold(1))).toMatchObject({ status: 503 });
  });

  test('refuses before it is read what is too much at once, and nothing small', async () => {
    const began = head({ ...BEARER(adminToken()), ...JSON_OF(4 * MB) });
    // One more than there is room for: each waits for its body, but for the one that is refused.
    const sockets = await Promise.all(Array.from({ length: BODY_BUDGET / (4 * MB) + 1 }, opened));
    const [first] = await Promise.race(
      sockets.map((socket) => {
        socket.write(began);
        return once(socket, 'data');
      }),
    );
    expect(String(first)).toMatch(/^HTTP\/1.1 503 /);
    const put = () => server.admin.put('/users/self', { nothing: 'x'.repeat(MB) });
    const refused = await put().expect(503);
    expect(refused.body).toEqual({ errors: [{ message: expect.any(String) }] });
    expect([refused.headers['retry-after'], refused.headers['content-type']]).toEqual(['1', JSON_TYPE]);
    expect((await server.admin.put('/users/self', { nothing: 'x'.repeat(10_000) })).status).toBe(200);
    // Whoever goes away gives back what it held.
    for (const socket of sockets) socket.destroy();
    const taken = async (): Promise<number> => {
      const { status } = await put();
      return status === 503 ? taken() : status;
    };
    expect(await taken()).toBe(200);
  });

  test('is asked for what is left of a form after its file, and not for the file again', async () => {
    const { id: group } = (await server.admin.post('/groups', { name: 'Readers' }).expect(200)).body;
    const topic = (await server.admin.post(`/groups/${group}/discussion_topics`, { title: 'Files' }).expect(200)).body.id;
    const beginning = '--b\r\ncontent-disposition: form-data; name="attachment"; filename="a.bin"\r\n\r\n';
    const end = '\r\n--b\r\ncontent-disposition: form-data; name="message"\r\n\r\nread this\r\n--b--\r\n';
    const length = String(beginning.length + 6 * MB + end.length);
    const headers = { ...BEARER(adminToken()), 'content-type': 'multipart/form-data; boundary=b', 'content-length': length };
    const form = await opened();
    form.write(head(headers, `/api/v1/groups/${group}/discussion_topics/${topic}/entries`).replace('PUT', 'POST') + beginning);
    form.write(Buffer.alloc(MB));
    // What others hold leaves room for less than the file, and for more than what follows it.
    const holders = new Set<Socket>();
    const hold = async (size: number): Promise<void> => {
      const holder = await opened();
      holders.add(holder);
      // Refused, because the form still held what its fields might come to.
      holder.once('data', () => {
        holders.delete(holder);
        void hold(size);
      });
      holder.write(head({ ...BEARER(adminToken()), ...JSON_OF(size) }));
    };
    await Promise.all([...Array.from({ length: 15 }, () => 4 * MB), MB].map(hold));
    const put = (size: number) => server.admin.put('/users/self', { nothing: 'x'.repeat(size) });
    const isHeld = async (): Promise<boolean> => {
      const [small, large] = [await put(2.5 * MB), await put(3.5 * MB)];
      return (holders.size === 16 && small.status === 200 && large.status === 503) || isHeld();
    };
    expect(await isHeld()).toBe(true);
    form.write(Buffer.alloc(5 * MB));
    form.write(end);
    const [answer] = await once(form, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 201 /);
    for (const socket of [form, ...holders]) socket.destroy();
  });
});

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AccessCache } from '../../src/access/access-cache.ts';
import { LastUsedRecorder } from '../../src/access/last-used.ts';
import { fileOpenRoutes } from '../../src/areas/files/open-routes.ts';
import { BodyBudget } from '../../src/http/body-budget.ts';
import { errorHandler } from '../../src/http/error-handler.ts';
import { registerOpenRoute } from '../../src/http/open-routes.ts';
import { operation } from '../../src/http/operation.ts';
import { bodies } from '../../src/http/parameters/body.ts';
import { optional, text as textOf } from '../../src/http/parameters/types.ts';
import { UNLIMITED } from '../../src/http/rate-limit.ts';
import { ReadBudget } from '../../src/http/read-budget.ts';
import { registerOperation } from '../../src/http/routes.ts';
import { slowBodies } from '../../src/http/slow-bodies.ts';
import { portOf } from '../helpers/port-of.ts';
import { adminToken, deafServer, useServer } from '../helpers/server.ts';
import { begin } from '../helpers/upload.ts';

const server = useServer();
let app: FastifyInstance;
let port: number;

const post = operation({
  method: 'POST',
  path: '/entries',
  operationId: 'madeUp',
  summary: 'Made up',
  tag: 'Made up',
  context: 'none',
  permission: 'anyone',
  input: { message: optional(textOf(20)) },
  file: 'attachment',
  answer: z.object({ size: z.int().nullable() }),
  run: async (_ctx, { message, file }) => {
    // Somebody else's body was too late meanwhile.
    if (message === 'wait') await tooLate();
    return { size: file?.size ?? null };
  },
});

beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(() => () => true);
  await app.register(errorHandler, { constraints: {} });
  await app.register(bodies);
  // Enough for all that is sent in time, on a busy machine too.
  await app.register(slowBodies, { withinMs: 1_000 });
  const { database, services, url } = server;
  const around = {
    database,
    services,
    baseUrl: url,
    webUrl: url,
    limiter: UNLIMITED,
    readTargets: null,
    bodies: new BodyBudget(),
    reads: new ReadBudget(),
    accessCache: new AccessCache(database),
    lastUsed: new LastUsedRecorder(database, { warn: () => undefined }),
    clock: () => new Date(),
  };
  registerOperation(app, post, around);
  for (const route of fileOpenRoutes) if (route.operationId === 'receiveUpload') registerOpenRoute(app, route, around);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = portOf(app.server);
});
afterAll(() => app.close());

interface Sending {
  path?: string;
  type?: string;
  token?: string;
  chunked?: boolean;
}

/** Sends the first part of a body, and the rest once `meanwhile` is over; the status, or that the connection was closed without one. */
async function halves([first, rest]: [string, string], meanwhile: Promise<unknown>, sending: Sending = {}): Promise<number | 'closed'> {
  const { path = '/entries', type = 'application/json', token = adminToken(), chunked = false } = sending;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const headers = ['host: x', 'connection: close', `authorization: Bearer ${token}`, `content-type: ${type}`];
  headers.push(chunked ? 'transfer-encoding: chunked' : `content-length: ${first.length + rest.length}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${first}`);
  void meanwhile.then(() => socket.write(rest));
  const answer = await text(socket).catch(() => '');
  return answer === '' ? 'closed' : Number(answer.split(' ')[1]);
}

const never = new Promise<never>(() => undefined);
/** Over once a body that began just now has not come in time. */
const tooLate = () => halves(['{"a"', ':12}'], never);

// conventions#40
test('a body that does not come in time ends its connection', async () => {
  expect(await tooLate()).toBe('closed');
  expect(await halves(['4\r\n{"a"\r\n', '4\r\n:12}\r\n0\r\n\r\n'], never, { chunked: true })).toBe('closed');
});

test('one that comes is answered, however long that takes', async () => {
  expect(await halves(['{"a"', ':12}'], Promise.resolve())).toBe(200);
  expect(await halves(['{"message"', ':"wait"}'], Promise.resolve())).toBe(200);
  expect(await halves(['4\r\n{"a"\r\n', '4\r\n:12}\r\n0\r\n\r\n'], Promise.resolve(), { chunked: true })).toBe(200);
});

const part = (disposition: string, value: string) => `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}`;
const form = (path: string, file: string, fields: Record<string, string> = {}) => {
  const before = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`);
  return {
    path,
    type: 'multipart/form-data; boundary=b',
    before: before.join(''),
    file: part(`name="${file}"; filename="a.txt"`, 'half'),
    end: '\r\n--b--\r\n',
  };
};

describe.each([
  ['an operation that takes a file', async () => form('/entries', 'attachment', { message: 'hello' }), 200],
  [
    'the second step of an upload',
    async () => form('/uploads', 'file', (await begin(server.admin, '/users/self/files')).upload_params),
    303,
  ],
])('%s', (_what, made, status) => {
  // conventions#40
  test('has time for a file that somebody sends who may', async () => {
    const { before, file, end, ...how } = await made();
    expect(await halves([before + file, `half${end}`], tooLate(), how)).toBe(status);
  });

  test('has none before the file, nor after it', async () => {
    const { before, file, end, ...how } = await made();
    const cuts: [string, string][] = [
      ['', before + file + end],
      [before.slice(0, -4), before.slice(-4)],
      [before + file + end.slice(0, 5), end.slice(5)],
    ];
    expect(await Promise.all(cuts.map((cut) => halves(cut, never, how)))).toEqual(cuts.map(() => 'closed'));
  });

  test('has none for another file', async () => {
    const { before, file, end, ...how } = await made();
    const other = file.replace('name="file"', 'name="other"').replace('name="attachment"', 'name="other"');
    expect(await halves([before + other, end], never, how)).toBe('closed');
  });

  test('has none for whoever may not send one', async () => {
    const { before, file, end, ...how } = await made();
    const wrong = before.replace('name="signature"\r\n\r\n', 'name="signature"\r\n\r\nx');
    const answer = await halves([wrong + file, end], never, { ...how, token: 'wrong' });
    expect(answer).toBe(how.path === '/uploads' ? 403 : 401);
  });
});

test('the server itself hurries headers, not bodies', () => {
  expect([server.app.server.requestTimeout, server.app.server.headersTimeout]).toEqual([0, 60_000]);
});

// conventions#40
test('the server itself gives a body a minute', async () => {
  const own = await deafServer(server);
  await own.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(portOf(own.server), '127.0.0.1');
  socket.on('error', () => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const arrived = once(own.server, 'request');
    socket.write(`PUT /api/v1/users/self HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf`);
    const [request]: IncomingMessage[] = await arrived;
    vi.advanceTimersByTime(59_999);
    expect(request?.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(request?.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
    socket.destroy();
    await own.close();
  }
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { errorHandler } from '../../src/http/error-handler.ts';
import { originForm } from '../../src/http/odd-requests.ts';
import { adminToken, JSON_TYPE, useServer } from '../helpers/server.ts';

const server = useServer();

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Node answers nothing on a connection that its client has closed: whoever is to be answered later goes on reading. */
async function answerTo(sent: string, then: 'closing' | 'reading' = 'closing'): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  if (then === 'closing') socket.end(sent);
  else socket.write(sent);
  const answer = await text(socket);
  // Before it may stand that it goes on.
  const [head = '', body = ''] = answer.split('\r\n\r\n').slice(-2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((header): [string, string] => [header.split(': ', 1)[0] ?? '', header.replace(/^[^:]*: /, '')]));
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(body) };
}

// conventions#22
test.each([
  ['nonsense', 'hello\r\n\r\n', 400],
  ['a header in two lines', 'GET /api/v1/users/self HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\nb\r\n\r\n', 400],
  ['a request that names no server', 'GET /api/v1/users/self HTTP/1.1\r\n\r\n', 400],
  ['an expectation that nobody knows', 'GET /api/v1/users/self HTTP/1.1\r\nhost: x\r\nexpect: foo\r\n\r\n', 417],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s is refused in the words of the API', async (_what, sent, status) => {
  const answer = await answerTo(sent);
  expect(answer).toMatchObject({ status, body: { errors: [{ message: expect.any(String) }] } });
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  // conventions#103
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
});

test('older clients name no server, and some expect what is known', async () => {
  for (const line of [
    'GET /api/v1/users/self HTTP/1.0',
    'GET /api/v1/users/self HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: 100-Continue',
  ])
    expect((await answerTo(`${line}\r\n\r\n`, 'reading')).status).toBe(401);
});

// conventions#1
test.each(['QUERY', 'SEARCH', 'PROPFIND', 'TRACE', 'DELETE'])('no path has the method %s', async (method) => {
  for (const body of ['\r\n', 'content-length: 2\r\ncontent-type: application/json\r\n\r\n{}'])
    expect((await answerTo(`${method} /api/v1/accounts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${body}`)).status).toBe(404);
});

test.each([
  ['http://evil.test/api/v1/accounts?per_page=1', '/api/v1/accounts'],
  ['HTTPS://evil.test:81/api/v1/accounts', '/api/v1/accounts'],
])('the server before the path of %s is no part of it', async (target, path) => {
  const headers = ['host: x', 'connection: close', `authorization: Bearer ${adminToken()}`];
  const answer = await answerTo(`GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, 'reading');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('link')).toContain(`<${server.url}${path}?`);
  expect(answer.headers.get('link')).not.toContain('evil');
});

test.each([
  ['/a?b=http://c', '/a?b=http://c'],
  ['http://x/a//b?c=/d', '/a//b?c=/d'],
  ['http://x', '/'],
  ['http://x?a=1', '/?a=1'],
  ['*', '*'],
  ['nonsense', 'nonsense'],
])('of the target %s the path is %s', (url, path) => {
  expect(originForm({ url })).toBe(path);
});

test('a refusal by the framework is one of the API', async () => {
  const app = Fastify();
  await app.register(errorHandler, { constraints: {} });
  app.get('/', () => {
    throw Object.assign(new Error('Service Unavailable'), { code: 'FST_SOMETHING', statusCode: 503 });
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.headers['retry-after'], answer.headers['content-type']]).toEqual([503, '1', JSON_TYPE]);
  expect(answer.json()).toEqual({ errors: [{ message: expect.any(String) }] });
});

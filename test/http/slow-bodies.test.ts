import { request as httpRequest } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slowBodies } from '../../src/http/slow-bodies.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  app = Fastify();
  await app.register(slowBodies, { withinMs: 50 });
  app.post('/quick', async () => ({}));
  app.post('/patient', { config: { patient: true } }, async () => ({}));
  app.post('/slow-answer', async () => {
    await tooLate();
    return {};
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends half a body, and the rest once `meanwhile` is over. */
const halves = (path: string, meanwhile: Promise<unknown>) =>
  new Promise<number | 'closed'>((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': 8 };
    const request = httpRequest(`${url}${path}`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', () => resolve('closed'));
    request.write('{"a"');
    void meanwhile.then(() => request.end(':12}'));
  });
/** Over once a body that began just now has not come in time. */
const tooLate = () => halves('/quick', new Promise(() => undefined));

test('a body that does not come in time ends its connection', async () => {
  expect(await tooLate()).toBe('closed');
});

test('one that comes is answered, however long that takes', async () => {
  expect(await halves('/quick', Promise.resolve())).toBe(200);
  expect(await halves('/slow-answer', Promise.resolve())).toBe(200);
});

test('one of a route that takes files has time', async () => {
  expect(await halves('/patient', tooLate())).toBe(200);
});

test('the server itself hurries headers, not bodies', () => {
  expect([server.app.server.requestTimeout, server.app.server.headersTimeout]).toEqual([0, 60_000]);
});

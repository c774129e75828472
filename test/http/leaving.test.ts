import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { leave } from '../../src/http/leaving.ts';
import { listen } from '../../src/http/listening.ts';
import { adminToken, deafServer, useServer } from '../helpers/server.ts';

const server = useServer();
const POLLING = { timeout: 60_000, interval: 5 };
const LONG_MS = 100_000;

const running: { app: FastifyInstance; agent: Agent }[] = [];
afterEach(async () => {
  for (const { app, agent } of running.splice(0)) {
    agent.destroy();
    await app.close();
  }
});

async function serving(prepare: (app: FastifyInstance) => unknown = () => undefined) {
  const app = await deafServer(server);
  prepare(app);
  const url = await listen(app, { host: '127.0.0.1', port: 0 });
  // No connection ends because it has been idle for long.
  app.server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  running.push({ app, agent });
  const headers = { authorization: `Bearer ${adminToken()}` };
  const begin = (path: string, more = {}): ClientRequest =>
    request(`${url}${path}`, { agent, ...more, headers: { ...headers, ...('headers' in more ? (more.headers as object) : {}) } });
  const ask = async (path: string) => answered(begin(path).end());
  /** A request that is under way until `finish` is called. */
  const underWay = async () => {
    const body = JSON.stringify({ course: { name: 'Last' } });
    const come = once(app.server, 'request');
    const sent = begin('/api/v1/accounts/1/courses', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    const answer = answered(sent);
    sent.write(body.slice(0, 5));
    await come;
    return { answer, finish: () => sent.end(body.slice(5)) };
  };
  return { app, begin, ask, underWay, port: Number(new URL(url).port) };
}

async function answered(sent: ClientRequest) {
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (!response) throw new Error('there is no response');
  return { status: response.statusCode, connection: response.headers.connection, body: await json(response) };
}

// conventions#81, conventions#82
describe('a server that is to stop', () => {
  test('first says that it is not ready, and serves on without keeping connections', async () => {
    const { app, ask, underWay } = await serving();
    expect(await ask('/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
    const { answer, finish } = await underWay();
    const linger = Promise.withResolvers<void>();
    const left = leave(app, { linger: linger.promise, finishWithinMs: LONG_MS });
    expect(await ask('/health/ready')).toMatchObject({ status: 503, connection: 'close', body: { status: 'unavailable' } });
    expect(await ask('/health/live')).toMatchObject({ status: 200, connection: 'close' });
    expect(await ask('/api/v1/users/self')).toMatchObject({ status: 200, connection: 'close', body: { id: 1 } });
    expect(await ask('/api/v1/nothing')).toMatchObject({ status: 404, connection: 'close', body: { errors: expect.anything() } });
    finish();
    expect(await answer).toMatchObject({ status: 200, connection: 'close', body: { name: 'Last' } });
    linger.resolve();
    await left;
    await expect(ask('/health/live')).rejects.toThrow('ECONNREFUSED');
  });

  test('then waits for requests under way alone, not for connections without one', async () => {
    const { app, ask, underWay, port } = await serving();
    await ask('/health/live');
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const { answer, finish } = await underWay();
    let done = false;
    const left = leave(app, { linger: Promise.resolve(), finishWithinMs: LONG_MS }).then(() => {
      done = true;
    });
    await vi.waitUntil(() => !app.server.listening, POLLING);
    // A connection on which nothing was ever sent has a little longer than one that is idle.
    await once(silent, 'close');
    expect(done).toBe(false);
    finish();
    expect(await answer).toMatchObject({ status: 200, connection: 'close' });
    await left;
  });

  test('nor for the connection of an answer that had begun before, once that is sent', async () => {
    const answer = new PassThrough();
    const { app, begin } = await serving((own) => own.get('/begun', (_request, reply) => reply.type('text/plain').send(answer)));
    const sent = begin('/begun').end();
    answer.write('begun');
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (!response) throw new Error('there is no response');
    expect(response.headers.connection).toBe('keep-alive');
    const left = leave(app, { linger: Promise.resolve(), finishWithinMs: LONG_MS });
    await vi.waitUntil(() => !app.server.listening, POLLING);
    answer.end(' and ended');
    expect(await text(response)).toBe('begun and ended');
    await left;
  });

  test('and not for longer than it is told to', async () => {
    const { app, underWay } = await serving();
    const { answer } = await underWay();
    const cut = expect(answer).rejects.toThrow('socket hang up');
    await leave(app, { linger: Promise.resolve(), finishWithinMs: 0 });
    await cut;
  });
});

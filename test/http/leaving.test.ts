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
const BUSY_MS = 1_500;
const BUSY_TURN_MS = 5;

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

/** What a request over a connection of its own is answered with, or why it is not. */
async function firstLine(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    return (await text(socket)).split('\r\n')[0] ?? '';
  } catch (error) {
    return String(error);
  }
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

  /** An answer that is under way until `end` is called. */
  const halfAnswered = async () => {
    const answer = new PassThrough();
    const { app, begin, ask } = await serving((own) => own.get('/begun', (_request, reply) => reply.type('text/plain').send(answer)));
    const sent = begin('/begun').end();
    answer.write('begun');
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (!response) throw new Error('there is no response');
    expect(response.headers.connection).toBe('keep-alive');
    const end = async () => {
      answer.end(' and ended');
      expect(await text(response)).toBe('begun and ended');
    };
    return { app, ask, response, end };
  };

  test('nor for the connection of an answer that had begun before, once that is sent', async () => {
    const { app, end } = await halfAnswered();
    const left = leave(app, { linger: Promise.resolve(), finishWithinMs: LONG_MS });
    await vi.waitUntil(() => !app.server.listening, POLLING);
    await end();
    await left;
  });

  test('and ends that connection with the answer, while it serves on', async () => {
    const { app, ask, response, end } = await halfAnswered();
    const linger = Promise.withResolvers<void>();
    const left = leave(app, { linger: linger.promise, finishWithinMs: LONG_MS });
    const ended = response.socket.destroyed ? Promise.resolve() : once(response.socket, 'close');
    await end();
    await ended;
    expect(await ask('/health/live')).toMatchObject({ status: 200 });
    linger.resolve();
    await left;
  });

  test('takes in everybody who has come, however busy it is', async () => {
    const { app, port } = await serving();
    const began = performance.now();
    const came: Promise<string>[] = [];
    const busy = Promise.withResolvers<void>();
    // Somebody comes in each turn of the event loop, and each turn has something to do.
    const turn = () => {
      came.push(firstLine(port));
      const end = performance.now() + BUSY_TURN_MS;
      while (performance.now() < end);
      if (performance.now() - began < BUSY_MS) setImmediate(turn);
      else busy.resolve();
    };
    turn();
    const left = leave(app, { linger: Promise.resolve(), finishWithinMs: LONG_MS });
    await busy.promise;
    expect(new Set(await Promise.all(came))).toEqual(new Set(['HTTP/1.1 200 OK']));
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

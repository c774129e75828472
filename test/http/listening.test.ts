import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../../src/http/listening.ts';
import { freePort } from '../helpers/started.ts';

const AT = { host: '127.0.0.1', port: 0 };
/** Elsewhere one socket listens. */
const SHARES = process.platform === 'linux';
const running: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

function server(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: 'idle' });
  running.push(app);
  return app;
}

/** Asks at each of these ports over and over; says in the end who was answered, and who was let in and cut off. */
const CALLERS = `
  const { get } = require('node:http');
  const cutOff = [], counts = { answered: 0 };
  let going = true;
  const ask = (port) => {
    let isIn = false;
    const next = () => going && setImmediate(ask, port);
    const asked = get({ port, host: '127.0.0.1', agent: false }, (answer) => answer.resume().on('end', () => { counts.answered++; next(); }));
    asked.on('socket', (socket) => socket.on('connect', () => { isIn = true; }));
    asked.on('error', ({ code }) => { if (isIn) cutOff.push(code); next(); });
  };
  process.argv.slice(1).forEach((port) => ask(Number(port)));
  process.stdin.resume().on('end', () => { going = false; });
  process.on('exit', () => process.stdout.write(JSON.stringify({ cutOff, ...counts })));
  console.log('');
`;

const portOf = (url: string): number => Number(new URL(url).port);

describe('a port', () => {
  test.skipIf(!SHARES)('lets in many who come at once within few turns of the loop', async () => {
    const app = server();
    let entered = 0;
    app.server.on('connection', () => entered++);
    const port = portOf(await listen(app, AT));
    const many = 96;
    const callers = Array.from({ length: many }, () => connect(port, AT.host));
    let turns = 0;
    try {
      while (entered < many) {
        await setImmediate();
        // Before the first of them nobody has come.
        if (entered > 0) turns++;
      }
    } finally {
      for (const caller of callers) caller.destroy();
    }
    expect(turns).toBeLessThan(many / 2);
  });

  test('that somebody listens on is refused, whether it is shared or not', async () => {
    const [shared, plain] = [server(), server()];
    for (const taken of [await listen(shared, AT), await plain.listen(AT)])
      await expect(listen(server(), { ...AT, port: portOf(taken) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('cuts nobody off who comes while a server begins to listen on it', { timeout: 60_000 }, async () => {
    const ports = await Promise.all(Array.from({ length: 30 }, freePort));
    const callers = spawn(process.execPath, ['-e', CALLERS, ...ports.map(String)], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      await once(callers.stdout, 'data');
      for (const port of ports) await listen(server(), { ...AT, port });
      const said = text(callers.stdout);
      callers.stdin.end();
      const { cutOff, answered } = JSON.parse(await said);
      expect(cutOff).toEqual([]);
      expect(answered).toBeGreaterThan(0);
    } finally {
      callers.kill();
    }
  });

  test('is free again once the server is closed', async () => {
    const app = server();
    const at = { ...AT, port: portOf(await listen(app, AT)) };
    await app.close();
    const [error]: unknown[] = await once(connect(at.port, at.host), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    expect(portOf(await listen(server(), at))).toBe(at.port);
  });
});

/** How many came in by the socket of the server itself. */
const ownConnections = ({ server: own }: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => own.getConnections((error, count) => (error ? reject(error) : resolve(count))));

/** A request that is under way until `answer` is called. */
async function waiting() {
  const app = server();
  const came = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  app.get('/', async () => {
    came.resolve();
    await answer.promise;
    return 'here';
  });
  const url = await listen(app, AT);
  const agent = new Agent({ keepAlive: true });
  const status = new Promise<number | undefined>((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on('end', () => resolve(response.statusCode))).on('error', reject);
  }).finally(() => agent.destroy());
  await came.promise;
  return { app, answer: answer.resolve, status };
}

test.each(SHARES ? ['its own socket', 'another one'] : ['its own socket'])(
  'closing waits for a request under way that came in by %s',
  async (way) => {
    // Chance says by which.
    let found = await waiting();
    while ((await ownConnections(found.app)) > 0 !== (way === 'its own socket')) {
      found.answer();
      await found.status;
      found = await waiting();
    }
    let closed = false;
    const closing = found.app.close().then(() => {
      closed = true;
    });
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    expect(closed).toBe(false);
    found.answer();
    expect(await found.status).toBe(200);
    await closing;
  },
);

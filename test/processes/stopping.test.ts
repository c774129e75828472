import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../src/store/living.ts';
import {
  directory,
  endsAll,
  freePort,
  gone,
  LIMIT_MS,
  lectern,
  POLLING,
  postgresOf,
  runningPostgresOf,
  Started,
  statusOf,
} from '../helpers/started.ts';

endsAll();

const ADMIN = 'set-for-these-tests';

describe('start with a database of its own', () => {
  let dataDir: string;
  let base: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    dataDir = await directory();
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    env = { DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'false', LOG_LEVEL: 'warn', BOOTSTRAP_ADMIN_TOKEN: ADMIN };
  });

  const started = new Set<Started>();
  // One that a test has given up on would stand in the way of the next.
  afterEach(async () => {
    for (const one of started) {
      one.child.kill('SIGTERM');
      await one.exit;
    }
    started.clear();
  }, LIMIT_MS);

  /** Serves, with its PostgreSQL. */
  async function running(start: () => Started): Promise<{ server: Started; postgres: number }> {
    const server = start();
    started.add(server);
    await server.says(/Lectern serves/);
    await server.serves(base);
    const postgres = runningPostgresOf(dataDir);
    expect(isAlive(postgres)).toBe(true);
    return { server, postgres };
  }
  const own = () => lectern(['start'], env);
  const byNpm = () => new Started('npm', ['start'], env);
  const self = () => statusOf(`${base}/api/v1/users/self`, { headers: { authorization: `Bearer ${ADMIN}` } });

  const leftBehind = (postgres: number) => ({
    postgres: isAlive(postgres),
    files: ['lectern.pid', 'postgres-url', 'postgres/postmaster.pid'].filter((file) => existsSync(path.join(dataDir, file))),
  });
  const NOTHING = { postgres: false, files: [] };

  // conventions#81
  test('npm start ends, and all that belongs to it, when npm is sent SIGTERM', { timeout: 2 * LIMIT_MS }, async () => {
    const { server, postgres } = await running(byNpm);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    await vi.waitUntil(async () => (await statusOf(`${base}/health/live`)) === undefined, POLLING);
    expect(leftBehind(postgres)).toEqual(NOTHING);
  });

  // conventions#81
  test('Ctrl-C, which comes from the terminal and from npm, ends it in order', { timeout: 2 * LIMIT_MS }, async () => {
    const { server, postgres } = await running(own);
    // Two of the same at once would be one.
    server.child.kill('SIGINT');
    server.child.kill('SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    expect(leftBehind(postgres)).toEqual(NOTHING);
  });

  // conventions#81
  test('a request that does not come to its end holds it up for ten seconds', { timeout: 2 * LIMIT_MS }, async () => {
    const { server, postgres } = await running(own);
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const head = `PUT /api/v1/users/self HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN}\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n`;
    socket.write(head);
    await once(socket, 'data');
    const began = performance.now();
    server.child.kill('SIGTERM');
    await closed;
    expect(performance.now() - began).toBeGreaterThan(9_000);
    expect(await server.exit, server.output).toBe(0);
    // A body that nobody waits for has a minute.
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(leftBehind(postgres)).toEqual(NOTHING);
  });

  const leading = () => lectern(['start'], env, { leads: true });

  // conventions#81
  test.each([
    ['Ctrl-C', 'SIGINT'],
    ['a terminal that closes', 'SIGHUP'],
  ] as const)(
    '%s, which reaches all of its group at once, leaves its PostgreSQL to it',
    { timeout: 2 * LIMIT_MS },
    async (_what, signal) => {
      const { server, postgres } = await running(leading);
      process.kill(-server.pid, signal);
      expect(await server.exit, server.output).toBe(0);
      expect(server.output).not.toContain('PostgreSQL has ended');
      expect(leftBehind(postgres)).toEqual(NOTHING);
    },
  );

  test('its PostgreSQL ends with it where it is killed while Ctrl-C stops it', { timeout: 2 * LIMIT_MS }, async () => {
    const { server, postgres } = await running(leading);
    process.kill(-server.pid, 'SIGINT');
    server.child.kill('SIGKILL');
    await server.exit;
    await gone(postgres);
  });

  test.each([
    ['SIGINT', 'its PostgreSQL begins', 'postgres'],
    ['SIGINT', 'it makes its tables', 'postgres-url'],
    ['SIGTERM', 'it makes its tables', 'postgres-url'],
  ] as const)('%s while %s leaves nothing running', { timeout: 2 * LIMIT_MS }, async (signal, _when, file) => {
    const fresh = await directory();
    const server = lectern(['start'], { ...env, DATA_DIR: fresh });
    await vi.waitUntil(() => server.ended || existsSync(path.join(fresh, file)), { ...POLLING, interval: 5 });
    const postgres = postgresOf(fresh);
    server.child.kill(signal);
    expect(await server.exit, server.output).toBe(0);
    expect(server.output).toBe('');
    expect(postgres !== undefined && isAlive(postgres)).toBe(false);
    expect(postgresOf(fresh)).toBeUndefined();
    expect(existsSync(path.join(fresh, 'lectern.pid'))).toBe(false);
  });

  // conventions#73
  test('its PostgreSQL ends with it, however it is killed', { timeout: 2 * LIMIT_MS }, async () => {
    const { server, postgres } = await running(own);
    server.child.kill('SIGKILL');
    await server.exit;
    await gone(postgres);
  });

  // conventions#73
  test('its PostgreSQL is started again when it dies', { timeout: 2 * LIMIT_MS }, async () => {
    const { server, postgres } = await running(own);
    expect(await self()).toBe(200);
    process.kill(postgres, 'SIGKILL');
    await gone(postgres);
    await vi.waitUntil(async () => server.ended || (await self()) === 200, POLLING);
    await server.serves(base);
    expect(postgresOf(dataDir)).not.toBe(postgres);
    server.child.kill('SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    expect(leftBehind(postgresOf(dataDir) ?? postgres)).toEqual(NOTHING);
  });

  test.each([
    ['its number alone', ''],
    ['its number and when it began', '\nlong ago\n'],
  ])('a lock left behind that names another process is taken over: by %s', { timeout: 2 * LIMIT_MS }, async (_what, more) => {
    const other = spawn('sleep', ['600']);
    writeFileSync(path.join(dataDir, 'lectern.pid'), `${other.pid}${more}`);
    const { server, postgres } = await running(own).finally(() => other.kill());
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(leftBehind(postgres)).toEqual(NOTHING);
  });

  // conventions#75
  test('a token that was set is not shown', { timeout: LIMIT_MS }, async () => {
    const first = lectern(['migrate'], { ...env, DATA_DIR: await directory() });
    expect(await first.exit, first.output).toBe(0);
    expect(first.output).toContain('BOOTSTRAP_ADMIN_TOKEN');
    expect(first.output).not.toContain(ADMIN);
  });
});

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { holderOf, lock } from '../../src/store/directory-lock.ts';
import { runningEmbedded, startEmbedded } from '../../src/store/embedded.ts';
import { EmbeddedError } from '../../src/store/embedded-error.ts';
import { isAlive, startOf } from '../../src/store/living.ts';
import { Postmaster } from '../../src/store/postmaster.ts';
import { directory, endsAll, gone, LIMIT_MS, lectern, POLLING, postgresOf, runningPostgresOf } from '../helpers/started.ts';

endsAll();

describe('a lock', () => {
  const file = async () => path.join(await directory(), 'held.pid');

  test('is held by one, until it is given back', async () => {
    const at = await file();
    const first = lock(at);
    expect(lock(at)).toEqual({ heldBy: process.pid });
    expect(holderOf(at)).toBe(process.pid);
    if ('release' in first) first.release();
    expect(holderOf(at)).toBeUndefined();
    expect(lock(at)).toHaveProperty('release');
  });

  test.each([
    ['nothing', ''],
    ['no number', 'somebody\n'],
    ['a process that began at another time', `${process.pid}\nlong ago\n`],
    ['this process, in the words of an older release', String(process.pid)],
    ['a number that nobody has', '4194305'],
  ])('that names %s is free', async (_whom, text) => {
    const at = await file();
    writeFileSync(at, text);
    expect(holderOf(at)).toBeUndefined();
    expect(lock(at)).toHaveProperty('release');
    expect(holderOf(at)).toBe(process.pid);
  });

  test.each([
    ['of a process that lives', `${process.ppid}\n${startOf(process.ppid)}\n`],
    ['of a server of an older release, which wrote no more than its number', String(process.ppid)],
  ])('%s is held', async (_whose, text) => {
    const at = await file();
    writeFileSync(at, text);
    expect(lock(at)).toEqual({ heldBy: process.ppid });
    expect(readFileSync(at, 'utf8')).toBe(text);
  });
});

test('the PostgreSQL of a killed process that does not end is left alone, and so is its claim to the data', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const dataDir = await directory();
  const migrated = lectern(['start'], { DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'false' });
  await migrated.says(/Lectern serves/);
  const postgres = runningPostgresOf(dataDir);
  process.kill(postgres, 'SIGSTOP');
  try {
    migrated.child.kill('SIGKILL');
    await migrated.exit;
    const error: unknown = await startEmbedded(dataDir, { orphanStopsWithinMs: 0 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmbeddedError);
    expect(String(error)).toMatch(new RegExp(`process ${postgres}.* does not end`));
    expect(postgresOf(dataDir)).toBe(postgres);
    expect(isAlive(postgres)).toBe(true);
  } finally {
    process.kill(postgres, 'SIGCONT');
  }
  await gone(postgres);
  const again = await startEmbedded(dataDir);
  await again.stop();
});

test('a process that has the number of a PostgreSQL of long ago is left alone', { timeout: LIMIT_MS }, async () => {
  const dataDir = await directory();
  const databaseDir = path.join(dataDir, 'postgres');
  mkdirSync(databaseDir);
  const other = spawn('sleep', ['600']);
  try {
    writeFileSync(path.join(databaseDir, 'postmaster.pid'), `${other.pid}\n${databaseDir}\n`);
    const embedded = await startEmbedded(dataDir);
    await embedded.stop();
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
  } finally {
    other.kill();
  }
});

describe('a PostgreSQL of a directory', () => {
  /** By what a connection has come: the address of the server, or null by a socket. */
  async function came(url: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query('select inet_server_addr() as address')).rows;
    } finally {
      await client.end();
    }
  }
  const BY_TCP = [{ address: '127.0.0.1' }];
  const BY_SOCKET = [{ address: null }];

  // conventions#73
  test.each([
    ['is reached by a socket, and by TCP', 'data', BY_SOCKET],
    ['is reached by a socket in a directory of any name', `of "us", all's %2F data`, BY_SOCKET],
    ['is reached by TCP alone where the name of a socket would be too long', 'long'.repeat(30), BY_TCP],
  ])('%s', { timeout: LIMIT_MS }, async (_what, name, near) => {
    const dataDir = path.join(await directory(), name);
    const left = path.join(dataDir, 'socket');
    mkdirSync(left, { recursive: true });
    writeFileSync(path.join(left, '.s.PGSQL.1'), 'of a server that was killed');
    const embedded = await startEmbedded(dataDir);
    // Whoever has a database elsewhere may have set it for that.
    vi.stubEnv('PGSSLMODE', 'require');
    try {
      expect([await came(embedded.url), await came(embedded.nearUrl)]).toEqual([BY_TCP, near]);
      expect(await runningEmbedded(dataDir)).toBe(embedded.nearUrl);
      expect(existsSync(path.join(left, '.s.PGSQL.1'))).toBe(false);
    } finally {
      vi.unstubAllEnvs();
      await embedded.stop();
    }
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password', 'secret-key']);
  });
});

describe('a PostgreSQL that does not come back', () => {
  test('is tried again until it does', { timeout: 2 * LIMIT_MS }, async () => {
    const dataDir = await directory();
    const said: string[] = [];
    const embedded = await startEmbedded(dataDir, { onLost: (message) => said.push(message) });
    const version = path.join(dataDir, 'postgres', 'PG_VERSION');
    const right = readFileSync(version, 'utf8');
    writeFileSync(version, '9\n');
    const postgres = runningPostgresOf(dataDir);
    process.kill(postgres, 'SIGKILL');
    await vi.waitUntil(() => said.length > 2, POLLING);
    expect(said[0]).toMatch(/has ended \(SIGKILL\)/);
    expect(said[1]).toMatch(/does not start: .*incompatible/);
    writeFileSync(version, right);
    await vi.waitUntil(() => (postgresOf(dataDir) ?? postgres) !== postgres, POLLING);
    await embedded.stop();
    expect(postgresOf(dataDir)).toBeUndefined();
  });

  test('is not waited for by who stops', { timeout: 2 * LIMIT_MS }, async () => {
    const dataDir = await directory();
    const said: string[] = [];
    const embedded = await startEmbedded(dataDir, { onLost: (message) => said.push(message) });
    rmSync(path.join(dataDir, 'postgres', 'global'), { recursive: true });
    process.kill(runningPostgresOf(dataDir), 'SIGKILL');
    await vi.waitUntil(() => said.length > 2, POLLING);
    await embedded.stop();
    expect(holderOf(path.join(dataDir, 'lectern.pid'))).toBeUndefined();
  });
});

test('a PostgreSQL that does not end in order is ended at once', async () => {
  const said: string[] = [];
  // As one does that is told to end while it recovers from a crash.
  const stuck = `trap '' INT; trap 'exit 0' QUIT; echo 'database system is ready to accept connections' >&2; while :; do sleep 0.05; done`;
  const server = await Postmaster.start(['sh', ['-c', stuck], {}], await directory(), {
    onMessage: () => undefined,
    onLost: (message) => said.push(message),
    endsWithinMs: 100,
  });
  await server.stop();
  expect(said).toEqual([]);
});

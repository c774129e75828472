import { expect, test, vi } from 'vitest';
import { adminToken, SECRET_KEY } from '../helpers/server.ts';
import { startReplicated, valueAt } from '../helpers/standby.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, POLLING } from '../helpers/started.ts';
import { valueOf } from '../metrics/shown.ts';

endsAll();

// conventions#100, conventions#102
test('two servers read from a replica, and each knows what the other has written', { timeout: 2 * LIMIT_MS }, async () => {
  const replicated = await startReplicated();
  const { primary, standby } = replicated;
  const own = { DATABASE_URL: primary.url, DATABASE_READ_URLS: standby.url, SECRET_KEY, DATA_DIR: await directory(), LOG_LEVEL: 'info' };
  const start = async () => {
    const port = await freePort();
    const server = lectern(['serve'], { ...own, PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await server.serves(url);
    return { server, url };
  };
  const servers = [await start(), await start()] as const;
  const headers = { authorization: `Bearer ${adminToken()}`, 'content-type': 'application/json' };
  const self = async (url: string, init: RequestInit = {}): Promise<unknown> =>
    (await fetch(`${url}/api/v1/users/self`, { headers, ...init })).json();
  const readOf = async (url: string, target: string) =>
    valueOf(await (await fetch(`${url}/metrics`, { headers })).text(), 'lectern_reads_total', { target }) ?? 0;
  for (const { url } of servers)
    await vi.waitUntil(async () => {
      await self(url);
      return (await readOf(url, 'replica')) > 0;
    }, POLLING);
  await valueAt(standby.url, 'pg_wal_replay_pause()');
  const [{ url: one }, { url: other }] = servers;
  await self(one, { method: 'PUT', body: JSON.stringify({ user: { short_name: 'Written' } }) });
  const before = await readOf(other, 'primary');
  for (const url of [other, one]) expect(await self(url)).toMatchObject({ short_name: 'Written' });
  expect(await readOf(other, 'primary')).toBe(before + 1);
  await valueAt(standby.url, 'pg_wal_replay_resume()');
  for (const { server } of servers) {
    expect(server.output).toContain('a replica is read from');
    server.child.kill('SIGINT');
    expect(await server.exit, server.output).toBe(0);
  }
  // conventions#76
  for (const command of ['start', 'work', 'backup'] as const) {
    const words = command === 'backup' ? [command, '--to', await directory()] : [command];
    const env = { DATABASE_URL: standby.url, SECRET_KEY, DATA_DIR: await directory(), PORT: '0', LOG_LEVEL: 'warn' };
    expect(await lectern(words, env).refuses()).toBe(
      'The database is a replica (DATABASE_URL), which is read alone: name its primary there, and the replica in DATABASE_READ_URLS.',
    );
  }
  await replicated.stop();
});

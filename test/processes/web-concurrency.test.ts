import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { isAlive } from '../../src/store/living.ts';
import { adminToken, SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, freePort, gone, LIMIT_MS, lectern, POLLING, type Started, statusOf } from '../helpers/started.ts';

const school = useServer();
endsAll();

/** Each process, and the one that began it. */
function processes(): [pid: number, parent: number][] {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([pid = 0, parent = 0]) => [pid, parent]);
  }
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
    } catch {
      return [];
    }
  });
}
const childrenOf = ({ pid }: Started): number[] =>
  processes().flatMap(([child, parent]) => (parent === pid && isAlive(child) ? child : []));

async function twoProcesses() {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const own = { DATABASE_URL: school.database.url, SECRET_KEY, DATA_DIR: await directory(), PORT: String(port) };
  const server = lectern(['start'], { ...own, WEB_CONCURRENCY: '2', STOP_DELAY: '0', LOG_LEVEL: 'error' });
  await server.says(/Lectern serves/);
  const [first, second, ...more] = childrenOf(server);
  if (first === undefined || second === undefined || more.length > 0) throw new Error(`it has not begun two processes:\n${server.output}`);
  const headers = { authorization: `Bearer ${adminToken()}`, connection: 'close' };
  // A connection that is handed to a process just as it is killed is lost, and the client does not hear of it: it asks again.
  const answers = () => statusOf(`${base}/api/v1/users/self`, { headers, signal: AbortSignal.timeout(5_000) });
  /** A process that is none of these, while as many run as are wanted. */
  const another = (than: readonly number[]) =>
    vi.waitUntil(() => {
      const now = childrenOf(server);
      return now.length === 2 && now.find((pid) => !than.includes(pid));
    }, POLLING);
  return { server, first, second, files: path.join(own.DATA_DIR, 'files'), answers, another };
}

// conventions#83
test('of two processes each serves, one that is killed is followed by another, and SIGTERM ends all', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const { server, first, second, answers, another } = await twoProcesses();
  expect(await answers()).toBe(200);
  process.kill(first, 'SIGKILL');
  await gone(first);
  // By the other one, once it is known that this one is gone.
  await vi.waitUntil(async () => (await answers()) === 200, POLLING);
  const third = await another([first, second]);
  process.kill(second, 'SIGKILL');
  await gone(second);
  await vi.waitUntil(async () => (await answers()) === 200, POLLING);
  const fourth = await another([second, third]);
  expect(server.ended).toBe(false);
  server.child.kill('SIGTERM');
  expect(await server.exit, server.output).toBe(0);
  for (const pid of [third, fourth]) expect(isAlive(pid)).toBe(false);
});

// conventions#83
test('processes that end again and again are followed after longer and longer pauses, until one serves', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const { server, first, second, files, answers, another } = await twoProcesses();
  // None that begins now can serve (conventions#98).
  rmSync(files, { recursive: true });
  writeFileSync(files, '');
  process.kill(first, 'SIGKILL');
  await server.says(/"inMs":1000,[^]*"inMs":2000,/);
  rmSync(files);
  expect(await answers()).toBe(200);
  const last = await another([first, second]);
  process.kill(second, 'SIGKILL');
  await gone(second);
  await vi.waitUntil(async () => (await answers()) === 200, POLLING);
  process.kill(last, 'SIGKILL');
  await server.says(/"inMs":2000,[^]*"inMs":1000,/);
  server.child.kill('SIGTERM');
  expect(await server.exit, server.output).toBe(0);
});

// conventions#81
test('Ctrl-C, which a terminal sends to each of them, ends all in order', { timeout: 2 * LIMIT_MS }, async () => {
  const { server, first, second } = await twoProcesses();
  const all = [first, second];
  for (const pid of [server.pid, ...all]) process.kill(pid, 'SIGINT');
  expect(await server.exit, server.output).toBe(0);
  for (const pid of all) expect(isAlive(pid)).toBe(false);
  expect(server.output).not.toContain('"level":50');
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const ROOT = new URL('..', import.meta.url);
const READY_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 60_000;
const FLAGS = [
  '--import',
  './src/compile-cache.ts',
  '--max-semi-space-size=4',
  '--max-old-space-size=512',
  '--no-allocation-site-pretenuring',
];

/** Lectern as `npm start` runs it, with a database and a demo school of its own. */
export interface Lectern {
  readonly url: string;
  /** Of the demo school's people, by login; the administrator's is `admin`. */
  readonly tokens: ReadonlyMap<string, string>;
  /** What the process holds, in bytes, and how many seconds of a processor it has used. */
  usage(): Promise<{ memory: number; cpuSeconds: number }>;
  stop(): Promise<void>;
}

const ADMIN_TOKEN = 'what-the-trials-administer-with';

async function ready(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Lectern ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error('Lectern does not become ready');
    await setTimeout(100);
  }
}

const gauge = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

/** Starts it on a port of this machine; whoever starts it stops it. */
export async function startLectern(port: number, environment: Readonly<Record<string, string>> = {}): Promise<Lectern> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-trial-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
  await chmod(directory, 0o755);
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: path.join(directory, 'data'),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    BOOTSTRAP_ADMIN_TOKEN: ADMIN_TOKEN,
    ...environment,
  };
  const child = spawn(process.execPath, [...FLAGS, 'src/main.ts', 'start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(0, 100_000);
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(url, child);
  const tokens = new Map([...printed.matchAll(/^ {2}(\w+) +([\w-]{30,}) {2}/gm)].map(([, login = '', token = '']) => [login, token]));
  tokens.set('admin', ADMIN_TOKEN);
  return {
    url,
    tokens,
    async usage() {
      const text = await (await fetch(`${url}/metrics`)).text();
      return { memory: gauge(text, 'process_resident_memory_bytes'), cpuSeconds: gauge(text, 'process_cpu_seconds_total') };
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const impatience = new AbortController();
      const killed = setTimeout(STOPS_WITHIN_MS, undefined, { signal: impatience.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
      await ended;
      impatience.abort();
      await killed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

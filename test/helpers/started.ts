import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, vi } from 'vitest';
import { isAlive } from '../../src/store/living.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** For NODE_OPTIONS of what has a pipe for its input: it ends with this process. */
const ENDS_WITH_PARENT = `--import ${new URL('ends-with-parent.mjs', import.meta.url).href}`;
/** Bounds what hangs, not what is slow. */
export const LIMIT_MS = 120_000;
export const POLLING = { timeout: LIMIT_MS, interval: 50 };

const running = new Set<Started>();
const directories: string[] = [];

type Env = Record<string, string>;

/** A process that tests started, and what it has said so far. `leads`: a group of its own, which can be sent a signal as a terminal does. */
export class Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  output = '';
  ended = false;

  constructor(program: string, args: readonly string[], env: Env, { leads = false } = {}) {
    const inherited = Object.fromEntries(
      ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    this.child = spawn(program, args, {
      cwd: ROOT,
      env: { ...inherited, NODE_OPTIONS: ENDS_WITH_PARENT, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: leads,
    });
    this.child.stdout?.on('data', (chunk) => (this.output += String(chunk)));
    this.child.stderr?.on('data', (chunk) => (this.output += String(chunk)));
    this.exit = new Promise((resolve) => {
      // Once its output is complete, too.
      this.child.on('close', (code) => {
        this.ended = true;
        resolve(code);
      });
    });
    running.add(this);
    void this.exit.then(() => running.delete(this));
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('it has not started');
    return this.child.pid;
  }

  /** Until it has said so, or has ended. */
  async says(wanted: RegExp): Promise<RegExpExecArray> {
    await vi.waitUntil(() => this.ended || wanted.test(this.output), POLLING);
    const found = wanted.exec(this.output);
    if (!found) throw new Error(`it ended without saying ${wanted}:\n${this.output}`);
    return found;
  }

  /** What it says as it ends because it cannot do what it is for: words alone, where a fault says where it happened as well. */
  async refuses(): Promise<string> {
    expect(await this.exit, this.output).toBe(1);
    expect(this.output).not.toMatch(/^\s+at /m);
    return this.output.trim();
  }

  /** Until it takes requests there. */
  async serves(base: string): Promise<void> {
    await vi.waitUntil(async () => this.ended || (await statusOf(`${base}/health/ready`)) === 200, POLLING);
    if (this.ended) throw new Error(`it ended before it was ready:\n${this.output}`);
  }
}

/** As npm’s scripts have it: what has been started before is not compiled again. */
export const COMPILE_CACHE = ['--import', new URL('../../src/compile-cache.ts', import.meta.url).href];

/** Lectern itself, with these words, started as npm's scripts do. */
export const lectern = (args: readonly string[], env: Env, how: { leads?: boolean } = {}): Started =>
  new Started(process.execPath, [...COMPILE_CACHE, path.join(ROOT, 'src/main.ts'), ...args], env, how);

/** The status of an answer; undefined where there is none. */
export const statusOf = (url: string, init: RequestInit = {}): Promise<number | undefined> =>
  fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => undefined,
  );

/** A directory that is removed after the tests. */
export async function directory(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'lectern-start-'));
  // Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
  await chmod(made, 0o755);
  directories.push(made);
  return made;
}

/**
 * Below those that systems give by themselves to whoever wants any, and a span for each of the workers of a run: until it is used,
 * such a port would go to another test.
 */
const SPAN = 4_000;
const FIRST = 10_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 5) * SPAN;
/** Two runs at once begin at different ones. */
let nextPort = (process.pid * 100) % SPAN;

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = FIRST + (nextPort++ % SPAN);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The embedded PostgreSQL of a directory, while there is one. */
export const postgresOf = (dataDir: string): number | undefined => {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
  return Number.isInteger(pid) ? pid : undefined;
};

/** The same where there has to be one: a signal to the process 0, which stands for nobody, would reach all processes of the tests. */
export function runningPostgresOf(dataDir: string): number {
  const pid = postgresOf(dataDir);
  if (pid === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  return pid;
}

export const gone = (pid: number) => vi.waitUntil(() => !isAlive(pid), POLLING);

/** Ends what the tests of this file have started, and removes their directories. */
export function endsAll(): void {
  afterAll(async () => {
    for (const one of [...running]) {
      one.child.kill('SIGTERM');
      await Promise.race([one.exit, new Promise((resolve) => setTimeout(resolve, 30_000).unref())]);
      if (!one.ended) one.child.kill('SIGKILL');
      await one.exit;
    }
    for (const made of directories.splice(0)) {
      const postgres = postgresOf(made);
      if (postgres !== undefined && isAlive(postgres)) {
        process.kill(postgres, 'SIGINT');
        await gone(postgres);
      }
      // The children of a PostgreSQL that was killed end, and write, a moment after it.
      await rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }, LIMIT_MS);
}

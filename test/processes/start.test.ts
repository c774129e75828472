import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const LIMIT_MS = 120_000;
const POLLING = { timeout: LIMIT_MS, interval: 50 };
const Self = z.looseObject({ id: z.int(), login_id: z.string() });
const Made = z.looseObject({ id: z.int(), name: z.string() });
const Token = z.looseObject({ visible_token: z.string() });

/** A process that these tests started, and what it has said so far. */
class Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  output = '';
  ended = false;

  constructor(args: readonly string[], env: Record<string, string>) {
    const inherited = Object.fromEntries(
      ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    this.child = spawn(process.execPath, [MAIN, ...args], { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
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

  /** Until it has said so, or has ended. */
  async says(wanted: RegExp): Promise<RegExpExecArray> {
    await vi.waitUntil(() => this.ended || wanted.test(this.output), POLLING);
    const found = wanted.exec(this.output);
    if (!found) throw new Error(`it ended without saying ${wanted}:\n${this.output}`);
    return found;
  }
}

const running = new Set<Started>();
const directories: string[] = [];

async function directory(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'lectern-start-'));
  // Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
  await chmod(made, 0o755);
  directories.push(made);
  return made;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

const postgresOf = (dataDir: string): number | undefined => {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
  return Number.isInteger(pid) ? pid : undefined;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const gone = (pid: number) => vi.waitUntil(() => !isAlive(pid), POLLING);

afterAll(async () => {
  for (const one of [...running]) {
    one.child.kill('SIGTERM');
    await Promise.race([one.exit, new Promise((resolve) => setTimeout(resolve, 30_000).unref())]);
    if (!one.ended) one.child.kill('SIGKILL');
    await one.exit;
  }
  for (const made of directories) {
    const postgres = postgresOf(made);
    if (postgres !== undefined && isAlive(postgres)) {
      process.kill(postgres, 'SIGINT');
      await gone(postgres);
    }
    await rm(made, { recursive: true, force: true });
  }
}, LIMIT_MS);

describe('start', () => {
  let dataDir: string;
  let base: string;
  let env: Record<string, string>;
  let server: Started;
  let admin: string;

  const ask = (token: string, url: string, init: RequestInit = {}) =>
    fetch(`${base}${url}`, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
  const who = async (token: string) => {
    const response = await ask(token, '/api/v1/users/self');
    expect(response.status).toBe(200);
    return Self.parse(await response.json());
  };
  const ready = async () => {
    await vi.waitUntil(
      () =>
        server.ended ||
        fetch(`${base}/health/ready`).then(
          (response) => response.status === 200,
          () => false,
        ),
      POLLING,
    );
    if (server.ended) throw new Error(`it ended before it was ready:\n${server.output}`);
  };
  const start = async () => {
    server = new Started(['start'], env);
    await server.says(/Lectern serves/);
    await ready();
  };
  /** Each test has the server running. */
  const ensure = async () => {
    if (server.ended) await start();
  };

  beforeAll(async () => {
    dataDir = await directory();
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    env = { DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'true', LOG_LEVEL: 'warn' };
    await start();
    admin = (await server.says(/^ +admin +(\S+)/m))[1] ?? '';
  }, LIMIT_MS * 2);

  afterEach(ensure, LIMIT_MS * 2);

  test('says where the API, the reference and tokens are', async () => {
    await server.says(/npm run token/);
    expect(server.output).toContain(`${base}/api/v1`);
    expect(server.output).toContain(`${base}/docs`);
    expect(server.output).toMatch(/--user/);
    expect((await fetch(`${base}/docs`)).status).toBe(200);
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
  });

  test('makes the first administrator and the demo school, with tokens that work', async () => {
    expect(await who(admin)).toMatchObject({ id: 1, login_id: 'admin' });
    const tokens = [...server.output.matchAll(/^ +(teacher|ta|student\d|observer|registrar) +(\S+) +\(/gm)];
    expect(tokens.length).toBeGreaterThanOrEqual(5);
    for (const [, login, token] of tokens) expect((await who(token ?? '')).login_id).toBe(login);
    const teacher = tokens.find(([, login]) => login === 'teacher')?.[2] ?? '';
    const courses = z.array(Made).parse(await (await ask(teacher, '/api/v1/courses')).json());
    expect(courses.length).toBeGreaterThan(0);
    expect((await ask(teacher, `/api/v1/courses/${courses[0]?.id}/users`)).status).toBe(200);
  });

  test('refuses a second start on the same directory', { timeout: LIMIT_MS * 2 }, async () => {
    const second = new Started(['start'], { ...env, PORT: String(await freePort()) });
    expect(await second.exit).not.toBe(0);
    expect(second.output).toContain(dataDir);
    expect(second.output).toMatch(/in use/);
    // A sentence, not a stack.
    expect(second.output).not.toMatch(/^\s+at /m);
    expect(await who(admin)).toMatchObject({ id: 1 });
  });

  test('a token can be made beside it', { timeout: LIMIT_MS * 2 }, async () => {
    for (const user of ['admin', 'ADMIN', '1']) {
      const command = new Started(['token', '--user', user], env);
      expect(await command.exit, command.output).toBe(0);
      const token = /^ +(\S{32,})$/m.exec(command.output)?.[1] ?? '';
      expect(await who(token)).toMatchObject({ id: 1 });
    }
    const nobody = new Started(['token', '--user', 'nobody-at-all'], env);
    expect(await nobody.exit).not.toBe(0);
    expect(nobody.output).toContain('nobody-at-all');
    expect(nobody.output).not.toMatch(/^\s+at /m);
    const usage = new Started(['token'], env);
    expect(await usage.exit).not.toBe(0);
    expect(usage.output).toContain('usage');
    expect(server.ended).toBe(false);
  });

  test('killed, it starts again and keeps the data', { timeout: LIMIT_MS * 3 }, async () => {
    const response = await ask(admin, '/api/v1/accounts/1/courses', {
      method: 'POST',
      body: JSON.stringify({ course: { name: 'Kept through the crash' } }),
    });
    const { id } = Made.parse(await response.json());
    server.child.kill('SIGKILL');
    await server.exit;
    await start();
    expect(Made.parse(await (await ask(admin, `/api/v1/courses/${id}`)).json()).name).toBe('Kept through the crash');
    // Not a first start: nobody is told the tokens again.
    expect(server.output).not.toContain(admin);
    expect(server.output).not.toMatch(/^ +teacher /m);
  });

  test('keeps files in its directory, and signs with a key of its own, through a restart', { timeout: LIMIT_MS * 3 }, async () => {
    const begun = await ask(admin, '/api/v1/users/self/files', { method: 'POST', body: JSON.stringify({ name: 'kept.txt' }) });
    const step = z.object({ upload_url: z.string(), upload_params: z.record(z.string(), z.string()) }).parse(await begun.json());
    const form = new FormData();
    for (const [name, value] of Object.entries(step.upload_params)) form.append(name, value);
    form.append('file', new Blob(['kept']), 'kept.txt');
    // The third step is where the second leads to.
    const made = await fetch(step.upload_url, { method: 'POST', body: form });
    const { url } = z.object({ url: z.string() }).parse(await made.json());
    server.child.kill('SIGTERM');
    await server.exit;
    await start();
    expect(await (await fetch(url)).text()).toBe('kept');
    const keys = readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    expect(keys.filter((entry) => entry.isFile())).toHaveLength(1);
    expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o077).toBe(0);
  });

  test('SIGTERM ends it with 0, and its PostgreSQL with it', { timeout: LIMIT_MS * 3 }, async () => {
    const postgres = postgresOf(dataDir) ?? 0;
    expect(isAlive(postgres)).toBe(true);
    server.child.kill('SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    expect(postgresOf(dataDir)).toBeUndefined();
    await expect(fetch(`${base}/health/live`)).rejects.toThrow();
    await start();
    expect(await who(admin)).toMatchObject({ id: 1 });
  });

  test('ended, it has written its last page views and uses, and what it has signed stays good', { timeout: LIMIT_MS * 3 }, async () => {
    const [option] = z.array(z.looseObject({ token: z.string() })).parse(await (await ask(admin, '/api/v1/users/self/avatars')).json());
    const post = async (url: string, body: object) => (await ask(admin, url, { method: 'POST', body: JSON.stringify(body) })).json();
    const { id } = Made.parse(await post('/api/v1/accounts/1/users', { user: { name: 'Last' }, pseudonym: { unique_id: 'last' } }));
    const { visible_token: fresh } = Token.parse(await post(`/api/v1/users/${id}/tokens`, { token: { purpose: 'last' } }));
    expect((await ask(admin, '/api/v1/users/self?mark=last')).status).toBe(200);
    expect((await ask(fresh, '/api/v1/users/self')).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    await start();
    const views = z.array(z.looseObject({ url: z.string() })).parse(await (await ask(admin, '/api/v1/users/self/page_views')).json());
    expect(views.map((view) => view.url)).toContain(`${base}/api/v1/users/self?mark=last`);
    expect(await (await ask(admin, `/api/v1/users/${id}`)).json()).toMatchObject({ last_login: expect.any(String) });
    const body = JSON.stringify({ user: { avatar: { token: option?.token } } });
    expect((await ask(admin, '/api/v1/users/self', { method: 'PUT', body })).status).toBe(200);
    const key = path.join(dataDir, 'secret-key');
    expect(readFileSync(key, 'utf8').length).toBeGreaterThanOrEqual(32);
    expect(statSync(key).mode & 0o777).toBe(0o600);
  });
});

test('the key that signs is made with the directory, before any server asks for it', { timeout: LIMIT_MS }, async () => {
  const dataDir = await directory();
  const migrated = new Started(['migrate'], { DATA_DIR: dataDir });
  expect(await migrated.exit, migrated.output).toBe(0);
  expect(readFileSync(path.join(dataDir, 'secret-key'), 'utf8').length).toBeGreaterThanOrEqual(32);
});

describe('a bad environment', () => {
  test('is told with every problem by name, and nothing is started', { timeout: LIMIT_MS }, async () => {
    const dataDir = path.join(await directory(), 'never');
    const wrong = {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DEMO_DATA: 'maybe',
      BASE_URL: 'nowhere',
      RATE_LIMIT: '-1',
      BOOTSTRAP_ADMIN_TOKEN: 'hush-hush',
    };
    const started = new Started(['start'], { DATA_DIR: dataDir, ...wrong });
    expect(await started.exit).not.toBe(0);
    for (const name of Object.keys(wrong)) expect(started.output).toMatch(new RegExp(`\\b${name}: .+`));
    expect(started.output).not.toContain('hush-hush');
    expect(started.output).not.toMatch(/^\s+at /m);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('an unknown command is told how to', { timeout: LIMIT_MS }, async () => {
    const started = new Started(['dance'], { DATA_DIR: path.join(await directory(), 'never') });
    expect(await started.exit).not.toBe(0);
    expect(started.output).toContain('usage');
  });
});

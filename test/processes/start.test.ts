import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isAlive } from '../../src/store/living.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, postgresOf, runningPostgresOf, type Started } from '../helpers/started.ts';

const Self = z.looseObject({ id: z.int(), login_id: z.string() });
const Made = z.looseObject({ id: z.int(), name: z.string() });
const Token = z.looseObject({ visible_token: z.string() });

endsAll();

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
  const start = async () => {
    server = lectern(['start'], env);
    await server.says(/Lectern serves/);
    await server.serves(base);
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

  // conventions#72
  test('says where the API, the reference and tokens are', async () => {
    await server.says(/npm run token/);
    expect(server.output).toContain(`${base}/api/v1`);
    expect(server.output).toContain(`${base}/docs`);
    expect(server.output).toMatch(/--user/);
    expect((await fetch(`${base}/docs`)).status).toBe(200);
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
  });

  // accounts#21, conventions#75
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

  // conventions#73
  test('refuses a second start on the same directory', { timeout: LIMIT_MS * 2 }, async () => {
    const said = await lectern(['start'], { ...env, PORT: String(await freePort()) }).refuses();
    expect(said).toContain(dataDir);
    expect(said).toMatch(/in use/);
    expect(await who(admin)).toMatchObject({ id: 1 });
  });

  // users#41, conventions#72
  test('a token can be made beside it', { timeout: LIMIT_MS * 2 }, async () => {
    for (const user of ['admin', 'ADMIN', '1']) {
      const command = lectern(['token', '--user', user], env);
      expect(await command.exit, command.output).toBe(0);
      const token = /^ +(\S{32,})$/m.exec(command.output)?.[1] ?? '';
      expect(await who(token)).toMatchObject({ id: 1 });
    }
    expect(await lectern(['token', '--user', 'nobody-at-all'], env).refuses()).toContain('nobody-at-all');
    expect(await lectern(['token'], env).refuses()).toContain('usage');
    expect(server.ended).toBe(false);
  });

  test('why somebody sees a thing can be asked beside it', { timeout: LIMIT_MS * 2 }, async () => {
    const body = JSON.stringify({ title: 'Why', message: 'Text' });
    const { id } = z
      .looseObject({ id: z.int() })
      .parse(await (await ask(admin, '/api/v1/courses/1/discussion_topics', { method: 'POST', body })).json());
    const command = lectern(['why', '--user', 'student1', '--topic', String(id)], env);
    expect(await command.exit, command.output).toBe(0);
    expect(command.output).toContain(`GET /api/v1/courses/1/discussion_topics/${id} answers 200.`);
    expect(await lectern(['why', '--user', 'student1', '--quiz', '999999'], env).refuses()).toBe('No quiz has ever had the id 999999.');
    expect(await lectern(['why', '--user', 'student1'], env).refuses()).toContain('usage');
  });

  // conventions#74, conventions#75
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

  // conventions#74
  test('keeps files in its directory, and signs with a key of its own, through a restart', { timeout: LIMIT_MS * 3 }, async () => {
    const keys = () =>
      readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
    // Those of the demo school.
    const before = keys();
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
    expect(keys()).toBe(before + 1);
    expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o077).toBe(0);
  });

  // conventions#81
  test('SIGTERM ends it with 0, and its PostgreSQL with it', { timeout: LIMIT_MS * 3 }, async () => {
    const postgres = runningPostgresOf(dataDir);
    expect(isAlive(postgres)).toBe(true);
    server.child.kill('SIGTERM');
    expect(await server.exit, server.output).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    expect(postgresOf(dataDir)).toBeUndefined();
    await expect(fetch(`${base}/health/live`)).rejects.toThrow();
    await start();
    expect(await who(admin)).toMatchObject({ id: 1 });
  });

  // conventions#74, conventions#81
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

// conventions#72
test('the key that signs is made with the directory, before any server asks for it', { timeout: LIMIT_MS }, async () => {
  const dataDir = await directory();
  const migrated = lectern(['migrate'], { DATA_DIR: dataDir });
  expect(await migrated.exit, migrated.output).toBe(0);
  expect(readFileSync(path.join(dataDir, 'secret-key'), 'utf8').length).toBeGreaterThanOrEqual(32);
});

// conventions#72, conventions#75
test('demo loads the school, with other tokens in each installation', { timeout: LIMIT_MS * 2 }, async () => {
  const told: string[] = [];
  for (let i = 0; i < 2; i++) {
    const demo = lectern(['demo'], { DATA_DIR: await directory() });
    expect(await demo.exit, demo.output).toBe(0);
    const tokens = [...demo.output.matchAll(/^ +(teacher|ta|student\d|observer|registrar) +(\S{32,}) +\(/gm)].map(
      ([, , token]) => token ?? '',
    );
    expect(tokens.length).toBeGreaterThanOrEqual(5);
    told.push(...tokens);
  }
  expect(new Set(told).size).toBe(told.length);
});

describe('a bad environment', () => {
  // conventions#78
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
    const said = await lectern(['start'], { DATA_DIR: dataDir, ...wrong }).refuses();
    for (const name of Object.keys(wrong)) expect(said).toMatch(new RegExp(`\\b${name}: .+`));
    expect(said).not.toContain('hush-hush');
    expect(existsSync(dataDir)).toBe(false);
  });

  // conventions#72
  test('an unknown command is told how to', { timeout: LIMIT_MS }, async () => {
    expect(await lectern(['dance'], { DATA_DIR: path.join(await directory(), 'never') }).refuses()).toContain('usage');
  });
});

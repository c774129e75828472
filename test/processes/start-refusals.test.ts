import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VARIABLES } from '../../src/config.ts';
import { portOf } from '../helpers/port-of.ts';
import { SECRET_KEY, useServer } from '../helpers/server.ts';
import { COMPILE_CACHE, directory, endsAll, freePort, LIMIT_MS, lectern, Started } from '../helpers/started.ts';

const server = useServer();
endsAll();

type Env = Record<string, string>;
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  start: ['start'],
  serve: ['serve'],
  work: ['work'],
  migrate: ['migrate'],
  demo: ['demo'],
  token: ['token', '--user', 'admin'],
  why: ['why', '--user', 'admin', '--topic', '1'],
};
const EVERY = Object.keys(COMMANDS);
const BUT_SERVE = EVERY.filter((command) => command !== 'serve');
const ASKING = ['work', 'token', 'why'];

const run = (command: string, env: Env) => lectern(COMMANDS[command] ?? [], { PORT: '0', LOG_LEVEL: 'warn', ...env });

/** What each command says, all of them asked at once. */
async function said(commands: readonly string[], env: () => Promise<Env>): Promise<Env> {
  const all = commands.map(async (command) => [command, await run(command, await env()).refuses()] as const);
  return Object.fromEntries(await Promise.all(all));
}
const alike = (commands: readonly string[], sentence: string | RegExp) =>
  Object.fromEntries(commands.map((command) => [command, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]));

let taken: Server;
let port = 0;
beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  port = portOf(taken);
});
afterAll(() => void taken.close());

const there = async (): Promise<Env> => ({ DATABASE_URL: server.database.url, SECRET_KEY, DATA_DIR: await directory() });

/** Of every variable that can be wrong, a value that is. */
const WRONG: Env = {
  HOST: '[::1]',
  PORT: '65536',
  BASE_URL: 'lectern',
  WEB_URL: 'ftp://lectern',
  DATABASE_URL: 'mysql://there',
  DATABASE_READ_URLS: 'mysql://there',
  DATABASE_READ_LAG: '0',
  DATABASE_CONNECTIONS: '1',
  DATABASE_MAX_WAITING: '0',
  DATABASE_CONNECTION_TIMEOUT_MS: '99',
  DATABASE_STATEMENT_TIMEOUT_MS: '1s',
  DATABASE_LOCK_TIMEOUT_MS: '-1',
  DATABASE_IDLE_TIMEOUT_MS: '3600001',
  DATABASE_DRIVER: 'best',
  BOOTSTRAP_ADMIN_TOKEN: 'short',
  DEMO_DATA: 'yes',
  LOG_LEVEL: 'loud',
  WEB_CONCURRENCY: '0',
  WORKER_CONCURRENCY: '257',
  WORK_PORT: '0',
  RATE_LIMIT: 'none',
  TRUST_PROXY: 'nearby',
  METRICS_TOKEN: 'short',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
  SECRET_KEY: 'short',
  SMTP_URL: 'http://mail',
  MAIL_FROM: 'nobody',
  STOP_DELAY: '3601',
  PAGE_VIEWS: 'some',
  PAGE_VIEWS_DAYS: '0',
  FILE_STORAGE: 'ftp://files',
  S3_ENDPOINT: 'bucket',
};
/** Any text may be right; where it leads nowhere the process says so later. */
const ANY_TEXT = ['DATA_DIR', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

// conventions#76, conventions#78, conventions#96
describe('before anything is begun', () => {
  test('every wrong variable is named, by every command', { timeout: LIMIT_MS }, async () => {
    expect([...Object.keys(WRONG), ...ANY_TEXT].toSorted()).toEqual(VARIABLES.toSorted());
    const dataDir = await directory();
    const answers = await said(EVERY, async () => ({ ...WRONG, DATA_DIR: dataDir }));
    for (const answer of Object.values(answers))
      expect(answer.split('\n').map((line) => line.trim().split(':')[0])).toEqual(['The environment has problems', ...Object.keys(WRONG)]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    [['restart'], /^usage: /],
    [['toString'], /^usage: /],
    [['start', '--port', '4000'], /^usage: /],
    [['serve', 'now'], /^usage: /],
    [['work', '--help'], /^usage: /],
    [['migrate', '--dry-run'], /^usage: /],
    [['token'], /^usage: /],
    [['token', '--users', '1'], /^usage: /],
    [['why', '--user', '1'], /^usage: /],
    [['why', '--user', '1', '--song', '1'], /^usage: /],
    [['demo', '--students', 'many'], /^--students: must be a whole number up to 100000$/],
    [['demo', '--pupils', '1'], /^Unknown option '--pupils'/],
  ])('how it is called: %j', { timeout: LIMIT_MS }, async (args, sentence) => {
    const dataDir = await directory();
    expect(await lectern(args, { DATA_DIR: dataDir }).refuses()).toMatch(sentence);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('an address that is taken, or wanted twice, without a database', { timeout: LIMIT_MS }, async () => {
    const dataDir = await directory();
    const taking = (variable: string) => async () => ({ DATA_DIR: dataDir, HOST: '127.0.0.1', [variable]: String(port) });
    const sentence = (variable: string) =>
      `HOST and ${variable} name an address that is in use already, 127.0.0.1:${port}: set ${variable} to another one.`;
    const web = said(['start', 'serve'], taking('PORT'));
    const work = said(['start', 'work'], taking('WORK_PORT'));
    expect(await web).toEqual(alike(['start', 'serve'], sentence('PORT')));
    expect(await work).toEqual(alike(['start', 'work'], sentence('WORK_PORT')));
    const one = String(await freePort());
    const both = async () => ({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: one, WORK_PORT: one });
    const same = `PORT and WORK_PORT name one address, that of the port ${one}: set one of them to another one.`;
    expect(await said(['start'], both)).toEqual({ start: same });
    const nowhere = async () => ({ DATA_DIR: dataDir, HOST: '192.0.2.1', METRICS_TOKEN: 'for-these-tests-only', WORK_PORT: String(port) });
    const commands = ['start', 'serve', 'work'];
    expect(await said(commands, nowhere)).toEqual(alike(commands, 'HOST names an address that this machine does not have.'));
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

// conventions#76, conventions#97
describe('the database', () => {
  test('does not let anybody in', { timeout: LIMIT_MS }, async () => {
    const url = new URL(server.database.url);
    url.password = 'wrong';
    const answers = await said(BUT_SERVE, async () => ({ ...(await there()), DATABASE_URL: url.href }));
    expect(answers).toEqual(alike(BUT_SERVE, /^The database cannot be reached \(DATABASE_URL\): password authentication failed .*$/));
  });

  test('is nobody’s or somebody else’s', { timeout: LIMIT_MS }, async () => {
    const name = `${new URL(server.database.url).pathname.slice(1)}_foreign`;
    await server.database.pool.query(`create database ${name} template template0`);
    const url = new URL(server.database.url);
    url.pathname = name;
    const env = async () => ({ ...(await there()), DATABASE_URL: url.href });
    expect(await said(ASKING, env)).toEqual(alike(ASKING, 'The database has not been migrated to this release: run `migrate` first.'));
    const made = run('migrate', await env());
    const client = new pg.Client({ connectionString: url.href });
    expect(await made.exit, made.output).toBe(0);
    await client.connect();
    await client.query(
      'drop schema public cascade; create schema public; drop schema graphile_worker cascade; create table theirs (id int)',
    );
    const migrating = ['start', 'migrate', 'demo'];
    const theirs = 'The database holds tables that Lectern has not made: give it an empty one of its own.';
    expect(await said(migrating, env)).toEqual(alike(migrating, theirs));
    expect(await said(ASKING, env)).toEqual(alike(ASKING, 'The database has not been migrated to this release: run `migrate` first.'));
    const { rows } = await client.query(`select count(*)::int as count from pg_class where relkind = 'r' and relnamespace not in
      ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`);
    expect(rows).toEqual([{ count: 1 }]);
    await client.end();
    await server.database.pool.query(`drop database ${name} with (force)`);
  });
});

// conventions#76, conventions#96, conventions#97
describe('DATA_DIR', () => {
  test('is a file', { timeout: LIMIT_MS }, async () => {
    const file = path.join(await directory(), 'file');
    writeFileSync(file, '');
    const answers = await said(EVERY, async () => ({ DATA_DIR: file }));
    expect(answers).toEqual(alike(EVERY, /^DATA_DIR names a directory that cannot be used: (?:ENOTDIR|EEXIST): .*$/));
  });

  test('holds nothing for what does not migrate', { timeout: LIMIT_MS }, async () => {
    const dataDir = path.join(await directory(), 'new');
    const commands = ['serve', ...ASKING];
    const answers = await said(commands, async () => ({ DATA_DIR: dataDir }));
    expect(answers).toEqual(alike(commands, /^DATA_DIR holds no database yet, .*\/new: run `start` or `migrate` first, or set .*\.$/));
    expect(existsSync(dataDir)).toBe(false);
  });

  test.each([
    ['secret-key', 'a directory', /^.*\/secret-key cannot be read: EISDIR: .*$/],
    ['postgres-password', 'a directory', /^.*\/postgres-password cannot be read: EISDIR: .*$/],
    ['secret-key', 'empty', /^.*\/secret-key is empty: put the secret back that it held\.$/],
  ])('has a %s that is %s', { timeout: LIMIT_MS }, async (name, what, sentence) => {
    const dataDir = await directory();
    if (what === 'empty') writeFileSync(path.join(dataDir, name), '');
    else mkdirSync(path.join(dataDir, name));
    expect(await run('start', { DATA_DIR: dataDir }).refuses()).toMatch(sentence);
    expect(readdirSync(dataDir)).toEqual([name]);
  });

  test.each([
    ['password', 'postgres-password', 'secret-key'],
    ['secret key', 'secret-key', 'postgres-password'],
  ])('has lost its %s, and is given no other one', { timeout: LIMIT_MS }, async (called, lost, there) => {
    const dataDir = await directory();
    mkdirSync(path.join(dataDir, 'postgres'));
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    writeFileSync(path.join(dataDir, there), 'kept');
    const file = path.join(dataDir, lost);
    expect(await run('start', { DATA_DIR: dataDir }).refuses()).toBe(
      `The database in ${dataDir} is there, but not its ${called}: ${file} is missing. Put it back.`,
    );
    expect(existsSync(file)).toBe(false);
  });

  test('takes no more, and later does', { timeout: LIMIT_MS }, async () => {
    const dataDir = await directory();
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO_DATA: 'false' };
    // No file may grow beyond a size that PostgreSQL's own do: as on a disk that is full.
    const main = new URL('../../src/main.ts', import.meta.url).pathname;
    const words = ['ulimit -f 2000; exec "$@"', 'sh', process.execPath, ...COMPILE_CACHE, main, 'migrate'];
    expect(await new Started('sh', ['-c', ...words], env).refuses()).toMatch(
      /^The embedded PostgreSQL cannot be made in .*\/postgres: .+$/,
    );
    // A backup may be restored there.
    expect(readdirSync(dataDir)).toEqual([]);
    const again = run('migrate', env);
    expect(await again.exit, again.output).toBe(0);
  });
});

// conventions#76, conventions#98
describe('the store of files and the mail server', () => {
  test('a directory that cannot be used is refused', { timeout: LIMIT_MS }, async () => {
    const file = path.join(await directory(), 'file');
    writeFileSync(file, '');
    const commands = ['start', 'serve', 'work'];
    const answers = await said(commands, async () => ({ ...(await there()), FILE_STORAGE: `file:${file}/files` }));
    expect(answers).toEqual(alike(commands, /^FILE_STORAGE names a directory that cannot be used: ENOTDIR: .*$/));
  });

  test('what is away is waited for', { timeout: LIMIT_MS }, async () => {
    const [web, nobody] = [await freePort(), await freePort()];
    const base = `http://127.0.0.1:${web}`;
    const s3 = { FILE_STORAGE: 's3://files', S3_ENDPOINT: `http://127.0.0.1:${nobody}`, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    const env = { ...(await there()), ...s3, SMTP_URL: `smtp://127.0.0.1:${nobody}`, PORT: String(web), STOP_DELAY: '0' };
    const one = run('start', env);
    await one.says(/Lectern serves/);
    await one.serves(base);
    one.child.kill('SIGTERM');
    expect(await one.exit, one.output).toBe(0);
  });
});

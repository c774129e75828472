import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse, LogController } from 'fastify';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorHandler } from '../../src/http/error-handler.ts';
import { refusal, unavailable } from '../../src/kernel/errors.ts';
import { openLog } from '../../src/log.ts';
import { type Bounds, UNBOUNDED } from '../../src/store/bounds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { newKey, openFileStore } from '../../src/store/files.ts';
import { StatementFailed, StoreUnavailable, unavailability } from '../../src/store/server-errors.ts';
import { startObjectStore } from '../helpers/object-store.ts';
import { proxyTo } from '../helpers/proxy.ts';
import { course } from '../helpers/school.ts';
import { adminToken, deafServer, JSON_TYPE, useServer } from '../helpers/server.ts';
import { begin, open, upload } from '../helpers/upload.ts';

const server = useServer();

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

interface Own {
  database: Database;
  app: FastifyInstance;
  log: string[];
  ask(method: InjectOptions['method'], path: string, payload?: object): Promise<LightMyRequestResponse>;
  ready(): Promise<number>;
}

/** A server with connections and bounds of its own, and what it logs. */
async function serving(bounds: Partial<Bounds>, { connections = 2, url = server.database.url } = {}): Promise<Own> {
  const database = openDatabase(url, { connections, bounds: { ...UNBOUNDED, ...bounds }, onIdleError: () => undefined });
  toStop.push(() => database.close());
  const log: string[] = [];
  const logger = openLog('info', { write: (line) => void log.push(line) });
  const app = await deafServer({ ...server, services: server.services, database }, { logger });
  toStop.push(() => app.close());
  const headers = { authorization: `Bearer ${adminToken()}` };
  return {
    database,
    app,
    log,
    ask: (method = 'GET', path, payload) => app.inject({ method, url: `/api/v1${path}`, headers, ...(payload ? { payload } : {}) }),
    ready: async () => (await app.inject('/health/ready')).statusCode,
  };
}

/** Somebody who has forgotten that they hold the row of a course. */
async function holding(id: number): Promise<{ letGo(): Promise<void> }> {
  const psql = new pg.Client({ connectionString: server.database.url });
  await psql.connect();
  toStop.push(() => psql.end());
  await psql.query('begin');
  await psql.query('select from courses where id = $1 for update', [id]);
  return { letGo: async () => void (await psql.query('rollback')) };
}

const waitingForLocks = async (): Promise<number> => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await server.database.pool.query(text)).rowCount ?? 0;
};

function expectPutOff(answer: LightMyRequestResponse): void {
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toBe(JSON_TYPE);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.headers['x-request-id']).toBeDefined();
  expect(answer.json()).toEqual({ errors: [{ message: expect.stringContaining('try again') }] });
}

const Line = z.looseObject({ level: z.int(), reason: z.string().optional(), operation: z.string().optional() });
const told = ({ log }: Pick<Own, 'log'>) =>
  log.map((line) => Line.parse(JSON.parse(line))).map(({ level, reason, operation }) => ({ level, reason, operation }));
const WARNING = 40;

describe('a row that somebody holds', () => {
  // conventions#21
  test('puts off who wants it, and nobody else', async () => {
    const [held, free] = [await course(server), await course(server)];
    const own = await serving({ lockMs: 200 });
    await holding(held.id);
    expectPutOff(await own.ask('PUT', `/courses/${held.id}`, { course: { name: 'Later' } }));
    expect(told(own)).toEqual([{ level: WARNING, reason: 'lock_timeout', operation: 'updateCourse' }]);
    expect((await own.ask('PUT', `/courses/${free.id}`, { course: { name: 'Now' } })).statusCode).toBe(200);
    expect((await server.admin.get(`/courses/${held.id}`)).body.name).toBe(held.name);
    expect((await server.admin.get(`/courses/${free.id}`)).body.name).toBe('Now');
  });

  // conventions#69
  test('leaves the server ready, though it has no connection left', async () => {
    const { id } = await course(server);
    const own = await serving({ waiting: 1 });
    const { letGo } = await holding(id);
    const rename = (name: string) => own.ask('PUT', `/courses/${id}`, { course: { name } });
    const held = [rename('One'), rename('Two')];
    while ((await waitingForLocks()) < 2) await setImmediate();
    const waits = own.ask('GET', '/users/self');
    while (own.database.pool.waitingCount < 1) await setImmediate();
    // Refused at once, while the others wait.
    expectPutOff(await own.ask('GET', '/users/self'));
    expect(told(own)).toEqual([{ level: WARNING, reason: 'too_many_waiting', operation: 'showUser' }]);
    expect(await own.ready()).toBe(200);
    await letGo();
    for (const answer of await Promise.all([...held, waits])) expect(answer.statusCode).toBe(200);
  });
});

// conventions#39, conventions#107
test('what there is no memory for is told of in the log, and what its client is to blame for is not', async () => {
  const log: string[] = [];
  const app = Fastify({
    loggerInstance: openLog('info', { write: (line) => void log.push(line) }),
    logController: new LogController({ disableRequestLogging: true }),
  });
  await app.register(errorHandler, { constraints: {} });
  app.get('/:status', async ({ params }) => {
    throw Object(params).status === '503' ? unavailable(1, 'large_answers') : refusal('no');
  });
  for (const status of [503, 400]) expect((await app.inject(`/${status}`)).statusCode).toBe(status);
  expect(told({ log })).toEqual([{ level: WARNING, reason: 'large_answers', operation: undefined }]);
  await app.close();
});

// conventions#21
test('who waits for a connection too long is put off', async () => {
  // Long enough for the one connection to be made on a busy machine, which is bounded by the same time.
  const own = await serving({ connectionMs: 1_500 }, { connections: 1 });
  const taken = await own.database.pool.connect();
  expectPutOff(await own.ask('GET', '/users/self'));
  expectPutOff(await own.ask('POST', '/accounts/1/courses', { course: { name: 'Never' } }));
  expect(told(own).map(({ reason }) => reason)).toEqual(['connection_timeout', 'connection_timeout']);
  taken.release();
  expect((await own.ask('GET', '/users/self')).statusCode).toBe(200);
});

describe('a database', () => {
  // conventions#21, conventions#69
  test('that is away puts everybody off, and makes the server unready', async () => {
    const own = await serving({}, { url: 'postgresql://nobody@127.0.0.1:1/none' });
    expectPutOff(await own.ask('GET', '/users/self'));
    expectPutOff(await own.ask('POST', '/accounts/1/courses', { course: { name: 'Never' } }));
    expect(told(own).map(({ reason }) => reason)).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
    expect(await own.ready()).toBe(503);
    expect((await own.app.inject('/health/live')).statusCode).toBe(200);
  });

  test('whose connections are cut puts off who was using one, and is asked again by others', async () => {
    const proxy = await proxyTo(server.database.url);
    toStop.push(() => proxy.stop());
    const own = await serving({}, { connections: 1, url: proxy.url });
    expect((await own.ask('GET', '/users/self')).statusCode).toBe(200);
    expect(await own.ready()).toBe(200);
    proxy.cutAt('Cut here');
    expectPutOff(await own.ask('POST', '/accounts/1/courses', { course: { name: 'Cut here' } }));
    expect((await own.ask('GET', '/users/self')).statusCode).toBe(200);
    // The connection that readiness is asked by, too.
    proxy.cutAt('_prisma_migrations');
    expect(await own.ready()).toBe(503);
    proxy.cutAt(null);
    expect(await own.ready()).toBe(200);
  });

  // conventions#69
  test('that says nothing is not ready, and that is known within seconds', async () => {
    const proxy = await proxyTo(server.database.url);
    toStop.push(() => proxy.stop());
    const own = await serving({}, { url: proxy.url });
    expect(await own.ready()).toBe(200);
    proxy.fallSilent();
    const begun = performance.now();
    // On the connection that it has, all at once, and on a new one.
    expect(await Promise.all([own.ready(), own.ready(), own.ready()])).toEqual([503, 503, 503]);
    expect(await own.ready()).toBe(503);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  // conventions#69
  test('that lacks the newest migration is not ready before it has it', async () => {
    const own = await serving({});
    const newest = `where migration_name = (select max(migration_name) from _prisma_migrations)`;
    const put = (column: string, value: string) =>
      server.database.pool.query(`update _prisma_migrations set ${column} = ${value} ${newest}`);
    await put('finished_at', 'null');
    expect(await own.ready()).toBe(503);
    await put('finished_at', 'now()');
    expect(await own.ready()).toBe(200);
    await put('rolled_back_at', 'now()');
    expect(await own.ready()).toBe(503);
    await put('rolled_back_at', 'null');
    expect(await own.ready()).toBe(200);
  });

  test('that nobody has migrated is asked by one connection all the time', async () => {
    const name = `unmigrated_${randomUUID().replaceAll('-', '')}`;
    await server.database.pool.query(`create database ${name}`);
    toStop.push(() => server.database.pool.query(`drop database ${name} with (force)`));
    const own = await serving({}, { url: Object.assign(new URL(server.database.url), { pathname: name }).href });
    const askers = async () => {
      const { rows } = await server.database.pool.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [name]);
      return rows.map(({ pid }) => pid);
    };
    expect(await own.ready()).toBe(503);
    const before = await askers();
    expect(before).toHaveLength(1);
    for (let times = 0; times < 3; times++) expect(await own.ready()).toBe(503);
    expect(await askers()).toEqual(before);
  });
});

// conventions#21
test('an object store that is away puts off who sends or reads a file', async () => {
  const store = await startObjectStore();
  const files = await openFileStore(store.storage);
  const app = await deafServer(server, { services: { ...server.services, files }, baseUrl: () => url });
  let url = '';
  toStop.push(() => app.close());
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  await server.admin.get('/users/self');
  const step = await begin(server.admin, '/users/self/files');
  await store.stop();
  const form = new FormData();
  for (const [name, value] of Object.entries(step.upload_params)) form.append(name, value);
  form.append(step.file_param, new Blob(['hello']), 'note.txt');
  const answer = await fetch(`${url}/uploads`, { method: 'POST', body: form, redirect: 'manual' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toEqual({ errors: [{ message: expect.stringContaining('try again') }] });
  // One whose bytes are elsewhere.
  const { url: address } = await upload(server.admin, '/users/self/files');
  const read = await open(address.replace(server.url, url));
  expect([read.status, read.headers['retry-after']]).toEqual([503, '5']);
});

describe('why a store gives no answer', () => {
  const database = (code: string) => Object.assign(new pg.DatabaseError('as asked', 0, 'error'), { code });
  const call = (code: string) => Object.assign(new Error(code), { code, syscall: 'any' });
  const objects = (more: object, $metadata: object) => Object.assign(new Error('no'), more, { $metadata });

  test.each<[string, unknown]>([
    ['disk_full', database('53100')],
    ['out_of_memory', database('53200')],
    ['too_many_connections', database('53300')],
    ['insufficient_resources', database('53400')],
    ['admin_shutdown', database('57P01')],
    ['crash_shutdown', database('57P02')],
    ['cannot_connect_now', database('57P03')],
    ['operator_intervention', database('57P05')],
    ['connection_exception', database('08006')],
    ['system_error', database('58030')],
    ['read_only', database('25006')],
    ['deadlock', database('40P01')],
    ['lock_timeout', new StatementFailed('update', { cause: database('55P03') })],
    ['statement_timeout', new Error('outside', { cause: new Error('between', { cause: database('57014') }) })],
    ['any', new StoreUnavailable('any', 'as asked')],
    ['ENOSPC', call('ENOSPC')],
    ['EROFS', call('EROFS')],
    ['EACCES', call('EACCES')],
    ['ECONNRESET', call('ECONNRESET')],
    ['object_store', objects({}, { httpStatusCode: 503 })],
    ['object_store', objects({}, { httpStatusCode: 429 })],
    ['object_store_refuses', objects({ name: 'AccessDenied' }, { httpStatusCode: 403 })],
    ['object_store_refuses', objects({ name: 'Unauthorized' }, { httpStatusCode: 401 })],
    ['object_store_refuses', objects({ name: 'ExpiredToken' }, { httpStatusCode: 400 })],
    ['object_store_refuses', objects({ name: 'NoSuchBucket' }, { httpStatusCode: 404 })],
    ['object_store_refuses', objects({ name: 'PermanentRedirect' }, { httpStatusCode: 301 })],
    ['object_store_refuses', objects({ name: 'AuthorizationHeaderMalformed' }, { httpStatusCode: 400 })],
    ['object_store_refuses', objects({ name: 'OperationAborted' }, { httpStatusCode: 409 })],
    ['object_store', objects({ code: 'HPE_INVALID_CONSTANT' }, { attempts: 2 })],
    ['object_store', objects({ name: 'Error' }, { httpStatusCode: 200 })],
    ['object_store_timeout', objects({ name: 'TimeoutError' }, { attempts: 3 })],
    ['ECONNREFUSED', objects({ code: 'ECONNREFUSED' }, { attempts: 3 })],
    ['ECONNRESET', objects({ code: 'ECONNRESET' }, { attempts: 3 })],
  ])('%s', (reason, error) => {
    expect(unavailability(error)).toBe(reason);
  });

  test.each<[string, unknown]>([
    ['what a request is to blame for', database('23505')],
    ['a statement that is wrong', database('42601')],
    ['a client that hung up', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
    ['a file that is not there', call('ENOENT')],
    ['an object that is not there', objects({ name: 'NoSuchKey' }, { httpStatusCode: 404 })],
    ['an object of which a store says only that', objects({ name: 'NotFound' }, { httpStatusCode: 404 })],
    ['any other error', new Error('a fault')],
    ['no error', 'a word'],
  ])('is not the question: %s', (_what, error) => {
    expect(unavailability(error)).toBeUndefined();
  });

  test.skipIf(process.platform !== 'linux')('a disk that is full says so', async () => {
    const full = await openFile('/dev/full', 'w');
    try {
      expect(unavailability(await full.writeFile('more').catch((error: unknown) => error))).toBe('ENOSPC');
    } finally {
      await full.close();
    }
  });

  // Only root may make one.
  test.skipIf(process.getuid?.() !== 0)('a file system that can only be read says so', async ({ skip }) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'lectern-read-only-'));
    const mount = (...args: string[]) => spawnSync('mount', [...args, directory], { stdio: 'ignore' }).status === 0;
    try {
      if (!mount('-t', 'tmpfs', 'tmpfs')) skip();
      try {
        const store = await openFileStore({ kind: 'disk', directory });
        expect(mount('-o', 'remount,ro')).toBe(true);
        const error = await store.write(newKey(), Readable.from(['hello'])).catch((fault: unknown) => fault);
        expect(unavailability(error)).toBe('no_directory');
      } finally {
        spawnSync('umount', ['-l', directory]);
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('a file that stands where the directory for files was says so, to who writes and who reads', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'lectern-no-directory-'));
    try {
      const place = path.join(directory, 'files');
      const store = await openFileStore({ kind: 'disk', directory: place });
      await rm(place, { recursive: true });
      await writeFile(place, '');
      const reasonOf = (done: Promise<unknown>) => done.then(() => 'done', unavailability);
      expect(await reasonOf(store.write(newKey(), Readable.from(['hello'])))).toBe('ENOTDIR');
      expect(await reasonOf(store.read(newKey()))).toBe('ENOTDIR');
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

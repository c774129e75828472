import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import supertest from 'supertest';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Services } from '../../src/access/context.ts';
import { LastUsedRecorder } from '../../src/access/last-used.ts';
import { ReadTargets } from '../../src/access/read-targets.ts';
import { ports } from '../../src/areas/index.ts';
import { PageViewRecorder } from '../../src/areas/page-views/recorder.ts';
import { insertToken, newToken } from '../../src/areas/users/tokens.ts';
import { listen } from '../../src/http/listening.ts';
import { measuredFiles } from '../../src/metrics/files.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { buildServer, type ServerOptions } from '../../src/server.ts';
import type { Bounds } from '../../src/store/bounds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { FileStorage } from '../../src/store/file-store.ts';
import { openFileStore } from '../../src/store/files.ts';
import { openReplica, type Replica } from '../../src/store/replica.ts';
import { watching } from '../../src/watching.ts';
import { checked } from './checked-database.ts';
import { documentsStatuses } from './documented-statuses.ts';
import { encodeForm, type Fields } from './form.ts';

/** Somebody who asks. Paths are given below /api/v1; a body is sent as JSON unless the method is called ...Form. */
export interface Client {
  get(path: string, query?: Fields): supertest.Test;
  head(path: string, query?: Fields): supertest.Test;
  post(path: string, body?: Fields): supertest.Test;
  put(path: string, body?: Fields): supertest.Test;
  patch(path: string, body?: Fields): supertest.Test;
  delete(path: string, body?: Fields): supertest.Test;
  postForm(path: string, fields: Fields): supertest.Test;
  putForm(path: string, fields: Fields): supertest.Test;
}

export interface TestServer {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  readonly database: Database;
  readonly app: FastifyInstance;
  readonly services: Services;
  /** What time it is to the server. */
  readonly now: () => Date;
  /** The administrator of root account 1. */
  readonly admin: Client;
  /** Comes without a token. */
  readonly anonymous: Client;
  as(token: string): Client;
  /** A token that nobody else made for its holder, who may do all with it. */
  ownToken(userId: number): Promise<string>;
  /** A request of any path, without a token. */
  raw(): ReturnType<typeof supertest>;
  /**
   * How many SQL statements the work sends, when no access is kept, or with those that are. First uses of tokens, and the first of their holders in
   * courses, are noted by a statement more: to compare counts, do the work once before.
   */
  statements(work: () => PromiseLike<unknown>, accessList?: 'kept'): Promise<number>;
  /** Notes the uses of tokens so far: beside a request that holds the rows of their users, they would be left for the next time. */
  flushUses(): Promise<void>;
  /** Writes the page views recorded so far, of a server that records them. */
  flushPageViews(): Promise<void>;
  /** The keys of all files in the server's own directory. */
  stored(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface Options {
  /** Whether requests are recorded, by statements beside them. */
  pageViews?: boolean;
  clock?: () => Date;
  /** Where the pages of a front end lie; at the server itself unless told otherwise. */
  webUrl?: string;
  /** Where files are kept; in a directory of the server's own unless told otherwise. */
  storage?: FileStorage;
  /** The addresses of replicas that it reads from. */
  replicas?: readonly string[];
  /** How far behind a replica may be that it reads from; as far as they like unless told otherwise. */
  mostReadLagMs?: number;
}

/** The token of the administrator of root account 1. */
export const adminToken = (): string => inject('adminToken');

/** A raw request with that token. */
export const authorized = (request: supertest.Test): supertest.Test => request.set('authorization', `Bearer ${adminToken()}`);

/** What every answer of the API is. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** What the servers of tests sign with. */
export const SECRET_KEY = 'what these tests sign with';

/** A server of one's own, on a copy of the migrated database. */
export async function startServer(options: Options = {}): Promise<TestServer> {
  const postgres = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files: written through the log, page by page, it takes several times as long.
  await administer(postgres.url, `create database ${name} template ${postgres.template} strategy file_copy`);
  const at = new URL(postgres.url);
  at.pathname = name;
  const server = await serveOn(at.href, options);
  return {
    ...server,
    async stop() {
      await server.stop();
      await administer(postgres.url, `drop database ${name} with (force)`);
    },
  };
}

/** A server on the same database as another, which does not listen. Whoever makes it closes it. */
export const deafServer = ({ database, services }: Pick<TestServer, 'database' | 'services'>, options: Partial<ServerOptions> = {}) =>
  buildServer({
    database,
    services,
    baseUrl: 'http://lectern.test',
    webUrl: 'http://lectern.test',
    host: '127.0.0.1',
    rateLimit: 'off',
    trustProxy: false,
    metrics: new Metrics(),
    metricsToken: null,
    lastUsed: new LastUsedRecorder(database, { warn: () => undefined }),
    pageViews: null,
    logger: pino({ level: 'silent' }),
    ...options,
  });

/** Wide, because machines that check changes may be slow: they bound what hangs, not what is slow. */
const WIDE: Bounds = { connectionMs: 60_000, waiting: 3_000, statementMs: 60_000, lockMs: 60_000, idleInTransactionMs: 60_000 };

const SILENT = { info: () => undefined, warn: () => undefined };
const readingFrom = (replicas: readonly Replica[], primary: Database, { mostReadLagMs = 300_000 }: Options): ReadTargets =>
  new ReadTargets({ primary, replicas, mostLagMs: mostReadLagMs, log: SILENT });

/** One more server process would be this: a server with connections of its own, on a database that others use too. */
export async function serveOn(databaseUrl: string, options: Options = {}): Promise<TestServer> {
  const database = checked(openDatabase(databaseUrl, { connections: 10, bounds: WIDE, onIdleError: () => undefined }));
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-files-'));
  const replicas = (options.replicas ?? []).map((url) => openReplica(url, { connections: 10, bounds: WIDE }));
  const reading = replicas.map((one) => ({ use: `reads from ${one.name}`, database: one.database }));
  const metrics = watching([{ use: 'requests', database }, ...reading]);
  const files = measuredFiles(metrics, await openFileStore(options.storage ?? { kind: 'disk', directory }));
  const services = { files, secretKey: SECRET_KEY, ...ports };
  let url = '';
  const failures: object[] = [];
  const recorder = options.pageViews ? new PageViewRecorder(database, { warn: (details) => failures.push(details) }) : null;
  const uses = new LastUsedRecorder(database, { warn: () => undefined });
  const readTargets = replicas.length === 0 ? null : readingFrom(replicas, database, options);
  const app = await deafServer(
    { database, services },
    {
      metrics,
      readTargets,
      baseUrl: () => url,
      webUrl: () => options.webUrl ?? url,
      lastUsed: uses,
      pageViews: recorder,
      ...(options.clock ? { clock: options.clock } : {}),
    },
  );
  url = await listen(app, { host: '127.0.0.1', port: 0 });
  // As real clients do: each request on a connection of its own would cost the opening of one.
  // Never ended by the server first: of a process that stood still for as long as the server waits, the next request would find its connection gone.
  app.server.keepAliveTimeout = 0;
  const connections = new Agent({ keepAlive: true, timeout: 60_000 });
  const as = (token: string | null) => client(url, token, connections);
  return {
    url,
    database,
    app,
    services,
    now: options.clock ?? (() => new Date()),
    admin: as(adminToken()),
    anonymous: as(null),
    as,
    async ownToken(userId) {
      const token = newToken();
      await insertToken(database, userId, token, { purpose: 'tests' });
      return token;
    },
    raw: () => supertest(url),
    async statements(work, access) {
      await uses.flush();
      await idle(database.pool);
      // A change that each connection hears of: no access is kept after it.
      if (access !== 'kept') await database.pool.query('notify standing');
      await connectAll(database);
      const before = database.statementCount();
      await work();
      await uses.flush();
      return database.statementCount() - before;
    },
    flushUses: () => uses.flush(),
    async flushPageViews() {
      await recorder?.flush();
      if (failures.length > 0) throw new Error(`page views were not written: ${failures.map((one) => inspect(one)).join('\n')}`);
    },
    async stored() {
      const found = await readdir(directory, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
    },
    async stop() {
      connections.destroy();
      const closed = app.close();
      // One whose body was refused half-way is given half a minute.
      for (const socket of app.leaving.sockets) socket.destroy();
      await closed;
      await uses.flush();
      await recorder?.flush();
      await readTargets?.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The server of a test file: started before its tests, stopped after them. What is returned can be used inside them only. */
export function useServer(options: Options = {}): TestServer {
  documentsStatuses();
  let running: TestServer | undefined;
  const started = (): TestServer => {
    if (!running) throw new Error('the server is started before the first test: use it inside tests and hooks');
    return running;
  };
  beforeAll(async () => {
    running = await startServer(options);
  });
  afterAll(async () => {
    const ended = running;
    // What the module of a file names stays as long as its worker.
    running = undefined;
    await ended?.stop();
  });
  return {
    get url() {
      return started().url;
    },
    get database() {
      return started().database;
    },
    get app() {
      return started().app;
    },
    get services() {
      return started().services;
    },
    now: () => started().now(),
    get admin() {
      return started().admin;
    },
    get anonymous() {
      return started().anonymous;
    },
    as: (token) => started().as(token),
    ownToken: (userId) => started().ownToken(userId),
    raw: () => started().raw(),
    statements: (work, accessList) => started().statements(work, accessList),
    flushUses: () => started().flushUses(),
    flushPageViews: () => started().flushPageViews(),
    stored: () => started().stored(),
    stop: () => started().stop(),
  };
}

function client(url: string, token: string | null, connections: Agent): Client {
  const agent = supertest(url);
  const authorized = (test: supertest.Test): supertest.Test => {
    const kept = test.agent(connections);
    return token === null ? kept : kept.set('authorization', `Bearer ${token}`);
  };
  const path = (below: string) => `/api/v1${below}`;
  const json = (test: supertest.Test, body: Fields | undefined) => (body === undefined ? authorized(test) : authorized(test).send(body));
  const form = (test: supertest.Test, fields: Fields) => authorized(test).type('form').send(encodeForm(fields));
  const asking = (below: string, query: Fields | undefined) => (query === undefined ? path(below) : `${path(below)}?${encodeForm(query)}`);
  return {
    get: (below, query) => authorized(agent.get(asking(below, query))),
    head: (below, query) => authorized(agent.head(asking(below, query))),
    post: (below, body) => json(agent.post(path(below)), body),
    put: (below, body) => json(agent.put(path(below)), body),
    patch: (below, body) => json(agent.patch(path(below)), body),
    delete: (below, body) => json(agent.delete(path(below)), body),
    postForm: (below, fields) => form(agent.post(path(below)), fields),
    putForm: (below, fields) => form(agent.put(path(below)), fields),
  };
}

/** Statements beside earlier requests may still run: they must not count for the next. */
async function idle(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await once(pool, 'release');
}

/**
 * Makes all connections that a server may have, and asks each for an answer, before which it is handed all that was notified: no change
 * of access that was made before is heard of later. And all connections are there: a new one, which may have missed a change, would
 * count as one.
 */
export async function connectAll({ pool }: Database): Promise<void> {
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  await Promise.all(connections.map((connection) => connection.query('select 1')));
  for (const connection of connections) connection.release();
}

async function administer(url: string, sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { bootstrap } from '../src/areas/accounts/bootstrap.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { startEmbedded } from '../src/store/embedded.ts';
import { migrateDatabase } from '../src/store/migrate.ts';
import { announceToMany } from './announcing.ts';
import { workOff } from './backlog.ts';
import { writeBeside } from './beside.ts';
import { type Server, type Start, startServer } from './child.ts';
import { passFile } from './files.ts';
import type { Filled } from './filled.ts';
import type { Operation } from './floors.ts';
import { generate } from './generate.ts';
import { compare, measure } from './measure.ts';
import { operations } from './operations.ts';
import { postAndRebuild } from './posting.ts';
import { parentOf, postgresSeconds } from './processor.ts';
import { checkExam } from './quiz-check.ts';
import { prepareExam, takeExam } from './quiz-storm.ts';
import { readCourse } from './reading-course.ts';
import { announced, courseRead, examTaken, header, machine, passed, posted, row, sent, workedOff } from './report.ts';
import { sendToMany } from './sending.ts';
import { readSettings, type Settings } from './settings.ts';
import { SIZES, type Size, sizeWith } from './sizes.ts';
import { measureWrites } from './writes.ts';

/** What has to be put away in the end, last made first. */
class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Every step runs, whatever becomes of the others. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => console.error('putting away failed:', error));
    }
  }
}

const cleanup = new Cleanup();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
}

/** A PostgreSQL of the bench's own, in a directory that goes with it. */
async function embeddedPostgres(settings: Settings): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-bench-'));
  // At the very end of the process, however it ends.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
  await chmod(directory, 0o755);
  // Nothing here has to outlive the machine, and reads are what is measured; but where writes are, they reach the disk on both sides.
  const writes = settings.quiz !== undefined || settings.grade;
  const quick = writes ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const embedded = await startEmbedded(directory, { settings: quick });
  cleanup.add(() => embedded.stop());
  return embedded.nearUrl;
}

async function administer<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const connection = new pg.Client({ connectionString: url });
  // A server that stops says so to every connection; whoever waits for an answer hears of it anyway.
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    return (await connection.query<T>(sql)).rows;
  } finally {
    await connection.end();
  }
}

/** A migrated database of its own, dropped in the end where the server stays. */
async function makeDatabase<T>(
  serverUrl: string,
  purpose: string,
  settings: Settings,
  fill: (database: Database) => Promise<T>,
): Promise<{ databaseUrl: string; filled: T }> {
  const name = `lectern_bench_${purpose}_${randomUUID().slice(0, 8)}`;
  await administer(serverUrl, `create database ${name}`);
  if (settings.databaseUrl) cleanup.add(() => administer(serverUrl, `drop database ${name} with (force)`));
  const url = new URL(serverUrl);
  url.pathname = name;
  const database = openDatabase(url.href, { connections: 2, onIdleError: () => undefined });
  try {
    await migrateDatabase(database.pool);
    return { databaseUrl: url.href, filled: await fill(database) };
  } finally {
    await database.close();
  }
}

/** Connections of the bench's own to a database that is measured. */
function openBeside(databaseUrl: string): Database {
  const database = openDatabase(databaseUrl, { connections: 2, onIdleError: () => undefined });
  cleanup.add(() => database.close());
  return database;
}

/** Starts one of the bench's programs in a process of its own: Lectern, the floor, or a worker. */
async function startPart(file: 'server.ts' | 'floor.ts' | 'worker.ts', start: Start): Promise<Server> {
  const part = await startServer(new URL(file, import.meta.url), start);
  cleanup.add(() => part.stop());
  return part;
}

/** What tells how many seconds of a processor PostgreSQL has used, where it is of this machine. */
async function postgresOf(url: string, { databaseUrl }: Settings): Promise<() => Promise<number>> {
  if (databaseUrl) return () => Promise.resolve(Number.NaN);
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  cleanup.add(() => connection.end());
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = await parentOf(String(rows[0]?.pid));
  return () => postgresSeconds(postmaster);
}

/** What writes beside windows, over connections of its own. */
function besideOf({ databaseUrl, store }: { databaseUrl: string; store: Filled }, { writes }: Settings): () => () => Promise<unknown> {
  if (writes === 0) return () => () => Promise.resolve();
  const database = openBeside(databaseUrl);
  return () => writeBeside(database, store, writes);
}

async function measureStore(serverUrl: string, size: Size, asked: readonly Operation[], settings: Settings): Promise<void> {
  const wanted = asked.filter((operation) => size.as === undefined || operation.as === size.as);
  if (wanted.length === 0) return;
  const { databaseUrl, filled: store } = await makeDatabase(serverUrl, size.name, settings, (database) =>
    generate(database, size, settings.tokens),
  );
  const start = { databaseUrl, store };
  const floor = await startPart('floor.ts', start);
  const lectern = await startPart('server.ts', start);
  const servers = { lectern, floor, postgresSeconds: await postgresOf(serverUrl, settings), writeBeside: besideOf(start, settings) };
  // All first, so that a floor that has fallen behind shows at once.
  await compare(wanted, store, servers);
  if (settings.seconds === 0) console.info(`${wanted.length} floors answer the same bytes, ${size.name}`);
  else
    for (const operation of wanted) {
      console.info(row(operation.name, size.name, await measure(operation, store, servers, settings)));
    }
  // Nothing of one store is left when the next is measured.
  await Promise.all([floor.stop(), lectern.stop()]);
}

async function measureFile(serverUrl: string, megabytes: number, settings: Settings): Promise<void> {
  const { databaseUrl, filled: token } = await makeDatabase(serverUrl, 'files', settings, (database) => bootstrap(database, null));
  const lectern = await startPart('server.ts', { databaseUrl, store: null });
  console.info(`a file of ${megabytes} MB: ${passed(megabytes, await passFile(lectern, token ?? '', megabytes))}`);
}

/** Lectern on a store of its own, of the largest size that is wanted. */
function serveLargest(serverUrl: string, settings: Settings) {
  const size = SIZES.findLast(({ name }) => name.includes(settings.store));
  if (!size) throw new Error('there are no sizes');
  return serveStore(serverUrl, size, settings);
}

async function serveStore(serverUrl: string, size: Size, settings: Settings) {
  const { databaseUrl, filled: store } = await makeDatabase(serverUrl, size.name, settings, (database) =>
    generate(database, size, settings.tokens),
  );
  const start = { databaseUrl, store };
  const lectern = await startPart('server.ts', start);
  return { size, start, store, lectern };
}

async function measureSending(serverUrl: string, recipients: number, settings: Settings): Promise<void> {
  const { start, store, lectern } = await serveLargest(serverUrl, settings);
  await startPart('worker.ts', start);
  console.info(sent(await sendToMany(lectern, store, recipients)));
}

async function measureAnnouncing(serverUrl: string, people: number, settings: Settings): Promise<void> {
  const { start, store, lectern } = await serveLargest(serverUrl, settings);
  await startPart('worker.ts', start);
  const database = openBeside(start.databaseUrl);
  console.info(announced(await announceToMany(lectern, database, store, people)));
}

async function measureBacklog(serverUrl: string, jobs: number, settings: Settings): Promise<void> {
  const { start, store, lectern } = await serveLargest(serverUrl, settings);
  const database = openBeside(start.databaseUrl);
  console.info(workedOff(await workOff(lectern, database, store, jobs, () => startPart('worker.ts', start))));
}

async function measurePosting(serverUrl: string, settings: Settings): Promise<void> {
  const { start, store, lectern } = await serveLargest(serverUrl, settings);
  const database = openBeside(start.databaseUrl);
  console.info(posted(await postAndRebuild(lectern, database, store)));
}

async function measureGrading(serverUrl: string, settings: Settings): Promise<void> {
  const { size, start, store, lectern } = await serveLargest(serverUrl, settings);
  const floor = await startPart('floor.ts', start);
  const database = openBeside(start.databaseUrl);
  if (settings.seconds > 0) console.info(header());
  const servers = { lectern, floor, postgresSeconds: await postgresOf(serverUrl, settings), writeBeside: besideOf(start, settings) };
  await measureWrites(store, servers, database, settings, (name, measured) => console.info(row(name, size.name, measured)));
}

async function measureCourse(serverUrl: string, settings: Settings): Promise<void> {
  const { store, lectern } = await serveLargest(serverUrl, settings);
  console.info(courseRead(await readCourse(lectern, store)));
}

async function measureQuiz(serverUrl: string, students: number, settings: Settings): Promise<void> {
  const { start, store, lectern } = await serveStore(serverUrl, sizeWith(students), settings);
  await startPart('worker.ts', start);
  const database = openBeside(start.databaseUrl);
  const exam = await prepareExam(lectern, database, store, students);
  const taken = await takeExam(exam, settings.quizPause);
  console.info(examTaken(taken));
  await checkExam(database, exam, taken);
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const wanted = operations.filter((operation) => operation.name.includes(settings.only));
  if (wanted.length === 0 && !settings.grade) throw new Error(`BENCH_ONLY: no operation's name holds ${JSON.stringify(settings.only)}`);
  const sizes = SIZES.filter((size) => size.name.includes(settings.store));
  if (sizes.length === 0) throw new Error(`BENCH_STORE: there is no store ${JSON.stringify(settings.store)}`);
  const url = settings.databaseUrl ?? (await embeddedPostgres(settings));
  const [version] = await administer<{ server_version: string }>(url, 'show server_version');
  console.info(`${machine(version?.server_version ?? 'unknown', settings)}\n`);
  if (settings.files !== undefined) return measureFile(url, settings.files, settings);
  if (settings.send !== undefined) return measureSending(url, settings.send, settings);
  if (settings.announce !== undefined) return measureAnnouncing(url, settings.announce, settings);
  if (settings.backlog !== undefined) return measureBacklog(url, settings.backlog, settings);
  if (settings.post) return measurePosting(url, settings);
  if (settings.grade) return measureGrading(url, settings);
  if (settings.quiz !== undefined) return measureQuiz(url, settings.quiz, settings);
  if (settings.course) return measureCourse(url, settings);
  console.info(header());
  for (const size of sizes) await measureStore(url, size, wanted, settings);
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}

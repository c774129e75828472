import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccessCache } from '../../src/access/access-cache.ts';
import { copyLine } from '../../src/store/copying.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { DRIVER_NAMES } from '../../src/store/driver/drivers.ts';
import { migrateDatabase } from '../../src/store/migrate.ts';
import { sqlState, unavailability } from '../../src/store/server-errors.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { type Pooler, poolerTo } from '../helpers/pooler.ts';
import { adminToken, useServer } from '../helpers/server.ts';

const server = useServer();
const BOUNDS = { connectionMs: 20_000, waiting: 100, statementMs: 12_345, lockMs: 2_345, idleInTransactionMs: 34_567 };
const SETTINGS = ['TimeZone', 'DateStyle', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit'];
const HAS = SETTINGS.map((name) => `current_setting('${name}')`).join(', ');
const WANTED = ['UTC', 'ISO, DMY', '12345ms', '2345ms', '34567ms', 'off'];
const settings = bareStatement<{ has: string[] }>('test_settings', `select array[${HAS}] as has`);
const one = bareStatement<{ one: number }>('test_one', 'select $1::int as one');

// conventions#95
describe.each(DRIVER_NAMES)('behind a pooler that hands out sessions by transaction, by the driver %s,', (driver) => {
  let pooler: Pooler;
  let database: Database;
  const told: (readonly string[])[] = [];
  beforeAll(async () => {
    const name = new URL(server.database.url).pathname.slice(1);
    await server.database.pool.query(`alter database ${name} set timezone = 'Asia/Kolkata'`);
    await server.database.pool.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
    await server.database.pool.query('create table if not exists kept (id int primary key, at timestamptz)');
    pooler = await poolerTo(server.database.url);
    const onSwallowed = (what: readonly string[]) => told.push(what);
    database = openDatabase(pooler.url, { connections: 6, bounds: BOUNDS, driver, onIdleError: () => undefined, onSwallowed });
  });
  afterAll(async () => {
    await database.close();
    await pooler.stop();
  });

  test('what it swallows is told once', async () => {
    await database.open();
    expect(told).toEqual([['notifications', 'prepared statements', 'session settings']]);
    expect([database.hasSessions(), database.hearsChanges()]).toEqual([false, false]);
  });

  test('no access is kept, because nobody would say that it has ended', async () => {
    const [cache, now] = [new AccessCache(database), new Date()];
    for (let i = 0; i < 2; i++) expect((await cache.find(adminToken(), 'self', { by: 'self' }, now)).loaded).toBeDefined();
    expect(cache.uses).toEqual({ kept: 0, loaded: 2 });
  });

  test('statements are answered, alone, at once and after one that failed', async () => {
    for (let i = 0; i < 8; i++) expect(await database.rows(one, [i])).toEqual([{ one: i }]);
    const all = await Promise.all(Array.from({ length: 30 }, (_, i) => database.rows(one, [i])));
    expect(all).toEqual(Array.from({ length: 30 }, (_, i) => [{ one: i }]));
    const failing = bareStatement('test_failing', 'select 1 / $1::int');
    expect(await database.rows(failing, [0]).catch((error: unknown) => sqlState(error))).toBe('22012');
    expect(await database.rows(one, [7])).toEqual([{ one: 7 }]);
  });

  test('each has the settings, alone, in a transaction, and planned for its values', async () => {
    expect(await database.rows(settings, [])).toEqual([{ has: WANTED }]);
    expect(await database.rows({ ...settings, plannedForValues: true }, [])).toEqual([{ has: WANTED }]);
    expect(await database.transaction((db) => db.rows(settings, []))).toEqual([{ has: WANTED }]);
  });

  test('so do models: their times are what they are, and what fails leaves no trace', async () => {
    const at = new Date('2026-01-31T12:00:00.000Z');
    const bookmarks = database.prisma.bookmark;
    const fields = { userId: 1, name: 'Timed', url: 'https://lectern.example', position: 1, createdAt: at };
    const { id } = await bookmarks.create({ data: fields });
    const stored = await server.database.pool.query('select created_at from bookmarks where id = $1', [id]);
    expect(stored.rows).toEqual([{ created_at: at }]);
    const find = { where: { id }, select: { createdAt: true } };
    expect(await bookmarks.findFirst(find)).toEqual({ createdAt: at });
    expect(await database.transaction((db) => db.prisma.bookmark.findFirst(find))).toEqual({ createdAt: at });
    expect(await bookmarks.create({ data: { ...fields, userId: 0 } }).catch((error: unknown) => sqlState(error))).toBe('23503');
    expect(await bookmarks.count({})).toBe(1);
    await bookmarks.delete({ where: { id } });
  });

  test('a transaction is one, and keeps nothing where it fails', async () => {
    const insert = bareStatement('test_insert', 'insert into kept (id) values ($1::int)');
    const failed = database.transaction(async (db) => {
      await db.rows(insert, [1]);
      await db.rows(insert, [1]);
    });
    expect(await failed.catch((error: unknown) => sqlState(error))).toBe('23505');
    expect((await server.database.pool.query('select from kept')).rowCount).toBe(0);
    await database.transaction((db) => Promise.all([db.rows(insert, [1]), db.rows(insert, [2])]));
    await database.copy('copy kept from stdin', copyLine([3, null]));
    expect((await server.database.pool.query('delete from kept')).rowCount).toBe(3);
  });

  test('a database is migrated, by two at once, and is as it was', async () => {
    await Promise.all([migrateDatabase(database.pool), migrateDatabase(database.pool)]);
  });

  test('nothing is left on the sessions', async () => {
    const defaults = (await server.database.pool.query(`select reset_val from pg_settings where name = 'statement_timeout'`)).rows[0]
      .reset_val;
    const left = `select current_setting('statement_timeout') = '${defaults}', current_setting('TimeZone') = 'UTC', current_setting('plan_cache_mode'),
      (select count(*)::int from pg_prepared_statements), (select count(*)::int from pg_listening_channels()),
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())`;
    for (const answer of await pooler.ofEachSession(left)) expect(answer).toEqual([[true, false, 'auto', 0, 0, 0]]);
  });
});

describe('what a pooler does is found out', () => {
  test.each([
    ['last', 1],
    ['last', 4],
    ['longest free', 2],
    ['longest free', 9],
  ] as const)('where it gives the session that was free %s, of %d', async (gives, sessions) => {
    const pooler = await poolerTo(server.database.url, { sessions, gives });
    const database = openDatabase(pooler.url, { connections: 1, onIdleError: () => undefined });
    await database.open();
    expect(database.hasSessions()).toBe(false);
    await database.close();
    await pooler.stop();
  });
});

test('where no trigger fires for its user, who may not change that, there is no connection by way of a pooler either', async () => {
  const role = `untold_${randomUUID().replaceAll('-', '')}`;
  await server.database.pool.query(
    `create role ${role} login password 'untold'; alter role ${role} set session_replication_role = 'replica'`,
  );
  const pooler = await poolerTo(Object.assign(new URL(server.database.url), { username: role, password: 'untold' }).href);
  const database = openDatabase(pooler.url, { connections: 1, onIdleError: () => undefined });
  expect(await database.rows(one, [1]).catch(unavailability)).toBe('no_triggers');
  await database.close();
  await pooler.stop();
  await server.database.pool.query(`drop role ${role}`);
});

describe('by a connection of its own', () => {
  test('nothing is told, and changes are heard of', async () => {
    const told: unknown[] = [];
    const database = openDatabase(server.database.url, {
      connections: 2,
      onIdleError: () => undefined,
      onSwallowed: (what) => told.push(what),
    });
    await database.open();
    expect([database.hasSessions(), database.hearsChanges(), told]).toEqual([true, true, []]);
    await database.close();
  });
});

import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { faultOf, type Migration, MigrationError, migrateDatabase, readMigrations, requireMigrated } from '../../src/store/migrate.ts';
import { poolerTo } from '../helpers/pooler.ts';

const made: { database: Database; name: string }[] = [];

/** An empty database of a test's own. */
async function emptyDatabase(): Promise<pg.Pool> {
  const name = `migrated_${randomUUID().replaceAll('-', '')}`;
  const { url } = inject('postgres');
  await onServer(`create database ${name}`);
  const own = new URL(url);
  own.pathname = name;
  const database = openDatabase(own.href, { connections: 6, onIdleError: () => undefined });
  made.push({ database, name });
  return database.pool;
}

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres').url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const { database, name } of made.splice(0)) {
    await database.close();
    await onServer(`drop database ${name} with (force)`);
  }
});

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
});
const ONE = migration('0_one', 'create table one (id int)');
const TWO = migration('1_two', 'create table two (id int); create function of_two() returns int language sql as $$ select 2; $$');

const column = async (pool: pg.Pool, text: string): Promise<unknown[]> => (await pool.query({ text, rowMode: 'array' })).rows.flat();
const tables = (pool: pg.Pool) =>
  column(pool, `select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
const applied = (pool: pg.Pool) => column(pool, 'select migration_name from _prisma_migrations order by started_at, migration_name');

async function refusal(pool: pg.Pool, migrations: readonly Migration[]): Promise<string> {
  const error: unknown = await migrateDatabase(pool, migrations).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MigrationError);
  return error instanceof Error ? error.message : '';
}

describe('migrations', () => {
  test('are applied in order, once, and recorded as Prisma does it', async () => {
    const pool = await emptyDatabase();
    await migrateDatabase(pool, [ONE]);
    await migrateDatabase(pool, [ONE, TWO]);
    await migrateDatabase(pool, [ONE, TWO]);
    expect(await tables(pool)).toEqual(['_prisma_migrations', 'one', 'two']);
    const { rows } = await pool.query(`select migration_name, checksum, applied_steps_count, logs, rolled_back_at,
      finished_at is not null and id ~ '^[0-9a-f-]{36}$' as whole from _prisma_migrations order by 1`);
    const recorded = { applied_steps_count: 1, logs: null, rolled_back_at: null, whole: true };
    expect(rows).toEqual([ONE, TWO].map(({ name, checksum }) => ({ migration_name: name, checksum, ...recorded })));
  });

  test.each([
    [150_018, null],
    [170_006, null],
    [180_000, '18.0'],
    [180_001, '18.1'],
    [180_002, null],
    [180_004, null],
    [190_000, null],
  ])('are applied by a server that loses nothing: %s', (server, release) => {
    if (release === null) expect(faultOf(server)).toBeUndefined();
    else
      expect(faultOf(server)).toMatch(
        new RegExp(`^PostgreSQL ${release.replace('.', '\\.')} passes over rows .+: use 18\\.2 or a later one\\.$`),
      );
  });

  // conventions#105
  test('are not applied by another, and nothing works on it', async () => {
    const pool = await emptyDatabase();
    await migrateDatabase(pool, [ONE]);
    // Found before the server's own, which says which release it is.
    await pool.query(`create function current_setting(text) returns text language sql as $$ select '180001' $$`);
    const url = new URL(String(pool.options.connectionString));
    url.searchParams.set('options', '-c search_path=public,pg_catalog');
    const other = openDatabase(url.href, { connections: 2, onIdleError: () => undefined });
    try {
      expect(await refusal(other.pool, [ONE, TWO])).toMatch(/^PostgreSQL 18\.1 passes over rows/);
      await expect(requireMigrated(other.pool)).rejects.toThrow(/^PostgreSQL 18\.1 passes over rows/);
    } finally {
      await other.close();
    }
    expect(await applied(pool)).toEqual(['0_one']);
  });

  test('are applied once by several processes that begin at the same time', async () => {
    const pool = await emptyDatabase();
    await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(pool, [ONE, TWO])));
    expect(await applied(pool)).toEqual(['0_one', '1_two']);
  });

  test('of this release are those of their folder, whose checksums are of their bytes', () => {
    const [first] = readMigrations();
    expect(first?.name).toBe('0_init');
    expect(first?.checksum).toMatch(/^[0-9a-f]{64}$/);
  });

  test('go on where one was rolled back by other means', async () => {
    const pool = await emptyDatabase();
    await migrateDatabase(pool, [ONE]);
    await pool.query(`insert into _prisma_migrations (id, checksum, migration_name, rolled_back_at) values ('x', 'x', '1_two', now())`);
    await migrateDatabase(pool, [ONE, TWO]);
    expect(await tables(pool)).toContain('two');
  });
});

// conventions#76
test('a schema with the name of the user, which PostgreSQL looks into first, gets nothing', async () => {
  const pool = await emptyDatabase();
  await pool.query('create schema authorization current_user');
  await migrateDatabase(pool, [ONE]);
  expect(await tables(pool)).toEqual(['_prisma_migrations', 'one']);
  await migrateDatabase(pool, [ONE, TWO]);
  expect(await tables(pool)).toEqual(['_prisma_migrations', 'one', 'two']);
});

// conventions#76
test('nor does it behind a pooler that hands out sessions by transaction', async () => {
  const pool = await emptyDatabase();
  await pool.query('create schema ext');
  await pool.query(`alter database ${made[0]?.name} set search_path = 'ext'`);
  const pooler = await poolerTo(made[0]?.database.url ?? '');
  const database = openDatabase(pooler.url, { connections: 3, onIdleError: () => undefined });
  await migrateDatabase(database.pool, [ONE]);
  await migrateDatabase(database.pool, [ONE, TWO]);
  await database.close();
  await pooler.stop();
  expect(await tables(pool)).toEqual(['_prisma_migrations', 'one', 'two']);
});

describe('a migration that fails half-way', () => {
  const broken = migration('2_broken', 'create table half (id int); insert into half values (1); select no_such_function()');

  test('leaves nothing, keeps those before it, and is named with its reason, at the next start too', async () => {
    const pool = await emptyDatabase();
    for (let start = 1; start <= 2; start++) {
      const said = await refusal(pool, [ONE, broken, migration('3_after', 'create table after (id int)')]);
      expect(said).toBe('The migration 2_broken has failed, and nothing of it was kept: function no_such_function() does not exist');
      expect(await tables(pool)).toEqual(['_prisma_migrations', 'one']);
      expect(await applied(pool)).toEqual(['0_one']);
    }
    await migrateDatabase(pool, [ONE, migration('2_broken', 'create table whole (id int)')]);
    expect(await tables(pool)).toContain('whole');
  });

  test('lets others in: nobody waits for its lock', async () => {
    const pool = await emptyDatabase();
    await refusal(pool, [broken]);
    await migrateDatabase(pool, [ONE]);
    expect(await applied(pool)).toEqual(['0_one']);
  });
});

// conventions#94
describe('a migration of a table that is held', () => {
  const MORE = migration('1_more', 'alter table one add column more int');

  /** Somebody has read that table in a transaction that goes on. */
  async function held(pool: pg.Pool): Promise<pg.PoolClient> {
    await migrateDatabase(pool, [ONE]);
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select from one');
    return reader;
  }

  /** Until somebody waits for such a lock. */
  const waiting = (pool: pg.Pool, lock: string): Promise<boolean> =>
    vi.waitUntil(async () => ((await pool.query(`select from pg_locks where not granted and ${lock}`)).rowCount ?? 0) > 0, {
      timeout: 30_000,
      interval: 5,
    });

  test('gives way to those behind it, and is made once it is let go', async () => {
    const pool = await emptyDatabase();
    const reader = await held(pool);
    try {
      const made = migrateDatabase(pool, [ONE, MORE], { lockMs: 200, tries: 10_000, pauseMs: 20 });
      await waiting(pool, `mode = 'AccessExclusiveLock' and relation = 'one'::regclass`);
      // Behind the migration, which the first transaction keeps waiting.
      expect((await pool.query('select from one')).rowCount).toBe(0);
      await reader.query('commit');
      await made;
      expect(await applied(pool)).toEqual(['0_one', '1_more']);
    } finally {
      reader.release();
    }
  });

  test('is tried again where PostgreSQL has ended it because it and another waited for each other', async () => {
    const pool = await emptyDatabase();
    const [reader, gate] = [await held(pool), await pool.connect()];
    try {
      const first = migration('0_two', 'create table before (id int)');
      await migrateDatabase(pool, [ONE, first]);
      // Whoever waits looks once, after a while, whether others wait for them: so that it is the migration, it has to be the last to wait.
      await reader.query(`set local deadlock_timeout = '10min'`);
      await gate.query('select pg_advisory_lock(1)');
      const both = migration('1_both', 'lock table before; select pg_advisory_xact_lock(1); lock table one');
      const made = migrateDatabase(pool, [ONE, first, both], { lockMs: 30_000, tries: 100, pauseMs: 20 });
      await waiting(pool, `locktype = 'advisory'`);
      const read = reader.query('select from before');
      await waiting(pool, `relation = 'before'::regclass`);
      await gate.query('select pg_advisory_unlock(1)');
      await read;
      await reader.query('commit');
      await made;
      expect(await applied(pool)).toEqual(['0_one', '0_two', '1_both']);
    } finally {
      gate.release(true);
      reader.release();
    }
  });

  test('is given up in the end, and leaves nothing', async () => {
    const pool = await emptyDatabase();
    const reader = await held(pool);
    try {
      await expect(migrateDatabase(pool, [ONE, MORE], { lockMs: 20, tries: 2, pauseMs: 1 })).rejects.toThrow(
        'The migration 1_more has failed, and nothing of it was kept: canceling statement due to lock timeout',
      );
      expect(await applied(pool)).toEqual(['0_one']);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
  });
});

describe('a database is refused, and left as it is,', () => {
  test('that a later release has migrated', async () => {
    const pool = await emptyDatabase();
    await migrateDatabase(pool, [ONE, TWO]);
    expect(await refusal(pool, [ONE])).toBe(
      'The database has the migration 1_two, which this release does not know: it belongs to a later one. Start that one.',
    );
  });

  test('that a version before the first release has made', async () => {
    const pool = await emptyDatabase();
    await pool.query('create schema drizzle; create table drizzle.__drizzle_migrations (id int); create table users (id int)');
    expect(await refusal(pool, [ONE])).toMatch(/^The database was made by a version from before the first release, .* use an empty one\.$/);
    expect(await tables(pool)).toEqual(['users']);
  });

  test.each([
    ['a table', 'create table customers (id int)'],
    ['a view', 'create view numbers as select 1 as n'],
  ])('that holds %s of somebody else', async (_what, sql) => {
    const pool = await emptyDatabase();
    await pool.query(sql);
    expect(await refusal(pool, [ONE])).toBe('The database holds tables that Lectern has not made: give it an empty one of its own.');
    expect(await column(pool, `select to_regclass('one') is null and to_regclass('_prisma_migrations') is null`)).toEqual([true]);
  });

  test('whose migration has been changed since', async () => {
    const pool = await emptyDatabase();
    await migrateDatabase(pool, [ONE]);
    expect(await refusal(pool, [{ ...ONE, checksum: 'another' }, TWO])).toBe(
      'The migration 0_one is not the one that was applied: its file has been changed since.',
    );
    expect(await tables(pool)).toEqual(['_prisma_migrations', 'one']);
  });

  test('in which one was begun by other means and has not ended', async () => {
    const pool = await emptyDatabase();
    await migrateDatabase(pool, [ONE]);
    await pool.query(
      `insert into _prisma_migrations (id, checksum, migration_name, logs) values ('x', 'x', '1_two', 'a column is missing')`,
    );
    expect(await refusal(pool, [ONE, TWO])).toBe(
      'The migration 1_two was begun by other means and has not ended: a column is missing. See prisma migrate resolve.',
    );
    expect(await tables(pool)).toEqual(['_prisma_migrations', 'one']);
  });

  test('but what extensions have brought is nobody’s', async () => {
    const pool = await emptyDatabase();
    await pool.query('create extension pg_trgm');
    await migrateDatabase(pool, [ONE]);
    expect(await tables(pool)).toContain('one');
  });
});

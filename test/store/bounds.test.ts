import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Bounds, FOR_OPERATORS, forJobs, UNBOUNDED } from '../../src/store/bounds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { DriverName } from '../../src/store/driver/drivers.ts';
import { StoreUnavailable, unavailability } from '../../src/store/server-errors.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { proxyTo } from '../helpers/proxy.ts';
import { unique } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

beforeAll(async () => {
  await server.database.pool.query('create table held (id int primary key, word text)');
  await server.database.pool.query(`insert into held values (1, 'before')`);
});

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

interface Where {
  connections?: number;
  driver?: DriverName;
  url?: string;
}

function opened(bounds: Partial<Bounds>, { connections = 2, driver, url = server.database.url }: Where = {}): Database {
  const database = openDatabase(url, {
    connections,
    ...(driver && { driver }),
    bounds: { ...UNBOUNDED, ...bounds },
    onIdleError: () => undefined,
  });
  toStop.push(() => database.close());
  return database;
}

/** The row, and the first user, held by somebody who has forgotten that they hold it. */
async function forgotten(): Promise<{ letGo(): Promise<void> }> {
  const psql = new pg.Client({ connectionString: server.database.url });
  await psql.connect();
  await psql.query('begin; select from held where id = 1 for update; select from users where id = 1 for update');
  toStop.push(() => psql.end());
  return { letGo: async () => void (await psql.query('rollback')) };
}

const put = bareStatement<never>('test_put_beside', 'insert into held (id, word) values ($1, $2)');
const change = bareStatement<never>('test_change_held', 'update held set word = $1 where id = 1');
const sleep = bareStatement<never>('test_sleep', 'select pg_sleep(60)');
const one = bareStatement<{ one: number }>('test_one_more', 'select 1 as one');
const words = async (id: number) =>
  (await server.database.pool.query<{ word: string }>('select word from held where id = $1', [id])).rows.map((row) => row.word);

const failed = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const reasonOf = async (work: Promise<unknown>): Promise<string | undefined> => unavailability(await failed(work));

describe('a row that is held', () => {
  test('is waited for no longer than the bound, and nothing is half-written', async () => {
    const database = opened({ lockMs: 100 }, { connections: 1 });
    await forgotten();
    const reason = await reasonOf(
      database.transaction(async (db) => {
        await db.rows(put, [100, 'half']);
        await db.rows(change, ['after']);
      }),
    );
    expect(reason).toBe('lock_timeout');
    expect(await words(100)).toEqual([]);
    // The connection goes on.
    expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
    expect(database.pool.totalCount).toBe(1);
  });

  test('is waited for no longer by one statement alone, or one of the query builder', async () => {
    const database = opened({ lockMs: 100 }, { connections: 1 });
    await forgotten();
    expect(await reasonOf(database.rows(change, ['after']))).toBe('lock_timeout');
    expect(await reasonOf(database.prisma.user.updateMany({ where: { id: 1 }, data: { locale: 'de' } }))).toBe('lock_timeout');
    expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
  });

  test('is waited for as long as it takes without one', async () => {
    const database = opened({});
    const { letGo } = await forgotten();
    const changed = database.rows(change, ['in the end']);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await server.database.pool.query(waits)).rowCount === 0) await setImmediate();
    await letGo();
    await changed;
    expect(await words(1)).toEqual(['in the end']);
  });
});

test('a statement ends at its bound, and its transaction with it', async () => {
  const database = opened({ statementMs: 2_000 }, { connections: 1 });
  const reason = await reasonOf(
    database.transaction(async (db) => {
      await db.rows(put, [101, 'half']);
      await db.rows(sleep, []);
    }),
  );
  expect(reason).toBe('statement_timeout');
  expect(await words(101)).toEqual([]);
  expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
  expect(database.pool.totalCount).toBe(1);
});

/** Until a connection is lost that is made from now on. */
const losing = ({ pool }: Database): Promise<void> =>
  new Promise((resolve) => {
    pool.on('connect', (client) => client.on('error', () => resolve()));
  });

test('a transaction that does nothing ends at its bound: its connection is gone, and the next work has another', async () => {
  const database = opened({ idleInTransactionMs: 500 }, { connections: 1 });
  const gone = losing(database);
  const reason = await reasonOf(
    database.transaction(async (db) => {
      await db.rows(put, [102, 'half']);
      await gone;
      await db.rows(one, []);
    }),
  );
  expect(reason).toBe('idle_in_transaction_timeout');
  expect(await words(102)).toEqual([]);
  expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
});

describe('a connection', () => {
  test('is waited for no longer than the bound', async () => {
    // Long enough to make one on a busy machine.
    const database = opened({ connectionMs: 3_000 }, { connections: 1 });
    const taken = await database.pool.connect();
    const works = [database.rows(one, []), database.transaction((db) => db.rows(one, [])), database.passNotificationBarrier()];
    expect(await Promise.all(works.map(reasonOf))).toEqual(works.map(() => 'connection_timeout'));
    taken.release();
    expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
  });

  test('is waited for by so many, and further ones are refused at once', async () => {
    const database = opened({ waiting: 2 }, { connections: 1 });
    const taken = await database.pool.connect();
    const waiting = [database.rows(one, []), database.transaction((db) => db.rows(one, []))];
    for (const work of [() => database.rows(one, []), () => database.prisma.user.count({}), () => database.transaction(async () => 1)])
      expect(await reasonOf(work())).toBe('too_many_waiting');
    taken.release();
    expect(await Promise.all(waiting)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
  });

  test('that is free, or can be made, is waited for by nobody', async () => {
    const database = opened({ waiting: 0 }, { connections: 3 });
    const three = () => Promise.all([1, 2, 3].map(() => database.rows(one, [])));
    expect(await three()).toHaveLength(3);
    expect(await three()).toHaveLength(3);
    expect(await reasonOf(Promise.all([three(), three()]))).toBe('too_many_waiting');
  });

  test('has its bounds, whoever uses it', async () => {
    const database = opened({ statementMs: 12_000, lockMs: 3_400, idleInTransactionMs: 56_000 });
    const names = ['TimeZone', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit'];
    const { rows } = await database.pool.query<{ setting: string }>(
      'select setting from pg_settings where name = any($1) order by array_position($1, name)',
      [names],
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['UTC', '12000', '3400', '56000', 'off']);
  });

  test('that is not to be had fails with the reason', async () => {
    expect(await reasonOf(opened({}, { url: 'postgresql://nobody@127.0.0.1:1/none' }).rows(one, []))).toBe('ECONNREFUSED');
    expect(
      await reasonOf(opened({}, { url: Object.assign(new URL(server.database.url), { pathname: '/nowhere' }).href }).rows(one, [])),
    ).toBe('no_connection');
    const role = `limited_${unique('').trim().replaceAll('-', '')}`;
    await server.database.pool.query(`create role ${role} login password 'limited' connection limit 1`);
    toStop.push(() => server.database.pool.query(`drop role ${role}`));
    const url = Object.assign(new URL(server.database.url), { username: role, password: 'limited' }).href;
    const first = opened({}, { url });
    await first.rows(one, []);
    expect(await reasonOf(opened({}, { url }).rows(one, []))).toBe('too_many_connections');
    expect(await first.rows(one, [])).toEqual([{ one: 1 }]);
  });

  test('of a database that is closed is not to be had, and giving it back does no harm', async () => {
    const database = opened({});
    await database.close();
    const error = await new Promise((resolve) => {
      database.pool.connect((reason, _client, release) => {
        release();
        resolve(reason);
      });
    });
    expect(error).toBeInstanceOf(StoreUnavailable);
  });

  test('that is new may have missed a change', async () => {
    const database = opened({}, { connections: 2 });
    const first = await database.pool.connect();
    const before = database.notificationsHeard();
    await database.rows(one, []);
    expect(database.pool.totalCount).toBe(2);
    expect(database.notificationsHeard()).toBeGreaterThan(before);
    first.release();
  });

  test('that cannot listen is given up, and changes are heard of by the next', async () => {
    const proxy = await proxyTo(server.database.url);
    toStop.push(() => proxy.stop());
    const database = opened({}, { connections: 1, url: proxy.url });
    proxy.cutAt('listen');
    expect(await reasonOf(database.rows(one, []))).toBe('connection_lost');
    expect(database.pool.totalCount).toBe(0);
    proxy.cutAt(null);
    expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
    const before = database.notificationsHeard();
    await server.database.pool.query('notify standing');
    await database.passNotificationBarrier();
    expect(database.notificationsHeard()).toBeGreaterThan(before);
  });
});

describe('a database that stops answering', () => {
  test('is not one whose answer lies there while the process stands still', async () => {
    const database = opened({ statementMs: 300 }, { connections: 1, driver: 'own' });
    const reason = reasonOf(database.rows(sleep, []));
    const runs = `select from pg_stat_activity where datname = current_database() and state = 'active' and query = 'select pg_sleep(60)'`;
    while ((await server.database.pool.query(runs)).rowCount === 0) await setImmediate();
    const end = performance.now() + 3_000;
    while (performance.now() < end);
    expect(await reason).toBe('statement_timeout');
  });

  test.each([
    ['own', 'server_silent'],
    ['plain', 'connection_timeout'],
  ] as const)(
    'is waited for a little longer than a statement may take, in a transaction too, by the driver %s',
    async (driver, expected) => {
      const proxy = await proxyTo(server.database.url);
      toStop.push(() => proxy.stop());
      const database = opened({ statementMs: 400 }, { connections: 2, driver, url: proxy.url });
      await database.open();
      const idle = await database.pool.connect();
      let isLost = false;
      idle.on('error', () => {
        isLost = true;
      });
      const reason = await reasonOf(
        database.transaction(async (db) => {
          await db.rows(one, []);
          proxy.fallSilent();
          await db.rows(one, []);
        }),
      );
      expect(reason).toBe(expected);
      // One that waits for no answer misses none.
      expect(isLost).toBe(false);
      idle.release(true);
    },
  );

  test('is given up also by a connection that has had nothing to do for as long before', async () => {
    const proxy = await proxyTo(server.database.url);
    toStop.push(() => proxy.stop());
    const database = opened({ statementMs: 400 }, { connections: 1, url: proxy.url });
    const idle = await database.pool.connect();
    await once(idle.connection.stream, 'timeout');
    idle.release();
    // What it is asked in the same turn is answered.
    expect(await reasonOf(database.rows(one, []))).toBeUndefined();
    proxy.fallSilent();
    expect(await reasonOf(database.rows(one, []))).toBe('server_silent');
  });

  test('before it has let anybody in is waited for no longer than for a connection', async () => {
    const proxy = await proxyTo(server.database.url);
    toStop.push(() => proxy.stop());
    proxy.fallSilent();
    expect(await reasonOf(opened({ connectionMs: 100 }, { url: proxy.url }).rows(one, []))).toBe('connection_timeout');
  });
});

test('what is lost while it runs fails with the reason', async () => {
  const database = opened({}, { connections: 1 });
  const end = bareStatement<never>('test_end_it', 'select pg_terminate_backend(pg_backend_pid())');
  expect(await reasonOf(database.rows(end, []))).toBe('admin_shutdown');
  expect(await reasonOf(database.transaction((db) => db.rows(end, [])))).toBe('admin_shutdown');
  const ended = new Promise((resolve) => database.pool.on('connect', (client) => client.once('end', () => resolve(undefined))));
  const between = database.transaction(async (db) => {
    const [row] = await db.rows(bareStatement<{ pid: number }>('test_pid', 'select pg_backend_pid() as pid'), []);
    await server.database.pool.query('select pg_terminate_backend($1)', [row?.pid]);
    await ended;
    await db.rows(one, []);
  });
  expect(await reasonOf(between)).toBe('admin_shutdown');
});

test('jobs and migrations have bounds of their own', () => {
  expect(FOR_OPERATORS.bounds).toEqual(UNBOUNDED);
  const { connections, bounds } = forJobs(4, 3);
  expect(connections).toBe(4 * 2 + 3 + 7);
  for (const ms of [bounds.connectionMs, bounds.statementMs, bounds.lockMs, bounds.idleInTransactionMs])
    expect(ms).toBeGreaterThanOrEqual(60_000);
});

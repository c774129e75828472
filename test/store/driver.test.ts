import { beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { DRIVER_NAMES, type DriverName } from '../../src/store/driver/drivers.ts';
import { MOST_PREPARED } from '../../src/store/driver/own.ts';
import { sqlState } from '../../src/store/server-errors.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

/** One connection, so that what it has prepared is known. */
async function onOneConnection(driver: DriverName, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(server.database.url, { connections: 1, driver, onIdleError: () => undefined });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const KINDS = `select n, case when n > 1 then 'word ' || n end as word, n > 1 as "isMore", null::int as nothing, 5::int8 as large,
    '2026-01-31 12:00:00.123+00'::timestamptz as "at", '{"a":[1]}'::jsonb as json, array['x', 'y,z'] as texts, array[1, null, 3] as ids,
    1.5::float8 as half
  from generate_series(1, $1::int) n`;
const row = (n: number) => ({
  n,
  word: n > 1 ? `word ${n}` : null,
  isMore: n > 1,
  nothing: null,
  large: 5,
  at: new Date('2026-01-31T12:00:00.123Z'),
  json: { a: [1] },
  texts: ['x', 'y,z'],
  ids: [1, null, 3],
  half: 1.5,
});

describe.each(DRIVER_NAMES)('by the driver %s,', (driver) => {
  describe('a named statement', () => {
    test('gives rows of values alike, the first time and later', () =>
      onOneConnection(driver, async (database) => {
        const kinds = bareStatement<unknown>('test_kinds', KINDS);
        expect(await database.rows(kinds, [2])).toEqual([row(1), row(2)]);
        expect(await database.rows(kinds, [0])).toEqual([]);
        expect(await database.rows(kinds, [3])).toEqual([row(1), row(2), row(3)]);
      }));

    test('is prepared in the end where its first run fails', () =>
      onOneConnection(driver, async (database) => {
        const divided = bareStatement<{ quotient: number }>('test_divided', 'select 6 / $1::int as quotient');
        for (const value of [0, 'no number', 0]) {
          const error: unknown = await database.rows(divided, [value]).catch((reason: unknown) => reason);
          expect(sqlState(error)).toMatch(/^22/);
        }
        expect(await database.rows(divided, [2])).toEqual([{ quotient: 3 }]);
        expect(await database.rows(divided, [0]).catch((reason: unknown) => sqlState(reason))).toBe('22012');
        expect(await database.rows(divided, [3])).toEqual([{ quotient: 2 }]);
      }));

    test('has the columns that it has on its own connection', () =>
      onOneConnection(driver, (before) =>
        onOneConnection(driver, async (after) => {
          // As where tables have changed between the two.
          const was = bareStatement<unknown>('test_changing', `select 1 as id, '2' as name`);
          const is = { ...was, text: `select '1' as id, '2' as name` };
          for (let times = 0; times < 2; times++) {
            expect(await before.rows(was, [])).toEqual([{ id: 1, name: '2' }]);
            expect(await after.rows(is, [])).toEqual([{ id: '1', name: '2' }]);
          }
        }),
      ));

    test('fails with a stack that leads to who ran it', () =>
      onOneConnection(driver, async (database) => {
        async function whoAsks() {
          await database.rows(bareStatement('test_wrong', 'select from nowhere'), []);
        }
        const error: unknown = await whoAsks().catch((reason: unknown) => reason);
        expect(error instanceof Error && error.stack).toContain('whoAsks');
      }));

    test('of which a value cannot be written fails, and the connection goes on', () =>
      onOneConnection(driver, async (database) => {
        const circle: Record<string, unknown> = {};
        circle['itself'] = circle;
        const echo = bareStatement<{ value: string }>('test_echo', 'select $1::text as value');
        await expect(database.rows(echo, [circle])).rejects.toThrow('circular');
        expect(await database.rows(echo, ['said'])).toEqual([{ value: 'said' }]);
        expect(database.pool.totalCount).toBe(1);
      }));
  });

  describe('when its columns change', () => {
    beforeAll(async () => {
      await server.database.pool.query('drop table if exists changing; create table changing (id int)');
      await server.database.pool.query('insert into changing values (7)');
    });

    test('it fails rather than give the values of one column for those of another', () =>
      onOneConnection(driver, async (database) => {
        const all = bareStatement<unknown>('test_changed', 'select * from changing');
        expect(await database.rows(all, [])).toEqual([{ id: 7 }]);
        await server.database.pool.query('alter table changing alter id type text');
        expect(await database.rows(all, []).catch((reason: unknown) => sqlState(reason))).toBe('0A000');
      }));
  });

  test('statements of a connection that is lost fail, and the next ones have another', () =>
    onOneConnection(driver, async (database) => {
      const one = bareStatement<{ one: number }>('test_still', 'select 1 as one');
      const end = bareStatement<never>('test_end', 'select pg_terminate_backend(pg_backend_pid())');
      await expect(database.rows(end, [])).rejects.toThrow();
      expect(await database.rows(one, [])).toEqual([{ one: 1 }]);
    }));
});

describe('of what a connection has prepared', () => {
  interface Prepared {
    name: string;
    /** How many times it was run since it was prepared. */
    runs: number;
  }
  const preparedOf = async ({ pool }: Database): Promise<Map<string, number>> => {
    const { rows } = await pool.query<Prepared>('select name, custom_plans + generic_plans as runs from pg_prepared_statements');
    return new Map(rows.map(({ name, runs }) => [name, runs]));
  };
  const numbered = (i: number) => bareStatement<{ i: number }>(`test_numbered_${i}`, `select ${i} as i, $1::int`);

  test('what was run last is kept, and no more than so many', () =>
    onOneConnection('own', async (database) => {
      const often = bareStatement<{ once: number }>('test_often', 'select $1::int as once');
      const count = MOST_PREPARED * 2;
      for (let i = 0; i < count; i++) {
        expect(await database.rows(numbered(i), [0])).toMatchObject([{ i }]);
        expect(await database.rows(often, [i])).toEqual([{ once: i }]);
      }
      const prepared = await preparedOf(database);
      expect(prepared.size).toBe(MOST_PREPARED);
      expect(prepared.get('test_often')).toBe(count);
      expect([prepared.has('test_numbered_0'), prepared.has(`test_numbered_${count - 1}`)]).toEqual([false, true]);
      // One that went comes again.
      for (let times = 0; times < 2; times++) expect(await database.rows(numbered(0), [0])).toMatchObject([{ i: 0 }]);
      expect((await preparedOf(database)).get('test_numbered_0')).toBe(2);
    }));

  test('also those count that failed, alone and in transactions', () =>
    onOneConnection('own', async (database) => {
      const failing = (i: number) => bareStatement<never>(`test_failing_${i}`, `select ${i} / $1::int`);
      const half = MOST_PREPARED / 2;
      for (let i = 0; i < half * 3; i++) {
        const alone = database.rows(failing(i), [0]);
        const error: unknown = await alone.catch((reason: unknown) => reason);
        expect(sqlState(error)).toBe('22012');
      }
      expect((await preparedOf(database)).size).toBeLessThanOrEqual(MOST_PREPARED);
      for (let i = half * 3; i < half * 6; i++) {
        const together = database.transaction(async (db) => {
          // The second is what makes room, behind the first, which fails: the server passes over what comes after it.
          await Promise.all([db.rows(failing(i), [0]), db.rows(numbered(i), [0])]);
        });
        const error: unknown = await together.catch((reason: unknown) => reason);
        expect(sqlState(error)).toBe('22012');
      }
      expect((await preparedOf(database)).size).toBeLessThanOrEqual(MOST_PREPARED);
      expect(await database.transaction((db) => Promise.all([db.rows(numbered(1), [0]), db.rows(numbered(2), [0])]))).toMatchObject([
        [{ i: 1 }],
        [{ i: 2 }],
      ]);
    }));
});

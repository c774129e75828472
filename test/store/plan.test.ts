import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { DRIVER_NAMES } from '../../src/store/driver/drivers.ts';
import { bareStatement } from '../helpers/bare-statement.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
beforeAll(async () => {
  await server.database.pool.query('create table words (id int primary key, word text)');
  await server.database.pool.query(`insert into words select n, 'word ' || n from generate_series(1, 1000) n; analyze words`);
});

const listed = bareStatement<{ id: number }>('test_words_listed', 'select id from words where id = any($1::int[])');
const matching = {
  ...bareStatement<{ id: number }>('test_words_like', 'select id from words where word like $1::text'),
  plannedForValues: true,
};
const dividing = { ...bareStatement<{ one: number }>('test_words_over', 'select 1 / $1::int as one'), plannedForValues: true };

describe.each(DRIVER_NAMES)('by the driver %s, a statement', (driver) => {
  let database: Database;
  beforeAll(() => {
    database = openDatabase(server.database.url, { connections: 1, driver, onIdleError: () => undefined });
  });
  afterAll(() => database.close());

  const plans = async (name: string) => {
    const { rows } = await database.pool.query(
      'select custom_plans::int as "forValues", generic_plans::int as once from pg_prepared_statements where name = $1',
      [name],
    );
    return rows[0];
  };
  const mode = async () => (await database.pool.query('show plan_cache_mode')).rows[0].plan_cache_mode;

  test('is planned without its values, though plans for them would seem cheaper', async () => {
    for (let i = 1; i <= 7; i++) await database.rows(listed, [[i]]);
    expect(await plans('test_words_listed')).toEqual({ forValues: 0, once: 7 });
  });

  test('looks a row up by its key, though the whole table is of a page or two', async () => {
    await database.pool.query('create temp table few as select id, word from words where id <= 200');
    await database.pool.query('alter table few add primary key (id); analyze few');
    const { rows } = await database.pool.query('explain select word from few where id = 7');
    expect(rows[0]['QUERY PLAN']).toMatch(/^Index Scan using few_pkey/);
    await database.pool.query('drop table few');
  });

  test('that may be planned for its values is, and the others are not', async () => {
    for (const word of ['word 1', 'word 2%']) expect(await database.rows(matching, [word])).not.toEqual([]);
    expect(await plans('test_words_like')).toEqual({ forValues: 2, once: 0 });
    expect(await mode()).toBe('force_generic_plan');
  });

  test('that fails leaves no trace on its connection', async () => {
    await expect(database.rows(dividing, [0])).rejects.toThrow('division by zero');
    expect(await mode()).toBe('force_generic_plan');
    expect(await database.rows(dividing, [1])).toEqual([{ one: 1 }]);
  });
});

import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { boolean, getTableConfig, integer, is, PgTable, pgTable, text } from '../../src/store/drizzle.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

/** Foreign keys without an index that begins with their columns; an index of some rows only finds not all that refer. */
const UNINDEXED = `
  select format('%s.%s', c.conrelid::regclass, c.conname) as key
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.contype = 'f' and n.nspname = 'public'
    and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indisvalid and i.indpred is null
      and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey
      and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] <@ c.conkey)
  order by 1`;

const unindexed = async (db: Pick<pg.Pool, 'query'>): Promise<string[]> =>
  (await db.query<{ key: string }>(UNINDEXED)).rows.map((row) => row.key);

describe('foreign keys', () => {
  test('are there', async () => {
    const { rows } = await server.database.pool.query<{ count: number }>(
      `select count(*) as count from pg_constraint c join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and n.nspname = 'public'`,
    );
    expect(rows[0]?.count).toBeGreaterThan(20);
  });

  test('each have an index whose first columns are theirs', async () => {
    expect(await unindexed(server.database.pool)).toEqual([]);
  });

  test('without one are found: none at all, in second place, of some rows only', async () => {
    const before = await unindexed(server.database.pool);
    const client = await server.database.pool.connect();
    try {
      await client.query(`begin;
        create table guarded (id int primary key, none int constraint none references users, second int constraint second references users,
          part int constraint part references users, good int constraint good references users);
        create index on guarded (id, second);
        create index on guarded (part) where part > 5;
        create index on guarded (good, id);`);
      const added = (await unindexed(client)).filter((key) => !before.includes(key));
      expect(added).toEqual(['guarded.none', 'guarded.part', 'guarded.second']);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

/** `table.column` -> whether it may be null. */
type Columns = Map<string, boolean>;

function declared(tables: readonly PgTable[]): Columns {
  const columns: Columns = new Map();
  for (const table of tables) {
    const config = getTableConfig(table);
    const keyed = new Set(config.primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
    for (const column of config.columns)
      columns.set(`${config.name}.${column.name}`, !(column.notNull || column.primary || keyed.has(column.name)));
  }
  return columns;
}

async function migrated(): Promise<Columns> {
  const { rows } = await server.database.pool.query<{ name: string; nullable: boolean }>(
    `select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable from information_schema.columns where table_schema = 'public'`,
  );
  return new Map(rows.map((row) => [row.name, row.nullable]));
}

const word = (nullable: boolean | undefined) => (nullable === undefined ? 'missing' : nullable ? 'nullable' : 'not null');
function differences(schema: Columns, database: Columns): string[] {
  const names = [...new Set([...schema.keys(), ...database.keys()])].sort();
  return names
    .filter((name) => schema.get(name) !== database.get(name))
    .map((name) => `${name}: ${word(schema.get(name))} in the schema, ${word(database.get(name))} in the database`);
}

async function schemaTables(): Promise<PgTable[]> {
  const folder = new URL('../../src/store/schema/', import.meta.url);
  const modules: object[] = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)));
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter((value): value is PgTable => is(value, PgTable)))];
}

describe('the migrations', () => {
  test('make what the schema says, column by column', async () => {
    const tables = await schemaTables();
    expect(tables.length).toBeGreaterThanOrEqual(13);
    expect(differences(declared(tables), await migrated())).toEqual([]);
  });

  test('that miss a column, have one too many or differ in null are found', async () => {
    const users = pgTable('users', {
      id: integer('id').primaryKey(),
      name: text('name'),
      shoeSize: text('shoe_size').notNull(),
      deleted: boolean('deleted').notNull(),
    });
    const found = differences(declared([users]), await migrated());
    expect(found).toContain('users.shoe_size: not null in the schema, missing in the database');
    expect(found).toContain('users.name: nullable in the schema, not null in the database');
    expect(found).toContain('users.locale: missing in the schema, nullable in the database');
    expect(found.filter((line) => line.startsWith('users.id:') || line.startsWith('users.deleted:'))).toEqual([]);
  });
});

import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { useServer } from '../helpers/server.ts';

const server = useServer();

/**
 * Foreign keys without an index that begins with their columns; an index of some rows only finds not all that refer, but where
 * the rows that it leaves out refer to nothing.
 */
const UNINDEXED = `
  select format('%s.%s', c.conrelid::regclass, c.conname) as key
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and n.nspname = 'public'
    and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indisvalid
      and coalesce(pg_get_expr(i.indpred, i.indrelid), format('(%I IS NOT NULL)', a.attname)) = format('(%I IS NOT NULL)', a.attname)
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
          part int constraint part references users, given int constraint given references users, good int constraint good references users);
        create index on guarded (id, second);
        create index on guarded (part) where part > 5;
        create index on guarded (given) where given is not null;
        create index on guarded (good, id);`);
      const added = (await unindexed(client)).filter((key) => !before.includes(key));
      expect(added).toEqual(['guarded.none', 'guarded.part', 'guarded.second']);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

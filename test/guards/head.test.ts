import { beforeAll, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import { useServer } from '../helpers/server.ts';
import { prepared } from './asking.ts';
import { worldOf } from './examples.ts';

/** That a token was used is noted of every request (users#6). */
const NOTED = ['access_tokens', 'users', 'enrollments'];
const server = useServer();
const asking: (() => Promise<unknown>)[] = [];

/** What every table holds, by its name. */
async function tables(): Promise<Map<string, string>> {
  const { pool } = server.database;
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const held = new Map<string, string>();
  for (const { name } of rows) {
    if (NOTED.includes(name)) continue;
    const { rows: found } = await pool.query<{ text: string }>(
      `select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as text from "${name}" t`,
    );
    held.set(name, found[0]?.text ?? '');
  }
  return held;
}

beforeAll(async () => {
  const world = await worldOf(server, 2);
  for (const area of areas)
    for (const op of area.operations) if (op.method === 'GET') asking.push(await prepared(server, op, world, 'HEAD'));
}, 600_000);

// conventions#4
test('HEAD of whatever can be read changes nothing', async () => {
  const before = await tables();
  expect(before.size).toBeGreaterThan(50);
  for (const ask of asking) await ask();
  const after = await tables();
  expect([...after].filter(([name, held]) => held !== before.get(name)).map(([name]) => name)).toEqual([]);
});

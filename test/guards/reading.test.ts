import type { Response } from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import type { World } from '../helpers/filled-world.ts';
import { useServer } from '../helpers/server.ts';
import { prepared } from './asking.ts';
import { worldOf } from './examples.ts';

/** That a token was used is noted of every request (users#6). */
const NOTED = ['access_tokens', 'users', 'enrollments'];
/** What says how long an attempt under way has taken, or when it was worked out. */
const MOVING = ['listQuizSubmissions', 'showQuizSubmission', 'showQuizStatistics'];
const HOUR_MS = 3_600_000;
/** Far from a full hour, at which signed addresses change (files#14). */
let now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2);
const server = useServer({ clock: () => now });
let world: World;

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
  world = await worldOf(server, 2);
}, 600_000);

/** Whatever can be read, ready to be asked for. */
async function reads(method: 'GET' | 'HEAD') {
  const all: { name: string; ask: () => Promise<Response> }[] = [];
  for (const op of areas.flatMap((area) => area.operations))
    if (op.method === 'GET') all.push({ name: op.operationId, ask: await prepared(server, op, world, method) });
  return all;
}

// conventions#4
test('HEAD of whatever can be read changes nothing', async () => {
  const asking = await reads('HEAD');
  const before = await tables();
  expect(before.size).toBeGreaterThan(50);
  for (const { ask } of asking) await ask();
  const after = await tables();
  expect([...after].filter(([name, held]) => held !== before.get(name)).map(([name]) => name)).toEqual([]);
});

// conventions#103
test('an answer that nothing has changed is the one that a client holds already', async () => {
  const asking = await reads('GET');
  // What is read makes folders, and marks messages as read.
  for (const { ask } of asking) await ask();
  const tags = async () => {
    const found = new Map<string, string | undefined>();
    for (const { name, ask } of asking) found.set(name, (await ask()).headers['etag']);
    return found;
  };
  const before = await tags();
  now = new Date(now.getTime() + 2_000);
  const after = await tags();
  expect([...before.values()].filter((tag) => tag !== undefined).length).toBeGreaterThan(200);
  expect([...after].filter(([name, tag]) => tag !== before.get(name)).map(([name]) => name)).toEqual(MOVING);
});

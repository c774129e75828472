import { beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import type { Operation } from '../../src/http/operation.ts';
import { declaredStatements } from '../../src/store/sql/statement.ts';
import type { World } from '../helpers/filled-world.ts';
import { useServer } from '../helpers/server.ts';
import { prepared } from './asking.ts';
import { REQUESTS, worldOf } from './examples.ts';

// Access is kept for seconds: here until they are forgotten, however slow the machine.
const NOW = new Date();
const server = useServer({ clock: () => NOW });
const operations = areas.flatMap((area) => area.operations);

interface Row {
  op: Operation;
  /** Statements with nothing kept. */
  cold: number;
  /** Statements where the access is kept; null: it always loads its own. */
  kept: number | null;
}
const rows: Row[] = [];
const failures: string[] = [];

/** Asked once before: first uses are noted by a statement of their own, and connections are opened at need. */
async function measured(op: Operation, w: World): Promise<Row> {
  const ask = await prepared(server, op, w);
  await ask();
  if (op.method !== 'GET') return { op, cold: await server.statements(await prepared(server, op, w)), kept: null };
  return { op, cold: await server.statements(ask), kept: await server.statements(ask, 'kept') };
}

const HEAD = `# SQL statements per operation

Made by \`test/guards/statement-table.test.ts\`, which fails where this is not what it counts; \`npm test -- test/guards/statement-table -u\` writes it anew.

Counted is everything that one request sends to the database, \`begin\` and \`commit\` too, in a world where every list has at least two rows; a guard holds that more rows send no more. *Nothing kept*: with the statement that says who asks and what they may. *Access kept*: without it, where that answer is kept (see [decisions](decisions.md)); told of what reads, because the same change cannot be made twice.

| operation | request | nothing kept | access kept |
| --------- | ------- | -----------: | ------------: |
`;
const byPath = (one: Row, other: Row): number => {
  const [a, b] = [one, other].map(({ op }) => `${op.path} ${op.method}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
};
const written = ({ op, cold, kept }: Row): string => `| \`${op.operationId}\` | \`${op.method} ${op.path}\` | ${cold} | ${kept ?? ''} |\n`;

beforeAll(async () => {
  const world = await worldOf(server, 2);
  // What reads comes first: what others change is in streams in the order of their jobs, and what is beyond a page is not counted.
  const [reading, changing] = [operations.filter((op) => op.method === 'GET'), operations.filter((op) => op.method !== 'GET')];
  for (const op of [...reading, ...changing]) {
    await measured(op, world).then(
      (row) => rows.push(row),
      (error: Error) => failures.push(`${op.operationId}: ${error.message}`),
    );
  }
}, 600_000);

describe('of every operation', () => {
  test('a request is known that succeeds', () => {
    expect(failures).toEqual([]);
  });

  test('no request is known that is none', () => {
    const single = operations.filter((op) => op.paged === null).map((op) => op.operationId);
    expect(Object.keys(REQUESTS).sort()).toEqual(single.sort());
  });

  test('that reads, the fixed cost is one statement, which says who asks and what they may, and none where that is kept', () => {
    const reading = rows.filter((row) => row.kept !== null);
    expect(reading.length).toBeGreaterThan(50);
    const others = reading.filter(({ cold, kept }) => cold - (kept ?? 0) !== 1);
    expect(others.map(({ op, cold, kept }) => `${op.operationId}: ${cold} statements, ${kept} with its access kept`)).toEqual([]);
  });

  test('no statement is planned for its values, and so anew each time that it is sent, but those that say they are', async () => {
    const { pool } = server.database;
    const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    const plans = await Promise.all(
      connections.map(async (connection) => {
        const { rows: found } = await connection.query<{ name: string; anew: boolean }>(
          'select name, custom_plans > 0 as anew from pg_prepared_statements where custom_plans + generic_plans > 0',
        );
        connection.release();
        return found;
      }),
    );
    const sent = plans.flat();
    expect(sent.length).toBeGreaterThan(200);
    const saying = new Set(declaredStatements().flatMap(({ name, plannedForValues }) => (plannedForValues ? name : [])));
    expect(sent.flatMap(({ name, anew }) => (anew && !saying.has(name) ? name : []))).toEqual([]);
  });

  test('the statements are those of docs/sql-statements.md', async () => {
    // Never written with holes.
    expect(failures).toEqual([]);
    const table = HEAD + rows.toSorted(byPath).map(written).join('');
    const stale =
      'docs/sql-statements.md is stale: npm test -- test/guards/statement-table -u writes it, and its difference says what a request costs now';
    await expect(table, stale).toMatchFileSnapshot('../../docs/sql-statements.md');
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import type { ListRequest } from '../helpers/examples.ts';
import type { World } from '../helpers/filled-world.ts';
import { useServer } from '../helpers/server.ts';
import { LISTS, worldOf } from './examples.ts';

const server = useServer();
let few: World;
let many: World;
beforeAll(async () => {
  few = await worldOf(server, 2);
  many = await worldOf(server, 20);
}, 600_000);

/** Of a list, or of the list that it is in. */
const rowsOf = (body: object): number => (Array.isArray(body) ? body : Object.values(body)).flat().length;

/** The rows and the statements of one request; asked once before, because first uses are noted by a statement of their own. */
async function measure({ path, query, by }: ListRequest, w: World): Promise<{ rows: number; statements: number }> {
  const client = by ? by(w) : server.admin;
  const parameters = typeof query === 'function' ? query(w) : query;
  const ask = () => client.get(path(w), { ...parameters, per_page: 100 }).expect(200);
  const { body } = await ask();
  return { rows: rowsOf(body), statements: await server.statements(ask) };
}

const name = ({ operationId, query }: ListRequest) =>
  `${operationId} ${typeof query === 'function' ? 'of something' : query ? JSON.stringify(query) : ''}`;

describe('a list sends as many statements for 20 rows as for 2', () => {
  test.each(LISTS.map((one) => [name(one), one] as const))('%s', async (_name, one) => {
    const [small, large] = [await measure(one, few), await measure(one, many)];
    expect(small.rows).toBeGreaterThanOrEqual(2);
    expect(large.rows).toBeGreaterThanOrEqual(20);
    expect(large.rows).toBeGreaterThan(small.rows);
    expect(small.statements).toBeGreaterThan(0);
    expect(large.statements).toBe(small.statements);
  });

  test('and every list is measured', () => {
    const lists = areas.flatMap((area) => area.operations.filter((op) => op.paged !== null).map((op) => op.operationId));
    expect([...new Set(LISTS.map((one) => one.operationId))].sort()).toEqual(lists.sort());
  });

  test('and more statements would be counted', async () => {
    const once = await server.statements(() => server.admin.get('/accounts').expect(200));
    const twice = await server.statements(async () => {
      await server.admin.get('/accounts').expect(200);
      await server.admin.get('/accounts').expect(200);
    });
    // The second finds its access kept.
    expect(twice).toBe(2 * once - 1);
  });
});

import { JIT, PLAN_CACHE_MODE, RANDOM_PAGE_COST } from '../../src/store/plan.ts';
import { declaredStatements } from '../guards/declared.ts';
import type { TestServer } from './server.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

function count(plan: Plan, read: Map<string, number>): void {
  const { 'Relation Name': table, 'Actual Rows': rows, 'Actual Loops': loops } = plan;
  const { 'Rows Removed by Filter': removed = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = plan;
  // Whatever is looked up costs as a row does, found or not.
  if (table !== undefined) read.set(table, (read.get(table) ?? 0) + Math.max(1, rows + removed + rechecked) * loops);
  for (const below of plan.Plans ?? []) count(below, read);
}

/**
 * How many rows of each table a declared statement reads, those that it drops among them, as it is planned in a connection of the
 * server's: without a look at its values, unless it is said to be planned for them. They are given as SQL by name.
 */
export async function rowsRead(
  { database }: Pick<TestServer, 'database'>,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<(table: string) => number> {
  const statement = (await declaredStatements()).find((one) => one.name === name);
  if (!statement) throw new Error(`no statement is called ${name}`);
  const unknown = Object.keys(values).filter((value) => !statement.takes.some((taken) => taken.name === value));
  if (unknown.length > 0) throw new Error(`${name} does not take ${unknown.join(', ')}`);
  const given = statement.takes.map((taken) => values[taken.name] ?? 'null');
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `set local plan_cache_mode = ${statement.plannedForValues ? 'auto' : PLAN_CACHE_MODE}; set local jit = ${JIT}; set local random_page_cost = ${RANDOM_PAGE_COST}`,
    );
    await client.query(`prepare counted as ${statement.text}`);
    const { rows } = await client.query(`explain (analyze, format json) execute counted${given.length > 0 ? `(${given.join(', ')})` : ''}`);
    await client.query('deallocate counted');
    const read = new Map<string, number>();
    count(rows[0]['QUERY PLAN'][0].Plan, read);
    return (table) => {
      const rowsOfTable = read.get(table);
      if (rowsOfTable === undefined) throw new Error(`${name} reads no ${table}`);
      return Math.round(rowsOfTable);
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

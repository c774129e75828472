import type pg from 'pg';
import { PLAN_CACHE_MODE } from '../plan.ts';
import { type AnyRun, BEGIN, type Driver, type Run, withoutName } from './driver.ts';

/** About how many, as JSON: `pg` says of no row how long it was. */
const bytesOf = (row: object): number => Buffer.byteLength(JSON.stringify(row));

const delivered = async <Row>({ statement, took, done }: Run<Row>, answer: Promise<pg.QueryResult>): Promise<void> => {
  let rows: Row[];
  try {
    // What the statement promises; a guard holds declared rows to it.
    ({ rows } = (await answer) as { rows: Row[] });
    if (took) for (const row of rows) took(bytesOf(Object(row)), []);
  } catch (error) {
    return done(error instanceof Error ? error : new Error(`${statement.name} failed`, { cause: error }), []);
  }
  done(null, rows);
};

const last = new WeakMap<pg.PoolClient, Promise<unknown>>();

/** When all that was asked of this connection before is answered: `pg` wants to be asked one thing at a time. */
function query(client: pg.PoolClient, asked: string | pg.QueryConfig): Promise<pg.QueryResult> {
  const ask = () => client.query(asked);
  const answer = (last.get(client) ?? Promise.resolve()).then(ask);
  last.set(
    client,
    answer.catch(() => undefined),
  );
  return answer;
}

const asked = (client: pg.PoolClient, { statement: { name, text }, values }: AnyRun): Promise<pg.QueryResult> =>
  query(client, { name, text, values });

async function plannedForValues(client: pg.PoolClient, run: AnyRun): Promise<pg.QueryResult> {
  await query(client, 'set plan_cache_mode = auto');
  try {
    return await asked(client, run);
  } finally {
    await query(client, `set plan_cache_mode = ${PLAN_CACHE_MODE}`);
  }
}

/** `pg` as it is documented: slower, and the one to compare with. */
export const plain: Driver = {
  settings: (silenceMs) => ({ query_timeout: silenceMs }),
  watch() {},
  run: (client, run) => void delivered(run, run.statement.plannedForValues ? plannedForValues(client, run) : asked(client, run)),
  runTogether(client, runs) {
    for (const run of runs) void delivered(run, asked(client, run));
  },
  opening: [BEGIN],
  alone: query,
  query,
  pipeline() {},
  ready: async (client) => void (await query(client, '')),
};

/** Runs a query in a transaction of its own, which begins with the settings. */
async function within(client: pg.PoolClient, setting: string, asked: pg.QueryConfig): Promise<pg.QueryResult> {
  await query(client, `begin; ${setting}`);
  try {
    const answer = await query(client, asked);
    await query(client, 'commit');
    return answer;
  } catch (error) {
    await query(client, 'rollback');
    throw error;
  }
}

/** See drivers.ts. */
export const plainUnnamed = (setting: string): Driver => ({
  ...plain,
  run: (client, run) => void delivered(run, within(client, setting, { text: run.statement.text, values: run.values })),
  runTogether(client, runs) {
    for (const run of runs) void delivered(run, query(client, { text: run.statement.text, values: run.values }));
  },
  opening: [BEGIN, { name: 'settings', text: setting }],
  alone: (client, asked) => within(client, setting, withoutName(asked)),
  query: (client, asked) => query(client, typeof asked === 'string' ? asked : withoutName(asked)),
});

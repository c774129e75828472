import type pg from 'pg';
import type { Written } from '../values.ts';

/** A statement by its name, under which a connection prepares it once. `Row` is what its columns come back as. */
export interface Named<Row> {
  readonly name: string;
  readonly text: string;
  /** Whether it is planned for its values at each call instead of once (plan.ts). */
  readonly plannedForValues?: boolean;
  /** Never set: it keeps the type of the rows in that of the statement. */
  readonly row?: (row: Row) => void;
}

/**
 * Called with the bytes of each row of a statement, before it is kept, and with the texts that these bytes stand for, where they are not
 * JSON yet; it refuses this row, and all after it, by throwing.
 */
export type Took = (bytes: number, texts: readonly (string | null)[]) => void;

/** One run of a statement. `done` is called once, with its rows or with why there are none. */
export interface Run<Row> {
  readonly statement: Named<Row>;
  readonly values: Written[];
  readonly took?: Took | undefined;
  readonly done: (error: Error | null, rows: Row[]) => void;
}

/** One of which nobody asks what its rows are. */
export type AnyRun = Run<never>;

/** A pool, and how statements go over its connections. */
export interface Connections {
  readonly pool: pg.Pool;
  readonly driver: Driver;
}

export const BEGIN: Named<never> = { name: 'begin', text: 'begin' };

/** The query without its name: a session that serves somebody else next would keep it under that. */
export function withoutName(query: pg.QueryConfig): pg.QueryConfig {
  const copy = { ...query };
  delete copy.name;
  return copy;
}

/** How statements go over a connection: see drivers.ts for the two there are. Names of statements are unique among all that one connection runs. */
export interface Driver {
  /** The settings of a pool. `silenceMs` is how long a server may send nothing while an answer is waited for; 0 means without end. */
  settings(silenceMs: number): pg.PoolConfig;
  /** Has a connection given up whose server sends nothing for so long while an answer is waited for. */
  watch(client: pg.PoolClient, silenceMs: number): void;
  /** Runs a statement that is alone on its connection. */
  run<Row>(client: pg.PoolClient, run: Run<Row>): void;
  /** Runs statements of a transaction in their order. */
  runTogether(client: pg.PoolClient, runs: readonly AnyRun[]): void;
  /** What a transaction begins with. */
  readonly opening: readonly Named<never>[];
  /** Runs one of Prisma's that is alone on its connection. */
  alone(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Runs one of Prisma's in a transaction, or one that controls it. */
  query(client: pg.PoolClient, query: string | pg.QueryConfig): Promise<pg.QueryResult>;
  /**
   * Whether a statement may go out while the one before it is still being answered. Within transactions alone: COPY knows nothing of
   * it.
   */
  pipeline(client: pg.PoolClient, on: boolean): void;
  /** Resolves when the server has said that it is ready, before which it hands over notifications. */
  ready(client: pg.PoolClient): Promise<void>;
}

import pg from 'pg';
import { copyIn } from './copying.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { hearing } from './hearing.ts';
import { NamedQuery } from './named-query.ts';
import { parserOf, type Written, written } from './values.ts';

/** A named statement, prepared once per connection. `Row` is what its columns come back as. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly row?: (row: Row) => void;
}

const MAX_NAME = 63;

/** `Row` is the statement's promise; the tests of the operation that runs it hold it to that. */
export const statement = <Row>(name: string, text: string): Statement<Row> => {
  // The server cuts longer names, and two that are cut to the same one would be one statement.
  if (name.length > MAX_NAME) throw new Error(`the name of a statement is too long: ${name}`);
  return { name, text };
};

/** The row of a statement that gives one or fails: an insert, an upsert. */
export function insertedRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row;
}

export type Orm = NodePgDatabase;

/** Where SQL goes: the query builder for what reads best built, named statements for what is hot or set-based. */
export interface Db {
  readonly orm: Orm;
  rows<Row>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** A `Db` inside a transaction: functions that write more than one row ask for it, so that they cannot run outside one. */
declare const insideOne: unique symbol;
export type TxDb = Db & { readonly [insideOne]: true };

export interface Database extends Db {
  readonly url: string;
  readonly pool: pg.Pool;
  /**
   * Runs `work` in one transaction, once more when the database asks for it (serialisation failure, deadlock). Statements that
   * it leaves unanswered are answered with the commit, and fail it.
   */
  transaction<T>(work: (db: TxDb) => Promise<T>): Promise<T>;
  /** Runs a `copy .. from stdin` of lines (store/copying.ts). */
  copy(text: string, lines: string): Promise<void>;
  /** How many statements this process has sent, transaction control included. */
  statementCount(): number;
  /**
   * Grows with every change to what standings are made of (access/standing-cache.ts) that a connection hears of, and with
   * every new connection, which may have missed one. NaN, unequal even to itself, where the database lets none listen.
   */
  changesHeard(): number;
  /** Resolves once every such change has been heard of that was committed before. */
  hearChanges(): Promise<void>;
  close(): Promise<void>;
}

/** What the triggers of standing changes notify; see the migrations. */
const CHANGES = 'standing';

/** Of every statement after the one that failed. */
const ABORTED = '25P02';

const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

interface Connections {
  connections: number;
  onIdleError: (error: Error) => void;
}

/** Its connections listen; `onChange` is told of each change that one hears of, and with NaN that one cannot listen. */
function openPool(url: string, options: Connections, onChange: (changes: number) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    // Idle ones stay: they have their statements prepared.
    idleTimeoutMillis: 0,
    types: { getTypeParser: parserOf },
    application_name: 'lectern',
    options: '-c timezone=UTC',
    async onConnect(client) {
      client.on('notification', () => onChange(1));
      await client.query(`listen ${CHANGES}`).catch(() => onChange(Number.NaN));
      onChange(1);
    },
  });
  // An idle client's connection ends with the server; without a listener that would end the process.
  pool.on('error', options.onIdleError);
  // A client that is checked out and loses its connection fails the query it runs; beside that it says so here.
  pool.on('connect', (client) => client.on('error', options.onIdleError));
  return pool;
}

/** The server refused a statement, and takes the next one. */
const leavesWhole = (error: Error): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR';

/** On the one connection, or on whichever is free. */
const run = <Row>(on: pg.Pool | pg.PoolClient, query: Statement<Row>, values: Written[]): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    if (!(on instanceof pg.Pool)) {
      on.query(new NamedQuery<Row>(query, values, (error, rows) => (error ? reject(error) : resolve(rows))));
      return;
    }
    on.connect((failed, client, release) => {
      if (failed || !client) return reject(failed ?? new Error('there is no connection'));
      client.query(
        new NamedQuery<Row>(query, values, (error, rows) => {
          release(error && !leavesWhole(error) ? error : undefined);
          if (error) reject(error);
          else resolve(rows);
        }),
      );
    });
  });

export function openDatabase(url: string, options: Connections): Database {
  let changes = 0;
  const pool = openPool(url, options, (more) => {
    changes += more;
  });
  let sent = 0;
  const logger = { logQuery: () => void sent++ };

  const over = (client: pg.Pool | pg.PoolClient): Db => ({
    orm: drizzle(client, { logger }),
    async rows<Row>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
      sent++;
      try {
        return await run(client, query, values.map(written));
      } catch (error) {
        // What came over the socket knows nothing of who asked.
        if (error instanceof Error) Error.captureStackTrace(error);
        throw error;
      }
    },
  });

  function attempt<T>(work: (db: TxDb) => Promise<T>): Promise<T> {
    sent += 2;
    return inTransaction(pool, (client, sending) => {
      const { orm, rows } = over(client);
      return work(asTransaction({ orm, rows: (query, values) => sending(() => rows(query, values)) }));
    });
  }

  return {
    ...over(pool),
    url,
    pool,
    copy(text, lines) {
      sent++;
      return copyIn(pool, text, lines);
    },
    statementCount: () => sent,
    changesHeard: () => changes,
    hearChanges: hearing(pool),
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work);
        } catch (error) {
          if (tries === ATTEMPTS || !RETRIED.has(sqlState(error) ?? '')) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

/** Sends a statement, which is answered before its transaction ends. */
type Sending = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * Runs `work` between BEGIN and COMMIT, and waits for no answer that nobody asked for: BEGIN goes out with the first statement,
 * and with COMMIT those that `work` has left unanswered. Where one of them fails COMMIT keeps nothing, and the reason is theirs.
 */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient, sending: Sending) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  pipeline(client, true);
  const unanswered = new Set<Promise<unknown>>();
  let failed: { reason: unknown } | undefined;
  const sending: Sending = (send) => {
    inOneWrite(client);
    const answer = send();
    unanswered.add(answer);
    answer.then(
      () => unanswered.delete(answer),
      (reason: unknown) => {
        failed ??= { reason };
      },
    );
    return answer;
  };
  let broken: Error | undefined;
  try {
    void sending(() => client.query('begin'));
    const result = await work(client, sending);
    void sending(() => client.query('commit'));
    await Promise.all(unanswered);
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw failed && sqlState(error) === ABORTED ? failed.reason : error;
  } finally {
    pipeline(client, false);
    client.release(broken);
  }
}

/**
 * Whether a statement goes out while the one before it is still being answered. Within transactions alone: COPY knows nothing of
 * it. The driver looks at this for each statement, and it is changed while none is under way.
 */
const pipeline = (client: pg.PoolClient, on: boolean): unknown => Object.assign(client, { pipeline: on });

/** What is sent until nothing more can be done without an answer goes out together: each write is a call of the system. */
function inOneWrite(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const asTransaction = (db: Db): TxDb => db as TxDb;

/** The error the server gave, out of whatever wraps it. */
function serverError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof pg.DatabaseError) return e;
  return undefined;
}

export const sqlState = (error: unknown): string | undefined => serverError(error)?.code;

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** The name of the constraint that a write ran into; whoever owns the constraint says what that means to a client. */
export function violatedConstraint(error: unknown): string | undefined {
  const found = serverError(error);
  return found?.code === UNIQUE_VIOLATION || found?.code === CHECK_VIOLATION ? found.constraint : undefined;
}

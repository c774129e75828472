import pg from 'pg';
import { type Begin, handOver, mayWrite } from './attended.ts';
import { type Bounds, UNBOUNDED } from './bounds.ts';
import { copyIn } from './copying.ts';
import type { Connections, Driver, Named } from './driver/driver.ts';
import { DRIVERS, type DriverName, UNNAMED_DRIVERS } from './driver/drivers.ts';
import { notificationBarrier } from './notification-barrier.ts';
import { openPool, settingStatement } from './pool.ts';
import { type Models, modelsOn, startModels } from './prisma.ts';
import { isRefusedStatement, sqlState, traced } from './server-errors.ts';
import { type Sessions, swallowed } from './sessions.ts';
import { type Statement, statement } from './sql/statement.ts';
import { asTraced } from './tracing.ts';
import { inTransaction, type Statements, type WithCommit } from './transaction.ts';
import type { Written } from './values.ts';

export { type Statement, statement };

/** The row of a statement that gives one or fails: an insert, an upsert. */
export function insertedRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row;
}

/** Where SQL goes: the models of Prisma for single rows, named statements for what is hot, works on sets or holds rows. */
export interface Db {
  /** What a process keeps of answers is kept by this: the same for all that ask one database outside transactions. */
  readonly source: object;
  readonly prisma: Models;
  rows<Row, Values>(query: Statement<Row, Values>, values: Values): Promise<Row[]>;
}

/** A `Db` inside a transaction: functions that write more than one row ask for it, so that they cannot run outside one. */
declare const insideOne: unique symbol;
export type TxDb = Db & { readonly [insideOne]: true };

export interface Database extends Db {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly shared: Shared;
  /** Makes all connections and starts the models, so that no request waits for either. */
  open(): Promise<void>;
  /**
   * The same outside transactions, where `begin` is asked of each statement that writes once it has its connection. Statements that
   * only read go to `replica`, where there is one; of what it does not have, and of those that write, `begin` refuses them then.
   */
  attended(begin: Begin, replica?: Database): Db;
  /**
   * Runs `work` in one transaction, once more when the database asks for it (serialisation failure, deadlock). Statements that
   * it leaves unanswered are answered with the commit, and fail it.
   */
  transaction<T>(work: (db: TxDb) => Promise<T | WithCommit<T>>): Promise<T>;
  /** Runs a `copy .. from stdin` of lines (store/copying.ts). */
  copy(text: string, lines: string): Promise<void>;
  /** How many statements this process has sent, transaction control included. */
  statementCount(): number;
  /**
   * Grows with every change to what access is made of (access/access-cache.ts) that a connection hears of, and with
   * every new connection, which may have missed one.
   */
  notificationsHeard(): number;
  /** Whether every such change is heard of: it is not where something between here and PostgreSQL swallows notifications. */
  hearsChanges(): boolean;
  /** Whether connections have sessions of their own; they have none behind a pooler that hands these out by transaction. */
  hasSessions(): boolean;
  /** Resolves once every such change has been heard of that was committed before. */
  passNotificationBarrier(): Promise<void>;
  close(): Promise<void>;
}

const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

interface Options {
  connections: number;
  /** Without any, statements and waiting take as long as they take. */
  bounds?: Bounds;
  driver?: DriverName;
  /** It hears of no change to access. */
  isReplica?: boolean;
  onIdleError: (error: Error) => void;
  /** Told once what gets lost between here and PostgreSQL, where something does (store/sessions.ts). */
  onSwallowed?: (what: readonly string[]) => void;
}

async function openAll(pool: pg.Pool, connections: number): Promise<void> {
  await Promise.all(Array.from({ length: connections }, async () => (await pool.connect()).release()));
}

/** On whichever connection is free. */
const run = <Row>(shared: Shared, statement: Named<Row>, values: Written[], begin?: Begin): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    handOver(shared.pool, begin, (failed, client, release) => {
      if (!client) return reject(failed);
      const done = (error: Error | null, rows: Row[]): void => {
        release?.(error && !isRefusedStatement(error) ? error : undefined);
        if (error) reject(error);
        else resolve(rows);
      };
      shared.driver.run(client, { statement, values, done });
    });
  });

/** One of Prisma's, on whichever connection is free. */
const runQuery = (shared: Shared, query: pg.QueryConfig, begin?: Begin): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    handOver(shared.pool, begin, (failed, client, release) => {
      if (!client) return reject(failed);
      shared.driver.alone(client, query).then(
        (result) => {
          release?.();
          resolve(result);
        },
        (error: Error) => {
          release?.(isRefusedStatement(error) ? undefined : error);
          reject(error);
        },
      );
    });
  });

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === ATTEMPTS || !RETRIED.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** What all that is asked of one database shares. */
export interface Shared extends Connections {
  /** Which it is is found out with the first connection. */
  driver: Driver;
  count: () => void;
}

const ofPrisma = ({ text }: pg.QueryConfig) => ({ name: 'prisma', text });

function outside(shared: Shared, begin?: Begin, replica?: Database): Db {
  const reading = replica?.shared ?? shared;
  const asked = (writes: boolean) => (writes ? begin : undefined);
  const where = (writes: boolean) => (writes ? shared : reading);
  let models: Models | undefined;
  return {
    // What is kept of a replica's answers is kept apart: whoever asks the database itself gets none of them, nor of its failures.
    source: reading.pool,
    get prisma() {
      return (models ??= modelsOn((query) => {
        const writes = mayWrite(query.text);
        const to = where(writes);
        to.count();
        return asTraced(ofPrisma(query), () => runQuery(to, query, asked(writes)));
      }));
    },
    async rows(query, values) {
      const stays = replica ? query.writes || query.onPrimary : query.writes;
      const to = where(stays);
      to.count();
      return asTraced(query, () => traced(run(to, query, query.bind(values), asked(stays))));
    },
  };
}

function inside({ count, driver }: Pick<Shared, 'count' | 'driver'>, connection: pg.PoolClient, statements: Statements): TxDb {
  let models: Models | undefined;
  return asTransaction({
    source: statements,
    get prisma() {
      return (models ??= modelsOn((query) => {
        count();
        // What was said before goes before it.
        statements.flush();
        return asTraced(ofPrisma(query), () => driver.query(connection, query));
      }));
    },
    rows(query, values) {
      count();
      const answer = asTraced(query, () => statements.send(query, query.bind(values)));
      // What nobody waits for fails with its transaction, which says why.
      answer.catch(() => undefined);
      return answer;
    },
  });
}

export function openDatabase(
  url: string,
  { connections, bounds = UNBOUNDED, driver: driverName = 'own', isReplica, onIdleError, onSwallowed }: Options,
): Database {
  let changes = 0;
  const onChange = (): void => void changes++;
  let sessions: Sessions | undefined;
  const onSessions = (found: Sessions): void => {
    sessions = found;
    if (!found.own) shared.driver = UNNAMED_DRIVERS[driverName](settingStatement(bounds));
    const what = swallowed(found);
    if (what.length > 0) onSwallowed?.(what);
  };
  const driver = DRIVERS[driverName];
  const pool = openPool(url, { connections, bounds, onIdleError, onChange: isReplica ? null : onChange, onSessions, driver });
  let sent = 0;
  let closing: Promise<void> | undefined;
  const shared: Shared = { pool, driver, count: () => void sent++ };

  function attempt<T>(work: (db: TxDb) => Promise<T | WithCommit<T>>): Promise<T> {
    sent += 2;
    return inTransaction(shared, (connection, statements) => work(inside(shared, connection, statements)));
  }

  const { source, prisma: models, rows } = outside(shared);
  return {
    source,
    prisma: models,
    rows,
    attended: (begin, replica) => outside(shared, begin, replica),
    url,
    pool,
    shared,
    open: async () => void (await Promise.all([openAll(pool, connections), startModels()])),
    copy(text, lines) {
      sent++;
      return copyIn(pool, text, lines);
    },
    statementCount: () => sent,
    notificationsHeard: () => changes,
    hearsChanges: () => sessions?.notified === true,
    hasSessions: () => sessions?.own !== false,
    passNotificationBarrier: notificationBarrier(shared),
    transaction: (work) => retried(() => attempt(work)),
    close: () => (closing ??= pool.end()),
  };
}

const asTransaction = (db: Db): TxDb => db as TxDb;

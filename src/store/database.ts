import pg from 'pg';
import { ApiError } from '../kernel/errors.ts';
import { type Begin, handOver, mayWrite } from './attended.ts';
import { type Bounds, UNBOUNDED } from './bounds.ts';
import { copyIn } from './copying.ts';
import type { Connections, Driver, Named, Took } from './driver/driver.ts';
import { DRIVERS, type DriverName, UNNAMED_DRIVERS } from './driver/drivers.ts';
import { notificationBarrier } from './notification-barrier.ts';
import { openPool, settingStatement } from './pool.ts';
import { type Models, modelsOn, startModels } from './prisma.ts';
import { isRefusedStatement, sqlState, withStackOfCaller } from './server-errors.ts';
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
  /** The key under which a process keeps answers: the same object for all who ask one database outside of transactions. */
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
   * The same database outside of transactions, where `begin` is called for each statement that writes, once it has its connection, and
   * `took` for each row that is read. Statements that only read go to `replica`, where there is one. Then `begin` is called for all others,
   * also for those that read what a replica does not have.
   */
  attended(begin: Begin, replica?: Database, took?: Took): Db;
  /**
   * Runs `work` in one transaction, and again where the database asks for that (serialisation failure, deadlock). Statements whose answers
   * it does not wait for are answered together with the commit, and make that fail where they fail. `took` is called for each row.
   */
  transaction<T>(work: (db: TxDb) => Promise<T | WithCommit<T>>, took?: Took): Promise<T>;
  /** Runs a `copy .. from stdin` of lines (store/copying.ts). */
  copy(text: string, lines: string): Promise<void>;
  /** How many statements this process has sent, transaction control included. */
  statementCount(): number;
  /**
   * A counter that grows with every notification of a change to what access is made of (access/access-cache.ts), and with every new
   * connection, which may have missed one.
   */
  notificationsHeard(): number;
  /** Whether every such notification arrives. It does not where something between this process and PostgreSQL swallows notifications. */
  hearsChanges(): boolean;
  /** Whether each connection has a session of its own. It has none behind a pooler that hands out sessions by transaction. */
  hasSessions(): boolean;
  /** Resolves once the notification of every such change has arrived that was committed before. */
  passNotificationBarrier(): Promise<void>;
  close(): Promise<void>;
}

const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

interface Options {
  connections: number;
  /** Left out: statements and waiting take as long as they need. */
  bounds?: Bounds;
  driver?: DriverName;
  /** A replica listens to no notifications. */
  isReplica?: boolean;
  onIdleError: (error: Error) => void;
  /** Called once with what gets lost between this process and PostgreSQL, where something does (store/sessions.ts). */
  onSwallowed?: (what: readonly string[]) => void;
}

async function openAll(pool: pg.Pool, connections: number): Promise<void> {
  await Promise.all(Array.from({ length: connections }, async () => (await pool.connect()).release()));
}

interface Attending {
  begin?: Begin | undefined;
  took?: Took | undefined;
}

/** Whether the connection can be used further: the server has refused this statement, or its request has refused a row. */
const isOfStatement = (error: Error): boolean => error instanceof ApiError || isRefusedStatement(error);

/** Runs a statement on whichever connection is free. */
const run = <Row>(shared: Shared, statement: Named<Row>, values: Written[], { begin, took }: Attending): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    handOver(shared.pool, begin, (failed, client, release) => {
      if (!client) return reject(failed);
      const done = (error: Error | null, rows: Row[]): void => {
        release?.(error && !isOfStatement(error) ? error : undefined);
        if (error) reject(error);
        else resolve(rows);
      };
      shared.driver.run(client, { statement, values, took, done });
    });
  });

/** Runs a statement of Prisma's on whichever connection is free. */
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

/** What everything that asks one database shares. */
export interface Shared extends Connections {
  /** Decided with the first connection, which shows whether connections have sessions. */
  driver: Driver;
  count: () => void;
}

const ofPrisma = ({ text }: pg.QueryConfig) => ({ name: 'prisma', text });

function outside(shared: Shared, { begin, took }: Attending = {}, replica?: Database): Db {
  const reading = replica?.shared ?? shared;
  const asked = (writes: boolean) => (writes ? begin : undefined);
  const where = (writes: boolean) => (writes ? shared : reading);
  let models: Models | undefined;
  return {
    // The answers of a replica are kept apart, so that whoever asks the database itself gets none of them.
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
      return asTraced(query, () => withStackOfCaller(run(to, query, query.bind(values), { begin: asked(stays), took })));
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
        // Statements that wait to be sent go out before it.
        statements.flush();
        return asTraced(ofPrisma(query), () => driver.query(connection, query));
      }));
    },
    rows(query, values) {
      count();
      const answer = asTraced(query, () => statements.send(query, query.bind(values)));
      // Where nobody waits for the answer, its failure fails the transaction, which says why.
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

  function attempt<T>(work: (db: TxDb) => Promise<T | WithCommit<T>>, took?: Took): Promise<T> {
    sent += 2;
    return inTransaction(shared, (connection, statements) => work(inside(shared, connection, statements)), took);
  }

  const { source, prisma: models, rows } = outside(shared);
  return {
    source,
    prisma: models,
    rows,
    attended: (begin, replica, took) => outside(shared, { begin, took }, replica),
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
    transaction: (work, took) => retried(() => attempt(work, took)),
    close: () => (closing ??= pool.end()),
  };
}

const asTransaction = (db: Db): TxDb => db as TxDb;

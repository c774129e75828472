import pg from 'pg';
import type { Bounds } from './bounds.ts';
import type { Driver } from './driver/driver.ts';
import { JIT, PLAN_CACHE_MODE, RANDOM_PAGE_COST } from './plan.ts';
import { StoreUnavailable, unavailability } from './server-errors.ts';
import { examine, type Sessions } from './sessions.ts';
import { parserOf } from './values.ts';

export interface PoolOptions {
  connections: number;
  bounds: Bounds;
  onIdleError: (error: Error) => void;
  /**
   * Told of each change to access that a connection hears of, and of each new connection, which may have missed one. Null: nobody
   * listens, as a replica lets nobody, and what stands before it is not looked at.
   */
  onChange: (() => void) | null;
  /** Told what connections have of sessions, before anything is asked of one of them. */
  onSessions: (sessions: Sessions) => void;
  driver: Driver;
}

/** The channel on which triggers notify of every change to what access is made of (prisma/beyond-schema.sql). */
export const CHANGES = 'standing';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (reason?: Error | boolean) => void) => void;

/** A new connection is waited for until it is made up, which the driver's types do not say. */
interface Config extends Omit<pg.PoolConfig, 'onConnect'> {
  onConnect: (client: pg.ClientBase) => Promise<unknown>;
}

/** A pool in which not more than so many wait for a connection, and whose failures to give one say so. */
class BoundedPool extends pg.Pool {
  readonly #waiting: number;

  constructor(options: Config, waiting: number) {
    super(options);
    this.#waiting = waiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback) return this.#connect(callback);
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #connect(callback: Connected): void {
    // Those for whom one is free wait for nobody: the pool hands it to them in the next turn.
    if (this.totalCount >= this.options.max && this.waitingCount - this.idleCount >= this.#waiting)
      return callback(
        new StoreUnavailable('too_many_waiting', 'too many wait for a connection to the database'),
        undefined,
        () => undefined,
      );
    super.connect((cause, client, release) => {
      if (client) return callback(undefined, client, release);
      const reason = unavailability(cause) ?? 'no_connection';
      // A pool that has ended says nothing of how to give back what it does not give.
      callback(new StoreUnavailable(reason, 'there is no connection to the database', { cause }), undefined, () => undefined);
    });
  }
}

const losses = new WeakMap<pg.ClientBase, Error>();

/** Why a connection was lost while nothing was under way on it. The driver fails what is sent then without a reason. */
export const lossOf = (client: pg.ClientBase): Error | undefined => losses.get(client);

/** What every transaction is to have, whichever session it is given. */
const settingsOf = ({ statementMs, lockMs, idleInTransactionMs }: Bounds): Readonly<Record<string, string | number>> => ({
  timezone: 'UTC',
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  jit: JIT,
  random_page_cost: RANDOM_PAGE_COST,
});

/** A statement that sets all of it for the transaction that it is in, and gives no row. */
export function settingStatement(bounds: Bounds): string {
  const set = Object.entries(settingsOf(bounds)).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select where concat(${set.join(', ')}) is null`;
}

/**
 * Opens a pool whose connections listen, and that lets nobody wait without end. Bounds are set when a connection is made, with
 * what makes it listen: it costs no statement of its own, and no pooler between here and the database has to know any. Where sessions
 * are not the connections' own nothing is set on them: somebody else would have it.
 */
export function openPool(url: string, { connections, bounds, onIdleError, onChange, onSessions, driver }: PoolOptions): pg.Pool {
  const { connectionMs, statementMs } = bounds;
  const all = { ...settingsOf(bounds), plan_cache_mode: PLAN_CACHE_MODE };
  const set = Object.entries(all).map(([name, value]) => `set ${name} = '${value}'`);
  const begin = { text: [...set, ...(onChange ? [`listen ${CHANGES}`] : [])].join('; '), query_timeout: connectionMs };
  const beside = { connectionString: url, connectionTimeoutMillis: connectionMs, query_timeout: connectionMs, application_name: 'lectern' };
  let examined: Promise<Sessions> | undefined;
  const sessionsOf = async (client: pg.ClientBase): Promise<Sessions> => {
    try {
      const sessions = await examine(client, beside);
      onSessions(sessions);
      return sessions;
    } catch (error) {
      examined = undefined;
      throw error;
    }
  };
  // Longer than any statement may take.
  const silenceMs = statementMs * 1.25;
  const pool = new BoundedPool(
    {
      connectionString: url,
      max: connections,
      // Idle ones stay: they have their statements prepared.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectionMs,
      // One whose other end has gone without a word is found out before it is used.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...driver.settings(silenceMs),
      types: { getTypeParser: parserOf },
      application_name: 'lectern',
      // One that cannot listen hears of no change to access: it is given up, and the pool makes another.
      async onConnect(client) {
        if (onChange) {
          const { own } = await (examined ??= sessionsOf(client));
          if (!own) return;
          client.on('notification', onChange);
        }
        await client.query(begin);
        onChange?.();
      },
    },
    bounds.waiting,
  );
  // An idle client's connection ends with the server; without a listener that would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    driver.watch(client, silenceMs);
    // A client that is checked out and loses its connection fails the query it runs; beside that it says so here.
    client.on('error', (error) => {
      // The first says why; that the connection has ended comes after it.
      if (!losses.has(client)) losses.set(client, error);
      onIdleError(error);
    });
  });
  return pool;
}

import pg from 'pg';
import type { Bounds } from './bounds.ts';
import type { Driver } from './driver/driver.ts';
import { JIT, PLAN_CACHE_MODE, RANDOM_PAGE_COST } from './plan.ts';
import { StoreUnavailable, unavailability } from './server-errors.ts';
import { examine, type Sessions } from './sessions.ts';
import { parserOf } from './values.ts';

interface PoolOptions {
  connections: number;
  bounds: Bounds;
  onIdleError: (error: Error) => void;
  /**
   * Called for each notification of a change to access, and for each new connection, which may have missed one. Null for a replica, on
   * which nobody can listen; then it is not examined either whether connections have sessions.
   */
  onChange: (() => void) | null;
  /** Called with what connections have of sessions, before any of them is used. */
  onSessions: (sessions: Sessions) => void;
  driver: Driver;
}

/** The channel on which triggers notify of every change to what access is made of (prisma/beyond-schema.sql). */
const CHANGES = 'standing';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (reason?: Error | boolean) => void) => void;

/** The pool waits for the promise of `onConnect`, which the driver's types do not say. */
interface Config extends Omit<pg.PoolConfig, 'onConnect'> {
  onConnect: (client: pg.ClientBase) => Promise<unknown>;
}

/** A pool with a limit of how many may wait for a connection. Where it cannot give one, its error says that a store is unavailable. */
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
    // Those for whom a connection is idle do not count: the pool hands it to them in the next turn.
    if (this.totalCount >= this.options.max && this.waitingCount - this.idleCount >= this.#waiting)
      return callback(
        new StoreUnavailable('too_many_waiting', 'too many wait for a connection to the database'),
        undefined,
        () => undefined,
      );
    super.connect((cause, client, release) => {
      if (client) return callback(undefined, client, release);
      const reason = unavailability(cause) ?? 'no_connection';
      // A pool that has ended gives no function to release with.
      callback(new StoreUnavailable(reason, 'there is no connection to the database', { cause }), undefined, () => undefined);
    });
  }
}

const losses = new WeakMap<pg.ClientBase, Error>();

/** Why a connection was lost while it was idle. What is sent on it afterwards fails without a reason. */
export const lossOf = (client: pg.ClientBase): Error | undefined => losses.get(client);

/**
 * PostgreSQL's own default. Who waits for a row that somebody changes goes on with what it has become; where a database is set to
 * another isolation, they would be refused for it.
 */
const ISOLATION = 'read committed';

/**
 * All tables are in `public`: a schema with the name of the user would go before it. Extensions may be in the others, of which there may be
 * none: a dump that was restored by way of a pooler leaves the session so.
 */
export const SEARCH_PATH = `concat_ws(', ', 'public', nullif(pg_catalog.current_setting('search_path'), ''))`;

/** The settings that every transaction has to have, whichever session it is given: the value of each, as SQL. */
const settingsOf = ({ statementMs, lockMs, idleInTransactionMs }: Bounds): Readonly<Record<string, string>> => ({
  timezone: `'UTC'`,
  // Times are read as ISO 8601. A database may be set to give them otherwise.
  datestyle: `'ISO'`,
  // Statements have nulls in arrays and backslashes in texts, and numbers are read with all their digits. A database may be set otherwise.
  array_nulls: `'on'`,
  standard_conforming_strings: `'on'`,
  extra_float_digits: `'1'`,
  search_path: SEARCH_PATH,
  statement_timeout: `'${statementMs}'`,
  lock_timeout: `'${lockMs}'`,
  idle_in_transaction_session_timeout: `'${idleInTransactionMs}'`,
  jit: `'${JIT}'`,
  random_page_cost: `'${RANDOM_PAGE_COST}'`,
});

/**
 * Triggers count, put in order and tell every process of rights that have ended. A database or a role may be set so that none fires, as
 * whoever replicates into it does. Few may change that, and PostgreSQL refuses the others even where it is set right already.
 */
const WITH_TRIGGERS = 'session_replication_role';
const withTriggers = (local: boolean): string =>
  `case current_setting('${WITH_TRIGGERS}') when 'replica' then set_config('${WITH_TRIGGERS}', 'origin', ${local}) end`;

function withoutTriggers(error: unknown): never {
  if (!(error instanceof Error && error.message.includes(WITH_TRIGGERS))) throw error;
  throw new StoreUnavailable(
    'no_triggers',
    `no trigger fires in it, because ${WITH_TRIGGERS} is replica, and its user may not change that: have it reset for the database and the user.`,
  );
}

/** The expressions that make these settings: for one transaction where `local`, else for the session. */
const setting = (settings: Readonly<Record<string, string>>, { local }: { local: boolean }): string =>
  [...Object.entries(settings).map(([name, value]) => `set_config('${name}', ${value}, ${local})`), withTriggers(local)].join(', ');

/** A statement that makes these settings for its transaction, and gives no row. */
export const settingStatement = (bounds: Bounds): string => `select where concat(${setting(settingsOf(bounds), { local: true })}) is null`;

/**
 * A database or a role may end sessions that are idle, and with them the lock by which a worker is known to live, or transactions that take
 * long, such as migrations. Not every PostgreSQL has both settings.
 */
const WITHOUT_END = `select set_config(name, '0', false) from pg_catalog.pg_settings where name in ('idle_session_timeout', 'transaction_timeout')`;

/** The message with which a connection begins that has a session of its own. */
function beginning(bounds: Bounds, listens: boolean): string {
  const all = { ...settingsOf(bounds), plan_cache_mode: `'${PLAN_CACHE_MODE}'`, default_transaction_isolation: `'${ISOLATION}'` };
  // A replica refuses even this where its database is set to `serializable`.
  const begin = `begin isolation level ${ISOLATION}`;
  return [begin, `select ${setting(all, { local: false })}`, WITHOUT_END, ...(listens ? [`listen ${CHANGES}`] : []), 'commit'].join('; ');
}

/**
 * Opens a pool whose connections listen, and in which nobody waits without end. The settings are made when a connection is made, in one
 * message with what makes it listen, so that no pooler between this process and the database has to accept them as startup parameters.
 * Where connections have no sessions of their own nothing is set, because somebody else would get the session next.
 */
export function openPool(url: string, { connections, bounds, onIdleError, onChange, onSessions, driver }: PoolOptions): pg.Pool {
  const { connectionMs, statementMs } = bounds;
  const begin = { text: beginning(bounds, onChange !== null), query_timeout: connectionMs };
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
      // Finds out that the other end of a connection has gone without a word.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...driver.settings(silenceMs),
      types: { getTypeParser: parserOf },
      application_name: 'lectern',
      // A connection that cannot listen hears of no change to access: it fails here, and the pool makes another.
      async onConnect(client) {
        if (onChange) {
          const { own } = await (examined ??= sessionsOf(client));
          // Each transaction would be refused by itself.
          if (!own) return void (await client.query(`select ${withTriggers(true)}`).catch(withoutTriggers));
          client.on('notification', onChange);
        }
        await client.query(begin).catch(withoutTriggers);
        onChange?.();
      },
    },
    bounds.waiting,
  );
  // An idle client's connection ends with the server; without a listener that would end the process. What the client itself says (below)
  // comes before this, and once: the pool hangs the whole client on the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    driver.watch(client, silenceMs);
    // A client in use that loses its connection fails its query, and emits this event as well.
    client.on('error', (error) => {
      // The first error says why; a second one only says that the connection has ended.
      if (losses.has(client)) return;
      losses.set(client, error);
      onIdleError(error);
    });
  });
  return pool;
}

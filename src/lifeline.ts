import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from './store/database.ts';
import { IS_FOLLOWED } from './store/sql/jobs.ts';

/** The first number of the advisory lock that each worker holds as long as it lives; the second is the hash of its name. */
export const WORKER = 1_818_585_206;
/** An advisory lock that is held while a worker begins and while lost ones are looked for, so that no new one is taken for lost. */
const ROLL_CALL = 1_919_902_828;

const SWEEP_EVERY_MS = 5_000;
const TRY_AGAIN_MS = 1_000;

/** Begins the transaction that holds the lock. The server must not end it for doing nothing. */
const WITHOUT_END = `begin; select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** A machine that is gone closes no connection. With these settings the server finds out within half a minute. */
const KEEPALIVE = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

const RELEASE_LOST = `
  select array_agg(lost.name) as names, graphile_worker.force_unlock_workers(array_agg(lost.name))
  from (
    select distinct j.locked_by as name from graphile_worker.jobs j
    where j.locked_by is not null and not exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and l.classid = ${WORKER} and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid)) lost
  having count(*) > 0`;

const REMOVE_FOLLOWED = `delete from graphile_worker._private_jobs where ${IS_FOLLOWED.sql}`;

interface Begun {
  /** The name by which the queue knows the worker. */
  name: string;
}

async function inTransaction<T>(connection: pg.PoolClient, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  await connection.query('begin');
  const result = await work(connection);
  await connection.query('commit');
  return result;
}

/**
 * Tells living workers from lost ones. The queue keeps a job for hours for the worker that has begun it, even where that worker was killed.
 * So every worker holds a lock on a connection of its own, which ends with its process. The jobs of workers without a lock are released
 * whenever a worker begins, and every few seconds. Where connections have no sessions of their own, a transaction that stays open holds the
 * lock.
 */
export class Lifeline {
  readonly #database: Database;
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>;
  #connection: pg.PoolClient | null = null;
  #worker = '';
  #ended = false;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(database: Database, logger: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#logger = logger;
  }

  /** Begins a worker, and releases the jobs of lost ones. */
  async hold<T extends Begun>(begin: () => Promise<T>): Promise<T> {
    try {
      const held = await this.#connect();
      const begun = await this.#transaction(held, async (connection) => {
        await connection.query(`select pg_advisory_xact_lock(${ROLL_CALL}, 0)`);
        const first = await begin();
        this.#worker = first.name;
        await this.#lock(held);
        await this.#tidy(connection);
        return first;
      });
      this.#later(SWEEP_EVERY_MS);
      return begun;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** To be called once its worker has ended. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#round;
    this.#drop();
  }

  async #connect(): Promise<pg.PoolClient> {
    const connection = await this.#database.pool.connect();
    this.#connection = connection;
    connection.once('end', () => {
      if (this.#connection !== connection) return;
      this.#drop();
      this.#later(0);
    });
    await connection.query(this.#database.hasSessions() ? KEEPALIVE : WITHOUT_END);
    return connection;
  }

  /** Runs a transaction on the connection that holds the lock, or on another where that is in a transaction already. */
  async #transaction<T>(held: pg.PoolClient, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#database.hasSessions()) return inTransaction(held, work);
    const connection = await this.#database.pool.connect();
    try {
      const result = await inTransaction(connection, work);
      connection.release();
      return result;
    } catch (error) {
      connection.release(true);
      throw error;
    }
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.release(true);
  }

  /** Takes the lock shared, so that a dead connection that the server still counts as alive is not waited for. */
  async #lock(connection: pg.PoolClient): Promise<void> {
    const lock = this.#database.hasSessions() ? 'pg_advisory_lock_shared' : 'pg_advisory_xact_lock_shared';
    await connection.query(`select ${lock}(${WORKER}, hashtext($1))`, [this.#worker]);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#round.then(() => this.#look());
    }, ms);
  }

  async #look(): Promise<void> {
    try {
      await this.#transaction(this.#connection ?? (await this.#again()), async (connection) => {
        const { rows } = await connection.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${ROLL_CALL}, 0) as mine`);
        if (rows[0]?.mine) await this.#tidy(connection);
      });
      this.#later(SWEEP_EVERY_MS);
    } catch (error) {
      this.#drop();
      if (!this.#ended) this.#logger.warn({ err: error }, 'lost workers could not be looked for');
      this.#later(TRY_AGAIN_MS);
    }
  }

  /** Replaces a connection that was lost. Until then other workers take this one for lost. */
  async #again(): Promise<pg.PoolClient> {
    const connection = await this.#connect();
    await this.#lock(connection);
    return connection;
  }

  /** Releases the jobs of lost workers, and removes jobs that a later one has replaced. */
  async #tidy(connection: pg.PoolClient): Promise<void> {
    const { rows } = await connection.query<{ names: string[] }>(RELEASE_LOST);
    await connection.query(REMOVE_FOLLOWED);
    for (const { names } of rows) this.#logger.warn({ workers: names }, 'jobs of lost workers are done again');
  }
}

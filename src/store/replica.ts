import type pg from 'pg';
import type { Bounds } from './bounds.ts';
import { type Database, openDatabase } from './database.ts';
import type { DriverName } from './driver/drivers.ts';
import { Probe } from './probe.ts';
import { StoreUnavailable } from './server-errors.ts';

/** A server that has not said within this time how far it is does not count. */
export const SAYS_WITHIN_MS = 1_000;

/** SQL that identifies a database, whatever its address is. */
const OF = `(select system_identifier::text from pg_control_system()) || ' ' || current_database() as of`;

/** Positions are bytes of the log since its beginning: as many as a double counts exactly are 9,000 terabytes. */
const bytes = (lsn: string): string => `(${lsn} - '0/0'::pg_lsn)::float8`;

/**
 * Which line of the log a primary writes: each promotion begins another, in which positions of the one before come again with other
 * contents. A replica tells for certain only what it has put to its disk, and so comes to a new line with a checkpoint of its own.
 */
const WRITES = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`;
const FOLLOWS = `greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))`;

/** Asks the primary up to where a replica can be by now, and up to where everything lies that has been committed. */
export const HOW_FAR_A_PRIMARY = {
  text: `select ${OF}, ${WRITES} as timeline, ${bytes('pg_current_wal_flush_lsn()')} as "safeUntil", ${bytes('pg_current_wal_insert_lsn()')} as "allUntil"`,
};
/** Whose log a replica has to have. */
export interface Followed {
  of: string;
  timeline: number;
}
export interface PrimarySaid extends pg.QueryResultRow, Followed {
  safeUntil: number;
  allUntil: number;
}

const HOW_FAR_A_REPLICA = {
  text: `select ${OF}, ${FOLLOWS} as timeline, pg_is_in_recovery() as "follows", ${bytes('pg_last_wal_replay_lsn()')} as "hasUntil"`,
};
interface ReplicaSaid extends pg.QueryResultRow, Followed {
  follows: boolean;
  hasUntil: number | null;
}

/** A server that follows the primary by its log, and answers what only reads. */
export class Replica {
  readonly name: string;
  readonly database: Database;
  /** The position up to which it has replayed the log, as it last said; undefined while it must not be read from. */
  hasUntil: number | undefined;
  readonly #probe: Probe;
  readonly #connections = new Set<pg.PoolClient>();

  constructor(database: Database) {
    this.database = database;
    this.name = new URL(database.url).host;
    // A replica that has crashed begins again a little before the position that it had.
    const forget = () => {
      this.hasUntil = undefined;
    };
    this.#probe = new Probe({ url: database.url, name: 'lectern replica', withinMs: SAYS_WITHIN_MS, onLost: forget });
    database.pool.on('error', forget);
    database.pool.on('connect', (client) => this.#connections.add(client));
    database.pool.on('remove', (client) => this.#connections.delete(client));
  }

  /** Asks how far it is in the log of the primary that is followed by then. Throws the reason where it cannot be read from. */
  async ask(followed: () => Followed | undefined): Promise<void> {
    try {
      const said = await this.#probe.ask<ReplicaSaid>(() => HOW_FAR_A_REPLICA);
      const { of, timeline } = followed() ?? {};
      if (said?.of !== of) throw new Error('it is no replica of this database');
      if (!said?.follows) throw new Error('it follows no primary');
      if (said.timeline !== timeline) throw new Error('it has yet to show that it follows the primary since one was promoted');
      this.hasUntil = said.hasUntil ?? undefined;
    } catch (error) {
      this.hasUntil = undefined;
      this.#cut();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#probe.close();
    await this.database.close();
  }

  /** Ends its connections, so that requests which wait for it begin anew on the primary at once. */
  #cut(): void {
    for (const { connection } of this.#connections) connection.stream.destroy(new StoreUnavailable('replica_away', 'the replica is away'));
  }
}

interface Opening {
  connections: number;
  bounds: Bounds;
  driver?: DriverName;
}

/** A request that would wait longer for a connection is answered by the primary. */
const CONNECTION_WAITS_MS = 1_000;

export function openReplica(url: string, { bounds, ...use }: Opening): Replica {
  const connectionMs = Math.min(bounds.connectionMs || CONNECTION_WAITS_MS, CONNECTION_WAITS_MS);
  // ReadTargets logs once that a replica is away.
  return new Replica(openDatabase(url, { ...use, bounds: { ...bounds, connectionMs }, isReplica: true, onIdleError: () => undefined }));
}

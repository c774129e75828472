import pg from 'pg';
import { isMigrated, readMigrations } from './migrate.ts';

/** With what else there is to do, the answer is there within two seconds. */
const WITHIN_MS = 1_500;

/**
 * Whether the database answers and has every migration of this release (conventions#69). It is asked by a connection of its own: where all
 * others are taken, the process is busy and not broken, and whoever looks after it is to know which of the two it is.
 */
export class ReadinessProbe {
  readonly #url: string;
  #question: pg.QueryConfig | undefined;
  #connection: pg.Client | undefined;
  #asking: Promise<boolean> | undefined;
  #closed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** All who ask while it is being asked share the answer. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#asking;
    if (this.#connection) this.#drop(this.#connection);
  }

  async #ask(): Promise<boolean> {
    if (this.#closed) return false;
    const connection = this.#connection ?? this.#new();
    // What has not answered by then is not asked again: neither a server that is silent nor a connection that leads nowhere.
    const late = setTimeout(() => this.#drop(connection), WITHIN_MS);
    try {
      if (this.#connection === undefined) await this.#connect(connection);
      this.#question ??= isMigrated(readMigrations());
      // What is no longer waited for ends in the database, too. A session may be somebody else's next.
      await connection.query(`begin; set local statement_timeout = ${WITHIN_MS}`);
      const { rows } = await connection.query<{ done: boolean }>(this.#question);
      await connection.query('commit');
      return rows[0]?.done ?? false;
    } catch (error) {
      // A database that nobody has migrated says so, and is asked again by the same connection.
      const refused = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      if (!refused || this.#connection !== connection) this.#drop(connection);
      else connection.query('rollback').catch(() => this.#drop(connection));
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  #new(): pg.Client {
    const connection = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: WITHIN_MS,
      application_name: 'lectern readiness',
    });
    // Idle, it ends with the server.
    connection.on('error', () => this.#drop(connection));
    return connection;
  }

  async #connect(connection: pg.Client): Promise<void> {
    await connection.connect();
    this.#connection = connection;
  }

  #drop(connection: pg.Client): void {
    if (this.#connection === connection) this.#connection = undefined;
    // One that is still waited for is cut off.
    void connection.end();
  }
}

import pg from 'pg';
import { isRefusedStatement } from './server-errors.ts';

interface Options {
  url: string;
  /** What PostgreSQL shows of its connection. */
  name: string;
  withinMs: number;
  /** Told when its connection has ended by itself. */
  onLost?: () => void;
}

/**
 * Asks a database on a connection of its own, which is made anew where it was lost. So it can tell a busy process, whose connections are
 * all taken, from a database that is away.
 */
export class Probe {
  readonly #options: Options;
  #connection: pg.Client | undefined;
  #asking: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** One question at a time. Throws where there is no answer in time. */
  async ask<Row extends pg.QueryResultRow>(question: () => pg.QueryConfig): Promise<Row | undefined> {
    const asking = this.#ask<Row>(question);
    this.#asking = asking.catch(() => undefined);
    return asking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#asking;
    if (this.#connection) this.#drop(this.#connection);
  }

  async #ask<Row extends pg.QueryResultRow>(question: () => pg.QueryConfig): Promise<Row | undefined> {
    if (this.#closed) throw new Error('it is not asked any more');
    const connection = this.#connection ?? this.#new();
    // A connection without an answer by then is given up: its server is silent, or it leads nowhere.
    const late = setTimeout(() => this.#drop(connection), this.#options.withinMs);
    try {
      if (this.#connection === undefined) await this.#connect(connection);
      // Bounded, so that the statement ends in the database as well, and `local`, because the session may be somebody else's next. At this
      // isolation, because a database may be set to `serializable`, which its replicas refuse.
      await connection.query(`begin isolation level read committed; set local statement_timeout = ${this.#options.withinMs}`);
      const { rows } = await connection.query<Row>(question());
      await connection.query('commit');
      return rows[0];
    } catch (error) {
      // After a mere refusal the connection is used again.
      if (!isRefusedStatement(error) || this.#connection !== connection) this.#drop(connection);
      else connection.query('rollback').catch(() => this.#drop(connection));
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #new(): pg.Client {
    const { url, name, withinMs, onLost } = this.#options;
    const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs, application_name: name });
    // An idle connection fails here when its server ends.
    connection.on('error', () => {
      onLost?.();
      this.#drop(connection);
    });
    return connection;
  }

  async #connect(connection: pg.Client): Promise<void> {
    await connection.connect();
    this.#connection = connection;
  }

  #drop(connection: pg.Client): void {
    if (this.#connection === connection) this.#connection = undefined;
    // An answer that is still waited for fails by that.
    void connection.end();
  }
}

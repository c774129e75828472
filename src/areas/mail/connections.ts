import { MailServer } from './smtp.ts';

/** Mail servers end connections that bring too much. */
const MOST_LETTERS = 100;
/** What has nothing to do is given back soon: mail servers let few in at a time. */
const IDLE_MS = 5_000;

interface Connection {
  server: MailServer;
  letters: number;
}

/** The connections to the mail server, each used for one letter after the other: to open one takes longer than to hand a letter over. */
export class MailConnections {
  readonly #url: string;
  readonly #idle = new Map<Connection, NodeJS.Timeout>();
  #ended = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Hands a letter over by `work`, which gets a connection that the mail server has just answered on. */
  async use<T>(work: (server: MailServer) => Promise<T>): Promise<T> {
    const connection = (await this.#answering()) ?? { server: await MailServer.connect(this.#url), letters: 0 };
    try {
      connection.letters++;
      const result = await work(connection.server);
      this.#keep(connection);
      return result;
    } catch (error) {
      connection.server.close();
      throw error;
    }
  }

  /** Leaves those that are in use to their letters. */
  end(): void {
    this.#ended = true;
    for (const connection of this.#idle.keys()) this.#leave(connection);
  }

  /** One that was kept and is not lost: a letter must not be taken on for one that is (delivery.ts). */
  async #answering(): Promise<Connection | undefined> {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(connection);
      try {
        await connection.server.answer();
        return connection;
      } catch {
        connection.server.close();
      }
    }
    return undefined;
  }

  #keep(connection: Connection): void {
    if (this.#ended || connection.letters === MOST_LETTERS) return connection.server.leave();
    const timer = setTimeout(() => this.#leave(connection), IDLE_MS);
    this.#idle.set(connection, timer.unref());
  }

  #leave(connection: Connection): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
    connection.server.leave();
  }
}

import pg from 'pg';

/** Asks nothing of the server but to say that it is ready. */
class Readiness implements pg.Submittable {
  readonly #done: (error?: Error) => void;

  constructor(done: (error?: Error) => void) {
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    connection.sync();
  }

  handleReadyForQuery(): void {
    this.#done();
  }

  handleError(error: Error): void {
    this.#done(error);
  }
}

const ready = (pool: pg.Pool): Promise<void> =>
  new Promise((resolve, reject) => {
    pool.connect((failed, client, release) => {
      if (failed || !client) return reject(failed ?? new Error('there is no connection'));
      client.query(
        new Readiness((error) => {
          release(error);
          if (error) reject(error);
          else resolve();
        }),
      );
    });
  });

/**
 * Waits for the notifications of all that was committed before: PostgreSQL hands them over before it says that a connection that
 * listens is ready. Whoever asks while one is being waited for shares the next with all others who do: the one under way may
 * have been answered too early for them.
 */
export function hearing(pool: pg.Pool): () => Promise<void> {
  let asked: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const ask = (): Promise<void> => {
    next = undefined;
    asked = ready(pool).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return () => {
    if (!asked) return ask();
    next ??= asked.then(ask, ask);
    return next;
  };
}

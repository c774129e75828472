import { setImmediate } from 'node:timers/promises';
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

/** One connection of a pool, asked whether it is ready. */
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
 * listens is ready. All who ask in one turn of the event loop share an answer, which is asked for at its end: one that is asked for
 * already may come too early for them.
 */
export function notificationBarrier(pool: pg.Pool): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  const ask = (): Promise<void> => {
    gathering = undefined;
    return ready(pool);
  };
  return () => (gathering ??= setImmediate().then(ask));
}

/**
 * Whether what one connection notifies of has come to another that listens once that says that it is ready. It does not through a
 * pooler that hands out connections by transaction, which says so itself: access that is kept would not end before its time.
 */
export async function hearsNotifications(pool: pg.Pool, channel: string): Promise<boolean> {
  const listening = await pool.connect();
  let heard = false;
  const hear = () => {
    heard = true;
  };
  listening.on('notification', hear);
  try {
    // By another connection of the pool.
    await pool.query('select pg_notify($1, $2)', [channel, '']);
    await new Promise<void>((resolve, reject) => {
      listening.query(new Readiness((error) => (error ? reject(error) : resolve())));
    });
    return heard;
  } finally {
    listening.off('notification', hear);
    listening.release();
  }
}

import { setImmediate } from 'node:timers/promises';
import type { Connections } from './driver/driver.ts';

/** One connection of a pool, asked whether it is ready. */
async function ready({ pool, driver }: Connections): Promise<void> {
  const client = await pool.connect();
  try {
    await driver.ready(client);
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/**
 * Waits for the notifications of all that was committed before: PostgreSQL hands them over before it says that a connection that
 * listens is ready. All who ask in one turn of the event loop share an answer, which is asked for at its end: one that is asked for
 * already may come too early for them.
 */
export function notificationBarrier(connections: Connections): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  const ask = (): Promise<void> => {
    gathering = undefined;
    return ready(connections);
  };
  return () => (gathering ??= setImmediate().then(ask));
}

/**
 * Whether what one connection notifies of has come to another that listens once that says that it is ready. It does not through a
 * pooler that hands out connections by transaction, which says so itself: access that is kept would not end before its time.
 */
export async function hearsNotifications({ pool, driver }: Connections, channel: string): Promise<boolean> {
  const listening = await pool.connect();
  let heard = false;
  const hear = () => {
    heard = true;
  };
  listening.on('notification', hear);
  try {
    // By another connection of the pool.
    await pool.query('select pg_notify($1, $2)', [channel, '']);
    await driver.ready(listening);
    return heard;
  } finally {
    listening.off('notification', hear);
    listening.release();
  }
}

import { setImmediate } from 'node:timers/promises';
import type { Connections } from './driver/driver.ts';

/** One connection of a pool, asked whether it is ready. */
async function ready(connections: Connections): Promise<void> {
  const client = await connections.pool.connect();
  try {
    await connections.driver.ready(client);
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

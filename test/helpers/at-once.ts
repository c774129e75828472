import { setImmediate } from 'node:timers/promises';
import type { TestServer } from './server.ts';

/** Work that meets at a lock: begun in this order while the rows are held, let go when all of it waits or is done. */
export async function atOnce<T>(
  { database: { pool } }: Pick<TestServer, 'database'>,
  held: string,
  work: (() => Promise<T>)[],
): Promise<T[]> {
  const client = await pool.connect();
  const running: Promise<T>[] = [];
  let done = 0;
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async () => (await pool.query(waits)).rowCount ?? 0;
  try {
    await client.query('begin');
    await client.query(held);
    for (const one of work) {
      running.push(one().finally(() => void done++));
      while ((await waiting()) + done < running.length) await setImmediate();
    }
  } finally {
    await client.query('commit');
    client.release();
  }
  return Promise.all(running);
}

import type pg from 'pg';

/** Called before a statement that writes is sent, once it has its connection; it refuses the statement by throwing. */
export type Begin = () => void;

type HandedOver = (failed: unknown, client?: pg.PoolClient, release?: (reason?: Error) => void) => void;

/** Gets a connection of the pool, and hands it over unless `begin`, if there is one, refuses. */
export function handOver(pool: pg.Pool, begin: Begin | undefined, callback: HandedOver): void {
  pool.connect((failed, client, release) => {
    if (failed || !client) return callback(failed ?? new Error('there is no connection'));
    try {
      begin?.();
    } catch (refused) {
      release();
      return callback(refused);
    }
    callback(undefined, client, release);
  });
}

/** Whether the text of a statement may write. Locking counts as writing: it is done for what is written then. */
export const mayWrite = (text: string): boolean => /\b(?:insert into|update|delete from)\b/i.test(text);

import type pg from 'pg';

/** Asked of what writes, between getting its connection and being sent: it refuses by throwing. */
export type Begin = () => void;

type HandedOver = (failed: unknown, client?: pg.PoolClient, release?: (reason?: Error) => void) => void;

/** Hands a connection over to whom `begin`, if there is any, still lets begin. */
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

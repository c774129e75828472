import type { Database, Db, TxDb } from '../store/database.ts';
import { statement } from '../store/database.ts';
import type { Caller } from './caller.ts';

/** What every service takes first: the authority and the means of one request or job. */
export interface Ctx {
  /** Throws while a transaction of this context is open: use the one that `tx` hands on. */
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
  readonly baseUrl: string;
  /** What addresses and tokens are signed with; see http/signing.ts. */
  readonly secretKey: string;
  tx<T>(work: (ctx: TxCtx) => Promise<T>): Promise<T>;
}

export interface TxCtx extends Ctx {
  readonly db: TxDb;
  /** Adds a job in this transaction: it exists if and only if the transaction commits. */
  enqueue(job: string, payload: object, options?: { key?: string; runAt?: Date }): Promise<void>;
  /** Runs after COMMIT, and not at all when there is none. */
  afterCommit(effect: () => void): void;
}

const addJob = statement<{ id: number }>(
  'add_job',
  `select (graphile_worker.add_job($1, payload => $2::json, job_key => $3, run_at => $4)).id::int as id`,
);

export interface Surroundings {
  database: Database;
  caller: Caller;
  baseUrl: string;
  secretKey: string;
  now: Date;
}

export function makeContext({ database, caller, baseUrl, secretKey, now }: Surroundings): Ctx {
  let open = false;
  return {
    caller,
    baseUrl,
    secretKey,
    now,
    get db(): Db {
      if (open) throw new Error('a transaction is open on this context: use the context that tx() hands on');
      return database;
    },
    async tx(work) {
      if (open) throw new Error('a transaction is open on this context already');
      open = true;
      const effects: (() => void)[] = [];
      try {
        const result = await database.transaction((db) => {
          effects.length = 0;
          return work(transactionContext(db, { caller, baseUrl, secretKey, now }, effects));
        });
        for (const effect of effects) effect();
        return result;
      } finally {
        open = false;
      }
    },
  };
}

function transactionContext(db: TxDb, fixed: Omit<Surroundings, 'database'>, effects: (() => void)[]): TxCtx {
  const ctx: TxCtx = {
    ...fixed,
    db,
    // A service that opens a transaction may be called by one that has opened it already: both then commit as one.
    tx: (work) => work(ctx),
    async enqueue(job, payload, options = {}) {
      await db.rows(addJob, [job, JSON.stringify(payload), options.key ?? null, options.runAt ?? null]);
    },
    afterCommit: (effect) => void effects.push(effect),
  };
  return ctx;
}

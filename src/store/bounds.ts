/** How long the database may keep somebody waiting, in milliseconds (0: without end), and how many may wait. */
export interface Bounds {
  /** For a connection: until one is given back, or made. */
  connectionMs: number;
  /** How many wait for a connection; who comes after them is told so at once. */
  waiting: number;
  statementMs: number;
  lockMs: number;
  /** Of a transaction between two statements. */
  idleInTransactionMs: number;
}

export const UNBOUNDED: Bounds = {
  connectionMs: 0,
  waiting: Number.POSITIVE_INFINITY,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
};

export interface Use {
  connections: number;
  bounds: Bounds;
}

/**
 * What those who work on jobs open the database with. Nobody looks at a clock while a job runs, and one that fails is tried again:
 * its bounds end what would hold a place for ever. A job has a transaction and a connection beside it; the queue listens with one
 * and takes jobs with one, pending jobs are moved with one, and the lifeline keeps one.
 */
export const forJobs = (workerConcurrency: number): Use => ({
  connections: 2 * workerConcurrency + 5,
  bounds: {
    connectionMs: 60_000,
    waiting: Number.POSITIVE_INFINITY,
    statementMs: 10 * 60_000,
    lockMs: 60_000,
    idleInTransactionMs: 60_000,
  },
});

/** Migrations and the commands of operators take as long as they take: one waits for whoever migrates already. */
export const FOR_OPERATORS: Use = { connections: 5, bounds: UNBOUNDED };

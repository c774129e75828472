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
 * its bounds end what would hold a place for ever. A job has a transaction and a connection beside it, a mail has one; each of the two
 * queues listens with one, takes jobs with one, and its lifeline keeps one; pending jobs are moved with one.
 */
export const forJobs = (jobsAtOnce: number, mailsAtOnce: number): Use => ({
  connections: 2 * jobsAtOnce + mailsAtOnce + 7,
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

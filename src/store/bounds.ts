/** How long the database may keep somebody waiting, in milliseconds (0 means without end), and how many may wait. */
export interface Bounds {
  /** How long a connection is waited for, until one is given back or made. */
  connectionMs: number;
  /** How many may wait for a connection; further ones are refused at once. */
  waiting: number;
  statementMs: number;
  lockMs: number;
  /** How long a transaction may do nothing between two statements. */
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
 * How a process that does jobs opens the database. Nobody waits for a job, and one that fails is tried again: so these bounds only end what
 * would occupy a slot for ever. A job uses a connection for its transaction and one beside it, a mail uses one. Each of the two queues
 * listens on one, takes jobs by one, and keeps one for its lifeline. Pending jobs are moved by one.
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

/** For migrations and the commands of operators, which take as long as they need: a migration waits for another one to end. */
export const FOR_OPERATORS: Use = { connections: 5, bounds: UNBOUNDED };

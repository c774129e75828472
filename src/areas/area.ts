import type { ConstraintErrors } from '../http/error-handler.ts';
import type { Operation } from '../http/operation.ts';
import type { Database } from '../store/database.ts';

/** Background work of an area: idempotent, so that a job that was killed half-way can run again. */
export interface Job {
  name: string;
  /** When it runs by itself, as a cron pattern in UTC; else it runs when it is enqueued. */
  schedule?: string;
  run(database: Database, payload: unknown): Promise<void>;
}

/** What an area is to the rest of the house: its operations, its jobs, and what running into its constraints means. */
export interface Area {
  operations: readonly Operation[];
  jobs?: readonly Job[];
  constraints?: ConstraintErrors;
}

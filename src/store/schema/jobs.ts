import { bigint, boolean, jsonb, pgTable, text } from '../drizzle.ts';
import { moment } from './columns.ts';

/**
 * Jobs that transactions have added and no worker has put into its queue yet (src/pending-jobs.ts). Rows come and go: their ids
 * say in which order they were added.
 */
export const pendingJobs = pgTable('pending_jobs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  task: text('task').notNull(),
  payload: jsonb('payload').notNull(),
  /** Of two jobs with one key only the later is done, as long as the earlier has not begun. */
  key: text('key'),
  /** Null: at once. */
  runAt: moment('run_at'),
  /** The later of two keeps the time of the earlier. */
  keepsTime: boolean('keeps_time').notNull().default(false),
});

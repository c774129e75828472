import { type Piece, type Sql, sql } from './sql.ts';

/** A part of a statement: a job for each row of `from`, in its transaction; a worker puts it into its queue (src/pending-jobs.ts). */
export const enqueueEach = (job: Piece, payload: Sql, from: Sql): Sql =>
  sql`insert into pending_jobs (task, payload) select ${job}, ${payload} from ${from}`;

interface JobValues {
  job: Piece;
  payload: Piece;
  key: Piece;
  runAt: Piece;
  keepTime: Piece;
}

/** One job. */
export const enqueueOne = (p: JobValues): Sql =>
  sql`insert into pending_jobs (task, payload, key, run_at, keeps_time) values (${p.job}, ${p.payload}, ${p.key}, ${p.runAt}, ${p.keepTime})`;

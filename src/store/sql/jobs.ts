import { type Piece, quoted, type Sql, sql } from './sql.ts';

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

/** The flag, in the queue, of a job that was added with a key: it stays where a later job takes the key. */
export const KEYED = quoted('keyed');

/**
 * Of a job of the queue: while it ran, or once it was given up, a later one has taken its key, which does what it was for. The queue would
 * keep it for ever where its worker is lost, or where it fails, as if it had failed as often as it may. One that an earlier release added
 * has no flag.
 */
export const IS_FOLLOWED = sql`key is null and locked_at is null and attempts >= max_attempts
  and (last_error is null or coalesce(jsonb_exists(flags, ${KEYED}), false))`;

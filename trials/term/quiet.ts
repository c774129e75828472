import { setTimeout } from 'node:timers/promises';
import type { Site } from './site.ts';

const LOOK_EVERY_MS = 200;
const QUIET_WITHIN_MS = 180_000;
/** What is put off for so short a time belongs to what has been done. */
const SOON = '10 seconds';

/** Jobs whose time has come, or comes soon, and those that failed and are to be tried again, however long that takes. */
const WAITING = `select ((select count(*) from pending_jobs)
  + (select count(*) from graphile_worker.jobs where attempts < max_attempts
      and (run_at < now() + interval '${SOON}' or last_error is not null or locked_at is not null)))::int as waiting`;

/** Waits until all jobs have been done; what is still to be done in the end, or 0. */
export async function quiet({ query }: Pick<Site, 'query'>): Promise<number> {
  const end = Date.now() + QUIET_WITHIN_MS;
  for (;;) {
    const [row] = await query<{ waiting: number }>(WAITING);
    if (row?.waiting === 0 || Date.now() > end) return row?.waiting ?? 0;
    await setTimeout(LOOK_EVERY_MS);
  }
}

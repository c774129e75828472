import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { MOVING } from '../src/pending-jobs.ts';
import type { Database } from '../src/store/database.ts';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';
import type { Target } from './measure.ts';
import { during } from './steady.ts';

/** What jobs that wait do to requests, once a worker takes them up. */
export interface WorkedOff {
  jobs: number;
  seconds: number;
  /** Milliseconds that all but one in a hundred of the requests stayed under. */
  before: number;
  meanwhile: number;
}

const WARM_UP_MS = 2_000;
const WARM_UP_JOBS = 500;
/** About as long as the jobs take, so that what happens every half a minute, as collecting garbage does, counts in both. */
const BEFORE_MS = 30_000;
/** Counting jobs takes some milliseconds of PostgreSQL, which requests feel. */
const ASKED_EVERY_MS = 500;
const WITHIN_MS = 300_000;
const WRITERS = 8;

const waiting = async (database: Database): Promise<number> => {
  const { rows } = await database.pool.query(`select (select count(*) from pending_jobs where run_at is null or run_at <= now())::int
    + (select count(*) from graphile_worker._private_jobs where run_at <= now())::int as count`);
  return z.tuple([z.object({ count: z.int() })]).parse(rows)[0].count;
};

/** Before the jobs are done as well as meanwhile, so that both were measured beside the same. */
async function asked(database: Database): Promise<number> {
  const count = await waiting(database);
  await setTimeout(ASKED_EVERY_MS);
  return count;
}

/** Entries by turns in all topics of a course, until so many jobs wait. */
async function writeEntries(lectern: Server, database: Database, store: Filled, jobs: number): Promise<void> {
  const topics = `${lectern.url}/api/v1/courses/${store.courseId}/discussion_topics`;
  const headers = { authorization: `Bearer ${store.tokens.teacher}`, 'content-type': 'application/json' };
  const { rows } = await database.pool.query(
    `select id from discussion_topics where course_id = $1 and state = 'active' and not is_announcement order by id`,
    [store.courseId],
  );
  const ids = z.array(z.object({ id: z.int() })).parse(rows);
  let next = 0;
  const write = async () => {
    for (let n = next++; n < jobs; n = next++) {
      const body = JSON.stringify({ message: `<p>Entry ${n}</p>` });
      const response = await fetch(`${topics}/${ids[n % ids.length]?.id}/entries`, { method: 'POST', headers, body });
      if (response.status !== 201) throw new Error(`an entry was answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** Keeps workers from taking up what is added, until they may. */
async function heldBack({ pool }: Database): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock($1, 0)', [MOVING]);
  return async () => {
    await holder.query('select pg_advisory_unlock($1, 0)', [MOVING]);
    holder.release();
  };
}

/**
 * Lets so many jobs wait, and asks for a list of sections at a steady rate while a worker does them, which has done such jobs before: a
 * process that has just begun takes a second or two of a processor to compile itself.
 */
export async function workOff(
  lectern: Server,
  database: Database,
  store: Filled,
  jobs: number,
  startWorker: () => Promise<unknown>,
): Promise<WorkedOff> {
  const others: Target = {
    url: `${lectern.url}/api/v1/courses/${store.courseId}/sections`,
    headers: { authorization: `Bearer ${store.tokens.teacher}` },
  };
  const done = async (of: number) => {
    const begun = performance.now();
    for (let left = of; left > 0; left = await asked(database))
      if (performance.now() - begun > WITHIN_MS) throw new Error(`${left} of ${of} jobs still wait`);
    return (performance.now() - begun) / 1000;
  };
  await startWorker();
  await writeEntries(lectern, database, store, WARM_UP_JOBS);
  await done(WARM_UP_JOBS);
  const release = await heldBack(database);
  await writeEntries(lectern, database, store, jobs);
  await during(others, () => setTimeout(WARM_UP_MS));
  const settled = performance.now() + BEFORE_MS;
  const before = await during(others, async () => {
    while (performance.now() < settled) await asked(database);
  });
  const count = await waiting(database);
  let seconds = 0;
  const meanwhile = await during(others, async () => {
    await release();
    seconds = await done(count);
  });
  return { jobs: count, seconds, before, meanwhile };
}

import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
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
const BEFORE_MS = 10_000;
const ASKED_EVERY_MS = 100;
const WITHIN_MS = 300_000;
const WRITERS = 8;

const waiting = async (database: Database): Promise<number> => {
  const { rows } = await database.pool.query(`select (select count(*) from pending_jobs where run_at is null or run_at <= now())::int
    + (select count(*) from graphile_worker._private_jobs where run_at <= now())::int as count`);
  return z.tuple([z.object({ count: z.int() })]).parse(rows)[0].count;
};

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

/** Lets so many jobs wait, and asks for a list of sections at a steady rate while a worker does them. */
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
  await writeEntries(lectern, database, store, jobs);
  await during(others, () => setTimeout(WARM_UP_MS));
  const before = await during(others, () => setTimeout(BEFORE_MS));
  const count = await waiting(database);
  await startWorker();
  const begun = performance.now();
  const meanwhile = await during(others, async () => {
    while ((await waiting(database)) > 0) {
      if (performance.now() - begun > WITHIN_MS) throw new Error(`${await waiting(database)} of ${count} jobs still wait`);
      await setTimeout(ASKED_EVERY_MS);
    }
  });
  return { jobs: count, seconds: (performance.now() - begun) / 1000, before, meanwhile };
}

import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { DEFERRED_PRIORITY } from '../../src/pending-jobs.ts';
import { allJobs, startWorker } from '../../src/worker.ts';
import { jobMeans } from '../helpers/jobs.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

/** All that has a turn by the clock, but for what has one every few minutes. */
const seldom = allJobs()
  .filter(({ schedule }) => schedule !== undefined && !schedule.startsWith('*'))
  .map(({ name }) => name);

/** Of a job that is under way. */
async function priorityOf(name: string): Promise<number> {
  const query = 'select priority from graphile_worker.jobs where task_identifier = $1 and locked_at is not null';
  return (await server.database.pool.query<{ priority: number }>(query, [name])).rows[0]?.priority ?? -1;
}

// conventions#84
test('what had its turn while there was no worker is done when one is there again, once, however many turns it missed', async () => {
  await server.database.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select name, now() - interval '1 year', now() - interval '1 month' from unnest($1::text[]) name`,
    [allJobs().flatMap(({ name, schedule }) => (schedule === undefined ? [] : [name]))],
  );
  const done: string[] = [];
  const priorities = new Map<string, number>();
  const worker = await startWorker(
    server.database,
    {
      ...jobMeans(server),
      smtpUrl: null,
      workerConcurrency: 2,
      async watched({ name }, work) {
        priorities.set(name, await priorityOf(name));
        await work();
        done.push(name);
      },
    },
    pino({ level: 'silent' }),
  );
  try {
    await vi.waitUntil(() => seldom.every((name) => done.includes(name)), { timeout: 30_000, interval: 20 });
  } finally {
    await worker.stop();
  }
  expect(done.filter((name) => seldom.includes(name)).toSorted()).toEqual(seldom.toSorted());
  // conventions#104
  for (const { name, deferrable } of allJobs().filter((job) => seldom.includes(job.name)))
    expect([name, priorities.get(name)]).toEqual([name, deferrable ? DEFERRED_PRIORITY : 0]);
});

import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorker } from '../../src/worker.ts';
import { checkDatabase } from '../../trials/term/invariants/database.ts';
import { KINDS } from '../../trials/term/plan.ts';
import type { Site } from '../../trials/term/site.ts';
import { runTerm } from '../../trials/term/term.ts';
import { JOB_SETTINGS } from '../helpers/jobs.ts';
import { adminToken, useServer } from '../helpers/server.ts';

const SHAPE = { students: 36, teachers: 2, courses: 2 };
/** In so many acts of this seed everything is done. */
const LENGTH = { seed: 3_300, acts: 200, atOnce: 8 };

const server = useServer();
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;

beforeAll(async () => {
  const { database, services } = server;
  const { mailServer: _, ...settings } = JOB_SETTINGS;
  worker = await startWorker(database, { ...settings, ...services, smtpUrl: null, workerConcurrency: 4 }, pino({ level: 'silent' }));
});

afterAll(async () => {
  await worker?.stop();
});

test('a school goes through a short term, and all that was acknowledged is there', { timeout: 120_000 }, async () => {
  const query: Site['query'] = async (sql) => (await server.database.pool.query(sql)).rows;
  const site = { urls: [server.url], adminToken: adminToken(), query };
  const term = await runTerm(site, { ...LENGTH, shape: SHAPE, accidents: false, tell: () => undefined });
  expect(term.faults).toEqual([]);
  expect(term.progress.acts).toBe(LENGTH.acts);
  // Nothing was tried where there was never anything to do it with.
  expect(KINDS.filter((kind) => !term.progress.done.has(kind))).toEqual([]);
  await server.database.pool.query(
    'update discussion_topics set entry_count = entry_count + 1 where id = (select min(topic_id) from discussion_entries)',
  );
  expect(await checkDatabase({ query })).toEqual([expect.stringMatching(/^entries miscounted: topic \d+ has \d+ and not \d+$/)]);
});

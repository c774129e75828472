import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorker } from '../../src/worker.ts';
import { check } from '../../trials/term/invariants/check.ts';
import { KINDS } from '../../trials/term/plan.ts';
import type { Site } from '../../trials/term/site.ts';
import { runTerm, type Term } from '../../trials/term/term.ts';
import { JOB_SETTINGS } from '../helpers/jobs.ts';
import { adminToken, useServer } from '../helpers/server.ts';
import { BREAKS, breakLedger, FOUND, LyingAsker } from './broken-term.ts';

const SHAPE = { students: 36, teachers: 2, courses: 2 };
/** In so many acts of this seed everything is done. */
const LENGTH = { seed: 8_123, acts: 200, atOnce: 8 };

const server = useServer();
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
let site: Pick<Site, 'urls' | 'adminToken' | 'query'>;
let term: Term;

beforeAll(async () => {
  const { database, services } = server;
  const { mailServer: _, ...settings } = JOB_SETTINGS;
  worker = await startWorker(database, { ...settings, ...services, smtpUrl: null, workerConcurrency: 4 }, pino({ level: 'silent' }));
  site = { urls: [server.url], adminToken: adminToken(), query: async (sql) => (await database.pool.query(sql)).rows };
  term = await runTerm(site, { ...LENGTH, shape: SHAPE, tell: () => undefined });
}, 120_000);

afterAll(async () => {
  await worker?.stop();
});

test('a school goes through a short term, all that was acknowledged is there, and what is broken is found', {
  timeout: 120_000,
}, async () => {
  expect(term.faults).toEqual([]);
  expect(term.progress.acts).toBe(LENGTH.acts);
  // Nothing was tried where there was never anything to do it with.
  expect(KINDS.filter((kind) => !term.progress.done.has(kind))).toEqual([]);
  // It would bring jobs on their way into the queue.
  await worker?.stop();
  worker = undefined;
  breakLedger(term);
  for (const statement of BREAKS) expect((await server.database.pool.query(statement)).rowCount, statement).toBeGreaterThan(0);
  const found = await check({ site, ...term, tell: () => undefined }, new LyingAsker(site));
  expect(FOUND.filter((pattern) => !found.some((line) => pattern.test(line)))).toEqual([]);
});

import { availableParallelism } from 'node:os';
import pino from 'pino';
import { ports } from '../src/areas/index.ts';
import { jobsAtOnce } from '../src/config.ts';
import { forJobs } from '../src/store/bounds.ts';
import { openDatabase } from '../src/store/database.ts';
import { openFileStore } from '../src/store/files.ts';
import { MAILS_AT_ONCE, startWorker } from '../src/worker.ts';
import { serveBench } from './child.ts';
import { BASE_URL } from './floors.ts';
import { temporaryDirectory } from './temporary.ts';

const WORKER_CONCURRENCY = jobsAtOnce(availableParallelism());

/** Lectern as `work` runs it, but for the log. */
await serveBench(async ({ databaseUrl }) => {
  const database = openDatabase(databaseUrl, { ...forJobs(WORKER_CONCURRENCY, MAILS_AT_ONCE), onIdleError: () => undefined });
  const directory = await temporaryDirectory('files');
  const files = await openFileStore({ kind: 'disk', directory: directory.path });
  const services = {
    files,
    secretKey: 'what the bench signs with',
    ...ports,
    smtpUrl: null,
    mailFrom: 'bench@lectern.example',
    pageViewsDays: 365,
    webUrl: BASE_URL,
  };
  const worker = await startWorker(database, { ...services, workerConcurrency: WORKER_CONCURRENCY }, pino({ level: 'silent' }));
  return {
    url: BASE_URL,
    statementCount: () => database.statementCount(),
    async stop() {
      await worker.stop();
      await database.close();
      await directory.remove();
    },
  };
});

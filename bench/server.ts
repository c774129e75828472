import pino from 'pino';
import { LastUsedRecorder } from '../src/access/last-used.ts';
import { ports } from '../src/areas/index.ts';
import { PageViewRecorder } from '../src/areas/page-views/recorder.ts';
import { readConfig } from '../src/config.ts';
import { listen } from '../src/http/listening.ts';
import { measuredFiles } from '../src/metrics/files.ts';
import { buildServer } from '../src/server.ts';
import { openDatabase } from '../src/store/database.ts';
import { openFileStore } from '../src/store/files.ts';
import { watching } from '../src/watching.ts';
import { serveBench } from './child.ts';
import { BASE_URL, SECRET_KEY } from './floors.ts';
import { DATABASE_CONNECTIONS } from './settings.ts';
import { temporaryDirectory } from './temporary.ts';

/** Lectern as `serve` runs it, but for the rate limit, which is made to be run into, and the log. */
await serveBench(async ({ databaseUrl }) => {
  const { bounds } = readConfig({});
  const database = openDatabase(databaseUrl, { connections: DATABASE_CONNECTIONS, bounds, onIdleError: () => undefined });
  void database.open();
  const log = { warn: () => undefined };
  const lastUsed = new LastUsedRecorder(database, log);
  const pageViews = new PageViewRecorder(database, log);
  const directory = await temporaryDirectory('files');
  const metrics = watching([{ use: 'requests', database }]);
  const files = measuredFiles(metrics, await openFileStore({ kind: 'disk', directory: directory.path }));
  const app = await buildServer({
    database,
    services: { files, secretKey: SECRET_KEY, ...ports },
    baseUrl: BASE_URL,
    webUrl: BASE_URL,
    host: '127.0.0.1',
    rateLimit: 'off',
    trustProxy: false,
    metrics,
    metricsToken: null,
    lastUsed,
    pageViews,
    logger: pino({ level: 'silent' }),
  });
  return {
    url: await listen(app, { host: '127.0.0.1', port: 0 }),
    statementCount: () => database.statementCount(),
    async stop() {
      await app.close();
      await lastUsed.flush();
      await pageViews.flush();
      await database.close();
      await directory.remove();
    },
  };
});

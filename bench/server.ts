import pino from 'pino';
import { buildServer } from '../src/server.ts';
import { openDatabase } from '../src/store/database.ts';
import { serveBench } from './child.ts';
import { BASE_URL, DATABASE_CONNECTIONS } from './settings.ts';

/** Lectern as `serve` runs it, but for the rate limit, which is made to be run into, and the log. */
await serveBench(async ({ databaseUrl }) => {
  const database = openDatabase(databaseUrl, { connections: DATABASE_CONNECTIONS, onIdleError: () => undefined });
  const app = await buildServer({
    database,
    baseUrl: BASE_URL,
    host: '127.0.0.1',
    rateLimit: 'off',
    processes: 1,
    trustProxy: false,
    metricsToken: null,
    secretKey: 'what the bench signs with',
    pageViews: null,
    logger: pino({ level: 'silent' }),
  });
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    statementCount: () => database.statementCount(),
    async stop() {
      await app.close();
      await database.close();
    },
  };
});

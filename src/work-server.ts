import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { errorHandler } from './http/error-handler.ts';
import { health } from './http/health.ts';
import { leaving } from './http/leaving.ts';
import { metricsEndpoint } from './metrics/endpoint.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Database } from './store/database.ts';

interface Options {
  database: Database;
  metrics: Metrics;
  host: string;
  metricsToken: string | null;
  logger: FastifyBaseLogger;
}

/** The HTTP server of a process that does jobs: it has `/health` and `/metrics`, and nothing else (conventions#85). */
export async function buildWorkServer({ database, metrics, host, metricsToken: token, logger }: Options): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  await app.register(leaving);
  await app.register(errorHandler, { constraints: {} });
  await app.register(health, { database });
  await app.register(metricsEndpoint, { metrics, host, token });
  return app;
}

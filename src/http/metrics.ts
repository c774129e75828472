import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../config.ts';
import { invalidToken } from '../kernel/errors.ts';
import type { Database } from '../store/database.ts';

interface Measure {
  name: string;
  help: string;
  read(database: Database): Promise<number>;
}

interface Options {
  database: Database;
  measures: readonly Measure[];
  host: string;
  token: string | null;
}

/** `GET /metrics` (conventions#70): requests by route pattern, never by address, so that their number is bounded. */
export const metrics = fp(async (app: FastifyInstance, { database, measures, host, token }: Options) => {
  const register = new Registry();
  // A tenth of a second is fine enough to see a loop that is held up, and does not wake an idle process a hundred times a second.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 });
  const duration = new Histogram({
    name: 'lectern_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  });
  new Counter({
    name: 'lectern_sql_statements_total',
    help: 'SQL statements sent by this process',
    registers: [register],
    collect() {
      this.reset();
      this.inc(database.statementCount());
    },
  });
  for (const { name, help, read } of measures) {
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        // A database that is away takes this number away, and leaves the others.
        const value = await read(database).catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { operation, openRoute } = request.routeOptions.config;
    const labels = { operation: (operation ?? openRoute)?.operationId ?? 'other', status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if ((token !== null || !isLoopback(host)) && !carries(request, token)) throw invalidToken();
    return reply.type(register.contentType).send(await register.metrics());
  });
});

function carries(request: FastifyRequest, token: string | null): boolean {
  const sent = Buffer.from(request.headers.authorization?.replace(/^Bearer /i, '') ?? '');
  const wanted = Buffer.from(token ?? '');
  return token !== null && sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

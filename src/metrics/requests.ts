import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Metrics } from './metrics.ts';

/** The bounds of the histogram, in seconds: most requests take some milliseconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Measures requests by operation and never by address, so that the number of series is bounded. */
export const measuredRequests = fp(async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
  const seconds = metrics.seconds('lectern_http_request_seconds', 'Time from a request to its answer', ['operation', 'status'], BUCKETS);
  app.addHook('onResponse', (request, reply, done) => {
    const { operation, openRoute } = request.routeOptions.config;
    const labels = { operation: (operation ?? openRoute)?.operationId ?? 'other', status: String(reply.statusCode) };
    seconds.observe(labels, reply.elapsedTime / 1000);
    done();
  });
});

import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLoopback } from '../config.ts';
import { isSameText } from '../kernel/constant-time.ts';
import { invalidToken } from '../kernel/errors.ts';
import type { Metrics } from './metrics.ts';

interface Options {
  metrics: Metrics;
  host: string;
  token: string | null;
}

/** `GET /metrics` (conventions#70). */
export const metricsEndpoint = fp(async (app: FastifyInstance, { metrics, host, token }: Options) => {
  app.get('/metrics', async (request, reply) => {
    if ((token !== null || !isLoopback(host)) && !carries(request, token)) throw invalidToken();
    return reply.type(metrics.contentType).send(await metrics.written());
  });
});

function carries(request: FastifyRequest, token: string | null): boolean {
  const sent = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
  return token !== null && isSameText(sent, token);
}

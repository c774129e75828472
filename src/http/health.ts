import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '../store/database.ts';
import { ReadinessProbe } from '../store/readiness.ts';

/** `GET /health/live`, `GET /health/ready` (conventions#69). */
export const health = fp(async (app: FastifyInstance, { database }: { database: Database }) => {
  const readiness = new ReadinessProbe(database.url);
  app.addHook('onClose', () => readiness.close());
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const ready = !app.leaving.begun && (await readiness.ask());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
});

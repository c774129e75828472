import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '../store/database.ts';
import { isMigrated } from '../store/migrate.ts';

/** `GET /health/live`, `GET /health/ready` (D0.4). */
export const health = fp(async (app: FastifyInstance, { database }: { database: Database }) => {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await isMigrated(database.pool);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
});

import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * A body has to be there within a given time, so that nobody holds connections open byte by byte. Files are exempt, which
 * take as long as they take: of those only an idle connection is closed (`connectionTimeout`).
 */
export const slowBodies = fp(async (app: FastifyInstance, { withinMs }: { withinMs: number }) => {
  app.addHook('onRequest', async (request) => {
    const { raw, headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || request.routeOptions.config.patient === true) return;
    const timer = setTimeout(() => raw.destroy(), withinMs).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
});

import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * A body has to be there within a given time, so that nobody holds connections open byte by byte. Files are exempt, which
 * take as long as they take: of those only an idle connection is closed (`connectionTimeout`).
 */
export const slowBodies = fp(async (app: FastifyInstance, { withinMs }: { withinMs: number }) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (hasBody && request.routeOptions.config.patient !== true) {
      const timer = setTimeout(() => raw.destroy(), withinMs).unref();
      raw.once('close', () => clearTimeout(timer));
      raw.once('end', () => clearTimeout(timer));
    }
    done();
  });
});

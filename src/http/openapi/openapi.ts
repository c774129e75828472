import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type About, type DocumentedArea, openApiDocument } from './document.ts';

/** `/openapi.json`, made when it is first asked for: few processes ever are. */
export const openapi = fp(async (app: FastifyInstance, { areas, ...about }: About & { areas: readonly DocumentedArea[] }) => {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(areas, about));
    return reply.type('application/json; charset=utf-8').send(document);
  });
});

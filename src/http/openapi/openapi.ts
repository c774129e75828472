import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { tagOf } from '../entity-tags.ts';
import { JSON_CONTENT_TYPE } from '../operation.ts';
import { type About, type DocumentedArea, openApiDocument } from './document.ts';

/** `/openapi.json`, made when it is first asked for: few processes ever are. */
export const openapi = fp(async (app: FastifyInstance, { areas, ...about }: About & { areas: readonly DocumentedArea[] }) => {
  let made: { document: string; tag: string } | undefined;
  app.get('/openapi.json', { config: { held: true } }, async (_request, reply) => {
    if (!made) {
      const document = JSON.stringify(openApiDocument(areas, about));
      made = { document, tag: tagOf(document) };
    }
    return reply.type(JSON_CONTENT_TYPE).header('etag', made.tag).send(made.document);
  });
});

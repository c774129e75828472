import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { notFound, refusal } from '../kernel/errors.ts';

/** A request may name its target with the server before it (RFC 9112, 3.2.2); whatever that is, what follows it is ours. */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/') || url === '*') return url;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return path === undefined ? url : path.startsWith('/') ? path : `/${path}`;
}

/** Refuses in the words of the API (conventions#22) what Node and the plugins would refuse in words of their own. */
export const oddRequests = fp(async (app: FastifyInstance) => {
  // A server that listens to this answers it itself; here it is one request among others.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, method, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') return done(refusal('the header Host is missing'));
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
      return done(refusal('of the header Expect nothing but 100-continue is known', 417));
    // Fastify knows it, and asks for a body before it looks for a route.
    if (method === 'QUERY') return done(notFound());
    done();
  });
});

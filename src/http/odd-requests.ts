import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { notFound, refusal } from '../kernel/errors.ts';

/** The path and query of a request's target, which may be written with any server's address before it (RFC 9112, 3.2.2). */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/') || url === '*') return url;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return path === undefined ? url : path.startsWith('/') ? path : `/${path}`;
}

/** What is looked for among the routes. `OPTIONS` is answered alike wherever it asks (conventions#7), so that no path of it has to be readable. */
export const routedForm = (request: Pick<IncomingMessage, 'url' | 'method'>): string =>
  request.method === 'OPTIONS' ? '*' : originForm(request);

/** Refuses in the words of the API (conventions#22) what Node and the plugins would refuse in words of their own. */
export const oddRequests = fp(async (app: FastifyInstance) => {
  // Whoever listens to this event has to answer the request; here it is served as any other.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, method, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') return done(refusal('the header Host is missing'));
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
      return done(refusal('of the header Expect nothing but 100-continue is known', 417));
    // Fastify knows this method, and would ask for a body before it looks for a route.
    if (method === 'QUERY') return done(notFound());
    done();
  });
});

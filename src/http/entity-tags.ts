import { createHash, hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { JSON_MEDIA, type Operation } from './operation.ts';

/** Weak, because the same answer is sent compressed in several ways. */
export const tagOf = (answer: string | Buffer): string => `W/"${hash('sha1', answer, 'base64url')}"`;

/** Of an answer that is sent part by part. */
export function tagOfParts(parts: readonly Buffer[]): string {
  const whole = createHash('sha1');
  for (const part of parts) whole.update(part);
  return `W/"${whole.digest('base64url')}"`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether one of the tags that a client holds is this one; what is no tag is none of them. */
export const holdsTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route answers that is no operation may be held by a client, too. */
    held?: true;
  }
}

/** Whether an operation answers what may be held, and asked for again. */
export const hasTag = ({ method, status, media }: Pick<Operation, 'method' | 'status' | 'media'>): boolean =>
  method === 'GET' && status === 200 && media === JSON_MEDIA;

function tagged(reply: FastifyReply, payload: unknown): string | undefined {
  const known = reply.getHeader('etag');
  if (typeof known === 'string') return known;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? tagOf(payload) : undefined;
}

/** What the client holds already is not sent again (conventions#103). */
function unlessHeld(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { operation, held } = request.routeOptions.config;
  if (!(operation ? hasTag(operation) : held) || reply.statusCode !== 200) return payload;
  const tag = tagged(reply, payload);
  if (tag === undefined) return payload;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (!holdsTag(request.headers['if-none-match'], tag)) return payload;
  reply.code(304);
  // What HEAD would have had is never sent, and says how long it is.
  if (request.method === 'HEAD') return payload;
  reply.removeHeader('content-length').removeHeader('content-type');
  return null;
}

/** Answers with the tag of what they say, and with 304 who holds it. The work of the request is done all the same: what is spared is sending it. */
export const entityTags = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, payload, done) => done(null, unlessHeld(request, reply, payload)));
});

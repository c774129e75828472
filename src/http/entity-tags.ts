import { createHash, hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { JSON_MEDIA, type Operation } from './operation.ts';

/** The tag of an answer. It is a weak one, because the same answer is sent compressed in several ways. */
export const tagOf = (answer: string | Buffer): string => `W/"${hash('sha1', answer, 'base64url')}"`;

/** The tag of an answer that is sent part by part. */
export function tagOfParts(parts: readonly Buffer[]): string {
  const whole = createHash('sha1');
  for (const part of parts) whole.update(part);
  return `W/"${whole.digest('base64url')}"`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the tags in a header `If-None-Match` include this one. What is no tag matches nothing. */
export const holdsTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Has the answers of a route that is no operation tagged as well. */
    held?: true;
  }
}

/** Whether the answers of an operation are tagged, for clients that keep them and ask again. */
export const hasTag = ({ method, status, media }: Pick<Operation, 'method' | 'status' | 'media'>): boolean =>
  method === 'GET' && status === 200 && media === JSON_MEDIA;

function tagged(reply: FastifyReply, payload: unknown): string | undefined {
  const known = reply.getHeader('etag');
  if (typeof known === 'string') return known;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? tagOf(payload) : undefined;
}

/** Answers 304 where the client has this answer already (conventions#103). */
function unlessHeld(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { operation, held } = request.routeOptions.config;
  if (!(operation ? hasTag(operation) : held) || reply.statusCode !== 200) return payload;
  const tag = tagged(reply, payload);
  if (tag === undefined) return payload;
  reply.header('etag', tag);
  if (!holdsTag(request.headers['if-none-match'], tag)) return payload;
  reply.code(304);
  // The body of an answer to HEAD is never sent, and its headers say how long it would be.
  if (request.method === 'HEAD') return payload;
  reply.removeHeader('content-length').removeHeader('content-type');
  return null;
}

/** What every answer says that says nothing else: caches between clients and the server keep nothing for others (conventions#103). */
export const FOR_NOBODY_ELSE = { 'cache-control': 'private, no-cache' };

/**
 * Tags answers, and sends 304 to clients that have them. The request is served all the same: only sending the answer is spared. Refusals
 * and redirects, too, are said to be for nobody else.
 */
export const entityTags = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.headers(FOR_NOBODY_ELSE);
    done(null, unlessHeld(request, reply, payload));
  });
});

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { RawJson } from './raw-json.ts';

/** `Accept: application/json+canvas-string-ids`: every id is answered as a string (conventions#51). */
const STRING_IDS = 'application/json+canvas-string-ids';

/** Fields that hold ids, by their names; some lists of ids are called after the things themselves. */
const IS_ID = /(?:^|_)ids?$|^(?:topic_children|unread_entries|forced_entries|audience|never_drop|order|created_by)$/;

/** Fields that hold an id in some answers (submissions#79, submissions#101) and an object in others. */
const NAMED_BY_ID = /^(?:assignments?|course|student|grader)$/;

/** A text, and what follows it where it is the name of a number or of a list of plain values. */
const TEXT = /"([^"\\]*(?:\\.[^"\\]*)*)"(?::\s*(-?\d[\d.eE+-]*|\[[^[\]{}"]*\]))?/gs;
const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * Rewrites the ids of JSON, or of a part of it that breaks off between two values. Rare enough that it works on the
 * finished answer and costs other requests nothing.
 */
export const withStringIds = (json: string): string =>
  json.replace(TEXT, (all, name: string, value: string | undefined) =>
    value !== undefined && (IS_ID.test(name) || NAMED_BY_ID.test(name)) ? `"${name}":${value.replace(NUMBER, '"$&"')}` : all,
  );

/** Parts that are in many answers are rewritten once. */
const rewritten = new WeakMap<Buffer, Buffer>();

function partWithStringIds(part: Buffer): Buffer {
  let its = rewritten.get(part);
  if (!its) rewritten.set(part, (its = Buffer.from(withStringIds(part.toString()))));
  return its;
}

export const rawWithStringIds = ({ parts }: RawJson): RawJson => new RawJson(parts.map(partWithStringIds));

/** Whether an answer is JSON; any other is left as it is. */
const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('application/json');

export const asksStringIds = (request: FastifyRequest): boolean => request.headers.accept?.toLowerCase().includes(STRING_IDS) ?? false;

export const stringIds = fp(async (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { operation, openRoute } = request.routeOptions.config;
    const asked = asksStringIds(request) && (operation || openRoute?.answer) && isJson(reply);
    const json = asked && Buffer.isBuffer(payload) ? payload.toString() : payload;
    done(null, asked && typeof json === 'string' && json !== '' ? withStringIds(json) : payload);
  });
});

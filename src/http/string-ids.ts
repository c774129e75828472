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

const rewrite = (json: string): string =>
  json.replace(TEXT, (all, name: string, value: string | undefined) =>
    value !== undefined && (IS_ID.test(name) || NAMED_BY_ID.test(name)) ? `"${name}":${value.replace(NUMBER, '"$&"')}` : all,
  );

/** Before what a client sent (quizzes#88): what that says of ids is answered as it was sent. Quotes within texts are escaped. */
const BEFORE_SENT = /"event_data":\s*/g;
const TEXT_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"|([{[])|([\]},])/gs;

/** Where the value ends that begins at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (const { index, 1: opening, 2: closing } of json.slice(start).matchAll(TEXT_OR_BRACKET)) {
    if (opening) depth++;
    else if (closing && depth === 0) return start + index;
    else if (closing && closing !== ',') depth--;
  }
  return json.length;
}

/**
 * Rewrites the ids of JSON, or of a part of it that breaks off between two values. Rare enough that it works on the finished answer and
 * costs other requests nothing.
 */
export function withStringIds(json: string): string {
  let written = '';
  let end = 0;
  for (const { index, 0: name } of json.matchAll(BEFORE_SENT)) {
    if (index < end) continue;
    const start = index + name.length;
    written += rewrite(json.slice(end, start));
    end = endOfValue(json, start);
    written += json.slice(start, end);
  }
  return written + rewrite(json.slice(end));
}

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

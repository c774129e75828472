import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** `Accept: application/json+canvas-string-ids`: every id is answered as a string (conventions#51). */
const STRING_IDS = 'application/json+canvas-string-ids';

/** Fields that hold ids, by their names; some lists of ids are called after the things themselves. */
const IS_ID = /(?:^|_)ids?$|^(?:topic_children|unread_entries|forced_entries|audience|never_drop|order|created_by)$/;

/** Fields that hold an id in some answers (submissions#79, submissions#101) and an object in others. */
const NAMED_BY_ID = /^(?:assignments?|course|student|grader)$/;

/** Rewrites the ids of an answer. Rare enough that it works on the finished JSON and costs other requests nothing. */
function withStringIds(json: string): string {
  const asId = (value: unknown): unknown => (typeof value === 'number' ? String(value) : Array.isArray(value) ? value.map(asId) : value);
  return JSON.stringify(JSON.parse(json, (key, value: unknown) => (IS_ID.test(key) || NAMED_BY_ID.test(key) ? asId(value) : value)));
}

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

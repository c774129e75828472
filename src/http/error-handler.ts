import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  ApiError,
  bodyTooLarge,
  clientGone,
  internalError,
  notFound,
  refusal,
  unavailable,
  unsupportedMediaType,
} from '../kernel/errors.ts';
import { unavailability, violatedConstraint } from '../store/server-errors.ts';
import { FOR_NOBODY_ELSE } from './entity-tags.ts';
import { JSON_CONTENT_TYPE } from './operation.ts';
import { leaveUnread } from './unread-bodies.ts';

/** By the name of a constraint of the database: the error that a client gets for violating it. Each area brings its own. */
export type ConstraintErrors = Readonly<Record<string, () => ApiError>>;

export function answerError(reply: FastifyReply, error: ApiError): FastifyReply {
  leaveUnread(reply);
  const body = typeof error.body === 'string' ? error.body : JSON.stringify(error.body);
  return reply
    .code(error.status)
    .headers(error.headers)
    .type(typeof error.body === 'string' ? 'text/plain; charset=utf-8' : JSON_CONTENT_TYPE)
    .serializer(() => body)
    .send(error.body);
}

/** A refusal by Fastify or one of its plugins, in this API's words. */
function translated(error: FastifyError): ApiError | undefined {
  if (error.statusCode === 503) return unavailable(1);
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined;
  if (error.statusCode === 413) return bodyTooLarge();
  if (error.statusCode === 415) return unsupportedMediaType();
  return refusal(error.message, error.statusCode);
}

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'code' in error && 'statusCode' in error;

const UNREADABLE: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};

/** Answers, in the words of this API, what is no HTTP request and so never reaches a route (conventions#22). */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = UNREADABLE[error.code] ?? ['400 Bad Request', 'this is no HTTP request that can be read'];
  const body = JSON.stringify({ errors: [{ message }] });
  const headers = [
    `content-type: ${JSON_CONTENT_TYPE}`,
    `content-length: ${body.length}`,
    `x-request-id: ${randomUUID()}`,
    `cache-control: ${FOR_NOBODY_ELSE['cache-control']}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n${body}`);
}

/** About as long as a database takes to start again, and longer than a rush of requests lasts. */
const TRY_AGAIN_S = 5;

/** The log says which limit or fault it was (`reason`), and in which operation. */
function tellPutOff(request: FastifyRequest, reason: string, err?: unknown): void {
  const { operation, openRoute } = request.routeOptions.config;
  const operationId = (operation ?? openRoute)?.operationId;
  const why = err === undefined ? 'there is no memory for it' : 'a store gave no answer';
  request.log.warn({ reqId: request.id, operation: operationId, reason, err }, `a request was put off: ${why}`);
}

export const errorHandler = fp(async (app: FastifyInstance, { constraints }: { constraints: ConstraintErrors }) => {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ApiError) {
      if (error.reason !== null) tellPutOff(request, error.reason);
      return answerError(reply, error);
    }
    const meant = constraints[violatedConstraint(error) ?? ''];
    if (meant) return answerError(reply, meant());
    const refused = isFastifyError(error) ? translated(error) : undefined;
    if (refused) return answerError(reply, refused);
    // The client has gone in the midst of its body. Its connection fails then, and nothing else does.
    if (error === request.raw.errored) return answerError(reply, clientGone());
    const reason = unavailability(error);
    if (reason !== undefined) {
      tellPutOff(request, reason, error);
      return answerError(reply, unavailable(TRY_AGAIN_S));
    }
    request.log.error({ reqId: request.id, err: error }, 'a request failed');
    return answerError(reply, internalError(request.id));
  });
  app.setNotFoundHandler((_request, reply) => answerError(reply, notFound()));
});

import { subscribe } from 'node:diagnostics_channel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, expect } from 'vitest';
import { statusesOf } from '../../src/http/openapi/answers.ts';

/** Nobody reads it: the client has gone. */
const GONE = 499;

const undocumented = new Set<string>();

function watch({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  const { operation } = request.routeOptions.config;
  if (!operation) return;
  reply.raw.once('finish', () => {
    const { statusCode } = reply.raw;
    if (statusCode !== GONE && !statusesOf(operation).includes(statusCode))
      undocumented.add(`${operation.operationId} answers ${statusCode}`);
  });
}

// Once for all files of a worker, which share its modules.
subscribe('tracing:fastify.request.handler:start', (message) => watch(message as Parameters<typeof watch>[0]));

/** What the servers of a test file answer is what the reference says of each operation. */
export function documentsStatuses(): void {
  afterAll(() => {
    const found = [...undocumented];
    undocumented.clear();
    expect(found, 'statuses that the reference does not have').toEqual([]);
  });
}

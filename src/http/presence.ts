import type { FastifyRequest } from 'fastify';
import { clientGone } from '../kernel/errors.ts';

/**
 * Whether the client of a request has gone. Where a client has closed its side of a connection, Node closes the other side, so that no
 * answer can be sent on it. A request that is injected without a network has a socket without this state.
 */
export const isGone = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || socket.writableEnded;

/** Refuses to begin anything for a client that has gone: it has asked again, or does not want the answer any more. */
export function requirePresent(request: FastifyRequest): void {
  if (isGone(request)) throw clientGone();
}

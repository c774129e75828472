import type { FastifyRequest } from 'fastify';
import { clientGone } from '../kernel/errors.ts';

/**
 * Whether nobody waits for the answer any more. Node closes a connection that its client has closed to its own side, so that nothing
 * could be answered on it; one that is handed in without a network has no such state.
 */
export const isGone = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || socket.writableEnded;

/** Whoever has given up waiting has asked again, or does not want it any more: nothing is begun for them. */
export function requirePresent(request: FastifyRequest): void {
  if (isGone(request)) throw clientGone();
}

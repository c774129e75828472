import type { FastifyReply } from 'fastify';
import { SMALL_BODY } from './body-budget.ts';
import { hasBody } from './slow-bodies.ts';

/** So much is still taken in and dropped, for so long, after the answer to a body that is not read to its end. */
const MOST_DROPPED = 64 * 1024 * 1024;
const DROPPED_WITHIN_MS = 30_000;

/**
 * To be called before a refusal is sent. What is left of a small body Node drops itself. A large one ends with the answer, which
 * says so (files#27): the connection is closed to our own side first, and what still comes is dropped, because a client that is
 * sending would lose its answer with a connection that is cut (RFC 9112, 9.6).
 */
export function leaveUnread(reply: FastifyReply): void {
  const { raw } = reply.request;
  if (raw.complete || !hasBody(raw) || Number(raw.headers['content-length']) <= SMALL_BODY) return;
  reply.header('connection', 'close');
  const { socket } = raw;
  const close = () => void socket.destroy();
  let left = MOST_DROPPED;
  raw.unpipe();
  raw.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) close();
  });
  raw.once('end', () => socket.writableEnded && close());
  // What Node calls once the answer is written, to cut the connection then.
  socket.destroySoon = () => {
    socket.end();
    if (raw.readableEnded) return close();
    setTimeout(close, DROPPED_WITHIN_MS).unref();
  };
}

import type { FastifyReply } from 'fastify';
import { SMALL_BODY } from './body-budget.ts';
import { hasBody } from './slow-bodies.ts';

/** How many bytes, and for how long, are still received and dropped after the answer to a body that was not read to its end. */
const MOST_DROPPED = 64 * 1024 * 1024;
const DROPPED_WITHIN_MS = 30_000;

/**
 * Prepares a connection for a refusal that is sent before the whole body has arrived. What is left of a small body is dropped by Node
 * itself. Where it is large, the answer says that the connection ends (files#27). Then our own side of the connection is closed first, and
 * what still arrives is dropped: a client that is sending would lose its answer if the connection were cut (RFC 9112, 9.6).
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
  // Node calls this once the answer is written, to cut the connection.
  socket.destroySoon = () => {
    socket.end();
    if (raw.readableEnded) return close();
    setTimeout(close, DROPPED_WITHIN_MS).unref();
  };
}

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** As some proxies name a client in `X-Forwarded-For`: with the port of its connection, an address of IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * The address of the client (conventions#68). What stands in the place of one and is none may be anything that a client has sent, of any
 * length: then it is that of who is connected. Empty where the client has gone, and nobody had asked for its address before.
 */
export function clientAddress({ ip, socket }: { ip: string | undefined; socket: FastifyRequest['socket'] }): string {
  if (ip === undefined) return '';
  const [, six, four] = WITH_PORT.exec(ip) ?? [];
  // A zone may be any text as well.
  const address = (six ?? four ?? ip).replace(/%.*$/s, '');
  return isIP(address) > 0 ? address : (socket.remoteAddress ?? '');
}

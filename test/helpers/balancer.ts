import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from './port-of.ts';

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Spreads requests over servers as nginx does by default: it keeps connections, for no longer than `idleMs`, and asks the next server where
 * one takes no connection, or ends it before the answer to a request that may be sent twice.
 */
export async function startBalancer(ports: readonly number[], idleMs: number) {
  const agent = new Agent({ keepAlive: true, timeout: idleMs });
  let turn = 0;

  /** Undefined: the server ended before it answered. `sent` says whether it may have had the request. */
  const ask = (port: number, incoming: IncomingMessage, body: Buffer) =>
    new Promise<{ answer?: IncomingMessage; sent: boolean }>((resolve) => {
      const { method, url, headers } = incoming;
      const { connection: _, ...passed } = headers;
      let sent = false;
      const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers: passed, agent });
      outgoing.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (sent = true));
        else sent = true;
      });
      outgoing.once('response', (answer) => resolve({ answer, sent }));
      outgoing.once('error', () => resolve({ sent }));
      outgoing.end(body);
    });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const first = turn++;
    for (let tries = 0; tries < ports.length; tries++) {
      const { answer, sent } = await ask(ports[(first + tries) % ports.length] ?? 0, incoming, body);
      if (answer) {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(outgoing);
        return;
      }
      if (sent && !IDEMPOTENT.has(incoming.method ?? '')) break;
    }
    outgoing.writeHead(502).end();
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

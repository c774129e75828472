import cluster from 'node:cluster';
import { once } from 'node:events';
import { connect, createServer, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The sockets that it listens on besides its own. */
    listeners?: readonly Server[];
  }
}

interface Address {
  host: string;
  port: number;
}

/** How many sockets take the connections that come to one port, the server's own among them. */
const LISTENERS = 8;

/** Whether sockets may share a port. Processes of a cluster are handed their connections by the first process instead. */
const sharesPorts = (): boolean => process.platform === 'linux' && cluster.isPrimary;

async function open(listener: Server, at: Address & { reusePort: boolean }): Promise<void> {
  const opened = once(listener, 'listening');
  listener.listen(at);
  await opened;
}

const close = (listener: Server): Promise<unknown> => new Promise((resolve) => listener.close(resolve));

/**
 * Fails where another process listens there already: sockets that share a port would share it with that process, too. It finds out by
 * connecting. If it listened itself for a moment instead, whoever connected in that moment would be cut off.
 */
async function requireFree({ host, port }: Address): Promise<void> {
  const probe = connect({ host, port });
  try {
    await once(probe, 'connect');
    // Where nobody listens, the system may have chosen this very port for the probe, which then has connected to itself.
    if (probe.localPort === port) return;
  } catch {
    return;
  } finally {
    probe.destroy();
  }
  throw Object.assign(new Error(`somebody listens at ${host}:${port}`), { code: 'EADDRINUSE' });
}

const portOf = (listener: Server): number | undefined => {
  const bound = listener.address();
  return typeof bound === 'object' && bound ? bound.port : undefined;
};

/** Fails where `listen` would fail, as far as that can be known before there is a server. Gives back the port: a free one for 0. */
export async function requireListenable({ host, port }: Address): Promise<number> {
  // Where any port of the host can be listened on, the host is this machine's.
  const probe = createServer();
  await open(probe, { host, port: 0, reusePort: false });
  const free = portOf(probe) ?? port;
  await close(probe);
  if (port === 0) return free;
  await requireFree({ host, port });
  return port;
}

/**
 * Listens, and gives back the address. One socket accepts one connection per turn of the event loop, and each turn first serves all
 * connections that were accepted before. When all browsers of a school come in the same second, the last of them would wait until the
 * first are done. So several sockets share the port.
 */
export async function listen(app: FastifyInstance, at: Address): Promise<string> {
  if (!sharesPorts()) return app.listen(at);
  const listeners = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  app.decorate('listeners', listeners);
  let closed: Promise<unknown> | undefined;
  app.addHook('preClose', (done) => {
    closed = Promise.all(listeners.map(close));
    done();
  });
  // Requests that came in by them are finished by then.
  app.addHook('onClose', async () => void (await closed));
  if (at.port !== 0) await requireFree(at);
  const shared = { ...at, reusePort: true };
  const address = await app.listen(shared);
  const port = portOf(app.server) ?? at.port;
  await Promise.all(listeners.map((listener) => open(listener, { ...shared, port })));
  return address;
}

/** Stops accepting connections at once. */
export function shut(app: FastifyInstance): void {
  for (const listener of [app.server, ...(app.listeners ?? [])]) {
    // An HTTP server's own close() would first look through all connections, while more are accepted.
    Server.prototype.close.call(listener);
  }
}

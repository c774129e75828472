import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The address of the database, by way of the proxy. */
  url: string;
  /** Ends the connections that carry such a text to the server, before it gets there; null: no longer. */
  cutAt(text: string | null): void;
  /** From now on nothing passes; the connections stay. */
  fallSilent(): void;
  /** What the server says unasked on the connections that there are comes only with what each asks next, or when it is let go. */
  holdNews(): void;
  letGo(): void;
  stop(): Promise<void>;
}

/** A way to the database that can be cut, or fall silent as a machine does that is gone. */
export async function proxyTo(databaseUrl: string): Promise<Proxy> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cutAt: string | null = null;
  let silent = false;
  const kept = new Map<Socket, Buffer[]>();
  const clients = new Set<Socket>();
  const release = (client: Socket) => {
    for (const piece of kept.get(client) ?? []) client.write(piece);
    kept.delete(client);
  };
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const behind = connect(Number(to.port), to.hostname);
    const both = [client, behind];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (piece) => {
      if (silent) return;
      if (cutAt !== null && piece.includes(cutAt)) return end();
      release(client);
      behind.write(piece);
    });
    behind.on('data', (piece) => {
      if (silent) return;
      const pieces = kept.get(client);
      if (pieces) pieces.push(piece);
      else client.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    cutAt(text) {
      cutAt = text;
    },
    fallSilent() {
      silent = true;
    },
    holdNews() {
      for (const client of clients) kept.set(client, []);
    },
    letGo() {
      for (const client of clients) release(client);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

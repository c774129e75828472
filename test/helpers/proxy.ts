import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './port-of.ts';

export interface Proxy {
  /** The address of the database, by way of the proxy. */
  url: string;
  /** Ends the connections that carry such a text to the server, before it gets there; null: no longer. */
  cutAt(text: string | null): void;
  /** Keeps what carries such a text from the server, and all that comes after it on its connection. */
  stallAt(text: string): void;
  /** How many connections are kept so. */
  stalled(): number;
  cutStalled(): void;
  /** From now on nothing passes; the connections stay. */
  fallSilent(): void;
  /** Lets nothing pass once somebody has sent such a text, which does not get there either. */
  fallSilentAt(text: string): void;
  /** What the server says unasked on the connections that there are comes only with what each asks next, or when it is let go. */
  holdNews(): void;
  letGo(): void;
  /** No notification passes any more, as through a pooler that hands out connections by transaction. */
  swallowNotifications(): void;
  stop(): Promise<void>;
}

const NOTIFICATION = 'A'.charCodeAt(0);

/** What a server has sent but for notifications, and the beginning of a message that has not come whole. */
function withoutNotifications(bytes: Buffer): { passed: Buffer; rest: Buffer } {
  const passed: Buffer[] = [];
  let at = 0;
  while (at + 5 <= bytes.length) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    if (bytes[at] !== NOTIFICATION) passed.push(bytes.subarray(at, end));
    at = end;
  }
  return { passed: Buffer.concat(passed), rest: bytes.subarray(at) };
}

/** A way to the database that can be cut, or fall silent as a machine does that is gone. */
export async function proxyTo(databaseUrl: string): Promise<Proxy> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cutAt: string | null = null;
  let stallAt: string | null = null;
  const stalled = new Set<Socket>();
  let silent = false;
  let silentAt: string | null = null;
  let swallows = false;
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
      if (silentAt !== null && piece.includes(silentAt)) silent = true;
      if (silent) return;
      if (stallAt !== null && piece.includes(stallAt)) stalled.add(client);
      if (stalled.has(client)) return;
      if (cutAt !== null && piece.includes(cutAt)) return end();
      release(client);
      behind.write(piece);
    });
    let begun = Buffer.alloc(0);
    behind.on('data', (sent) => {
      if (silent) return;
      const { passed: piece, rest } = swallows ? withoutNotifications(Buffer.concat([begun, sent])) : { passed: sent, rest: begun };
      begun = Buffer.from(rest);
      const pieces = kept.get(client);
      if (pieces) pieces.push(piece);
      else client.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(server));
  return {
    url: url.href,
    cutAt(text) {
      cutAt = text;
    },
    stallAt(text) {
      stallAt = text;
    },
    stalled: () => stalled.size,
    cutStalled() {
      for (const socket of stalled) socket.destroy();
    },
    fallSilent() {
      silent = true;
    },
    fallSilentAt(text) {
      silentAt = text;
    },
    holdNews() {
      for (const client of clients) kept.set(client, []);
    },
    swallowNotifications() {
      swallows = true;
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

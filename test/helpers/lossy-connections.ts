import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './port-of.ts';

/** What is to be lost: the answer that ends so, to what was said since. */
export interface Loss {
  said: RegExp;
  answer: string;
  /** Whether nobody gets through afterwards, until `mend`. */
  forGood?: boolean;
}

/** A way to PostgreSQL on which answers are lost: the server did what it was told, and the connection ends before it says so. */
export async function lossyConnections(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let loss: Loss | null = null;
  let lost = 0;
  let away = false;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };

  const proxy = createServer((client) => {
    if (away) return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    let said = '';
    let answered: string | null = null;
    let losing: Loss | null = null;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (loss) said += chunk.toString('latin1');
      if (loss?.said.test(said)) {
        losing = loss;
        loss = null;
        answered = '';
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (answered === null || losing === null) return void client.write(chunk);
      answered += chunk.toString('latin1');
      if (!answered.includes(`${losing.answer}\0`)) return;
      lost++;
      away = losing.forGood ?? false;
      if (away) cut();
      else client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${portOf(proxy)}`;

  return {
    url: url.href,
    lose: (next: Loss) => {
      loss = next;
    },
    lost: () => lost,
    mend: () => {
      away = false;
    },
    async close() {
      cut();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

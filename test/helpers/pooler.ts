import { createServer, Socket } from 'node:net';
import pg from 'pg';
import { portOf } from './port-of.ts';

/** A pooler that hands sessions out by transaction. */
export interface Pooler {
  /** The address of the database, by way of the pooler. */
  url: string;
  /** What one of the sessions that all share answers, while nobody else has it. */
  ofEachSession(text: string): Promise<unknown[]>;
  stop(): Promise<void>;
}

interface Options {
  /** How many sessions there are for all. */
  sessions?: number;
  /** Who asks next gets the one that was free last, or the one that has been free for the longest time. */
  gives?: 'last' | 'longest free';
}

const READY = 'Z'.charCodeAt(0);
const NOTIFICATION = 'A'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
/** What asks the server to say that it is ready: a query, a sync. */
const ASKING = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)]);

/** Cuts what comes into messages; a client's first has no kind. */
class Messages {
  #bytes = Buffer.alloc(0);

  take(piece: Buffer, headed = true): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, piece]);
    const head = headed ? 1 : 0;
    const whole: Buffer[] = [];
    while (this.#bytes.length >= head + 4) {
      const end = head + this.#bytes.readInt32BE(head);
      if (end > this.#bytes.length) break;
      whole.push(this.#bytes.subarray(0, end));
      this.#bytes = this.#bytes.subarray(end);
      if (!headed) break;
    }
    return whole;
  }
}

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeInt32BE(value, i * 4));
  return bytes;
};

/** What a client is let in with: no PostgreSQL process is its own. */
const welcome = (client: number): Buffer =>
  Buffer.concat([
    message('R', numbers(0)),
    message('S', Buffer.from('server_version\u000018.0\u0000')),
    message('S', Buffer.from('client_encoding\u0000UTF8\u0000')),
    message('K', numbers(client, 1)),
    message('Z', Buffer.from('I')),
  ]);

/** A session of PostgreSQL, and whom it is given to for now. */
interface Session {
  socket: Socket;
  asked: number;
  to: Client | null;
}

interface Client {
  socket: Socket;
  session: Session | null;
  waiting: Buffer[];
}

async function openSession(url: string): Promise<Socket> {
  const opened = new pg.Client({ connectionString: url, application_name: 'pooler' });
  opened.on('error', () => undefined);
  await opened.connect();
  const { stream } = opened.connection;
  // What comes on it is passed on from now on.
  stream.removeAllListeners('data');
  if (!(stream instanceof Socket)) throw new Error('a session has no socket');
  stream.setNoDelay(true);
  return stream;
}

/**
 * Speaks PostgreSQL's protocol to both sides, as a pooler does: a client has a session from the first message of a transaction to the answer
 * that ends it, and whoever comes next has what was left on it. Notifications are lost.
 */
class TransactionPooler {
  readonly #url: string;
  readonly #gives: Options['gives'];
  readonly #all = new Set<Session>();
  readonly #free: Session[] = [];
  readonly #queue: Client[] = [];
  readonly sockets = new Set<Socket>();
  /** The sessions that are being opened in place of others. */
  readonly #opening = new Set<Promise<void>>();
  #closed = false;
  #clients = 0;

  constructor(url: string, gives: Options['gives']) {
    this.#url = url;
    this.#gives = gives;
  }

  async addSession(): Promise<void> {
    const socket = await openSession(this.#url);
    const session: Session = { socket, asked: 0, to: null };
    const messages = new Messages();
    socket.on('data', (piece: Buffer) => {
      for (const said of messages.take(piece)) this.#answer(session, said);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#all.delete(session));
    this.#all.add(session);
    this.#release(session);
  }

  welcome(socket: Socket): void {
    const client: Client = { socket, session: null, waiting: [] };
    const messages = new Messages();
    let isIn = false;
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leave(client));
    socket.on('data', (piece: Buffer) => {
      const said = messages.take(piece, isIn);
      if (!isIn && said.length > 0) {
        isIn = true;
        socket.write(welcome(++this.#clients));
      } else for (const one of said) this.#ask(client, one);
    });
  }

  #ask(client: Client, asked: Buffer): void {
    if (asked[0] === TERMINATE) return void client.socket.end();
    if (client.session) return this.#pass(client.session, asked);
    client.waiting.push(asked);
    if (client.waiting.length === 1) {
      this.#queue.push(client);
      this.#serve();
    }
  }

  #pass(session: Session, asked: Buffer): void {
    if (ASKING.has(asked[0] ?? 0)) session.asked++;
    session.socket.write(asked);
  }

  #serve(): void {
    while (this.#free.length > 0 && this.#queue.length > 0) {
      const session = this.#gives === 'last' ? this.#free.pop() : this.#free.shift();
      const client = this.#queue.shift();
      if (!session || !client) return;
      session.to = client;
      client.session = session;
      for (const asked of client.waiting.splice(0)) this.#pass(session, asked);
    }
  }

  #answer(session: Session, said: Buffer): void {
    if (said[0] === NOTIFICATION) return;
    session.to?.socket.write(said);
    if (said[0] !== READY) return;
    session.asked--;
    if (session.asked > 0 || said[5] !== IDLE || !session.to) return;
    session.to.session = null;
    this.#release(session);
  }

  #release(session: Session): void {
    session.to = null;
    this.#free.push(session);
    this.#serve();
  }

  /** Whatever it was in the middle of ends with its session. */
  #leave(client: Client): void {
    this.sockets.delete(client.socket);
    const at = this.#queue.indexOf(client);
    if (at >= 0) this.#queue.splice(at, 1);
    if (!client.session) return;
    client.session.to = null;
    client.session.socket.destroy();
    this.#all.delete(client.session);
    if (this.#closed) return;
    const opening = this.addSession().finally(() => this.#opening.delete(opening));
    this.#opening.add(opening);
  }

  get size(): number {
    return this.#all.size;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.#opening);
    for (const { socket } of this.#all) socket.destroy();
  }
}

export async function poolerTo(databaseUrl: string, { sessions = 3, gives = 'longest free' }: Options = {}): Promise<Pooler> {
  const pooler = new TransactionPooler(databaseUrl, gives);
  for (let i = 0; i < sessions; i++) await pooler.addSession();
  const server = createServer({ noDelay: true }, (socket) => pooler.welcome(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(server));
  return { url: url.href, ofEachSession, stop };

  async function ofEachSession(text: string): Promise<unknown[]> {
    const clients = Array.from({ length: pooler.size }, () => new pg.Client({ connectionString: url.href }));
    await Promise.all(clients.map((client) => client.connect()));
    // Each holds one until all have one.
    await Promise.all(clients.map((client) => client.query('begin')));
    const answers = await Promise.all(clients.map(async (client) => (await client.query({ text, rowMode: 'array' })).rows));
    await Promise.all(clients.map((client) => client.query('commit')));
    await Promise.all(clients.map((client) => client.end()));
    return answers;
  }

  async function stop(): Promise<void> {
    await pooler.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

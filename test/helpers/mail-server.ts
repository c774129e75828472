import { once } from 'node:events';
import type { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';
import { portOf } from './port-of.ts';

interface Received {
  /** Whom the envelope is from and to. */
  from: string;
  to: string[];
  mail: Email;
}

/** What the mail server does with the next message instead of taking it. */
export type Mood =
  | { at: 'sender' | 'recipient' | 'end'; code: number }
  | 'hangs up before the letter'
  | 'hangs up before its answer'
  | 'takes it and hangs up'
  | 'takes it, says so and hangs up'
  | null;

export interface MailServer {
  /** As SMTP_URL names it. */
  readonly url: string;
  readonly received: readonly Received[];
  mood: Mood;
  /** How many connections have been made. */
  readonly connections: number;
  /** Waits until this many clients are at one point, and lets them go on when the caller says so: greeted, or with their message. */
  hold(at: 'greeting' | 'message', clients: number): { arrived: Promise<void>; release: () => void };
}

const USER = { name: 'lectern', password: 'a pass/word:@' };

/** A real mail server of a test file, which asks for a login. */
export function useMailServer(): MailServer {
  const received: Received[] = [];
  let mood: Mood = null;
  let port = 0;
  let connections = 0;
  let held: { at: 'greeting' | 'message'; arrive: () => void; released: Promise<void> } | null = null;
  const pass = async (at: 'greeting' | 'message') => {
    if (held?.at !== at) return;
    held.arrive();
    await held.released;
  };
  const refuse = (at: string, done: (error?: Error) => void): void => {
    if (typeof mood === 'object' && mood?.at === at) done(Object.assign(new Error('not today'), { responseCode: mood.code }));
    else done();
  };
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === USER.name && password === USER.password) done(null, { user: username });
      else done(new Error('no such user'));
    },
    onConnect(_session, done) {
      connections++;
      void pass('greeting').then(() => done());
    },
    onMailFrom: (_address, _session, done) => refuse('sender', done),
    onRcptTo(_address, _session, done) {
      // DATA has come by then: clients send it along, and wait for the answer with the letter alone.
      if (mood === 'hangs up before the letter') hangUp();
      else refuse('recipient', done);
    },
    onData(stream, session, done) {
      const take = async () => {
        const bytes = await readAll(stream);
        await pass('message');
        const { mailFrom, rcptTo } = session.envelope;
        if (mood === 'hangs up before its answer') return hangUp();
        if (typeof mood === 'object' && mood?.at === 'end') return refuse('end', done);
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          mail: await PostalMime.parse(bytes),
        });
        if (mood === 'takes it and hangs up') return hangUp();
        done();
        if (mood === 'takes it, says so and hangs up') setImmediate(hangUp);
      };
      take().catch(done);
    },
  });
  server.on('error', () => undefined);
  const hangUp = () => {
    for (const connection of server.connections) connection.close();
  };
  beforeAll(async () => {
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    port = portOf(listening);
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    get url() {
      return `smtp://${encodeURIComponent(USER.name)}:${encodeURIComponent(USER.password)}@127.0.0.1:${port}`;
    },
    received,
    get connections() {
      return connections;
    },
    get mood() {
      return mood;
    },
    set mood(next) {
      mood = next;
    },
    hold(at, clients) {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let missing = clients;
      const arrived = new Promise<void>((resolve) => (held = { at, arrive: () => void (--missing === 0 && resolve()), released }));
      return {
        arrived,
        release: () => {
          held = null;
          release();
        },
      };
    },
  };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

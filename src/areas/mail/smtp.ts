import { Readable } from 'node:stream';
// The two classes are entry points that nodemailer documents; its transports open a connection with the letter in hand, and what fails then
// may have handed it over. Its reading of addresses comes with them, so that SMTP_URL means here what it means to others.
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** What became of a letter: `sent`, `refused` for good, or put off by the mail server until later. */
type Outcome = { is: 'sent' } | { is: 'refused' | 'put off'; why: Error };

const TIMEOUTS = { connectionTimeout: 30_000, dnsTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** What a mail server answers where it wants a login or TLS first, or another of them (RFC 4954, RFC 3207): no letter is to blame for that. */
const OF_THE_LOGIN = new Set([530, 534, 535, 538]);

/**
 * A connection to the mail server, logged in. It is opened before a letter is taken on, so that whatever fails until then has
 * handed over nothing.
 */
export class MailServer {
  readonly #connection: SMTPConnection;
  /** Fails when the connection does, at whatever moment. */
  readonly #lost: Promise<never>;

  private constructor(connection: SMTPConnection) {
    this.#connection = connection;
    this.#lost = new Promise((_resolve, reject) => connection.on('error', reject));
    this.#lost.catch(() => undefined);
  }

  static async connect(url: string): Promise<MailServer> {
    const { auth, ...options } = parseConnectionUrl(url);
    const connection = new SMTPConnection({ ...options, ...TIMEOUTS });
    const server = new MailServer(connection);
    try {
      await server.#step((done) => connection.connect(done));
      if (auth) await server.#step((done) => connection.login({ ...auth, credentials: auth }, done));
      return server;
    } catch (error) {
      server.close();
      throw error;
    }
  }

  /** Hands a letter over. Throws where the connection was lost after it had begun, so that nobody knows whether the server has it. */
  async send({ from, to, subject, text }: Letter): Promise<Outcome> {
    const headers = { 'Auto-Submitted': 'auto-generated' };
    const message = new MailComposer({ from, to: { name: '', address: to }, subject, text, headers }).compile();
    const bytes = await message.build();
    let begun = false;
    // Read once the server has asked for it.
    const letter = Readable.from(
      (function* () {
        begun = true;
        yield bytes;
      })(),
    );
    try {
      await this.#step((done) => this.#connection.send(message.getEnvelope(), letter, done));
      return { is: 'sent' };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = replyCode(error);
      if (code === undefined && !begun) return { is: 'put off', why: error };
      if (code === undefined) throw error;
      return { is: code >= 500 && !OF_THE_LOGIN.has(code) ? 'refused' : 'put off', why: error };
    }
  }

  /** Fails where the connection is lost or the mail server wants no more letters over it. */
  async answer(): Promise<void> {
    await this.#step((done) => this.#connection.reset(done));
  }

  /** Ends a connection that has nothing on its way. */
  leave(): void {
    this.#connection.quit();
  }

  close(): void {
    this.#connection.close();
  }

  #step(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    const done = new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
    return Promise.race([done, this.#lost]);
  }
}

/** What the mail server itself answered, where the failure is an answer of its. */
function replyCode(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
}

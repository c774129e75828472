import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../lectern.ts';

/** Takes every mail and forgets it, but for how many there were. */
export class MailServer {
  readonly #port: number;
  #server: SMTPServer;
  #waitMs = 0;
  received = 0;

  private constructor(port: number) {
    this.#port = port;
    this.#server = this.#listening();
  }

  static async start(): Promise<MailServer> {
    return new MailServer(await freePort());
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  #listening(): SMTPServer {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onConnect: (_session, done) => void setTimeout(this.#waitMs).then(() => done()),
      onData: (stream, _session, done) => {
        stream.resume().once('end', () => {
          this.received += 1;
          void setTimeout(this.#waitMs).then(() => done());
        });
      },
    });
    // Clients that are killed break their connections.
    server.on('error', () => undefined);
    server.listen(this.#port, '127.0.0.1');
    return server;
  }

  /** How long it takes for each greeting, and for each mail. */
  slow(waitMs: number): void {
    this.#waitMs = waitMs;
  }

  async away(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  back(): void {
    this.#server = this.#listening();
  }
}

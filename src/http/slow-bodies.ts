import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** The time that is left for the body; undefined where the request has none. */
    bodyTime?: BodyTime;
  }
}

/** Ends the connection of a request whose body has not arrived in time. */
class BodyTime {
  readonly #raw: IncomingMessage;
  readonly #withinMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(raw: IncomingMessage, withinMs: number) {
    this.#raw = raw;
    this.#withinMs = withinMs;
    raw.once('close', () => this.stop());
    raw.once('end', () => this.stop());
  }

  start(): void {
    if (this.#raw.complete) return;
    this.#timer = setTimeout(() => this.#raw.complete || this.#raw.destroy(), this.#withinMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/** Has every body arrive within a given time, so that nobody keeps connections open by sending byte by byte. */
export const slowBodies = fp(async (app: FastifyInstance, { withinMs }: { withinMs: number }) => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw)) {
      request.bodyTime = new BodyTime(request.raw, withinMs);
      request.bodyTime.start();
    }
    done();
  });
});

/**
 * Stops the time of the body while a file is received from somebody who may send it, however long that takes: only an idle connection is
 * closed meanwhile (`connectionTimeout`). What comes after the file has the whole time again.
 */
export async function patiently<T>({ bodyTime }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  bodyTime?.stop();
  try {
    return await work();
  } finally {
    bodyTime?.start();
  }
}

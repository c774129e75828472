import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that has a body. */
    bodyTime?: BodyTime;
  }
}

/** Ends the connection of a body that is not there in time. */
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
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A body has to be there within a given time, so that nobody holds connections open byte by byte. */
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
 * While a file is taken in from somebody who may send it, which takes as long as it takes: then only an idle connection is closed
 * (`connectionTimeout`). What comes after it has its time again.
 */
export async function patiently<T>({ bodyTime }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  bodyTime?.stop();
  try {
    return await work();
  } finally {
    bodyTime?.start();
  }
}

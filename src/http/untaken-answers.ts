import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { isGone } from './presence.ts';
import { AnswerStream } from './raw-json.ts';

/** Answers up to this size, in bytes, are not counted: the system takes most of them over at once. */
export const SMALL_ANSWER = 64 * 1024;
/** The answers of one process that their clients have not taken yet hold no more than this, in bytes. */
const ALL_UNTAKEN = 256 * 1024 * 1024;

interface Untaken {
  readonly parts: readonly Buffer[];
  readonly since: number;
}

/**
 * The memory of large answers on their way. Where they would hold more than a process has for them, those are cut off that have held the
 * most for the longest time (conventions#108): clients that take their answers slowly, or not at all, keep nobody else from theirs, and who
 * asks for large ones over and over cuts off nobody who takes a small one slowly.
 */
export class UntakenAnswers {
  readonly #most: number;
  readonly #clock: () => number;
  readonly #untaken = new Map<ServerResponse, Untaken>();
  /** In how many answers a part is: a view that is sent to many at once takes its memory once. */
  readonly #uses = new Map<Buffer, number>();
  #bytes = 0;

  constructor(most = ALL_UNTAKEN, clock = () => performance.now()) {
    this.#most = most;
    this.#clock = clock;
  }

  /** Holds the parts of an answer until it has been taken, or its client has gone. */
  hold(answer: ServerResponse, parts: readonly Buffer[]): void {
    answer.once('close', () => this.#end(answer));
    this.#untaken.set(answer, { parts, since: this.#clock() });
    for (const part of parts) {
      const uses = this.#uses.get(part) ?? 0;
      if (uses === 0) this.#bytes += part.length;
      this.#uses.set(part, uses + 1);
    }
    while (this.#bytes > this.#most) {
      const costliest = this.#costliestBeside(answer);
      if (!costliest) return;
      this.#end(costliest);
      // An answer that waits for others on its connection is kept there when it is destroyed itself.
      costliest.req.socket.destroy();
    }
  }

  /** The answer that has held the most for the longest time; of several that are alike, the oldest. */
  #costliestBeside(answer: ServerResponse): ServerResponse | undefined {
    const now = this.#clock();
    let most = -1;
    let costliest: ServerResponse | undefined;
    for (const [one, { parts, since }] of this.#untaken) {
      const own = this.#ownOf(parts);
      // Cutting off one of many that are sent the same would free next to nothing.
      if (one === answer || own <= SMALL_ANSWER || own * (now - since) <= most) continue;
      most = own * (now - since);
      costliest = one;
    }
    return costliest;
  }

  #ownOf(parts: readonly Buffer[]): number {
    return parts.reduce((sum, part) => (this.#uses.get(part) === 1 ? sum + part.length : sum), 0);
  }

  #end(answer: ServerResponse): void {
    const parts = this.#untaken.get(answer)?.parts ?? [];
    this.#untaken.delete(answer);
    for (const part of parts) {
      const uses = (this.#uses.get(part) ?? 0) - 1;
      if (uses > 0) this.#uses.set(part, uses);
      else {
        this.#uses.delete(part);
        this.#bytes -= part.length;
      }
    }
  }
}

/** Holds large answers to their budget. They are bytes from then on, outside of the heap. */
export const untakenAnswers = fp(async (app: FastifyInstance, { untaken }: { untaken: UntakenAnswers }) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof AnswerStream) {
      if (!isGone(request)) untaken.hold(reply.raw, payload.parts);
      return done(null, payload);
    }
    const isText = typeof payload === 'string';
    if ((!isText && !Buffer.isBuffer(payload)) || payload.length <= SMALL_ANSWER) return done(null, payload);
    const bytes = isText ? Buffer.from(payload) : payload;
    if (!isGone(request)) untaken.hold(reply.raw, [bytes]);
    done(null, bytes);
  });
});

import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import type { Measures } from './measures.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** A request, and what is known of it beforehand. */
export interface Asked {
  /** What it is counted under. */
  as: string;
  method: Method;
  /** Below /api/v1, or a whole path where it begins with /api. */
  path: string;
  body?: Json | FormData;
  /** Statuses beyond success that are as they should be. */
  may?: readonly number[];
  /** Whether it may be sent twice; GET, PUT and DELETE are unless told otherwise, POST is not. */
  idempotent?: boolean;
}

/** `unknown`: the connection broke, or the answer was 503, and it may have happened or not. */
export interface Outcome {
  state: 'done' | 'refused' | 'unknown';
  status: number;
  text: string;
  /** The address of the next page, or of what was made. */
  next: string | null;
  location: string | null;
  /** The load balancer has sent it to a second server: it may have happened twice. */
  perhapsTwice: boolean;
  from: number;
  to: number;
}

interface Answer {
  status: number;
  text: string;
  headers: IncomingMessage['headers'];
}

export interface Patience {
  /** For so long what may be sent again is. */
  againForMs: number;
  answersWithinMs: number;
}

/** The header by which a load balancer says which servers it has sent a request to, one after the other. */
export const SENT_TO = 'x-sent-to';

const ORDINARY: Patience = { againForMs: 20_000, answersWithinMs: 60_000 };
const AGAIN_AFTER_MS = 300;
const MOST_SOCKETS = 256;

/** Sends by the addresses in turn, measures, and says of each request what became of it. */
export class Sender {
  readonly #urls: readonly string[];
  readonly #measures: Measures;
  readonly #patience: Patience;
  readonly #agent: Agent;
  #turn = 0;

  constructor(urls: readonly string[], measures: Measures, patience = ORDINARY) {
    this.#urls = urls;
    this.#measures = measures;
    this.#patience = patience;
    // Connections are ended long before the server ends them, which would come as a surprise to the next request. What the server says of
    // its time is heeded only beside a time of one's own.
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: MOST_SOCKETS,
      timeout: patience.answersWithinMs,
      agentKeepAliveTimeoutBuffer: 6_000,
    });
  }

  end(): void {
    this.#agent.destroy();
  }

  async send(token: string | null, asked: Asked): Promise<Outcome> {
    const from = performance.now();
    const idempotent = asked.idempotent ?? asked.method !== 'POST';
    let unanswered = false;
    for (;;) {
      const begun = performance.now();
      const answer = await this.#once(token, asked);
      const to = performance.now();
      this.#measures.note({ ...asked, repeated: unanswered && asked.method !== 'GET' }, answer, to - begun);
      const isOpen = answer.status === 0 || answer.status === 503 || answer.status === 502 || answer.status === 504;
      if (!isOpen) return outcomeOf(asked, answer, { from, to, unanswered });
      unanswered = true;
      if (!idempotent || to - from > this.#patience.againForMs) return { ...base(answer), state: 'unknown', from, to };
      await setTimeout(AGAIN_AFTER_MS);
    }
  }

  async #once(token: string | null, { method, path, body }: Asked): Promise<Answer> {
    const url = new URL(path.startsWith('http') ? path : (this.#urls[this.#turn++ % this.#urls.length] ?? '') + below(path));
    const sent = await encoded(body);
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, text: error.message, headers: {} });
      const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...sent.headers };
      const outgoing = request(url, { method, agent: this.#agent, headers, timeout: this.#patience.answersWithinMs }, (answer) => {
        textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }), failed);
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer came in time')));
      outgoing.on('error', failed);
      outgoing.end(sent.payload);
    });
  }
}

const below = (path: string): string => (path.startsWith('/api/') || path.startsWith('/files') ? path : `/api/v1${path}`);

async function encoded(body: Asked['body']): Promise<{ headers: Record<string, string | number>; payload?: Buffer }> {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) {
    const form = new Response(body);
    const payload = Buffer.from(await form.arrayBuffer());
    return { headers: { 'content-type': form.headers.get('content-type') ?? '', 'content-length': payload.length }, payload };
  }
  const payload = Buffer.from(JSON.stringify(body));
  return { headers: { 'content-type': 'application/json', 'content-length': payload.length }, payload };
}

function base({ status, text, headers }: Answer): Pick<Outcome, 'status' | 'text' | 'next' | 'location' | 'perhapsTwice'> {
  const next = /<([^>]*)>; *rel="next"/.exec(typeof headers.link === 'string' ? headers.link : '')?.[1];
  const pathOf = (address: string | undefined) => (address === undefined ? null : new URL(address, 'http://lectern.invalid'));
  const found = pathOf(next);
  const perhapsTwice = String(headers[SENT_TO]).includes(',');
  return { status, text, next: found ? found.pathname + found.search : null, location: headers.location ?? null, perhapsTwice };
}

/** What was sent again, and is refused as if it had been done before, may have been. */
function outcomeOf(
  { method }: Asked,
  answer: Answer,
  { from, to, unanswered }: { from: number; to: number; unanswered: boolean },
): Outcome {
  const isDone = answer.status > 0 && answer.status < 400;
  const state = isDone ? 'done' : unanswered && method !== 'GET' ? 'unknown' : 'refused';
  return { ...base(answer), state, from, to };
}

/** When it happened, or may have; undefined where it was refused. */
export function whenOf({ state, from, to }: Outcome): { from: number; to: number; sure: boolean } | undefined {
  if (state === 'refused') return undefined;
  return state === 'done' ? { from, to, sure: true } : { from, to: Number.POSITIVE_INFINITY, sure: false };
}

/** What a success has answered; undefined of anything else. */
export function read<T>({ state, text }: Outcome, schema: z.ZodType<T>): T | undefined {
  return state === 'done' ? schema.parse(text === '' ? undefined : JSON.parse(text)) : undefined;
}

import { setTimeout } from 'node:timers/promises';
import type { Described, Reference } from './document.ts';
import { KnownIds } from './known-ids.ts';
import { type Drafted, draftRequests, type Request, requestOf } from './requests.ts';

/** To which server requests are sent, and by whom. */
export interface Target {
  url: string;
  /** Undefined stands for nobody. */
  tokens: readonly (string | undefined)[];
  /** Ids of what is to last, by what paths call it. */
  lasting: Readonly<Record<string, readonly number[]>>;
  /** Seconds of a processor that Lectern has used so far, where that can be told. */
  cpuSeconds?: () => Promise<number>;
}

export interface Findings {
  sent: number;
  /** How many answers there were of each status. */
  statuses: Map<number, number>;
  /** Operations that did what was asked at least once. */
  succeeded: Set<string>;
  /** What should not have been, a line each, by what it is: the first of its kind. */
  faults: Map<string, string>;
}

/** Nothing takes as long; what does has hung. */
const HANGS_AFTER_MS = 60_000;
/** What took so long is sent again, alone, to see how much of a processor it takes. */
const SLOW_MS = 1_000;
const MOST_CPU_SECONDS = 1;
const AT_ONCE = 8;

interface Answer {
  status: number;
  location: string | null;
  text: string;
  isJson: boolean;
  ms: number;
}

async function send(url: string, { method, path, query, headers, body }: Request): Promise<Answer> {
  const begun = performance.now();
  const search = query === '' ? '' : `?${query}`;
  const once = () =>
    fetch(url + path + search, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
      ...(body === undefined ? {} : { body }),
    });
  // A connection that the server has ended while requests were drafted is noticed by the first that goes over it.
  const response = await once().catch((error: unknown) => (method === 'GET' ? once() : Promise.reject(error)));
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, location: response.headers.get('location'), text, isJson, ms: performance.now() - begun };
}

/** What is put off as the server asks is sent again; for so long nothing here is busy by itself. */
const TRIES = 3;

async function sendUntilTaken(url: string, request: Request): Promise<Answer> {
  const answer = await send(url, request);
  for (let left = TRIES; left > 0 && answer.status === 503; left -= 1) {
    await setTimeout(1_000);
    const again = await send(url, request);
    if (again.status !== 503) return again;
  }
  return answer;
}

/** What is wrong with an answer, in a word and at length; undefined where nothing is. */
function faultOf(op: Described, { status, text, isJson }: Answer): { kind: string; says: string } | undefined {
  if (status >= 500) return { kind: `${op.id} ${status}`, says: text.slice(0, 300) };
  const validate = op.answers.get(status);
  if (validate === undefined) return { kind: `${op.id} ${status} undocumented`, says: text.slice(0, 300) };
  if (validate === null || !isJson) return undefined;
  if (validate(JSON.parse(text))) return undefined;
  const [error] = validate.errors ?? [];
  return { kind: `${op.id} ${status} ${error?.instancePath.replaceAll(/\d+/g, 'n')} ${error?.message}`, says: text.slice(0, 300) };
}

/** One run against one server. */
class Fuzzing {
  readonly findings: Findings = { sent: 0, statuses: new Map(), succeeded: new Set(), faults: new Map() };
  readonly #target: Target;
  readonly #known: KnownIds;
  readonly #slow: { op: Described; request: Request }[] = [];

  constructor(target: Target) {
    this.#target = target;
    this.#known = new KnownIds(target.lasting);
  }

  async run(drafts: readonly Drafted[]): Promise<void> {
    const left = drafts.values();
    const one = async () => {
      for (const draft of left) await this.#try(draft);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    for (const { op, request } of this.#slow) await this.#tryAlone(op, request);
  }

  async #try(draft: Drafted): Promise<void> {
    const { op } = draft;
    const { url, tokens } = this.#target;
    const request = requestOf(draft, tokens[draft.who % tokens.length], this.#known);
    const answer = await sendUntilTaken(url, request).catch((error: unknown) =>
      this.#fault(`${op.id} without an answer`, String(error), request),
    );
    if (!answer) return;
    this.#note(op, request, answer);
    const fault = faultOf(op, answer);
    if (fault) this.#fault(fault.kind, fault.says, request);
    if (answer.ms > SLOW_MS) this.#slow.push({ op, request });
  }

  #note(op: Described, { path }: Request, { status, location, text, isJson }: Answer): void {
    const { findings } = this;
    findings.sent += 1;
    findings.statuses.set(status, (findings.statuses.get(status) ?? 0) + 1);
    if (status === 302 && location !== null) this.#known.learnAddress(location);
    if (status >= 300) return;
    findings.succeeded.add(op.id);
    if (isJson) this.#known.learn(path, JSON.parse(text));
  }

  #fault(kind: string, says: string, { method, path, query, body }: Request): undefined {
    const { faults } = this.findings;
    if (!faults.has(kind)) faults.set(kind, `${kind}: ${says}\n    ${method} ${path}?${query} ${body?.slice(0, 500) ?? ''}`);
  }

  /** What seemed slow among others: how much of a processor it takes by itself. */
  async #tryAlone(op: Described, request: Request): Promise<void> {
    const { cpuSeconds, url } = this.#target;
    if (!cpuSeconds) return;
    const before = await cpuSeconds();
    await send(url, request).catch(() => undefined);
    const used = (await cpuSeconds()) - before;
    if (used > MOST_CPU_SECONDS) this.#fault(`${op.id} takes too long`, `${used.toFixed(1)} s of a processor`, request);
  }
}

/** Sends so many requests that the document describes, more or less, and looks at each answer. The same seed sends the same. */
export async function fuzz(reference: Reference, target: Target, how: { seed: number; count: number }): Promise<Findings> {
  const fuzzing = new Fuzzing(target);
  const drafts = draftRequests(reference, how);
  const [first, again] = [0, 1].map((half) => drafts.filter(({ op }, i) => op.method === 'GET' && i % 2 === half));
  const ofMethod = (method: string) => drafts.filter(({ op }) => op.method === method);
  // What shows things comes first, so that their ids are known, once more when things were made, and what ends them last.
  await fuzzing.run([...(first ?? []), ...['POST', 'PUT', 'PATCH'].flatMap(ofMethod), ...(again ?? []), ...ofMethod('DELETE')]);
  return fuzzing.findings;
}

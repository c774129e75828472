/**
 * On one processor, a rest is this many times as long as the job before it, so that eleven twelfths of the processors are left to others.
 * Jobs rest only where there are no more processors than jobs at once.
 */
const SHARE_LEFT = 11;
/** No rest is longer, because somebody may be waiting for the next job. So after long jobs the share is not kept. */
const LONGEST_REST_MS = 250;
/** Jobs that have waited for so long while others were done do not rest, so that those which need more than their share are not late by more. */
const HURRIES_AFTER_MS = { awaited: 20_000, deferrable: 60_000 };
/** Where no job began or ended for so long, none was waiting for its turn: rests are shorter. */
const IDLE_AFTER_MS = 1_000;

/** A job whose turn it is to be: how long ago it was due, in milliseconds, and whether somebody waits for it. */
interface DueJob {
  lateMs: number;
  kind: keyof typeof HURRIES_AFTER_MS;
}

/** When one job may begin: after `waitMs` milliseconds. One that `hurries` neither waits nor makes others rest. */
interface Turn {
  waitMs: number;
  hurries: boolean;
  /** To be called once it has ended, with how long it took. */
  ended(tookMs: number, now: number): void;
}

/**
 * Decides when the next job may begin. Where jobs could occupy every processor, each request beside them would have to wait for one several
 * times. So jobs rest in between, unless they come to be late by that. What is late because there was no worker rests as well. What is
 * `now` comes from a clock that nobody sets (`performance.now()`).
 */
export class JobPace {
  /** How many times as long as a job takes no other begins, from its beginning on; 0 where jobs do not rest. */
  readonly #share: number;
  /** When the next job may begin. */
  #nextAt = 0;
  /** How long a job is expected to take, so that another need not wait for its end to know when to begin: as long as the last one. */
  #expectedMs = 0;
  /** Since when jobs have followed each other. */
  #busySince = 0;
  #lastSeen = Number.NEGATIVE_INFINITY;

  /** `atOnce` is how many jobs may run at once, on a machine with so many processors. */
  constructor(atOnce: number, processors: number) {
    this.#share = atOnce < processors ? 0 : (SHARE_LEFT + 1) / processors;
  }

  /** The turn of a job that would begin at `now`. */
  turn({ lateMs, kind }: DueJob, now: number): Turn {
    if (now - this.#lastSeen >= IDLE_AFTER_MS) this.#busySince = now;
    this.#lastSeen = now;
    const hurries = Math.min(lateMs, now - this.#busySince) >= HURRIES_AFTER_MS[kind];
    if (hurries) return { waitMs: 0, hurries, ended: (_, at) => void (this.#lastSeen = at) };
    const waitMs = this.restMs(now);
    const reservedMs = Math.min(this.#expectedMs * this.#share, LONGEST_REST_MS);
    this.#nextAt = now + waitMs + reservedMs;
    return {
      waitMs,
      hurries,
      ended: (tookMs, at) => {
        this.#lastSeen = at;
        this.#expectedMs = tookMs;
        this.#beginNextAt(this.#nextAt - reservedMs + tookMs * this.#share, at);
      },
    };
  }

  /** Has jobs that do not hurry rest after other work, which took so long. */
  rest(tookMs: number, now: number): void {
    this.#beginNextAt(Math.max(this.#nextAt, now) + tookMs * this.#share, now);
  }

  /** For how many milliseconds a job that does not hurry would have to wait at `now`. */
  restMs(now: number): number {
    return Math.max(this.#nextAt - now, 0);
  }

  #beginNextAt(at: number, now: number): void {
    this.#nextAt = Math.min(Math.max(at, now), now + LONGEST_REST_MS);
  }
}

/**
 * On one processor, a rest is this many times as long as the job before it, so that eleven twelfths of the processors are left to others.
 * Jobs rest only where there are no more processors than jobs at once.
 */
const SHARE_LEFT = 11;
/** No rest is longer, because somebody may be waiting for the next job. So after long jobs the share is not kept. */
const LONGEST_REST_MS = 250;
/** A job that is this late does not rest, so that jobs which need more than their share are delayed by no more than this. */
const HURRIES_AFTER_MS = 20_000;

/**
 * Decides when the next job may begin. Where jobs could occupy every processor, each request beside them would have to wait for one several
 * times. So jobs rest in between, as long as they are not late.
 */
export class JobPace {
  readonly #rest: number;
  #next = 0;

  /** `atOnce` is how many jobs may run at once, on a machine with so many processors. */
  constructor(atOnce: number, processors: number) {
    this.#rest = atOnce < processors ? 0 : SHARE_LEFT / processors;
  }

  /**
   * For how many milliseconds a job that was due at `due` has to wait at `now`, both in milliseconds since 1970. Null where it is so late that
   * it neither waits nor makes others rest.
   */
  waitMs(due: number, now: number): number | null {
    return now - due >= HURRIES_AFTER_MS ? null : Math.max(this.#next - now, 0);
  }

  /** Notes that a job which was not late has ended after `tookMs`. */
  ended(tookMs: number, now: number): void {
    this.#next = Math.min(Math.max(this.#next, now) + tookMs * this.#rest, now + LONGEST_REST_MS);
  }
}

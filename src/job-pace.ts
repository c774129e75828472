/** What jobs leave to others of the processors that they share, where there are no more of these than jobs at once: eleven parts of twelve. */
const SHARE_LEFT = 11;
/** For longer none rests, because what follows may be a job that somebody waits for: so long jobs take more than that share. */
const LONGEST_REST_MS = 250;
/** What is late by so much is not held up, so that jobs that need more than their share come late by no more. */
const HURRIES_AFTER_MS = 20_000;

/**
 * When the next job may begin. Where jobs could take every processor, requests beside them would wait for their turn at one, several
 * times in each: so they rest between jobs, as long as they are not late.
 */
export class JobPace {
  readonly #rest: number;
  #next = 0;

  /** With so many jobs at once on a machine of so many processors. */
  constructor(atOnce: number, processors: number) {
    this.#rest = atOnce < processors ? 0 : SHARE_LEFT / processors;
  }

  /** For how many milliseconds a job that was due at `due` waits at `now`, both since the epoch; null where it is late, and none rests for it. */
  waitMs(due: number, now: number): number | null {
    return now - due >= HURRIES_AFTER_MS ? null : Math.max(this.#next - now, 0);
  }

  /** A job that was not late has ended, after so many milliseconds. */
  ended(tookMs: number, now: number): void {
    this.#next = Math.min(Math.max(this.#next, now) + tookMs * this.#rest, now + LONGEST_REST_MS);
  }
}

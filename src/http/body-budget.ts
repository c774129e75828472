import { unavailable } from '../kernel/errors.ts';

/** Up to this size, in bytes, anybody's body is read: `access_token` may stand in it (conventions#38), and headers may be as large. */
export const SMALL_BODY = 16 * 1024;

/**
 * How many bytes the large bodies of one process may have together. Each is kept until its request is answered: as bytes while it is
 * received, then as text and as parameters, which together take up to four times as much memory. So all of them stay below half of the
 * heap with which a server is started (512 MB), and sixteen of the largest bodies, or a thousand of 64 kB, are still served at once.
 */
export const BODY_BUDGET = 64 * 1024 * 1024;

/** The memory for large bodies. Small ones are not counted, so that large ones keep nobody else from writing. */
export class BodyBudget {
  #free: number;

  constructor(bytes: number = BODY_BUDGET) {
    this.#free = bytes;
  }

  lease(): Lease {
    let held = 0;
    return {
      hold: (bytes) => {
        if (bytes - held > this.#free) throw unavailable(1, 'large_bodies');
        this.#free -= bytes - held;
        held = bytes;
      },
      end: () => {
        this.#free += held;
        held = 0;
      },
    };
  }
}

/** The part of the budget that one request holds. */
export interface Lease {
  /** Holds this many bytes from now on, in place of what it held before. Throws where fewer are left. */
  hold(bytes: number): void;
  end(): void;
}

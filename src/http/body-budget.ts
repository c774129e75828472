import { unavailable } from '../kernel/errors.ts';

/** A body up to this size is read for whoever sends it: `access_token` may stand in it (conventions#38), and headers may be as large. */
export const SMALL_BODY = 16 * 1024;

/**
 * What the large bodies of one process may come to at a time. Each is kept until its request is answered: as bytes while it comes,
 * then as text and as parameters, which together cost up to four times as much. So all of them stay below half of the heap that
 * a server is started with (512 MB), and still sixteen of the largest, or a thousand of 64 kB, are served at once.
 */
export const BODY_BUDGET = 64 * 1024 * 1024;

/** Small bodies are not counted, so that those who send large ones keep nobody else from writing. */
export class BodyBudget {
  #free: number;

  constructor(bytes: number = BODY_BUDGET) {
    this.#free = bytes;
  }

  lease(): Lease {
    let held = 0;
    return {
      hold: (bytes) => {
        if (bytes - held > this.#free) throw unavailable(1);
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

/** What one request holds of the budget. */
export interface Lease {
  /** So much from now on, in place of what it held; throws where that is more than is left. */
  hold(bytes: number): void;
  end(): void;
}

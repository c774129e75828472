import { randomBytes } from 'node:crypto';

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
const written = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const RANDOM_BYTES = 8;
const POOL_BYTES = 4_096;

const MOST_IN_A_MILLISECOND = 2 ** 12;

/**
 * Makes ids whose order is that of the times they are made for: version 7 of RFC 9562, with a counter where it has random
 * bits, so that what this process makes in one millisecond stays in order too.
 */
export class IdSequence {
  #millisecond = 0;
  #count = 0;
  /** Random bytes come many at a time: asking for a few costs as much as for many. */
  #random: Buffer = Buffer.alloc(0);
  #used = 0;

  next(at: Date): string {
    const millisecond = at.getTime();
    this.#count = millisecond === this.#millisecond ? (this.#count + 1) % MOST_IN_A_MILLISECOND : 0;
    this.#millisecond = millisecond;
    if (this.#used === this.#random.length) {
      this.#random = randomBytes(POOL_BYTES);
      this.#used = 0;
    }
    const random = this.#random.subarray(this.#used, this.#used + RANDOM_BYTES);
    this.#used += RANDOM_BYTES;
    random[0] = 0x80 | ((random[0] ?? 0) & 0x3f);
    return written(`${hex(millisecond, 12)}7${hex(this.#count, 3)}${random.toString('hex')}`);
  }
}

/** Not after any id that is made for this time or a later one, and after all that are made for earlier ones. */
export const firstIdAt = (at: Date): string => written(hex(Math.max(at.getTime(), 0), 12).padEnd(32, '0'));

import { randomBytes } from 'node:crypto';

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
const written = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const MOST_IN_A_MILLISECOND = 2 ** 12;

const RANDOM_DIGITS = 15;
const DIGITS = 4_096 * RANDOM_DIGITS;

/**
 * Makes ids whose order is that of the times they are made for: version 7 of RFC 9562, with a counter where it has random
 * bits, so that what this process makes in one millisecond stays in order too.
 */
export class IdSequence {
  #millisecond = Number.NaN;
  /** The time as an id begins with it. */
  #time = '';
  #count = 0;
  /** Random digits come many at a time: asking for a few costs as much as for many. */
  #random = '';
  #used = DIGITS;

  next(at: Date): string {
    const millisecond = at.getTime();
    if (millisecond === this.#millisecond) this.#count = (this.#count + 1) % MOST_IN_A_MILLISECOND;
    else this.#begin(millisecond);
    if (this.#used === DIGITS) {
      this.#random = randomBytes(DIGITS / 2).toString('hex');
      this.#used = 0;
    }
    const random = this.#random.slice(this.#used, (this.#used += RANDOM_DIGITS));
    return `${this.#time}-7${hex(this.#count, 3)}-8${random.slice(0, 3)}-${random.slice(3)}`;
  }

  #begin(millisecond: number): void {
    this.#millisecond = millisecond;
    this.#count = 0;
    const time = hex(millisecond, 12);
    this.#time = `${time.slice(0, 8)}-${time.slice(8)}`;
  }
}

/** Not after any id that is made for this time or a later one, and after all that are made for earlier ones. */
export const firstIdAt = (at: Date): string => written(hex(Math.max(at.getTime(), 0), 12).padEnd(32, '0'));

/** The time that an id was made for. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

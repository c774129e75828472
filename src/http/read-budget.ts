import { refusal, unavailable } from '../kernel/errors.ts';
import { lengthAsJson, moreAsJson, plainLength, textIn } from './text-as-json.ts';

/** What a request reads up to this size, in bytes, is not counted: most read some kilobytes. */
export const SMALL_READ = 256 * 1024;
/** One answer is made of no more than this, in bytes. */
const LARGEST_READ = 64 * 1024 * 1024;
/** All answers that a process is making are made of no more than this, in bytes. */
const ALL_READS = 96 * 1024 * 1024;
/** A request that has written something is answered from this much, in bytes, whatever else is being read. */
const LARGEST_AFTER_WRITE = 8 * 1024 * 1024;
/** What is made of so much, in bytes, is not large, however often it has the same text in it: each time takes a row. Most lists are. */
const LITTLE_READ = 128 * 1024;
/** What a row takes beside its values, in bytes, about. */
const ROW_BYTES = 200;

const tooLarge = () => refusal('the answer would be made of more than 64 MB: ask for less at a time');
/** Whoever is told to try again would write once more. */
const doneWithoutAnswer = () => refusal('this has been done, and is not to be sent again: its answer would be too large');
const otherAnswers = () => unavailable(1, 'large_answers');

/** What one request has read of the database. */
export interface ReadLease {
  /** Holds a row of so many bytes, or refuses it by throwing. Gives back whether the request has read much. See `Took` for `texts`. */
  took(bytes: number, hasWritten: boolean, texts?: readonly (string | null)[]): boolean;
  /** Refuses an answer with far more text than was read of the database, because it has the same text in it over and over. */
  requireWritable(answer: unknown, hasWritten: boolean): void;
  /** Whether it has refused a row, or the answer. */
  readonly hasRefused: boolean;
  end(): void;
}

interface Held {
  bytes: number;
  /** Whether it has to make room for those who read less. */
  isPutOff: boolean;
}

class Lease implements ReadLease, Held {
  readonly #budget: ReadBudget;
  bytes = 0;
  isPutOff = false;
  hasRefused = false;

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  took(bytes: number, hasWritten: boolean, texts: readonly (string | null)[] = []): boolean {
    this.bytes += bytes + ROW_BYTES;
    if (this.bytes <= SMALL_READ) return false;
    for (const text of texts) this.bytes += text === null ? 0 : moreAsJson(text);
    this.#budget.hold(this);
    const refusal = hasWritten ? this.#refusalAfterWrite() : this.#budget.refusalOf(this);
    if (!refusal) return true;
    // The statement keeps none of its rows then.
    this.end();
    this.hasRefused = true;
    throw refusal();
  }

  #refusalAfterWrite() {
    return this.bytes > LARGEST_AFTER_WRITE ? doneWithoutAnswer : undefined;
  }

  requireWritable(answer: unknown, hasWritten: boolean): void {
    // What holds no more text than was read is counted already.
    if (this.bytes <= LITTLE_READ || textIn(answer, this.bytes, plainLength) <= this.bytes) return;
    const { largest } = this.#budget;
    if (textIn(answer, largest, lengthAsJson) <= largest) return;
    this.hasRefused = true;
    throw hasWritten ? doneWithoutAnswer() : tooLarge();
  }

  end(): void {
    this.#budget.free(this);
    this.bytes = 0;
    this.isPutOff = false;
    this.hasRefused = false;
  }
}

/**
 * The memory for what answers are made of, from the first row until the answer is written as JSON (conventions#107), which costs up to
 * four times as much. Where all are larger than one may be, the largest is put off, so that nobody keeps those who read less from their
 * answers. It counts until it has noticed: so all of them, and all large bodies (body-budget.ts), stay below the heap that a server is
 * started with (512 MB).
 */
export class ReadBudget {
  readonly #most: number;
  /** What one may have, in bytes. */
  readonly largest: number;
  /** The large ones, each with the bytes that are counted of it. */
  readonly #counted = new Map<Held, number>();
  #bytes = 0;

  constructor(most = ALL_READS, largest = LARGEST_READ) {
    this.#most = most;
    this.largest = largest;
  }

  lease(): ReadLease {
    return new Lease(this);
  }

  hold(held: Held): void {
    this.#bytes += held.bytes - (this.#counted.get(held) ?? 0);
    this.#counted.set(held, held.bytes);
  }

  free(held: Held): void {
    this.#bytes -= this.#counted.get(held) ?? 0;
    this.#counted.delete(held);
  }

  refusalOf(held: Held) {
    if (held.bytes > this.largest) return tooLarge;
    if (this.#bytes > this.largest) this.#makeRoom();
    return held.isPutOff || this.#bytes > this.#most ? otherAnswers : undefined;
  }

  /** Puts off the largest until the others are within what one may have. */
  #makeRoom(): void {
    const going = [...this.#counted.keys()].filter((one) => !one.isPutOff).sort((one, other) => one.bytes - other.bytes);
    let bytes = going.reduce((sum, one) => sum + one.bytes, 0);
    for (let last = going.pop(); last && bytes > this.largest; last = going.pop()) {
      last.isPutOff = true;
      bytes -= last.bytes;
    }
  }
}

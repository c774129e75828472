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
/** What is made of so much, in bytes, is not large, however often it has the same text in it. */
const LITTLE_READ = 16 * 1024;
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

/**
 * The memory for what answers are made of, from the first row until the answer is written as JSON (conventions#107), which costs up to
 * four times as much. Where all are larger than one may be, the largest is put off, so that nobody keeps those who read less from their
 * answers. It counts until it has noticed: so all of them, and all large bodies (body-budget.ts), stay below the heap that a server is
 * started with (512 MB).
 */
export class ReadBudget {
  readonly #most: number;
  readonly #largest: number;
  readonly #large = new Set<Held>();
  #bytes = 0;
  /** Of those that are not put off. */
  #going = 0;

  constructor(most = ALL_READS, largest = LARGEST_READ) {
    this.#most = most;
    this.#largest = largest;
  }

  lease(): ReadLease {
    const held: Held = { bytes: 0, isPutOff: false };
    let hasRefused = false;
    return {
      get hasRefused() {
        return hasRefused;
      },
      took: (bytes, hasWritten, texts = []) => {
        const before = held.bytes;
        held.bytes += bytes + ROW_BYTES;
        if (held.bytes <= SMALL_READ) return false;
        for (const text of texts) held.bytes += text === null ? 0 : moreAsJson(text);
        this.#count(held, this.#large.has(held) ? held.bytes - before : held.bytes);
        this.#large.add(held);
        const refusal = hasWritten ? this.#refusalAfterWrite(held) : this.#refusal(held);
        if (!refusal) return true;
        // The statement keeps none of its rows then.
        this.#free(held);
        hasRefused = true;
        throw refusal();
      },
      requireWritable: (answer, hasWritten) => {
        // What holds no more text than was read is counted already.
        if (held.bytes <= LITTLE_READ || textIn(answer, held.bytes, plainLength) <= held.bytes) return;
        if (textIn(answer, this.#largest, lengthAsJson) <= this.#largest) return;
        hasRefused = true;
        throw hasWritten ? doneWithoutAnswer() : tooLarge();
      },
      end: () => {
        this.#free(held);
        hasRefused = false;
      },
    };
  }

  #count(held: Held, bytes: number): void {
    this.#bytes += bytes;
    if (!held.isPutOff) this.#going += bytes;
  }

  #free(held: Held): void {
    if (this.#large.delete(held)) this.#count(held, -held.bytes);
    held.bytes = 0;
    held.isPutOff = false;
  }

  #refusalAfterWrite({ bytes }: Held) {
    return bytes > LARGEST_AFTER_WRITE ? doneWithoutAnswer : undefined;
  }

  #refusal(held: Held) {
    if (held.bytes > this.#largest) return tooLarge;
    while (this.#going > this.#largest) this.#putOffLargest();
    return held.isPutOff || this.#bytes > this.#most ? otherAnswers : undefined;
  }

  #putOffLargest(): void {
    const going = [...this.#large].filter((one) => !one.isPutOff);
    const largest = going.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    largest.isPutOff = true;
    this.#going -= largest.bytes;
  }
}

import { Readable } from 'node:stream';

/** An answer that is JSON already, so that what is stored as JSON is sent without being parsed. It holds to the operation's schema. */
export class RawJson {
  readonly #parts: readonly Buffer[];

  constructor(parts: readonly (string | Buffer)[]) {
    this.#parts = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  }

  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  get bytes(): Buffer {
    const [only, ...more] = this.#parts;
    return only && more.length === 0 ? only : Buffer.concat(this.#parts);
  }

  /** Part by part, so that a large one is not copied for each answer that it is in. */
  stream(): Readable {
    return Readable.from(this.#parts, { objectMode: false });
  }
}

import { Readable } from 'node:stream';

/** Sends an answer part by part, so that a large part is not copied for each answer that it is in. */
export class AnswerStream extends Readable {
  readonly parts: readonly Buffer[];
  #next = 0;

  constructor(parts: readonly Buffer[]) {
    super();
    this.parts = parts;
  }

  override _read(): void {
    this.push(this.parts[this.#next++] ?? null);
  }
}

/** An answer that is written already, in parts. */
class RawAnswer {
  readonly parts: readonly Buffer[];

  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts.filter((part) => part.length > 0).map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  }

  get length(): number {
    return this.parts.reduce((sum, part) => sum + part.length, 0);
  }

  get bytes(): Buffer {
    const [only, ...more] = this.parts;
    return only && more.length === 0 ? only : Buffer.concat(this.parts);
  }

  stream(): AnswerStream {
    return new AnswerStream(this.parts);
  }
}

/** An answer that is JSON already, so that what is stored as JSON is sent without being parsed. It has to match the operation's schema. */
export class RawJson extends RawAnswer {}

/** An answer of the operation's own media type, for whoever keeps it as a file of this name. */
export class RawFile extends RawAnswer {
  readonly name: string;

  constructor(name: string, parts: readonly (string | Buffer)[]) {
    super(parts);
    this.name = name;
  }
}

import { Readable } from 'node:stream';

/** An answer that is written already, in parts. */
class RawAnswer {
  readonly parts: readonly Buffer[];

  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  }

  get length(): number {
    return this.parts.reduce((sum, part) => sum + part.length, 0);
  }

  get bytes(): Buffer {
    const [only, ...more] = this.parts;
    return only && more.length === 0 ? only : Buffer.concat(this.parts);
  }

  /** Part by part, so that a large one is not copied for each answer that it is in. */
  stream(): Readable {
    return Readable.from(this.parts, { objectMode: false });
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

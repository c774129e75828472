/** An answer that is JSON already, so that what is stored as JSON is sent without being parsed. It holds to the operation's schema. */
export class RawJson {
  readonly bytes: Buffer;
  constructor(parts: readonly (string | Buffer)[]) {
    this.bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}

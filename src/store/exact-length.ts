import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { bytesPassed } from './passing-bytes.ts';

/** Lets a file of a known length through, and nothing beyond it. */
class ExactLength extends Transform {
  #left: number;

  constructor(length: number) {
    super();
    this.#left = length;
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    bytesPassed(piece.length);
    this.#left -= piece.length;
    if (this.#left < 0) return done(new Error('the file is longer than it was'));
    done(null, piece);
  }

  override _flush(done: TransformCallback): void {
    done(this.#left === 0 ? null : new Error('the file is shorter than it was'));
  }
}

/**
 * The same stream, which fails where its bytes are not exactly so many: otherwise a client would take a part of a file for the whole, or
 * the next answer on its connection for the end of the file. It ends and fails together with the stream that it is made of; `onFailure` is
 * told why.
 */
export const ofExactLength = (content: Readable, length: number, onFailure: (error: Error) => void): Readable =>
  pipeline(content, new ExactLength(length), (error) => {
    if (error) onFailure(error);
  });

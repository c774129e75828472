import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import v8 from 'node:v8';
import vm from 'node:vm';

type CollectGarbage = (options: { type: 'minor' }) => void;

function exposed(): CollectGarbage | undefined {
  v8.setFlagsFromString('--expose-gc');
  const found: unknown = vm.runInNewContext('globalThis.gc');
  return typeof found === 'function' ? (options) => void Reflect.apply(found, undefined, [options]) : undefined;
}

const COLLECTED_EVERY = 16 * 1024 * 1024;

const collect = exposed();
let passed = 0;

/**
 * Counts the bytes of a piece of a file that has passed. Pieces are garbage once they are written, but V8 hardly counts memory outside of
 * its heap, and lets 64 MB of it pile up in the young generation alone. So that generation is collected now and then, which takes a
 * millisecond, and a process that streams files stays as small as before.
 */
export function bytesPassed(count: number): void {
  passed += count;
  if (passed < COLLECTED_EVERY) return;
  passed = 0;
  collect?.({ type: 'minor' });
}

/** Lets a file of a known length through, and nothing beyond it. */
class Passing extends Transform {
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
 * The same stream with its bytes counted: it fails where they are not as many as its length, so that nobody takes for the file what is none,
 * or the next answer on their connection for its end. It ends and fails together with the stream that it is made of; `onFailure` is told why.
 */
export const passing = (content: Readable, length: number, onFailure: (error: Error) => void): Readable =>
  pipeline(content, new Passing(length), (error) => {
    if (error) onFailure(error);
  });

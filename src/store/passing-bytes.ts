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
 * Says that a piece of a file has passed. Pieces are garbage once they are written, but V8 counts what lies outside its heap
 * for little, and lets 64 MB of it pile up in the young generation alone. Swept now and then, which takes a millisecond, a
 * process that streams files stays as small as it was.
 */
export function bytesPassed(count: number): void {
  passed += count;
  if (passed < COLLECTED_EVERY) return;
  passed = 0;
  collect?.({ type: 'minor' });
}

class Passing extends Transform {
  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    bytesPassed(piece.length);
    done(null, piece);
  }
}

/** The stream, its bytes counted as they pass. It ends and breaks off as the one it is made of, and the other way round. */
export const passing = (content: Readable): Readable => pipeline(content, new Passing(), () => undefined);

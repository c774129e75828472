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

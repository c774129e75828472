import type { ByteRange } from '../../store/file-store.ts';

/** The part of a file that a `Range` header asks for; null: all of it; `unsatisfiable`: none that there is. */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  // Several parts at once, or another unit: the server may answer the whole.
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!asked) return null;
  const [, first = '', last = ''] = asked;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

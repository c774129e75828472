import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../store/file-store.ts';
import { bytesPassed } from '../../store/passing-bytes.ts';
import { TELLING_BYTES } from './content-types.ts';

/** Asked for more room when so many bytes have come; gives the new limit, or refuses. */
export type More = (metered: number) => Promise<number>;

/** Lets bytes through up to a limit, and keeps the first ones, which tell what they are. */
class Meter extends Transform {
  /** Not its `size`: whoever sends a stream would believe that to be its length from the start. */
  metered = 0;
  #limit: number;
  readonly #more: More;
  readonly #beginning: Buffer[] = [];
  #kept = 0;

  constructor(limit: number, more: More) {
    super();
    this.#limit = limit;
    this.#more = more;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.metered += chunk.length;
    bytesPassed(chunk.length);
    if (this.metered <= this.#limit) return this.#take(chunk, done);
    this.#more(this.metered).then((limit) => {
      this.#limit = limit;
      this.#take(chunk, done);
    }, done);
  }

  #take(chunk: Buffer, done: TransformCallback): void {
    if (this.#kept < TELLING_BYTES) {
      this.#beginning.push(chunk.subarray(0, TELLING_BYTES - this.#kept));
      this.#kept += chunk.length;
    }
    done(null, chunk);
  }

  beginning(): Buffer {
    return Buffer.concat(this.#beginning);
  }
}

interface Kept {
  size: number;
  beginning: Buffer;
}

/** How many bytes there is room for, and what is done about more. */
export interface Room {
  limit: number;
  more: More;
}

/** Brings a stream into storage, never more than a piece of it in memory. Where that fails, the key is to be removed. */
export async function keep(files: FileStore, key: string, content: Readable, { limit, more }: Room): Promise<Kept> {
  const meter = new Meter(limit, more);
  const written = files.write(key, meter).catch((error: Error) => {
    meter.destroy(error);
    throw error;
  });
  // Both have to have ended before what they left can be removed. The store, which hears of what ails the stream, says why: where it is
  // the store itself that fails, the stream says that it was aborted.
  const ends = await Promise.allSettled([written, pipeline(content, meter)]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return { size: meter.metered, beginning: meter.beginning() };
}

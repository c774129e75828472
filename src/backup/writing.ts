import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../kernel/error-codes.ts';
import type { Sum } from './manifest.ts';

/** Computes the size and the checksum of what passes. */
class Summed extends Transform {
  readonly #hash: Hash = createHash('sha256');
  #size = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#size += chunk.length;
    done(null, chunk);
  }

  sum(): Sum {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

async function summed(content: Readable, to: Writable): Promise<Sum> {
  const passing = new Summed();
  await pipeline(content, passing, to);
  return passing.sum();
}

/** Writes a new file that only its owner may read. It resolves once the file is on disk. */
export const writeNew = (file: string, content: Readable): Promise<Sum> =>
  summed(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));

/** The size and the checksum of a file; undefined where there is none. */
export async function sumOf(file: string): Promise<Sum | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Does `work` for each, `atOnce` at a time. After the first failure no further one is begun. */
export async function forEach<T>(all: AsyncIterable<T> | Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const next = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  let failed = false;
  const go = async () => {
    for (let step = await next.next(); !step.done && !failed; step = await next.next()) await work(step.value);
  };
  const workers = Array.from({ length: atOnce }, () =>
    go().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const failure = (await Promise.allSettled(workers)).find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}

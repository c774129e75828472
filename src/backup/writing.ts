import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
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

/** Writes a new file that only its owner may read. It resolves once the file is on disk. */
export async function writeNew(file: string, content: Readable): Promise<Sum> {
  const summed = new Summed();
  await pipeline(content, summed, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return summed.sum();
}

/** The size and the checksum of a file; undefined where there is none. */
export async function sumOf(file: string): Promise<Sum | undefined> {
  const summed = new Summed();
  try {
    await pipeline(createReadStream(file), summed.resume());
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return summed.sum();
}

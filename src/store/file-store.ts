import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import { unavailability } from './server-errors.ts';

/** Where files are kept: a directory, or a bucket of an S3-compatible store. */
export type FileStorage =
  | { kind: 'disk'; directory: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      /** Null: Amazon's own. */
      endpoint: string | null;
      /** Null: those that the machine has. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null;
    };

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes of files are kept. Keys are made by `newKey`; nothing that a client sends is part of one. */
export interface FileStore {
  /** Writes the stream to its end, without keeping it in memory. Where it fails half-way, remove the key: a part may be left. */
  write(key: string, content: Readable): Promise<void>;
  /** Fails before the first byte where there is no such key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Undefined where there is no such key. */
  size(key: string): Promise<number | undefined>;
  /** Does nothing where there is no such key. */
  remove(key: string): Promise<void>;
}

/** Reads a part of a file, which the disks of the library cannot do. */
type ReadRange = (key: string, range: ByteRange | undefined) => Promise<Readable>;

export const storeOver = (disk: Disk, read: ReadRange): FileStore => ({
  async write(key, content) {
    let broken: Error | undefined;
    content.once('error', (error) => {
      // A store that fails ends the stream, which then says no more than that it was ended.
      if (error.name !== 'AbortError') broken = error;
    });
    try {
      await disk.putStream(key, content);
    } catch (error) {
      // Where the stream itself broke off, its own error says why; what the store made of it does not matter.
      throw broken ?? error;
    }
  },
  read: (key, range) => read(key, range),
  // Whether there is such a key is asked by itself only where its size is not told.
  size: async (key) => {
    try {
      return (await disk.getMetaData(key)).contentLength;
    } catch (error) {
      if (unavailability(error) === undefined && !(await disk.exists(key))) return undefined;
      throw error;
    }
  },
  remove: (key) => disk.delete(key),
});

/**
 * Reads a file that may be gone from storage: undefined where there is no such key. Whether there is one is asked by its size, but not
 * where it is the store that fails: one without the bucket, say, would answer that as if only the key were missing.
 */
export const readIfThere = (files: FileStore, key: string, range?: ByteRange): Promise<Readable | undefined> =>
  files.read(key, range).catch(async (error: unknown) => {
    if (unavailability(error) === undefined && (await files.size(key)) === undefined) return undefined;
    throw error;
  });

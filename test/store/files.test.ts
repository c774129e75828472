import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileStore, storeOver } from '../../src/store/file-store.ts';
import { newKey, openFileStore } from '../../src/store/files.ts';
import { unavailability } from '../../src/store/server-errors.ts';
import { type ObjectStore, startObjectStore } from '../helpers/object-store.ts';

let directory: string;
let objects: ObjectStore;
const stores: Partial<Record<'disk' | 's3', FileStore>> = {};

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lectern-files-'));
  objects = await startObjectStore();
  stores.disk = await openFileStore({ kind: 'disk', directory });
  stores.s3 = await openFileStore(objects.storage);
});
afterAll(async () => {
  await objects?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A stream that brings so many random bytes, a piece at a time. */
function content(bytes: number): { whole: Buffer; stream: Readable } {
  const whole = randomBytes(bytes);
  const pieces = Array.from({ length: Math.ceil(bytes / 65_536) }, (_, i) => whole.subarray(i * 65_536, (i + 1) * 65_536));
  return { whole, stream: Readable.from(pieces) };
}

const interrupted = new Error('the client went away');
async function* breaking(bytes: number) {
  yield randomBytes(bytes);
  throw interrupted;
}

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  const store = (): FileStore => {
    const found = stores[kind];
    if (!found) throw new Error('not started');
    return found;
  };

  // Beyond two parts of an upload in parts, and at its edges.
  test.each([0, 1, 100_000, 5 * 2 ** 20, 12 * 2 ** 20 + 1])('of %d bytes come back as they went', async (bytes) => {
    const { whole, stream } = content(bytes);
    const key = newKey();
    await store().write(key, stream);
    expect((await buffer(await store().read(key))).equals(whole)).toBe(true);
  });

  test('are read in part, both ends included', async () => {
    const { whole, stream } = content(200_000);
    const key = newKey();
    await store().write(key, stream);
    for (const [start, end] of [
      // Not 0-0, which the store of these tests reads as all.
      [0, 1],
      [10, 19],
      [65_530, 65_545],
      [199_999, 199_999],
    ] as const) {
      expect(await buffer(await store().read(key, { start, end }))).toEqual(whole.subarray(start, end + 1));
    }
  });

  test('are removed, and removed again', async () => {
    const key = newKey();
    await store().write(key, content(10).stream);
    await store().remove(key);
    await expect(store().read(key)).rejects.toThrow();
    await store().remove(key);
  });

  test.each([10, 7 * 2 ** 20])('that break off after %d bytes say why, and can be removed', async (bytes) => {
    const key = newKey();
    await expect(store().write(key, Readable.from(breaking(bytes)))).rejects.toBe(interrupted);
    await store().remove(key);
    await expect(store().read(key)).rejects.toThrow();
  });

  test('take no key that leads out', async () => {
    await expect(store().write('../out', content(10).stream)).rejects.toThrow();
    expect(await readdir(path.dirname(directory))).not.toContain('out');
  });
});

test('a store that is not there is a fault, not a silence', async () => {
  const nowhere = await openFileStore({ ...objects.storage, bucket: 'no-such-bucket' });
  await expect(nowhere.write(newKey(), content(10).stream)).rejects.toThrow();
});

test('a disk that is full half-way says so', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  class FullDriver extends FSDriver {
    override async putStream(_key: string, written: Readable): Promise<void> {
      try {
        for await (const _piece of written) throw full;
      } finally {
        // As long as it takes to close the file.
        await setImmediate();
      }
    }
  }
  const disk = storeOver(new Disk(new FullDriver({ location: directory, visibility: 'private' })), () => Promise.reject(full));
  const failure: unknown = await disk.write(newKey(), content(400_000).stream).catch((error: unknown) => error);
  expect(unavailability(failure)).toBe('ENOSPC');
});

test('keys differ', () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
});

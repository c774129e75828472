import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { keep } from '../../../src/areas/files/keeping.ts';
import type { FileStore } from '../../../src/store/file-store.ts';
import { newKey } from '../../../src/store/files.ts';

// conventions#21
test('where the store fails half-way that is the reason, and not that the stream was ended', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  const fails = () => Promise.reject(full);
  const store: FileStore = {
    async write(_key, written) {
      for await (const _piece of written) throw full;
    },
    read: fails,
    size: fails,
    remove: fails,
  };
  const content = Readable.from(Array.from({ length: 8 }, () => Buffer.alloc(65_536)));
  const room = { limit: Number.POSITIVE_INFINITY, more: fails };
  await expect(keep(store, newKey(), content, room)).rejects.toBe(full);
});

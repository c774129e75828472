import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStorage } from '../config.ts';
import { type FileStore, storeOver } from './file-store.ts';

/** Spread over directories, so that none holds too many. */
export function newKey(): string {
  const name = randomUUID();
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** Is done with a file once it says so: what is removed then does not come back. */
class SettledDriver extends FSDriver {
  readonly #directory: string;

  constructor(directory: string) {
    super({ location: directory, visibility: 'private' });
    this.#directory = directory;
  }

  override async putStream(key: string, content: Readable): Promise<void> {
    const file = path.join(this.#directory, key);
    // Whoever else uses the machine has no business here.
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  }
}

function onDisk(directory: string): FileStore {
  const disk = new Disk(new SettledDriver(directory));
  return storeOver(disk, async (key, range) => (await open(path.join(directory, key))).createReadStream(range));
}

/** Opens the store that `FILE_STORAGE` names. What speaks to an object store is loaded only where there is one. */
export async function openFileStore(storage: FileStorage): Promise<FileStore> {
  if (storage.kind === 'disk') return onDisk(storage.directory);
  const { inBucket } = await import('./object-store.ts');
  return inBucket(storage);
}

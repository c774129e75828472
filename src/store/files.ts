import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { codeOf } from '../kernel/error-codes.ts';
import { syncDirectory } from './directory-sync.ts';
import { type FileStorage, type FileStore, storeOver } from './file-store.ts';
import { StoreUnavailable } from './server-errors.ts';

/** A new storage key. Keys are spread over directories, so that none holds too many files. */
export function newKey(): string {
  const name = randomUUID();
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** Makes a directory. A recursive mkdir fails with ENOENT on a read-only file system, which must not be taken for a missing file. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new StoreUnavailable('no_directory', `${directory} cannot be made`, { cause: error });
  }
}

/**
 * A driver whose promises hold. What was removed does not come back, and what was written outlives a power cut, as the row does that names
 * it, which is committed after that.
 */
class SettledDriver extends FSDriver {
  readonly #directory: string;

  constructor(directory: string) {
    super({ location: directory, visibility: 'private' });
    this.#directory = path.resolve(directory);
  }

  override async putStream(key: string, content: Readable): Promise<void> {
    const file = path.join(this.#directory, key);
    // For this user alone: nobody else on the machine may read the files.
    await makeDirectory(path.dirname(file));
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await Promise.all(this.#above(file).map(syncDirectory));
  }

  /** All directories above a file, also those that were there: the file for which they were made may not be on disk yet. */
  #above(file: string): string[] {
    const directory = path.dirname(file);
    return directory === this.#directory ? [directory] : [directory, ...this.#above(directory)];
  }
}

function onDisk(directory: string): FileStore {
  const disk = new Disk(new SettledDriver(directory));
  return storeOver(disk, async (key, range) => (await open(path.join(directory, key))).createReadStream(range));
}

/** Opens the store that `FILE_STORAGE` names. The client of object stores is loaded only where there is one. */
export async function openFileStore(storage: FileStorage): Promise<FileStore> {
  if (storage.kind === 'disk') {
    // Whoever starts the process is to learn this at once, and not whoever first uploads a file.
    await mkdir(storage.directory, { recursive: true, mode: 0o700 });
    await access(storage.directory, constants.W_OK);
    return onDisk(storage.directory);
  }
  const { inBucket } = await import('./object-store.ts');
  return inBucket(storage);
}

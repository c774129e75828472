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

/** Spread over directories, so that none holds too many. */
export function newKey(): string {
  const name = randomUUID();
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** On a file system that can only be read the system's EROFS comes out of a recursive mkdir as ENOENT, which is no missing file here. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new StoreUnavailable('no_directory', `${directory} cannot be made`, { cause: error });
  }
}

/**
 * Is done with a file once it says so: what is removed then does not come back, and what is written outlives a power cut as the
 * row does that names it, which commits after that.
 */
class SettledDriver extends FSDriver {
  readonly #directory: string;

  constructor(directory: string) {
    super({ location: directory, visibility: 'private' });
    this.#directory = path.resolve(directory);
  }

  override async putStream(key: string, content: Readable): Promise<void> {
    const file = path.join(this.#directory, key);
    // Whoever else uses the machine has no business here.
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

  /** All of them, whoever made them: another file may be the reason why they are there, and is not sure to be on disk yet. */
  #above(file: string): string[] {
    const directory = path.dirname(file);
    return directory === this.#directory ? [directory] : [directory, ...this.#above(directory)];
  }
}

function onDisk(directory: string): FileStore {
  const disk = new Disk(new SettledDriver(directory));
  return storeOver(disk, async (key, range) => (await open(path.join(directory, key))).createReadStream(range));
}

/** Opens the store that `FILE_STORAGE` names. What speaks to an object store is loaded only where there is one. */
export async function openFileStore(storage: FileStorage): Promise<FileStore> {
  if (storage.kind === 'disk') {
    // Whoever starts the process is to know at once, and not who first sends a file.
    await mkdir(storage.directory, { recursive: true, mode: 0o700 });
    await access(storage.directory, constants.W_OK);
    return onDisk(storage.directory);
  }
  const { inBucket } = await import('./object-store.ts');
  return inBucket(storage);
}

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { syncDirectory } from './directory-sync.ts';

/** Unpacks a tar archive into a directory, and gives back what it has made there. What was made is on disk by then. */
export async function unpackArchive(archive: Readable, directory: string): Promise<string[]> {
  const made: string[] = [];
  const directories = [directory];
  const entries = extract();
  const unpacked = (async () => {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      const file = path.join(directory, name);
      if (path.relative(directory, file).startsWith('..')) throw new Error(`the archive leads out of its directory: ${name}`);
      if (type === 'directory') {
        await mkdir(file, { recursive: true, mode: 0o700 });
        directories.push(file);
        entry.resume();
      } else if (type === 'file') await pipeline(entry, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
      else throw new Error(`the archive holds what is neither a file nor a directory: ${name}`);
      made.push(file);
    }
  })();
  await Promise.all([pipeline(archive, entries), unpacked]);
  for (const one of directories) await syncDirectory(one);
  return made;
}

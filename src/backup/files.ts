import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Stored } from '../areas/files/stored.ts';
import { syncDirectory } from '../store/directory-sync.ts';
import { type FileStore, readIfThere } from '../store/file-store.ts';
import { forEach } from './for-each.ts';
import { copiesIn, type Entry, FILES, readList, type Sum } from './manifest.ts';
import { sumOf, writeNew } from './writing.ts';

const AT_ONCE = 8;
const UNFINISHED = '.unfinished';

export interface Brought {
  /** The files that the database names, and that the backup has now. */
  entries: Entry[];
  /** The keys that rows still need, and that storage does not have. */
  missing: string[];
  /** How many files were copied, because the backup did not have them yet, and how many bytes these have. */
  copied: number;
  bytes: number;
}

/** The checksums in the newest copy, by storage key, so that its files need not be read again for theirs. */
async function knownSums(directory: string): Promise<Map<string, Sum>> {
  const last = (await copiesIn(directory)).at(-1);
  const entries = last === undefined ? [] : await readList(path.join(directory, last)).catch(() => []);
  return new Map(entries.map(({ key, size, sha256 }) => [key, { size, sha256 }]));
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

/** Gives each key once. At the end, `needed` says of each whether any row that names it needs it. */
async function* once(all: AsyncIterable<Stored>, needed: Map<string, boolean>): AsyncGenerator<Stored> {
  for await (const one of all) {
    const before = needed.get(one.storageKey);
    needed.set(one.storageKey, before === true || one.needed);
    if (before === undefined) yield one;
  }
}

/**
 * Copies all files that the database names into a directory of backups. A file that is there with the same size is not copied again, because
 * a storage key is never used twice, and a file gets its name only once it is complete.
 */
export async function bringFiles(directory: string, files: FileStore, stored: AsyncIterable<Stored>): Promise<Brought> {
  const below = path.join(directory, FILES);
  const unfinished = path.join(below, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const known = await knownSums(directory);
  const brought: Brought = { entries: [], missing: [], copied: 0, bytes: 0 };
  const changed = new Set([below]);
  const needed = new Map<string, boolean>();
  const absent: string[] = [];

  const copy = async (key: string): Promise<Sum | undefined> => {
    const file = path.join(below, key);
    const draft = path.join(unfinished, randomUUID());
    const content = await readIfThere(files, key);
    if (content === undefined) return undefined;
    const sum = await writeNew(draft, content);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await rename(draft, file);
    for (let above = path.dirname(file); above !== below; above = path.dirname(above)) changed.add(above);
    brought.copied++;
    brought.bytes += sum.size;
    return sum;
  };

  const bring = async ({ storageKey: key, size }: Stored): Promise<void> => {
    const file = path.join(below, key);
    const there = (await sizeOf(file)) === size;
    const before = known.get(key);
    const sum = there ? (before?.size === size ? before : await sumOf(file)) : await copy(key);
    if (sum) brought.entries.push({ key, ...sum });
    else absent.push(key);
  };

  try {
    await forEach(once(stored, needed), AT_ONCE, bring);
  } finally {
    // Half a file, where the disk is full, goes as well. What cannot be removed goes with the next backup.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
  }
  brought.missing = absent.filter((key) => needed.get(key));
  for (const one of changed) await syncDirectory(one);
  return brought;
}

/** Copies files back into storage. A file that is there already stays, because no other is ever stored under its key. */
export async function putFiles(directory: string, files: FileStore, entries: readonly Entry[]): Promise<void> {
  await forEach(entries, AT_ONCE, async ({ key, size }) => {
    const there = await files.size(key);
    if (there === size) return;
    if (there !== undefined) await files.remove(key);
    await files.write(key, createReadStream(path.join(directory, FILES, key)));
  });
}

import { execFile } from 'node:child_process';
import { open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type FilesDirectory, KEPT, type Surroundings } from '../surroundings.ts';
import { type Accident, nothing, type Scene } from './accident.ts';

const execute = promisify(execFile);

function around({ surroundings }: Scene['site']): Surroundings {
  if (!surroundings) throw new Error('the site has no mail server and no directory for files of its own');
  return surroundings;
}

function directoryOf(site: Scene['site']): FilesDirectory {
  const { files } = around(site);
  if (!('directory' in files)) throw new Error('the files are in no directory');
  return files;
}

/** Nobody waits for mail: jobs that fail are done again. */
export const mailAway: Accident = {
  name: 'mail server away',
  excuses: [],
  async harm({ site, holdMs }) {
    const { mail } = around(site);
    await mail.away();
    await setTimeout(holdMs);
    mail.back();
    return nothing;
  },
};

export const mailSlow: Accident = {
  name: 'mail server slow',
  excuses: [],
  async harm({ site, holdMs }) {
    const { mail } = around(site);
    mail.slow(holdMs / 2);
    await setTimeout(holdMs);
    mail.slow(0);
    return nothing;
  },
};

/** Also root cannot write below what is no directory. */
export const filesAway: Accident = {
  name: 'no directory for files',
  excuses: [503],
  async harm({ site, holdMs }) {
    const { directory } = directoryOf(site);
    const next = `${directory}.next`;
    await writeFile(next, '');
    await rename(next, directory);
    await setTimeout(holdMs);
    await symlink(KEPT, next);
    await rename(next, directory);
    return nothing;
  },
};

const CHUNKS = [2 ** 20, 4096, 1];

/** Writes until there is no room for another byte. */
async function fill(file: string): Promise<void> {
  const ballast = await open(file, 'w');
  try {
    for (const size of CHUNKS) {
      const chunk = Buffer.alloc(size);
      while (
        await ballast.write(chunk).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await ballast.close();
  }
}

/** Only where the files have a file system of their own, which has an end. */
export const filesFull: Accident = {
  name: 'no room for files',
  excuses: [503],
  async harm({ site, holdMs }) {
    const { directory, isBounded } = directoryOf(site);
    if (!isBounded) return nothing;
    const ballast = path.join(path.dirname(directory), 'ballast');
    try {
      await fill(ballast);
      await setTimeout(holdMs);
    } finally {
      await rm(ballast);
    }
    return nothing;
  },
};

const AGAIN_AFTER_MS = 10;
const TRIES = 500;

/** Refused while a file is open to be written. */
async function remount(directory: string, as: 'ro' | 'rw'): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await execute('mount', ['-o', `remount,${as}`, directory]));
    } catch (error) {
      if (tries === TRIES) throw error;
      await setTimeout(AGAIN_AFTER_MS);
    }
  }
}

/** The file system becomes read-only, as it does by itself where a disk fails. */
export const filesReadOnly: Accident = {
  name: 'files can only be read',
  excuses: [503],
  async harm({ site, holdMs }) {
    const { directory, isBounded } = directoryOf(site);
    if (!isBounded) return nothing;
    const room = path.dirname(directory);
    await remount(room, 'ro');
    await setTimeout(holdMs);
    await remount(room, 'rw');
    return nothing;
  },
};

import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { reason } from '../start-error.ts';
import { hasEmbedded } from '../store/data-directory.ts';
import { BackupError } from './manifest.ts';
import { checkedCopy, restore } from './restoring.ts';
import { type School, takeBackup } from './taking.ts';

function options<const T extends ParseArgsConfig['options'] & object>(args: readonly string[], wanted: T) {
  try {
    return parseArgs({ args: [...args], options: wanted, strict: true }).values;
  } catch (error) {
    throw new BackupError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads `--to <directory>`. It is asked for before anything is started. */
export function readTarget(args: readonly string[], { databaseUrl, dataDir }: Config): string {
  const { to } = options(args, { to: { type: 'string' } });
  if (to === undefined || to === '') throw new BackupError('Say where the backup is to go: --to <directory>');
  if (databaseUrl === null && !hasEmbedded(dataDir)) throw new BackupError(`There is no database in DATA_DIR (${dataDir}).`);
  return path.resolve(to);
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What disks, the database or storage refuse is for the operator to mend; a fault of the program stays one, with where it happened. */
const failed =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof BackupError || error instanceof TypeError || error instanceof RangeError) throw error;
    throw new BackupError(`${what}: ${reason(error)}`, { cause: error });
  };

/** Takes a backup, and gives back what there is to say of it, line by line. */
export async function backUp(school: School, to: string): Promise<string[]> {
  const begun = performance.now();
  const { name, bytes, files } = await takeBackup(school, to).catch(failed('The backup could not be taken'));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  return [
    `Backup ${path.join(to, name)}: the database in ${megabytes(bytes)}, ${counted(files.entries.length, 'file')}, ` +
      `of which ${files.copied} were copied (${megabytes(files.bytes)}), in ${seconds} s`,
    ...files.missing.map((key) => `Not in storage, though the database names it: ${key}`),
  ];
}

/** Restores or checks what `--from <directory>` names, as `--copy <name>`, `--check` and `--replace` say; gives back a line about it. */
export async function restoreFrom(args: readonly string[], config: Config): Promise<string> {
  const {
    from,
    copy: named,
    check,
    replace,
  } = options(args, {
    from: { type: 'string' },
    copy: { type: 'string' },
    check: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
  });
  if (from === undefined || from === '') throw new BackupError('Say where the backup is: --from <directory>');
  const directory = path.resolve(from);
  const copy = await checkedCopy(directory, named).catch(failed('The backup could not be read'));
  const what = `the backup ${copy.name} of release ${copy.manifest.release} with ${counted(copy.entries.length, 'file')}`;
  if (check) return `Whole: ${what}`;
  await restore({ config, from: directory, copy, replace }).catch(failed('The backup could not be restored'));
  return `Restored: ${what}. Start Lectern now: it brings the database to its own release.`;
}

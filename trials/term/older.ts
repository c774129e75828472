import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../lectern.ts';

/** An earlier state of the repository, which runs beside this one. */
export interface OlderRelease {
  commit: string;
  /** Whether it has fewer migrations than this one. */
  isBehind: boolean;
  root: URL;
}

const execute = promisify(execFile);
const MOST_BYTES = 2 ** 28;
const MIGRATIONS = 'prisma/migrations';

const git = async (...args: string[]): Promise<string> => (await execute('git', args, { cwd: ROOT, maxBuffer: MOST_BYTES })).stdout.trim();

/** The last one that did not know the newest migration; undefined where there is no history to look at. */
async function beforeLastMigration(): Promise<string | undefined> {
  const last = await git('log', '-1', '--format=%H', '--', MIGRATIONS).catch(() => '');
  return last === '' ? undefined : git('rev-parse', '--verify', `${last}^`).catch(() => undefined);
}

/** Between the two migrations were added, as releases add them: what the older one has, this one has unchanged. */
async function requireEarlier(commit: string): Promise<void> {
  const changed = await git('diff', '--name-only', '--diff-filter=a', commit, 'HEAD', '--', MIGRATIONS);
  if (changed !== '') throw new Error(`TERM_OLDER names no earlier release: since then these have changed: ${changed}`);
}

/** Checks an older release out into a directory of its own: that of the commit, or the newest one before the last migration. It uses the packages of this one. */
export async function olderRelease(within: string, wanted: string | undefined): Promise<OlderRelease | undefined> {
  const commit = wanted === undefined ? await beforeLastMigration() : await git('rev-parse', '--verify', `${wanted}^{commit}`);
  if (commit === undefined) return undefined;
  await requireEarlier(commit);
  const directory = path.join(within, 'older');
  await mkdir(directory);
  const archive = path.join(within, 'older.tar');
  await git('archive', '--output', archive, commit);
  await execute('tar', ['-xf', archive, '-C', directory]);
  await symlink(fileURLToPath(new URL('node_modules', ROOT)), path.join(directory, 'node_modules'));
  await execute(process.execPath, ['scripts/generate-client.ts'], { cwd: directory });
  const isBehind = (await git('diff', '--name-only', commit, 'HEAD', '--', MIGRATIONS)) !== '';
  return { commit, isBehind, root: pathToFileURL(`${directory}/`) };
}

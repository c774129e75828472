import { execFile } from 'node:child_process';
import { chownSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Command } from './postmaster.ts';

const execute = promisify(execFile);

/** The name of the user as whom PostgreSQL runs where Lectern runs as root. */
const NAME = 'postgres';

/** The user of the system as whom PostgreSQL runs where Lectern runs as root: PostgreSQL refuses to run as root. */
export interface SystemUser {
  uid: number;
  gid: number;
  /** Whether it can be given the right to search directories, because its programs and its data may lie below one of root's own. */
  searches: boolean;
}

/** That user, who is made where there is none; null where Lectern does not run as root, and PostgreSQL runs as the same user. */
export async function unprivilegedUser(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: '-u' | '-g') => Number((await execute('id', [flag, NAME])).stdout);
  await id('-u').catch(() => execute('useradd', ['--system', '--user-group', '--no-create-home', NAME]));
  const user = { uid: await id('-u'), gid: await id('-g'), searches: true };
  const [program, flags] = commandAs(user, 'true', []);
  const searches = await execute(program, flags).then(
    () => true,
    () => false,
  );
  return { ...user, searches };
}

/** How a program is run as this user. */
export function commandAs(user: SystemUser | null, program: string, flags: string[]): Command {
  if (user === null) return [program, flags, {}];
  const { uid, gid, searches } = user;
  if (!searches) return [program, flags, { uid, gid }];
  const right = '+dac_read_search';
  // Without this, access(2), by which initdb looks for its programs, would ignore the right.
  const bits = '--securebits=+no_setuid_fixup';
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', `--inh-caps=${right}`, `--ambient-caps=${right}`, bits];
  return ['setpriv', [...as, program, ...flags], {}];
}

/** Gives files and directories to this user. */
export function giveTo(user: SystemUser | null, files: readonly string[]): void {
  if (user) for (const file of files) chownSync(file, user.uid, user.gid);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { codeOf } from '../kernel/error-codes.ts';
import { endsWithUs } from '../store/ends-with-us.ts';
import { BackupError } from './manifest.ts';

type Program = 'pg_dump' | 'pg_restore';

/** Others on the machine see what a program is called with: the password goes by the environment. */
function called(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) } };
}

interface Running {
  output: Readable;
  /** Resolves once the program has ended well; otherwise it fails with what the program has said. */
  ended: Promise<void>;
}

function run(program: Program, args: readonly string[], env = process.env): Running {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // One that goes on alone would yet put into the database what nobody waits for any more.
  child.once('spawn', () => endsWithUs(child));
  const said = text(child.stderr);
  const ended = once(child, 'close').then(
    async ([code]) => {
      if (code !== 0) throw new BackupError(`${program} has failed: ${(await said).trim()}`);
    },
    (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new BackupError(`${program} is not on the PATH: install the client programs of PostgreSQL.`);
    },
  );
  ended.catch(() => undefined);
  return { output: child.stdout, ended };
}

/** Fails where the program is missing, or older than what it is to work with. It would refuse that itself, but later and in other words. */
export async function requireProgram(program: Program, release: number): Promise<void> {
  const { output, ended } = run(program, ['--version']);
  const [, own] = /\) (\d+)/.exec(await text(output)) ?? [];
  await ended;
  if (Number(own) < release)
    throw new BackupError(
      `${program} is of PostgreSQL ${own}, the database of ${release}: have one of ${release} or later first on the PATH.`,
    );
}

/** A dump of the database, as of the moment at which it begins. It is whole once it has `ended`. */
export function dump(url: string): Running {
  const { address, env } = called(url);
  return run('pg_dump', ['--format=custom', '--no-password', `--dbname=${address}`], env);
}

/** Loads a dump into a database: all of it or nothing. */
export async function load(url: string, file: string): Promise<void> {
  const { address, env } = called(url);
  const whole = ['--single-transaction', '--exit-on-error'];
  // Roles are of the server that it comes from, and what is said of extensions is said by those who own them.
  const own = ['--no-owner', '--no-privileges', '--no-comments'];
  const { output, ended } = run('pg_restore', [...whole, ...own, '--no-password', `--dbname=${address}`, file], env);
  output.resume();
  await ended;
}

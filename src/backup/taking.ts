import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { storedFiles } from '../areas/files/stored.ts';
import { RELEASE } from '../release.ts';
import { holdFiles, releaseFiles } from '../store/backup-hold.ts';
import { takeBaseBackup } from '../store/base-backup.ts';
import { SECRETS } from '../store/data-directory.ts';
import type { Database } from '../store/database.ts';
import { syncDirectory } from '../store/directory-sync.ts';
import type { FileStore } from '../store/file-store.ts';
import { appliedMigrations } from '../store/migrate.ts';
import { dump, requireProgram } from './dump.ts';
import { type Brought, bringFiles } from './files.ts';
import { BackupError, copyName, DUMP, entryLine, LIST, MACHINE, MANIFEST, type Manifest, PHYSICAL } from './manifest.ts';
import { writeNew } from './writing.ts';

/** What is to be backed up. */
export interface School {
  database: Database;
  files: FileStore;
  /** The directory of its own database; null where the database is one that was named. */
  embeddedIn: string | null;
}

export interface Taken {
  name: string;
  bytes: number;
  files: Brought;
}

async function migrationsOf({ pool }: Database): Promise<string[]> {
  const applied = await appliedMigrations(pool);
  if (applied.length === 0) throw new BackupError('There is nothing to back up: the database has no tables of Lectern.');
  return applied;
}

async function releaseOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ number: string }>(`select current_setting('server_version_num') as number`);
  return Math.floor(Number(rows[0]?.number) / 10_000);
}

/** The prefix of a copy's name until the copy is complete. */
const UNFINISHED = '.unfinished-';

async function beginCopy(to: string, name: string): Promise<string> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Remove what unfinished backups have left.
  for (const left of await readdir(to)) if (left.startsWith(UNFINISHED)) await rm(path.join(to, left), { recursive: true, force: true });
  const draft = path.join(to, UNFINISHED + name);
  await mkdir(draft, { mode: 0o700 });
  return draft;
}

type Parts = Manifest['parts'];

async function copyEmbedded(dataDir: string, url: string, draft: string): Promise<Parts> {
  const archive = await takeBaseBackup(url);
  const packed = createGzip({ level: 1 });
  archive.on('error', (error) => packed.destroy(error));
  packed.on('close', () => archive.destroy());
  const parts: Parts = { [PHYSICAL]: await writeNew(path.join(draft, PHYSICAL), archive.pipe(packed)) };
  for (const secret of SECRETS) parts[secret] = await writeNew(path.join(draft, secret), createReadStream(path.join(dataDir, secret)));
  return parts;
}

async function copyNamed(url: string, draft: string): Promise<Parts> {
  const { output, ended } = dump(url);
  const sum = await writeNew(path.join(draft, DUMP), output);
  await ended;
  return { [DUMP]: sum };
}

/** A connection that keeps jobs from removing bytes of files as long as it lasts. */
async function holding(url: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url, application_name: 'lectern backup', keepAlive: true });
  // Where it is lost, `releaseFiles` finds out in the end.
  connection.on('error', () => undefined);
  await connection.connect();
  await connection.query('set idle_session_timeout = 0');
  if (await holdFiles(connection)) return connection;
  await connection.end();
  throw new BackupError('Another backup of this database is under way.');
}

/**
 * Takes a backup while Lectern runs: first a copy of the database, then all files that this copy names. From before the first until after
 * the second no bytes of files are removed, so that these files are there. A copy gets its name once all of it is on disk.
 */
export async function takeBackup(school: School, to: string): Promise<Taken> {
  const { database, files, embeddedIn } = school;
  const release = await releaseOf(database);
  const migrations = await migrationsOf(database);
  if (embeddedIn === null) await requireProgram('pg_dump', release);
  const hold = await holding(database.url);
  let draft: string | undefined;
  try {
    const at = new Date();
    const name = copyName(at);
    await access(path.join(to, name)).then(
      () => Promise.reject(new BackupError(`There is a backup ${name} in ${to} already.`)),
      () => undefined,
    );
    draft = await beginCopy(to, name);
    const parts = await (embeddedIn === null ? copyNamed(database.url, draft) : copyEmbedded(embeddedIn, database.url, draft));
    const brought = await bringFiles(to, files, storedFiles(database));
    parts[LIST] = await writeNew(path.join(draft, LIST), Readable.from(brought.entries.map(entryLine)));
    const held = await releaseFiles(hold).catch(() => false);
    if (!held) throw new BackupError('The connection to the database was lost, and files may have been taken away since: begin again.');
    const postgres = String(release);
    const manifest: Manifest = {
      format: 1,
      taken_at: at.toISOString(),
      release: RELEASE,
      migrations,
      database: embeddedIn === null ? { kind: 'dump', postgres } : { kind: 'physical', postgres, machine: MACHINE },
      parts,
    };
    await writeFile(path.join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await syncDirectory(draft);
    await rename(draft, path.join(to, name));
    await syncDirectory(to);
    return { name, bytes: Object.values(parts).reduce((sum, { size }) => sum + size, 0), files: brought };
  } catch (error) {
    // A disk that it has filled has room again. Why the draft stays where it does is no news beside that.
    if (draft !== undefined) await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  } finally {
    await hold.end().catch(() => undefined);
  }
}

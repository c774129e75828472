import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { OperatorError } from '../kernel/operator-error.ts';
import { SEARCH_PATH } from './pool.ts';
import { isRefusedStatement, unavailability } from './server-errors.ts';

/** Why this release cannot work on the database, in a sentence for whoever starts it. */
export class MigrationError extends OperatorError {}

export interface Migration {
  /** The name of its folder; migrations are applied in the order of their names. */
  name: string;
  sql: string;
  /** The checksum of the file's bytes, as Prisma's own command line writes it. */
  checksum: string;
}

/** A row of `_prisma_migrations`. */
interface Recorded {
  name: string;
  checksum: string;
  finished: boolean;
  logs: string | null;
}

const FOLDER = new URL('../../prisma/migrations', import.meta.url).pathname;

/**
 * Why Lectern does not work on such a PostgreSQL, by its `server_version_num`. 18.0 and 18.1 go on without a row that they have waited for
 * where it was found by one of another table or of an array: what two people change at once is lost in silence.
 */
export const faultOf = (server: number): string | undefined =>
  server === 180_000 || server === 180_001
    ? `PostgreSQL 18.${server - 180_000} passes over rows that somebody has just changed, and so loses what is written at once: use 18.2 or a later one.`
    : undefined;

/** Why Lectern is not begun in such a database, by its encoding: any other would refuse some names and texts, or take them for bytes. */
export const faultOfEncoding = (encoding: string): string | undefined =>
  encoding === 'UTF8' ? undefined : `The database has the encoding ${encoding}: give Lectern one of its own with the encoding UTF8.`;

async function requireFaultless(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server: number }>(`select current_setting('server_version_num')::int as server`);
  const fault = faultOf(rows[0]?.server ?? 0);
  if (fault !== undefined) throw new MigrationError(fault);
}

/** The advisory lock of Prisma's own command line, so that never two migrate one database, whichever way they do it. */
const MIGRATING = 72_707_369;

/** The table of Prisma's own command line: `prisma migrate` goes on where Lectern has ended, and the other way round. */
const RECORDS = `create table if not exists public._prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null, logs text,
  rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count int not null default 0)`;

const RECORDED = `select migration_name as name, checksum, finished_at is not null as finished, logs from public._prisma_migrations
  where rolled_back_at is null order by started_at`;

const APPLIED = `select migration_name as name from public._prisma_migrations where finished_at is not null and rolled_back_at is null order by 1`;

const RECORD = `insert into public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)`;

/** The comment of the schema from the moment at which a restore has emptied the database until it has loaded the backup. */
export const EMPTIED_BY_RESTORE = 'Emptied by a restore that has not ended.';

/** Whether such a restore has emptied the database, as a part of a statement. */
export const IS_EMPTIED = `coalesce(obj_description(to_regnamespace('public'), 'pg_namespace') = '${EMPTIED_BY_RESTORE}', false)`;

/** Asks what a database holds that nobody has migrated: tables of a version before the first release, or those of another program. */
const ELSE = `select current_setting('server_encoding') as encoding, ${IS_EMPTIED} as emptied,
  to_regclass('drizzle.__drizzle_migrations') is not null as old,
  exists (select from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as used`;

export function readMigrations(folder: string = FOLDER): Migration[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** How long a migration waits for a lock, how often it tries, and how long it lets others go on between two tries. */
export interface Patience {
  lockMs: number;
  tries: number;
  pauseMs: number;
}

/** Requests wait for a lock for 3 s at most, so that one try does not make them fail. */
const PATIENCE: Patience = { lockMs: 1_500, tries: 60, pauseMs: 1_000 };

/**
 * Brings the database to this release. Several processes may start at once: one migrates, the others wait for it.
 * @throws MigrationError where the database is not one of this release or an earlier one, its server loses what is written, or a migration
 * fails, which then leaves nothing.
 */
export async function migrateDatabase(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
  patience: Patience = PATIENCE,
): Promise<void> {
  await requireFaultless(pool);
  // The lock belongs to a transaction: behind a pooler that hands sessions out by transaction, a session may be somebody else's next.
  const holding = await pool.connect();
  try {
    await holding.query('begin; set local idle_in_transaction_session_timeout = 0');
    await holding.query('select pg_advisory_xact_lock($1)', [MIGRATING]);
    await applyPending(pool, migrations, patience);
    await runMigrations({ pgPool: pool, noPreparedStatements: true });
  } finally {
    const broken = await holding.query('rollback').then(
      () => false,
      () => true,
    );
    holding.release(broken);
  }
}

async function applyPending(pool: pg.Pool, migrations: readonly Migration[], patience: Patience): Promise<void> {
  const client = await pool.connect();
  try {
    for (const migration of pending(migrations, await recorded(client).catch(refused))) await apply(client, migration, patience);
  } finally {
    client.release();
  }
}

/** As where the user of the address may make nothing in it. */
function refused(cause: unknown): never {
  if (!(cause instanceof Error && isRefusedStatement(cause))) throw cause;
  throw new MigrationError(`The database refuses to be migrated: ${cause.message}`, { cause });
}

/** Whose a table is; whether the user who asks is a member of that role and yet has nothing of it, as one of `noinherit`; what else they may. */
const ownerOf = (table: string): string => `select pg_get_userbyid(relowner) as owner, current_user as asks,
  pg_has_role(relowner, 'member') and not pg_has_role(relowner, 'usage') as "hasNothingOfIt", has_table_privilege(oid, 'select') as reads
  from pg_class where oid = to_regclass('${table}')`;

interface Owned {
  owner: string;
  asks: string;
  hasNothingOfIt: boolean;
  reads: boolean;
}

const uninherited = ({ owner, asks }: Owned): MigrationError =>
  new MigrationError(
    `The tables of the database belong to ${owner}, of which ${asks} is a member and inherits nothing: name ${owner} in DATABASE_URL, or have ${asks} inherit (\`alter role ${asks} inherit\`, and from PostgreSQL 16 on \`grant ${owner} to ${asks} with inherit true\`).`,
  );

/** Whether anybody has migrated the database. */
async function hasRecords(on: pg.Pool | pg.PoolClient): Promise<boolean> {
  const { rows } = await on.query<Owned>(ownerOf('public._prisma_migrations'));
  for (const owned of rows) if (owned.hasNothingOfIt && !owned.reads) throw uninherited(owned);
  return rows.length > 0;
}

async function recorded(client: pg.PoolClient): Promise<Recorded[]> {
  if (!(await hasRecords(client))) {
    await requireEmpty(client);
    await client.query(RECORDS);
  }
  return (await client.query<Recorded>(RECORDED)).rows;
}

async function requireEmpty(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ encoding: string; emptied: boolean; old: boolean; used: boolean }>(ELSE);
  if (rows[0]?.emptied)
    throw new MigrationError(
      'A restore has emptied the database and has not ended, so no new school is begun in it: give the restore again.',
    );
  if (rows[0]?.old)
    throw new MigrationError(
      'The database was made by a version from before the first release, which no release goes on from: use an empty one.',
    );
  if (rows[0]?.used) throw new MigrationError('The database holds tables that Lectern has not made: give it an empty one of its own.');
  const fault = faultOfEncoding(rows[0]?.encoding ?? '');
  if (fault !== undefined) throw new MigrationError(fault);
}

/** The migrations that have not been applied yet. */
function pending(migrations: readonly Migration[], applied: readonly Recorded[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished, logs } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new MigrationError(
        `The database has the migration ${name}, which this release does not know: it belongs to a later one. Start that one.`,
      );
    if (!finished)
      throw new MigrationError(
        `The migration ${name} was begun by other means and has not ended${logs ? `: ${logs}` : ''}. See prisma migrate resolve.`,
      );
    if (checksum !== migration.checksum)
      throw new MigrationError(`The migration ${name} is not the one that was applied: its file has been changed since.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/** Reasons to try again: others hold a table for too long, or two wait for each other and PostgreSQL has ended this one. */
const IN_THE_WAY: ReadonlySet<string | undefined> = new Set(['lock_timeout', 'deadlock']);

/** Applies a migration as a whole. Others queue behind it for a table that it waits for: so it gives up, and tries again (conventions#94). */
async function apply(client: pg.PoolClient, migration: Migration, patience: Patience): Promise<void> {
  for (let left = patience.tries - 1; ; left -= 1) {
    try {
      return await once(client, migration, patience.lockMs);
    } catch (cause) {
      if (left > 0 && IN_THE_WAY.has(unavailability(cause))) {
        await setTimeout(patience.pauseMs);
        continue;
      }
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new MigrationError(`The migration ${migration.name} has failed, and nothing of it was kept: ${reason}`, { cause });
    }
  }
}

async function once(client: pg.PoolClient, { name, sql, checksum }: Migration, lockMs: number): Promise<void> {
  await client.query('begin');
  try {
    // Behind a pooler the session has no settings of Lectern's.
    await client.query(`select set_config('search_path', ${SEARCH_PATH}, true), set_config('lock_timeout', '${lockMs}', true)`);
    await client.query(sql);
    await client.query(RECORD, [randomUUID(), checksum, name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The names of the migrations that a database has, in their order; none where nobody has migrated it. */
export async function appliedMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = (await hasRecords(pool)) ? await pool.query<{ name: string }>(APPLIED) : { rows: [] };
  return rows.map(({ name }) => name);
}

/** Whether every migration of this release has been applied; those of a later one may have been, too. */
export const isMigrated = (migrations: readonly Migration[]): pg.QueryConfig => ({
  text: `select count(*) = $2 as done from public._prisma_migrations where migration_name = any($1) and finished_at is not null and rolled_back_at is null`,
  values: [migrations.map(({ name }) => name), migrations.length],
});

/** @throws MigrationError where what this release works with is not there: nobody has migrated the database, or it is somebody else's. */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  await requireFaultless(pool);
  const { rows } = (await hasRecords(pool)) ? await pool.query<{ done: boolean }>(isMigrated(readMigrations())) : { rows: [] };
  if (!rows[0]?.done) throw new MigrationError('The database has not been migrated to this release: run `migrate` first.');
}

/** Row security of the queue's tables hides all jobs from whoever is not their owner, and has no policy that shows any. */
const HIDDEN = `${ownerOf('graphile_worker._private_jobs')} and row_security_active(oid)`;

/** @throws MigrationError where whoever does jobs would see none, and fail to add those that wait: another user has migrated the database. */
export async function requireJobsShown(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Owned>(HIDDEN);
  for (const owned of rows) {
    if (owned.hasNothingOfIt) throw uninherited(owned);
    const { owner, asks } = owned;
    throw new MigrationError(
      `The jobs of the database are hidden from ${asks}, because ${owner} has migrated it: name ${owner} in DATABASE_URL, or grant ${owner} to ${asks}.`,
    );
  }
}

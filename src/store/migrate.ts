import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { drizzle, migrate, readMigrationFiles } from './drizzle.ts';

const FOLDER = new URL('../../migrations', import.meta.url).pathname;

/** Any number: what all processes of one database take before they migrate it. */
const MIGRATING = 7_236_581;

/** Brings the database to this release. Several processes may start at once: one migrates, the others wait for it. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATING]);
    await client.query('create extension if not exists pg_trgm');
    await migrate(drizzle(client), { migrationsFolder: FOLDER });
    await runMigrations({ pgPool: pool });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATING]).catch(() => undefined);
    client.release();
  }
}

/** When the newest migration of this release was written, which the database records with those that are applied. */
export const newestMigration = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: FOLDER }).map((migration) => migration.folderMillis));

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

/** Whether every migration of this release is applied (D0.4). */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder: FOLDER }).map((migration) => migration.folderMillis));
  try {
    const { rows } = await pool.query<{ done: boolean }>(
      'select coalesce(max(created_at), 0) >= $1 as done from drizzle.__drizzle_migrations',
      [newest],
    );
    return rows[0]?.done ?? false;
  } catch {
    return false;
  }
}

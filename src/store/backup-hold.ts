import type pg from 'pg';
import { type Db, statement } from './database.ts';
import { sql } from './sql/sql.ts';
import { boolean } from './sql/types.ts';

/** Advisory locks that a backup holds by a connection of its own, which ends with its process: that there is one, and that files stay. */
const BACKUP = 1_651_663_212;
const FILES_STAY = 1_651_663_213;

/**
 * Has no bytes of files taken away until the connection ends: whoever takes some asks first. False: another backup of this database runs.
 */
export async function holdFiles(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [BACKUP]);
  if (!rows[0]?.mine) return false;
  // For a moment those who ask have it.
  await connection.query('select pg_advisory_lock($1)', [FILES_STAY]);
  return true;
}

/** Whether they were held until now. */
export async function releaseFiles(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>('select pg_advisory_unlock($1) and pg_advisory_unlock($2) as held', [
    FILES_STAY,
    BACKUP,
  ]);
  return rows[0]?.held ?? false;
}

const held = statement({
  name: 'files_held_by_backup',
  gives: { held: boolean },
  sql: () => sql`select not pg_try_advisory_xact_lock_shared(${FILES_STAY}) as held`,
});

/**
 * Whether a backup runs, to be asked once it is settled whose bytes are to go: a backup that begins after the answer copies the database
 * after it, too, and finds there that nobody needs them.
 */
export const filesAreHeld = async (db: Db): Promise<boolean> => (await db.rows(held, {}))[0]?.held ?? true;

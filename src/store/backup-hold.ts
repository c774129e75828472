import type pg from 'pg';
import { type Db, statement } from './database.ts';
import { sql } from './sql/sql.ts';
import { boolean } from './sql/types.ts';

/** Advisory locks of a backup, on a connection of its own that ends with its process: one says that it runs, one keeps files. */
const BACKUP = 1_651_663_212;
const FILES_STAY = 1_651_663_213;

/**
 * Keeps the bytes of all files until the connection ends, because jobs that remove bytes ask `filesAreHeld` first. Gives back false where
 * another backup of this database runs.
 */
export async function holdFiles(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [BACKUP]);
  if (!rows[0]?.mine) return false;
  // Jobs that ask hold this lock for a moment, so that it is waited for.
  await connection.query('select pg_advisory_lock($1)', [FILES_STAY]);
  return true;
}

/** Lets files be removed again; gives back whether they were held until now. */
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
 * Whether a backup runs. Ask once it is committed which bytes are to be removed: a backup that begins after the answer copies the database
 * after it as well, and finds there that nobody needs these bytes.
 */
export const filesAreHeld = async (db: Db): Promise<boolean> => (await db.rows(held, {}))[0]?.held ?? true;

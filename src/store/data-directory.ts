import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../kernel/error-codes.ts';
import { EmbeddedError } from './embedded-error.ts';

/** Where the database of a data directory is. */
export const databaseIn = (dataDir: string): string => path.join(dataDir, 'postgres');

/** Whether a data directory has a database, running or not. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(path.join(databaseIn(dataDir), 'PG_VERSION'));

/** The files of a data directory without which a copy of its database could not be opened, or would not sign as before. */
export const SECRETS = ['postgres-password', 'secret-key'] as const;
type Secret = (typeof SECRETS)[number];

/** The password of the database. A new one for a database that exists already would let nobody in. */
export const passwordOf = (dataDir: string): string => secretOf(dataDir, 'postgres-password', 'password');

/**
 * The SECRET_KEY of an installation that sets none. It is made while one process holds the lock of the directory, before any other can
 * find its database, so that all of them read the same key. A new one for a database that is there already would end
 * every address that was signed before.
 */
export const secretKeyOf = (dataDir: string): string => secretOf(dataDir, 'secret-key', 'secret key');

/** The secrets that are yet to be made: those of a database that is not there yet. */
export const unmadeSecrets = (dataDir: string): Secret[] =>
  hasEmbedded(dataDir) ? [] : SECRETS.filter((name) => !existsSync(path.join(dataDir, name)));

function secretOf(dataDir: string, name: Secret, called: string): string {
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

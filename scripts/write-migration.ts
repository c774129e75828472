import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS, SCHEMA, schemaDifference } from './schema-engine.ts';

const NOTHING = '-- This is an empty migration.';

interface Folders {
  schema?: string;
  migrations?: string;
}

/**
 * Writes what leads from the migrations to the schema into a migration of its own, whose file stays empty where that is nothing.
 * `url` is a server on which the two can be compared.
 */
export async function writeMigration(
  url: string,
  name: string,
  { schema = SCHEMA, migrations = MIGRATIONS }: Folders = {},
): Promise<{ file: string; isEmpty: boolean }> {
  const difference = (await schemaDifference(url, { schema, migrations })).trim();
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(migrations, `${stamp}_${name}`);
  mkdirSync(folder);
  const file = path.join(folder, 'migration.sql');
  const isEmpty = difference === NOTHING;
  writeFileSync(file, isEmpty ? '' : `${difference}\n`);
  return { file, isEmpty };
}

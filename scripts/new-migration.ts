import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/store/embedded.ts';
import { writeMigration } from './write-migration.ts';

/** `npm run migration -- --name what`: writes a migration from what the migrations make to what prisma/schema says. */

const { values } = parseArgs({ options: { name: { type: 'string' } } });
const { name } = values;
if (name === undefined || !/^[a-z][a-z0-9_]{0,60}$/.test(name)) {
  console.error('usage: npm run migration -- --name what_it_does (small letters, digits and underscores)');
  process.exit(1);
}

const directory = mkdtempSync(path.join(tmpdir(), 'lectern-migration-'));
// Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
chmodSync(directory, 0o755);
const server = await startEmbedded(directory, { settings: { fsync: 'off' } });
try {
  const { file, isEmpty } = await writeMigration(server.url, name);
  console.info(
    isEmpty
      ? `${file} is empty: the migrations make what prisma/schema says. Write what its language cannot say, or remove the folder.`
      : `${file} holds the difference. Read it, and edit it as CONTRIBUTING.md says.`,
  );
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

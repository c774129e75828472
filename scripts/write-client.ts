import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentedAreas } from '../src/documented.ts';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { RELEASE } from '../src/release.ts';

/**
 * Writes the typed client into client/dist: the OpenAPI document from the declarations of operations, types from the document, and
 * both compiled with what is written by hand. It needs no database and no server. With `--offline` nothing is installed: the packages of client/ are there already.
 */

const CLIENT = path.join(import.meta.dirname, '../client');

function run(what: string, args: readonly string[]): void {
  const { status } = spawnSync(what, args, { cwd: CLIENT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) return;
  console.error(`The client could not be written: ${[what, ...args].join(' ')} failed.`);
  process.exit(1);
}

/** A program of a package of client/. */
const tool = (file: string, ...args: string[]): void => run(process.execPath, [path.join('node_modules', file), ...args]);

mkdirSync(path.join(CLIENT, 'dist'), { recursive: true });
writeFileSync(
  path.join(CLIENT, 'dist/openapi.json'),
  JSON.stringify(openApiDocument(documentedAreas(), { baseUrl: '/', version: RELEASE })),
);
if (!process.argv.includes('--offline')) run('npm', ['ci', '--no-audit', '--no-fund']);
tool('openapi-typescript/bin/cli.js', 'dist/openapi.json', '--output', 'src/schema.ts');
tool('typescript/bin/tsc', '--project', '.');
console.log('The client is in client/dist; client/README.md says how it is used.');

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Generates the database client from prisma/schema into src/store/generated, unless it is there already. npm's scripts run this
 * before whatever imports the client, so that nobody has to think of it.
 */

const ROOT = path.join(import.meta.dirname, '..');
const SCHEMA = path.join(ROOT, 'prisma/schema');
const GENERATED = path.join(ROOT, 'src/store/generated');
/** What the client that is there was generated from. */
const STAMP = path.join(GENERATED, 'generated-from');
const require = createRequire(import.meta.url);

function fail(why: string): never {
  console.error(`The database client could not be generated from prisma/schema: ${why}`);
  process.exit(1);
}

function installed(file: string): string {
  try {
    return require.resolve(file);
  } catch {
    return fail('Prisma is not installed. Run npm ci, without --omit=dev, and then this again.');
  }
}

/** A hash of everything that the client depends on. */
function source(): string {
  const hash = createHash('sha256').update(readFileSync(installed('@prisma/client/package.json')));
  for (const file of readdirSync(SCHEMA).sort()) hash.update(file).update(readFileSync(path.join(SCHEMA, file)));
  return hash.digest('hex');
}

function generate(): void {
  const bin = path.join(ROOT, 'node_modules/.bin');
  const { status, stdout, stderr } = spawnSync(process.execPath, [installed('prisma/build/index.js'), 'generate', '--schema', SCHEMA], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [bin, process.env['PATH']].join(path.delimiter),
      // Generating needs no engine, but the command line looks for one, and would download it, unless it is told of a file that exists.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) fail(`Prisma refused it.\n${stdout}${stderr}`);
}

const wanted = source();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  generate();
  mkdirSync(GENERATED, { recursive: true });
  writeFileSync(STAMP, wanted);
}

import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { bootstrap } from '../../src/areas/accounts/bootstrap.ts';
import { openDatabase } from '../../src/store/database.ts';
import { startEmbedded } from '../../src/store/embedded.ts';
import { migrateDatabase } from '../../src/store/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
    adminToken: string;
  }
}

const TEMPLATE = 'lectern_template';
const ADMIN_TOKEN = 'test-administrator-token';

/** Once its input ends, and every PostgreSQL below has ended too, which each does by itself. What still writes there may make it try again. */
const SWEEP = `read -r _ || {
  n=0
  while [ $n -lt 300 ] && [ -n "$(find "$1" -name postmaster.pid 2>/dev/null)" ]; do sleep 0.1; n=$((n + 1)); done
  while [ $n -lt 600 ] && [ -e "$1" ]; do rm -rf "$1" 2>/dev/null || sleep 0.1; n=$((n + 1)); done
}`;

/** Removes what a run leaves that is interrupted or killed: nothing of the run's own is done then. */
function sweepWhenKilled(directory: string): () => void {
  const sweeper = spawn('sh', ['-c', SWEEP, 'sh', directory], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  sweeper.on('error', () => undefined);
  sweeper.stdin.on('error', () => undefined);
  return () => sweeper.stdin.end('done\n');
}

const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 6 * 1024 ** 3;

/**
 * Where the run keeps what it writes: where it is told to, else in memory where there is plenty. A database is some 850 files, and every test file has one: on a
 * disk it takes ten times as long to make.
 */
async function roomy(): Promise<string> {
  if (process.env['TMPDIR']) return tmpdir();
  const found = await statfs(MEMORY).catch(() => undefined);
  return found && found.bavail * found.bsize >= MEMORY_NEEDED ? MEMORY : tmpdir();
}

/** One PostgreSQL for the whole run, holding one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(await roomy(), 'lectern-test-'));
  // Started by root, PostgreSQL runs as another user, who has to reach its own directory inside this one.
  await chmod(directory, 0o755);
  const swept = sweepWhenKilled(directory);
  // For what tests and the processes that they start put there, who may be killed as well: it goes with the run's own.
  const temporary = path.join(directory, 'temporary');
  await mkdir(temporary);
  await chmod(temporary, 0o755);
  process.env['TMPDIR'] = temporary;
  const embedded = await startEmbedded(directory, {
    // What is lost with the machine here is thrown away after the run anyway.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const teardown = async () => {
    await embedded.stop();
    await rm(directory, { recursive: true, force: true });
    swept();
  };
  try {
    await makeTemplate(embedded.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', { url: embedded.url, template: TEMPLATE });
  project.provide('adminToken', ADMIN_TOKEN);
  return teardown;
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  const database = openDatabase(url.href, { connections: 4, onIdleError: () => undefined });
  try {
    await migrateDatabase(database.pool);
    await bootstrap(database, ADMIN_TOKEN);
  } finally {
    // A database that is connected to cannot be copied.
    await database.close();
  }
}

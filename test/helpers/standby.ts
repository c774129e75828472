import { execFile } from 'node:child_process';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { bootstrap } from '../../src/areas/accounts/bootstrap.ts';
import { SECRETS } from '../../src/store/data-directory.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Embedded, startEmbedded } from '../../src/store/embedded.ts';
import { migrateDatabase } from '../../src/store/migrate.ts';
import { adminToken } from './server.ts';
import { directory, runningPostgresOf } from './started.ts';

const FAST = { fsync: 'off', shared_buffers: '64MB' };

/** A migrated database, and one that follows it. */
export interface Replicated {
  readonly primary: Embedded;
  readonly standby: Embedded;
  /** What the standby has logged. */
  said(): string;
  /** Ends the standby at once, and starts it again. */
  crash(): void;
  /** Promotes the standby. The primary writes more by itself, and then waits for somebody to follow; gives back its address. */
  partWays(): Promise<string>;
  stop(): Promise<void>;
}

async function asked(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Writes files into the directory of a server, for the user that it runs as. */
function layBeside(database: string, files: Readonly<Record<string, string>>): void {
  const { uid, gid } = statSync(database);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(database, name), text);
    chownSync(path.join(database, name), uid, gid);
  }
}

/** Copies the files of a server while it runs, and has the copy follow it. */
async function copied(primary: string, url: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  await promisify(execFile)('cp', ['-a', path.join(primary, 'postgres'), to]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  const database = path.join(to, 'postgres');
  await rm(path.join(database, 'postmaster.pid'));
  layBeside(database, { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' });
  for (const secret of SECRETS) await copyFile(path.join(primary, secret), path.join(to, secret));
}

export async function startReplicated(): Promise<Replicated> {
  const [home, away] = [await directory(), await directory()];
  const primary = await startEmbedded(home, { settings: { ...FAST, wal_keep_size: '1GB' } });
  const running = [primary];
  const database = openDatabase(primary.url, { connections: 2, onIdleError: () => undefined });
  await migrateDatabase(database.pool);
  await bootstrap(database, adminToken());
  await database.close();
  await mkdir(away, { recursive: true });
  await copied(home, primary.url, away);
  const { hostname, port, username, password } = new URL(primary.url);
  const followed = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  let said = '';
  const standby = await startEmbedded(away, {
    settings: { ...FAST, primary_conninfo: followed },
    onMessage: (message) => (said += message),
  });
  return {
    primary,
    standby,
    said: () => said,
    crash: () => process.kill(runningPostgresOf(away), 'SIGQUIT'),
    async partWays() {
      await asked(standby.url, 'select pg_promote()');
      await asked(primary.url, `create table beyond as select repeat('x', 200) as word from generate_series(1, 20000)`);
      await primary.stop();
      layBeside(path.join(home, 'postgres'), { 'standby.signal': '' });
      running[0] = await startEmbedded(home, { settings: FAST });
      return running[0].url;
    },
    async stop() {
      await standby.stop();
      for (const one of running) await one.stop();
    },
  };
}

/** One value of a server. */
export const valueAt = async (url: string, expression: string): Promise<unknown> =>
  (await asked(url, `select ${expression} as value`)).rows[0]?.value;

import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../src/store/living.ts';
import { SECRET_KEY, startServer, useServer } from '../helpers/server.ts';
import { directory, endsAll, gone, LIMIT_MS, lectern, POLLING } from '../helpers/started.ts';

const SERVER_RELEASE = 18;

const server = useServer();
endsAll();

const env = async ({ url } = server.database) => ({ DATABASE_URL: url, SECRET_KEY, LOG_LEVEL: 'warn', DATA_DIR: await directory() });

/** The programs of a directory of its own, shell scripts by their names, before all others. */
async function programs(scripts: Readonly<Record<string, string>>): Promise<string> {
  const made = await directory();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(made, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(made, name), 0o755);
  }
  return `${made}:${process.env['PATH']}`;
}

// conventions#88
describe('without a pg_dump that can read the server', () => {
  test('nothing is begun where there is none', { timeout: LIMIT_MS }, async () => {
    const to = path.join(await directory(), 'backups');
    expect(await lectern(['backup', '--to', to], { ...(await env()), PATH: await directory() }).refuses()).toBe(
      'pg_dump is not on the PATH: install the client programs of PostgreSQL.',
    );
    expect(existsSync(to)).toBe(false);
  });

  test('nor where it is too old', { timeout: LIMIT_MS }, async () => {
    const PATH = await programs({ pg_dump: "echo 'pg_dump (PostgreSQL) 9.6'" });
    const to = path.join(await directory(), 'backups');
    expect(await lectern(['backup', '--to', to], { ...(await env()), PATH }).refuses()).toBe(
      `pg_dump is of PostgreSQL 9, the database of ${SERVER_RELEASE}: have one of ${SERVER_RELEASE} or later first on the PATH.`,
    );
    expect(existsSync(to)).toBe(false);
  });
});

// conventions#81
test('a backup that is sent SIGTERM does not end as one that was taken', { timeout: LIMIT_MS }, async () => {
  const to = path.join(await directory(), 'backups');
  const PATH = await programs({ pg_dump: `[ "$1" = --version ] && exec echo 'pg_dump (PostgreSQL) 18.2'\nkill -TERM $PPID\necho dumped` });
  expect(await lectern(['backup', '--to', to], { ...(await env()), PATH }).refuses()).toBe('Ended by a signal before it was done.');
  expect(readdirSync(to).filter((name) => !name.startsWith('.'))).not.toContainEqual(expect.stringMatching(/Z$/));
});

// conventions#92
test('what somebody else holds is not replaced, which is said', { timeout: LIMIT_MS }, async () => {
  const { database, stop } = await startServer();
  const release = `[ "$1" = --version ] && exec echo 'PostgreSQL (PostgreSQL) ${SERVER_RELEASE}.2'\necho dumped`;
  const given = { ...(await env(database)), PATH: await programs({ pg_dump: release, pg_restore: release }) };
  const to = path.join(await directory(), 'backups');
  const backup = lectern(['backup', '--to', to], given);
  expect(await backup.exit, backup.output).toBe(0);
  const name = `held_${randomUUID().replaceAll('-', '')}`;
  await database.pool.query(`create database ${name}`);
  const url = Object.assign(new URL(database.url), { pathname: name }).href;
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('create table held (id int)');
  await holder.query('begin; lock table held');
  expect(await lectern(['restore', '--from', to, '--replace'], { ...given, DATABASE_URL: url }).refuses()).toBe(
    'Another session holds what is in the database (DATABASE_URL), and nothing was changed: pg_stat_activity names it. End it first.',
  );
  expect((await holder.query('table held')).rows).toEqual([]);
  await holder.end();
  await database.pool.query(`drop database ${name} with (force)`);
  await stop();
});

// conventions#92
test('where what was there is gone and the backup is not loaded, both are said', { timeout: LIMIT_MS }, async () => {
  const { database, stop } = await startServer();
  const release = `[ "$1" = --version ] && exec echo 'PostgreSQL (PostgreSQL) ${SERVER_RELEASE}.2'`;
  const PATH = await programs({ pg_dump: `${release}\necho dumped`, pg_restore: `${release}\necho 'no room' >&2; exit 1` });
  const given = { ...(await env(database)), PATH };
  const to = path.join(await directory(), 'backups');
  const taken = lectern(['backup', '--to', to], given);
  expect(await taken.exit, taken.output).toBe(0);
  const name = `emptied_${randomUUID().replaceAll('-', '')}`;
  await server.database.pool.query(`create database ${name} template template0`);
  const there = new pg.Client({ connectionString: database.url.replace(/[^/]+$/, name) });
  await there.connect();
  await there.query('create table theirs (id int)');
  const again = { ...given, DATABASE_URL: database.url.replace(/[^/]+$/, name) };
  expect(await lectern(['restore', '--from', to, '--replace'], again).refuses()).toBe(
    'pg_restore has failed: no room\nWhat was in the database (DATABASE_URL) is gone, and it is empty: mend this, and restore again.',
  );
  expect(await lectern(['migrate'], again).refuses()).toBe(
    'A restore has emptied the database and has not ended, so no new school is begun in it: give the restore again.',
  );
  const loads = { ...again, PATH: await programs({ pg_restore: `${release}\nexit 0` }) };
  const repeated = lectern(['restore', '--from', to], loads);
  expect(await repeated.exit, repeated.output).toBe(0);
  // Of an empty one nothing is gone, and a new school may be begun in it.
  expect(await lectern(['restore', '--from', to], again).refuses()).toBe('pg_restore has failed: no room');
  const begun = lectern(['migrate'], again);
  expect(await begun.exit, begun.output).toBe(0);
  await there.end();
  await server.database.pool.query(`drop database ${name} with (force)`);
  await stop();
});

// conventions#92
test('killed, it takes the program of PostgreSQL that works for it along', { timeout: LIMIT_MS }, async () => {
  // Of its own: its server may not have found out yet that the backup before has ended, and lets one run at a time.
  const { database, stop } = await startServer();
  const home = await directory();
  const number = path.join(home, 'number');
  const PATH = await programs({
    pg_dump: `[ "$1" = --version ] && exec echo 'pg_dump (PostgreSQL) 18.2'\necho $$ >${number}.new\nmv ${number}.new ${number}\nexec sleep 600`,
    // By which it is ended: it is begun a moment after it, and takes its number.
    sh: `: >"${home}/watched-$4"\nexec /bin/sh "$@"`,
  });
  const backup = lectern(['backup', '--to', path.join(home, 'backups')], { ...(await env(database)), PATH });
  const until = (file: string) => vi.waitUntil(() => backup.ended || existsSync(file), POLLING);
  await until(number);
  const program = Number(readFileSync(number, 'utf8'));
  await until(path.join(home, `watched-${program}`));
  expect(backup.ended, backup.output).toBe(false);
  expect(isAlive(program)).toBe(true);
  backup.child.kill('SIGKILL');
  await gone(program);
  await stop();
});

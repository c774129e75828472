import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, LIMIT_MS, lectern } from '../helpers/started.ts';

const SERVER_RELEASE = 18;

const server = useServer();
endsAll();

const env = async () => ({ DATABASE_URL: server.database.url, SECRET_KEY, LOG_LEVEL: 'warn', DATA_DIR: await directory() });

async function refused(args: readonly string[], given: Record<string, string>): Promise<string> {
  const started = lectern(args, given);
  expect(await started.exit, started.output).toBe(1);
  expect(started.output).not.toMatch(/^\s+at /m);
  return started.output.trim();
}

/** A directory with one program, a shell script. */
async function programs(name: string, script: string): Promise<string> {
  const made = await directory();
  writeFileSync(path.join(made, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(made, name), 0o755);
  return `${made}:${process.env['PATH']}`;
}

// conventions#88
describe('without a pg_dump that can read the server', () => {
  test('nothing is begun where there is none', { timeout: LIMIT_MS }, async () => {
    const to = path.join(await directory(), 'backups');
    expect(await refused(['backup', '--to', to], { ...(await env()), PATH: await directory() })).toBe(
      'pg_dump is not on the PATH: install the client programs of PostgreSQL.',
    );
    expect(existsSync(to)).toBe(false);
  });

  test('nor where it is too old', { timeout: LIMIT_MS }, async () => {
    const PATH = await programs('pg_dump', "echo 'pg_dump (PostgreSQL) 9.6'");
    const to = path.join(await directory(), 'backups');
    expect(await refused(['backup', '--to', to], { ...(await env()), PATH })).toBe(
      `pg_dump is of PostgreSQL 9, the database of ${SERVER_RELEASE}: have one of ${SERVER_RELEASE} or later first on the PATH.`,
    );
    expect(existsSync(to)).toBe(false);
  });
});

// conventions#81
test('a backup that is sent SIGTERM does not end as one that was taken', { timeout: LIMIT_MS }, async () => {
  const to = path.join(await directory(), 'backups');
  const PATH = await programs('pg_dump', `[ "$1" = --version ] && exec echo 'pg_dump (PostgreSQL) 18.2'\nkill -TERM $PPID\necho dumped`);
  expect(await refused(['backup', '--to', to], { ...(await env()), PATH })).toBe('Ended by a signal before it was done.');
  expect(readdirSync(to).filter((name) => !name.startsWith('.'))).not.toContainEqual(expect.stringMatching(/Z$/));
});

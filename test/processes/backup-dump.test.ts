import { chmodSync, existsSync, writeFileSync } from 'node:fs';
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
    const programs = await directory();
    writeFileSync(path.join(programs, 'pg_dump'), "#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6'\n");
    chmodSync(path.join(programs, 'pg_dump'), 0o755);
    const to = path.join(await directory(), 'backups');
    expect(await refused(['backup', '--to', to], { ...(await env()), PATH: `${programs}:${process.env['PATH']}` })).toBe(
      `pg_dump is of PostgreSQL 9, the database of ${SERVER_RELEASE}: have one of ${SERVER_RELEASE} or later first on the PATH.`,
    );
    expect(existsSync(to)).toBe(false);
  });
});

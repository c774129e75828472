import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { noDatabase } from '../../src/start-error.ts';
import { StoreUnavailable } from '../../src/store/server-errors.ts';
import { portOf } from '../helpers/port-of.ts';
import { SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, Started } from '../helpers/started.ts';

const server = useServer();
endsAll();

/** A database that is there, but for one thing. */
function database(change: (url: URL) => void): Record<string, string> {
  const url = new URL(server.database.url);
  change(url);
  return { DATABASE_URL: url.href, SECRET_KEY };
}

const refused = (command: string, env: Record<string, string>) => lectern([command], { PORT: '0', LOG_LEVEL: 'warn', ...env }).refuses();

// conventions#76
describe('one sentence says why it does not start:', () => {
  test.each(['start', 'work'])('nobody answers for the database of %s', { timeout: LIMIT_MS }, async (command) => {
    const port = await freePort();
    const env = database((url) => {
      url.hostname = 'localhost';
      url.port = String(port);
    });
    expect(await refused(command, env)).toMatch(/^The database cannot be reached \(DATABASE_URL\): .*ECONNREFUSED.*$/);
  });

  test.each([
    ['its password is wrong', (url: URL) => void (url.password = 'wrong'), /password authentication failed/],
    ['it does not exist', (url: URL) => void (url.pathname = 'nowhere'), /"nowhere" does not exist/],
    ['its name leads nowhere', (url: URL) => void (url.hostname = 'nowhere.invalid'), /nowhere\.invalid/],
  ])('the database: %s', { timeout: LIMIT_MS }, async (_what, change, reason) => {
    const said = await refused('migrate', database(change));
    expect(said).toMatch(/^The database cannot be reached \(DATABASE_URL\): .+$/);
    expect(said).toMatch(reason);
  });

  // As where a machine has addresses of both kinds; of one with several errors the driver's has no words of its own.
  test('the database: at none of the addresses of its name', () => {
    const each = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
    const error = new StoreUnavailable('ECONNREFUSED', 'there is no connection', { cause: new AggregateError(each) });
    expect(noDatabase('DATABASE_URL', error).message).toBe(
      'The database cannot be reached (DATABASE_URL): connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  // A limit for files, because not everybody can make a disk that is full. Whoever starts it again and again would fill the directory.
  test('DATA_DIR is full, and nothing half-written is left there', { timeout: LIMIT_MS }, async () => {
    const dataDir = await directory();
    const words = ['-c', 'ulimit -f 0; exec "$0" src/main.ts start', process.execPath];
    const started = new Started('sh', words, { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
    expect(await started.exit, started.output).toBe(1);
    expect(started.output).toMatch(/^DATA_DIR names a directory that cannot be used: .+\n$/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('its user may make nothing in the database', { timeout: LIMIT_MS }, async () => {
    const { pool } = server.database;
    const name = `guest_${randomUUID().replaceAll('-', '')}`;
    await pool.query(`create role ${name} login password 'guest'`);
    await pool.query(`create database ${name} template template0`);
    const env = database((url) => Object.assign(url, { pathname: name, username: name, password: 'guest' }));
    expect(await refused('migrate', env)).toBe('The database refuses to be migrated: permission denied for schema public');
    await pool.query(`drop database ${name} with (force)`);
    await pool.query(`drop role ${name}`);
  });

  test('its user lacks a right, or gets too few connections', { timeout: LIMIT_MS }, async () => {
    const { pool } = server.database;
    const role = `limited_${randomUUID().replaceAll('-', '')}`;
    await pool.query(`create role ${role} login password 'limited' connection limit 1`);
    const env = database((url) => Object.assign(url, { username: role, password: 'limited' }));
    const refuses = 'The database refuses what is asked of it (DATABASE_URL): ';
    expect(await refused('work', env)).toBe(`${refuses}permission denied for table _prisma_migrations`);
    await pool.query(`grant all on all tables in schema public to ${role}`);
    expect(await refused('migrate', env)).toBe(`${refuses}too many connections for role "${role}"`);
    await pool.query(`alter role ${role} connection limit 5`);
    expect(await refused('migrate', env)).toBe(`${refuses}permission denied for schema graphile_worker`);
    await pool.query(`drop owned by ${role}; drop role ${role}`);
  });

  test('no triggers fire for its user, who may not change that', { timeout: LIMIT_MS }, async () => {
    const { pool } = server.database;
    const role = `untold_${randomUUID().replaceAll('-', '')}`;
    const owner = new URL(server.database.url).username;
    await pool.query(
      `create role ${role} login password 'untold' in role ${owner}; alter role ${role} set session_replication_role = 'replica'`,
    );
    const env = database((url) => Object.assign(url, { username: role, password: 'untold' }));
    const said =
      'The database cannot be reached (DATABASE_URL): no trigger fires in it, because session_replication_role is replica, and its user may not change that: have it reset for the database and the user.';
    for (const command of ['start', 'migrate']) expect(await refused(command, env)).toBe(said);
    await pool.query(`drop role ${role}`);
  });

  // conventions#97
  test('jobs of the database are hidden from its user, who may do all else', { timeout: LIMIT_MS }, async () => {
    const { pool } = server.database;
    const role = `other_${randomUUID().replaceAll('-', '')}`;
    await pool.query(`create role ${role} login password 'other'; grant usage on schema graphile_worker to ${role}`);
    for (const schema of ['public', 'graphile_worker'])
      await pool.query(`grant all on all tables in schema ${schema} to ${role}; grant all on all sequences in schema ${schema} to ${role}`);
    const env = database((url) => Object.assign(url, { username: role, password: 'other' }));
    const owner = new URL(server.database.url).username;
    const said = `The jobs of the database are hidden from ${role}, because ${owner} has migrated it: name ${owner} in DATABASE_URL, or grant ${owner} to ${role}.`;
    for (const command of ['start', 'work']) expect(await refused(command, env)).toBe(said);
    await pool.query(`drop owned by ${role}; drop role ${role}`);
  });

  test('its user is a member of the owner of the tables, and inherits nothing', { timeout: LIMIT_MS }, async () => {
    const { pool } = server.database;
    const [owner, role] = ['owning', 'member'].map((word) => `${word}_${randomUUID().replaceAll('-', '')}`);
    await pool.query(`create role ${owner}; create role ${role} login noinherit password 'member' in role ${owner}`);
    const names = ['public._prisma_migrations', 'graphile_worker._private_jobs'];
    const { user } = (await pool.query<{ user: string }>('select current_user as user')).rows[0] ?? {};
    for (const name of names) await pool.query(`alter table ${name} owner to ${owner}`);
    const env = database((url) => Object.assign(url, { username: role, password: 'member' }));
    const said = `The tables of the database belong to ${owner}, of which ${role} is a member and inherits nothing: name ${owner} in DATABASE_URL, or have ${role} inherit (\`alter role ${role} inherit\`, and from PostgreSQL 16 on \`grant ${owner} to ${role} with inherit true\`).`;
    for (const command of ['migrate', 'work']) expect(await refused(command, env)).toBe(said);
    // Who was given the tables is not given the jobs.
    await pool.query(`grant select on public._prisma_migrations to ${role}; grant usage on schema graphile_worker to ${role}`);
    expect(await refused('work', env)).toBe(said);
    for (const name of names) await pool.query(`alter table ${name} owner to ${user}`);
    await pool.query(`drop owned by ${role}; drop role ${role}; drop owned by ${owner}; drop role ${owner}`);
  });

  test.each(['SQL_ASCII', 'LATIN1'])('the database has the encoding %s', { timeout: LIMIT_MS }, async (encoding) => {
    const { pool } = server.database;
    const name = `encoded_${randomUUID().replaceAll('-', '')}`;
    await pool.query(`create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C'`);
    expect(
      await refused(
        'migrate',
        database((url) => Object.assign(url, { pathname: name })),
      ),
    ).toBe(`The database has the encoding ${encoding}: give Lectern one of its own with the encoding UTF8.`);
    await pool.query(`drop database ${name} with (force)`);
  });

  test('a later release has migrated the database', { timeout: LIMIT_MS }, async () => {
    const later = `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('later', 'x', '9_later', now())`;
    await server.database.pool.query(later);
    try {
      const said = await refused(
        'migrate',
        database(() => undefined),
      );
      expect(said).toMatch(/^The database has the migration 9_later, which this release does not know: .+$/);
    } finally {
      await server.database.pool.query(`delete from _prisma_migrations where id = 'later'`);
    }
  });

  test('DATA_DIR cannot be written', { timeout: LIMIT_MS }, async () => {
    const file = path.join(await directory(), 'file');
    writeFileSync(file, '');
    // Root may write to any directory.
    expect(await refused('start', { DATA_DIR: path.join(file, 'data') })).toMatch(
      /^DATA_DIR names a directory that cannot be used: ENOTDIR.*$/,
    );
  });

  test('its PostgreSQL refuses the directory', { timeout: LIMIT_MS }, async () => {
    const dataDir = await directory();
    const made = lectern(['migrate'], { DATA_DIR: dataDir });
    expect(await made.exit, made.output).toBe(0);
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    expect(await refused('start', { DATA_DIR: dataDir })).toMatch(/^The embedded PostgreSQL does not start: .*incompatible.*$/);
    expect(readdirSync(dataDir).toSorted()).toEqual(['files', 'postgres', 'postgres-password', 'secret-key']);
  });

  test.each([1, 2])('HOST and PORT cannot be listened on, by %d processes', { timeout: LIMIT_MS }, async (processes) => {
    const env = { ...database(() => undefined), WEB_CONCURRENCY: String(processes) };
    expect(await refused('start', { ...env, HOST: '192.0.2.1', METRICS_TOKEN: 'for-these-tests-only' })).toMatch(
      /^HOST names an address that this machine does not have\.$/m,
    );
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = portOf(other);
    expect(await refused('start', { ...env, PORT: String(port) })).toMatch(
      new RegExp(`^HOST and PORT name an address that is in use already, 127\\.0\\.0\\.1:${port}: set PORT to another one\\.$`, 'm'),
    );
    other.close();
  });
});

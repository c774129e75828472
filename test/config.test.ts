import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, environmentIn, isLoopback, jobsAtOnce, onPort, readConfig, VARIABLES } from '../src/config.ts';

function problems(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

const SECRET_KEY = 'sixteen letters.';

// conventions#77
test.each([
  [1, 2],
  [2, 2],
  [3, 3],
  [4, 4],
  [64, 4],
])('with %i processors a worker does %i jobs at once unless told otherwise', (processors, jobs) => {
  expect(jobsAtOnce(processors)).toBe(jobs);
});

// conventions#77
describe('a file .env', () => {
  const withFile = async (text: string | Buffer, read: (directory: string) => void) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'lectern-env-'));
    try {
      await writeFile(path.join(directory, '.env'), text);
      read(directory);
    } finally {
      await rm(directory, { recursive: true });
    }
  };

  test('is read where it is there; what the environment sets goes before it, and what is empty sets nothing', () =>
    withFile('PORT=4000\nHOST="::1"\n# LOG_LEVEL=debug\nRATE_LIMIT=off\nPAGE_VIEWS=\n', (directory) => {
      const env = { PORT: '5000', RATE_LIMIT: '', PAGE_VIEWS: 'off' };
      expect(readConfig(environmentIn(directory, env))).toMatchObject({
        port: 5000,
        host: '::1',
        logLevel: 'info',
        rateLimit: 'off',
        pageViews: false,
      });
    }));

  test('may be written on Windows, and is refused in UTF-16', async () => {
    const text = '\uFEFFPORT=4000\r\nHOST="::1"\r\nRATE_LIMIT=off \r\n';
    await withFile(text, (directory) => {
      expect(environmentIn(directory, {})).toEqual({ PORT: '4000', HOST: '::1', RATE_LIMIT: 'off' });
    });
    const wide = Buffer.from(text, 'utf16le');
    const withoutMark = wide.subarray(2);
    for (const bytes of [wide, withoutMark, Buffer.from(wide).swap16(), Buffer.from(withoutMark).swap16()]) {
      await withFile(bytes, (directory) => {
        expect(() => environmentIn(directory, {})).toThrow(/^The file \.env cannot be read: it is written in UTF-16, not in UTF-8\.$/);
      });
    }
  });

  test('is nothing where it is not there, and a clear sentence where it cannot be read', async () => {
    const nowhere = path.join(tmpdir(), 'lectern-no-such-directory');
    expect(environmentIn(nowhere, { PORT: '1' })).toEqual({ PORT: '1' });
    const directory = await mkdtemp(path.join(tmpdir(), 'lectern-env-'));
    await mkdir(path.join(directory, '.env'));
    expect(() => environmentIn(directory, {})).toThrow(ConfigError);
    expect(() => environmentIn(directory, {})).toThrow(/^The file \.env cannot be read: it is a directory\.$/);
    await rm(path.join(directory, '.env'), { recursive: true });
    await symlink('.env', path.join(directory, '.env'));
    expect(() => environmentIn(directory, {})).toThrow(/^The file \.env cannot be read: it is a link that leads to itself\.$/);
    await rm(directory, { recursive: true });
  });
});

// conventions#79
describe('the environment', () => {
  test('may be empty', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      webUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      readUrls: [],
      mostReadLagMs: 5_000,
      databaseConnections: 20,
      databaseDriver: 'own',
      bounds: { connectionMs: 10_000, waiting: 3_000, statementMs: 30_000, lockMs: 3_000, idleInTransactionMs: 30_000 },
      dataDir: path.resolve('.data'),
      bootstrapAdminToken: null,
      demoData: true,
      logLevel: 'info',
      webConcurrency: 1,
      workerConcurrency: jobsAtOnce(availableParallelism()),
      workPort: null,
      rateLimit: 3000,
      trustProxy: false,
      metricsToken: null,
      tracesTo: null,
      secretKey: null,
      smtpUrl: null,
      mailFrom: 'Lectern <lectern@localhost>',
      stopDelayMs: 0,
      pageViews: true,
      pageViewsDays: 365,
      fileStorage: { kind: 'disk', directory: path.resolve('.data/files') },
    });
  });

  // conventions#77
  test('counts an empty variable as unset', () => {
    expect(readConfig(Object.fromEntries(VARIABLES.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  // conventions#77
  test('may hold what is not ours', () => {
    expect(readConfig({ HOME: '/', UNKNOWN: 'x' })).toEqual(readConfig({}));
  });

  test('is read into an object that stays as it is', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  // conventions#78
  test('is refused with all its problems at once, by name', () => {
    const wrong = Object.fromEntries(Object.entries(WANTED).map(([name, [value]]) => [name, value]));
    const message = problems(wrong);
    for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`^ +${name}: .+`, 'm'));
    expect(message).toMatch(/^The environment has problems:\n/);
    expect(message.trim().split('\n')).toHaveLength(Object.keys(wrong).length + 1);
  });

  test.each(['-1', '65536', '3e3', '0x50', ' 80', 'http'])('PORT %j is refused alone', (port) => {
    expect(problems({ PORT: port, HOST: '::1' })).toMatch(/^The environment has a problem:\n +PORT: .+$/);
  });

  // conventions#78
  test('a secret that is refused is not repeated', () => {
    expect(problems({ BOOTSTRAP_ADMIN_TOKEN: 'hush', SECRET_KEY: 'hush' })).not.toContain('hush');
    expect(problems({ DATABASE_URL: 'mysql://user:hush@localhost/x' })).not.toContain('hush');
    expect(problems({ DATABASE_READ_URLS: 'mysql://user:hush@localhost/x' })).not.toContain('hush');
    expect(problems({ SMTP_URL: 'ftp://user:hush@localhost' })).not.toContain('hush');
    expect(problems({ SECRET_KEY: 'hush' })).not.toContain('hush');
  });

  test.each([
    [{ BASE_URL: 'https://lms.example.edu/' }, 'https://lms.example.edu'],
    [{ BASE_URL: 'https://example.edu/lms//' }, 'https://example.edu/lms'],
    [{ BASE_URL: 'https://schüle.example/校 b/' }, 'https://xn--schle-mva.example/%E6%A0%A1%20b'],
    [{ HOST: 'fe80::1%eth0' }, 'http://[fe80::1]:3000'],
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
    [{ HOST: 'lms.example.edu' }, 'http://lms.example.edu:3000'],
  ])('%j is reached at %s', (env, baseUrl) => {
    expect(readConfig(env).baseUrl).toBe(baseUrl);
  });

  test.each([
    [{ PORT: '0' }, { port: 80, baseUrl: 'http://127.0.0.1:80', webUrl: 'http://127.0.0.1:80' }],
    [
      { PORT: '0', HOST: '::' },
      { baseUrl: 'http://localhost:80', webUrl: 'http://localhost:80' },
    ],
    [
      { PORT: '0', WEB_URL: 'https://school.example.edu' },
      { baseUrl: 'http://127.0.0.1:80', webUrl: 'https://school.example.edu' },
    ],
    [
      { PORT: '0', BASE_URL: 'https://lms.example.edu' },
      { baseUrl: 'https://lms.example.edu', webUrl: 'https://lms.example.edu' },
    ],
  ])('%j on port 80 is %j', (env, expected) => {
    const config = readConfig(env);
    expect(onPort(config, 80)).toEqual({ ...config, port: 80, ...expected });
  });

  // conventions#80
  test.each([
    [{ BASE_URL: 'https://lms.example.edu/' }, 'https://lms.example.edu'],
    [{ BASE_URL: 'https://lms.example.edu', WEB_URL: '' }, 'https://lms.example.edu'],
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
    [{ BASE_URL: 'https://api.example.edu', WEB_URL: 'https://school.example.edu/app//' }, 'https://school.example.edu/app'],
    [{ WEB_URL: 'http://localhost:5173' }, 'http://localhost:5173'],
  ])('%j: pages lie at %s', (env, webUrl) => {
    expect(readConfig(env).webUrl).toBe(webUrl);
  });

  test('WEB_URL changes neither how the server is reached nor whom mail is from', () => {
    const BASE_URL = 'https://lms.example.edu';
    const { webUrl: _pages, ...others } = readConfig({ BASE_URL, WEB_URL: 'https://school.example.edu' });
    expect(readConfig({ BASE_URL })).toMatchObject(others);
  });

  const ADDRESS = 'must be an address that begins with http:// or https://';
  const MILLISECONDS = 'must be a whole number from 100 to 3,600,000';
  const CONCURRENCY = 'must be a whole number from 1 to 256';
  const SECRET = 'must have at least 16 characters';
  const WANTED: Readonly<Record<string, readonly [string, string]>> = {
    HOST: ['[::1]', 'must be a name or an IP address alone, an IPv6 one without brackets'],
    PORT: ['eighty', 'must be a whole number from 0 to 65,535'],
    BASE_URL: ['lms.example.edu', ADDRESS],
    WEB_URL: ['lms.example.edu', ADDRESS],
    DATABASE_URL: ['mysql://localhost/x', 'must be an address such as postgresql://user:password@host:5432/name'],
    DATABASE_READ_URLS: [
      'mysql://localhost/x',
      'must be addresses such as postgresql://user:password@host:5432/name, with commas between them',
    ],
    DATABASE_READ_LAG: ['0', 'must be a whole number from 1 to 300'],
    DATABASE_CONNECTIONS: ['1', 'must be a whole number from 2 to 1,000'],
    DATABASE_MAX_WAITING: ['all', 'must be a whole number from 1 to 1,000,000'],
    DATABASE_CONNECTION_TIMEOUT_MS: ['10s', MILLISECONDS],
    DATABASE_STATEMENT_TIMEOUT_MS: ['0', MILLISECONDS],
    DATABASE_LOCK_TIMEOUT_MS: ['-1', MILLISECONDS],
    DATABASE_IDLE_TIMEOUT_MS: ['1e3', MILLISECONDS],
    DATABASE_DRIVER: ['fast', 'must be one of own, plain'],
    BOOTSTRAP_ADMIN_TOKEN: ['short', SECRET],
    DEMO_DATA: ['maybe', 'must be one of true, false'],
    LOG_LEVEL: ['loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    WEB_CONCURRENCY: ['0', CONCURRENCY],
    WORKER_CONCURRENCY: ['1.5', CONCURRENCY],
    WORK_PORT: ['0', 'must be a whole number from 1 to 65,535'],
    RATE_LIMIT: ['some', 'must be off, or a whole number from 1 to 10,000,000'],
    TRUST_PROXY: ['yes', 'must be true, false, or the addresses of proxies, such as 10.0.0.1 or 10.0.0.0/8, with commas between them'],
    METRICS_TOKEN: ['short', SECRET],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', ADDRESS],
    SECRET_KEY: ['short', SECRET],
    SMTP_URL: ['mail.example', 'must be an address such as smtp://user:password@host:587 or smtps://user:password@host:465'],
    MAIL_FROM: ['nobody', 'must be an address, or a name and an <address>'],
    STOP_DELAY: ['3601', 'must be a whole number from 0 to 3,600'],
    PAGE_VIEWS: ['sometimes', 'must be one of on, off'],
    PAGE_VIEWS_DAYS: ['0', 'must be a whole number from 1 to 36,500'],
    FILE_STORAGE: ['ftp://files', 'must be file: and a directory, or s3:// and a bucket'],
    S3_ENDPOINT: ['nowhere', ADDRESS],
  };

  // conventions#78
  test.each(Object.entries(WANTED))('%s is refused with what is wanted', (name, [value, wanted]) => {
    const env = { SECRET_KEY, DATABASE_URL: 'postgres://localhost/lectern' };
    expect(problems({ ...env, [name]: value })).toBe(`The environment has a problem:\n  ${name}: ${wanted}`);
  });

  // What is any text cannot be wrong by itself.
  test('so is every variable that can be wrong', () => {
    const anything = ['DATA_DIR', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
    expect([...Object.keys(WANTED), ...anything].sort()).toEqual([...VARIABLES].sort());
  });

  test.each([
    [{}, true],
    [{ DEMO_DATA: 'false' }, false],
    [{ DATABASE_URL: 'postgres://localhost/lectern', SECRET_KEY }, false],
    [{ DATABASE_URL: 'postgresql://localhost/lectern', SECRET_KEY, DEMO_DATA: 'true' }, true],
  ])('%j: demo data %s', (env, expected) => {
    expect(readConfig(env).demoData).toBe(expected);
  });

  test('needs a secret key with a database of its own, and says so beside other problems', () => {
    const env = { DATABASE_URL: 'postgres://localhost/lectern' };
    expect(problems(env)).toMatch(/^The environment has a problem:\n +SECRET_KEY: .*DATABASE_URL$/);
    expect(problems({ ...env, PORT: 'eighty' })).toMatch(/PORT: [^]*SECRET_KEY: /);
    expect(readConfig({ ...env, SECRET_KEY }).secretKey).toBe(SECRET_KEY);
    expect(readConfig({}).secretKey).toBeNull();
  });

  test.each([
    ['school@example.edu', 'school@example.edu'],
    ['The School <school@example.edu>', 'The School <school@example.edu>'],
    ['', 'Lectern <lectern@lms.example.edu>'],
  ])('MAIL_FROM %j: mail is from %s', (from, expected) => {
    expect(readConfig({ MAIL_FROM: from, BASE_URL: 'https://lms.example.edu:8443/x' }).mailFrom).toBe(expected);
  });

  test.each(['@', 'a@', 'a b@c', 'x <a>', 'a@b\r\nBcc: c@d', '<a@b> c'])('MAIL_FROM %j is refused', (from) => {
    expect(problems({ MAIL_FROM: from })).toContain('MAIL_FROM: ');
  });

  test.each([
    [{ DATABASE_URL: 'postgres://localhost/lectern' }, 'SECRET_KEY'],
    [{ DATABASE_READ_URLS: 'postgres://replica/lectern' }, 'DATABASE_URL'],
    [{ FILE_STORAGE: 's3://files', S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY'],
    [{ FILE_STORAGE: 's3://files', S3_SECRET_ACCESS_KEY: 'hush' }, 'S3_ACCESS_KEY_ID'],
  ])('%j asks for %s too', (env, name) => {
    expect(problems(env)).toMatch(new RegExp(`^The environment has a problem:\\n +${name}: .+$`));
    // Among other problems it is told too.
    expect(problems({ ...env, PORT: 'x' })).toMatch(new RegExp(`^ +${name}: .+`, 'm'));
  });

  test.each([
    [{ DATA_DIR: '/srv/lectern' }, '/srv/lectern/files'],
    [{ FILE_STORAGE: 'file:/srv/files' }, '/srv/files'],
    [{ FILE_STORAGE: 'file:///srv/files' }, '/srv/files'],
    [{ FILE_STORAGE: 'file:files' }, path.resolve('files')],
  ])('%j keeps files in %s', (env, directory) => {
    expect(readConfig(env).fileStorage).toEqual({ kind: 'disk', directory });
  });

  // As in the file .env that README makes for docker-compose.yml.
  test('a part of the credentials of a bucket is ignored where there is none', () => {
    expect(readConfig({ S3_SECRET_ACCESS_KEY: 'hush' }).fileStorage).toMatchObject({ kind: 'disk' });
  });

  test('files may be kept in a bucket', () => {
    const store = { kind: 's3', bucket: 'lectern-files', region: 'us-east-1', endpoint: null, credentials: null };
    expect(readConfig({ FILE_STORAGE: 's3://lectern-files' }).fileStorage).toEqual(store);
    const own = { S3_ENDPOINT: 'http://store:9000', S3_REGION: 'eu-north-1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ FILE_STORAGE: 's3://lectern-files', ...own }).fileStorage).toEqual({
      ...store,
      endpoint: 'http://store:9000',
      region: 'eu-north-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
    for (const bad of ['s3://', 's3:bucket', 's3://Up/per', 'file:', 'files'])
      expect(problems({ FILE_STORAGE: bad })).toContain('FILE_STORAGE');
  });

  test.each([
    ['HOST', [' ', 'local host', '127.0.0.1 ', 'http://example.edu', 'example.edu/lms', 'example.edu:80', '1.2.3.999']],
    ['BASE_URL', ['xhttp://example.edu', 'httpx://example.edu', 'https://example.edu?a=b', 'https://example.edu/#lms']],
    ['WEB_URL', ['xhttp://example.edu', 'httpx://example.edu', 'example.edu', '/']],
    [
      'DATABASE_URL',
      [
        'xpostgres://localhost/x',
        'postgresx://localhost/x',
        'postgres://one,other:5432/x',
        'postgres://one/x?host=one,other',
        'postgres://one/x?port=none',
        'postgres://one/x?port=65536',
      ],
    ],
    [
      'DATABASE_READ_URLS',
      [
        'xpostgres://localhost/x',
        'postgresx://localhost/x',
        'postgres://localhost/x,',
        'localhost',
        'postgres://one/x, postgres://one/x?port=none',
        'postgres://one/x?port=65536',
      ],
    ],
    ['DATABASE_READ_LAG', ['0', '301']],
    ['SMTP_URL', ['xsmtp://mail.example', 'smtpx://mail.example']],
    ['S3_ENDPOINT', ['xhttps://store', 'httpsx://store']],
    ['TRUST_PROXY', ['1', '10.1', '0x7f000001', '10/8', '10.0.0.1,1', '10.0.0.1,', 'nearby']],
    ['FILE_STORAGE', ['s3://bucket/folder', 'xs3://bucket', 'xfile:/srv', 'file://', 'file://files', 'file://./files']],
    ['BOOTSTRAP_ADMIN_TOKEN', ['x'.repeat(15), 'a token of words', 'schlüsselschlüssel', `${'x'.repeat(16)}\n`]],
    ['METRICS_TOKEN', ['x'.repeat(15), `${'x'.repeat(16)}\r`, ` ${'x'.repeat(16)}`, 'schlüsselschlüssel']],
    ['SECRET_KEY', ['x'.repeat(15)]],
    ['WEB_CONCURRENCY', ['0', '257']],
    ['WORKER_CONCURRENCY', ['0', '257']],
    ['RATE_LIMIT', ['0', '10000001']],
    ['STOP_DELAY', ['-1', '3601', '1.5']],
    ['PAGE_VIEWS_DAYS', ['0', '36501']],
    ['DATABASE_CONNECTIONS', ['1', '1001']],
    ['DATABASE_MAX_WAITING', ['0', '1000001']],
    ['DATABASE_CONNECTION_TIMEOUT_MS', ['99', '3600001']],
    ['DATABASE_STATEMENT_TIMEOUT_MS', ['99', '3600001']],
    ['DATABASE_LOCK_TIMEOUT_MS', ['99', '3600001']],
    ['DATABASE_IDLE_TIMEOUT_MS', ['99', '3600001']],
  ])('%s is refused as %j', (name, values) => {
    for (const value of values) expect(problems({ SECRET_KEY, [name]: value })).toContain(`${name}: `);
  });

  test('values may go to their bounds', () => {
    expect(readConfig({ PORT: '0' }).port).toBe(0);
    const token = 'x'.repeat(16);
    const bounds = { PORT: '65535', WEB_CONCURRENCY: '256', WORKER_CONCURRENCY: '1', RATE_LIMIT: '1', PAGE_VIEWS_DAYS: '1' };
    expect(readConfig({ ...bounds, BOOTSTRAP_ADMIN_TOKEN: token, METRICS_TOKEN: token, SECRET_KEY: token })).toMatchObject({
      port: 65_535,
      webConcurrency: 256,
      workerConcurrency: 1,
      rateLimit: 1,
      pageViewsDays: 1,
      bootstrapAdminToken: token,
      metricsToken: token,
      secretKey: token,
    });
    expect(readConfig({ PAGE_VIEWS_DAYS: '36500', RATE_LIMIT: '10000000' })).toMatchObject({
      pageViewsDays: 36_500,
      rateLimit: 10_000_000,
    });
  });

  test.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])('logs %s', (logLevel) => {
    expect(readConfig({ LOG_LEVEL: logLevel }).logLevel).toBe(logLevel);
  });

  test('mails are from no address of numbers', () => {
    for (const HOST of ['::1', '10.0.0.1']) expect(readConfig({ HOST }).mailFrom).toBe('Lectern <lectern@localhost>');
  });

  test('the database has replicas', () => {
    const env = { SECRET_KEY, DATABASE_URL: 'postgres://localhost/x', DATABASE_READ_LAG: '300' };
    const read = readConfig({ ...env, DATABASE_READ_URLS: 'postgres://one/x, postgresql://user:word@two:5433/x' });
    expect(read).toMatchObject({ readUrls: ['postgres://one/x', 'postgresql://user:word@two:5433/x'], mostReadLagMs: 300_000 });
  });

  test('the database has its driver', () => {
    expect(readConfig({ DATABASE_DRIVER: 'plain' }).databaseDriver).toBe('plain');
    expect(problems({ SECRET_KEY, DATABASE_DRIVER: 'fast' })).toContain('DATABASE_DRIVER: ');
  });

  test('the database has its bounds', () => {
    const least = {
      DATABASE_CONNECTIONS: '2',
      DATABASE_MAX_WAITING: '1',
      DATABASE_CONNECTION_TIMEOUT_MS: '100',
      DATABASE_STATEMENT_TIMEOUT_MS: '101',
      DATABASE_LOCK_TIMEOUT_MS: '102',
      DATABASE_IDLE_TIMEOUT_MS: '103',
    };
    const { databaseConnections, bounds } = readConfig(least);
    expect(databaseConnections).toBe(2);
    expect(bounds).toEqual({ waiting: 1, connectionMs: 100, statementMs: 101, lockMs: 102, idleInTransactionMs: 103 });
    const most = { DATABASE_CONNECTIONS: '1000', DATABASE_MAX_WAITING: '1000000', DATABASE_LOCK_TIMEOUT_MS: '3600000' };
    expect(readConfig(most)).toMatchObject({ databaseConnections: 1000, bounds: { waiting: 1_000_000, lockMs: 3_600_000 } });
  });

  test('switches and counts', () => {
    expect(readConfig({ PAGE_VIEWS: 'off' }).pageViews).toBe(false);
    expect(readConfig({ PAGE_VIEWS_DAYS: '30' }).pageViewsDays).toBe(30);
    expect(readConfig({ STOP_DELAY: '3600' }).stopDelayMs).toBe(3_600_000);
    expect(readConfig({ SECRET_KEY, DATABASE_URL: 'postgres://localhost/x' }).stopDelayMs).toBe(5_000);
    expect(readConfig({ SECRET_KEY, DATABASE_URL: 'postgres://localhost/x', STOP_DELAY: '0' }).stopDelayMs).toBe(0);
    expect(readConfig({ SMTP_URL: 'smtps://user:word@mail.example:465' }).smtpUrl).toBe('smtps://user:word@mail.example:465');
    expect(readConfig({ RATE_LIMIT: 'off' }).rateLimit).toBe('off');
    expect(readConfig({ RATE_LIMIT: '60' }).rateLimit).toBe(60);
    expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true);
    expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
    for (const proxies of ['10.0.0.0/8', '10.0.0.1, ::1', 'loopback,10.0.0.0/255.0.0.0'])
      expect(readConfig({ TRUST_PROXY: proxies }).trustProxy).toBe(proxies);
    expect(readConfig({ WEB_CONCURRENCY: '8', WORKER_CONCURRENCY: '2' })).toMatchObject({ webConcurrency: 8, workerConcurrency: 2 });
    expect(readConfig({ WORK_PORT: '3001' }).workPort).toBe(3001);
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).tracesTo).toBe('http://collector:4318');
  });

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
  ])('%s is a loopback address: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});

describe('.env.example', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const lines = text.split('\n');
  const settingsIn = (some: readonly string[]) =>
    some.flatMap((line) => {
      const found = /^# ([A-Z][A-Z0-9_]*)=(.*)$/.exec(line);
      return found ? [{ name: found[1] ?? '', value: found[2] ?? '', explained: lines[lines.indexOf(line) - 1] ?? '' }] : [];
    });
  const composing = lines.indexOf('# What follows only docker-compose.yml reads, besides some of the above.');
  const settings = settingsIn(lines.slice(0, composing));
  const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name).sort();

  test('holds every variable once, and no other', () => {
    expect(namesOf(settings)).toEqual([...VARIABLES].sort());
  });

  test('holds what docker-compose.yml reads besides, with its default', () => {
    const compose = readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8');
    const read = [...compose.matchAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g)].map(([, name = '', how, value = '']) => ({
      name,
      value: how === '-' ? value : '',
    }));
    const others = settingsIn(lines.slice(composing));
    expect(namesOf(others)).toEqual([...new Set(namesOf(read))].filter((name) => !VARIABLES.includes(name)));
    for (const { name, value } of others) expect(read).toContainEqual({ name, value });
  });

  test('sets none of them, and explains each in the line above', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
    for (const { name, explained } of settingsIn(lines)) expect(explained, name).toMatch(/^# [A-Z].{10,}\.$/);
  });

  test('names the default of each', () => {
    for (const { name, value } of settings) expect(readConfig({ [name]: value }), name).toEqual(readConfig({}));
  });
});

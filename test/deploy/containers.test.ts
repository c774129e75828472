import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '../../src/config.ts';
import { sources } from '../guards/sources.ts';

const ROOT = new URL('../../', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8');

/** A tag that names one release for good; of Debian's and Alpine's, which come with it, the name alone. */
const PINNED = /^[\w./-]+:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)?$/;

const Service = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  privileged: z.boolean().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  healthcheck: z
    .object({ test: z.array(z.string()) })
    .loose()
    .optional(),
  deploy: z
    .looseObject({
      resources: z.object({ limits: z.object({ memory: z.string(), pids: z.int(), cpus: z.string() }).partial() }).optional(),
    })
    .optional(),
});
type Service = z.output<typeof Service>;
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  configs: z.record(z.string(), z.object({ content: z.string(), file: z.string() }).partial()),
});

const readCompose = (text: string): unknown => parse(text, { merge: true });
const compose = Compose.parse(readCompose(file('docker-compose.yml')));

/** Why a text is no file of the Compose specification. */
function againstTheSpecification(text: string): string[] {
  const schema: unknown = JSON.parse(file('node_modules/dclint/schemas/compose.schema.json'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const check = ajv.compile(
    z
      .looseObject({ $schema: z.string() })
      .omit({ $schema: true })
      .loose()
      .parse({ ...Object(schema), $schema: undefined }),
  );
  check(readCompose(text));
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** What a service may do that it need not. */
function unconfined([name, service]: [string, Service]): string[] {
  const limits = service.deploy?.resources?.limits ?? {};
  return Object.entries({
    'its image is not pinned': service.image === 'lectern' || PINNED.test(service.image),
    'it has no init': service.init === true,
    'it may write anywhere': service.read_only === true,
    'it keeps capabilities': service.cap_drop?.join() === 'ALL',
    'it may gain rights': service.security_opt?.includes('no-new-privileges:true') ?? false,
    'it is privileged': service.privileged !== true,
    'its resources are not limited': limits.memory !== undefined && limits.pids !== undefined,
    // Docker refuses a container that is promised more processors than the machine has, and containers share them evenly without.
    'it does not start on a smaller machine': limits.cpus === undefined,
    // What ends by itself is well when it has ended well.
    'nobody sees whether it is well': name === 'migrate' || service.healthcheck !== undefined,
  }).flatMap(([fault, good]) => (good ? [] : [`${name}: ${fault}`]));
}

/** Secrets that are known to whoever reads the file, because they have a default. */
const knownSecrets = (text: string): string[] =>
  [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)\w*)(:\?)?[^}]*\}/g)].flatMap(([whole, , required]) => (required ? [] : [whole]));

describe('docker-compose.yml', () => {
  const text = file('docker-compose.yml');

  test('is one by the Compose specification', () => expect(againstTheSpecification(text)).toEqual([]));
  test('gives no container more than it needs', () => {
    expect(Object.keys(compose.services)).toContain('serve');
    expect(Object.entries(compose.services).flatMap(unconfined)).toEqual([]);
  });
  // Compose refuses to write what stands in it into a container that is read-only, as all of them are.
  test('takes configurations from files that are there', () => {
    const files = Object.values(compose.configs).map((config) => config.file ?? '');
    expect(files.filter((name) => existsSync(new URL(name, ROOT)))).toEqual(['deploy/nginx/lectern.conf']);
  });
  test('has nginx not wait a minute for a server that is gone', () => {
    const { seconds } = /^ {2}proxy_connect_timeout (?<seconds>\d+)s;$/m.exec(file('deploy/nginx/lectern.conf'))?.groups ?? {};
    expect(Number(seconds)).toBeLessThanOrEqual(2);
  });
  test('has no secret that others know', () => expect(knownSecrets(text)).toEqual([]));
  test('sets variables of Lectern alone, and all of them but those of an embedded database, of `start` and of another store', () => {
    const set = ['migrate', 'serve', 'work'].flatMap((name) => Object.keys(compose.services[name]?.environment ?? {}));
    expect([...new Set(set)].filter((name) => !VARIABLES.includes(name))).toEqual([]);
    expect(VARIABLES.filter((name) => !set.includes(name)).toSorted()).toEqual(['DATA_DIR', 'S3_REGION', 'WEB_CONCURRENCY']);
  });
  test('is reached, as answers have it, at the port that is published', () => {
    const published = /^ +- "(\$\{HTTP_PORT[^"]*):8080"$/m.exec(text)?.[1];
    expect(published).toBeDefined();
    expect(compose.services['serve']?.environment['BASE_URL']).toBe(`\${BASE_URL:-http://localhost:${published}}`);
  });
  test('asks what does jobs whether it is ready where it listens', () => {
    expect(compose.services['work']?.environment['WORK_PORT']).toBe(3001);
    expect(compose.services['work']?.healthcheck?.test.join(' ')).toContain(
      "(process.env.WORK_PORT ?? process.env.PORT) + '/health/ready'",
    );
    expect(file('deploy/prometheus/prometheus.yml')).toMatch(
      /names: \[serve\]\n +type: A\n +port: 3000\n +- names: \[work\]\n +type: A\n +port: 3001/,
    );
  });
  test('names the Compose release that it needs, and so does the README', () => {
    expect(text).toContain('Docker Compose 2.23.1 and later');
    expect(file('README.md')).toContain('Docker Compose 2.23.1');
  });
});

/** The instructions of a Dockerfile, each with what it is given. */
const instructions = (text: string): { name: string; given: string }[] =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const found = /^([A-Z]+) +(.*)$/.exec(line);
      return found ? [{ name: found[1] ?? '', given: found[2] ?? '' }] : [];
    });

/** The names that stages of it have. */
const stagesOf = (all: ReturnType<typeof instructions>): string[] =>
  all.flatMap(({ name, given }) => (name === 'FROM' ? [/ AS (\w+)$/.exec(given)?.[1] ?? ''] : []));

/** What hadolint and its like find. */
function faultsOf(text: string): string[] {
  const all = instructions(text);
  const given = (name: string) => all.filter((one) => one.name === name).map((one) => one.given);
  const images = given('FROM').filter((from) => !stagesOf(all).includes(from.split(' ')[0] ?? ''));
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const faults = {
    'an image is not pinned': images.every((from) => PINNED.test(from.split(' ')[0] ?? '')),
    'the last stage runs as root': /^[1-9]\d*$/.test(last.findLast(({ name }) => name === 'USER')?.given ?? ''),
    'ADD is used where COPY would do': given('ADD').length === 0,
    'a folder is not named whole': given('WORKDIR').every((folder) => folder.startsWith('/')),
    'the program gets no signals, because a shell is between': [...given('ENTRYPOINT'), ...given('CMD')].every((words) =>
      words.startsWith('['),
    ),
    'packages are not those of the lock': given('RUN').every((run) => !/npm (?:install|i) /.test(run)),
    'a secret is built in': [...given('ENV'), ...given('ARG')].every((one) => !/PASSWORD|SECRET|TOKEN/.test(one)),
  };
  return [
    ...validateDockerfile(text).map(({ message }) => (typeof message === 'string' ? message : message.value)),
    ...Object.entries(faults).flatMap(([fault, good]) => (good ? [] : [fault])),
  ];
}

describe('Dockerfile', () => {
  const text = file('Dockerfile');
  const copied = instructions(text)
    .filter(({ name }) => name === 'COPY')
    .map(({ given }) => given.split(' ').filter((word) => !word.startsWith('--')));

  test('is without fault', () => expect(faultsOf(text)).toEqual([]));

  test('has the Node.js that npm brings elsewhere', () => {
    const { dependencies } = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(file('package.json')));
    const all = instructions(text);
    const images = all.flatMap(({ name, given }) => (name === 'FROM' ? [given.split(' ')[0] ?? ''] : []));
    const node = `node:${dependencies['node']}-slim`;
    expect([...new Set(images)].sort()).toEqual([node, 'program']);
  });

  test('builds what serves where no stage is named, and has the programs of the PostgreSQL of docker-compose.yml in `backup` alone', () => {
    const stages = text.split(/^(?=FROM )/m).filter((one) => one.startsWith('FROM '));
    const [release] = /\d+/.exec(compose.services['postgres']?.image ?? '') ?? [];
    expect(stages.map((one) => one.includes(`postgresql-client-${release}`))).toEqual([false, false, true, false]);
    expect(stages[2]).toMatch(/^FROM program AS backup\n[\s\S]*USER 1000\nCMD \["backup", "--to", "\/backups"\]\n/);
    expect(stages[3]).toMatch(/^FROM program\n/);
  });

  test('brings into the image whatever the program reads of its own house', () => {
    const read = [...sources].flatMap(([name, source]) =>
      [...source.matchAll(/new URL\('(\.\.?\/[^']*)', import\.meta\.url\)/g)].map(([, to = '']) =>
        path.posix.join('src', path.posix.dirname(name), to).replace(/\/$/, ''),
      ),
    );
    const outside = [...new Set(read)].filter((one) => !one.startsWith('src/') && !one.startsWith('node_modules/'));
    expect(outside.sort()).toEqual(['docs/rules', 'package.json', 'prisma/migrations']);
    const there = copied.map((words) => (words.at(-1) === './' ? (words[0] ?? '').replace('/lectern/', '') : (words.at(-1) ?? '')));
    expect(outside.filter((one) => !there.includes(one))).toEqual([]);
  });

  test('lets the user of the program read what whoever checked it out kept to themselves', () => {
    const stages = text.split(/^(?=FROM )/m).map(instructions);
    const inProgram = stages.find(([from]) => from?.given.endsWith(' AS program'))?.filter(({ name }) => name === 'COPY') ?? [];
    expect(inProgram.map(({ given }) => given.split(' ')[0])).toEqual(inProgram.map(() => '--from=build'));
    const [readable = ''] = /chmod -R a\+rX ([^&]*)/.exec(text.replaceAll('\\\n', ' '))?.slice(1) ?? [];
    const wanted = inProgram.map(({ given }) => /\/lectern\/([\w.]+)/.exec(given)?.[1] ?? '').filter((one) => one !== 'node_modules');
    expect(wanted.filter((one) => !readable.split(' ').includes(one))).toEqual([]);
  });

  test('copies nothing that .dockerignore leaves out', () => {
    const lines = file('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const taken = copied.flatMap((words) => words.slice(0, -1)).filter((word) => !word.startsWith('/lectern/'));
    expect(taken.sort()).toEqual(['docs/rules', 'package-lock.json', 'package.json', 'prisma', 'scripts', 'src']);
    expect(taken.filter((one) => !kept.includes(one))).toEqual([]);
  });
});

// Each of these is a fault that the tests above find.
describe('what is wrong is found', () => {
  const text = file('docker-compose.yml');
  const broken = (from: string | RegExp, to: string) => Compose.parse(readCompose(text.replace(from, to)));

  test.each<[string, string | RegExp, string]>([
    ['its image is not pinned', 'postgres:18.6', 'postgres:latest'],
    ['it has no init', 'init: true', 'init: false'],
    ['it may write anywhere', 'read_only: true', 'read_only: false'],
    ['it keeps capabilities', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]'],
    ['it may gain rights', 'no-new-privileges:true', 'seccomp:unconfined'],
    ['its resources are not limited', 'limits: { memory: 4g, pids: 600 }', 'limits: { memory: 4g }'],
    ['it does not start on a smaller machine', 'limits: { memory: 4g', 'limits: { cpus: "4", memory: 4g'],
    ['nobody sees whether it is well', / +healthcheck:\n +test: \*ready\n(?: +\w+: \w+\n){3}/, ''],
  ])('%s', (fault, from, to) => {
    expect(Object.entries(broken(from, to).services).flatMap(unconfined).join('\n')).toContain(fault);
  });

  test('in a compose file', () => {
    expect(againstTheSpecification(text.replace('healthcheck:', 'healthchecks:')).join('\n')).toContain('/services/');
    expect(knownSecrets('${POSTGRES_PASSWORD:-lectern} ${SECRET_KEY:?} ${S3_SECRET_ACCESS_KEY}')).toEqual([
      '${POSTGRES_PASSWORD:-lectern}',
      '${S3_SECRET_ACCESS_KEY}',
    ]);
  });

  test.each([
    ['FROM node:24\nUSER 1000', 'an image is not pinned'],
    ['FROM node:24.1.0', 'the last stage runs as root'],
    ['FROM node:24.1.0 AS a\nUSER 1000\nFROM node:24.1.0', 'the last stage runs as root'],
    ['FROM node:24.1.0\nADD a b\nUSER 1000', 'ADD is used where COPY would do'],
    ['FROM node:24.1.0\nUSER 1000\nCMD node main.ts', 'the program gets no signals, because a shell is between'],
    ['FROM node:24.1.0\nENV SECRET_KEY=abc\nUSER 1000', 'a secret is built in'],
    ['FROM node:24.1.0\nUSER 1000\nCOPI a b', 'Unknown instruction: COPI'],
  ])('in the Dockerfile %j', (text, fault) => expect(faultsOf(text)).toContain(fault));
});

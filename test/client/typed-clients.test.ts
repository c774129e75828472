import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoSchool } from '../../src/demo/command-line.ts';
import { useServer } from '../helpers/server.ts';

const LIMIT_MS = 300_000;
const ROOT = new URL('../../', import.meta.url);
const CLIENT = new URL('client/', ROOT);
const CHECKS = new URL('checks/', CLIENT);
const server = useServer();
let people: Record<string, string> = {};

interface Ended {
  code: unknown;
  output: string;
}

async function run(program: string, args: readonly string[], cwd: URL): Promise<Ended> {
  const env = { ...process.env, ...people, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, output: stdout + stderr };
}
const node = (cwd: URL, ...args: string[]) => run(process.execPath, args, cwd);

/** A run that was to end well. */
async function good(running: Promise<Ended>): Promise<string> {
  const { code, output } = await running;
  expect(code, output).toBe(0);
  return output;
}

/** What .ci/run has installed already, and `npm ci && npm test` of a newcomer has not. */
async function installed(directory: URL): Promise<void> {
  if (existsSync(new URL('node_modules/.package-lock.json', directory))) return;
  await good(run('npm', ['ci', '--no-audit', '--no-fund'], directory));
}

beforeAll(async () => {
  const { database, services, url } = server;
  const loading = demoSchool({ database, services, baseUrl: url, webUrl: url }, []);
  await installed(CLIENT);
  await installed(CHECKS);
  await good(node(ROOT, 'scripts/write-client.ts', '--offline'));
  const tokens = new Map((await loading).map((line) => line.trim().split(/\s+/)).map(([login = '', token = '']) => [login, token]));
  people = { LECTERN: url, TEACHER: tokens.get('teacher') ?? '', STUDENT: tokens.get('student1') ?? '' };
}, LIMIT_MS);

// conventions#71
describe('the document', { timeout: LIMIT_MS }, () => {
  test('keeps the rules of redocly', async () => {
    const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '../dist/openapi.json', '--config', 'redocly.yaml'];
    expect(await good(node(CHECKS, ...lint))).not.toMatch(/warning/i);
  });

  test('and those of spectral', async () => {
    const lint = ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', '../dist/openapi.json', '--ruleset', 'spectral.yaml'];
    await good(node(CHECKS, ...lint, '--fail-severity', 'hint'));
  });
});

// conventions#71
describe('typed clients', { timeout: LIMIT_MS }, () => {
  const CALLS = '["Tess Okafor","Introduction to Biology","Essay","submitted",8]\n';

  beforeAll(async () => {
    await good(node(CHECKS, 'node_modules/@hey-api/openapi-ts/bin/run.js'));
    await good(node(CLIENT, 'node_modules/typescript/bin/tsc', '--project', 'checks'));
  }, LIMIT_MS);

  test('that openapi-typescript and openapi-fetch make do what the README does', async () => {
    expect(await good(node(CHECKS, 'openapi-fetch.ts'))).toBe(CALLS);
  });

  test('that @hey-api/openapi-ts makes do what the README does', async () => {
    expect(await good(node(CHECKS, 'hey-api.ts'))).toBe(CALLS);
  });

  test('of the project page, upload, wait and refuse', async () => {
    const output = await good(node(CLIENT, '--test', '--test-reporter=tap', 'test/client.test.ts'));
    expect(Number(/^# pass (\d+)$/m.exec(output)?.[1])).toBeGreaterThan(15);
  });

  test('of the project do what the second example of the README does', async () => {
    expect(await good(node(CLIENT, 'examples/first-steps.ts'))).toBe('1 Introduction to Biology\n2 World History\nessay.txt is worth 8\n');
    const indented = readFileSync(new URL('examples/first-steps.ts', CLIENT), 'utf8')
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '    ');
    expect(readFileSync(new URL('README.md', ROOT), 'utf8')).toContain(`\n\n${indented}\n\n`);
  });

  test('name no file of this machine', () => {
    expect(readFileSync(new URL('dist/index.d.ts', CLIENT), 'utf8')).not.toContain(fileURLToPath(ROOT));
  });
});

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { isAlive } from '../../src/store/living.ts';
import { directory, endsAll, LIMIT_MS, POLLING, postgresOf, Started } from '../helpers/started.ts';

endsAll();

/** One that starts a server with a PostgreSQL of its own, beside that of all tests. */
const RUN = ['test/processes/stopping.test.ts', '-t', 'however it is killed'];
const VITEST = path.join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

/** Those that are in a directory of these names. */
const within = (at: string, name: RegExp): string[] =>
  (existsSync(at) ? readdirSync(at) : []).filter((one) => name.test(one)).map((one) => path.join(at, one));

test.each([
  ['SIGINT', 'npm', 'npm', ['test', '--', ...RUN]],
  ['SIGINT', 'all of its group', 'npm', ['test', '--', ...RUN]],
  ['SIGTERM', 'npm', 'npm', ['test', '--', ...RUN]],
  ['SIGKILL', 'vitest', process.execPath, [VITEST, 'run', ...RUN]],
] as const)('a run of tests that %s to %s ends leaves nothing behind', { timeout: 2 * LIMIT_MS }, async (signal, whom, program, args) => {
  const temporary = await directory();
  const leads = whom === 'all of its group';
  const run = new Started(program, args, { TMPDIR: temporary, NODE_OPTIONS: '' }, { leads });
  const found = () => {
    const whole = within(temporary, /^lectern-test-/);
    const started = whole.flatMap((one) => within(path.join(one, 'temporary'), /^lectern-start-/));
    return [...whole, ...started].map(postgresOf);
  };
  const running = await vi.waitUntil(() => {
    const now = found().filter((pid) => pid !== undefined);
    return run.ended || now.length === 2 ? now : false;
  }, POLLING);
  expect(running, run.output).toHaveLength(2);
  process.kill(leads ? -run.pid : run.pid, signal);
  await vi.waitUntil(() => !running.some(isAlive), POLLING);
  // npm keeps a cache of its own there.
  await vi.waitUntil(() => !readdirSync(temporary).some((name) => name.startsWith('lectern-')), POLLING);
  await run.exit;
});

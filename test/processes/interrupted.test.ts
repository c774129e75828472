import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { isAlive } from '../../src/store/living.ts';
import { directory, endsAll, LIMIT_MS, POLLING, postgresOf, Started } from '../helpers/started.ts';

endsAll();

/** One that starts a server with a PostgreSQL of its own, beside that of all tests. */
const RUN = ['test/processes/stopping.test.ts', '-t', 'however it is killed'];
const VITEST = path.join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

test.each([
  ['SIGINT', 'npm', ['test', '--', ...RUN]],
  ['SIGTERM', 'npm', ['test', '--', ...RUN]],
  ['SIGKILL', process.execPath, [VITEST, 'run', ...RUN]],
] as const)('a run of tests that %s ends leaves no PostgreSQL behind', { timeout: 2 * LIMIT_MS }, async (signal, program, args) => {
  const temporary = await directory();
  const run = new Started(program, args, { TMPDIR: temporary, NODE_OPTIONS: '' });
  const found = () =>
    readdirSync(temporary)
      .filter((name) => /^lectern-(?:test|start)-/.test(name))
      .map((name) => postgresOf(path.join(temporary, name)));
  const running = await vi.waitUntil(() => {
    const now = found().filter((pid) => pid !== undefined);
    return run.ended || now.length === 2 ? now : false;
  }, POLLING);
  expect(running, run.output).toHaveLength(2);
  process.kill(run.pid, signal);
  await vi.waitUntil(() => !running.some(isAlive), POLLING);
  // The whole run's own directory goes, too.
  await vi.waitUntil(() => !readdirSync(temporary).some((name) => name.startsWith('lectern-test-')), POLLING);
  await run.exit;
});

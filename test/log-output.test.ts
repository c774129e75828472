import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const file = () => path.join(tmpdir(), `lectern-log-${process.pid}-${performance.now()}`);
/** Logs, goes on with something else, logs once more, and ends. */
const script = `
  import { readFile } from 'node:fs/promises';
  import { openLog } from ${JSON.stringify(new URL('../src/log.ts', import.meta.url).href)};
  const log = openLog('info');
  log.info('one');
  for (let i = 0; i < 20; i++) await readFile('package.json');
  log.info('two');
  process.exit(0);`;

function logTo(fd: number): number | null {
  const args = ['--input-type=module', '-e', script];
  return spawnSync(process.execPath, args, { stdio: ['ignore', fd, 'ignore'], timeout: 60_000, killSignal: 'SIGKILL' }).status;
}

// conventions#109
test.skipIf(!existsSync('/dev/full'))(
  'a log for which there is no room keeps no process from its work and its end',
  { timeout: 90_000 },
  () => {
    const full = openSync('/dev/full', 'w');
    expect(logTo(full)).toBe(0);
    closeSync(full);
  },
);

// conventions#109
test('what was logged just before the end is written', { timeout: 90_000 }, () => {
  const name = file();
  const fd = openSync(name, 'w');
  expect(logTo(fd)).toBe(0);
  closeSync(fd);
  expect(readFileSync(name, 'utf8')).toMatch(/"msg":"one"[^]*"msg":"two"/);
  rmSync(name);
});

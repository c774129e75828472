import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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

/** Ends as soon as it has logged. */
const brief = `
  import { openLog } from ${JSON.stringify(new URL('../src/log.ts', import.meta.url).href)};
  const log = openLog('info');
  log.info('one');
  log.info('two');
  process.exit(0);`;
/** Logs more than a pipe holds, and ends. */
const long = brief.replace("log.info('one');", "for (let n = 0; n < 2000; n++) log.info('one'.repeat(50));");

const asProgram = (text: string) => ['--input-type=module', '-e', text];

function logTo(fd: number, text = script): number | null {
  return spawnSync(process.execPath, asProgram(text), { stdio: ['ignore', fd, 'ignore'], timeout: 60_000, killSignal: 'SIGKILL' }).status;
}

// conventions#109
test.skipIf(!existsSync('/dev/full'))(
  'a log for which there is no room keeps no process from its work and its end',
  { timeout: 90_000 },
  () => {
    const full = openSync('/dev/full', 'w');
    expect(logTo(full)).toBe(0);
    expect(logTo(full, brief)).toBe(0);
    closeSync(full);
  },
);

// conventions#109
test('what was logged just before the end is written', { timeout: 90_000 }, () => {
  for (const text of [script, brief, long]) {
    const name = file();
    const fd = openSync(name, 'w');
    expect(logTo(fd, text)).toBe(0);
    closeSync(fd);
    const written = readFileSync(name, 'utf8');
    // In either order: a thread may be writing the one while the end of the process writes the other.
    expect(written).toMatch(/"msg":"(one)+"/);
    expect(written).toMatch(/"msg":"two"/);
    rmSync(name);
  }
});

// conventions#109
test.each(['gone', 'asleep'])('a reader of the log that is %s keeps no process from its end', { timeout: 90_000 }, async (reader) => {
  const logging = spawn(process.execPath, asProgram(long), { stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000, killSignal: 'SIGKILL' });
  logging.stdout.pause();
  if (reader === 'gone') logging.stdout.destroy();
  expect(await once(logging, 'exit')).toEqual([0, null]);
  logging.stdout.destroy();
});

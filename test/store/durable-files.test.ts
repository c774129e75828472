import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LIMIT_MS } from '../helpers/started.ts';

const FILES = new URL('../../src/store/files.ts', import.meta.url).href;
const Trace = z.object({
  traceEvents: z.array(z.object({ name: z.string(), ph: z.string(), cat: z.string(), args: z.object({ path: z.string().optional() }) })),
});

const EMBEDDED = new URL('../../src/store/embedded.ts', import.meta.url).href;

/** Writes a file in a process of its own, and then looks for `marker`. */
const WRITES = `
  import { readlink } from 'node:fs/promises';
  import { Readable } from 'node:stream';
  import { openFileStore } from ${JSON.stringify(FILES)};
  const store = await openFileStore({ kind: 'disk', directory: process.argv[1] });
  await store.write('ab/cd/file', Readable.from([Buffer.from('what is in it')]));
  await readlink('marker').catch(() => undefined);`;

/** What Node.js asks of the system while a script runs, in the order in which it is begun and done. */
async function calls(script: string, directory: string): Promise<string[]> {
  const log = path.join(directory, 'trace.json');
  const tracing = ['--trace-event-categories', 'node.fs.async,node.fs.sync', '--trace-event-file-pattern', log];
  await promisify(execFile)(process.execPath, [...tracing, '--input-type=module', '-e', script, path.join(directory, 'files')]);
  const { traceEvents } = Trace.parse(JSON.parse(await readFile(log, 'utf8')));
  return traceEvents
    .filter((event) => event.cat.includes('node.fs'))
    .map(
      ({ name, ph, args }) =>
        `${name} ${ph.toLowerCase() === 'b' ? 'begun' : 'done'}${args.path ? ` ${path.relative(directory, args.path)}` : ''}`,
    );
}

test('a file and the directories above it are on disk before it counts as written', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-durable-'));
  try {
    const all = await calls(WRITES, directory);
    const until = all.findIndex((call) => call.startsWith('readlink begun'));
    expect(until).toBeGreaterThan(0);
    const before = all.slice(0, until);
    const [written, closed] = [before.lastIndexOf('write done'), before.indexOf('close done')];
    expect(before.slice(written, closed)).toContain('fsync done');
    const opened = before.slice(closed).filter((call) => call.startsWith('open begun'));
    expect(opened.toSorted()).toEqual(['open begun files', 'open begun files/ab', 'open begun files/ab/cd']);
    expect(before.slice(closed).filter((call) => call === 'fsync done')).toHaveLength(3);
    // Nobody else who uses the machine may read it.
    const modes = await Promise.all(
      ['files/ab/cd', 'files/ab/cd/file'].map(async (made) => (await stat(path.join(directory, made))).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

const BEGINS = `
  import { startEmbedded } from ${JSON.stringify(EMBEDDED)};
  const embedded = await startEmbedded(process.argv[1], { settings: { fsync: 'off' } });
  await embedded.stop();`;

test('the secrets of a database are on disk before it is made', { timeout: LIMIT_MS }, async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-durable-'));
  await chmod(directory, 0o755);
  try {
    const asked = /^(?:fs\.sync\.(?:write|fsync|link|mkdir)|open|fsync) begun/;
    const all = (await calls(BEGINS, directory)).filter((call) => asked.test(call)).map((call) => call.replace(' begun', ''));
    const secret = ['fs.sync.write', 'fs.sync.fsync', 'fs.sync.link'];
    const held = ['fs.sync.mkdir', 'fs.sync.write', 'fs.sync.link'];
    expect(all.slice(0, 12)).toEqual([...held, ...secret, ...secret, 'open files', 'fsync', 'fs.sync.mkdir']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

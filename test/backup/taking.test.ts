import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { File } from '../../src/areas/files/schemas.ts';
import { restoreFrom } from '../../src/backup/command-line.ts';
import { BackupError, copiesIn, MANIFEST, PHYSICAL } from '../../src/backup/manifest.ts';
import { checkedCopy, restore } from '../../src/backup/restoring.ts';
import { takeBackup } from '../../src/backup/taking.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbedded } from '../../src/store/embedded.ts';
import type { FileStore } from '../../src/store/file-store.ts';
import { work } from '../helpers/jobs.ts';
import { made, type Person, person } from '../helpers/school.ts';
import { directory, endsAll, LIMIT_MS } from '../helpers/started.ts';
import { upload } from '../helpers/upload.ts';
import { type Alone, close, open, SETTINGS, schoolOf } from './alone.ts';

const OWN = '/users/self/files';
const Parts = z.looseObject({ parts: z.record(z.string(), z.unknown()) });

endsAll();

let alone: Alone;
let one: Person;
let to: string;

beforeAll(async () => {
  alone = await open(path.join(await directory(), 'data'));
  one = await person(alone.server);
  to = path.join(await directory(), 'backups');
}, LIMIT_MS);
afterAll(() => close(alone), LIMIT_MS);

/** A store in which something happens before the first file is read. */
function interrupted(files: FileStore, happens: () => Promise<void>): FileStore {
  let happened: Promise<void> | undefined;
  return {
    ...files,
    read: async (key, range) => {
      happened ??= happens();
      await happened;
      return files.read(key, range);
    },
  };
}

async function restored(from: string): Promise<Alone> {
  const dataDir = path.join(await directory(), 'data');
  const config = readConfig({ DATA_DIR: dataDir });
  await restore({ config, from, copy: await checkedCopy(from, undefined), replace: false });
  return open(dataDir);
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

// conventions#88, conventions#89
test('files that are deleted between the copy of the database and theirs are in the backup', { timeout: LIMIT_MS }, async () => {
  const { server } = alone;
  const kept = await upload(one.client, OWN, { name: 'kept.txt' }, { content: 'kept' });
  const gone = await Promise.all(['a', 'b', 'c'].map((name) => upload(one.client, OWN, { name }, { content: name })));
  const files = interrupted(server.services.files, async () => {
    for (const { id } of gone) await one.client.delete(`/files/${id}`).expect(200);
    await upload(one.client, OWN, { name: 'late.txt' }, { content: 'late' });
    await work(server);
  });
  const taken = await takeBackup({ ...schoolOf(alone), files }, to);
  expect(taken.files.missing).toEqual([]);
  const again = await restored(to);
  try {
    const client = again.server.as(one.token);
    const list = await made(client.get(OWN), z.array(File));
    expect(list.map(({ display_name: name }) => name)).toEqual(['a', 'b', 'c', 'kept.txt']);
    for (const { id, url } of list)
      expect([id, await textOf(url)]).toEqual([id, id === kept.id ? 'kept' : gone.find((f) => f.id === id)?.display_name]);
    // New ids go on where the old ones were.
    const fresh = await upload(client, OWN, { name: 'fresh.txt' });
    expect(fresh.id).toBeGreaterThan(Math.max(...list.map(({ id }) => id)));
  } finally {
    await close(again);
  }
});

describe('a further backup into the same directory', () => {
  // conventions#90
  test('copies what is new alone, and stands beside the first', { timeout: LIMIT_MS }, async () => {
    const target = path.join(await directory(), 'backups');
    await takeBackup(schoolOf(alone), target);
    await upload(one.client, OWN, { name: 'new.txt' }, { content: 'something new' });
    const left = path.join(target, '.unfinished-2020-01-01T00-00-00Z');
    await mkdir(left);
    writeFileSync(path.join(left, MANIFEST), '{}');
    await expect
      .poll(() => takeBackup(schoolOf(alone), target).catch((error: Error) => error.message), { timeout: 10_000 })
      .toMatchObject({
        files: { copied: 1, bytes: 'something new'.length },
      });
    expect(await copiesIn(target)).toHaveLength(2);
    expect(readdirSync(target).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('what is not whole', () => {
  let from: string;
  beforeAll(async () => {
    from = path.join(await directory(), 'backups');
    await takeBackup(schoolOf(alone), from);
  }, LIMIT_MS);

  /** With one file of the backup changed, which is put back afterwards. */
  async function changed(file: string, change: (file: string) => void | Promise<void>): Promise<string> {
    const bytes = readFileSync(file);
    await change(file);
    try {
      return await checkedCopy(from, undefined).then(
        () => 'whole',
        (error: Error) => error.message,
      );
    } finally {
      writeFileSync(file, bytes);
    }
  }
  const part = async (name: string) => path.join(from, (await copiesIn(from)).at(-1) ?? '', name);
  const someFile = async () => {
    const { entries } = await checkedCopy(from, undefined);
    return path.join(from, 'files', entries[0]?.key ?? '');
  };

  // conventions#91
  test('is found, and named', { timeout: LIMIT_MS }, async () => {
    expect(await changed(await someFile(), () => undefined)).toBe('whole');
    const file = await someFile();
    expect(await changed(file, () => rm(file))).toBe(`${file} is missing.`);
    expect(await changed(file, () => truncateSync(file, 0))).toMatch(new RegExp(`^${file} is damaged: .+\\.$`));
    expect(await changed(file, () => writeFileSync(file, readFileSync(file).fill('!')))).toContain(`${file} is damaged`);
    const archive = await part(PHYSICAL);
    expect(await changed(archive, () => truncateSync(archive, 1000))).toContain(`${archive} is damaged`);
    const manifest = await part(MANIFEST);
    expect(await changed(manifest, () => writeFileSync(manifest, '{"format": 2}'))).toMatch(
      /manifest\.json is damaged, or of another release/,
    );
    expect(await changed(manifest, () => rm(manifest))).toContain(`${manifest} cannot be read`);
    const { parts, ...others } = Parts.parse(JSON.parse(readFileSync(manifest, 'utf8')));
    for (const name of ['files.tsv', PHYSICAL, 'postgres-password', 'secret-key']) {
      const without = JSON.stringify({ ...others, parts: { ...parts, [name]: undefined } });
      expect(await changed(manifest, () => writeFileSync(manifest, without))).toContain(`it does not name ${name}`);
    }
    const dump = JSON.stringify({ ...others, parts, database: { kind: 'dump', postgres: '18' } });
    expect(await changed(manifest, () => writeFileSync(manifest, dump))).toContain('it does not name database.dump');
  });

  test('or cannot be read, is told in a sentence', { timeout: LIMIT_MS }, async () => {
    const file = await someFile();
    await rename(file, `${file}-aside`);
    await mkdir(file);
    const checked = restoreFrom(['--from', from, '--check'], readConfig({ DATA_DIR: await directory() }));
    await expect(checked).rejects.toThrow(BackupError);
    await expect(checked).rejects.toThrow(/^The backup could not be read: EISDIR/);
    await rm(file, { recursive: true });
    await rename(`${file}-aside`, file);
  });

  // conventions#90
  test('has no name: a backup that fails half-way leaves none', { timeout: LIMIT_MS }, async () => {
    const target = path.join(await directory(), 'backups');
    await upload(one.client, OWN, { name: 'to come.txt' });
    async function* half() {
      yield Buffer.from('half a file');
      throw new Error('away');
    }
    const files: FileStore = { ...alone.server.services.files, read: async () => Readable.from(half()) };
    await expect(takeBackup({ ...schoolOf(alone), files }, target)).rejects.toThrow('away');
    // Nor does what it has written keep a disk full until the next.
    expect(readdirSync(target, { recursive: true })).toEqual(['files']);
    // It holds nothing any more.
    await takeBackup(schoolOf(alone), target);
    expect(await copiesIn(target)).toHaveLength(1);
  });

  // conventions#92
  test('of a restore that did not come to its end, nothing starts', { timeout: LIMIT_MS }, async () => {
    const dataDir = path.join(await directory(), 'data');
    const config = readConfig({ DATA_DIR: dataDir });
    const copy = await checkedCopy(from, undefined);
    const entries = [...copy.entries, { key: 'aa/bb/nowhere', size: 1, sha256: '' }];
    await expect(restore({ config, from, copy: { ...copy, entries }, replace: false })).rejects.toThrow('ENOENT');
    await expect(startEmbedded(dataDir, { settings: SETTINGS })).rejects.toThrow(/^A backup was not restored to its end into .+$/);
    await expect(restore({ config, from, copy, replace: false })).rejects.toThrow(/^DATA_DIR \(.+\) is not empty: .+$/);
  });

  // conventions#92
  test.each([
    ['a later release', { migrations: ['99999999999999_later'] }, /^The backup is of a later release \(.+\): .+ 99999999999999_later, .+$/],
    [
      'another PostgreSQL',
      { database: { kind: 'physical' as const, postgres: '17', machine: 'vax-bsd' } },
      /^The backup is of a PostgreSQL 17 on vax-bsd, .+$/,
    ],
    ['a database that was named', { database: { kind: 'dump' as const, postgres: '18' } }, /^The backup is a dump .+ set DATABASE_URL .+$/],
  ])('or of %s, is refused in a sentence', { timeout: LIMIT_MS }, async (_what, change, sentence) => {
    const dataDir = path.join(await directory(), 'data');
    const copy = await checkedCopy(from, undefined);
    const manifest = { ...copy.manifest, ...change };
    const config = readConfig({ DATA_DIR: dataDir });
    await expect(restore({ config, from, copy: { ...copy, manifest }, replace: false })).rejects.toThrow(sentence);
  });
});

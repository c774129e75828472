import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { File } from '../../src/areas/files/schemas.ts';
import { copiesIn } from '../../src/backup/manifest.ts';
import { type ObjectStore, startObjectStore } from '../helpers/object-store.ts';
import { made, type Person, person } from '../helpers/school.ts';
import { directory, endsAll, LIMIT_MS, lectern } from '../helpers/started.ts';
import { upload } from '../helpers/upload.ts';
import { type Alone, close, open } from './alone.ts';

const OWN = '/users/self/files';
/** More than one part of what is sent to a store in parts. */
const LONG = 'long '.repeat(1_500_000);

endsAll();

let bucket: ObjectStore;
let alone: Alone;
let one: Person;
let kept: z.output<typeof File>[];

beforeAll(async () => {
  bucket = await startObjectStore();
  alone = await open(path.join(await directory(), 'data'), bucket.storage);
  one = await person(alone.server);
  kept = [];
  for (const [name, content] of [
    ['short.txt', 'short'],
    ['long.txt', LONG],
  ] as const)
    kept.push(await upload(one.client, OWN, { name }, { content }));
}, LIMIT_MS);
afterAll(async () => {
  await close(alone);
  await bucket.stop();
}, LIMIT_MS);

const settings = (dataDir: string, { storage: { bucket: name, endpoint, credentials } }: ObjectStore) => ({
  DATA_DIR: dataDir,
  FILE_STORAGE: `s3://${name}`,
  S3_ENDPOINT: endpoint ?? '',
  S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  LOG_LEVEL: 'warn',
});

async function run(args: readonly string[], env: Record<string, string>): Promise<{ code: number | null; says: string }> {
  const started = lectern(args, env);
  return { code: await started.exit, says: started.output };
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

describe('a school whose files are in an object store', () => {
  // conventions#88, conventions#91, conventions#92
  test('is backed up with them, and restored into another', { timeout: LIMIT_MS }, async () => {
    const to = path.join(await directory(), 'backups');
    const taken = await run(['backup', '--to', to], settings(alone.dataDir, bucket));
    expect(taken).toMatchObject({ code: 0, says: expect.stringMatching(/, 2 files, of which 2 were copied \(7\.2 MB\), in /) });

    const elsewhere = await startObjectStore();
    const dataDir = path.join(await directory(), 'data');
    const restored = await run(['restore', '--from', to], settings(dataDir, elsewhere));
    expect(restored).toMatchObject({ code: 0, says: expect.stringMatching(/^Restored: the backup .+ with 2 files\. /) });
    // What it reads is not in the store of before.
    await bucket.away();
    const again = await open(dataDir, elsewhere.storage);
    try {
      const files = await made(again.server.as(one.token).get(OWN), z.array(File));
      expect(files.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
      const contents = new Map<string, string>();
      for (const { display_name: name, url } of files) contents.set(name, await textOf(url));
      expect(contents.get('short.txt')).toBe('short');
      expect(contents.get('long.txt') === LONG).toBe(true);
    } finally {
      await close(again);
      await elsewhere.stop();
      await bucket.back();
    }
  });

  // conventions#90
  test('is neither backed up nor restored while the store is away, and is once it is back', { timeout: LIMIT_MS }, async () => {
    const to = path.join(await directory(), 'backups');
    const inBucket = settings(alone.dataDir, bucket);
    await bucket.away();
    const refused = await run(['backup', '--to', to], inBucket);
    await bucket.back();
    expect(refused).toMatchObject({
      code: 1,
      says: expect.stringMatching(/^The backup could not be taken: .+: connect ECONNREFUSED .+\n$/),
    });
    expect(await copiesIn(to)).toEqual([]);
    expect(await run(['backup', '--to', to], inBucket)).toMatchObject({ code: 0 });

    const dataDir = path.join(await directory(), 'data');
    await bucket.away();
    const stopped = await run(['restore', '--from', to], settings(dataDir, bucket));
    await bucket.back();
    expect(stopped).toMatchObject({
      code: 1,
      says: expect.stringMatching(/^The backup could not be restored: .+: connect ECONNREFUSED .+\n$/),
    });
  });
});

import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { purgeFiles, removeAbandonedUploads } from '../../../src/areas/files/purging.ts';
import { File } from '../../../src/areas/files/schemas.ts';
import { holdFiles, releaseFiles } from '../../../src/store/backup-hold.ts';
import { JOB_SETTINGS, queued, work, workAhead } from '../../helpers/jobs.ts';
import { made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { addedKeys, begin, open, type Step, send, sent, upload } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self/files';

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);
const query = (sql: string, ...values: unknown[]) => server.database.pool.query(sql, values);
const uploads = async () => (await query('select state from uploads where uploader_id = $1', one.id)).rowCount;
const age = (hours: number) =>
  query(`update uploads set created_at = created_at - make_interval(hours => $2) where uploader_id = $1`, one.id, hours);
const run = (job: typeof purgeFiles) => job.run(server.database, {}, { ...JOB_SETTINGS, ...server.services });

describe(removeAbandonedUploads.name, () => {
  // files#29, files#32
  test('takes what was never confirmed after a day, and its bytes', async () => {
    const never: Step = await begin(one.client, OWN, { name: 'never sent' });
    const address = await sent(await begin(one.client, OWN, { name: 'never confirmed' }));
    const confirmed = await upload(one.client, OWN, { name: 'confirmed.txt' });
    await age(23);
    await run(removeAbandonedUploads);
    expect([await uploads(), (await added()).length]).toEqual([3, 2]);
    await age(2);
    await run(removeAbandonedUploads);
    expect([await uploads(), (await added()).length]).toEqual([0, 1]);
    expect((await open(address)).status).toBe(404);
    expect((await send(never)).status).toBe(400);
    expect((await open(confirmed.url)).text).toBe('hello');
    // And again, with nothing to do.
    await run(removeAbandonedUploads);
    expect((await made(one.client.get(OWN), z.array(File))).map((file) => file.id)).toEqual([confirmed.id]);
  });

  // files#32
  test('killed between the bytes and the note of them, it finishes the next time', async () => {
    await sent(await begin(one.client, OWN));
    await age(25);
    const broken = {
      ...JOB_SETTINGS,
      ...server.services,
      files: { ...server.services.files, remove: () => Promise.reject(new Error('killed')) },
    };
    await expect(removeAbandonedUploads.run(server.database, {}, broken)).rejects.toThrow('killed');
    expect([await uploads(), (await added()).length]).toEqual([1, 1]);
    await run(removeAbandonedUploads);
    expect([await uploads(), await added()]).toEqual([0, []]);
  });

  // files#32
  test('takes what a process that died was receiving', async () => {
    await sent(await begin(one.client, OWN));
    await query(`update uploads set state = 'receiving' where uploader_id = $1`, one.id);
    await age(25);
    await run(removeAbandonedUploads);
    expect([await uploads(), await added()]).toEqual([0, []]);
  });

  test('runs by itself', () => {
    expect(removeAbandonedUploads.schedule).toMatch(/^\S+ \S+ \S+ \S+ \S+$/);
  });
});

describe(purgeFiles.name, () => {
  // files#13
  test('takes the bytes of what was deleted, and of nothing else, however often it runs', async () => {
    const [kept, gone] = [await upload(one.client, OWN, { name: 'kept.txt' }), await upload(one.client, OWN, { name: 'gone.txt' })];
    await one.client.delete(`/files/${gone.id}`).expect(200);
    expect(await added()).toHaveLength(2);
    await run(purgeFiles);
    await run(purgeFiles);
    expect(await added()).toHaveLength(1);
    expect((await open(kept.url)).text).toBe('hello');
  });

  test('leaves bytes that another file shares', async () => {
    const [first, second] = [await upload(one.client, OWN, { name: 'first.txt' }), await upload(one.client, OWN, { name: 'second.txt' })];
    await query(
      'update attachments set storage_key = (select storage_key from attachments where id = $1) where id = $2',
      first.id,
      second.id,
    );
    await one.client.delete(`/files/${first.id}`).expect(200);
    await run(purgeFiles);
    expect((await open(second.url)).text).toBe('hello');
  });

  test('is enqueued once for many deletions', async () => {
    await work(server);
    const files = [];
    for (const name of ['a', 'b', 'c']) files.push(await upload(one.client, OWN, { name }));
    for (const file of files) await one.client.delete(`/files/${file.id}`).expect(200);
    expect(await queued(server, purgeFiles.name)).toHaveLength(1);
    await work(server);
    expect(await added()).toEqual([]);
  });
});

describe('while a backup runs', () => {
  const backup = async () => {
    const connection = new pg.Client({ connectionString: server.database.url });
    await connection.connect();
    return connection;
  };

  // conventions#89
  test('no bytes are taken away, and afterwards they are', async () => {
    const [file, never] = [await upload(one.client, OWN, { name: 'gone.txt' }), await sent(await begin(one.client, OWN))];
    await age(25);
    const connection = await backup();
    expect(await holdFiles(connection)).toBe(true);
    await one.client.delete(`/files/${file.id}`).expect(200);
    await work(server);
    await run(purgeFiles);
    await run(removeAbandonedUploads);
    expect(await added()).toHaveLength(2);
    // It can no longer be confirmed.
    expect((await open(never)).status).toBe(404);
    const [again] = await queued(server, purgeFiles.name);
    expect(again?.runAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    expect(await releaseFiles(connection)).toBe(true);
    await connection.end();
    await workAhead(server, purgeFiles.name);
    await run(removeAbandonedUploads);
    expect([await added(), await uploads()]).toEqual([[], 0]);
  });

  // conventions#89
  test('what can become no file stays as well', async () => {
    const address = await sent(await begin(one.client, OWN, { name: 'full.txt' }));
    const connection = await backup();
    await holdFiles(connection);
    await query('update users set deleted = true where id = $1', one.id);
    expect((await open(address)).status).toBe(404);
    expect(await added()).toHaveLength(1);
    await connection.end();
    await age(25);
    await run(removeAbandonedUploads);
    expect(await added()).toEqual([]);
  });

  test('another one of the same database does not, and one whose process has gone holds nothing', async () => {
    const [first, second] = [await backup(), await backup()];
    expect([await holdFiles(first), await holdFiles(second)]).toEqual([true, false]);
    expect(await releaseFiles(second)).toBe(false);
    await first.end();
    await expect.poll(() => holdFiles(second)).toBe(true);
    await second.end();
  });
});

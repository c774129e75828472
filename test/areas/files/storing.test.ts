import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeContext } from '../../../src/access/context.ts';
import { WELL_KNOWN } from '../../../src/areas/files/folder-targets.ts';
import { File, Folder, Quota } from '../../../src/areas/files/schemas.ts';
import { FREE_WITH_ENTRIES, type Storing, storeAttachment } from '../../../src/areas/files/storing.ts';
import type { SentFile } from '../../../src/http/parameters/spooled-file.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import type { FileStore } from '../../../src/store/file-store.ts';
import { bareStatement } from '../../helpers/bare-statement.ts';
import { made, type Person, person, ROOT_ACCOUNT } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { addedKeys, PNG } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self/files';

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);
const used = async () => (await made(one.client.get(`${OWN}/quota`), Quota)).quota_used;
const pending = async () => (await server.database.pool.query('select 1 from uploads where uploader_id = $1', [one.id])).rowCount;

/** The context of a request of the user. */
const context = (files: FileStore = server.services.files) =>
  makeContext({
    database: server.database,
    caller: { userId: one.id, rootAccountId: ROOT_ACCOUNT, timeZone: 'UTC', adminOf: [], realUserId: null, lentBy: null },
    baseUrl: server.url,
    webUrl: server.url,
    now: new Date(),
    services: { ...server.services, files },
  });

const sent = (content: Buffer, name = 'note.txt', contentType = 'text/plain'): SentFile => ({
  name,
  contentType,
  size: content.length,
  open: () => Readable.from([content]),
});
const own = (extra: Partial<Storing> = {}): Storing => ({
  owner: { kind: 'user', id: one.id },
  place: { path: WELL_KNOWN.conversations },
  freeUpTo: 0,
  ...extra,
});
const rename = bareStatement<never>('test_storing_rename', 'update users set short_name = $1 where id = $2');
const shortName = async () => (await one.client.get('/users/self')).body.short_name;

describe('a file that comes with something else', () => {
  // files#37, files#44, files#45
  test('is made in the transaction of what it comes with', async () => {
    const file = await storeAttachment(context(), sent(PNG, 'C:\\pictures\\me.png'), own(), async (tx, made) => {
      await tx.db.rows(rename, ['with a file', one.id]);
      return made;
    });
    expect(await shortName()).toBe('with a file');
    const shown = await made(one.client.get(`/files/${file.id}`), File);
    expect(shown).toMatchObject({ display_name: 'me.png', filename: 'me.png', 'content-type': 'image/png', size: PNG.length });
    expect((await made(one.client.get(`/folders/${shown.folder_id}`), Folder)).full_name).toBe('my files/conversation attachments');
    expect(await pending()).toBe(0);
  });

  // files#45
  test('of a name that is taken is renamed', async () => {
    const store = () => storeAttachment(context(), sent(Buffer.from('x')), own(), async (_tx, file) => file.displayName);
    expect(new Set(await Promise.all([store(), store(), store()]))).toEqual(new Set(['note.txt', 'note-1.txt', 'note-2.txt']));
  });

  // files#44
  test('is not there when that is not, and nothing of it is', async () => {
    const refused = new ApiError(400, {});
    const work = storeAttachment(context(), sent(Buffer.from('x')), own(), async (tx) => {
      await tx.db.rows(rename, ['never', one.id]);
      throw refused;
    });
    await expect(work).rejects.toBe(refused);
    expect(await shortName()).not.toBe('never');
    expect([await added(), await used(), await pending()]).toEqual([[], 0, 0]);
    expect((await one.client.get(OWN)).body).toEqual([]);
  });

  // files#44
  test('over quota is 400, and neither is there', async () => {
    const settings = (mb: number | null) => server.admin.put(`/accounts/${ROOT_ACCOUNT}`, { account: { settings: { user_quota_mb: mb } } });
    await settings(10 / 2 ** 20).expect(200);
    try {
      const write = async () => expect.unreachable();
      await expect(storeAttachment(context(), sent(Buffer.alloc(11)), own(), write)).rejects.toMatchObject({ status: 400 });
      expect([await added(), await pending()]).toEqual([[], 0]);
      // Two that fit one by one only: the second is refused when it is to be made.
      const both = await Promise.allSettled(
        ['a', 'b'].map((name) => storeAttachment(context(), sent(Buffer.alloc(6), name), own(), async (_tx, file) => file.id)),
      );
      expect(both.map((end) => end.status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect([(await added()).length, await used(), await pending()]).toEqual([1, 6, 0]);
    } finally {
      await settings(null).expect(200);
    }
  });

  // files#34
  test('counts against the quota from 1,025 bytes on, with an entry; never with a submission', async () => {
    const store = (bytes: number, freeUpTo: number) =>
      storeAttachment(context(), sent(Buffer.alloc(bytes)), own({ freeUpTo }), async (_tx, file) => file.id);
    await store(1024, FREE_WITH_ENTRIES);
    expect(await used()).toBe(0);
    await store(1025, FREE_WITH_ENTRIES);
    expect(await used()).toBe(1025);
    await store(5000, Number.POSITIVE_INFINITY);
    expect(await used()).toBe(1025);
    await store(1, 0);
    expect(await used()).toBe(1026);
  });

  // files#44
  test('that storage does not take is not there', async () => {
    const full: FileStore = { ...server.services.files, write: () => Promise.reject(new Error('the disk is full')) };
    const write = async () => expect.unreachable();
    await expect(storeAttachment(context(full), sent(Buffer.from('x')), own(), write)).rejects.toThrow('the disk is full');
    expect([await added(), await used(), await pending()]).toEqual([[], 0, 0]);
  });
});

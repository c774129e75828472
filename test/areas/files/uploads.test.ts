import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import supertest from 'supertest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { removeAbandonedUploads } from '../../../src/areas/files/purging.ts';
import { File, Folder, Quota } from '../../../src/areas/files/schemas.ts';
import { receiveUpload } from '../../../src/areas/files/uploads.ts';
import type { FileStore } from '../../../src/store/file-store.ts';
import { assignment } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { jobMeans, work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { type Client, deafServer, useServer } from '../../helpers/server.ts';
import { addedKeys, begin, open, PNG, type Step, send, sent, statusLater, upload } from '../../helpers/upload.ts';

const NOW = new Date();
const server = useServer({ clock: () => NOW });
const FREE = { locked: false, hidden: false, locked_for_user: false, hidden_for_user: false };
const OWN = '/users/self/files';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const MINUTES = 60;

const quota = (client: Client) => made(client.get(`${OWN}/quota`), Quota);
const names = async (client: Client, path = OWN) =>
  (await made(client.get(path, { per_page: 100 }), z.array(File))).map((file) => file.display_name);
const folderOf = (client: Client, id: number) => made(client.get(`/folders/${id}`), Folder);

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);

/** The work, while everybody's quota is so many bytes. */
async function withQuota(bytes: number, work: () => Promise<void>): Promise<void> {
  const path = `/accounts/${ROOT_ACCOUNT}`;
  const before = (await server.admin.get(path)).body.settings.user_quota_mb;
  const set = (mb: number) => server.admin.put(path, { account: { settings: { user_quota_mb: mb } } }).expect(200);
  await set(bytes / 2 ** 20);
  try {
    await work();
  } finally {
    await set(before);
  }
}

describe('the three steps', () => {
  // files#6, files#19, files#22, files#28, files#37
  test('bring a file into the folder unfiled, whole and under its name', async () => {
    const step = await begin(one.client, OWN, { size: 5, content_type: 'text/plain' });
    expect(step).toEqual({ upload_url: expect.any(String), upload_params: expect.any(Object), file_param: 'file' });
    expect(await names(one.client)).toEqual([]);
    const address = await sent(step);
    expect(await names(one.client)).toEqual([]);
    const file = await made(open(address), File);
    expect(file).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      folder_id: expect.any(Number),
      display_name: 'note.txt',
      filename: 'note.txt',
      'content-type': 'text/plain',
      mime_class: 'text',
      size: 5,
      url: expect.stringContaining(`${server.url}/files/${file.id}/download?`),
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
      modified_at: file.created_at,
      ...FREE,
      thumbnail_url: null,
    });
    expect(await names(one.client)).toEqual(['note.txt']);
    expect((await folderOf(one.client, file.folder_id)).full_name).toBe('my files/unfiled');
    expect((await open(file.url)).text).toBe('hello');
    expect(await added()).toHaveLength(1);
  });

  // files#28
  test('the third answers to GET and POST, with a token or without, and twice alike', async () => {
    const address = await sent(await begin(one.client, OWN));
    const path = address.slice(server.url.length);
    const first = await made(supertest(server.url).post(path), File);
    const again = [
      supertest(server.url).get(path),
      supertest(server.url).post(path).set('authorization', `Bearer ${one.token}`),
      supertest(server.url).get(path).set('authorization', 'Bearer of-nobody'),
    ];
    for (const request of again) expect(await made(request, File)).toEqual(first);
    expect(await names(one.client)).toEqual(['note.txt']);
  });

  test('the third, twice at once, makes one file', async () => {
    const address = await sent(await begin(one.client, OWN));
    const files = await Promise.all(Array.from({ length: 6 }, () => made(open(address), File)));
    expect(new Set(files.map((file) => file.id)).size).toBe(1);
    expect(await names(one.client)).toEqual(['note.txt']);
    expect((await quota(one.client)).quota_used).toBe(5);
  });

  // files#8, files#9
  test('the type is that of the bytes, and what is said of it where they tell nothing', async () => {
    const picture = await upload(one.client, OWN, { name: 'me.txt', content_type: 'text/plain' }, { content: PNG });
    expect([picture['content-type'], picture.size]).toEqual(['image/png', PNG.length]);
    expect((await open(picture.thumbnail_url ?? '')).body).toEqual(PNG);
    const page = await upload(one.client, OWN, { name: 'x.png', content_type: 'image/png' }, { content: '<script>alert(1)</script>' });
    expect([page['content-type'], page.thumbnail_url]).toEqual(['image/png', page.url]);
    expect((await upload(one.client, OWN, { name: 'notes', content_type: 'application/pdf' }))['content-type']).toBe('application/pdf');
  });

  // files#25
  test('a file may be empty, or smaller than announced', async () => {
    expect((await upload(one.client, OWN, { name: 'empty' }, { content: '' })).size).toBe(0);
    expect((await upload(one.client, OWN, { name: 'small', size: 100 })).size).toBe(5);
  });

  // files#19, files#31
  test('the same name overwrites, unless it is to be renamed', async () => {
    const first = await upload(one.client, OWN);
    const second = await upload(one.client, OWN, { on_duplicate: 'overwrite' }, { content: 'other' });
    expect(await names(one.client)).toEqual(['note.txt']);
    expect((await open(first.url)).status).toBe(404);
    expect((await open(second.url)).text).toBe('other');
    const third = await upload(one.client, OWN, { on_duplicate: 'rename' });
    const fourth = await upload(one.client, OWN, { on_duplicate: 'rename' });
    expect([third.display_name, fourth.display_name]).toEqual(['note-1.txt', 'note-2.txt']);
    expect(await names(one.client)).toEqual(['note-1.txt', 'note-2.txt', 'note.txt']);
    // In another folder it is another name.
    await upload(one.client, OWN, { parent_folder_path: 'elsewhere' });
    expect(await names(one.client)).toHaveLength(4);
    await work(server);
    expect(await added()).toHaveLength(4);
  });

  // files#31
  test('many at once under one name are all kept where they are to be renamed', async () => {
    const addresses = await Promise.all(
      Array.from({ length: 5 }, async () => sent(await begin(one.client, OWN, { on_duplicate: 'rename' }))),
    );
    await Promise.all(addresses.map((address) => made(open(address), File)));
    expect(await names(one.client)).toEqual(['note-1.txt', 'note-2.txt', 'note-3.txt', 'note-4.txt', 'note.txt']);
  });

  test('ids are text where that is asked for', async () => {
    const address = await sent(await begin(one.client, OWN));
    const { body } = await open(address).set('accept', 'application/json+canvas-string-ids');
    expect(body.id).toMatch(/^\d+$/);
  });
});

describe('the first step', () => {
  // files#11, files#19
  test.each([
    [{ name: undefined }, 'name', 'blank'],
    [{ name: '../../etc/passwd' }, 'name', 'invalid'],
    [{ name: 'a\\b.txt' }, 'name', 'invalid'],
    [{ name: '..' }, 'name', 'invalid'],
    [{ name: 'a\nb' }, 'name', 'invalid'],
    [{ name: 'x'.repeat(256) }, 'name', 'too_long'],
    [{ size: -1 }, 'size', 'too_small'],
    [{ size: 'big' }, 'size', 'not_an_integer'],
    [{ on_duplicate: 'keep' }, 'on_duplicate', 'invalid'],
    [{ parent_folder_path: '../up' }, 'parent_folder_path', 'invalid'],
    [{ parent_folder_id: 1, parent_folder_path: 'x' }, 'parent_folder_path', 'invalid'],
    [{ parent_folder_id: 'x' }, 'parent_folder_id', 'invalid'],
  ] satisfies [Fields, string, string][])('%j is refused', async (wrong, field, type) => {
    const response = await one.client.post(OWN, { name: 'note.txt', ...wrong });
    expect(response.status).toBe(400);
    expect(response.body.errors[field]).toEqual([expect.objectContaining({ attribute: field, type })]);
  });

  // files#21
  test('over quota is refused in so many words, and makes no folder', async () => {
    const { quota: most } = await quota(one.client);
    const over = { name: 'big', size: most + 1, parent_folder_path: 'never' };
    const response = await one.client.post(OWN, over);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message: 'file size exceeds quota', errors: [{ message: 'file size exceeds quota' }] });
    expect((await one.client.get('/users/self/folders/by_path/never')).status).toBe(404);
    await begin(one.client, OWN, { ...over, size: most });
  });

  // files#12
  test("goes neither into another's folder nor into a deleted one", async () => {
    const other = await person(server);
    const theirs = await upload(other.client, OWN);
    expect((await one.client.post(OWN, { name: 'x', parent_folder_id: theirs.folder_id })).status).toBe(404);
    expect((await one.client.post(`/folders/${theirs.folder_id}/files`, { name: 'x' })).status).toBe(404);
    const own = await made(one.client.post('/users/self/folders', { name: 'gone' }), Folder);
    await one.client.delete(`/folders/${own.id}`).expect(200);
    expect((await one.client.post(OWN, { name: 'x', parent_folder_id: own.id })).status).toBe(404);
    expect((await one.client.post(OWN, { name: 'x', parent_folder_id: 2 ** 31 })).status).toBe(404);
  });

  // files#20
  test('makes the folders of a path once, however many ask at once', async () => {
    const path = { parent_folder_path: 'essays/drafts' };
    const files = await Promise.all(
      Array.from({ length: 5 }, (_, i) => upload(one.client, OWN, { ...path, name: `${i}` }).then((file) => file.folder_id)),
    );
    expect(new Set(files).size).toBe(1);
    const again = await upload(one.client, OWN, { parent_folder_path: 'my files/essays/drafts' });
    expect(again.folder_id).toBe(files[0]);
  });
});

describe('the second step', () => {
  const nothingKept = async () => {
    expect(await added()).toEqual([]);
    expect(await names(one.client)).toEqual([]);
    expect((await quota(one.client)).quota_used).toBe(0);
  };

  // files#23
  test('takes no changed, missing or foreign parameter', async () => {
    const step = await begin(one.client, OWN);
    const other = await begin(one.client, OWN);
    const { upload_id: id = '', expires = '', signature = '' } = step.upload_params;
    const wrong: Record<string, string>[] = [
      {},
      { upload_id: id, expires },
      { upload_id: id, signature },
      { upload_id: other.upload_params['upload_id'] ?? '', expires, signature },
      { upload_id: id, expires: String(Number(expires) + 60), signature },
      { upload_id: id, expires, signature: signature.slice(1) },
      { upload_id: `${id}x`, expires, signature },
      { upload_id: '0', expires, signature },
    ];
    for (const params of wrong) expect((await send(step, { params })).status, JSON.stringify(params)).toBe(403);
    await nothingKept();
    await made(open(await sent(step)), File);
  });

  // files#22, files#23
  test('takes the file after the parameters only, and a file', async () => {
    const step = await begin(one.client, OWN);
    const reversed = supertest(step.upload_url).post('').redirects(0).attach('file', Buffer.from('hello'), 'note.txt');
    for (const [field, value] of Object.entries(step.upload_params)) reversed.field(field, value);
    expect((await reversed).status).toBe(403);
    const without = supertest(step.upload_url).post('');
    for (const [field, value] of Object.entries(step.upload_params)) without.field(field, value);
    const { status, body } = await without;
    expect([status, body.errors.file[0].type]).toEqual([400, 'blank']);
    expect((await send({ ...step, file_param: 'other' })).status).toBe(400);
    expect((await supertest(step.upload_url).post('').send(step.upload_params)).status).toBe(415);
    await nothingKept();
  });

  // files#22, files#23
  test('is over after 30 minutes', async () => {
    const { upload_url: url, upload_params: params } = await begin(one.client, OWN);
    const form = () => {
      const made = new FormData();
      for (const [name, value] of Object.entries(params)) made.append(name, value);
      made.append('file', new Blob(['hello']), 'note.txt');
      return made;
    };
    expect(await statusLater(server, 30 * MINUTES + 1, url, form())).toBe(403);
    await nothingKept();
    expect(await statusLater(server, 29 * MINUTES, url, form())).toBe(303);
  });

  // files#23
  test('has a handful of short parameters beside its file', async () => {
    const { upload_url: url, upload_params: params } = await begin(one.client, OWN);
    const form = (extra: Record<string, string>) => {
      const request = supertest(url).post('').redirects(0);
      for (const [field, value] of Object.entries({ ...params, ...extra })) request.field(field, value);
      return request.attach('file', Buffer.from('hello'), 'note.txt');
    };
    const long = await form({ long: 'x'.repeat(8 * 1024 + 1) });
    expect([long.status, long.body]).toEqual([413, { errors: [{ message: expect.any(String) }] }]);
    const many = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`field${i}`, 'x']));
    expect((await form(many)).status).toBe(400);
    await nothingKept();
    expect((await form({ long: 'x'.repeat(8 * 1024) })).status).toBe(303);
  });

  // files#27
  test('that is refused half-way says that its connection ends', async () => {
    const step = await begin(one.client, OWN, { size: 10 });
    const sending = async (bytes: number, params: Record<string, string> = step.upload_params) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(params)) body.append(name, value);
      body.append('file', new Blob([Buffer.alloc(bytes)]), 'note.txt');
      const { status, headers } = await fetch(step.upload_url, { method: 'POST', body, redirect: 'manual' });
      return [status, headers.get('connection')];
    };
    expect(await sending(20_000_000)).toEqual([413, 'close']);
    expect(await sending(20_000_000, {})).toEqual([403, 'close']);
    // It has come as a whole.
    expect(await sending(11)).toEqual([413, 'keep-alive']);
  });

  // files#24
  test('that is refused before its signature is known counts by address', async () => {
    const step = await begin(one.client, OWN);
    const app = await deafServer(server, { rateLimit: 3000, clock: server.now });
    const statusOf = async (payload: string, type = 'multipart/form-data; boundary=b') =>
      (await app.inject({ method: 'POST', url: '/uploads', payload, headers: { 'content-type': type } })).statusCode;
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++)
      statuses.push(await statusOf('nonsense'), await statusOf('{}', 'application/json'), await statusOf('--b--'));
    expect(new Set(statuses)).toEqual(new Set([400, 415]));
    expect(await statusOf('nonsense')).toBe(429);
    await app.close();
    expect((await send(step)).status).toBe(303);
  });

  // files#25, files#26
  test('of more bytes than announced is 413, and may be sent again', async () => {
    const step = await begin(one.client, OWN, { size: 4 });
    const response = await send(step);
    expect([response.status, response.body]).toEqual([413, { errors: [{ message: 'the file is larger than announced' }] }]);
    // Far more, too: the client gets to read the answer.
    expect((await send(step, { content: Buffer.alloc(3_000_000, 'x') })).status).toBe(413);
    await nothingKept();
    await made(open(await sent(step, { content: 'four' })), File);
  });

  // files#26
  test('is done once, however often it is sent', async () => {
    const step = await begin(one.client, OWN);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => send(step)))).map((response) => response.status);
    expect(statuses.toSorted()).toEqual([303, 400, 400, 400]);
    expect((await send(step)).status).toBe(400);
    expect(await added()).toHaveLength(1);
  });

  // files#26
  test('that breaks off leaves nothing, and may be sent again', async () => {
    const step = await begin(one.client, OWN);
    await breakOff(step);
    await expect.poll(() => stateOf(step)).toBe('reserved');
    // Nobody is there any more who would be answered once its bytes are gone, too.
    await expect.poll(added).toEqual([]);
    await nothingKept();
    await made(open(await sent(step)), File);
  });

  // files#23
  test('of a form that goes wrong after the file leaves nothing', async () => {
    const step = await begin(one.client, OWN);
    const request = httpRequest(step.upload_url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
    const answered = once(request, 'response');
    request.write(`${fields(step)}${formPart('file"; filename="x', 'hello')}--b\r\ncontent-disposition: form-data; name="more"\r\n\r\nhel`);
    await expect.poll(() => stateOf(step)).toBe('received');
    request.end();
    expect(await answered).toEqual([expect.objectContaining({ statusCode: 400 })]);
    await nothingKept();
    expect(await stateOf(step)).toBeUndefined();
  });

  // files#23
  test.each([
    ['no form at all', 'hello'],
    ['a form that ends in its file', '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhel'],
    ['a form that ends in a field', '--b\r\ncontent-disposition: form-data; name="upload_id"\r\n\r\n1'],
  ])('that is %s is 4xx', async (_what, body) => {
    const step = await begin(one.client, OWN);
    const { status } = await supertest(step.upload_url).post('').set('content-type', 'multipart/form-data; boundary=b').send(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    await nothingKept();
  });
});

describe('the third step', () => {
  // files#29, files#30
  test('takes no forged, foreign or expired signature', async () => {
    const [address, other] = [await sent(await begin(one.client, OWN)), await sent(await begin(one.client, OWN, { name: 'b' }))];
    const url = new URL(address);
    const changed = (name: string, value: string) => {
      const wrong = new URL(url);
      wrong.searchParams.set(name, value);
      return wrong.href;
    };
    const { pathname } = new URL(other);
    for (const wrong of [
      changed('signature', 'x'),
      changed('expires', '9999999999'),
      `${server.url}${pathname}${url.search}`,
      `${server.url}${url.pathname}`,
    ])
      expect((await open(wrong)).status).toBe(403);
    expect((await open(address.replace(/uploads\/\d+/, 'uploads/x'))).status).toBe(404);
    expect(await statusLater(server, 31 * MINUTES, address)).toBe(403);
    expect(await names(one.client)).toEqual([]);
    expect(await statusLater(server, 29 * MINUTES, address)).toBe(200);
  });

  // files#25, files#30, files#35
  test('over a quota that was lowered makes no file, and keeps nothing', async () => {
    await withQuota(16, async () => {
      const addresses = [await sent(await begin(one.client, OWN)), await sent(await begin(one.client, OWN, { name: 'b' }))];
      await withQuota(8, async () => {
        const responses = [];
        for (const address of addresses) responses.push((await open(address)).status);
        // The bytes of the second counted against the first.
        expect(responses).toEqual([400, 200]);
        expect(await quota(one.client)).toEqual({ quota: 8, quota_used: 5 });
        expect(await added()).toHaveLength(1);
        // Nothing more fits: the second step stops at the quota.
        const refused = await send(await begin(one.client, OWN, { name: 'c' }));
        expect([refused.status, refused.body]).toEqual([413, { errors: [{ message: 'file size exceeds quota' }] }]);
        expect(await added()).toHaveLength(1);
        // But in the place of the one that is there it does.
        const [kept] = await names(one.client);
        await upload(one.client, OWN, { name: kept ?? '', size: 8 }, { content: '8 bytes.' });
        expect((await quota(one.client)).quota_used).toBe(8);
      });
    });
  });

  // files#30
  test('makes no file in a folder that is gone, nor for a user who is', async () => {
    const folder = await made(one.client.post('/users/self/folders', { name: 'short-lived' }), Folder);
    const address = await sent(await begin(one.client, `/folders/${folder.id}/files`));
    const other = await sent(await begin(one.client, OWN));
    await one.client.delete(`/folders/${folder.id}`).expect(200);
    expect((await open(address)).status).toBe(404);
    expect(await added()).toHaveLength(1);
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`).expect(200);
    expect((await open(other)).status).toBe(404);
  });
});

// files#35
describe('uploads under way count towards the quota', () => {
  const refused = { message: 'file size exceeds quota', errors: [{ message: 'file size exceeds quota' }] };
  const beginning = (extra: Fields) => one.client.post(OWN, { name: 'x', on_duplicate: 'rename', ...extra });
  const counted = (responses: { status: number }[]) => responses.map((response) => response.status).toSorted();
  const age = (minutes: number) =>
    server.database.pool.query('update uploads set created_at = created_at - make_interval(mins => $2) where uploader_id = $1', [
      one.id,
      minutes,
    ]);

  test('with what they announced, until they end', async () => {
    await withQuota(10, async () => {
      await beginning({ size: 6 }).expect(200);
      expect((await beginning({ size: 6 }).expect(400)).body).toEqual(refused);
      await beginning({ size: 4 }).expect(200);
      await beginning({ size: 1 }).expect(400);
      await age(29);
      await beginning({ size: 1 }).expect(400);
      await age(2);
      await beginning({ size: 10 }).expect(200);
    });
  });

  // files#25
  test('however many begin, are sent, or are confirmed at once', async () => {
    await withQuota(10, async () => {
      const many = <T>(work: (n: number) => PromiseLike<T>) => Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => work(n)));
      expect(counted(await many(() => beginning({ size: 6 })))).toEqual([200, 400, 400, 400, 400, 400]);
      await age(31);
      const steps = await many((n) => begin(one.client, OWN, { name: `${n}` }));
      const responses = await Promise.all(steps.map((step) => send(step, { content: 'a file' })));
      expect(counted(responses)).toEqual([303, 413, 413, 413, 413, 413]);
      expect(await added()).toHaveLength(1);
      const address = responses.find((response) => response.status === 303)?.headers['location'] ?? '';
      expect(counted(await many(() => open(address)))).toEqual([200, 200, 200, 200, 200, 200]);
      expect(await quota(one.client)).toEqual({ quota: 10, quota_used: 6 });
    });
  });

  test('with what was received, until the job takes it away', async () => {
    await withQuota(10, async () => {
      for (let n = 0; n < 3; n++) {
        const { status } = await send(await begin(one.client, OWN, { name: `${n}` }), { content: 'a file' });
        expect(status).toBe(n === 0 ? 303 : 413);
      }
      await age(23 * 60);
      await beginning({ size: 5 }).expect(400);
      await age(2 * 60);
      await removeAbandonedUploads.run(server.database, {}, jobMeans(server));
      await beginning({ size: 10 }).expect(200);
    });
  });

  test('with what has come of one that did not say how much will', async () => {
    await withQuota(10, async () => {
      const step = await begin(one.client, OWN);
      const request = httpRequest(step.upload_url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
      const answered = once(request, 'response');
      request.write(`${fields(step)}${formPart('file"; filename="x', 'a file')}`);
      // What follows may still be the end of the file or its boundary: these bytes are through.
      const taken = async () =>
        (await server.database.pool.query<{ size: string }>('select size from uploads where id = $1', [step.upload_params['upload_id']]))
          .rows[0]?.size;
      await expect.poll(taken).not.toBeNull();
      const other = await begin(one.client, OWN, { name: 'other' });
      expect((await send(other, { content: 'a file' })).status).toBe(413);
      request.end('--b--\r\n');
      expect(await answered).toEqual([expect.objectContaining({ statusCode: 303 })]);
      expect((await send(other, { content: 'four' })).status).toBe(303);
    });
  });

  test('of a submission never do', async () => {
    const here = await school(server);
    const { id } = await assignment(server, here.course.id, { submission_types: ['online_upload'] });
    one = here.student;
    await withQuota(10, async () => {
      await begin(one.client, `/courses/${here.course.id}/assignments/${id}/submissions/self/files`, { size: 1000 });
      await beginning({ size: 10 }).expect(200);
    });
  });
});

describe('where storage is away', () => {
  const fails = () => Promise.reject(new Error('away'));
  const away: FileStore = { read: fails, write: fails, size: fails, remove: fails };
  const receive = (step: Step, files: FileStore) =>
    receiveUpload(
      server.database,
      { ...server.services, files },
      { id: Number(step.upload_params['upload_id']), content: Readable.from(['hello']) },
      new Date(),
    );
  const states = async () =>
    (await server.database.pool.query('select state from uploads where uploader_id = $1 order by id', [one.id])).rows.map(
      (row) => row.state,
    );

  // files#26
  test('what was sent can be sent again, and what may lie there is taken away by the job', async () => {
    const step = await begin(one.client, OWN, { size: 5 });
    await expect(receive(step, away)).rejects.toThrow('away');
    expect(await states()).toEqual(['reserved', 'abandoned']);
    // This time the bytes have come.
    await expect(receive(step, { ...server.services.files, remove: away.remove, write: half })).rejects.toThrow('broken off');
    expect(await added()).toHaveLength(1);
    await made(open(await sent(step)), File);
    await server.database.pool.query(`update uploads set created_at = created_at - interval '25 hours' where uploader_id = $1`, [one.id]);
    await removeAbandonedUploads.run(server.database, {}, jobMeans(server));
    expect([await states(), (await added()).length]).toEqual([[], 1]);
  });

  async function half(key: string, content: Readable): Promise<void> {
    await server.services.files.write(key, content);
    throw new Error('broken off');
  }
});

describe('who may upload', () => {
  let here: School;
  beforeAll(async () => {
    here = await school(server);
  });

  // files#1
  test('into the files of a user: that user, and administrators', async () => {
    const path = `/users/${here.student.id}/files`;
    for (const who of [here.teacher, here.student2, here.observer, here.stranger])
      expect((await who.client.post(path, { name: 'x' })).status).toBe(401);
    expect((await here.foreignAdmin.client.post(path, { name: 'x' })).status).toBe(404);
    expect((await upload(here.rootAdmin.client, path)).display_name).toBe('note.txt');
    expect(await names(here.student.client)).toEqual(['note.txt']);
    expect((await one.client.post('/users/999999999/files', { name: 'x' })).status).toBe(404);
  });

  // files#1, files#3
  test('into the files of a course: its staff, while it runs', async () => {
    const path = `/courses/${here.course.id}/files`;
    for (const who of [here.student, here.observer, here.stranger]) expect((await who.client.post(path, { name: 'x' })).status).toBe(401);
    for (const who of [here.teacher, here.ta, here.designer, here.subAdmin]) await upload(who.client, path, { name: `${who.id}` });
    expect(await names(here.student.client, path)).toHaveLength(4);
    const over = await course(server);
    await enroll(server, over.id, here.teacher.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${over.id}`, { event: 'conclude' }).expect(200);
    expect((await here.teacher.client.post(`/courses/${over.id}/files`, { name: 'x' })).status).toBe(401);
  });
});

/** What has become of the upload of a step. */
const stateOf = async (step: Step) =>
  (await server.database.pool.query<{ state: string }>('select state from uploads where id = $1', [step.upload_params['upload_id']]))
    .rows[0]?.state;

const formPart = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fields = (step: Step) =>
  Object.entries(step.upload_params)
    .map(([name, value]) => formPart(name, value))
    .join('');

/** Sends half of a file, and goes away once the server has begun to take it. */
async function breakOff(step: Step): Promise<void> {
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n';
  const request = httpRequest(step.upload_url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 },
  });
  request.on('error', () => undefined);
  request.write(fields(step) + file + 'x'.repeat(200_000));
  await expect.poll(async () => (await added()).length).toBe(1);
  request.destroy();
}

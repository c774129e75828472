import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import supertest from 'supertest';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { File } from '../../../src/areas/files/schemas.ts';
import { openLog } from '../../../src/log.ts';
import { work } from '../../helpers/jobs.ts';
import { made, type Person, person, type School, school } from '../../helpers/school.ts';
import { deafServer, useServer } from '../../helpers/server.ts';
import { open, PNG, statusLater, upload } from '../../helpers/upload.ts';

/** How long signatures are good is told to the second: none passes between them and what they are asked for. */
const NOW = new Date('2026-01-31T12:10:00Z');
let now = NOW;
const server = useServer({ clock: () => now });
const OWN = '/users/self/files';
const HOURS = 3600;
type AFile = z.infer<typeof File>;

let one: Person;
let note: AFile;
beforeAll(async () => {
  one = await person(server);
  note = await upload(one.client, OWN, { name: 'digits.txt' }, { content: '0123456789' });
});

/** The address of a file as it stands in stored HTML, without a signature. */
const bare = (file: AFile): string => file.url.slice(0, file.url.indexOf('?'));
const withToken = (address: string, token: string) => supertest(address).get('').set('authorization', `Bearer ${token}`);

describe('a download', () => {
  // files#16, files#17, files#18
  test('is the file, with what a browser and a cache want to know of it', async () => {
    const { status, text, headers } = await open(note.url);
    expect([status, text]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${note.uuid}"`,
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="digits.txt"; filename*=UTF-8''digits.txt`,
    });
  });

  // files#17
  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('may be of a part: %s', async (range, text, contentRange) => {
    const response = await open(note.url).set('range', range);
    expect([response.status, response.text]).toEqual([206, text]);
    expect(response.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(text.length) });
  });

  // files#17
  test('of a part that is not there is 416', async () => {
    const response = await open(note.url).set('range', 'bytes=10-');
    expect([response.status, response.headers['content-range']]).toEqual([416, 'bytes */10']);
    expect(response.body.errors[0].message).toMatch(/part/);
  });

  // files#17, files#18
  test('of what the client has already is 304; a part is of the file the client means', async () => {
    const etag = `"${note.uuid}"`;
    for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await open(note.url).set('if-none-match', held);
      expect([response.status, response.text]).toEqual([304, '']);
    }
    expect((await open(note.url).set('if-none-match', '"x"')).status).toBe(200);
    expect((await open(note.url).set('if-range', etag).set('range', 'bytes=0-1')).status).toBe(206);
    expect((await open(note.url).set('if-range', '"x"').set('range', 'bytes=0-1')).status).toBe(200);
  });

  // files#18
  test('is not compressed, so that parts are parts', async () => {
    const long = await upload(one.client, OWN, { name: 'long.txt' }, { content: 'x'.repeat(100_000) });
    const { headers } = await open(long.url).set('accept-encoding', 'gzip, br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe('100000');
  });

  // files#18
  test('answers to HEAD without the bytes', async () => {
    const { status, text, headers } = await supertest(note.url).head('');
    expect([status, text ?? '', headers['content-length']]).toEqual([200, '', '10']);
  });

  // files#15, files#18
  test('of what is gone from storage is none', async () => {
    const lost = await upload(one.client, OWN, { name: 'lost.txt' });
    const { rows } = await server.database.pool.query('select storage_key as key from attachments where id = $1', [lost.id]);
    await server.services.files.remove(rows[0].key);
    const [part, head] = [open(lost.url).set('range', 'bytes=0-1'), supertest(lost.url).head('')];
    for (const request of [open(lost.url), withToken(bare(lost), one.token), part, head]) expect((await request).status).toBe(404);
  });

  // files#58
  test('that fails before any of it has come says nothing of the file', async () => {
    const file = await upload(one.client, OWN, { name: 'damaged.txt' }, { content: '0123456789' });
    const { rows } = await server.database.pool.query('select storage_key as key from attachments where id = $1', [file.id]);
    await server.services.files.remove(rows[0].key);
    await server.services.files.write(rows[0].key, Readable.from([Buffer.from('0123456789 and more')]));
    const { status, headers, body } = await open(file.url);
    expect([status, body.errors[0].message, headers['x-content-type-options']]).toEqual([500, 'An error occurred.', 'nosniff']);
    const ofFiles = ['etag', 'content-disposition', 'accept-ranges', 'content-security-policy'];
    expect(Object.keys(headers).filter((name) => ofFiles.includes(name))).toEqual([]);
  });

  // files#58
  test.each([
    ['shorter', '01234', []],
    ['longer', '0123456789 and more', ['a request failed']],
  ])('of what is %s in storage than it was is not to be taken for the file', async (how, content, before) => {
    const log: string[] = [];
    const app = await deafServer(server, { logger: openLog('error', { write: (line) => void log.push(line) }), clock: () => NOW });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const file = await upload(one.client, OWN, { name: 'damaged.txt' }, { content: '0123456789' });
    const { rows } = await server.database.pool.query('select storage_key as key from attachments where id = $1', [file.id]);
    await server.services.files.remove(rows[0].key);
    await server.services.files.write(rows[0].key, Readable.from([Buffer.from(content)]));
    const taken = fetch(file.url.replace(server.url, address)).then(async (answer) => answer.ok && (await answer.text()));
    expect(await taken.catch(() => false)).toBe(false);
    await vi.waitUntil(() => log.some((line) => line.includes(rows[0].key)), { timeout: 30_000, interval: 20 });
    await app.close();
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      ...before.map((msg) => ({ msg })),
      {
        msg: 'a file broke off while it was sent',
        file: file.id,
        key: rows[0].key,
        err: { message: `the file is ${how} than it was` },
      },
    ]);
  });

  test('may be empty', async () => {
    const empty = await upload(one.client, OWN, { name: 'empty' }, { content: '' });
    const { status, headers } = await open(empty.url);
    expect([status, headers['content-length']]).toEqual([200, '0']);
  });

  // files#16
  test.each([
    ['page.html', '<script>alert(1)</script>', 'text/html', 'attachment'],
    ['drawing.svg', '<svg onload="alert(1)"/>', 'image/svg+xml', 'attachment'],
    ['thing.xhtml', '<html/>', 'application/xhtml+xml', 'attachment'],
    ['paper.pdf', '%PDF-1.7', 'application/pdf', 'attachment'],
    ['what', 'hello', 'application/octet-stream', 'attachment'],
    ['me.png', PNG, 'image/png', 'inline'],
    ['none.png', '<script>alert(1)</script>', 'image/png', 'inline'],
  ])('of %s is saved, not run', async (name, content, type, how) => {
    const file = await upload(one.client, OWN, { name }, { content });
    const { headers } = await open(file.url);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toMatch(new RegExp(`^${how};`));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe('sandbox');
  });

  // files#16
  test('has the name the file has now, in any script', async () => {
    const file = await upload(one.client, OWN, { name: 'x.txt' });
    await one.client.put(`/files/${file.id}`, { name: 'naïve "1".txt' }).expect(200);
    expect((await open(file.url)).headers['content-disposition']).toBe(
      `inline; filename="na_ve _1_.txt"; filename*=UTF-8''na%C3%AFve%20%221%22.txt`,
    );
  });

  test('that nobody waits for any more ends', async () => {
    const big = await upload(one.client, OWN, { name: 'big' }, { content: Buffer.alloc(8_000_000) });
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(big.url, (response) => {
        response.once('data', () => request.destroy());
        response.once('close', resolve);
      });
      request.once('error', reject);
      request.end();
    });
    // The server is none the worse for it.
    expect((await open(note.url)).status).toBe(200);
  });
});

describe('the signature', () => {
  // files#14
  test('is good for 24 hours, and until the hour is full in which they end', async () => {
    const { url } = await made(one.client.get(`/files/${note.id}`), File);
    const atOne = 24 * HOURS + 50 * 60;
    expect(await statusLater(server, atOne - 1, url)).toBe(200);
    expect(await statusLater(server, atOne, url)).toBe(403);
  });

  // files#14, conventions#103
  test('is the same for an hour, in which an answer that holds it need not be sent again', async () => {
    const path = `/files/${note.id}`;
    const tag = String((await one.client.get(path).expect(200)).headers['etag']);
    try {
      now = new Date('2026-01-31T13:00:00Z');
      await one.client.get(path).set('if-none-match', tag).expect(304);
      now = new Date('2026-01-31T13:00:01Z');
      await one.client.get(path).set('if-none-match', tag).expect(200);
    } finally {
      now = NOW;
    }
  });

  // files#14
  test('that is forged, changed or of another file opens nothing', async () => {
    const other = await upload(one.client, OWN, { name: 'other.txt' });
    const query = note.url.slice(note.url.indexOf('?'));
    for (const wrong of [
      `${bare(note)}?signature=x`,
      `${bare(note)}?signature=`,
      `${bare(note)}?expires=9999999999&signature=${'a'.repeat(43)}`,
      note.url.replace(/expires=\d+/, 'expires=9999999999'),
      `${bare(other)}${query}`,
      `${server.url}/files/999999999/download${query}`,
      `${server.url}/files/x/download${query}`,
    ])
      expect((await open(wrong)).status, wrong).toBe(403);
  });

  // files#13
  test('ends with the file', async () => {
    const file = await upload(one.client, OWN, { name: 'short.txt' });
    await one.client.delete(`/files/${file.id}`).expect(200);
    expect((await open(file.url)).status).toBe(404);
    expect((await withToken(bare(file), one.token)).status).toBe(404);
    await work(server);
    expect((await open(file.url)).status).toBe(404);
  });
});

describe('without a signature', () => {
  let here: School;
  let theirs: AFile;
  beforeAll(async () => {
    here = await school(server);
    theirs = await upload(here.teacher.client, `/courses/${here.course.id}/files`, { name: 'plan.txt' });
  });

  // files#15
  test('it is for those who may see the file, by header or query', async () => {
    for (const who of [here.teacher, here.student, here.observer, here.rootAdmin])
      expect((await withToken(bare(theirs), who.token)).text).toBe('hello');
    expect((await open(`${bare(theirs)}?access_token=${here.student.token}`)).text).toBe('hello');
    for (const who of [here.stranger, here.foreignAdmin]) expect((await withToken(bare(theirs), who.token)).status).toBe(404);
    expect((await withToken(bare(note), here.rootAdmin.token)).status).toBe(200);
    expect((await withToken(bare(note), here.teacher.token)).status).toBe(404);
  });

  // files#15
  test('a wrong signature takes nothing from a token', async () => {
    expect((await withToken(`${bare(theirs)}?signature=x`, here.student.token)).status).toBe(200);
    expect((await withToken(`${bare(theirs)}?signature=x`, here.stranger.token)).status).toBe(404);
  });

  // files#15
  test('somebody is asked for', async () => {
    const response = await open(bare(theirs));
    expect([response.status, response.body.status]).toEqual([401, 'unauthenticated']);
    expect((await withToken(bare(theirs), 'nobody')).headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await withToken(`${server.url}/files/x/download`, here.student.token)).status).toBe(404);
  });

  // files#15
  test('one administrator may look as another user', async () => {
    const as = (id: number) => withToken(`${bare(theirs)}?as_user_id=${id}`, here.rootAdmin.token);
    expect((await as(here.student.id)).status).toBe(200);
    expect((await as(here.stranger.id)).status).toBe(404);
  });
});

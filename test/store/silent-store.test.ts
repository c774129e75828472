import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { type FileStore, readIfThere } from '../../src/store/file-store.ts';
import { newKey } from '../../src/store/files.ts';
import { inBucket } from '../../src/store/object-store.ts';
import { unavailability } from '../../src/store/server-errors.ts';
import { portOf } from '../helpers/port-of.ts';

const PATIENCE = { connectMs: 5_000, silenceMs: 500 };
const credentials = { accessKeyId: 'somebody', secretAccessKey: 'something' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A store that answers so. */
async function storeThat(answers: RequestListener): Promise<FileStore> {
  const server = createServer(answers);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${portOf(server)}`;
  return inBucket({ kind: 's3', bucket: 'lectern-files', region: 'us-east-1', endpoint, credentials }, PATIENCE);
}

const silent: RequestListener = () => undefined;
/** Sends a part of what it announces, and then nothing. */
const falteringAfter =
  (bytes: number): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes * 2, etag: '"half"' });
    response.write(randomBytes(bytes));
  };

describe('a store that says nothing', () => {
  test('fails what is read from it', async () => {
    let asked = 0;
    const counting: RequestListener = () => void asked++;
    await expect((await storeThat(counting)).read(newKey())).rejects.toThrow();
    // Once more, because the failure may pass, and no oftener, because somebody waits.
    expect(asked).toBe(2);
  });
  test.each([10, 12 * 2 ** 20])('fails %d bytes that are written into it', async (bytes) => {
    const store = await storeThat(silent);
    await expect(store.write(newKey(), Readable.from([randomBytes(bytes)]))).rejects.toThrow();
  });
  test('fails a removal', async () => {
    await expect((await storeThat(silent)).remove(newKey())).rejects.toThrow();
  });
  test('any more, in the middle of a file, ends it', async () => {
    const store = await storeThat(falteringAfter(100_000));
    await expect(buffer(await store.read(newKey()))).rejects.toThrow('silent');
  });
});

test('a store without the bucket is none without the file', async () => {
  const store = await storeThat((request, response) => {
    const body = '<Error><Code>NoSuchBucket</Code><Message>no</Message></Error>';
    response.writeHead(404, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : body);
  });
  await expect(readIfThere(store, newKey())).rejects.toThrow('no');
});

/** What a request to a store asks for. */
const isPart = ({ method, url = '' }: IncomingMessage) => method === 'PUT' && url.includes('partNumber=');
const isEnd = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.includes('uploadId=');

/** A store that takes what is sent in parts, but that something else answers some of its requests, with a page. */
function interrupted(answered: (request: IncomingMessage) => boolean, type = 'text/html') {
  const aborted: string[] = [];
  const xml = { 'content-type': 'application/xml' };
  const answer: RequestListener = (request, response) => {
    const { method, url } = request;
    if (method === 'DELETE') aborted.push(url ?? '');
    if (answered(request)) response.writeHead(200, { 'content-type': type }).end('<html>Log in</html>');
    else if (method === 'DELETE') response.writeHead(204).end();
    else if (method === 'PUT') response.writeHead(200, { etag: '"part"' }).end();
    else response.writeHead(200, xml).end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
  };
  const listener: RequestListener = (request, response) => void request.resume().once('end', () => answer(request, response));
  return { aborted, store: storeThat(listener) };
}

/** Whoever asked is to come again (conventions#21). */
async function isAway(work: Promise<unknown>): Promise<void> {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(unavailability(failure)).toBe('object_store');
}

// conventions#21
describe('a page of something else, with 200,', () => {
  const large = () => Readable.from([randomBytes(12 * 2 ** 20)]);
  const pages = () => interrupted(() => true).store;

  test('is no word that bytes were written', async () => {
    await isAway((await pages()).write(newKey(), Readable.from([randomBytes(10)])));
    await isAway((await pages()).write(newKey(), large()));
  });
  test.each([
    ['a part', isPart, 'text/html'],
    ['a part, of another type', isPart, 'application/octet-stream'],
    ['the end of all parts', isEnd, 'text/html'],
    ['the end of all parts, of another type', isEnd, 'application/octet-stream'],
  ] as const)('for %s is none either, and the parts go', async (_what, answered, type) => {
    const { aborted, store } = interrupted(answered, type);
    await isAway((await store).write(newKey(), large()));
    expect(aborted).toEqual([expect.stringContaining('uploadId=one')]);
  });
  test('is no file, nor the size of one', async () => {
    await isAway((await pages()).read(newKey()));
    await isAway((await pages()).read(newKey(), { start: 1, end: 2 }));
    await isAway((await pages()).size(newKey()));
  });
  test('is no word that a file was removed', async () => {
    await isAway((await pages()).remove(newKey()));
  });
  test('is not what says 204, whatever its type', async () => {
    const store = await storeThat((_request, response) => response.writeHead(204, { 'content-type': 'text/html; charset=UTF-8' }).end());
    await store.remove(newKey());
  });
});

// files#18
test('the size of a file is asked for once', async () => {
  let asked = 0;
  const store = await storeThat((_request, response) => {
    asked++;
    response.writeHead(200, { 'content-length': 5, etag: '"five"' }).end();
  });
  expect([await store.size(newKey()), asked]).toEqual([5, 1]);
});

test('a reader may rest for longer than the store', async () => {
  const whole = randomBytes(10_000_000);
  const store = await storeThat(
    (_request, response) => void response.writeHead(200, { 'content-length': whole.length, etag: '"whole"' }).end(whole),
  );
  const body = await store.read(newKey());
  await once(body, 'readable');
  // Two that are silent one after the other are ended meanwhile.
  for (let i = 0; i < 2; i++) await expect(buffer(await (await storeThat(falteringAfter(10))).read(newKey()))).rejects.toThrow('silent');
  expect((await buffer(body)).equals(whole)).toBe(true);
});

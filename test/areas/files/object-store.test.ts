import { afterAll, beforeAll, expect, test } from 'vitest';
import { work } from '../../helpers/jobs.ts';
import { type ObjectStore, startObjectStore } from '../../helpers/object-store.ts';
import { type Person, person } from '../../helpers/school.ts';
import { startServer, type TestServer } from '../../helpers/server.ts';
import { begin, open, send, upload } from '../../helpers/upload.ts';

const OWN = '/users/self/files';

let objects: ObjectStore | undefined;
let server: TestServer;
let one: Person;
beforeAll(async () => {
  objects = await startObjectStore();
  server = await startServer({ storage: objects.storage });
  one = await person(server);
});
afterAll(async () => {
  await server?.stop();
  await objects?.stop();
});

const keyOf = async (fileId: number): Promise<string> => {
  const { rows } = await server.database.pool.query<{ key: string }>('select storage_key as key from attachments where id = $1', [fileId]);
  return rows[0]?.key ?? '';
};

test('files in a bucket go up, come down whole and in part, and end', async () => {
  const content = Buffer.alloc(7_000_000, 'lectern ');
  const file = await upload(one.client, OWN, { name: 'big.bin', size: content.length }, { content });
  expect(file.size).toBe(content.length);
  expect((await open(file.url).buffer(true)).body.equals(content)).toBe(true);
  const part = await open(file.url).set('range', 'bytes=6999992-').buffer(true);
  expect([part.status, String(part.body)]).toEqual([206, 'lectern ']);
  const key = await keyOf(file.id);
  await one.client.delete(`/files/${file.id}`).expect(200);
  await work(server);
  await expect(server.services.files.read(key)).rejects.toThrow();
  // Nothing of it was in the server's own directory.
  expect(await server.stored()).toEqual([]);
});

test('an empty file is one', async () => {
  const file = await upload(one.client, OWN, { name: 'empty' }, { content: '' });
  expect([file.size, (await open(file.url)).status]).toEqual([0, 200]);
});

// files#25, files#26
test.each([10, 6_000_000])('more than announced, %d bytes, is 413, and may be sent again', async (bytes) => {
  const step = await begin(one.client, OWN, { name: `${bytes}`, size: 5 });
  expect((await send(step, { content: Buffer.alloc(bytes) })).status).toBe(413);
  expect((await send(step)).status).toBe(303);
});

test('a store that is away is to be asked again later, says nothing of its inside, and keeps nothing', async () => {
  const file = await upload(one.client, OWN, { name: 'there.txt' });
  const step = await begin(one.client, OWN, { name: 'away.txt' });
  await objects?.stop();
  objects = undefined;
  for (const response of [await open(file.url), await send(step)]) {
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.body).toEqual({ errors: [{ message: 'the service is busy or being restarted, try again soon' }] });
  }
  expect((await one.client.get(`/files/${file.id}`)).status).toBe(200);
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BUILD_VIEW } from '../../src/areas/discussions/job-names.ts';
import { holdsTag, tagOf, tagOfParts } from '../../src/http/entity-tags.ts';
import { workAhead } from '../helpers/jobs.ts';
import { made } from '../helpers/school.ts';
import { adminToken, type Client, useServer } from '../helpers/server.ts';

const server = useServer();
const Id = z.looseObject({ id: z.int() });
const course = async (name = 'Held'): Promise<string> =>
  `/courses/${(await made(server.admin.post('/accounts/1/courses', { course: { name } }), Id)).id}`;
const asked = (path: string, tag: string, by: Client = server.admin) => by.get(path).set('if-none-match', tag);

test('the same parts have the same tag, however they are cut', () => {
  expect(tagOfParts([Buffer.from('ab'), Buffer.from('c')])).toBe(tagOf('abc'));
});

test.each([
  ['the tag', 'W/"a"', true],
  ['a strong one', '"a"', true],
  ['one of several', '"b", W/"a"', true],
  ['any', '*', true],
  ['another', '"b"', false],
  ['nothing', '', false],
  ['none', undefined, false],
  ['no tag', 'a', false],
  ['rubbish', ',,W/,"', false],
])('%s in If-None-Match', (_what, header, held) => {
  expect(holdsTag(header, 'W/"a"')).toBe(held);
});

// conventions#103
describe('an answer that a client holds', () => {
  test('is not sent again until it is another one', async () => {
    const path = await course();
    const first = await server.admin.get(path).expect(200);
    const tag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const second = await asked(path, tag).expect(304);
    expect([second.text, second.headers['etag'], second.headers['content-type']]).toEqual(['', tag, undefined]);
    await server.admin.put(path, { course: { name: 'Changed' } }).expect(200);
    const changed = await asked(path, tag).expect(200);
    expect(changed.body).toMatchObject({ name: 'Changed' });
    expect(changed.headers['etag']).not.toBe(tag);
  });

  test('is that of a page of a list, with its links', async () => {
    await course();
    await course();
    const path = '/accounts/1/courses?per_page=1';
    const first = await server.admin.get(path).expect(200);
    const second = await asked(path, String(first.headers['etag'])).expect(304);
    expect(second.headers['link']).toBe(first.headers['link']);
    await asked(`${path}&page=2`, String(first.headers['etag'])).expect(200);
  });

  test.each(['gzip', 'br', 'identity'])('is the same one, sent by %s', async (encoding) => {
    const path = '/accounts/1/courses?per_page=100';
    for (let i = 0; i < 4; i += 1) await course();
    const plain = await server.admin.get(path).expect(200);
    const sent = await server.admin.get(path).set('accept-encoding', encoding).expect(200);
    expect(sent.headers['etag']).toBe(plain.headers['etag']);
    await asked(path, String(plain.headers['etag'])).set('accept-encoding', encoding).expect(304);
  });

  test.each(['/openapi.json', '/docs/', '/docs/js/scalar.js'])('is the reference: %s', async (path) => {
    const first = await fetch(server.url + path);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    await first.arrayBuffer();
    const headers = { 'if-none-match': String(first.headers.get('etag')) };
    const second = await fetch(server.url + path, { headers });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  test('may be large, and sent part by part', async () => {
    const topics = `${await course()}/discussion_topics`;
    const { id } = await made(server.admin.post(topics, { title: 'Long' }), Id);
    for (const letter of ['a', 'b']) await made(server.admin.post(`${topics}/${id}/entries`, { message: letter.repeat(40_000) }), Id);
    const view = `${topics}/${id}/view`;
    await workAhead(server, BUILD_VIEW);
    const first = await server.admin.get(view).expect(200);
    expect(first.text.length).toBeGreaterThan(80_000);
    const second = await asked(view, String(first.headers['etag'])).expect(304);
    expect([second.text, second.headers['content-length']]).toEqual(['', undefined]);
  });

  test('is not sent to HEAD either', async () => {
    const path = await course();
    const tag = String((await server.admin.get(path).expect(200)).headers['etag']);
    const head = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/v1${path}`, { method: 'HEAD', headers: { authorization: `Bearer ${adminToken()}`, ...headers } });
    const [plain, held] = [await head({}), await head({ 'if-none-match': tag })];
    expect([plain.status, plain.headers.get('etag'), held.status]).toEqual([200, tag, 304]);
  });

  test('is another one with ids as strings', async () => {
    const path = await course();
    const tag = String((await server.admin.get(path).expect(200)).headers['etag']);
    await asked(path, tag).set('accept', 'application/json+canvas-string-ids').expect(200);
  });

  test('is nobody else’s: who may not read is refused', async () => {
    const path = await course();
    const tag = String((await server.admin.get(path).expect(200)).headers['etag']);
    expect((await asked(path, tag, server.anonymous)).status).toBe(401);
    expect((await asked('/courses/999999', '*')).status).toBe(404);
  });

  test.each(['"x"', 'rubbish', `${'"a", '.repeat(2_000)}`])('rubbish %# is as nothing', async (tag) => {
    await asked(await course(), tag).expect(200);
  });

  test('is kept for nobody else by a cache on its way, whatever it is', async () => {
    const path = await course();
    const redirected = `${path}/root_outcome_group`;
    for (const [answer, status] of [
      [await server.anonymous.get(path), 401],
      [await server.admin.get('/courses/999999'), 404],
      [await server.admin.get(redirected).redirects(0), 302],
      [await server.admin.post('/accounts/1/courses', { course: { name: 'x'.repeat(256) } }), 400],
      [await server.admin.get(`${path}/gradebook.csv`), 200],
      [await server.raw().get('/files/999999/download'), 401],
      [await server.raw().get('/nothing'), 404],
      [await server.raw().get('/api/v1/%ff'), 404],
    ] as const)
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'private, no-cache']);
  });

  test('what is refused, and what is changed, has no tag', async () => {
    expect((await server.admin.get('/courses/999999')).headers).not.toHaveProperty('etag');
    const put = await server.admin.put(await course(), { course: { name: 'New' } }).set('if-none-match', '*');
    expect([put.status, put.headers['etag']]).toEqual([200, undefined]);
  });
});

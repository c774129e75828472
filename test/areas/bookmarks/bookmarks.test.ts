import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Bookmark } from '../../../src/areas/bookmarks/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { refusedFields } from '../../helpers/refusals.ts';
import { made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const PATH = '/users/self/bookmarks';

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const keep = (fields: Fields = {}, by = one.client) => made(by.post(PATH, { url: 'https://example.com/a', ...fields }), Bookmark);
const list = (by = one.client) => made(by.get(PATH), z.array(Bookmark));

describe('a bookmark', () => {
  // bookmarks#1, bookmarks#2
  test('is made, listed by position, shown, changed and deleted', async () => {
    const first = await keep({ name: 'First', url: '/courses/1?a=b', data: '{"tab":1}' });
    expect(first).toEqual({ id: first.id, name: 'First', url: '/courses/1?a=b', position: 1, data: '{"tab":1}' });
    const second = await keep();
    expect(second).toMatchObject({ name: 'https://example.com/a', position: 2, data: null });
    const top = await made(one.client.postForm(PATH, { url: 'http://example.com', position: 1 }), Bookmark);
    const last = await keep();
    expect(last.position).toBe(3);
    expect((await list()).map((row) => row.id)).toEqual([first.id, top.id, second.id, last.id]);
    expect(await made(one.client.get(`${PATH}/${first.id}`), Bookmark)).toEqual(first);
    const changed = await made(one.client.put(`${PATH}/${first.id}`, { position: 9, data: '' }), Bookmark);
    expect(changed).toEqual({ ...first, position: 9, data: null });
    expect(await made(one.client.delete(`${PATH}/${first.id}`), Bookmark)).toEqual(changed);
    await one.client.get(`${PATH}/${first.id}`).expect(404);
    await one.client.delete(`${PATH}/${first.id}`).expect(404);
    expect((await list()).map((row) => row.id)).toEqual([top.id, second.id, last.id]);
  });

  // bookmarks#1
  test('is there for whom it is of alone', async () => {
    const { id } = await keep();
    const other = await person(server);
    for (const by of [other.client, server.admin]) {
      await by.get(`${PATH}/${id}`).expect(404);
      await by.put(`${PATH}/${id}`, { name: 'x' }).expect(404);
      await by.delete(`${PATH}/${id}`).expect(404);
    }
    expect(await list(other.client)).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  // bookmarks#3
  test.each<[string, Fields]>([
    ['url', { url: '' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: '//example.com/' }],
    ['url', { url: '/\\example.com/' }],
    ['url', { url: '/a b' }],
    ['url', { url: '/a\\b' }],
    ['url', { url: '/a\u0007b' }],
    ['url', { url: 'courses/1' }],
    ['url', { url: `/${'x'.repeat(2000)}` }],
    ['name', { name: 'x'.repeat(256) }],
    ['position', { position: 0 }],
    ['data', { data: 'x'.repeat(10_001) }],
  ])('with a wrong %s is neither made nor changed: %j', async (field, wrong) => {
    const before = await keep();
    expect(refusedFields(await one.client.post(PATH, { url: 'https://example.com', ...wrong }))).toEqual([field]);
    if (wrong['url'] !== '') expect(refusedFields(await one.client.put(`${PATH}/${before.id}`, wrong))).toEqual([field]);
    expect(await list()).toEqual([before]);
  });

  // bookmarks#2
  test('stays last where there is no position behind the last one', async () => {
    const furthest = await keep({ position: 2_147_483_647 });
    const next = await keep();
    expect(next.position).toBe(furthest.position);
    expect(await list()).toEqual([furthest, next]);
  });

  // bookmarks#2
  test('of a very long address has the beginning of it as its name', async () => {
    const { name, url } = await keep({ url: `/${'x'.repeat(1999)}` });
    expect([name.length, url.startsWith(name)]).toEqual([255, true]);
  });
});

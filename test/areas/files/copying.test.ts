import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { File, Folder } from '../../../src/areas/files/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { made, type Person, person, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { addedKeys, open, upload } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self';

const folder = (client: Client, name: string, path = OWN) => made(client.post(`${path}/folders`, { name }), Folder);
const copy = (client: Client, into: number, body: Fields) => client.post(`/folders/${into}/copy_file`, body);
const names = async (client: Client, path: string, query: Fields = {}) =>
  (await made(client.get(path, query), z.array(File))).map((file) => file.display_name);

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);

describe('a copy of a file', () => {
  // files#48
  test('is a file of its own, which outlives its source', async () => {
    const source = await upload(one.client, `${OWN}/files`);
    const target = await folder(one.client, 'Target');
    const copied = await made(copy(one.client, target.id, { source_file_id: source.id }), File);
    expect(copied).toMatchObject({ folder_id: target.id, display_name: 'note.txt', size: 5, 'content-type': source['content-type'] });
    expect(copied.id).not.toBe(source.id);
    await one.client.delete(`/files/${source.id}`).expect(200);
    await work(server);
    expect((await open(copied.url)).text).toBe('hello');
    await one.client.delete(`/files/${copied.id}`).expect(200);
    await work(server);
    expect(await added()).toEqual([]);
  });

  // files#48
  test('comes from whoever shows it, into what the caller keeps', async () => {
    const at = await school(server);
    const handout = await upload(at.teacher.client, `/courses/${at.course.id}/files`);
    const hidden = await upload(at.teacher.client, `/courses/${at.course.id}/files`, { name: 'hidden.txt' });
    await at.teacher.client.put(`/files/${hidden.id}`, { hidden: true }).expect(200);
    const own = await folder(at.student.client, 'Mine');
    const copied = await made(copy(at.student.client, own.id, { source_file_id: handout.id }), File);
    expect((await made(at.student.client.get(`${OWN}/files`), z.array(File))).map((file) => file.id)).toEqual([copied.id]);
    for (const id of [hidden.id, 999_999_999]) expect((await copy(at.student.client, own.id, { source_file_id: id })).status).toBe(404);
    expect((await copy(at.student.client, handout.folder_id, { source_file_id: copied.id })).status).toBe(401);
  });

  // files#49
  test('takes a name that is taken as it is told to', async () => {
    const source = await upload(one.client, `${OWN}/files`);
    const into = source.folder_id;
    const refused = await copy(one.client, into, { source_file_id: source.id });
    expect([refused.status, refused.body.errors.name[0].type]).toEqual([400, 'taken']);
    const renamed = await made(copy(one.client, into, { source_file_id: source.id, on_duplicate: 'rename' }), File);
    expect(renamed.display_name).toBe('note-1.txt');
    const replacing = await made(copy(one.client, into, { source_file_id: source.id, on_duplicate: 'overwrite' }), File);
    expect(await names(one.client, `/folders/${into}/files`)).toEqual(['note-1.txt', 'note.txt']);
    await work(server);
    expect((await open(replacing.url)).text).toBe('hello');
    expect((await one.client.get(`/files/${source.id}`).expect(200)).body.id).toBe(replacing.id);
  });

  // files#49
  test('counts against the quota', async () => {
    const source = await upload(one.client, `${OWN}/files`);
    const target = await folder(one.client, 'Target');
    const used = async () => (await one.client.get(`${OWN}/files/quota`)).body.quota_used;
    await copy(one.client, target.id, { source_file_id: source.id }).expect(200);
    expect(await used()).toBe(10);
    await server.database.pool.query('update attachments set size = $2 where id = $1', [source.id, 30 * 2 ** 20]);
    const refused = await copy(one.client, target.id, { source_file_id: source.id, on_duplicate: 'rename' });
    expect([refused.status, refused.body.message]).toEqual([400, 'file size exceeds quota']);
  });

  // files#48
  test.each([
    [{}, 'source_file_id', 'blank'],
    [{ source_file_id: 'x' }, 'source_file_id', 'invalid'],
    [{ source_file_id: 1, on_duplicate: 'perhaps' }, 'on_duplicate', 'invalid'],
  ] satisfies [Fields, string, string][])('asked for by %j is refused', async (body, field, type) => {
    const { id } = await folder(one.client, 'Target');
    const response = await copy(one.client, id, body);
    expect([response.status, response.body.errors[field]?.[0]?.type]).toEqual([400, type]);
  });

  // files#48
  test('to and fro at once is made both times', async () => {
    const at = await school(server);
    const mine = await upload(at.teacher.client, `${OWN}/files`, { name: 'mine.txt' });
    const ours = await upload(at.teacher.client, `/courses/${at.course.id}/files`, { name: 'ours.txt' });
    const both = { on_duplicate: 'overwrite' };
    const all = Array.from({ length: 3 }).flatMap(() => [
      copy(at.teacher.client, mine.folder_id, { source_file_id: ours.id, ...both }),
      copy(at.teacher.client, ours.folder_id, { source_file_id: mine.id, ...both }),
    ]);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  });
});

describe('lists of files', () => {
  // files#46
  test('are searched by a part of the name', async () => {
    for (const name of ['Essay_1.txt', 'essays.txt', 'notes.txt']) await upload(one.client, `${OWN}/files`, { name });
    const { folder_id: id } = await upload(one.client, `${OWN}/files`, { name: 'ÉSSAY.txt', parent_folder_path: 'Old' });
    expect(await names(one.client, `${OWN}/files`, { search_term: ' ESSAY' })).toEqual(['Essay_1.txt', 'essays.txt']);
    expect(await names(one.client, `${OWN}/files`, { search_term: 'y_1' })).toEqual(['Essay_1.txt']);
    expect(await names(one.client, `${OWN}/files`, { search_term: '%' })).toEqual([]);
    expect(await names(one.client, `/folders/${id}/files`, { search_term: 'éss' })).toEqual(['ÉSSAY.txt']);
    expect(await names(one.client, `${OWN}/files`, { search_term: ' ' })).toHaveLength(4);
  });

  const refused = async (query: Fields): Promise<string[]> => {
    const answer = await one.client.get(`${OWN}/files`, query);
    return answer.status === 400 ? Object.keys(answer.body.errors) : [];
  };

  // files#56
  test('are of some types, or of others', async () => {
    const types = { 'a.txt': 'text/plain', 'b.csv': 'text/csv', 'c.json': 'application/json', 'd.html': 'text/html' };
    for (const [name, content_type] of Object.entries(types)) await upload(one.client, `${OWN}/files`, { name, content_type });
    const { folder_id: id } = await upload(one.client, `${OWN}/files`, { name: 'e.csv', parent_folder_path: 'Old' });
    const found = (query: Fields) => names(one.client, `${OWN}/files`, query);
    expect(await found({ content_types: ['text/csv'] })).toEqual(['b.csv', 'e.csv']);
    expect(await found({ content_types: ['TEXT'] })).toEqual(['a.txt', 'b.csv', 'd.html', 'e.csv']);
    expect(await found({ content_types: ['text/plain', 'application'] })).toEqual(['a.txt', 'c.json']);
    expect(await found({ content_types: ['tex'] })).toEqual([]);
    expect(await found({ content_types: [] })).toHaveLength(5);
    expect(await found({ exclude_content_types: ['text/csv', 'application'] })).toEqual(['a.txt', 'd.html']);
    expect(await found({ content_types: ['text'], exclude_content_types: ['text/csv'], search_term: '.' })).toEqual(['a.txt', 'd.html']);
    expect(await names(one.client, `/folders/${id}/files`, { content_types: ['text/plain'] })).toEqual([]);
  });

  // files#56
  test('come in other orders, page by page', async () => {
    const at = await school(server);
    const path = `/courses/${at.course.id}/files`;
    const by = at.teacher.client;
    await server.admin.put(`/users/${at.teacher.id}`, { user: { sortable_name: 'B' } }).expect(200);
    await server.admin.put(`/users/${at.ta.id}`, { user: { sortable_name: 'A' } }).expect(200);
    await upload(by, path, { name: 'm.txt' }, { content: 'long' });
    await upload(at.ta.client, path, { name: 'z.html' }, { content: 'a' });
    const { id, folder_id: folderId } = await upload(by, path, { name: 'a.txt' }, { content: 'a' });
    // Times are whole seconds, and files come one right after the other: each its own.
    const moved =
      "update attachments set created_at = timestamptz '2026-01-31' + $2 * interval '1 minute', updated_at = timestamptz '2026-01-31' - $2 * interval '1 minute' where id = $1";
    for (const [i, file] of [id - 2, id, id - 1].entries()) await server.database.pool.query(moved, [file, i]);
    const sorted = (sort: string | undefined, order?: string) =>
      names(by, path, { ...(sort === undefined ? {} : { sort }), ...(order === undefined ? {} : { order }) });
    const ORDERS = {
      name: ['a.txt', 'm.txt', 'z.html'],
      size: ['a.txt', 'z.html', 'm.txt'],
      created_at: ['m.txt', 'a.txt', 'z.html'],
      updated_at: ['z.html', 'a.txt', 'm.txt'],
      content_type: ['z.html', 'a.txt', 'm.txt'],
      user: ['z.html', 'a.txt', 'm.txt'],
    };
    for (const [sort, wanted] of Object.entries(ORDERS)) {
      expect([sort, await sorted(sort)]).toEqual([sort, wanted]);
      expect([sort, await sorted(sort, 'asc')]).toEqual([sort, wanted]);
      expect([sort, await sorted(sort, 'desc')]).toEqual([sort, wanted.toReversed()]);
    }
    expect(await sorted(undefined, 'desc')).toEqual(ORDERS.name.toReversed());
    expect(await names(by, `/folders/${folderId}/files`, { sort: 'size', order: 'desc' })).toEqual(ORDERS.size.toReversed());
    const pages = await Promise.all([1, 2, 3].map((page) => names(by, path, { sort: 'size', per_page: 1, page })));
    expect(pages.flat()).toEqual(ORDERS.size);
    await by.put(`/files/${id}`, { hidden: true }).expect(200);
    expect(await names(at.student.client, path, { sort: 'size', content_types: ['text'] })).toEqual(['z.html', 'm.txt']);
    expect(await refused({ sort: 'mood' })).toEqual(['sort']);
    expect(await refused({ order: 'up' })).toEqual(['order']);
  });
});

describe('a folder', () => {
  // files#47
  test('is made in a folder', async () => {
    const outer = await folder(one.client, 'Outer');
    const inner = await made(one.client.post(`/folders/${outer.id}/folders`, { name: 'Inner', hidden: true }), Folder);
    expect(inner).toMatchObject({ parent_folder_id: outer.id, full_name: 'my files/Outer/Inner', hidden: true });
    const again = await one.client.post(`/folders/${outer.id}/folders`, { name: 'Inner' });
    expect([again.status, again.body.errors.name[0].type]).toEqual([400, 'taken']);
    expect((await (await person(server)).client.post(`/folders/${outer.id}/folders`, { name: 'x' })).status).toBe(404);
  });
});

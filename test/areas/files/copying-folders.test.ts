import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MOST_COPIED } from '../../../src/areas/files/copying-folders.ts';
import { File, Folder } from '../../../src/areas/files/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { refusedFields } from '../../helpers/refusals.ts';
import { made, type Person, person, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { addedKeys, open, upload } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self';
const folder = (by: Client, path: string, fields: Fields = {}) => made(by.post(path, { name: 'Week', ...fields }), Folder);
const copy = (by: Client, into: number, source: number) => by.post(`/folders/${into}/copy_folder`, { source_folder_id: source });
const foldersOf = (by: Client, path: string) => made(by.get(path, { per_page: 100 }), z.array(Folder));
const filesOf = (by: Client, path: string) => made(by.get(path, { per_page: 100 }), z.array(File));

let one: Person;
beforeEach(async () => {
  one = await person(server);
});
const added = addedKeys(server);

describe('a copy of a folder', () => {
  // files#50
  test('has all that is in it, and outlives its source', async () => {
    const week = await folder(one.client, `${OWN}/folders`, { locked: true });
    const deep = await folder(one.client, `/folders/${week.id}/folders`, { name: 'Deep', hidden: true });
    const deeper = await folder(one.client, `/folders/${deep.id}/folders`, { name: 'Deeper' });
    await upload(one.client, `/folders/${deeper.id}/files`, { name: 'far.txt' });
    const near = await upload(one.client, `/folders/${week.id}/files`, { name: 'near.txt' });
    const gone = await upload(one.client, `/folders/${week.id}/files`, { name: 'gone.txt' });
    await one.client.delete(`/files/${gone.id}`).expect(200);
    const target = await folder(one.client, `${OWN}/folders`, { name: 'Target' });
    const copied = await made(copy(one.client, target.id, week.id), Folder);
    expect(copied).toMatchObject({
      name: 'Week',
      full_name: 'my files/Target/Week',
      parent_folder_id: target.id,
      files_count: 1,
      folders_count: 1,
      locked: true,
      hidden: false,
    });
    const again = await made(copy(one.client, target.id, week.id), Folder);
    expect(again.name).toBe('Week-1');
    await one.client.delete(`/folders/${week.id}`, { force: true }).expect(200);
    await one.client.delete(`/folders/${again.id}`, { force: true }).expect(200);
    await work(server);
    const way = await foldersOf(one.client, `${OWN}/folders/by_path/Target/Week/Deep/Deeper`);
    expect(way.map((row) => row.hidden)).toEqual([false, false, false, true, false]);
    const [far] = await filesOf(one.client, `/folders/${way.at(-1)?.id}/files`);
    expect((await open(far?.url ?? '')).text).toBe('hello');
    expect((await filesOf(one.client, `/folders/${copied.id}/files`)).map((file) => [file.display_name, file.id === near.id])).toEqual([
      ['near.txt', false],
    ]);
    await one.client.delete(`/folders/${target.id}`, { force: true }).expect(200);
    await work(server);
    expect(await added()).toEqual([]);
  });

  // files#50, files#4
  test('has of another’s folder what the caller sees there', async () => {
    const at = await school(server);
    const files = `/courses/${at.course.id}`;
    const week = await folder(at.teacher.client, `${files}/folders`);
    await folder(at.teacher.client, `/folders/${week.id}/folders`, { name: 'Secret', hidden: true });
    await upload(at.teacher.client, `/folders/${week.id}/files`, { name: 'open.txt' });
    const key = await upload(at.teacher.client, `/folders/${week.id}/files`, { name: 'key.txt' });
    await at.teacher.client.put(`/files/${key.id}`, { locked: true }).expect(200);
    const own = await folder(at.student.client, `${OWN}/folders`, { name: 'Mine' });
    const copied = await made(copy(at.student.client, own.id, week.id), Folder);
    expect(copied).toMatchObject({ context_type: 'User', context_id: at.student.id, files_count: 1, folders_count: 0 });
    expect((await filesOf(at.student.client, `/folders/${copied.id}/files`)).map((file) => file.display_name)).toEqual(['open.txt']);
    expect((await copy(at.student.client, week.id, own.id)).status).toBe(401);
    expect((await copy(at.student.client, own.id, 999_999_999)).status).toBe(404);
    expect((await copy(one.client, own.id, week.id)).status).toBe(404);
    await at.teacher.client.put(`/folders/${week.id}`, { hidden: true }).expect(200);
    expect((await copy(at.student.client, own.id, week.id)).status).toBe(404);
  });

  // files#50, files#41
  test('is not made in itself, nor too deep', async () => {
    const week = await folder(one.client, `${OWN}/folders`);
    const deep = await folder(one.client, `/folders/${week.id}/folders`, { name: 'Deep' });
    for (const into of [week.id, deep.id]) expect(refusedFields(await copy(one.client, into, week.id))).toEqual(['source_folder_id']);
    const path = Array.from({ length: 49 }, (_, i) => `f${i}`).join('/');
    const { id } = await folder(one.client, `${OWN}/folders`, { name: 'last', parent_folder_path: path });
    const bottom = await foldersOf(one.client, `${OWN}/folders/by_path/${path}`);
    expect(refusedFields(await copy(one.client, id, deep.id))).toEqual(['parent_folder_id']);
    expect(refusedFields(await copy(one.client, bottom.at(-1)?.id ?? 0, week.id))).toEqual(['parent_folder_id']);
    await copy(one.client, bottom.at(-1)?.id ?? 0, deep.id).expect(200);
  });

  // files#50, files#21
  test('counts against the quota, and is made whole or not at all', async () => {
    const week = await folder(one.client, `${OWN}/folders`);
    for (const name of ['a', 'b']) await upload(one.client, `/folders/${week.id}/files`, { name });
    const quota = async () => (await one.client.get(`${OWN}/files/quota`).expect(200)).body;
    const before = await quota();
    await server.database.pool.query('update attachments set size = $2 where folder_id = $1', [week.id, Math.floor(before.quota / 3)]);
    const refused = await copy(one.client, week.parent_folder_id ?? 0, week.id);
    expect([refused.status, refused.body.message]).toEqual([400, 'file size exceeds quota']);
    expect(await foldersOf(one.client, `/folders/${week.parent_folder_id}/folders`)).toHaveLength(1);
    await server.database.pool.query('update attachments set size = 5 where folder_id = $1', [week.id]);
    await copy(one.client, week.parent_folder_id ?? 0, week.id).expect(200);
    expect(await quota()).toMatchObject({ quota_used: 20 });
  });

  // files#50
  test('is of so many folders and files at most', async () => {
    const week = await folder(one.client, `${OWN}/folders`);
    const target = await folder(one.client, `${OWN}/folders`, { name: 'Target' });
    await upload(one.client, `/folders/${week.id}/files`, { name: 'first.txt' });
    await server.database.pool.query(
      `insert into folders (user_id, parent_id, ancestors, name, sort_key) overriding system value
       select user_id, id, ancestors || id, n::text, n::text from folders, generate_series(1, $2::int) n where id = $1`,
      [week.id, MOST_COPIED - 2],
    );
    const copied = await made(copy(one.client, target.id, week.id), Folder);
    expect(copied).toMatchObject({ files_count: 1, folders_count: MOST_COPIED - 2 });
    await upload(one.client, `/folders/${week.id}/files`, { name: 'last.txt' });
    const refused = await copy(one.client, target.id, week.id);
    expect(refusedFields(refused)).toEqual(['source_folder_id']);
    expect(await foldersOf(one.client, `/folders/${target.id}/folders`)).toHaveLength(1);
  });

  // files#50
  test('is made by as many statements for much as for little', async () => {
    const week = await folder(one.client, `${OWN}/folders`);
    const target = await folder(one.client, `${OWN}/folders`, { name: 'Target' });
    const count = () => server.statements(() => copy(one.client, target.id, week.id).expect(200));
    const few = await count();
    for (const name of ['a', 'b', 'c']) {
      const { id } = await folder(one.client, `/folders/${week.id}/folders`, { name });
      await upload(one.client, `/folders/${id}/files`, { name });
    }
    expect(await count()).toBe(few);
  });
});

describe('files and folders', () => {
  // files#51
  test('of which a public address is asked open without a token', async () => {
    const file = await upload(one.client, `${OWN}/files`);
    const { body } = await one.client.get(`/files/${file.id}/public_url`).expect(200);
    expect((await open(body.public_url)).text).toBe('hello');
    const other = await person(server);
    await other.client.get(`/files/${file.id}/public_url`).expect(404);
  });

  // files#39
  test('have a root, which a path without names leads to', async () => {
    const way = await foldersOf(one.client, `${OWN}/folders/by_path`);
    expect(way.map((row) => row.full_name)).toEqual(['my files']);
    expect(await foldersOf(one.client, `${OWN}/folders/by_path`)).toEqual(way);
  });

  // files#37, files#39
  test('have the root by the name of it, wherever they are', async () => {
    const at = await school(server);
    const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: 'Set' }));
    const group = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }));
    const root = (by: Client, path: string) => made(by.get(`${path}/folders/root`), Folder);
    const roots = await Promise.all([1, 2, 3].map(() => root(one.client, OWN)));
    expect(new Set(roots.map((row) => row.id)).size).toBe(1);
    expect(roots[0]).toMatchObject({ full_name: 'my files', context_type: 'User', context_id: one.id, parent_folder_id: null });
    expect(await foldersOf(one.client, `${OWN}/folders/by_path`)).toEqual([roots[0]]);
    const ofCourse = await root(at.teacher.client, `/courses/${at.course.id}`);
    expect(ofCourse).toMatchObject({ full_name: 'course files', context_type: 'Course', context_id: at.course.id });
    expect((await root(at.student.client, `/courses/${at.course.id}`)).id).toBe(ofCourse.id);
    expect(await root(server.admin, `/groups/${group.id}`)).toMatchObject({ full_name: 'group files', context_id: group.id });
    expect((await at.stranger.client.get(`/courses/${at.course.id}/folders/root`)).status).toBe(401);
    expect((await one.client.get(`/users/${at.student.id}/folders/root`)).status).toBe(401);
  });

  // files#52
  test('have a folder for recordings, of the owner for who may put any there, else of the caller', async () => {
    const at = await school(server);
    const media = (by: Client) => made(by.get(`/courses/${at.course.id}/folders/media`), Folder);
    const ofCourse = await media(at.teacher.client);
    expect(ofCourse).toMatchObject({ full_name: 'course files/Uploaded Media', context_type: 'Course' });
    expect(await media(at.ta.client)).toEqual(ofCourse);
    expect(await media(at.student.client)).toMatchObject({ full_name: 'my files/Uploaded Media', context_id: at.student.id });
    const own = await Promise.all([1, 2, 3].map(() => made(one.client.get(`${OWN}/folders/media`), Folder)));
    expect(new Set(own.map((row) => row.id)).size).toBe(1);
  });
});

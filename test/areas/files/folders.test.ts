import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_DEPTH } from '../../../src/areas/files/names.ts';
import { File, Folder } from '../../../src/areas/files/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { enroll, made, type Person, person, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { upload } from '../../helpers/upload.ts';

const server = useServer();
const OWN = '/users/self';

const make = (client: Client, body: Fields, path = OWN) => made(client.post(`${path}/folders`, body), Folder);
const all = (client: Client, path = OWN) => made(client.get(`${path}/folders`, { per_page: 100 }), z.array(Folder));
const along = (client: Client, path: string, at = OWN) => client.get(`${at}/folders/by_path/${path}`);
const names = (folders: readonly { name: string }[]) => folders.map((folder) => folder.name);
const filesIn = async (client: Client, id: number) =>
  (await made(client.get(`/folders/${id}/files`), z.array(File))).map((file) => file.display_name);

let one: Person;
beforeEach(async () => {
  one = await person(server);
});

describe('folders', () => {
  // files#37
  test('begin with the root, which is made when first needed', async () => {
    const [root, ...others] = await all(one.client);
    expect(root).toMatchObject({
      name: 'my files',
      full_name: 'my files',
      parent_folder_id: null,
      context_type: 'User',
      context_id: one.id,
    });
    expect(others).toEqual([]);
    expect(names(await all(one.client))).toEqual(['my files']);
  });

  // files#37
  test('asked for by many at once have one root', async () => {
    const lists = await Promise.all(Array.from({ length: 5 }, () => all(one.client)));
    expect(new Set(lists.flat().map((folder) => folder.id)).size).toBe(1);
  });

  // files#36, files#38, files#40
  test('are made in the root, in a folder or at a path, and tell where they are', async () => {
    const essays = await make(one.client, { name: 'Essays' });
    const drafts = await make(one.client, { name: 'Drafts', parent_folder_id: essays.id });
    const deep = await make(one.client, { name: 'Final', parent_folder_path: 'Essays/2026' });
    const [root, , , year] = await all(one.client);
    expect(essays).toEqual({
      id: essays.id,
      name: 'Essays',
      full_name: 'my files/Essays',
      parent_folder_id: root?.id,
      context_type: 'User',
      context_id: one.id,
      files_count: 0,
      folders_count: 0,
      locked: false,
      hidden: false,
      locked_for_user: false,
      hidden_for_user: false,
      can_upload: true,
      for_submissions: false,
      files_url: `${server.url}/api/v1/folders/${essays.id}/files`,
      folders_url: `${server.url}/api/v1/folders/${essays.id}/folders`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect([drafts.parent_folder_id, drafts.full_name]).toEqual([essays.id, 'my files/Essays/Drafts']);
    expect([deep.parent_folder_id, deep.full_name]).toEqual([year?.id, 'my files/Essays/2026/Final']);
    await upload(one.client, `/folders/${essays.id}/files`);
    expect(await made(one.client.get(`/folders/${essays.id}`), Folder)).toMatchObject({ files_count: 1, folders_count: 2 });
    expect(await made(one.client.get(`${OWN}/folders/${essays.id}`), Folder)).toMatchObject({ id: essays.id });
    expect(names(await made(one.client.get(`/folders/${essays.id}/folders`), z.array(Folder)))).toEqual(['2026', 'Drafts']);
    expect(await filesIn(one.client, essays.id)).toEqual(['note.txt']);
  });

  // files#55
  test('say who may put files there, and where work is kept', async () => {
    const at = await school(server);
    const work = await make(one.client, { name: 'attempt 1', parent_folder_path: 'submissions/assignment 1' });
    const beside = await make(one.client, { name: 'submissions of others' });
    const kept = (await all(one.client)).filter((folder) => folder.for_submissions);
    expect(kept.map((folder) => folder.full_name)).toEqual(['my files/submissions', 'my files/submissions/assignment 1', work.full_name]);
    expect([work, beside].map((folder) => [folder.can_upload, folder.for_submissions])).toEqual([
      [true, true],
      [true, false],
    ]);
    const path = `/courses/${at.course.id}`;
    await make(at.teacher.client, { name: 'submissions' }, path);
    for (const [by, may] of [
      [at.teacher, true],
      [at.student, false],
      [at.observer, false],
    ] as const) {
      const folders = await all(by.client, path);
      expect(folders.map((folder) => folder.name)).toEqual(['course files', 'submissions']);
      for (const folder of folders) expect(folder).toMatchObject({ can_upload: may, for_submissions: false, hidden_for_user: false });
      expect(await made(by.client.get(`/folders/${folders[1]?.id}`), Folder)).toEqual(folders[1]);
    }
    await server.admin.delete(path, { event: 'conclude' }).expect(200);
    expect((await all(at.teacher.client, path)).map((folder) => folder.can_upload)).toEqual([false, false]);
  });

  // files#11, files#40
  test.each([
    [{}, 'name', 'blank'],
    [{ name: '../up' }, 'name', 'invalid'],
    [{ name: 'Taken' }, 'name', 'taken'],
    [{ name: 'x', parent_folder_id: 1, parent_folder_path: 'y' }, 'parent_folder_path', 'invalid'],
    [{ name: 'x', parent_folder_path: '..' }, 'parent_folder_path', 'invalid'],
    [{ name: 'x', locked: 'perhaps' }, 'locked', 'invalid'],
  ] satisfies [Fields, string, string][])('made of %j are refused', async (body, field, type) => {
    await make(one.client, { name: 'Taken' });
    const response = await one.client.post(`${OWN}/folders`, body);
    expect([response.status, response.body.errors[field]?.[0]?.type]).toEqual([400, type]);
  });

  // files#11
  test('of the same name are one, when two are made at once', async () => {
    const statuses = (await Promise.all([1, 2, 3].map(() => one.client.post(`${OWN}/folders`, { name: 'Race' })))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
  });

  // files#41
  test('go only so deep', async () => {
    const path = Array.from({ length: MAX_DEPTH }, (_, i) => `${i}`).join('/');
    const bottom = await make(one.client, { name: 'bottom', parent_folder_path: path.slice(0, path.lastIndexOf('/')) });
    const response = await one.client.post(`${OWN}/folders`, { name: 'below', parent_folder_id: bottom.id });
    expect([response.status, response.body.errors.parent_folder_id[0].type]).toEqual([400, 'too_deep']);
    // Nor by moving: two deep under all but one.
    const [low] = (await made(along(one.client, path.slice(0, path.lastIndexOf('/'))).query({ per_page: 100 }), z.array(Folder))).slice(-1);
    const pair = await make(one.client, { name: 'pair' });
    const inner = await make(one.client, { name: 'inner', parent_folder_id: pair.id });
    const moved = await one.client.put(`/folders/${pair.id}`, { parent_folder_id: low?.id ?? 0 });
    expect([moved.status, moved.body.errors.parent_folder_id[0].type]).toEqual([400, 'too_deep']);
    // What is deleted is not there to be too deep.
    await one.client.delete(`/folders/${inner.id}`).expect(200);
    await one.client.put(`/folders/${pair.id}`, { parent_folder_id: low?.id ?? 0 }).expect(200);
  });

  // files#20 files#39 files#41
  test('are found by their full names, however deep and long, and refused under what was sent', async () => {
    const path = Array.from({ length: MAX_DEPTH }, (_, i) => `${i}`.padEnd(255, 'n')).join('/');
    const above = path.slice(0, path.lastIndexOf('/'));
    const bottom = await make(one.client, { name: path.slice(above.length + 1), parent_folder_path: `my files/${above}` });
    expect((await made(along(one.client, bottom.full_name).query({ per_page: 100 }), z.array(Folder))).at(-1)).toEqual(bottom);
    const refused = async (fields: Fields) => {
      const { status, body } = await one.client.post(`${OWN}/folders`, { name: 'below', ...fields });
      return [status, Object.keys(body.errors)];
    };
    expect(await refused({ parent_folder_path: bottom.full_name })).toEqual([400, ['parent_folder_path']]);
    expect(await refused({ parent_folder_path: `${path}/more` })).toEqual([400, ['parent_folder_path']]);
    expect(await refused({ parent_folder_id: bottom.id })).toEqual([400, ['parent_folder_id']]);
  });
});

describe('a path', () => {
  // files#39
  test('leads to the folders along it, the root first', async () => {
    await make(one.client, { name: 'drafts', parent_folder_path: 'essays' });
    const found = await made(along(one.client, 'essays/drafts'), z.array(Folder));
    expect(names(found)).toEqual(['my files', 'essays', 'drafts']);
    expect(names(await made(along(one.client, 'my%20files/essays'), z.array(Folder)))).toEqual(['my files', 'essays']);
    const second = await made(along(one.client, 'essays/drafts').query({ per_page: 2, page: 2 }), z.array(Folder));
    expect(names(second)).toEqual(['drafts']);
  });

  // files#37
  test('to the root alone is there from the first', async () => {
    expect(names(await made(along(one.client, 'my%20files'), z.array(Folder)))).toEqual(['my files']);
  });

  // files#39
  test.each(['essays/none', 'Essays', 'essays/..', '..', 'essays%2Fnone', '%00', 'a%5Cb'])('%s leads nowhere', async (path) => {
    await make(one.client, { name: 'essays' });
    expect((await along(one.client, path)).status).toBe(404);
  });
});

describe('a folder that changes', () => {
  // files#42
  test('has a new name, and moves with all that is in it', async () => {
    const [a, b] = [await make(one.client, { name: 'a' }), await make(one.client, { name: 'b' })];
    const inner = await make(one.client, { name: 'inner', parent_folder_id: a.id });
    const innermost = await make(one.client, { name: 'innermost', parent_folder_id: inner.id });
    const file = await upload(one.client, `/folders/${innermost.id}/files`);
    const moved = await made(one.client.put(`/folders/${inner.id}`, { name: 'renamed', parent_folder_id: b.id }), Folder);
    expect(moved).toMatchObject({
      id: inner.id,
      name: 'renamed',
      parent_folder_id: b.id,
      full_name: 'my files/b/renamed',
      folders_count: 1,
    });
    expect((await made(one.client.get(`/folders/${innermost.id}`), Folder)).full_name).toBe('my files/b/renamed/innermost');
    expect(names(await made(along(one.client, 'b/renamed/innermost'), z.array(Folder)))).toHaveLength(4);
    expect((await along(one.client, 'a/inner')).status).toBe(404);
    expect(await filesIn(one.client, innermost.id)).toEqual([file.display_name]);
  });

  // files#12, files#42
  test('does not go into itself, nor below itself, nor to another owner', async () => {
    const a = await make(one.client, { name: 'a' });
    const inner = await make(one.client, { name: 'inner', parent_folder_id: a.id });
    for (const target of [a.id, inner.id]) {
      const response = await one.client.put(`/folders/${a.id}`, { parent_folder_id: target });
      expect([response.status, response.body.errors.parent_folder_id[0].type]).toEqual([400, 'invalid']);
    }
    const other = await person(server);
    const theirs = await make(other.client, { name: 'theirs' });
    expect((await one.client.put(`/folders/${a.id}`, { parent_folder_id: theirs.id })).status).toBe(404);
    expect((await one.client.put(`/folders/${a.id}`, { parent_folder_id: 2 ** 31 })).status).toBe(404);
  });

  // files#42
  test('makes no circle with another that changes at once', async () => {
    const pairs = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, i) => [await make(one.client, { name: `a${i}` }), await make(one.client, { name: `b${i}` })] as const,
      ),
    );
    const into = (id: number, parent: number) => one.client.put(`/folders/${id}`, { parent_folder_id: parent });
    for (const [a, b] of pairs) {
      const responses = await Promise.all([into(a.id, b.id), into(b.id, a.id)]);
      expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400]);
    }
    expect((await all(one.client)).every((folder) => folder.full_name.startsWith('my files'))).toBe(true);
  });

  // files#11
  test('takes no name that is taken there', async () => {
    const [a, b] = [await make(one.client, { name: 'a' }), await make(one.client, { name: 'b' })];
    const below = await make(one.client, { name: 'b', parent_folder_id: a.id });
    for (const [id, changes] of [
      [a.id, { name: 'b' }],
      [below.id, { parent_folder_id: b.parent_folder_id ?? 0 }],
    ] as const) {
      const response = await one.client.put(`/folders/${id}`, changes);
      expect([response.status, response.body.errors.name[0].type]).toEqual([400, 'taken']);
    }
    // Of one that is deleted the name is free.
    await one.client.delete(`/folders/${b.id}`).expect(200);
    expect((await one.client.put(`/folders/${a.id}`, { name: 'b' })).status).toBe(200);
  });

  // files#37
  test('is never the root', async () => {
    const [root] = await all(one.client);
    expect((await one.client.put(`/folders/${root?.id}`, { name: 'mine' })).status).toBe(400);
    expect((await one.client.delete(`/folders/${root?.id}`, { force: true })).status).toBe(400);
    expect(names(await all(one.client))).toEqual(['my files']);
  });
});

describe('a folder that is deleted', () => {
  // files#43
  test('is gone, where it is empty', async () => {
    const a = await make(one.client, { name: 'a' });
    expect(await made(one.client.delete(`/folders/${a.id}`), Folder)).toMatchObject({ id: a.id, name: 'a' });
    for (const gone of [
      one.client.get(`/folders/${a.id}`),
      one.client.get(`/folders/${a.id}/files`),
      one.client.get(`${OWN}/folders/${a.id}`),
      one.client.delete(`/folders/${a.id}`),
      along(one.client, 'a'),
    ])
      expect((await gone).status).toBe(404);
    expect(names(await all(one.client))).toEqual(['my files']);
  });

  // files#43
  test('takes what is in it along only where force says so, and leaves nothing in storage', async () => {
    const before = await server.stored();
    const a = await make(one.client, { name: 'a' });
    const inner = await make(one.client, { name: 'inner', parent_folder_id: a.id });
    const file = await upload(one.client, `/folders/${inner.id}/files`);
    const kept = await upload(one.client, `${OWN}/files`);
    for (const body of [{}, { force: false }]) expect((await one.client.delete(`/folders/${a.id}`, body)).status).toBe(400);
    expect((await one.client.delete(`/folders/${inner.id}`)).status).toBe(400);
    expect((await one.client.get(`/files/${file.id}`)).status).toBe(200);
    await one.client.delete(`/folders/${a.id}`, { force: true }).expect(200);
    for (const path of [`/folders/${inner.id}`, `/files/${file.id}`]) expect((await one.client.get(path)).status).toBe(404);
    expect((await made(one.client.get(`${OWN}/files`), z.array(File))).map(({ id }) => id)).toEqual([kept.id]);
    await work(server);
    expect((await server.stored()).filter((key) => !before.includes(key))).toHaveLength(1);
  });
});

describe('of courses and groups', () => {
  // files#1, files#37, files#38
  test('folders have a root of their own', async () => {
    const { course, teacher, student } = await school(server);
    const { id: set } = await made(
      server.admin.post(`/courses/${course.id}/group_categories`, { name: unique('Set') }),
      z.object({ id: z.int() }),
    );
    const { id: group } = await made(
      server.admin.post(`/group_categories/${set}/groups`, { name: unique('Group') }),
      z.object({ id: z.int() }),
    );
    await server.admin.post(`/groups/${group}/memberships`, { user_id: student.id }).expect(200);
    expect((await make(teacher.client, { name: 'week 1' }, `/courses/${course.id}`)).full_name).toBe('course files/week 1');
    const shared = await make(student.client, { name: 'ours' }, `/groups/${group}`);
    expect(shared).toMatchObject({ full_name: 'group files/ours', context_type: 'Group', context_id: group });
    expect(names(await all(student.client, `/courses/${course.id}`))).toEqual(['course files', 'week 1']);
    // The folder of one is none of another's.
    expect((await teacher.client.get(`/courses/${course.id}/folders/${shared.id}`)).status).toBe(404);
    expect((await teacher.client.get(`/groups/${group}/folders/${shared.id}`)).status).toBe(200);
  });

  // files#4, files#42
  test('locked and hidden ones are for those who keep them, with all that is in them', async () => {
    const { course, teacher, student } = await school(server);
    const at = `/courses/${course.id}`;
    for (const how of ['locked', 'hidden'] as const) {
      const top = await make(teacher.client, { name: how, [how]: true }, at);
      expect(top[how]).toBe(true);
      const inner = await make(teacher.client, { name: 'inner', parent_folder_id: top.id }, at);
      const file = await upload(teacher.client, `/folders/${inner.id}/files`, { name: how });
      for (const path of [
        `/folders/${top.id}`,
        `/folders/${inner.id}`,
        `/folders/${inner.id}/files`,
        `/files/${file.id}`,
        `${at}/files/${file.id}`,
      ]) {
        expect((await student.client.get(path)).status, path).toBe(404);
        expect((await teacher.client.get(path)).status, path).toBe(200);
      }
      expect((await along(student.client, `${how}/inner`, at)).status).toBe(404);
      expect((await along(teacher.client, `${how}/inner`, at)).status).toBe(200);
      expect((await made(student.client.get(`${at}/files`), z.array(File))).map((each) => each.id)).not.toContain(file.id);
      expect((await made(teacher.client.get(`${at}/files`), z.array(File))).map((each) => each.id)).toContain(file.id);
      expect(names(await all(student.client, at))).toEqual(['course files']);
      const [root] = await all(student.client, at);
      expect(root?.folders_count).toBe(0);
      await teacher.client.put(`/folders/${top.id}`, { [how]: false }).expect(200);
      expect((await student.client.get(`/files/${file.id}`)).status).toBe(200);
      await teacher.client.delete(`/folders/${top.id}`, { force: true }).expect(200);
    }
  });

  // files#1, files#2
  test('who may see them may not always change them', async () => {
    const { course, teacher, student } = await school(server);
    const folder = await make(teacher.client, { name: 'week 1' }, `/courses/${course.id}`);
    for (const refused of [
      student.client.put(`/folders/${folder.id}`, { name: 'x' }),
      student.client.delete(`/folders/${folder.id}`),
      student.client.post(`/folders/${folder.id}/files`, { name: 'x' }),
      student.client.post(`/courses/${course.id}/folders`, { name: 'x' }),
    ])
      expect((await refused).status).toBe(401);
    const late = await person(server);
    await enroll(server, course.id, late.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    expect((await late.client.get(`/folders/${folder.id}`)).status).toBe(404);
    expect((await late.client.get(`/courses/${course.id}/folders`)).status).toBe(401);
  });
});

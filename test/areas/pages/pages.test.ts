import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { made, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.looseObject({ page_id: z.int(), url: z.string() });
const Group = z.object({ id: z.int() });

async function wiki() {
  const at = await school(server);
  const path = `/courses/${at.course.id}`;
  const make = (fields: Fields, by: Client = at.teacher.client) => made(by.post(`${path}/pages`, { wiki_page: fields }), Made);
  const change = (url: string, fields: Fields, by: Client = at.teacher.client) => by.put(`${path}/pages/${url}`, { wiki_page: fields });
  const urls = async (query: Fields = {}, by: Client = at.teacher.client): Promise<string[]> =>
    (await by.get(`${path}/pages`, query).expect(200)).body.map(({ url }: { url: string }) => url);
  return { at, path, make, change, urls };
}

describe('a page', () => {
  // pages#1, pages#4, pages#6, pages#7, pages#13
  test('is a draft in a course, and there for students once it is published', async () => {
    const { at, path, make, change, urls } = await wiki();
    const page = await make({ title: 'Cells', body: '<p>Small.<script>run()</script></p>' });
    expect(page).toMatchObject({
      url: 'cells',
      title: 'Cells',
      body: '<p>Small.</p>',
      published: false,
      hide_from_students: true,
      publish_at: null,
      editing_roles: 'teachers',
      front_page: false,
      locked_for_user: false,
      last_edited_by: { id: at.teacher.id, display_name: at.teacher.name },
    });
    await at.student.client.get(`${path}/pages/cells`).expect(404);
    expect(await urls({}, at.student.client)).toEqual([]);
    await change('cells', { published: true }).expect(200);
    expect((await at.student.client.get(`${path}/pages/cells`).expect(200)).body).toMatchObject({ body: '<p>Small.</p>', published: true });
    expect(await urls({}, at.student.client)).toEqual(['cells']);
  });

  // pages#13, pages#15
  test.each([
    [{}, 'title'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: 'x', editing_roles: 'members' }, 'editing_roles'],
    [{ title: 'x', published: 'perhaps' }, 'published'],
    [{ title: 'x', publish_at: 'soon' }, 'publish_at'],
    [{ title: 'x', front_page: true }, 'front_page'],
  ])('of %j is refused', async (fields, field) => {
    const { at, path, urls } = await wiki();
    const { body } = await at.teacher.client.post(`${path}/pages`, { wiki_page: fields }).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(await urls()).toEqual([]);
  });

  // pages#5
  test('is listed in the order and by what was asked for', async () => {
    const { make, urls } = await wiki();
    for (const [title, published] of [
      ['beta', true],
      ['Äther', false],
      ['Gamma', true],
    ] as const)
      await make({ title, published });
    expect(await urls()).toEqual(['ather', 'beta', 'gamma']);
    expect(await urls({ order: 'desc' })).toEqual(['gamma', 'beta', 'ather']);
    expect(await urls({ sort: 'created_at' })).toEqual(['beta', 'ather', 'gamma']);
    expect(await urls({ sort: 'updated_at', order: 'desc' })).toEqual(['gamma', 'ather', 'beta']);
    expect(await urls({ search_term: 'ÄTH' })).toEqual(['ather']);
    expect(await urls({ published: false })).toEqual(['ather']);
    expect(await urls({ per_page: 1, page: 2 })).toEqual(['beta']);
  });

  // pages#5, pages#6
  test('has its body in a list where that is asked for, by the same number of statements', async () => {
    const { at, path, make } = await wiki();
    await make({ title: 'One', body: 'text' });
    const bodies = async (query: Fields) => (await at.teacher.client.get(`${path}/pages`, query).expect(200)).body[0];
    expect(await bodies({})).not.toHaveProperty('body');
    expect(await bodies({ include: ['body'] })).toHaveProperty('body', 'text');
    const count = () => server.statements(() => at.teacher.client.get(`${path}/pages`).expect(200));
    const before = await count();
    for (const title of ['Two', 'Three']) await make({ title });
    expect(await count()).toBe(before);
  });

  // pages#18
  test('that waits for its day is published by then', async () => {
    const { at, path, make } = await wiki();
    const { page_id: id, ...page } = await make({ title: 'Later', published: true, publish_at: '2100-01-01T00:00:00Z' });
    expect(page).toMatchObject({ published: false, publish_at: '2100-01-01T00:00:00Z' });
    await server.database.pool.query(`update wiki_pages set publish_at = now() where id = $1`, [id]);
    await server.database.pool.query(`update pending_jobs set run_at = now() where task = 'publish_page'`);
    await work(server);
    const { body } = await at.student.client.get(`${path}/pages/later`).expect(200);
    expect(body).toMatchObject({ published: true, publish_at: null });
  });

  // pages#22
  test('is copied, and deleted but for the front page', async () => {
    const { at, path, make, urls } = await wiki();
    await make({ title: 'Cells', body: 'text', published: true, front_page: true });
    const { body } = await at.ta.client.post(`${path}/pages/cells/duplicate`).expect(200);
    expect(body).toMatchObject({ title: 'Cells Copy', url: 'cells-copy', body: 'text', published: false, front_page: false });
    const refused = await at.teacher.client.delete(`${path}/pages/cells`).expect(400);
    expect(refused.body.errors).toHaveProperty('front_page');
    await at.student.client.delete(`${path}/pages/cells`).expect(401);
    expect((await at.teacher.client.delete(`${path}/pages/cells-copy`).expect(200)).body.title).toBe('Cells Copy');
    expect(await urls()).toEqual(['cells']);
  });

  // pages#22, conventions#42
  test('has a copy with as much of its title as there is room for', async () => {
    const { at, path, make } = await wiki();
    const copied = async (title: string) => {
      const { page_id: id } = await make({ title });
      return (await at.teacher.client.post(`${path}/pages/page_id:${id}/duplicate`).expect(200)).body.title;
    };
    expect(await copied('é'.repeat(255))).toBe(`${'é'.repeat(250)} Copy`);
    expect(await copied(`${'é'.repeat(249)} words`)).toBe(`${'é'.repeat(249)} Copy`);
  });
});

describe('an address', () => {
  // pages#9, pages#22
  test('is one page’s alone, and free again without it', async () => {
    const { at, path, make } = await wiki();
    const titles = ['Cells', 'Cells!', 'CELLS'];
    const found: string[] = [];
    for (const title of titles) found.push((await make({ title })).url);
    expect(found).toEqual(['cells', 'cells-2', 'cells-3']);
    await at.teacher.client.delete(`${path}/pages/cells-2`).expect(200);
    expect((await make({ title: 'cells' })).url).toBe('cells-2');
  });

  // pages#9
  test('is another one for each of two that are made at once', async () => {
    const { at, make } = await wiki();
    const both = await atOnce(
      server,
      `select 1 from courses where id = ${at.course.id} for update`,
      [1, 2].map(() => () => make({ title: 'Cells' })),
    );
    expect(both.map(({ url }) => url).toSorted()).toEqual(['cells', 'cells-2']);
  });

  // pages#10, pages#11, pages#12
  test('that a page had leads to it until another has it', async () => {
    const { at, path, make, change } = await wiki();
    const { page_id: id } = await make({ title: 'Old' });
    expect((await change('old', { title: 'New' }).expect(200)).body.url).toBe('new');
    const found = async (name: string) => (await at.teacher.client.get(`${path}/pages/${name}`).expect(200)).body.page_id;
    for (const name of ['old', 'new', 'New', String(id), `page_id:${id}`]) expect(await found(name)).toBe(id);
    const other = await make({ title: 'Old' });
    expect(other.url).toBe('old');
    expect(await found('old')).toBe(other.page_id);
    const elsewhere = await wiki();
    await elsewhere.at.teacher.client.get(`${elsewhere.path}/pages/page_id:${id}`).expect(404);
  });

  // pages#8, pages#9
  test('is no longer for the number that it ends with', async () => {
    const { make } = await wiki();
    const numbered: string[] = [];
    for (let i = 0; i < 3; i += 1) numbered.push((await make({ title: `${'b'.repeat(197)} ${'c'.repeat(57)}` })).url);
    expect(numbered).toEqual([`${'b'.repeat(197)}-cc`, `${'b'.repeat(197)}-2`, `${'b'.repeat(197)}-3`]);
  });

  // pages#12
  test.each(['a'.repeat(201), 'b'.repeat(255)])('is given by the title %s, too', async (title) => {
    const { at, path, make, change } = await wiki();
    const { page_id: id } = await make({ title });
    const name = encodeURIComponent(title);
    const found = async () => (await at.teacher.client.get(`${path}/pages/${name}`).expect(200)).body.page_id;
    expect(await found()).toBe(id);
    expect((await change(name, { body: 'x' }).expect(200)).body.page_id).toBe(id);
    await change(name, { title: 'Other' }).expect(200);
    expect(await found()).toBe(id);
    const again = await make({ title });
    expect(await found()).toBe(again.page_id);
    await at.teacher.client.delete(`${path}/pages/${name}`).expect(200);
    expect(await found()).toBe(id);
  });

  // pages#12
  test('of marks alone names no page, also not one that is called so', async () => {
    const { at, path, make, change } = await wiki();
    const { page_id: id } = await make({ title: '!!!', body: 'kept' });
    for (const name of ['!!!', '%3F', '-']) {
      await at.teacher.client.get(`${path}/pages/${name}`).expect(404);
      await change(name, { body: 'x' }).expect(404);
      await at.teacher.client.delete(`${path}/pages/${name}`).expect(404);
    }
    expect((await at.teacher.client.get(`${path}/pages/page`).expect(200)).body).toMatchObject({ page_id: id, body: 'kept' });
  });

  // pages#14
  test('that no page has makes one when it is put, for who may make pages', async () => {
    const { at, path, change } = await wiki();
    await change('my-page', { body: 'x' }, at.student.client).expect(404);
    expect((await change('my-page', { body: 'x' }).expect(200)).body).toMatchObject({ url: 'my-page', title: 'my page', body: 'x' });
    expect((await change('asked-for', { title: 'Called So' }).expect(200)).body.url).toBe('called-so');
    expect((await at.teacher.client.get(`${path}/pages/asked-for`).expect(200)).body.url).toBe('called-so');
    await change('page_id:999999', { body: 'x' }).expect(404);
    await change('999999', { body: 'x' }).expect(404);
    await change('!!!', { body: 'x' }).expect(404);
    expect((await change('a'.repeat(201), { body: 'x' }).expect(400)).body.errors).toHaveProperty('url_or_id');
  });
});

describe('the front page', () => {
  // pages#19, pages#20
  test('is one, also where two become it at once', async () => {
    const { at, path, make, change } = await wiki();
    await at.student.client.get(`${path}/front_page`).expect(404);
    const { body: first } = await at.teacher.client.put(`${path}/front_page`, { wiki_page: { body: 'Hello' } }).expect(200);
    expect(first).toMatchObject({ title: 'Front Page', published: true, front_page: true });
    for (const title of ['One', 'Two']) await make({ title, published: true });
    const held = `select 1 from courses where id = ${at.course.id} for update`;
    await atOnce(
      server,
      held,
      ['one', 'two'].map((url) => async () => change(url, { front_page: true }).expect(200)),
    );
    const { body } = await at.teacher.client.get(`${path}/pages`).expect(200);
    const front = body.filter((page: { front_page: boolean }) => page.front_page);
    expect(front).toHaveLength(1);
    expect((await at.student.client.get(`${path}/front_page`).expect(200)).body.url).toBe(front[0].url);
  });

  // pages#21
  test('is always published', async () => {
    const { make, change } = await wiki();
    await make({ title: 'Draft' });
    expect((await change('draft', { front_page: true }).expect(400)).body.errors).toHaveProperty('front_page');
    await change('draft', { front_page: true, published: true }).expect(200);
    expect((await change('draft', { published: false }).expect(400)).body.errors).toHaveProperty('published');
    expect((await change('draft', { publish_at: '2100-01-01T00:00:00Z' }).expect(400)).body.errors).toHaveProperty('publish_at');
    expect((await change('draft', { front_page: false, published: false }).expect(200)).body.published).toBe(false);
  });
});

describe('who changes a page', () => {
  // pages#16, pages#17
  test('is whom its editing roles name, and the rest is for staff', async () => {
    const { at, path, make, change } = await wiki();
    await make({ title: 'Closed', published: true });
    await make({ title: 'Shared', published: true, editing_roles: 'teachers,students' });
    await change('closed', { body: 'x' }, at.student.client).expect(401);
    const { body } = await change('shared', { body: 'mine', title: 'Shared' }, at.student.client).expect(200);
    expect(body).toMatchObject({ body: 'mine', last_edited_by: { id: at.student.id } });
    await change('shared', { title: 'Mine' }, at.student.client).expect(401);
    await change('shared', { body: 'x' }, at.observer.client).expect(401);
    await at.stranger.client.get(`${path}/pages/shared`).expect(401);
  });

  // pages#2, pages#3, pages#13, pages#17
  test('is in a group its members, who make and delete pages there', async () => {
    const { at, path } = await wiki();
    const { id: set } = await made(server.admin.post(`${path}/group_categories`, { name: unique('Set') }), Group);
    const { id } = await made(server.admin.post(`/group_categories/${set}/groups`, { name: unique('Group') }), Group);
    await server.admin.post(`/groups/${id}/memberships`, { user_id: at.student.id }).expect(200);
    const pages = `/groups/${id}/pages`;
    const page = await made(at.student.client.post(pages, { wiki_page: { title: 'Plan' } }), Made);
    expect(page).toMatchObject({
      published: true,
      editing_roles: 'members',
      html_url: expect.stringContaining(`/groups/${id}/pages/plan`),
    });
    await at.student2.client.get(`${pages}/plan`).expect(401);
    await at.student.client.put(`${pages}/plan`, { wiki_page: { title: 'Plans' } }).expect(200);
    await at.teacher.client.get(`${pages}/plan`).expect(200);
    await at.student.client.delete(`${pages}/plans`).expect(200);
  });
});

describe('revisions', () => {
  // pages#23, pages#24, pages#25, pages#26
  test('are made by every change of what a page says, and restored by a new one', async () => {
    const { at, path, make, change } = await wiki();
    await make({ title: 'Cells', body: 'one', published: true });
    await change('cells', { body: 'two' }, at.ta.client).expect(200);
    await change('cells', { body: 'two', published: true }).expect(200);
    const below = `${path}/pages/cells/revisions`;
    const list = async () => (await at.teacher.client.get(below).expect(200)).body;
    expect(await list()).toMatchObject([
      { revision_id: 2, latest: true, edited_by: { id: at.ta.id } },
      { revision_id: 1, latest: false, edited_by: { id: at.teacher.id } },
    ]);
    expect((await list())[0]).not.toHaveProperty('body');
    expect((await at.teacher.client.get(`${below}/1`).expect(200)).body).toMatchObject({ title: 'Cells', url: 'cells', body: 'one' });
    expect((await at.teacher.client.get(`${below}/1`, { summary: true }).expect(200)).body).not.toHaveProperty('body');
    await at.student.client.get(below).expect(401);
    await at.student.client.get(`${below}/1`).expect(401);
    expect((await at.student.client.get(`${below}/latest`).expect(200)).body).toMatchObject({ revision_id: 2, body: 'two' });
    await at.student.client.post(`${below}/1`).expect(401);
    expect((await at.teacher.client.post(`${below}/1`).expect(200)).body).toMatchObject({ revision_id: 3, latest: true, body: 'one' });
    expect((await at.teacher.client.get(`${path}/pages/cells`).expect(200)).body.body).toBe('one');
    await at.teacher.client.post(`${below}/9`).expect(404);
  });

  // pages#25
  test('of two who write at once are both kept', async () => {
    const { at, path, make, change } = await wiki();
    await make({ title: 'Cells', body: 'zero' });
    const held = `select 1 from courses where id = ${at.course.id} for update`;
    await atOnce(
      server,
      held,
      ['one', 'two'].map((body) => async () => change('cells', { body }).expect(200)),
    );
    const { body: list } = await at.teacher.client.get(`${path}/pages/cells/revisions`).expect(200);
    expect(list.map(({ revision_id: number }: { revision_id: number }) => number)).toEqual([3, 2, 1]);
  });
});

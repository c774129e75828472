import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Id = z.object({ id: z.int() });
const Url = z.object({ url: z.string(), page_id: z.int() });

const base = (at: School) => `/courses/${at.course.id}`;

/** A page in a module of its own. */
async function paged(at: School, fields: Fields = {}, page: Fields = {}) {
  const { client } = at.teacher;
  const { id: module } = await made(client.post(`${base(at)}/modules`, { module: { name: 'Week', published: true } }), Id);
  const { url, page_id: pageId } = await made(
    client.post(`${base(at)}/pages`, { wiki_page: { title: 'Cell', published: true, ...page } }),
    Url,
  );
  const path = `${base(at)}/modules/${module}/items`;
  const { id } = await made(client.post(path, { module_item: { type: 'Page', page_url: url, ...fields } }), Id);
  return { module, url, pageId, id, path: `${path}/${id}` };
}

// modules#20
test('an item of a page goes by its name and its address, whatever they become', async () => {
  const at = await school(server);
  const { url, path } = await paged(at);
  await at.teacher.client.put(`${base(at)}/pages/${url}`, { wiki_page: { title: 'Nucleus' } }).expect(200);
  const { body } = await at.student.client.get(path).expect(200);
  expect(body).toMatchObject({ type: 'Page', title: 'Nucleus', page_url: 'nucleus' });
  expect(body.url).toBe(`${server.url}/api/v1${base(at)}/pages/nucleus`);
});

// modules#22, pages#12
test('it is made of a page that is named by its title, however long that is', async () => {
  const at = await school(server);
  const title = 'c'.repeat(255);
  const { path, url } = await paged(at, { page_url: title }, { title });
  expect((await at.teacher.client.get(path).expect(200)).body.page_url).toBe(url);
});

// modules#22, pages#12
test('it is made of no page that is named by marks alone', async () => {
  const at = await school(server);
  const { path, pageId } = await paged(at, {}, { title: '?!' });
  const items = path.slice(0, path.lastIndexOf('/'));
  const { body } = await at.teacher.client.post(items, { module_item: { type: 'Page', page_url: '?!' } }).expect(400);
  expect(Object.keys(body.errors)).toEqual(['page_url']);
  await at.teacher.client.post(items, { module_item: { type: 'Page', page_url: `page_id:${pageId}` } }).expect(200);
});

// modules#21
test('it goes with the page', async () => {
  const at = await school(server);
  const { module, url, path } = await paged(at);
  await at.teacher.client.delete(`${base(at)}/pages/${url}`).expect(200);
  await at.teacher.client.get(path).expect(404);
  expect((await at.teacher.client.get(`${base(at)}/modules/${module}`)).body.items_count).toBe(0);
});

// modules#26
test('it is published with the page, and refused where that is', async () => {
  const at = await school(server);
  const { url, path } = await paged(at, {}, { published: false });
  const page = () => at.student.client.get(`${base(at)}/pages/${url}`);
  const publish = (published: boolean) => at.teacher.client.put(path, { module_item: { published } });
  await page().expect(404);
  await at.student.client.get(path).expect(404);
  expect((await publish(true).expect(200)).body.published).toBe(true);
  await page().expect(200);
  await at.student.client.get(path).expect(200);
  await at.teacher.client.put(`${base(at)}/pages/${url}`, { wiki_page: { front_page: true } }).expect(200);
  await publish(false).expect(400);
  expect((await at.teacher.client.get(path)).body.published).toBe(true);
  // modules#27
  expect((await at.teacher.client.put(path, { module_item: { title: 'Read' } }).expect(200)).body.title).toBe('Read');
});

// modules#25 modules#31
test('it asks for a contribution, which a change of the page is', async () => {
  const at = await school(server);
  const { url, path } = await paged(at, { completion_requirement: { type: 'must_contribute' } }, { editing_roles: 'students' });
  const completed = async () => (await at.student.client.get(path).expect(200)).body.completion_requirement.completed;
  expect(await completed()).toBe(false);
  await at.student2.client.put(`${base(at)}/pages/${url}`, { wiki_page: { body: '<p>Mine</p>' } }).expect(200);
  expect(await completed()).toBe(false);
  await at.student.client.put(`${base(at)}/pages/${url}`, { wiki_page: { body: '<p>Ours</p>' } }).expect(200);
  expect(await completed()).toBe(true);
  const ask = (type: string) => at.teacher.client.put(path, { module_item: { completion_requirement: { type } } });
  await ask('must_submit').expect(400);
  await ask('must_view').expect(200);
  expect(await completed()).toBe(false);
  await at.student.client.post(`${path}/mark_read`).expect(200);
  expect(await completed()).toBe(true);
  await ask('must_mark_done').expect(200);
  await at.student.client.put(`${path}/done`).expect(200);
  expect(await completed()).toBe(true);
});

// modules#50
test('the sequence finds a page by its address, by what it had before, and by its id', async () => {
  const at = await school(server);
  const { id, url, pageId } = await paged(at);
  await at.teacher.client.put(`${base(at)}/pages/${url}`, { wiki_page: { title: 'Nucleus' } }).expect(200);
  const ask = (asset_id: string | number, asset_type = 'Page') =>
    at.student.client.get(`${base(at)}/module_item_sequence`, { asset_type, asset_id });
  for (const name of ['nucleus', url, `page_id:${pageId}`])
    expect((await ask(name).expect(200)).body.items).toMatchObject([{ prev: null, current: { id }, next: null }]);
  expect((await ask('no-such-page').expect(200)).body.items).toEqual([]);
  expect((await ask(pageId, 'File').expect(200)).body.items).toEqual([]);
  const { body } = await ask('nucleus', 'File').expect(400);
  expect(Object.keys(body.errors)).toEqual(['asset_id']);
});

import supertest from 'supertest';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { work } from '../../helpers/jobs.ts';
import { type Content, changeModule, contentOf, contentsIn, itemIn, moduleIn, step, take } from '../../helpers/modules.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Id = z.object({ id: z.int() });
const base = (at: School) => `/courses/${at.course.id}`;
const MUST_VIEW = { completion_requirement: { type: 'must_view' } };

/** A module of these, each asking to be viewed; and whether the student has viewed one. */
async function asking(at: School, contents: readonly Content[]) {
  const module = await moduleIn(at);
  const items = new Map<string, number>();
  for (const { kind, item } of contents) items.set(kind, await itemIn(at, module, { ...item, ...MUST_VIEW }));
  const isViewed = async ({ kind }: Content, client = at.student.client) => {
    const { body } = await client.get(`${base(at)}/modules/${module}/items/${items.get(kind)}`).expect(200);
    return body.completion_requirement.completed;
  };
  return { module, isViewed };
}

// modules#31 modules#40
test('content is viewed by whoever looks at it, and by nobody else', async () => {
  const at = await school(server);
  const contents = await contentsIn(at);
  const { module, isViewed } = await asking(at, contents);
  for (const list of ['assignments', 'quizzes', 'discussion_topics', 'files', 'pages']) await at.student.client.get(`${base(at)}/${list}`);
  for (const content of contents) {
    for (const { client } of [at.teacher, at.observer, at.student2]) await client.get(content.path).expect(200);
    await at.student.client.head(content.path).expect(200);
    expect([content.kind, await isViewed(content)]).toEqual([content.kind, false]);
    await Promise.all([1, 2, 3].map(() => at.student.client.get(content.path).expect(200)));
    expect([content.kind, await isViewed(content)]).toEqual([content.kind, true]);
    expect(await isViewed(content, at.student2.client)).toBe(true);
  }
  const { body } = await at.student.client.get(`${base(at)}/modules/${module}`).expect(200);
  expect(body.state).toBe('completed');
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select distinct v.user_id as id from module_item_progress v join module_items i on i.id = v.item_id where i.module_id = $1',
    [module],
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([at.student.id, at.student2.id].sort());
});

// modules#40
test('it is viewed in other ways too: as one thing with its assignment, as the front page, the latest revision, and by download', async () => {
  const at = await school(server);
  const { client } = at.student;
  const contents = await contentsIn(at);
  const { isViewed } = await asking(at, contents);
  const of = (kind: Content['kind']) => contents.find((one) => one.kind === kind) ?? { kind, id: 0, item: {}, path: '' };
  for (const kind of ['Graded quiz', 'Graded discussion'] as const) {
    const { body } = await at.teacher.client.get(of(kind).path).expect(200);
    await client.get(`${base(at)}/assignments/${body.assignment_id}`).expect(200);
    expect(await isViewed(of(kind))).toBe(true);
    const assigned: Content = {
      kind: 'Assignment',
      id: body.assignment_id,
      item: { type: 'Assignment', content_id: body.assignment_id },
      path: '',
    };
    const other = await asking(at, [assigned]);
    await client.get(of(kind).path).expect(200);
    expect(await other.isViewed(assigned)).toBe(true);
  }
  const download = supertest(`${server.url}/files/${of('File').id}/download`);
  await download.head('').set('authorization', `Bearer ${at.student.token}`).expect(200);
  expect(await isViewed(of('File'))).toBe(false);
  await download.get('').set('authorization', `Bearer ${at.student.token}`).expect(200);
  expect(await isViewed(of('File'))).toBe(true);
  const other = await asking(at, [of('File')]);
  await client.get(`/files/${of('File').id}/public_url`).expect(200);
  expect(await other.isViewed(of('File'))).toBe(true);
  await at.student2.client.get(`${base(at)}/files/${of('File').id}`).expect(200);
  expect(await isViewed(of('File'), at.student2.client)).toBe(true);
  const page = of('Page');
  await client.get(`${page.path}/revisions/latest`, { summary: true }).expect(200);
  expect(await isViewed(page)).toBe(false);
  await client.get(`${page.path}/revisions/latest`).expect(200);
  expect(await isViewed(page)).toBe(true);
  await at.teacher.client.put(page.path, { wiki_page: { front_page: true } }).expect(200);
  await at.student2.client.get(`${base(at)}/front_page`).expect(200);
  expect(await isViewed(page, at.student2.client)).toBe(true);
});

// modules#40
test('what is kept back is not viewed, and of several places those that are reached', async () => {
  const at = await school(server);
  const content = await contentOf(at, 'Assignment');
  const see = (client: Client = at.student.client) => client.get(content.path).expect(200);
  const { module, isViewed } = await asking(at, [content]);
  const inOrder = await moduleIn(at, { require_sequential_progress: true });
  const asked = await step(at, inOrder);
  const second = await itemIn(at, inOrder, { ...content.item, ...MUST_VIEW });
  const elsewhere = async () => {
    const { body } = await at.student.client.get(`${base(at)}/modules/${inOrder}/items/${second}`).expect(200);
    return body.completion_requirement.completed;
  };
  // assignments#31
  await at.teacher.client.put(content.path, { assignment: { unlock_at: '2100-01-01T00:00:00Z' } }).expect(200);
  await see();
  expect(await isViewed(content)).toBe(false);
  await at.teacher.client.put(content.path, { assignment: { unlock_at: null, lock_at: '2020-01-01T00:00:00Z' } }).expect(200);
  await changeModule(at, module, { unlock_at: '2100-01-01T00:00:00Z' });
  await see();
  expect([await isViewed(content), await elsewhere()]).toEqual([false, false]);
  await changeModule(at, module, { unlock_at: null });
  await see();
  expect([await isViewed(content), await elsewhere()]).toEqual([true, false]);
  await take(at, at.student.client, inOrder, asked);
  await see();
  expect(await elsewhere()).toBe(true);
});

// modules#40
test('a topic of a group is viewed as the one that it is of', async () => {
  const at = await school(server);
  const { client } = at.teacher;
  const set = (await made(client.post(`${base(at)}/group_categories`, { name: 'Teams' }), Id)).id;
  const group = (await made(client.post(`/group_categories/${set}/groups`, { name: 'Red' }), Id)).id;
  await client.post(`/groups/${group}/memberships`, { user_id: at.student.id }).expect(200);
  const root = await made(client.post(`${base(at)}/discussion_topics`, { title: 'Talk', message: 'Text', group_category_id: set }), Id);
  await work(server);
  const content: Content = { kind: 'Discussion', id: root.id, item: { type: 'Discussion', content_id: root.id }, path: '' };
  const { isViewed } = await asking(at, [content]);
  const Children = z.object({ topic_children: z.tuple([z.int()]) });
  const { topic_children: children } = await made(client.get(`${base(at)}/discussion_topics/${root.id}`), Children);
  expect(await isViewed(content)).toBe(false);
  await at.student.client.get(`/groups/${group}/discussion_topics/${children[0]}`).expect(200);
  expect(await isViewed(content)).toBe(true);
});

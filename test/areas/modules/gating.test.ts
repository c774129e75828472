import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { type Content, changeModule, contentOf, contentsIn, itemIn, moduleIn, step, TEXT, take } from '../../helpers/modules.ts';
import { enroll, made, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { upload } from '../../helpers/upload.ts';

const server = useServer();
const Id = z.object({ id: z.int() });
const base = (at: School) => `/courses/${at.course.id}`;
const FUTURE = '2100-01-01T00:00:00Z';

/** What is to be read of it: its text, of a file its address. */
const read = ({ kind }: Content, body: Record<string, unknown>): unknown => {
  const text = body[{ Page: 'body', Discussion: 'message', 'Graded discussion': 'message', File: 'url' }[String(kind)] ?? 'description'];
  return kind === 'File' ? text !== '' && TEXT : text;
};
const look = async (content: Content, client: Client) => {
  const { body } = await client.get(content.path).expect(200);
  return [body.locked_for_user, read(content, body)];
};
const OPEN = [false, TEXT];
const SHUT = [true, null];
const shut = ({ kind }: Content) => (kind === 'File' ? [true, false] : SHUT);

const ASSET = {
  Assignment: 'assignment',
  Quiz: 'quiz',
  'Graded quiz': 'assignment',
  Discussion: 'discussion_topic',
  'Graded discussion': 'assignment',
  File: 'attachment',
  Page: 'wiki_page',
} as const;

describe('content of a module that waits', () => {
  // modules#35 modules#36 modules#37 pages#7
  test('for another is locked for students, whatever it is, and open once they have got there', async () => {
    const at = await school(server);
    const first = await moduleIn(at, { name: 'First' });
    const asked = await step(at, first);
    const second = await moduleIn(at, { name: 'Second', prerequisite_module_ids: [first] });
    const contents = await contentsIn(at);
    for (const { item } of contents) await itemIn(at, second, item);
    for (const content of contents) {
      const { body } = await at.student.client.get(content.path).expect(200);
      expect([content.kind, body.locked_for_user, read(content, body)]).toEqual([content.kind, ...shut(content)]);
      expect(body.lock_explanation).toBe('This is part of the module Second, which has to be reached first.');
      const assetId = content.kind.startsWith('Graded') ? body.assignment_id : content.id;
      expect(body.lock_info).toEqual({
        asset_string: `${ASSET[content.kind]}_${assetId}`,
        context_module: { id: second, name: 'Second', prerequisites: [{ id: first, name: 'First' }] },
      });
      for (const client of [at.teacher.client, at.ta.client]) expect(await look(content, client)).toEqual(OPEN);
      expect(await look(content, at.observer.client)).toEqual(shut(content));
    }
    await take(at, at.student.client, first, asked);
    for (const content of contents) {
      expect([content.kind, await look(content, at.student.client)]).toEqual([content.kind, OPEN]);
      // Who observes a student is where the student is.
      expect(await look(content, at.observer.client)).toEqual(OPEN);
      expect(await look(content, at.student2.client)).toEqual(shut(content));
    }
  });

  // modules#36
  test('for a date says so, and comes before the dates of the content', async () => {
    const at = await school(server);
    const module = await moduleIn(at, { unlock_at: FUTURE });
    const content = await contentOf(at, 'Assignment');
    await itemIn(at, module, content.item);
    await at.teacher.client.put(content.path, { assignment: { lock_at: '2020-01-01T00:00:00Z' } }).expect(200);
    const { body } = await at.student.client.get(content.path).expect(200);
    expect(body).toMatchObject({
      description: null,
      lock_info: { asset_string: `assignment_${content.id}`, unlock_at: FUTURE, context_module: { id: module, prerequisites: [] } },
      lock_explanation: expect.stringMatching(/^This is part of the module Week, which is locked until January 1, 2100/),
    });
    expect(body.lock_info).not.toHaveProperty('lock_at');
  });

  // modules#3, modules#36
  test('for others tells students of those alone that they see', async () => {
    const at = await school(server);
    const [shown, hidden] = [await moduleIn(at, { name: 'Shown' }), await moduleIn(at, { name: 'Hidden', published: false })];
    await step(at, shown);
    const both = [hidden, shown];
    const waiting = await moduleIn(at, { name: 'Waiting', prerequisite_module_ids: both });
    const content = await contentOf(at, 'Page');
    await itemIn(at, waiting, content.item);
    const { lock_info: lock } = (await at.student.client.get(content.path).expect(200)).body;
    expect(lock.context_module).toEqual({ id: waiting, name: 'Waiting', prerequisites: [{ id: shown, name: 'Shown' }] });
    const one = `${base(at)}/modules/${waiting}`;
    for (const [client, seen] of [
      [at.student.client, [shown]],
      [at.observer.client, [shown]],
      [at.teacher.client, both],
    ] as const) {
      expect((await client.get(one).expect(200)).body.prerequisite_module_ids).toEqual(seen);
      for (const include of [[], ['items']]) {
        const { body } = await client.get(`${base(at)}/modules`, { include }).expect(200);
        expect(body.at(-1).prerequisite_module_ids).toEqual(seen);
      }
    }
  });

  // modules#32
  test('for one that students do not see waits for those that this one waits for', async () => {
    const at = await school(server);
    const first = await moduleIn(at);
    await step(at, first);
    const hidden = await moduleIn(at, { published: false, prerequisite_module_ids: [first] });
    const waiting = await moduleIn(at, { prerequisite_module_ids: [hidden] });
    const content = await contentOf(at, 'Page');
    await itemIn(at, waiting, content.item);
    for (const include of [[], ['items', 'content_details']]) {
      const { body } = await at.student.client.get(`${base(at)}/modules`, { include }).expect(200);
      expect(body.at(-1)).toMatchObject({ id: waiting, state: 'locked', prerequisite_module_ids: [] });
      if (include.length > 0) expect(body.at(-1).items[0].content_details).toMatchObject({ locked_for_user: true });
    }
  });

  // modules#35
  test('to be published is locked, unless it stands elsewhere too', async () => {
    const at = await school(server);
    const draft = await moduleIn(at, { published: false });
    const content = await contentOf(at, 'Page');
    await itemIn(at, draft, content.item);
    const { body } = await at.student.client.get(content.path).expect(200);
    expect(body.lock_explanation).toBe('This is part of the module Week, which is not published yet.');
    expect(await look(content, at.student.client)).toEqual(SHUT);
    const other = await moduleIn(at);
    const item = await itemIn(at, other, content.item);
    expect(await look(content, at.student.client)).toEqual(OPEN);
    // modules#39
    await at.teacher.client.delete(`${base(at)}/modules/${other}/items/${item}`).expect(200);
    expect(await look(content, at.student.client)).toEqual(SHUT);
    await changeModule(at, draft, { published: true });
    expect(await look(content, at.student.client)).toEqual(OPEN);
    await changeModule(at, draft, { unlock_at: FUTURE });
    expect(await look(content, at.student.client)).toEqual(SHUT);
    await at.teacher.client.delete(`${base(at)}/modules/${draft}`).expect(200);
    expect(await look(content, at.student.client)).toEqual(OPEN);
  });

  // modules#35
  test('step by step is locked until the requirements before it are met', async () => {
    const at = await school(server);
    const module = await moduleIn(at, { require_sequential_progress: true });
    const asked = await step(at, module);
    const content = await contentOf(at, 'Graded quiz');
    await itemIn(at, module, content.item);
    expect(await look(content, at.student.client)).toEqual(SHUT);
    const { body } = await at.student.client.get(content.path).expect(200);
    const assignment = `${base(at)}/assignments/${body.assignment_id}`;
    expect((await at.student.client.get(assignment).expect(200)).body).toMatchObject({ locked_for_user: true, description: null });
    await take(at, at.student.client, module, asked);
    expect(await look(content, at.student.client)).toEqual(OPEN);
    expect((await at.student.client.get(assignment)).body.locked_for_user).toBe(false);
  });

  // modules#35
  test('is locked for visitors, who have met nothing', async () => {
    const at = await school(server);
    await server.database.pool.query('update courses set is_public = true where id = $1', [at.course.id]);
    const module = await moduleIn(at, { require_sequential_progress: true });
    const content = await contentOf(at, 'Page');
    await step(at, module);
    await itemIn(at, module, content.item);
    expect(await look(content, at.stranger.client)).toEqual(SHUT);
    await take(at, at.student.client, module, (await items(at, module))[0] ?? 0);
    expect(await look(content, at.stranger.client)).toEqual(SHUT);
  });

  // modules#24, modules#35
  test('has the same in the details of its items, for who observes several, or nobody', async () => {
    const at = await school(server);
    const both = await person(server);
    for (const { id } of [at.student, at.student2])
      await enroll(server, at.course.id, both.id, 'ObserverEnrollment', { associated_user_id: id });
    const nobody = await person(server);
    await enroll(server, at.course.id, nobody.id, 'ObserverEnrollment');
    const module = await moduleIn(at, { require_sequential_progress: true });
    const asked = await step(at, module);
    const contents = await contentsIn(at);
    for (const { item } of contents) await itemIn(at, module, item);
    const locked = async ({ client }: { client: Client }) => {
      const query = { include: ['items', 'content_details'] };
      const details = [
        (await client.get(`${base(at)}/modules/${module}`, query).expect(200)).body.items,
        (await client.get(`${base(at)}/modules/${module}/items`, query).expect(200)).body,
      ].map((list) => list.map((one: { content_details: { locked_for_user: boolean } }) => one.content_details.locked_for_user));
      const looked: unknown[] = [];
      for (const { path } of contents) looked.push((await client.get(path).expect(200)).body.locked_for_user);
      return [...details, [false, ...looked]];
    };
    const all = (held: boolean) => Array(3).fill([false, ...contents.map(() => held)]);
    for (const one of [both, nobody, at.observer]) expect(await locked(one)).toEqual(all(true));
    await take(at, at.student2.client, module, asked);
    expect(await locked(both)).toEqual(all(false));
    for (const one of [nobody, at.observer]) expect(await locked(one)).toEqual(all(true));
  });

  // modules#36
  test('has the same in lists', async () => {
    const at = await school(server);
    const module = await moduleIn(at, { unlock_at: FUTURE });
    const contents = await contentsIn(at);
    for (const { item } of contents) await itemIn(at, module, item);
    const listed = async (client: Client, path: string, query: Fields = {}) => {
      const { body } = await client.get(`${base(at)}/${path}`, { per_page: 50, ...query }).expect(200);
      return body.map((one: { locked_for_user: boolean; lock_info?: { context_module?: { id: number } } }) => [
        one.locked_for_user,
        one.lock_info?.context_module?.id,
      ]);
    };
    const sizes = { assignments: 3, quizzes: 2, discussion_topics: 2, files: 1, pages: 1 };
    for (const [path, size] of Object.entries(sizes)) {
      expect([path, await listed(at.student.client, path)]).toEqual([path, Array(size).fill([true, module])]);
      expect([path, await listed(at.teacher.client, path)]).toEqual([path, Array(size).fill([false, undefined])]);
    }
    const { body } = await at.student.client.get(`${base(at)}/pages`, { include: ['body'] }).expect(200);
    expect(body).toMatchObject([{ body: null }]);
    const grouped = await at.student.client.get(`${base(at)}/assignment_groups`, { include: ['assignments'] }).expect(200);
    expect(grouped.body[0].assignments).toMatchObject(Array(3).fill({ locked_for_user: true, description: null }));
    const debates = await at.student.client.get(`${base(at)}/assignments`, { search_term: 'Debate' }).expect(200);
    expect(debates.body).toMatchObject([
      { discussion_topic: { locked_for_user: true, message: null, lock_info: { context_module: { id: module } } } },
    ]);
  });
});

const items = async (at: School, module: number): Promise<number[]> =>
  z
    .array(Id)
    .parse((await at.teacher.client.get(`${base(at)}/modules/${module}/items`).expect(200)).body)
    .map(({ id }) => id);

describe('of what is held back', () => {
  /** Everything in a module that waits for one step. */
  async function waiting(at: School) {
    const first = await moduleIn(at);
    const asked = await step(at, first);
    const second = await moduleIn(at, { prerequisite_module_ids: [first] });
    const contents = await contentsIn(at);
    for (const { item } of contents) await itemIn(at, second, item);
    const of = (kind: Content['kind']): Content => contents.find((one) => one.kind === kind) ?? { kind, id: 0, item: {}, path: '' };
    return { of, reach: () => take(at, at.student.client, first, asked) };
  }
  const WHY = 'This is part of the module Week, which has to be reached first.';
  const refused = async (request: supertest.Test, status: number) => {
    const { body } = await request.expect(status);
    expect(JSON.stringify(body)).toContain(WHY);
  };

  // modules#37 submissions#18
  test('nothing is turned in', async () => {
    const at = await school(server);
    const { of, reach } = await waiting(at);
    const sent = { submission: { submission_type: 'online_text_entry', body: 'Words' } };
    const turnIn = () => at.student.client.post(`${of('Assignment').path}/submissions`, sent);
    await refused(turnIn(), 401);
    await reach();
    await turnIn().expect(201);
  });

  // modules#37 quizzes#53 quizzes#93
  test('no quiz is begun, unless it is unlocked for the student', async () => {
    const at = await school(server);
    const { of, reach } = await waiting(at);
    for (const kind of ['Quiz', 'Graded quiz'] as const) {
      const begin = (client: Client) => client.post(`${of(kind).path}/submissions`);
      await refused(begin(at.student.client), 400);
      const extension = { quiz_extensions: [{ user_id: at.student2.id, manually_unlocked: true }] };
      await at.teacher.client.post(`${of(kind).path}/extensions`, extension).expect(200);
      await begin(at.student2.client).expect(200);
    }
    await reach();
    for (const kind of ['Quiz', 'Graded quiz'] as const) await at.student.client.post(`${of(kind).path}/submissions`).expect(200);
  });

  // modules#37
  test('no entry is posted or read', async () => {
    const at = await school(server);
    const { of, reach } = await waiting(at);
    for (const kind of ['Discussion', 'Graded discussion'] as const) {
      const { path } = of(kind);
      await at.teacher.client.post(`${path}/entries`, { message: 'Begin' }).expect(201);
      await refused(at.student.client.post(`${path}/entries`, { message: 'First' }), 401);
      await refused(at.student.client.get(`${path}/entries`), 401);
      await refused(at.student.client.get(`${path}/view`), 401);
      expect((await at.student.client.get(path)).body).toMatchObject({ user_can_see_posts: false, permissions: { reply: false } });
    }
    await reach();
    for (const kind of ['Discussion', 'Graded discussion'] as const) {
      await at.student.client.post(`${of(kind).path}/entries`, { message: 'First' }).expect(201);
      await at.student.client.get(`${of(kind).path}/entries`).expect(200);
      expect((await at.student.client.get(of(kind).path)).body.user_can_see_posts).toBe(true);
    }
  });

  // modules#37 modules#40 files#50 files#51
  test('no file is downloaded or copied, with its folder either', async () => {
    const at = await school(server);
    const { of, reach } = await waiting(at);
    const { id } = of('File');
    const download = ({ token }: { token: string }) =>
      supertest(`${server.url}/files/${id}/download`).get('').set('authorization', `Bearer ${token}`);
    const own = await upload(at.student.client, '/users/self/files', { name: 'own.txt' });
    const copy = () => at.student.client.post(`/folders/${own.folder_id}/copy_file`, { source_file_id: id, on_duplicate: 'rename' });
    const shown = (await at.student.client.get(`${base(at)}/files/${id}`).expect(200)).body;
    expect(shown).toMatchObject({ locked_for_user: true, url: '', thumbnail_url: null });
    const address = (client: Client) => client.get(`/files/${id}/public_url`);
    const folder = (name: string) => made(at.teacher.client.post(`${base(at)}/folders`, { name }), Id);
    const [outer, beside] = [await folder('Both'), await upload(at.teacher.client, `${base(at)}/files`, { name: 'beside.txt' })];
    for (const file of [id, beside.id]) await at.teacher.client.put(`/files/${file}`, { parent_folder_id: outer.id }).expect(200);
    const copied = async () =>
      (await at.student.client.post(`/folders/${own.folder_id}/copy_folder`, { source_folder_id: outer.id }).expect(200)).body.files_count;
    expect(await copied()).toBe(1);
    await refused(copy(), 401);
    await refused(address(at.student.client), 401);
    await address(at.teacher.client).expect(200);
    await refused(download(at.student), 401);
    await download(at.teacher).expect(200);
    await reach();
    await download(at.student).expect(200);
    await address(at.student.client).expect(200);
    await copy().expect(200);
    expect(await copied()).toBe(2);
  });

  // modules#37 pages#7
  test('no page is changed, and no revision read', async () => {
    const at = await school(server);
    const { of, reach } = await waiting(at);
    const { path } = of('Page');
    await at.teacher.client.put(path, { wiki_page: { editing_roles: 'students' } }).expect(200);
    const change = () => at.student.client.put(path, { wiki_page: { body: 'Mine' } });
    await refused(change(), 401);
    await refused(at.student.client.get(`${path}/revisions/latest`), 401);
    await refused(at.student.client.get(`${path}/revisions/1`), 401);
    await refused(at.student.client.post(`${path}/revisions/1`), 401);
    await reach();
    await change().expect(200);
    await at.student.client.get(`${path}/revisions/latest`).expect(200);
  });

  // modules#35
  test('a topic of a group is no way around', async () => {
    const at = await school(server);
    const category = (await made(at.teacher.client.post(`${base(at)}/group_categories`, { name: 'Teams' }), Id)).id;
    const group = (await made(at.teacher.client.post(`/group_categories/${category}/groups`, { name: 'Red' }), Id)).id;
    await at.teacher.client.post(`/groups/${group}/memberships`, { user_id: at.student.id }).expect(200);
    const root = { title: 'Talk', message: TEXT, group_category_id: category };
    const { id } = await made(at.teacher.client.post(`${base(at)}/discussion_topics`, root), Id);
    await work(server);
    const module = await moduleIn(at, { unlock_at: FUTURE });
    await itemIn(at, module, { type: 'Discussion', content_id: id });
    const { topic_children: children } = (await at.student.client.get(`${base(at)}/discussion_topics/${id}`).expect(200)).body;
    const path = `/groups/${group}/discussion_topics/${children[0]}`;
    expect((await at.student.client.get(path).expect(200)).body).toMatchObject({ locked_for_user: true, message: null });
    await at.student.client.post(`${path}/entries`, { message: 'Hi' }).expect(401);
    await at.student.client.get(`${path}/entries`).expect(401);
    await changeModule(at, module, { unlock_at: null });
    await at.student.client.post(`${path}/entries`, { message: 'Hi' }).expect(201);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { upload } from '../../helpers/upload.ts';

const server = useServer();
const Id = z.object({ id: z.int() });
const Shown = z.object({ id: z.int(), position: z.int() });

const modulesOf = (at: School) => `/courses/${at.course.id}/modules`;
const make = async (at: School, fields: Fields = {}) =>
  (await made(at.teacher.client.post(modulesOf(at), { module: { name: 'Week', published: true, ...fields } }), Id)).id;
const put = async (at: School, module: number, fields: Fields) =>
  (await made(at.teacher.client.post(`${modulesOf(at)}/${module}/items`, { module_item: fields }), Id)).id;
const assignment = async (at: School, fields: Fields = {}) =>
  (await made(at.teacher.client.post(`/courses/${at.course.id}/assignments`, { assignment: { name: 'Essay', ...fields } }), Id)).id;
const positions = async (client: Client, path: string) =>
  z
    .array(Shown)
    .parse((await client.get(path, { per_page: 100 }).expect(200)).body)
    .map(({ id, position }) => [id, position]);
const refused = async (request: ReturnType<Client['put']>, ...fields: string[]) => {
  const { body } = await request.expect(400);
  expect(Object.keys(body.errors)).toEqual(fields);
};

describe('modules', () => {
  // modules#1 modules#4 modules#6 modules#9
  test('are made, changed and shown', async () => {
    const at = await school(server);
    const { body } = await at.teacher.client
      .post(modulesOf(at), { module: { name: 'Cells', unlock_at: '2040-01-01T00:00:00Z', require_sequential_progress: true } })
      .expect(200);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Cells',
      position: 1,
      unlock_at: '2040-01-01T00:00:00Z',
      require_sequential_progress: true,
      prerequisite_module_ids: [],
      items_count: 0,
      items_url: `${server.url}/api/v1${modulesOf(at)}/${body.id}/items`,
      workflow_state: 'unpublished',
      published: false,
    });
    const heading = await put(at, body.id, { type: 'SubHeader', title: 'First' });
    const changed = await at.teacher.client.put(`${modulesOf(at)}/${body.id}`, { module: { published: true } }).expect(200);
    expect(changed.body).toMatchObject({ name: 'Cells', unlock_at: '2040-01-01T00:00:00Z', published: true, items_count: 1 });
    const seen = await at.student.client.get(`${modulesOf(at)}/${body.id}/items/${heading}`).expect(200);
    expect(seen.body).not.toHaveProperty('published');
    await refused(at.teacher.client.post(modulesOf(at), { module: { name: ' ' } }), 'name');
    await refused(at.teacher.client.put(`${modulesOf(at)}/${body.id}`, { module: { unlock_at: 'soon' } }), 'unlock_at');
  });

  // modules#2 modules#3
  test('students see what is published, and change nothing', async () => {
    const at = await school(server);
    const shown = await make(at);
    const hidden = await make(at, { name: 'Later', published: false });
    const draft = await assignment(at, { published: false });
    await put(at, shown, { type: 'Assignment', content_id: draft });
    await put(at, shown, { type: 'SubHeader', title: 'Draft' });
    const seen = await put(at, shown, { type: 'SubHeader', title: 'Read this', published: true });
    const path = `${modulesOf(at)}/${shown}/items`;
    // modules#23
    expect(await positions(at.student.client, path)).toEqual([[seen, 3]]);
    const { body } = await at.student.client.get(modulesOf(at), { include: ['items'] }).expect(200);
    expect(body).toMatchObject([{ id: shown, items_count: 1, items: [{ id: seen }] }]);
    await at.student.client.get(`${modulesOf(at)}/${hidden}`).expect(404);
    await at.student.client.get(`${modulesOf(at)}/${hidden}/items`).expect(404);
    await at.student.client.put(`${modulesOf(at)}/${shown}`, { module: { name: 'Mine' } }).expect(401);
    await at.stranger.client.get(modulesOf(at)).expect(401);
    expect((await at.teacher.client.get(modulesOf(at), { search_term: 'LAT' })).body).toMatchObject([{ id: hidden }]);
    expect((await at.student.client.get(path, { search_term: 'read' })).body).toMatchObject([{ id: seen }]);
    expect((await at.student.client.get(path, { search_term: 'draft' })).body).toEqual([]);
  });

  // modules#7
  test('keep positions without gaps, at once too, and clamp what is out of range', async () => {
    const at = await school(server);
    const [a, b, c] = [await make(at), await make(at), await make(at)];
    await at.teacher.client.put(`${modulesOf(at)}/${c}`, { module: { position: -5 } }).expect(200);
    await at.teacher.client.put(`${modulesOf(at)}/${a}`, { module: { position: 99_999_999_999 } }).expect(200);
    expect(await positions(at.teacher.client, modulesOf(at))).toEqual([
      [c, 1],
      [b, 2],
      [a, 3],
    ]);
    await Promise.all([
      ...[1, 2, 3].map((position) => made(at.teacher.client.post(modulesOf(at), { module: { name: 'New', position } }), Id)),
      at.ta.client.delete(`${modulesOf(at)}/${b}`).expect(200),
    ]);
    expect((await positions(at.teacher.client, modulesOf(at))).map(([, position]) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  // modules#8 modules#10
  test('wait for modules before them only', async () => {
    const at = await school(server);
    const [a, b] = [await make(at), await make(at)];
    const change = (id: number, module: Fields) => at.teacher.client.put(`${modulesOf(at)}/${id}`, { module });
    await refused(change(a, { prerequisite_module_ids: [b] }), 'prerequisite_module_ids');
    await refused(change(a, { prerequisite_module_ids: [a] }), 'prerequisite_module_ids');
    await refused(change(a, { prerequisite_module_ids: [999_999] }), 'prerequisite_module_ids');
    expect((await change(b, { prerequisite_module_ids: [a] }).expect(200)).body.prerequisite_module_ids).toEqual([a]);
    await refused(change(b, { position: 1 }), 'position');
    await refused(change(a, { position: 2 }), 'position');
    await at.teacher.client.delete(`${modulesOf(at)}/${a}`).expect(200);
    expect((await at.teacher.client.get(`${modulesOf(at)}/${b}`)).body).toMatchObject({ prerequisite_module_ids: [], position: 1 });
    await at.teacher.client.get(`${modulesOf(at)}/${a}`).expect(404);
    // modules#11
    expect((await at.teacher.client.put(`${modulesOf(at)}/${b}/relock`).expect(200)).body.id).toBe(b);
  });

  // modules#5
  test('come with their items, by as many statements however many there are', async () => {
    const at = await school(server);
    const count = (client: Client) =>
      server.statements(() =>
        client
          .get(modulesOf(at), { include: ['items', 'content_details'] })
          .expect(200)
          .then(() => {}),
      );
    const fill = async () => {
      const module = await make(at);
      await put(at, module, { type: 'Assignment', content_id: await assignment(at), completion_requirement: { type: 'must_submit' } });
      await put(at, module, { type: 'SubHeader', title: 'More', published: true });
    };
    await fill();
    await count(at.student.client);
    const few = [await count(at.student.client), await count(at.teacher.client)];
    for (let i = 0; i < 4; i++) await fill();
    expect([await count(at.student.client), await count(at.teacher.client)]).toEqual(few);
    await server.database.pool.query(
      `insert into module_items (module_id, kind, position, title, published)
       select m.id, 'SubHeader', n - 1000, 'Row', true from course_modules m, generate_series(1, 200) n where m.course_id = $1 and m.position = 1`,
      [at.course.id],
    );
    const { body } = await at.student.client.get(modulesOf(at), { include: ['items'] });
    expect(body[0]).toMatchObject({ items_count: 202, state: 'unlocked' });
    expect(body[0]).not.toHaveProperty('items');
    expect(body[1]).toMatchObject({ items_count: 2, state: 'unlocked' });
    expect(body[1].items).toHaveLength(2);
  });
});

describe('items', () => {
  // modules#19 modules#20 modules#22
  test('are of every kind, and of nothing else', async () => {
    const at = await school(server);
    const module = await make(at);
    const { client } = at.teacher;
    const base = `/courses/${at.course.id}`;
    const quiz = (await made(client.post(`${base}/quizzes`, { quiz: { title: 'Test', published: true } }), Id)).id;
    const topic = (await made(client.post(`${base}/discussion_topics`, { title: 'Talk', message: 'Text' }), Id)).id;
    const file = await upload(client, `${base}/files`, { name: 'a.txt' });
    const essay = await assignment(at);
    await client.post(`${base}/pages`, { wiki_page: { title: 'The Cell', published: true } }).expect(200);
    await put(at, module, { type: 'Assignment', content_id: essay });
    await put(at, module, { type: 'Quiz', content_id: quiz, title: 'The test' });
    await put(at, module, { type: 'Discussion', content_id: topic, indent: 2 });
    await put(at, module, { type: 'File', content_id: file.id });
    const link = await put(at, module, { type: 'ExternalUrl', title: 'Atlas', external_url: 'https://example.org/', new_tab: true });
    await put(at, module, { type: 'Page', page_url: 'the-cell' });
    await put(at, module, { type: 'SubHeader', title: 'On top', position: 1 });
    const { body } = await client.get(`${modulesOf(at)}/${module}/items`).expect(200);
    const api = `${server.url}/api/v1`;
    expect(body).toMatchObject([
      { type: 'SubHeader', title: 'On top', position: 1, published: false },
      { type: 'Assignment', title: 'Essay', position: 2, content_id: essay, url: `${api}${base}/assignments/${essay}`, published: true },
      { type: 'Quiz', title: 'The test', content_id: quiz, url: `${api}${base}/quizzes/${quiz}` },
      { type: 'Discussion', title: 'Talk', content_id: topic, indent: 2, url: `${api}${base}/discussion_topics/${topic}` },
      { type: 'File', title: 'a.txt', content_id: file.id, url: `${api}/files/${file.id}`, published: true },
      { id: link, type: 'ExternalUrl', title: 'Atlas', external_url: 'https://example.org/', new_tab: true, position: 6 },
      { type: 'Page', title: 'The Cell', page_url: 'the-cell', url: `${api}${base}/pages/the-cell`, published: true },
    ]);
    const page = (await client.get(`${base}/pages/the-cell`).expect(200)).body.page_id;
    const again = await put(at, module, { type: 'page', content_id: page });
    const shown = (await client.get(`${modulesOf(at)}/${module}/items/${again}`).expect(200)).body;
    expect(shown).toMatchObject({ type: 'Page', title: 'The Cell', page_url: 'the-cell' });
    expect(body[6]).not.toHaveProperty('content_id');
    expect(body[1]).not.toHaveProperty('page_url');
    const elsewhere = await course(server);
    const foreign = (await made(server.admin.post(`/courses/${elsewhere.id}/assignments`, { assignment: { name: 'Other' } }), Id)).id;
    const post = (fields: Fields) => client.post(`${modulesOf(at)}/${module}/items`, { module_item: fields });
    await refused(post({ type: 'ExternalTool', content_id: 1 }), 'type');
    await refused(post({ type: 'Assignment', content_id: foreign }), 'content_id');
    await refused(post({ type: 'Assignment' }), 'content_id');
    await refused(post({ type: 'Page' }), 'page_url');
    const other = await server.admin.post(`/courses/${elsewhere.id}/pages`, { wiki_page: { title: 'Other' } }).expect(200);
    await refused(post({ type: 'Page', content_id: other.body.page_id }), 'content_id');
    await refused(post({ type: 'Page', page_url: 'no-such-page' }), 'page_url');
    await refused(post({ type: 'SubHeader' }), 'title');
    await refused(post({ type: 'ExternalUrl', title: 'x' }), 'external_url');
    await refused(post({ type: 'ExternalUrl', title: 'x', external_url: 'javascript:x' }), 'external_url');
    const announced = { title: 'News', message: 'x', is_announcement: true };
    const news = (await made(client.post(`${base}/discussion_topics`, announced), Id)).id;
    await refused(post({ type: 'Discussion', content_id: news }), 'content_id');
  });

  // modules#21
  test('go with their content', async () => {
    const at = await school(server);
    const module = await make(at);
    const essay = await assignment(at);
    const first = await put(at, module, { type: 'Assignment', content_id: essay });
    const second = await put(at, module, { type: 'SubHeader', title: 'x', published: true });
    await at.teacher.client.delete(`/courses/${at.course.id}/assignments/${essay}`).expect(200);
    const path = `${modulesOf(at)}/${module}`;
    expect(await positions(at.teacher.client, `${path}/items`)).toEqual([[second, 1]]);
    expect((await at.teacher.client.get(path)).body.items_count).toBe(1);
    await at.teacher.client.get(`${path}/items/${first}`).expect(404);
    const third = await put(at, module, { type: 'SubHeader', title: 'y', position: 1 });
    expect(await positions(at.teacher.client, `${path}/items`)).toEqual([
      [third, 1],
      [second, 2],
    ]);
    // modules#23
    const fourth = await put(at, module, { type: 'SubHeader', title: 'z', position: 3 });
    expect(await positions(at.teacher.client, `${path}/items`)).toEqual([
      [third, 1],
      [second, 2],
      [fourth, 3],
    ]);
  });

  // modules#25
  test('ask for what their kind can be asked', async () => {
    const at = await school(server);
    const module = await make(at);
    const item = await put(at, module, { type: 'Assignment', content_id: await assignment(at) });
    const talk = { title: 'Talk', message: 'Text' };
    const topic = (await made(at.teacher.client.post(`/courses/${at.course.id}/discussion_topics`, talk), Id)).id;
    const discussion = await put(at, module, { type: 'Discussion', content_id: topic });
    const ask = (id: number, completion_requirement: Fields | string) =>
      at.teacher.client.put(`${modulesOf(at)}/${module}/items/${id}`, { module_item: { completion_requirement } });
    const { body } = await ask(item, { type: 'min_score', min_score: 5 }).expect(200);
    expect(body.completion_requirement).toEqual({ type: 'min_score', min_score: 5 });
    await refused(ask(item, { type: 'min_score' }), 'completion_requirement');
    for (const [change, least] of [
      [{ min_score: 8 }, 8],
      [{}, 8],
    ] as const)
      expect((await ask(item, change).expect(200)).body.completion_requirement).toEqual({ type: 'min_score', min_score: least });
    await refused(ask(item, { type: 'must_contribute' }), 'completion_requirement');
    await refused(ask(discussion, { type: 'must_submit' }), 'completion_requirement');
    for (const wrong of [{ type: 'must_dance' }, { type: 'min_score', min_score: -1 }, { min_score: 'all' }, 'must_view'])
      await refused(ask(item, wrong), 'completion_requirement');
    const alike = { type: 'Essay', content_id: 1, completion_requirement: { type: 'must_dance' } };
    await refused(at.teacher.client.post(`${modulesOf(at)}/${module}/items`, { module_item: alike }), 'type', 'completion_requirement');
    await ask(discussion, { type: 'must_contribute' }).expect(200);
    for (const change of [{ type: '' }, { min_score: 5 }])
      expect((await ask(item, change).expect(200)).body).not.toHaveProperty('completion_requirement');
  });

  // modules#4, modules#26
  test('that are headings or addresses count as published while draft state is off', async () => {
    const at = await school(server);
    const draftState = (on: boolean) =>
      server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: on } } }).expect(200);
    await draftState(false);
    const module = await make(at);
    await put(at, module, { type: 'SubHeader', title: 'Read first' });
    const item = await put(at, module, { type: 'ExternalUrl', title: 'Reading', external_url: 'https://example.org' });
    const items = `${modulesOf(at)}/${module}/items`;
    const titles = async (client: Client) => (await client.get(items).expect(200)).body.map((one: { title: string }) => one.title);
    const count = async (client: Client) => (await client.get(`${modulesOf(at)}/${module}`).expect(200)).body.items_count;
    for (const { client } of [at.student, at.observer]) {
      expect(await titles(client)).toEqual(['Read first', 'Reading']);
      expect(await count(client)).toBe(2);
      expect((await client.get(`${items}/${item}`).expect(200)).body.title).toBe('Reading');
    }
    expect((await at.teacher.client.get(items).expect(200)).body).toMatchObject([{ published: true }, { published: true }]);
    await draftState(true);
    await at.teacher.client.put(`${modulesOf(at)}/${module}`, { module: { published: true } }).expect(200);
    const later = await put(at, module, { type: 'SubHeader', title: 'Later' });
    expect(await titles(at.student.client)).toEqual(['Read first', 'Reading']);
    await at.student.client.get(`${items}/${later}`).expect(404);
    expect((await at.teacher.client.get(`${items}/${later}`).expect(200)).body.published).toBe(false);
  });

  // modules#26
  test('publish their content with them', async () => {
    const at = await school(server);
    const module = await make(at);
    const base = `/courses/${at.course.id}`;
    const { client } = at.teacher;
    const quiz = (await made(client.post(`${base}/quizzes`, { quiz: { title: 'Test' } }), Id)).id;
    const topic = (await made(client.post(`${base}/discussion_topics`, { title: 'Talk', message: 'x', published: false }), Id)).id;
    const file = await upload(client, `${base}/files`, { name: 'a.txt' });
    const kinds = [
      ['Assignment', await assignment(at, { published: false }), 'assignments'],
      ['Quiz', quiz, 'quizzes'],
      ['Discussion', topic, 'discussion_topics'],
      ['File', file.id, 'files'],
    ] as const;
    await client.put(`/files/${file.id}`, { locked: true }).expect(200);
    for (const [type, content, path] of kinds) {
      await at.student.client.get(`${base}/${path}/${content}`).expect(404);
      const item = await put(at, module, { type, content_id: content });
      const change = (published: boolean) => client.put(`${modulesOf(at)}/${module}/items/${item}`, { module_item: { published } });
      expect((await change(true).expect(200)).body.published).toBe(true);
      await at.student.client.get(`${base}/${path}/${content}`).expect(200);
      expect((await change(false).expect(200)).body.published).toBe(false);
      await at.student.client.get(`${base}/${path}/${content}`).expect(404);
    }
  });

  // modules#27
  test('move, also into another module', async () => {
    const at = await school(server);
    const [from, to] = [await make(at), await make(at)];
    const header = (module: number) => put(at, module, { type: 'SubHeader', title: 'x' });
    const [a, b, c, d] = [await header(from), await header(from), await header(to), await header(to)];
    const move = (module: number, id: number, fields: Fields) =>
      at.teacher.client.put(`${modulesOf(at)}/${module}/items/${id}`, { module_item: fields });
    expect((await move(from, a, { module_id: to, position: 2 }).expect(200)).body).toMatchObject({
      module_id: to,
      position: 2,
      title: 'x',
    });
    expect(await positions(at.teacher.client, `${modulesOf(at)}/${from}/items`)).toEqual([[b, 1]]);
    expect((await positions(at.teacher.client, `${modulesOf(at)}/${to}/items`)).map(([id]) => id)).toEqual([c, a, d]);
    await refused(move(from, b, { module_id: 999_999 }), 'module_id');
    await refused(move(from, b, { external_url: 'https://example.org' }), 'external_url');
    await move(from, a, {}).expect(404);
    await at.teacher.client.delete(`${modulesOf(at)}/${to}/items/${c}`).expect(200);
    expect(await positions(at.teacher.client, `${modulesOf(at)}/${to}/items`)).toEqual([
      [a, 1],
      [d, 2],
    ]);
  });

  // modules#24
  test('have the dates of the caller', async () => {
    const at = await school(server);
    const module = await make(at);
    const essay = await assignment(at, { points_possible: 7, due_at: '2040-01-02T00:00:00Z', unlock_at: '2040-01-01T00:00:00Z' });
    await put(at, module, { type: 'Assignment', content_id: essay });
    const student = await person(server);
    await enroll(server, at.course.id, student.id, 'StudentEnrollment');
    const override = { student_ids: [student.id], title: 'Later', due_at: '2040-02-02T10:00:00Z' };
    await at.teacher.client.post(`/courses/${at.course.id}/assignments/${essay}/overrides`, { assignment_override: override }).expect(201);
    const { body } = await student.client.get(`${modulesOf(at)}/${module}/items`, { include: ['content_details'] }).expect(200);
    expect(body[0].content_details).toEqual({
      points_possible: 7,
      due_at: '2040-02-02T10:00:00Z',
      unlock_at: '2040-01-01T00:00:00Z',
      lock_at: null,
      locked_for_user: true,
      lock_explanation: expect.stringContaining('This assignment is locked until'),
    });
  });

  // modules#24, quizzes#93
  test('say that a quiz without an assignment is open to whom it was unlocked for', async () => {
    const at = await school(server);
    const module = await make(at, { unlock_at: '2040-01-01T00:00:00Z' });
    const fields = { quiz_type: 'practice_quiz', published: true, unlock_at: '2040-01-01T00:00:00Z' };
    const quizzes = `/courses/${at.course.id}/quizzes`;
    const quiz = (await made(at.teacher.client.post(quizzes, { quiz: { title: 'Practice', ...fields } }), Id)).id;
    await put(at, module, { type: 'Quiz', content_id: quiz });
    const extension = { quiz_extensions: [{ user_id: at.student.id, manually_unlocked: true }] };
    await at.teacher.client.post(`${quizzes}/${quiz}/extensions`, extension).expect(200);
    const shown = async (client: Client) => {
      const one = (await client.get(`${quizzes}/${quiz}`).expect(200)).body.locked_for_user;
      const { body: items } = await client.get(`${modulesOf(at)}/${module}/items`, { include: ['content_details'] }).expect(200);
      const { body: modules } = await client.get(modulesOf(at), { include: ['items', 'content_details'] }).expect(200);
      return [one, items[0].content_details.locked_for_user, modules[0].items[0].content_details.locked_for_user];
    };
    expect(await shown(at.student.client)).toEqual([false, false, false]);
    expect(await shown(at.student2.client)).toEqual([true, true, true]);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { workOn } from '../../helpers/jobs.ts';
import { exam } from '../../helpers/quizzes.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Id = z.object({ id: z.int() });

const base = (at: School) => `/courses/${at.course.id}`;
const make = async (at: School, fields: Fields = {}) =>
  (await made(at.teacher.client.post(`${base(at)}/modules`, { module: { name: 'Week', published: true, ...fields } }), Id)).id;
const put = async (at: School, module: number, fields: Fields) =>
  (await made(at.teacher.client.post(`${base(at)}/modules/${module}/items`, { module_item: { published: true, ...fields } }), Id)).id;
const link = (type?: string) => ({
  type: 'ExternalUrl',
  title: 'Read',
  external_url: 'https://example.org',
  ...(type === undefined ? {} : { completion_requirement: { type } }),
});
const assignment = async (at: School, fields: Fields = {}) =>
  (
    await made(
      at.teacher.client.post(`${base(at)}/assignments`, {
        assignment: { name: 'Essay', submission_types: ['online_text_entry'], points_possible: 10, ...fields },
      }),
      Id,
    )
  ).id;
const stateOf = async (at: School, client: Client, module: number, query: Fields = {}) => {
  const { body } = await client.get(`${base(at)}/modules/${module}`, query).expect(200);
  return [body.state, body.completed_at];
};
const completed = async (at: School, module: number, item: number) =>
  (await at.student.client.get(`${base(at)}/modules/${module}/items/${item}`).expect(200)).body.completion_requirement.completed;
const ANY_TIME = expect.stringMatching(/^\d{4}-/);

describe('requirements are met', () => {
  // modules#31 modules#34
  test('by viewing and by marking as done, which is taken back', async () => {
    const at = await school(server);
    const module = await make(at);
    const [view, done] = [await put(at, module, link('must_view')), await put(at, module, link('must_mark_done'))];
    const path = `${base(at)}/modules/${module}/items`;
    const { client } = at.student;
    expect(await stateOf(at, client, module)).toEqual(['unlocked', null]);
    await Promise.all([1, 2, 3].map(() => client.post(`${path}/${view}/mark_read`).expect(200)));
    expect(await stateOf(at, client, module)).toEqual(['started', null]);
    expect((await client.put(`${path}/${done}/done`).expect(200)).body).toEqual({ message: 'OK' });
    // modules#32
    expect(await stateOf(at, client, module)).toEqual(['completed', ANY_TIME]);
    expect((await client.delete(`${path}/${done}/done`).expect(200)).body).toEqual({ message: 'OK' });
    expect([await completed(at, module, view), await completed(at, module, done)]).toEqual([true, false]);
    expect(await stateOf(at, at.student2.client, module)).toEqual(['unlocked', null]);
    await at.teacher.client.post(`${path}/${view}/mark_read`).expect(401);
    await client.post(`${path}/999999/mark_read`).expect(404);
  });

  // modules#30
  test('by what was turned in, by scores that are not muted, and by entries', async () => {
    const at = await school(server);
    const module = await make(at);
    const essay = await assignment(at);
    const talk = { title: 'Talk', message: 'Text' };
    const topic = (await made(at.teacher.client.post(`${base(at)}/discussion_topics`, talk), Id)).id;
    const submit = await put(at, module, { type: 'Assignment', content_id: essay, completion_requirement: { type: 'must_submit' } });
    const minimum = { type: 'min_score', min_score: 6 };
    const score = await put(at, module, { type: 'Assignment', content_id: essay, completion_requirement: minimum });
    const say = await put(at, module, { type: 'Discussion', content_id: topic, completion_requirement: { type: 'must_contribute' } });
    const met = () => Promise.all([submit, score, say].map((item) => completed(at, module, item)));
    expect(await met()).toEqual([false, false, false]);
    const work = { submission: { submission_type: 'online_text_entry', body: 'Words' } };
    await at.student.client.post(`${base(at)}/assignments/${essay}/submissions`, work).expect(201);
    expect(await met()).toEqual([true, false, false]);
    const { id: entry } = await made(at.student.client.post(`${base(at)}/discussion_topics/${topic}/entries`, { message: 'Yes' }), Id);
    expect(await met()).toEqual([true, false, true]);
    await at.student.client.delete(`${base(at)}/discussion_topics/${topic}/entries/${entry}`);
    expect(await met()).toEqual([true, false, false]);
    const grade = (posted_grade: number) =>
      at.teacher.client.put(`${base(at)}/assignments/${essay}/submissions/${at.student.id}`, { submission: { posted_grade } }).expect(200);
    await grade(5);
    expect(await met()).toEqual([true, false, false]);
    await grade(6);
    expect(await met()).toEqual([true, true, false]);
    await at.teacher.client.put(`${base(at)}/assignments/${essay}`, { assignment: { muted: true } }).expect(200);
    expect(await met()).toEqual([true, false, false]);
  });

  // modules#31
  test('by a grade of what is not turned in here', async () => {
    const at = await school(server);
    const module = await make(at);
    const paper = await assignment(at, { submission_types: ['on_paper'] });
    const item = await put(at, module, { type: 'Assignment', content_id: paper, completion_requirement: { type: 'must_submit' } });
    const path = `${base(at)}/assignments/${paper}`;
    expect(await completed(at, module, item)).toBe(false);
    await at.teacher.client.put(path, { assignment: { muted: true } }).expect(200);
    await at.teacher.client.put(`${path}/submissions/${at.student.id}`, { submission: { posted_grade: 3 } }).expect(200);
    expect(await completed(at, module, item)).toBe(false);
    await at.teacher.client.put(path, { assignment: { muted: false } }).expect(200);
    expect(await completed(at, module, item)).toBe(true);
    expect(await stateOf(at, at.student.client, module)).toEqual(['completed', ANY_TIME]);
  });

  // modules#31, submissions#99
  test('by no grade that missing work has by itself', async () => {
    const at = await school(server);
    const module = await make(at);
    const essay = await assignment(at, { due_at: new Date(Date.now() - 3_600_000).toISOString() });
    const item = await put(at, module, { type: 'Assignment', content_id: essay, completion_requirement: { type: 'must_submit' } });
    const policy = { missing_submission_deduction_enabled: true, missing_submission_deduction: 40 };
    await at.teacher.client.post(`${base(at)}/late_policy`, { late_policy: policy }).expect(201);
    await workOn(server, 'apply_late_policy');
    const path = `${base(at)}/assignments/${essay}/submissions`;
    expect((await at.student.client.get(`${path}/${at.student.id}`).expect(200)).body).toMatchObject({ missing: true, score: 6 });
    expect(await completed(at, module, item)).toBe(false);
    await at.teacher.client.put(`${path}/${at.student.id}`, { submission: { posted_grade: 3 } }).expect(200);
    expect(await completed(at, module, item)).toBe(true);
  });

  test('by a quiz that is not graded', async () => {
    const at = await school(server);
    const module = await make(at);
    const quiz = { title: 'Practice', quiz_type: 'practice_quiz', published: true };
    const id = (await made(at.teacher.client.post(`${base(at)}/quizzes`, { quiz }), Id)).id;
    const item = await put(at, module, { type: 'Quiz', content_id: id, completion_requirement: { type: 'must_submit' } });
    const path = `${base(at)}/quizzes/${id}/submissions`;
    const Begun = z.object({ quiz_submissions: z.tuple([z.object({ id: z.int(), attempt: z.int(), validation_token: z.string() })]) });
    const [begun] = (await made(at.student.client.post(path), Begun)).quiz_submissions;
    expect(await completed(at, module, item)).toBe(false);
    const { attempt, validation_token } = begun;
    await at.student.client.post(`${path}/${begun.id}/complete`, { attempt, validation_token }).expect(200);
    expect(await completed(at, module, item)).toBe(true);
  });
});

// modules#31, submissions#58
test('a requirement is not met by the score of a quiz that is muted', async () => {
  const here = await exam(server);
  const path = `/courses/${here.id}`;
  const { client } = here.teacher;
  const { id: module } = await made(client.post(`${path}/modules`, { module: { name: 'Week', published: true } }), Id);
  const fields = { type: 'Quiz', content_id: here.quiz.id, completion_requirement: { type: 'min_score', min_score: 5 } };
  const { id: item } = await made(client.post(`${path}/modules/${module}/items`, { module_item: fields }), Id);
  const isMet = async () =>
    (await here.one.client.get(`${path}/modules/${module}/items/${item}`).expect(200)).body.completion_requirement.completed;
  const mute = (muted: boolean) => client.put(`${path}/assignments/${here.quiz.assignment_id}`, { assignment: { muted } }).expect(200);
  await mute(true);
  expect((await here.take(here.one)).workflow_state).toBe('complete');
  expect(await isMet()).toBe(false);
  await mute(false);
  expect(await isMet()).toBe(true);
});

describe('a module is locked', () => {
  // modules#32
  test('before its time, and after what it waits for is not completed, through others too', async () => {
    const at = await school(server);
    const first = await make(at);
    const view = await put(at, first, link('must_view'));
    const second = await make(at, { prerequisite_module_ids: [first] });
    const third = await make(at, { prerequisite_module_ids: [second] });
    const later = await make(at, { unlock_at: '2100-01-01T00:00:00Z' });
    const after = await make(at, { prerequisite_module_ids: [later] });
    const { client } = at.student;
    const states = async () => (await client.get(`${base(at)}/modules`)).body.map(({ state }: { state: string }) => state);
    expect(await states()).toEqual(['unlocked', 'locked', 'locked', 'locked', 'locked']);
    await client.post(`${base(at)}/modules/${first}/items/${view}/mark_read`).expect(200);
    expect(await states()).toEqual(['completed', 'completed', 'completed', 'locked', 'locked']);
    await at.teacher.client.put(`${base(at)}/modules/${later}`, { module: { published: false } }).expect(200);
    expect(await stateOf(at, client, after)).toEqual(['completed', null]);
    expect(await stateOf(at, client, third)).toEqual(['completed', null]);
    // What is hidden or gone is waited for by nobody (modules#21).
    const draft = await put(at, first, { ...link('must_view'), published: false });
    expect(await stateOf(at, client, second)).toEqual(['completed', null]);
    await at.teacher.client.put(`${base(at)}/modules/${first}/items/${draft}`, { module_item: { published: true } }).expect(200);
    expect(await stateOf(at, client, second)).toEqual(['locked', null]);
  });

  // modules#35
  test('item by item, where they are to be done in order', async () => {
    const at = await school(server);
    const module = await make(at, { require_sequential_progress: true });
    const [a, b, c] = [await put(at, module, link('must_view')), await put(at, module, link('must_view')), await put(at, module, link())];
    const path = `${base(at)}/modules/${module}/items`;
    const { client } = at.student;
    const locked = async () =>
      (await client.get(path, { include: ['content_details'] })).body.map(
        (one: { content_details: { locked_for_user: boolean } }) => one.content_details.locked_for_user,
      );
    expect(await locked()).toEqual([false, true, true]);
    const { body } = await client.post(`${path}/${b}/mark_read`).expect(401);
    expect(body.errors[0].message).toContain('Week');
    await client.put(`${path}/${c}/done`).expect(401);
    await client.post(`${path}/${a}/mark_read`).expect(200);
    expect(await locked()).toEqual([false, false, true]);
    await client.post(`${path}/${b}/mark_read`).expect(200);
    expect(await locked()).toEqual([false, false, false]);
    const teacher = await at.teacher.client.get(path, { include: ['content_details'], student_id: at.student2.id }).expect(200);
    expect(teacher.body[1].content_details).toMatchObject({ locked_for_user: true, lock_explanation: expect.stringContaining('Week') });
  });
});

// modules#32 modules#35
test.each([
  ['waits for a date', { unlock_at: '2100-01-01T00:00:00Z' }, true],
  ['waits for another one', { prerequisite_module_ids: ['before'] }, true],
  ['has to be done in order', { require_sequential_progress: true }, true],
  ['does neither', {}, false],
])('an item that asks for nothing is locked as its module is, which %s', async (_, fields: Fields, locked) => {
  const at = await school(server);
  const before = await make(at);
  await put(at, before, link('must_view'));
  const waits = 'prerequisite_module_ids' in fields ? { prerequisite_module_ids: [before] } : {};
  const module = await make(at, { ...fields, ...waits });
  await put(at, module, link('must_view'));
  const nothing = await put(at, module, link());
  const page = { include: ['content_details'], per_page: 1, page: 2 };
  const { body } = await at.student.client.get(`${base(at)}/modules/${module}/items`, page).expect(200);
  expect(body).toMatchObject([{ id: nothing, content_details: { locked_for_user: locked } }]);
});

// modules#32 modules#33
test('a module without requirements is completed by being there, for students', async () => {
  const at = await school(server);
  const [empty, plain, draft] = [await make(at), await make(at), await make(at, { published: false })];
  await put(at, plain, link());
  const states = async (client: Client, query: Fields) =>
    (await client.get(`${base(at)}/modules`, query).expect(200)).body.map(
      ({ id, state, completed_at }: { id: number; state?: string; completed_at?: string | null }) => [id, state, completed_at],
    );
  const done = [empty, plain].map((id) => [id, 'completed', null]);
  for (const query of [{}, { include: ['items'] }]) {
    expect(await states(at.student.client, query)).toEqual(done);
    expect(await states(at.teacher.client, { ...query, student_id: at.student.id })).toEqual([...done, [draft, undefined, undefined]]);
  }
  // How far a student is is asked for once something can be met.
  const statements = (query: Fields) =>
    server.statements(async () => void (await at.student.client.get(`${base(at)}/modules`, query).expect(200)));
  const counts = async () => [await statements({}), await statements({ include: ['items'] })];
  const [alone = 0, withItems = 0] = await counts();
  await put(at, plain, link('must_view'));
  expect(await counts()).toEqual([alone + 1, withItems + 1]);
});

// modules#33
test('progress is that of the caller, of whom they observe, or of a student whom staff names', async () => {
  const at = await school(server);
  const module = await make(at);
  const view = await put(at, module, link('must_view'));
  await at.student.client.post(`${base(at)}/modules/${module}/items/${view}/mark_read`).expect(200);
  expect(await stateOf(at, at.observer.client, module)).toEqual(['completed', ANY_TIME]);
  expect(await stateOf(at, at.teacher.client, module)).toEqual([undefined, undefined]);
  expect(await stateOf(at, at.teacher.client, module, { student_id: at.student.id })).toEqual(['completed', ANY_TIME]);
  expect(await stateOf(at, at.teacher.client, module, { student_id: at.student2.id })).toEqual(['unlocked', null]);
  const ask = (client: Client, student_id: number | string) => client.get(`${base(at)}/modules`, { student_id });
  await ask(at.teacher.client, at.stranger.id).expect(404);
  await ask(at.teacher.client, 999_999).expect(404);
  await ask(at.student.client, at.student2.id).expect(401);
  await ask(at.student.client, 'self').expect(200);
});

// modules#50
test('the sequence passes over headings and from one module to the next', async () => {
  const at = await school(server);
  const [one, other] = [await make(at), await make(at)];
  const essay = await assignment(at);
  const a = await put(at, one, link());
  await put(at, one, { type: 'SubHeader', title: 'End' });
  const b = await put(at, other, { type: 'Assignment', content_id: essay });
  const ask = (query: Fields) => at.student.client.get(`${base(at)}/module_item_sequence`, query);
  const { body } = await ask({ asset_type: 'Assignment', asset_id: essay }).expect(200);
  expect(body).toMatchObject({ items: [{ prev: { id: a }, current: { id: b }, next: null }], modules: [{ id: one }, { id: other }] });
  expect((await ask({ asset_type: 'ModuleItem', asset_id: a })).body.items).toMatchObject([{ prev: null, next: { id: b } }]);
  expect((await ask({ asset_type: 'Quiz', asset_id: essay })).body).toEqual({ items: [], modules: [] });
  await ask({ asset_type: 'Nothing', asset_id: 1 }).expect(400);
});

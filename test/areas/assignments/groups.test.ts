import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, day, NONE, override } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { course, made, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Embedded = z.looseObject({ id: z.int(), name: z.string(), position: z.int() });
const Group = z.looseObject({ id: z.int(), name: z.string(), position: z.int(), assignments: z.array(Embedded).optional() });

let courseId: number;
beforeEach(async () => {
  courseId = (await course(server)).id;
});

const path = (id?: number) => `/courses/${courseId}/assignment_groups${id === undefined ? '' : `/${id}`}`;
const group = (fields: Fields = {}) => made(server.admin.post(path(), fields), Group);
const put = (id: number, fields: Fields) => server.admin.put(path(id), fields);
const list = (query: Fields = {}, by: Client = server.admin) => made(by.get(path(), { per_page: 100, ...query }), z.array(Group));
/** The names in order; the positions have to be 1..n. */
async function order(): Promise<string[]> {
  const rows = await list();
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, i) => i + 1));
  return rows.map((row) => row.name);
}
/** What is in each group, each with positions 1..n. */
async function contents(): Promise<Record<string, string[]>> {
  const rows = await list({ include: ['assignments'] });
  for (const row of rows) expect(row.assignments?.map((one) => one.position)).toEqual(row.assignments?.map((_, i) => i + 1));
  return Object.fromEntries(rows.map((row) => [row.name, row.assignments?.map((one) => one.name) ?? []]));
}

describe('an assignment group', () => {
  // assignments#45, assignments#46
  test('of which nothing is said has the defaults, and exactly these fields', async () => {
    const { status, body } = await server.admin.post(path());
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.any(Number), name: 'Assignments', position: 1, group_weight: 0, rules: {} },
    });
    expect((await server.admin.get(path(body.id))).body).toEqual(body);
    expect(await list()).toEqual([body]);
  });

  // assignments#45, assignments#50
  test('has what was sent, and keeps what is not sent again', async () => {
    const sent = { name: 'Labs', group_weight: 12.5, rules: { drop_lowest: 2, drop_highest: 1 } };
    const { body } = await server.admin.postForm(path(), sent);
    expect(body).toMatchObject(sent);
    expect((await put(body.id, { group_weight: 20 })).body).toEqual({ ...body, group_weight: 20 });
    expect((await put(body.id, { rules: { drop_highest: '3' } })).body.rules).toEqual({ drop_highest: 3 });
    expect((await put(body.id, { rules: {} })).body.rules).toEqual({});
  });

  // assignments#3, assignments#50
  test('names drafts in its rules to staff alone, with as many statements for many groups', async () => {
    const at = await school(server);
    const groups = `/courses/${at.course.id}/assignment_groups`;
    const fill = async () => {
      const { id } = await made(server.admin.post(groups, {}), Group);
      const [draft, open] = [false, true].map((published) => assignment(server, at.course.id, { assignment_group_id: id, published }));
      const ids = [(await draft)?.id ?? 0, (await open)?.id ?? 0];
      await server.admin.put(`${groups}/${id}`, { rules: { drop_lowest: 1, never_drop: ids } }).expect(200);
      return { id, ids };
    };
    const one = await fill();
    const read = async (by: Client, query: Fields = {}) => (await made(by.get(groups, query), z.array(Group))).map((row) => row['rules']);
    // What is looked up of a new user is looked up here.
    expect(await read(at.student.client)).toHaveLength(1);
    const few = await server.statements(() => read(at.student.client));
    const two = await fill();
    const { id: alone } = await made(server.admin.post(groups, {}), Group);
    const draft = await assignment(server, at.course.id, { assignment_group_id: alone, published: false });
    await server.admin.put(`${groups}/${alone}`, { rules: { never_drop: [draft.id] } }).expect(200);
    const all = [...[one, two].map(({ ids }) => ({ drop_lowest: 1, never_drop: ids })), { never_drop: [draft.id] }];
    const seen = [...[one, two].map(({ ids }) => ({ drop_lowest: 1, never_drop: ids.slice(1) })), {}];
    for (const query of [{}, { include: ['assignments'] }]) {
      expect(await read(at.designer.client, query)).toEqual(all);
      for (const { client } of [at.student, at.observer]) expect(await read(client, query)).toEqual(seen);
    }
    expect((await made(at.student.client.get(`${groups}/${one.id}`), Group))['rules']).toEqual(seen[0]);
    expect(await server.statements(() => read(at.student.client))).toBe(few);
    await server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: false } } }).expect(200);
    expect(await read(at.student.client)).toEqual(all);
  });

  // assignments#48
  test('there is none before the first assignment, and then it is called Assignments', async () => {
    expect(await list()).toEqual([]);
    const first = await assignment(server, courseId, { name: 'First' });
    const labs = await group({ name: 'Labs', position: 1 });
    const second = await assignment(server, courseId, { name: 'Second' });
    expect(second.assignment_group_id).toBe(labs.id);
    expect(first.assignment_group_id).not.toBe(labs.id);
    expect(await contents()).toEqual({ Labs: ['Second'], Assignments: ['First'] });
  });

  // assignments#48
  test('is made once by first assignments that come at once', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => assignment(server, courseId)));
    expect(Object.values(await contents()).map((names) => names.length)).toEqual([6]);
  });

  // assignments#49
  test.each<[string, Fields, string]>([
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['a weight that is no number', { group_weight: 'heavy' }, 'group_weight'],
    ['a negative weight', { group_weight: -1 }, 'group_weight'],
    ['a position that is none', { position: 'top' }, 'position'],
    ['rules that are none', { rules: 'all' }, 'rules'],
    ['fewer than none dropped', { rules: { drop_lowest: -1 } }, 'drop_lowest'],
    ['what is no number dropped', { rules: { drop_highest: 'some' } }, 'drop_highest'],
    ['an unknown assignment never dropped', { rules: { never_drop: [NONE] } }, 'never_drop'],
    ['what is no assignment never dropped', { rules: { never_drop: ['this'] } }, 'never_drop'],
  ])('%s is refused, and nothing changes', async (_what, fields, field) => {
    const before = await group({ name: 'Before', group_weight: 5, rules: { drop_lowest: 1 } });
    expect(await server.admin.post(path(), { name: 'Never', ...fields })).toMatchObject(blamed(field));
    expect(await put(before.id, { name: 'After', ...fields })).toMatchObject(blamed(field));
    expect(await list()).toEqual([before]);
  });

  // assignments#47
  test('of another course, deleted or none is not found', async () => {
    const gone = await group();
    const foreign = await group();
    await server.admin.delete(path(gone.id)).expect(200);
    courseId = (await course(server)).id;
    for (const id of [gone.id, foreign.id, NONE])
      for (const answer of [await server.admin.get(path(id)), await put(id, {}), await server.admin.delete(path(id))])
        expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

describe('positions', () => {
  // assignments#51
  test('insert and move, and stay 1..n', async () => {
    for (const name of ['a', 'b', 'c']) await group({ name });
    const d = await group({ name: 'd', position: 2 });
    expect(await order()).toEqual(['a', 'd', 'b', 'c']);
    for (const [position, wanted] of [
      [1, 'dabc'],
      [99, 'abcd'],
      [-1, 'dabc'],
      [99_999_999_999, 'abcd'],
      [-99_999_999_999, 'dabc'],
      [3, 'abdc'],
    ] as const) {
      expect((await put(d.id, { position })).body.position).toBe(wanted.indexOf('d') + 1);
      expect((await order()).join('')).toBe(wanted);
    }
    await server.admin.delete(path(d.id)).expect(200);
    expect(await order()).toEqual(['a', 'b', 'c']);
  });

  // assignments#44
  test('stay 1..n under changes at once, of groups and of assignments', async () => {
    const groups = [await group({ name: 'a' }), await group({ name: 'b' }), await group({ name: 'c' })];
    const assignments = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => assignment(server, courseId, { name: `${n}`, position: 1 })));
    const changes = Array.from({ length: 30 }, (_, i) => {
      const one = assignments[i % 6]?.id ?? 0;
      const to = groups[(i * 7) % 3]?.id ?? 0;
      switch (i % 5) {
        case 0:
          return put(to, { position: (i % 4) + 1 });
        case 1:
          return server.admin.post(path(), { name: `new ${i}`, position: 1 });
        case 2:
          return server.admin.post(`/courses/${courseId}/assignments`, { assignment: { assignment_group_id: to, position: 1 } });
        default:
          return server.admin.put(`/courses/${courseId}/assignments/${one}`, {
            assignment: { assignment_group_id: to, position: (i % 3) + 1 },
          });
      }
    });
    const answers = await Promise.all(changes);
    expect(answers.map((answer) => answer.status).filter((status) => status >= 400)).toEqual([]);
    expect(await order()).toHaveLength(9);
    expect(Object.values(await contents()).flat()).toHaveLength(12);
  });

  // assignments#43
  test('of assignments move between groups and close up behind', async () => {
    const [one, two] = [await group({ name: 'one' }), await group({ name: 'two' })];
    const made = new Map<string, number>();
    for (const name of ['a', 'b', 'c', 'd']) made.set(name, (await assignment(server, courseId, { name })).id);
    const move = (name: string, fields: Fields) =>
      server.admin.put(`/courses/${courseId}/assignments/${made.get(name)}`, { assignment: fields }).expect(200);
    const is = async (first: string, second: string) => {
      const found = await contents();
      expect([found['one']?.join(''), found['two']?.join('')]).toEqual([first, second]);
    };
    await is('abcd', '');
    await move('d', { position: 99_999_999_999 });
    await move('d', { position: 2 });
    await is('adbc', '');
    await move('a', { assignment_group_id: two.id });
    await is('dbc', 'a');
    await move('c', { assignment_group_id: two.id, position: 1 });
    await is('db', 'ca');
    await move('a', { assignment_group_id: one.id, position: 99 });
    await is('dba', 'c');
    await server.admin.delete(`/courses/${courseId}/assignments/${made.get('d')}`).expect(200);
    await is('ba', 'c');
    // The first of its group, and yet the last where it comes to.
    await move('b', { assignment_group_id: two.id });
    await is('a', 'cb');
    await move('c', { assignment_group_id: one.id });
    await is('ac', 'b');
  });
});

describe('what is never dropped', () => {
  const rules = async (id: number) => (await server.admin.get(path(id)).expect(200)).body.rules;

  // assignments#50, conventions#51
  test('is of the group, and leaves the rules when it leaves the group', async () => {
    const [one, two] = [await group({ name: 'one' }), await group({ name: 'two' })];
    const made: number[] = [];
    for (let i = 0; i < 3; i++) made.push((await assignment(server, courseId)).id);
    const [a, b, c] = made;
    const set = { drop_lowest: 1, never_drop: made };
    expect((await put(one.id, { rules: set })).body.rules).toEqual(set);
    expect((await put(one.id, { rules: { ...set, never_drop: [...made, ...made] } })).body.rules).toEqual(set);
    expect(await put(two.id, { rules: set })).toMatchObject(blamed('never_drop'));
    await server.admin.put(`/courses/${courseId}/assignments/${a}`, { assignment: { assignment_group_id: two.id } }).expect(200);
    expect(await rules(one.id)).toEqual({ drop_lowest: 1, never_drop: [b, c] });
    const asText = await server.admin.get(path(one.id)).set('accept', 'application/json+canvas-string-ids').expect(200);
    expect(asText.body.rules).toEqual({ drop_lowest: 1, never_drop: [String(b), String(c)] });
    await server.admin.delete(`/courses/${courseId}/assignments/${b}`).expect(200);
    expect(await rules(one.id)).toEqual({ drop_lowest: 1, never_drop: [c] });
    await server.admin.put(`/courses/${courseId}/assignments/${c}`, { assignment: { assignment_group_id: two.id } }).expect(200);
    expect(await rules(one.id)).toEqual({ drop_lowest: 1 });
  });
});

describe('a group that is deleted', () => {
  // assignments#53
  test('takes its assignments along, and is answered as it was', async () => {
    const [one] = [await group({ name: 'one' }), await group({ name: 'two' })];
    const { id } = await assignment(server, courseId);
    expect((await server.admin.delete(path(one.id)).expect(200)).body).toEqual(one);
    expect((await server.admin.get(`/courses/${courseId}/assignments/${id}`)).status).toBe(404);
    expect(await order()).toEqual(['two']);
  });

  // assignments#53
  test.each(['move_assignment_to', 'move_assignments_to'])('leaves them to the one that %s names', async (parameter) => {
    const [one, two] = [await group({ name: 'one' }), await group({ name: 'two' })];
    await assignment(server, courseId, { name: 'b', published: false });
    await assignment(server, courseId, { name: 'c' });
    await assignment(server, courseId, { name: 'a', assignment_group_id: two.id });
    await server.admin.delete(path(one.id), { [parameter]: two.id }).expect(200);
    expect(await contents()).toEqual({ two: ['a', 'b', 'c'] });
  });

  // assignments#54
  test('is not, where the other is none', async () => {
    const [one, gone] = [await group({ name: 'one' }), await group({ name: 'two' })];
    await assignment(server, courseId, { name: 'a' });
    await server.admin.delete(path(gone.id)).expect(200);
    for (const to of [one.id, gone.id, NONE])
      expect((await server.admin.delete(path(one.id), { move_assignment_to: to })).status).toBe(404);
    expect(await server.admin.delete(path(one.id), { move_assignment_to: 'away' })).toMatchObject(blamed('move_assignment_to'));
    expect(await contents()).toEqual({ one: ['a'] });
  });
});

describe('assignments in their groups', () => {
  let at: School;
  beforeAll(async () => {
    at = await school(server);
  });

  // assignments#52
  test('come where they are asked for, as the caller sees them', async () => {
    courseId = at.course.id;
    const labs = await group({ name: 'Labs' });
    const due = await assignment(server, courseId, { name: 'Due', due_at: day(15) });
    await override(server, courseId, due.id, { student_ids: [at.student.id], title: 'T', due_at: day(20) });
    await assignment(server, courseId, { name: 'Later', unlock_at: day(1), description: '<p>later</p>' });
    await assignment(server, courseId, { name: 'Draft', published: false });
    const seen = async (by: Client, query: Fields = {}) => {
      const [one] = await list({ include: ['assignments'], ...query }, by);
      const shown = await made(by.get(path(labs.id), { include: ['assignments'], ...query }), Group);
      expect(one).toEqual(shown);
      expect(Object.keys(shown).toSorted()).toEqual(['assignments', 'group_weight', 'id', 'name', 'position', 'rules']);
      return one?.assignments?.map((row) => [row.name, row['due_at'], row['locked_for_user']]);
    };
    const later = ['Later', null, true];
    expect(await seen(at.student.client)).toEqual([['Due', day(20), false], later]);
    expect(await seen(at.student2.client)).toEqual([['Due', day(15), false], later]);
    expect(await seen(at.observer.client, { override_assignment_dates: false })).toEqual([['Due', day(15), false], later]);
    expect(await seen(at.teacher.client)).toEqual([
      ['Due', day(20), false],
      ['Later', null, false],
      ['Draft', null, false],
    ]);
    const talk = await assignment(server, courseId, { name: 'Talk', submission_types: ['discussion_topic'] });
    const topics = async (...include: string[]) =>
      (await list({ include })).flatMap((one) => one.assignments?.filter((row) => 'discussion_topic' in row).map((row) => row.id));
    expect([await topics('assignments'), await topics('assignments', 'discussion_topic')]).toEqual([[], [talk.id]]);
    for (const row of [...(await list()), ...(await list({ include: ['discussion_topic'] }))])
      expect(row).not.toHaveProperty('assignments');
  });

  // assignments#2
  test('of a completed course are read by former members, and changed by administrators', async () => {
    courseId = at.course.id;
    const { id } = await group({ name: 'Kept' });
    await server.admin.delete(`/courses/${courseId}`, { event: 'conclude' }).expect(200);
    for (const by of [at.teacher.client, at.student.client]) {
      await by.get(path(id)).expect(200);
      for (const answer of [await by.post(path()), await by.put(path(id), {}), await by.delete(path(id))]) expect(answer.status).toBe(401);
    }
    await put(id, { name: 'Changed' }).expect(200);
  });
});

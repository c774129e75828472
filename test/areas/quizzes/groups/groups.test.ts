import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { QuizGroup, QuizGroups, QuizQuestion } from '../../../../src/areas/quizzes/schemas.ts';
import type { Fields } from '../../../helpers/form.ts';
import { assignmentOf, question, quiz, quizzesOf, see } from '../../../helpers/quizzes.ts';
import { refusedFields } from '../../../helpers/refusals.ts';
import { course, enroll, made, person } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();

async function draft(fields: Fields = {}) {
  const { id } = await course(server);
  const one = await quiz(server.admin, id, fields);
  const path = quizzesOf(id, one.id);
  return {
    course: id,
    id: one.id,
    path,
    add: (sent: Fields = {}) => question(server.admin, id, one.id, sent),
    group: async (sent: Fields = {}) => {
      const [made_] = (await made(server.admin.post(`${path}/groups`, { quiz_groups: [sent] }), QuizGroups)).quiz_groups;
      if (!made_) throw new Error('no group was answered');
      return made_;
    },
    groups: async () => (await made(server.admin.get(`${path}/groups`), QuizGroups)).quiz_groups,
    ids: async () => (await made(server.admin.get(`${path}/questions`), z.array(QuizQuestion))).map((row) => row.id),
    see: () => see(server.admin, id, one.id),
  };
}

describe('a group of questions', () => {
  // quizzes#99, quizzes#100
  test('is made with defaults, several at once in their order, as a form too, and is shown, changed and deleted', async () => {
    const here = await draft();
    const one = await here.group();
    expect(one).toEqual({
      id: one.id,
      quiz_id: here.id,
      name: 'Group',
      pick_count: 1,
      question_points: 1,
      assessment_question_bank_id: null,
      position: 1,
    });
    const sent = [
      { name: 'B', pick_count: 2, question_points: 1.5 },
      { name: 'A', pick_count: 0 },
    ];
    const { quiz_groups: more } = await made(server.admin.postForm(`${here.path}/groups`, { quiz_groups: sent }), QuizGroups);
    expect(more.map(({ name, position, pick_count: picks, question_points: points }) => [name, position, picks, points])).toEqual([
      ['B', 2, 2, 1.5],
      ['A', 3, 0, 1],
    ]);
    expect(await made(server.admin.get(`${here.path}/groups/${one.id}`), QuizGroup)).toEqual(one);
    const changed = await made(server.admin.put(`${here.path}/groups/${one.id}`, { quiz_groups: [{ pick_count: 4 }] }), QuizGroups);
    expect(changed.quiz_groups).toEqual([{ ...one, pick_count: 4 }]);
    await server.admin.delete(`${here.path}/groups/${one.id}`).expect(204);
    await server.admin.get(`${here.path}/groups/${one.id}`).expect(404);
    await server.admin.delete(`${here.path}/groups/${one.id}`).expect(404);
    await server.admin.put(`${here.path}/groups/${one.id}`, { quiz_groups: [{ name: 'x' }] }).expect(404);
    expect((await here.groups()).map(({ name, position }) => [name, position])).toEqual([
      ['B', 1],
      ['A', 2],
    ]);
    const other = await draft();
    await server.admin.get(`${other.path}/groups/${more[0]?.id}`).expect(404);
    await server.admin.delete(`${other.path}/groups/${more[0]?.id}`).expect(404);
  });

  // quizzes#100
  test.each<[string, Fields[]]>([
    ['no group', []],
    ['a negative count', [{ pick_count: -1 }]],
    ['too large a count', [{ pick_count: 1001 }]],
    ['no number of points', [{ question_points: 'many' }]],
    ['too many points', [{ question_points: 1_000_001 }]],
    ['a bank', [{ assessment_question_bank_id: 3 }]],
    ['one wrong one among others', [{ name: 'right' }, { name: 'x'.repeat(256) }]],
    ['too many', Array.from({ length: 101 }, () => ({ name: 'x' }))],
  ])('with %s is refused, and none is made', async (_, sent) => {
    const here = await draft();
    expect(refusedFields(await server.admin.post(`${here.path}/groups`, { quiz_groups: sent }))).toEqual(['quiz_groups']);
    expect(await here.groups()).toEqual([]);
    const one = await here.group();
    expect(refusedFields(await server.admin.put(`${here.path}/groups/${one.id}`, { quiz_groups: sent }))).toEqual(['quiz_groups']);
    expect(await here.groups()).toEqual([one]);
  });

  // quizzes#34, quizzes#101, quizzes#24
  test('counts for what is drawn of it, in the quiz and its assignment', async () => {
    const here = await draft({ published: true });
    await here.add({ points_possible: 5 });
    const group = await here.group({ pick_count: 2, question_points: 0.1 });
    const counted = async () => {
      const { question_count: questions, points_possible: points } = await here.see();
      return [questions, points];
    };
    expect(await counted()).toEqual([1, 5]);
    const first = await here.add({ quiz_group_id: group.id, points_possible: 50 });
    expect(first).toMatchObject({ quiz_group_id: group.id, points_possible: 0.1, position: 1 });
    expect(await counted()).toEqual([2, 5.1]);
    for (const _ of [1, 2]) await here.add({ quiz_group_id: group.id });
    expect(await counted()).toEqual([3, 5.2]);
    await server.admin.put(`${here.path}/groups/${group.id}`, { quiz_groups: [{ pick_count: 3, question_points: 2 }] }).expect(200);
    expect(await counted()).toEqual([4, 11]);
    expect(await assignmentOf(server.admin, here.course, here.id)).toMatchObject({ points_possible: 11 });
    const left = { question: { quiz_group_id: '' } };
    expect(await made(server.admin.put(`${here.path}/questions/${first.id}`, left), QuizQuestion)).toMatchObject({
      quiz_group_id: null,
      points_possible: 50,
      position: 3,
    });
    expect(await counted()).toEqual([4, 59]);
    await server.admin.delete(`${here.path}/groups/${group.id}`).expect(204);
    expect(await counted()).toEqual([2, 55]);
    expect(await here.ids()).toHaveLength(2);
  });

  // quizzes#103
  test('holds questions of its quiz, and no texts', async () => {
    const here = await draft();
    const group = await here.group();
    const other = await (await draft()).group();
    const text = { question_type: 'text_only_question', answers: [] };
    const create = (sent: Fields) => server.admin.post(`${here.path}/questions`, { question: sent });
    expect(refusedFields(await create({ quiz_group_id: other.id }))).toEqual(['quiz_group_id']);
    expect(refusedFields(await create({ quiz_group_id: 'first' }))).toEqual(['quiz_group_id']);
    expect(refusedFields(await create({ ...text, quiz_group_id: group.id }))).toEqual(['quiz_group_id']);
    expect(await here.ids()).toEqual([]);
    const one = await here.add({ quiz_group_id: group.id });
    const update = (sent: Fields) => server.admin.put(`${here.path}/questions/${one.id}`, { question: sent });
    expect(refusedFields(await update(text))).toEqual(['quiz_group_id']);
    expect(refusedFields(await update({ quiz_group_id: other.id }))).toEqual(['quiz_group_id']);
    await update({ question_name: 'Other' }).expect(200);
    expect(await made(server.admin.get(`${here.path}/questions/${one.id}`), QuizQuestion)).toMatchObject({
      question_name: 'Other',
      question_type: 'multiple_choice_question',
      quiz_group_id: group.id,
    });
  });
});

// access#10, quizzes#99
test('groups are read on by who could edit them when their course was concluded, and by nobody else', async () => {
  const here = await draft();
  const group = await here.group();
  const [teacher, student] = [await person(server), await person(server)];
  await enroll(server, here.course, teacher.id, 'TeacherEnrollment');
  await enroll(server, here.course, student.id, 'StudentEnrollment');
  await server.admin.put(`/courses/${here.course}`, { course: { event: 'conclude' } }).expect(200);
  expect(await made(teacher.client.get(`${here.path}/groups`), QuizGroups)).toEqual({ quiz_groups: [group] });
  expect(await made(teacher.client.get(`${here.path}/groups/${group.id}`), QuizGroup)).toEqual(group);
  await teacher.client.put(`${here.path}/groups/${group.id}`, { quiz_groups: [{ name: 'Late' }] }).expect(401);
  for (const path of ['groups', `groups/${group.id}`]) await student.client.get(`${here.path}/${path}`).expect(401);
});

describe('the order of a quiz', () => {
  // quizzes#33, quizzes#104
  test('is what is sent, of questions and groups', async () => {
    const here = await draft();
    const [a, b] = [await here.add(), await here.add()];
    const group = await here.group();
    const [c, d] = [await here.add({ quiz_group_id: group.id }), await here.add({ quiz_group_id: group.id })];
    expect(await here.ids()).toEqual([a.id, b.id, c.id, d.id]);
    const order = [{ type: 'group', id: group.id }, { id: b.id }];
    await server.admin.post(`${here.path}/reorder`, { order }).expect(204);
    expect(await here.ids()).toEqual([c.id, d.id, b.id, a.id]);
    await server.admin
      .postForm(`${here.path}/groups/${group.id}/reorder`, { order: [{ type: 'question', id: d.id }, { id: a.id }] })
      .expect(204);
    expect(await here.ids()).toEqual([d.id, a.id, c.id, b.id]);
    expect(await here.see()).toMatchObject({ question_count: 2, points_possible: 6 });
    await server.admin.post(`${here.path}/reorder`, { order: [{ id: b.id }, { id: a.id }] }).expect(204);
    expect(await here.ids()).toEqual([b.id, a.id, d.id, c.id]);
    expect(await here.see()).toMatchObject({ question_count: 3, points_possible: 11 });
  });

  // quizzes#104
  test('is not changed by what is wrong', async () => {
    const here = await draft();
    const [a, b] = [await here.add(), await here.add()];
    const text = await here.add({ question_type: 'text_only_question', answers: [] });
    const group = await here.group();
    const other = await draft();
    const foreign = await other.add();
    const before = await here.ids();
    const wrong: unknown[] = [
      [],
      [{ id: b.id }, { id: b.id }],
      [{ id: b.id }, { id: foreign.id }],
      [{ id: b.id }, { type: 'group', id: b.id + 1_000_000 }],
      [{ type: 'page', id: b.id }],
      [{ type: 'question' }],
      'second',
    ];
    for (const path of [`${here.path}/reorder`, `${here.path}/groups/${group.id}/reorder`])
      for (const order of wrong)
        expect(refusedFields(await server.admin.post(path, { order } as Fields)), JSON.stringify(order)).toEqual(['order']);
    const into = `${here.path}/groups/${group.id}/reorder`;
    expect(refusedFields(await server.admin.post(into, { order: [{ id: a.id }, { id: text.id }] }))).toEqual(['order']);
    expect(refusedFields(await server.admin.post(into, { order: [{ type: 'group', id: group.id }] }))).toEqual(['order']);
    expect(await here.ids()).toEqual(before);
    await server.admin.post(`${other.path}/groups/${group.id}/reorder`, { order: [{ id: foreign.id }] }).expect(404);
    await server.admin.post(`${here.path}99999/reorder`, { order: [{ id: a.id }] }).expect(404);
  });

  // quizzes#104
  test('is written by as many statements for many as for few', async () => {
    const here = await draft();
    const group = await here.group();
    const reorder = async () => {
      const ids = await here.ids();
      const order = ids.toReversed().map((id) => ({ id }));
      return server.statements(() => server.admin.post(`${here.path}/groups/${group.id}/reorder`, { order }).expect(204));
    };
    for (const _ of [1, 2]) await here.add();
    await reorder();
    const few = await reorder();
    for (const _ of [1, 2, 3, 4, 5, 6]) await here.add();
    expect(await reorder()).toBe(few);
  });
});

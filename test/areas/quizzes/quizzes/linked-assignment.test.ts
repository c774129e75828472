import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { QuizGroups } from '../../../../src/areas/quizzes/schemas.ts';
import { blamed, day, Shown } from '../../../helpers/assignments.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import type { Fields } from '../../../helpers/form.ts';
import { assignmentOf, change, exam, listed, question, quiz, quizzesOf, see } from '../../../helpers/quizzes.ts';
import { course, made, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';
import { grade } from '../../../helpers/submissions.ts';

const server = useServer();
const WithQuiz = Shown.extend({
  quiz_id: z.int(),
  published: z.boolean(),
  points_possible: z.number().nullable(),
  description: z.string().nullable(),
  anonymous_submissions: z.boolean(),
});
const QUIZ = { submission_types: ['online_quiz'] };
const STARTED = {
  errors: { published: [{ attribute: 'published', type: 'invalid', message: "Can't unpublish if there are student submissions" }] },
};

const make = (courseId: number, fields: Fields = {}) =>
  made(server.admin.post(`/courses/${courseId}/assignments`, { assignment: { ...QUIZ, ...fields } }), WithQuiz);
const edit = (courseId: number, id: number, fields: Fields, by: Client = server.admin) =>
  by.put(`/courses/${courseId}/assignments/${id}`, { assignment: fields });
const show = (courseId: number, id: number) => made(server.admin.get(`/courses/${courseId}/assignments/${id}`), WithQuiz);
async function group(courseId: number, quizId: number, fields: Fields = {}) {
  const [one] = (await made(server.admin.post(`${quizzesOf(courseId, quizId)}/groups`, { quiz_groups: [fields] }), QuizGroups)).quiz_groups;
  if (!one) throw new Error('no group was answered');
  return one;
}
/** What both sides have alike. */
const sides = async (courseId: number, id: number) => {
  const one = await show(courseId, id);
  const other = await see(server.admin, courseId, one.quiz_id);
  return [
    {
      title: one.name,
      description: one.description,
      points: one.points_possible,
      due: one.due_at,
      unlock: one.unlock_at,
      lock: one.lock_at,
      published: one.published,
      group: one.assignment_group_id,
    },
    {
      title: other.title,
      description: other.description,
      points: other.points_possible,
      due: other.due_at,
      unlock: other.unlock_at,
      lock: other.lock_at,
      published: other.published,
      group: other.assignment_group_id,
    },
  ];
};

describe('an assignment of type online_quiz', () => {
  // assignments#27, quizzes#22, quizzes#23, quizzes#24
  test('makes its quiz, and each follows the other', async () => {
    const { id } = await course(server);
    const dates = { unlock_at: day(1), due_at: day(2), lock_at: day(3) };
    const one = await make(id, { name: 'Quiz', description: '<p>About</p>', points_possible: 7, published: false, ...dates });
    expect(one.anonymous_submissions).toBe(false);
    const same = async (wanted: object) => {
      const [here, there] = await sides(id, one.id);
      expect(here).toEqual(there);
      expect(here).toMatchObject(wanted);
    };
    await same({ title: 'Quiz', description: '<p>About</p>', points: 7, due: day(2), unlock: day(1), lock: day(3), published: false });
    await edit(id, one.id, { name: 'Exam', description: '', points_possible: 9, lock_at: '2040-05-04', published: true }).expect(200);
    await same({ title: 'Exam', description: null, points: 9, lock: '2040-05-04T23:59:59Z', published: true });
    await change(server.admin, id, one.quiz_id, { title: 'Final', description: 'Text', due_at: day(3), published: false });
    await same({ title: 'Final', description: 'Text', due: day(3), published: false });
    await question(server.admin, id, one.quiz_id, { points_possible: 2.5 });
    await question(server.admin, id, one.quiz_id, { points_possible: 0.1 });
    await same({ points: 2.6 });
    await edit(id, one.id, { points_possible: 100 }).expect(200);
    await same({ points: 2.6 });
    expect(await listed(server.admin, id)).toHaveLength(1);
  });

  // quizzes#24
  test('keeps its points while its quiz has no question: texts and groups of which nothing is drawn are none', async () => {
    const at = await school(server);
    const id = at.course.id;
    const one = await make(id, { points_possible: 10 });
    const graded = `/courses/${id}/assignments/${one.id}/submissions/${at.student.id}`;
    await at.teacher.client.put(graded, { submission: { posted_grade: '50%' } }).expect(200);
    const points = async () => {
      const [here, there] = await sides(id, one.id);
      const { score } = (await at.teacher.client.get(graded).expect(200)).body;
      return [here?.points, there?.points, score];
    };
    const text = await question(server.admin, id, one.quiz_id, { question_type: 'text_only_question', answers: [] });
    expect(await points()).toEqual([10, 10, 5]);
    await group(id, one.quiz_id, { pick_count: 2, question_points: 3 });
    expect(await points()).toEqual([10, 10, 5]);
    await edit(id, one.id, { points_possible: 20 }).expect(200);
    expect(await points()).toEqual([20, 20, 5]);
    await server.admin.delete(`${quizzesOf(id, one.quiz_id)}/questions/${text.id}`).expect(200);
    expect(await points()).toEqual([20, 20, 5]);
    const only = await question(server.admin, id, one.quiz_id, { points_possible: 0 });
    expect(await points()).toEqual([0, 0, 5]);
    await edit(id, one.id, { points_possible: 30 }).expect(200);
    await server.admin.delete(`${quizzesOf(id, one.quiz_id)}/questions/${only.id}`).expect(200);
    expect(await points()).toEqual([0, 0, 5]);
  });

  // quizzes#22
  test('that is published opens its quiz, with its questions', async () => {
    const at = await school(server);
    const one = await make(at.course.id, { published: false });
    await question(server.admin, at.course.id, one.quiz_id);
    const path = quizzesOf(at.course.id, one.quiz_id);
    await at.student.client.post(`${path}/submissions`).expect(404);
    await edit(at.course.id, one.id, { published: true }).expect(200);
    await at.student.client.post(`${path}/submissions`).expect(200);
    expect((await at.student.client.get(`${path}/questions`).expect(200)).body).toHaveLength(1);
  });

  // quizzes#26
  test('is deleted with its quiz, alone and with its group', async () => {
    const { id } = await course(server);
    const [one, two] = [await make(id), await make(id)];
    await server.admin.delete(`/courses/${id}/assignments/${one.id}`).expect(200);
    await server.admin.get(quizzesOf(id, one.quiz_id)).expect(404);
    await server.admin.delete(`/courses/${id}/assignment_groups/${two.assignment_group_id}`).expect(200);
    await server.admin.get(quizzesOf(id, two.quiz_id)).expect(404);
  });

  // quizzes#26
  test('that becomes of another type deletes an empty quiz, and unlinks one with questions', async () => {
    const { id } = await course(server);
    const [one, two] = [await make(id), await make(id)];
    await question(server.admin, id, two.quiz_id);
    for (const { id: own } of [one, two]) await edit(id, own, { submission_types: ['on_paper'] }).expect(200);
    await server.admin.get(quizzesOf(id, one.quiz_id)).expect(404);
    expect(await see(server.admin, id, two.quiz_id)).toMatchObject({ assignment_id: null, question_count: 1 });
    await edit(id, one.id, QUIZ).expect(200);
    expect((await show(id, one.id)).quiz_id).not.toBe(one.quiz_id);
  });

  // quizzes#26
  test('that becomes of another type unlinks a quiz with content of which an attempt counts nothing', async () => {
    const { id } = await course(server);
    const [text, empty, undrawn] = [await make(id), await make(id), await make(id)];
    await question(server.admin, id, text.quiz_id, { question_type: 'text_only_question', answers: [] });
    await group(id, empty.quiz_id);
    const { id: groupId } = await group(id, undrawn.quiz_id, { pick_count: 0 });
    await question(server.admin, id, undrawn.quiz_id, { quiz_group_id: groupId });
    for (const one of [text, empty, undrawn]) {
      await edit(id, one.id, { submission_types: ['on_paper'] }).expect(200);
      expect(await see(server.admin, id, one.quiz_id)).toMatchObject({ assignment_id: null, question_count: 0 });
    }
  });

  // quizzes#19
  test('is not unpublished once a student has begun: nothing of the request is saved', async () => {
    const here = await exam(server);
    const found = await assignmentOf(server.admin, here.id, here.quiz.id);
    await here.begin(here.one);
    const { status, body } = await edit(here.id, found?.id ?? 0, { name: 'Other', published: false });
    expect({ status, body }).toEqual(blamed('published'));
    const [one, other] = await sides(here.id, found?.id ?? 0);
    expect([one?.title, one?.published, other?.published]).toEqual([here.quiz.title, true, true]);
  });

  // quizzes#25
  test('whose points are frozen keeps them: questions that would change them are for administrators', async () => {
    const at = await school(server);
    const settings = { freezer_available: true, frozen_attributes: ['points_possible'] };
    await server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings } }).expect(200);
    const one = await make(at.course.id, { points_possible: 3, frozen: true });
    const questions = `${quizzesOf(at.course.id, one.quiz_id)}/questions`;
    const { status, body } = await at.teacher.client.post(questions, { question: { points_possible: 4 } });
    expect({ status, body }).toEqual(blamed('points_possible'));
    expect((await server.admin.get(questions).expect(200)).body).toEqual([]);
    await question(server.admin, at.course.id, one.quiz_id, { points_possible: 4 });
    expect((await show(at.course.id, one.id)).points_possible).toBe(4);
  });
});

describe('a quiz', () => {
  // quizzes#21
  test('gets its assignment when it is first published, if it is graded', async () => {
    const { id } = await course(server);
    for (const [type, graded] of Object.entries({ assignment: true, graded_survey: true, practice_quiz: false, survey: false })) {
      const one = await quiz(server.admin, id, { quiz_type: type });
      await question(server.admin, id, one.id, { points_possible: 3 });
      expect(await assignmentOf(server.admin, id, one.id)).toBeUndefined();
      const { assignment_id: assignmentId } = await change(server.admin, id, one.id, { published: true });
      const found = await assignmentOf(server.admin, id, one.id);
      expect([found?.id ?? null, found?.['points_possible']]).toEqual([assignmentId, graded ? 3 : undefined]);
      await change(server.admin, id, one.id, { published: false });
      await change(server.admin, id, one.id, { published: true });
      expect((await assignmentOf(server.admin, id, one.id))?.id ?? null).toBe(assignmentId);
    }
  });

  // quizzes#27
  test('loses it where it is no longer graded, but not once it has been taken for a grade', async () => {
    const here = await exam(server);
    await change(server.admin, here.id, here.quiz.id, { quiz_type: 'practice_quiz' });
    expect(await assignmentOf(server.admin, here.id, here.quiz.id)).toBeUndefined();
    await here.take(here.one);
    const graded = await change(server.admin, here.id, here.quiz.id, { quiz_type: 'assignment' });
    expect((await assignmentOf(server.admin, here.id, here.quiz.id))?.id).toBe(graded.assignment_id);
    const { status, body } = await here.teacher.client.put(here.path, { quiz: { quiz_type: 'survey', title: 'Other' } });
    expect({ status, body }).toEqual(blamed('quiz_type'));
    expect((await see(server.admin, here.id, here.quiz.id)).title).toBe(here.quiz.title);
  });

  // quizzes#19
  test('is published and unpublished while nobody has begun it; then it is refused, and nothing saved', async () => {
    const here = await exam(server);
    expect((await change(server.admin, here.id, here.quiz.id, { published: false, title: 'Draft' })).published).toBe(false);
    await change(server.admin, here.id, here.quiz.id, { published: true });
    await here.begin(here.one);
    const refused = await server.admin.put(here.path, { quiz: { published: false, title: 'Other', time_limit: 3 } }).expect(400);
    expect(refused.body).toEqual(STARTED);
    expect(await see(server.admin, here.id, here.quiz.id)).toMatchObject({ published: true, title: 'Draft', time_limit: null });
    await change(server.admin, here.id, here.quiz.id, { title: 'Other', published: true });
  });

  // quizzes#19, quizzes#27
  test('stays published, and graded, while a student who has not begun it has a grade', async () => {
    const here = await exam(server);
    const { id, quiz: one, path } = here;
    const assignmentId = one.assignment_id ?? 0;
    await grade(id, assignmentId, here.one.id, 3, here.teacher.client);
    expect((await here.teacher.client.put(path, { quiz: { published: false, title: 'Other' } }).expect(400)).body).toEqual(STARTED);
    expect((await edit(id, assignmentId, { published: false, name: 'Other' }).expect(400)).body).toEqual(STARTED);
    const { status, body } = await here.teacher.client.put(path, { quiz: { quiz_type: 'survey' } });
    expect({ status, body }).toEqual(blamed('quiz_type'));
    expect(await see(server.admin, id, one.id)).toMatchObject({ published: true, title: one.title, assignment_id: assignmentId });
    await grade(id, assignmentId, here.one.id, '', here.teacher.client);
    expect(await change(server.admin, id, one.id, { published: false })).toMatchObject({ published: false });
  });

  // quizzes#19, quizzes#27
  test.each<[string, Fields]>([
    ['published', { published: false }],
    ['graded', { quiz_type: 'survey' }],
  ])('stays %s where a student is given a grade at the same time', async (_what, changes) => {
    const { id, quiz: one, path, one: student, teacher } = await exam(server);
    const assignmentId = one.assignment_id ?? 0;
    const statuses = await atOnce(server, `select from assignments where id = ${assignmentId} for update`, [
      async () =>
        (
          await teacher.client.put(`/courses/${id}/assignments/${assignmentId}/submissions/${student.id}`, {
            submission: { posted_grade: '3' },
          })
        ).status,
      async () => (await teacher.client.put(path, { quiz: changes })).status,
    ]);
    expect(statuses).toEqual([200, 400]);
    expect(await see(server.admin, id, one.id)).toMatchObject({ published: true, quiz_type: 'assignment', assignment_id: assignmentId });
  });

  // quizzes#12
  test('says what is wrong with it in its own words', async () => {
    const { id } = await course(server);
    const one = await quiz(server.admin, id, { published: true });
    const { status, body } = await server.admin.put(quizzesOf(id, one.id), { quiz: { due_at: day(5), lock_at: day(4) } });
    expect({ status, body }).toEqual(blamed('lock_at'));
    await server.admin.put(quizzesOf(id, one.id), { quiz: { title: 'x'.repeat(300) } }).expect(400);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { QuizQuestion } from '../../../../src/areas/quizzes/schemas.ts';
import { blamed, NONE } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { change, exam, idOf, question, quiz, quizzesOf, see } from '../../../helpers/quizzes.ts';
import { NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { course, made } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();
const questions = (by: Client, path: string, query: Fields = {}) => made(by.get(`${path}/questions`, query), z.array(QuizQuestion));

async function draft() {
  const { id } = await course(server);
  const one = await quiz(server.admin, id);
  const path = quizzesOf(id, one.id);
  const ids = async () => (await questions(server.admin, path)).map((row) => row.id);
  return { course: id, id: one.id, path, ids, add: (fields: Fields = {}) => question(server.admin, id, one.id, fields) };
}

describe('a question', () => {
  // quizzes#30, quizzes#31, quizzes#32, quizzes#40
  test('is what was sent, as a form too', async () => {
    const { path, id } = await draft();
    const sent = {
      question_name: 'First',
      question_text: '<p>Which?</p><script>x()</script>',
      question_type: 'multiple_choice_question',
      points_possible: 2.5,
      answers: [{ answer_text: 'Yes', answer_weight: 100, answer_comments: 'Good' }, { answer_text: 'No' }],
    };
    const shown = {
      id: expect.any(Number),
      quiz_id: id,
      quiz_group_id: null,
      position: 1,
      ...sent,
      question_text: '<p>Which?</p>',
      answers: [
        { id: expect.any(Number), answer_text: 'Yes', answer_weight: 100, answer_comments: 'Good' },
        { id: expect.any(Number), answer_text: 'No', answer_weight: 0 },
      ],
    };
    const one = await made(server.admin.post(`${path}/questions`, { question: sent }), QuizQuestion);
    expect(one).toEqual(shown);
    expect(await made(server.admin.postForm(`${path}/questions`, { question: sent }), QuizQuestion)).toEqual({ ...shown, position: 2 });
    expect(await made(server.admin.get(`${path}/questions/${one.id}`), QuizQuestion)).toEqual(one);
  });

  // quizzes#31
  test('of which nothing is said has defaults', async () => {
    const { path, id } = await draft();
    const one = await made(server.admin.post(`${path}/questions`), QuizQuestion);
    expect(one).toEqual({
      id: one.id,
      quiz_id: id,
      quiz_group_id: null,
      position: 1,
      question_name: 'Question',
      question_text: null,
      question_type: 'multiple_choice_question',
      points_possible: 0,
      answers: [],
    });
  });

  // quizzes#32
  test.each<[string, Fields]>([
    ['question_type', { question_type: 'riddle_question' }],
    ['points_possible', { points_possible: -1 }],
    ['points_possible', { points_possible: 'many' }],
    ['answers', { answers: 'yes' }],
    ['answers', { answers: [{ answer_weight: 200 }] }],
    ['answers', { question_type: 'numerical_question', answers: [{ answer_text: '5' }] }],
    ['position', { position: 'first' }],
  ])('is refused by its %s: %j, and nothing changes', async (field, sent) => {
    const { path, add, course, id } = await draft();
    const one = await add({ points_possible: 3 });
    for (const request of [
      server.admin.post(`${path}/questions`, { question: { points_possible: 1, ...sent } }),
      server.admin.put(`${path}/questions/${one.id}`, { question: { points_possible: 1, ...sent } }),
    ]) {
      const { status, body } = await request;
      expect({ status, body }).toEqual(blamed(field));
    }
    expect(await questions(server.admin, path)).toEqual([one]);
    expect(await see(server.admin, course, id)).toMatchObject({ question_count: 1, points_possible: 3 });
  });

  // quizzes#33, quizzes#40
  test('stands where it is put: positions stay 1 to n', async () => {
    const { path, ids, add } = await draft();
    const [a, b, c] = [await add(), await add(), await add({ position: 1 })];
    expect(await ids()).toEqual([c.id, a.id, b.id]);
    await server.admin.put(`${path}/questions/${c.id}`, { question: { position: 99_999_999_999 } }).expect(200);
    expect(await ids()).toEqual([a.id, b.id, c.id]);
    await server.admin.delete(`${path}/questions/${a.id}`).expect(200);
    expect((await questions(server.admin, path)).map((row) => [row.id, row.position])).toEqual([
      [b.id, 1],
      [c.id, 2],
    ]);
    expect((await questions(server.admin, path, { per_page: 1, page: 2 })).map((row) => row.id)).toEqual([c.id]);
  });

  // quizzes#30, quizzes#34
  test('counts, with its points, unless it is a text alone', async () => {
    const { course, id, path, add } = await draft();
    const [one] = [await add({ points_possible: 0.1 }), await add({ points_possible: 0.2 })];
    await add({ question_type: 'text_only_question', points_possible: 7, answers: [] });
    expect(await see(server.admin, course, id)).toMatchObject({ question_count: 2, points_possible: 0.3 });
    await server.admin.put(`${path}/questions/${one.id}`, { question: { question_type: 'text_only_question' } }).expect(200);
    expect(await see(server.admin, course, id)).toMatchObject({ question_count: 1, points_possible: 0.2 });
    const before = await made(server.admin.get(`${path}/questions/${one.id}`), QuizQuestion);
    expect((await server.admin.delete(`${path}/questions/${one.id}`).expect(200)).body).toEqual(before);
    await server.admin.delete(`${path}/questions/${one.id}`).expect(404);
    await server.admin.put(`${path}/questions/${NONE}`, { question: {} }).expect(404);
  });

  // quizzes#37
  test('keeps answers that are not sent, and replaces those that are', async () => {
    const { path, add } = await draft();
    const one = await add();
    const put = (fields: Fields) => made(server.admin.put(`${path}/questions/${one.id}`, { question: fields }), QuizQuestion);
    expect(await put({ question_name: 'Other' })).toEqual({ ...one, question_name: 'Other' });
    const right = { id: idOf(one, 'Right'), answer_text: 'Righter', answer_weight: 100 };
    expect((await put({ answers: [right, { answer_text: 'New' }] })).answers).toEqual([
      right,
      { id: expect.any(Number), answer_text: 'New', answer_weight: 0 },
    ]);
    expect((await put({ answers: [] })).answers).toEqual([]);
  });

  // quizzes#34
  test('many at once all count', async () => {
    const { course, id, ids, add } = await draft();
    await change(server.admin, course, id, { published: true });
    await Promise.all(Array.from({ length: 6 }, () => add({ points_possible: 1.5 })));
    expect(await see(server.admin, course, id)).toMatchObject({ question_count: 6, points_possible: 9 });
    expect(new Set(await ids()).size).toBe(6);
  });
});

describe('students read questions', () => {
  // quizzes#41, quizzes#42
  test('in an attempt of their own, and after it: not before, and observers never', async () => {
    const here = await exam(server, {}, [
      {},
      { question_type: 'short_answer_question', answers: [{ answer_text: 'xyzzy', answer_comments: 'plugh' }] },
    ]);
    const refused = async (by: Client) => {
      for (const path of [`${here.path}/questions`, `${here.path}/questions/${here.first.id}`])
        expect((await by.get(path).expect(401)).body).toEqual(NOT_PERMITTED);
    };
    await refused(here.one.client);
    const attempt = await here.begin(here.one);
    const running = await here.one.client.get(`${here.path}/questions`).expect(200);
    expect(running.body).toHaveLength(2);
    expect(running.text).not.toMatch(/weight|xyzzy|plugh/);
    await refused(here.two.client);
    await here.complete(here.one, attempt);
    expect((await here.one.client.get(`${here.path}/questions`).expect(200)).body).toEqual(here.questions);
    await here.one.client.get(`${here.path}/questions/${NONE}`).expect(404);
  });

  // quizzes#41, quizzes#43
  test('after it as hide_results and show_correct_answers allow', async () => {
    const always = await exam(server, { hide_results: 'always' });
    await always.take(always.one);
    await always.one.client.get(`${always.path}/questions`).expect(401);
    const incorrect = await exam(server, { show_correct_answers: false });
    await incorrect.take(incorrect.one);
    const shown = await incorrect.one.client.get(`${incorrect.path}/questions`).expect(200);
    expect(shown.text).not.toContain('weight');
    const last = await exam(server, { hide_results: 'until_after_last_attempt', allowed_attempts: 2 });
    await last.take(last.one);
    await last.one.client.get(`${last.path}/questions`).expect(401);
    await last.take(last.one);
    expect((await last.one.client.get(`${last.path}/questions`).expect(200)).body).toEqual(last.questions);
  });

  // quizzes#39
  test('as they were when the attempt began', async () => {
    const here = await exam(server, { allowed_attempts: 2 });
    const attempt = await here.begin(here.one);
    const teacher = here.teacher.client;
    await teacher.put(`${here.path}/questions/${here.first.id}`, { question: { question_name: 'Changed', answers: [] } }).expect(200);
    const added = await question(teacher, here.id, here.quiz.id, { points_possible: 1 });
    const seen = async () => (await questions(here.one.client, here.path)).map((row) => [row.id, row.question_name, row.answers.length]);
    expect(await seen()).toEqual([[here.first.id, here.first.question_name, 2]]);
    await here.one.client.get(`${here.path}/questions/${added.id}`).expect(404);
    await here.answer(here.one, attempt, new Map([[added.id, 1]])).expect(400);
    await here.answer(here.one, attempt, new Map([[here.first.id, idOf(here.first, 'Right')]])).expect(200);
    await teacher.delete(`${here.path}/questions/${here.first.id}`).expect(200);
    expect(await here.complete(here.one, attempt)).toMatchObject({ score: 5 });
    await here.begin(here.one);
    expect(await seen()).toEqual([[added.id, added.question_name, 2]]);
  });

  // quizzes#45, quizzes#46
  test('one at a time the current one, and no earlier one where there is no going back', async () => {
    const texts = { question_type: 'text_only_question', answers: [] };
    for (const back of [true, false]) {
      const here = await exam(server, { one_question_at_a_time: true, cant_go_back: !back }, [{}, texts, {}, {}, texts]);
      const [a, text, b, c, end] = here.questions.map((row) => row.id);
      const attempt = await here.begin(here.one);
      const now = async () => (await questions(here.one.client, here.path)).map((row) => row.id);
      const status = async (id = 0) => (await here.one.client.get(`${here.path}/questions/${id}`)).status;
      expect(await now()).toEqual([a]);
      expect([await status(b), await status(end)]).toEqual([400, 400]);
      await here.answer(here.one, attempt, new Map([[a ?? 0, null]])).expect(200);
      expect(await now()).toEqual([text, b]);
      expect([await status(a), await status(text), await status(b), await status(c)]).toEqual([back ? 200 : 400, 200, 200, 400]);
      const all = new Map([b, c].map((id) => [id ?? 0, null]));
      await here.answer(here.one, attempt, all).expect(200);
      expect(await now()).toEqual([end]);
      expect([await status(a), await status(end)]).toEqual([back ? 200 : 400, 200]);
      await here.complete(here.one, attempt);
      expect(await now()).toEqual([a, text, b, c, end]);
    }
  });

  // quizzes#44
  test('with the answers of a choice in an order of their own', async () => {
    const answers = Array.from({ length: 12 }, (_, i) => ({ answer_text: `${i}` }));
    const here = await exam(server, { shuffle_answers: true, quiz_type: 'practice_quiz' }, [{ answers }], 3);
    const orders = await Promise.all(
      here.students.map(async (who) => {
        await here.begin(who);
        const read = async () => (await questions(who.client, here.path)).flatMap((row) => row.answers.map((answer) => answer.id));
        const first = await read();
        expect(await read()).toEqual(first);
        expect(first.toSorted()).toEqual(here.first.answers.map((answer) => answer.id).toSorted());
        return first.join();
      }),
    );
    expect(new Set(orders).size).toBe(3);
  });
});

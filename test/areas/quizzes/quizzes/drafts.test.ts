import { describe, expect, test } from 'vitest';
import { work } from '../../../helpers/jobs.ts';
import { assignmentOf, attempts, change, idOf, listed, proof, question, quiz, quizzesOf, see } from '../../../helpers/quizzes.ts';
import { school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { show } from '../../../helpers/submissions.ts';

const server = useServer();

/** A school, and draft state of its account. */
async function drafts() {
  const at = await school(server);
  const path = quizzesOf(at.course.id);
  return {
    at,
    path,
    turn: (on: boolean) => server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: on } } }).expect(200),
    /** From beginning to end, with the first question right. */
    async take(id: number, by = at.student.client) {
      const [begun] = attempts((await by.post(`${path}/${id}/submissions`).expect(200)).body);
      const [first] = (await by.get(`${path}/${id}/questions`).expect(200)).body;
      if (!begun || !first) throw new Error('nothing was begun');
      const right = { id: first.id, answer: idOf(first, 'Right') };
      await by.post(`/quiz_submissions/${begun.id}/questions`, { ...proof(begun), quiz_questions: [right] }).expect(200);
      await by.post(`${path}/${id}/submissions/${begun.id}/complete`, proof(begun)).expect(200);
    },
  };
}

describe('while draft state is off', () => {
  // quizzes#1, quizzes#18
  test('a quiz that is not published counts as published: it is listed, read and taken', async () => {
    const { at, path, turn, take } = await drafts();
    const one = await quiz(at.teacher.client, at.course.id);
    await question(at.teacher.client, at.course.id, one.id);
    await at.student.client.get(`${path}/${one.id}`).expect(404);
    await turn(false);
    for (const by of [at.student.client, at.observer.client, at.teacher.client]) {
      expect((await listed(by, at.course.id)).map((row) => [row.id, row.published])).toEqual([[one.id, true]]);
      expect(await see(by, at.course.id, one.id)).toMatchObject({ published: true, question_count: 1 });
    }
    for (const who of [at.student, at.student2]) await take(one.id, who.client);
    expect(attempts((await at.student.client.get(`${path}/${one.id}/submissions`).expect(200)).body)).toMatchObject([{ score: 5 }]);
    await turn(true);
    for (const below of ['', '/submissions', '/questions']) await at.student.client.get(`${path}/${one.id}${below}`).expect(404);
    await at.student.client.post(`${path}/${one.id}/submissions`).expect(404);
  });

  // quizzes#79
  test('what was taken comes to the assignment that it gets, whatever draft state is by then', async () => {
    for (const on of [false, true]) {
      const { at, turn, take } = await drafts();
      const one = await quiz(at.teacher.client, at.course.id);
      await question(at.teacher.client, at.course.id, one.id);
      await turn(false);
      await take(one.id);
      await turn(on);
      const { assignment_id: id } = await change(at.teacher.client, at.course.id, one.id, on ? { published: true } : { time_limit: 5 });
      await work(server);
      expect(await show(at.course.id, id ?? 0, at.student.id, at.teacher.client)).toMatchObject({ score: 5, workflow_state: 'graded' });
    }
  });

  // quizzes#18
  test('its questions are taken as they are, though they change', async () => {
    const { at, path, turn, take } = await drafts();
    const one = await quiz(at.teacher.client, at.course.id, { allowed_attempts: 2 });
    const first = await question(at.teacher.client, at.course.id, one.id);
    await turn(false);
    await take(one.id);
    await at.teacher.client.put(`${path}/${one.id}/questions/${first.id}`, { question: { points_possible: 7 } }).expect(200);
    await take(one.id);
    const taken = attempts((await at.student.client.get(`${path}/${one.id}/submissions`).expect(200)).body);
    expect(taken.map((row) => row.score)).toEqual([5, 7]);
  });

  // quizzes#18
  test('what is saved is published, with its assignment, and nobody unpublishes it', async () => {
    const { at, turn } = await drafts();
    const draft = await quiz(at.teacher.client, at.course.id);
    await turn(false);
    const one = await quiz(at.teacher.client, at.course.id, { published: false });
    expect(one).toMatchObject({ published: true, assignment_id: expect.any(Number) });
    expect(await change(at.teacher.client, at.course.id, one.id, { published: false })).toMatchObject({ published: true });
    expect(await change(at.teacher.client, at.course.id, draft.id, { title: 'Saved' })).toMatchObject({
      assignment_id: expect.any(Number),
    });
    await turn(true);
    for (const { id } of [one, draft]) {
      expect(await see(at.student.client, at.course.id, id)).toMatchObject({ published: true });
      expect(await assignmentOf(at.student.client, at.course.id, id)).toMatchObject({ published: true });
    }
  });

  // quizzes#23
  test('a quiz and its assignment are published together', async () => {
    const { at, turn } = await drafts();
    const one = await quiz(at.teacher.client, at.course.id, { published: true });
    await change(at.teacher.client, at.course.id, one.id, { published: false });
    await turn(false);
    await change(at.teacher.client, at.course.id, one.id, { time_limit: 5 });
    await turn(true);
    expect(await see(at.student.client, at.course.id, one.id)).toMatchObject({ published: true });
    expect(await assignmentOf(at.student.client, at.course.id, one.id)).toMatchObject({ published: true });
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { QuizGroups, QuizQuestion } from '../../../../src/areas/quizzes/schemas.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import type { Fields } from '../../../helpers/form.ts';
import { type Exam, exam, idOf, question, quiz, quizzesOf, type ShownQuestion } from '../../../helpers/quizzes.ts';
import { refusedFields } from '../../../helpers/refusals.ts';
import { enroll, made, type Person, person, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();
const read = (by: Client, here: Exam, query: Fields = {}) =>
  made(by.get(`${here.path}/questions`, { per_page: 100, ...query }), z.array(QuizQuestion));

/** A quiz of a question, a group that picks of many, and another question. */
async function pool(fields: Fields = {}, { members = 6, picks = 2 } = {}, students = 2) {
  const here = await exam(server, fields, [{}], students);
  const teacher = here.teacher.client;
  const sent = { quiz_groups: [{ pick_count: picks, question_points: 3 }] };
  const [group] = (await made(teacher.post(`${here.path}/groups`, sent), QuizGroups)).quiz_groups;
  const add = (more: Fields = {}) => question(teacher, here.id, here.quiz.id, more);
  const inGroup: ShownQuestion[] = [];
  for (let i = 0; i < members; i++) inGroup.push(await add({ quiz_group_id: group?.id ?? 0 }));
  const last = await add();
  return { ...here, group: group?.id ?? 0, inGroup, last, add };
}
const rightOf = (list: readonly ShownQuestion[], ids: readonly number[]) =>
  new Map(ids.map((id) => [id, idOf(list.find((one) => one.id === id) ?? list[0] ?? fail(), 'Right')] as const));
const fail = (): never => {
  throw new Error('a question is there');
};
const drawnOf = (here: { inGroup: readonly ShownQuestion[] }, list: readonly { id: number }[]) =>
  list.map((one) => one.id).filter((id) => here.inGroup.some((one) => one.id === id));

describe('an attempt', () => {
  // quizzes#102, quizzes#39
  test('draws once, where the group stands, and goes on with that whatever is changed', async () => {
    const here = await pool();
    await here.begin(here.one);
    const first = await read(here.one.client, here);
    expect(first.map((one) => one.position)).toEqual([1, 2, 3, 4]);
    expect([first[0]?.id, first[3]?.id]).toEqual([here.first.id, here.last.id]);
    expect(first[1]).toMatchObject({ quiz_group_id: here.group, points_possible: 3 });
    const drawn = drawnOf(here, first);
    expect(new Set(drawn).size).toBe(2);
    expect(await read(here.one.client, here)).toEqual(first);
    const teacher = here.teacher.client;
    await teacher.put(`${here.path}/groups/${here.group}`, { quiz_groups: [{ pick_count: 5, question_points: 9 }] }).expect(200);
    await teacher.delete(`${here.path}/questions/${drawn[0]}`).expect(200);
    expect(await read(here.one.client, here)).toEqual(first);
    await teacher.delete(`${here.path}/groups/${here.group}`).expect(204);
    expect(await read(here.one.client, here)).toEqual(first);
    await here.begin(here.two);
    expect((await read(here.two.client, here)).map((one) => one.id)).toEqual([here.first.id, here.last.id]);
  });

  // quizzes#102
  test('draws anew, by chance and in an order by chance', async () => {
    const here = await pool({ allowed_attempts: -1 }, { members: 4, picks: 2 });
    const seen = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const attempt = await here.begin(here.one);
      seen.add(String(drawnOf(here, await read(here.one.client, here))));
      await here.complete(here.one, attempt);
    }
    // Of the 12 that there are: that 40 draws show fewer than 6 happens once in more than a million.
    expect(seen.size).toBeGreaterThan(5);
  });

  // quizzes#101, quizzes#102
  test('has all of a group that has fewer than it picks, and none where it picks none', async () => {
    const here = await pool({ allowed_attempts: -1 }, { members: 2, picks: 5 });
    await here.complete(here.one, await here.begin(here.one));
    expect(drawnOf(here, await read(here.one.client, here)).toSorted()).toEqual(here.inGroup.map((one) => one.id).toSorted());
    await here.teacher.client.put(`${here.path}/groups/${here.group}`, { quiz_groups: [{ pick_count: 0 }] }).expect(200);
    await here.begin(here.one);
    expect(drawnOf(here, await read(here.one.client, here))).toEqual([]);
  });

  // quizzes#60, quizzes#69, quizzes#102
  test('is answered and scored by what it has, by hand too', async () => {
    const here = await pool();
    const attempt = await here.begin(here.one);
    const all = [here.first, ...here.inGroup, here.last];
    const drawn = drawnOf(here, await read(here.one.client, here));
    const other = here.inGroup.find((one) => !drawn.includes(one.id)) ?? here.first;
    expect(refusedFields(await here.answer(here.one, attempt, rightOf(all, [other.id])))).toEqual(['quiz_questions']);
    await here.answer(here.one, attempt, rightOf(all, drawn)).expect(200);
    expect((await here.complete(here.one, attempt)).score).toBe(6);
    const score = (id: number) => ({ quiz_submissions: [{ questions: { [id]: { score: 1 } } }] });
    const path = `${here.path}/submissions/${attempt.id}`;
    expect(refusedFields(await here.teacher.client.put(path, score(other.id)))).toEqual(['questions']);
    await here.teacher.client.put(path, score(drawn[0] ?? 0)).expect(200);
    expect((await here.attempt(here.one.client, attempt.id)).score).toBe(4);
    expect((await here.given(here.one.client, attempt.id)).map((one) => one.id)).toEqual(drawn);
  });

  // quizzes#45, quizzes#102
  test('of one question at a time goes through what it has', async () => {
    const here = await pool({ one_question_at_a_time: true, cant_go_back: true });
    const attempt = await here.begin(here.one);
    const all = [here.first, ...here.inGroup, here.last];
    const order: number[] = [];
    for (let i = 0; i < 4; i++) {
      const [now] = await read(here.one.client, here);
      order.push(now?.id ?? 0);
      await here.answer(here.one, attempt, rightOf(all, [now?.id ?? 0])).expect(200);
    }
    expect(await read(here.one.client, here)).toEqual([]);
    expect([order[0], order[3]]).toEqual([here.first.id, here.last.id]);
    expect((await here.complete(here.one, attempt)).score).toBe(16);
  });

  // quizzes#102
  test('draws of what the quiz has, whoever changes it at once', async () => {
    const here = await pool({}, { members: 3, picks: 3 });
    const [gone = here.first] = here.inGroup;
    await atOnce(server, `select from quizzes where id = ${here.quiz.id} for update`, [
      async () => here.teacher.client.delete(`${here.path}/questions/${gone.id}`).expect(200),
      async () => here.one.client.post(`${here.path}/submissions`).expect(200),
    ]);
    const drawn = drawnOf(here, await read(here.one.client, here));
    expect(drawn.toSorted()).toEqual(
      here.inGroup
        .map((one) => one.id)
        .filter((id) => id !== gone.id)
        .toSorted(),
    );
  });

  // quizzes#102
  test('draws of its version as it is in the end, whoever writes that at once', async () => {
    const here = await pool({}, { members: 3, picks: 3 });
    const [gone] = here.inGroup;
    await atOnce(server, `update quiz_versions set questions = questions - 1 where quiz_id = ${here.quiz.id}`, [
      async () => here.one.client.post(`${here.path}/submissions`).expect(200),
    ]);
    const { rows } = await server.database.pool.query('select drawn from quiz_attempts where quiz_id = $1', [here.quiz.id]);
    expect(rows[0].drawn).toHaveLength(2);
    expect(rows[0].drawn).not.toContain(gone?.id);
  });

  // quizzes#67, quizzes#102
  test('that ends by its time is scored by what it has', async () => {
    const here = await pool({ time_limit: 10, allowed_attempts: -1 });
    const attempt = await here.begin(here.one);
    const drawn = drawnOf(here, await read(here.one.client, here));
    await here.answer(here.one, attempt, rightOf([here.first, ...here.inGroup], drawn)).expect(200);
    await server.database.pool.query(
      `update quiz_attempts set started_at = started_at - interval '1 hour', end_at = end_at - interval '1 hour' where id = $1`,
      [attempt.id],
    );
    expect((await here.begin(here.one)).attempt).toBe(2);
    expect(await here.attempt(here.one.client, attempt.id)).toMatchObject({ score: 6, workflow_state: 'complete' });
  });
});

describe('the questions of an attempt', () => {
  // quizzes#105
  test('are read by who grades it, with all answers, those of another attempt by its number', async () => {
    const here = await pool({ allowed_attempts: 2 });
    const teacher = here.teacher.client;
    const one = await here.begin(here.one);
    const own = (await read(here.one.client, here)).map((row) => row.id);
    await here.complete(here.one, one);
    const shown = await read(teacher, here, { quiz_submission_id: one.id });
    expect(shown.map((row) => row.id)).toEqual(own);
    expect(shown[1]?.answers[0]).toHaveProperty('answer_weight');
    const two = await here.begin(here.one);
    const next = (await read(here.one.client, here)).map((row) => row.id);
    expect((await read(teacher, here, { quiz_submission_id: one.id, quiz_submission_attempt: 2 })).map((row) => row.id)).toEqual(next);
    expect((await read(teacher, here, { quiz_submission_id: two.id, quiz_submission_attempt: 1 })).map((row) => row.id)).toEqual(own);
    const ask = (query: Fields) => teacher.get(`${here.path}/questions`, query);
    expect(refusedFields(await ask({ quiz_submission_id: one.id, quiz_submission_attempt: 3 }))).toEqual(['quiz_submission_attempt']);
    await ask({ quiz_submission_id: one.id + 1_000_000 }).expect(404);
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    await designer.client.get(`${here.path}/questions`, { quiz_submission_id: one.id }).expect(404);
    expect(await read(teacher, here)).toHaveLength(8);
  });
});

describe('statistics', () => {
  const statistics = async (here: Exam) => (await here.teacher.client.get(`${here.path}/statistics`).expect(200)).body.quiz_statistics[0];

  // quizzes#95, quizzes#98, quizzes#102
  test('judge a question by the attempts that drew it', async () => {
    const here = await pool({}, { members: 2, picks: 1 }, 6);
    const [a = here.first, b = here.first] = here.inGroup;
    const all = [here.first, a, b];
    const draw = async (who: Person, wanted: ShownQuestion, right: boolean, first: boolean) => {
      const attempt = await here.begin(who);
      await server.database.pool.query('update quiz_attempts set drawn = $2 where id = $1', [attempt.id, [wanted.id]]);
      const answers = rightOf(all, [...(right ? [wanted.id] : []), ...(first ? [here.first.id] : [])]);
      if (answers.size > 0) await here.answer(who, attempt, answers).expect(200);
      await here.complete(who, attempt);
    };
    const [s1 = here.one, s2 = here.one, s3 = here.one, s4 = here.one] = here.students;
    await draw(s1, a, true, true);
    await draw(s2, a, false, true);
    await draw(s3, a, true, false);
    await draw(s4, a, false, false);
    const found = await statistics(here);
    expect(found.submission_statistics).toMatchObject({ scores: { '0': 1, '23': 1, '38': 1, '62': 1 }, score_high: 8 });
    const [first, one, two] = found.question_statistics;
    expect([first.id, one.id, two.id]).toEqual(all.map((row) => String(row.id)));
    // Of the scores 8, 5, 3 and 0: those with all points have 8 and 3.
    expect(one).toMatchObject({ responses: 2, correct_student_count: 2, incorrect_student_count: 2, difficulty_index: 0.5 });
    expect(one.discrimination_index).toBeCloseTo(((5.5 - 2.5) / Math.sqrt(98 / 4 - 16)) * 0.5, 10);
    expect(two).toMatchObject({
      responses: 0,
      correct_student_count: 0,
      incorrect_student_count: 0,
      difficulty_index: null,
      discrimination_index: null,
    });
    const [s5 = here.one] = here.students.slice(4);
    await draw(s5, b, true, true);
    const more = (await statistics(here)).question_statistics;
    expect(more[1]).toMatchObject({ responses: 2, incorrect_student_count: 2, discrimination_index: one.discrimination_index });
    expect(more[2]).toMatchObject({
      responses: 1,
      correct_student_count: 1,
      incorrect_student_count: 0,
      difficulty_index: 1,
      discrimination_index: null,
    });
  });
});

describe('a draft', () => {
  // quizzes#18, quizzes#102
  test('that counts as published is drawn from, too', async () => {
    const at = await school(server);
    const teacher = at.teacher.client;
    const { id } = await quiz(teacher, at.course.id);
    const path = quizzesOf(at.course.id, id);
    const [group] = (await made(teacher.post(`${path}/groups`, { quiz_groups: [{ pick_count: 2 }] }), QuizGroups)).quiz_groups;
    for (const _ of [1, 2, 3]) await question(teacher, at.course.id, id, { quiz_group_id: group?.id ?? 0 });
    await server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: false } } }).expect(200);
    await at.student.client.post(`${path}/submissions`).expect(200);
    expect(await made(at.student.client.get(`${path}/questions`), z.array(QuizQuestion))).toHaveLength(2);
  });
});

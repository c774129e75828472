import { describe, expect, test } from 'vitest';
import { NONE } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { BLANKS, change, ESSAY, type Exam, exam, idOf, MATCHING, MULTIPLE_ANSWERS, question } from '../../../helpers/quizzes.ts';
import { enroll, person } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { ownSection } from '../../../helpers/submissions.ts';

const server = useServer();
const statistics = async (here: Exam, query: Fields = {}, by = here.teacher.client) => {
  const { body } = await by.get(`${here.path}/statistics`, query).expect(200);
  expect(body.quiz_statistics).toHaveLength(1);
  return body.quiz_statistics[0];
};
const responses = (list: { text: string; responses: number }[]) => list.map((one) => [one.text, one.responses]);

describe('statistics of a quiz', () => {
  // quizzes#94, quizzes#96, quizzes#97, quizzes#98
  test('say how it went, and of each question what was answered', async () => {
    const here = await exam(server, {}, [{}, { ...ESSAY, points_possible: 5 }], 4);
    const [one = here.one, two = here.one, three = here.one, four = here.one] = here.students;
    const done = [await here.take(one), await here.take(two), await here.take(three, 'Wrong')];
    const blank = await here.begin(four);
    await here.complete(four, blank);
    const essay = String(here.questions[1]?.id);
    const waiting = await statistics(here);
    expect(waiting.question_statistics[1]).toMatchObject({ ungraded_student_count: 4, difficulty_index: null, discrimination_index: null });
    for (const [i, score] of [5, 3, 0].entries()) {
      const sent = { quiz_submissions: [{ questions: { [essay]: { score } } }] };
      await here.teacher.client.put(`${here.path}/submissions/${done[i]?.id}`, sent).expect(200);
    }
    await server.database.pool.query(`update quiz_attempts set finished_at = started_at + interval '90 seconds' where quiz_id = $1`, [
      here.quiz.id,
    ]);
    const found = await statistics(here);
    expect(found).toMatchObject({ id: String(here.quiz.id), multiple_attempts_exist: false, includes_all_versions: false });
    expect(found.submission_statistics).toEqual({
      unique_count: 4,
      attempt_count: 4,
      score_average: 4.5,
      score_high: 10,
      score_low: 0,
      score_stdev: expect.closeTo(Math.sqrt((64 + 100) / 4 - 4.5 * 4.5), 10),
      scores: { '0': 2, '80': 1, '100': 1 },
      duration_average: 90,
      correct_count_average: 0.75,
      incorrect_count_average: 0.75,
    });
    const [choice, text] = found.question_statistics;
    expect(choice).toMatchObject({
      id: String(here.first.id),
      position: 1,
      question_type: 'multiple_choice_question',
      points_possible: 5,
      responses: 3,
      correct_student_count: 2,
      partially_correct_student_count: 0,
      incorrect_student_count: 2,
      ungraded_student_count: 0,
      difficulty_index: 0.5,
      answers: [
        { id: String(idOf(here.first, 'Wrong')), text: 'Wrong', correct: false, responses: 1 },
        { id: String(idOf(here.first, 'Right')), text: 'Right', correct: true, responses: 2 },
        { id: 'none', text: 'No answer', correct: false, responses: 1 },
      ],
    });
    const deviation = Math.sqrt((64 + 100) / 4 - 4.5 * 4.5);
    expect(choice.discrimination_index).toBeCloseTo((9 / deviation) * 0.5, 10);
    expect(choice.point_biserials).toEqual([
      {
        answer_id: choice.answers[0].id,
        correct: false,
        distractor: true,
        point_biserial: expect.closeTo(((0 - 6) / deviation) * Math.sqrt(3 / 16), 10),
      },
      { answer_id: choice.answers[1].id, correct: true, distractor: false, point_biserial: expect.closeTo((9 / deviation) * 0.5, 10) },
    ]);
    expect(text).toMatchObject({
      question_type: 'essay_question',
      responses: 0,
      correct_student_count: 1,
      partially_correct_student_count: 1,
      incorrect_student_count: 1,
      ungraded_student_count: 1,
      difficulty_index: 1 / 3,
      answers: [],
    });
  });

  // quizzes#97
  test('count who answered what only a grader reads', async () => {
    const here = await exam(server, {}, [{}, ESSAY]);
    const essay = here.questions[1]?.id ?? 0;
    const attempt = await here.begin(here.one);
    await here.answer(here.one, attempt, new Map([[essay, 'Rome was not built in a day.']])).expect(200);
    await here.complete(here.one, attempt);
    await here.take(here.two);
    const [choice, text] = (await statistics(here)).question_statistics;
    expect(choice).toMatchObject({ responses: 1 });
    expect(text).toMatchObject({ responses: 1, ungraded_student_count: 2, answers: [] });
  });

  // quizzes#97
  test('count what was written by the answer that it fits, and what fits none', async () => {
    const list: Fields[] = [
      { question_type: 'short_answer_question', answers: [{ answer_text: 'Word' }, { answer_text: 'word', answer_weight: 50 }] },
      { question_type: 'numerical_question', answers: [{ answer_exact: 42 }, { answer_range_start: 1, answer_range_end: 2 }] },
      MULTIPLE_ANSWERS,
      MATCHING,
      BLANKS,
    ];
    const here = await exam(server, {}, list);
    const [short, number, several, match, blanks] = here.questions;
    if (!short || !number || !several || !match || !blanks) throw new Error('one of each');
    const [left, right] = match.answers;
    const give = async (who: typeof here.one, answers: Map<number, unknown>) => {
      const attempt = await here.begin(who);
      await here.answer(who, attempt, answers).expect(200);
      await here.complete(who, attempt);
    };
    await give(
      here.one,
      new Map<number, unknown>([
        [short.id, ' WORD '],
        [number.id, 1.5],
        [several.id, [idOf(several, 'a'), idOf(several, 'c')]],
        [match.id, [{ answer_id: left?.id, match_id: left?.match_id }]],
        [blanks.id, { x: 'Red', y: 'green' }],
      ]),
    );
    await give(
      here.two,
      new Map<number, unknown>([
        [short.id, 'else'],
        [number.id, 7],
        [several.id, [idOf(several, 'a')]],
        [match.id, [{ answer_id: right?.id, match_id: left?.match_id }]],
      ]),
    );
    const found = (await statistics(here)).question_statistics;
    const other = ['Something else', 1];
    const none = ['No answer', 1];
    expect(responses(found[0].answers)).toEqual([['Word', 1], ['word', 0], other]);
    expect(responses(found[1].answers)).toEqual([['42', 0], ['1 to 2', 1], other]);
    expect(responses(found[2].answers)).toEqual([
      ['a', 2],
      ['b', 0],
      ['c', 1],
    ]);
    expect(found[2]).toMatchObject({ correct_student_count: 0, partially_correct_student_count: 1, incorrect_student_count: 1 });
    const sets = (one: { answer_sets: { text: string; answers: [] }[] }) =>
      one.answer_sets.map(({ text, answers }) => [text, responses(answers)]);
    expect(sets(found[3])).toEqual([
      ['a', [['A', 1], ['B', 0], none]],
      ['b', [['A', 1], ['B', 0], none]],
    ]);
    expect(sets(found[4])).toEqual([
      ['x', [['red', 1], none]],
      ['y', [['blue', 0], other, none]],
    ]);
  });

  // quizzes#95
  test('are of the attempt that is kept, or of all', async () => {
    const here = await exam(server, { allowed_attempts: 3 });
    for (const text of ['Wrong', 'Right', 'Wrong'] as const) await here.take(here.one, text);
    await here.begin(here.two);
    const kept = await statistics(here);
    expect(kept.submission_statistics).toMatchObject({ unique_count: 1, attempt_count: 1, score_average: 5 });
    expect(kept.multiple_attempts_exist).toBe(true);
    const all = await statistics(here, { all_versions: true });
    expect(all.submission_statistics).toMatchObject({ unique_count: 1, attempt_count: 3, scores: { '0': 2, '100': 1 } });
    expect(all.includes_all_versions).toBe(true);
    await change(here.teacher.client, here.id, here.quiz.id, { scoring_policy: 'keep_latest' });
    expect((await statistics(here)).submission_statistics.score_average).toBe(0);
  });

  // quizzes#95
  test('ask each attempt by its own questions, and tell them as they were asked last', async () => {
    const here = await exam(server);
    await here.take(here.one);
    await question(here.teacher.client, here.id, here.quiz.id, { points_possible: 15 });
    const renamed = { question: { question_name: 'Renamed' } };
    await here.teacher.client.put(`${here.path}/questions/${here.first.id}`, renamed).expect(200);
    await here.take(here.two);
    const { question_statistics: list, submission_statistics: scores } = await statistics(here);
    expect(list.map((one: Fields) => [one['question_name'], one['correct_student_count'], one['incorrect_student_count']])).toEqual([
      ['Renamed', 2, 0],
      [expect.any(String), 0, 1],
    ]);
    expect(scores.scores).toEqual({ '25': 1, '100': 1 });
  });

  // quizzes#94
  test('of a quiz that nobody has finished are those of nothing', async () => {
    const here = await exam(server);
    const found = await statistics(here);
    expect(found.submission_statistics).toMatchObject({ unique_count: 0, score_average: null, scores: {}, duration_average: null });
    expect(found.question_statistics).toMatchObject([{ responses: 0, difficulty_index: null, discrimination_index: null }]);
    const survey = await exam(server, { quiz_type: 'survey' });
    await survey.take(survey.one);
    expect((await statistics(survey)).question_statistics).toMatchObject([
      { responses: 1, difficulty_index: null, discrimination_index: null, point_biserials: [] },
    ]);
  });

  // quizzes#94
  test('are read by graders, of the students in their sections, by as many statements for many as for few', async () => {
    const here = await exam(server, {}, [{}, {}], 6);
    const path = `${here.path}/statistics`;
    await here.take(here.one);
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    for (const by of [here.one, designer]) await by.client.get(path).expect(401);
    await here.teacher.client.get(`/courses/${here.id}/quizzes/${NONE}/statistics`).expect(404);
    const read = () => here.teacher.client.get(path).expect(200);
    await read();
    const few = await server.statements(read);
    for (const who of here.students.slice(1)) await here.take(who, 'Wrong');
    expect(await server.statements(read)).toBe(few);
    const { assistant, member } = await ownSection(server, here.id);
    expect((await statistics(here, {}, assistant.client)).submission_statistics.unique_count).toBe(0);
    await here.take(member);
    expect((await statistics(here, {}, assistant.client)).submission_statistics.unique_count).toBe(1);
  });
});

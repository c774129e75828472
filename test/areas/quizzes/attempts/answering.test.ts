import { describe, expect, test } from 'vitest';
import { blamed, NONE } from '../../../helpers/assignments.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import type { Fields } from '../../../helpers/form.ts';
import { work } from '../../../helpers/jobs.ts';
import { BLANKS, change, ESSAY, exam, idOf, MATCHING, MULTIPLE_ANSWERS, proof } from '../../../helpers/quizzes.ts';
import { NOT_FOUND } from '../../../helpers/refusals.ts';
import { enroll, type Person, person } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { open, upload } from '../../../helpers/upload.ts';

const server = useServer();
const endedAgo = (attemptId: number, seconds: number) =>
  server.database.pool.query(`update quiz_attempts set end_at = now() - make_interval(secs => $2) where id = $1`, [attemptId, seconds]);

const EVERY: readonly Fields[] = [
  { question_type: 'multiple_choice_question' },
  { question_type: 'true_false_question', answers: [{ answer_text: 'True', answer_weight: 100 }, { answer_text: 'False' }] },
  MULTIPLE_ANSWERS,
  { question_type: 'short_answer_question', answers: [{ answer_text: 'word' }] },
  { question_type: 'numerical_question', answers: [{ numerical_answer_type: 'exact_answer', answer_exact: 42, answer_error_margin: 0.5 }] },
  MATCHING,
  BLANKS,
];

describe('answers', () => {
  // quizzes#57, quizzes#64
  test('of every type are written, read back, and scored', async () => {
    const here = await exam(server, {}, EVERY);
    const [choice, truth, several, short, number, match, blanks] = here.questions;
    if (!choice || !truth || !several || !short || !number || !match || !blanks) throw new Error('one of each');
    const pairs = match.answers.map(({ id = 0, match_id = 0 }) => ({ answer_id: id, match_id }));
    const answers = new Map<number, unknown>([
      [choice.id, idOf(choice, 'Right')],
      [truth.id, idOf(truth, 'True')],
      [several.id, [idOf(several, 'b'), idOf(several, 'a')]],
      [short.id, ' WORD '],
      [number.id, 42.5],
      [match.id, pairs],
      [blanks.id, { x: 'Red', y: blanks.answers[1]?.id }],
    ]);
    const attempt = await here.begin(here.one);
    const wrong = new Map<number, unknown>([...answers.keys()].map((id) => [id, null]));
    await here.answer(here.one, attempt, wrong).expect(200);
    const { body } = await here.answer(here.one, attempt, answers).expect(200);
    const expected = [...answers].map(([id, answer]) => ({ id, answer }));
    expect(body).toEqual({ quiz_submission_questions: expected });
    expect(await here.given(here.one.client, attempt.id)).toEqual(expected.map((one) => ({ ...one, flagged: false })));
    expect(await here.given(here.teacher.client, attempt.id)).toEqual(expected.map((one) => ({ ...one, flagged: false, score: 5 })));
    expect(await here.complete(here.one, attempt)).toMatchObject({ score: 35, workflow_state: 'complete' });
    expect(await here.given(here.one.client, attempt.id)).toEqual(expected.map((one) => ({ ...one, flagged: false, score: 5 })));
    const other = await here.begin(here.two);
    expect(await here.complete(here.two, other)).toMatchObject({ score: 0, workflow_state: 'complete' });
  });

  // quizzes#61, conventions#51
  test('have their ids as texts where that is asked for, and their numbers as numbers', async () => {
    const here = await exam(server, {}, EVERY);
    const [choice, truth, several, short, number, match, blanks] = here.questions;
    if (!choice || !truth || !several || !short || !number || !match || !blanks) throw new Error('one of each');
    const [pair, green] = [match.answers[0], blanks.answers[1]];
    const given = (id: (one: number | null | undefined) => unknown): [number, unknown][] => [
      [choice.id, id(idOf(choice, 'Right'))],
      [truth.id, null],
      [several.id, [id(idOf(several, 'b')), id(idOf(several, 'a'))]],
      [short.id, '7'],
      [number.id, 42],
      [match.id, [{ answer_id: id(pair?.id), match_id: id(pair?.match_id) }]],
      [blanks.id, { x: 'red', y: id(green?.id) }],
    ];
    const texts = given(String).map(([id, answer]) => ({ id: String(id), answer }));
    const accept = 'application/json+canvas-string-ids';
    const attempt = await here.begin(here.one);
    const answered = await here
      .answer(here.one, attempt, new Map(given(String)))
      .set('accept', accept)
      .expect(200);
    expect(answered.body).toEqual({ quiz_submission_questions: texts });
    const path = `/quiz_submissions/${attempt.id}/questions`;
    const read = await here.one.client.get(path).set('accept', accept).expect(200);
    expect(read.body).toEqual({ quiz_submission_questions: texts.map((one) => ({ ...one, flagged: false })) });
    const flagged = await here.one.client.put(`${path}/${choice.id}/flag`, proof(attempt)).set('accept', accept).expect(200);
    expect(flagged.body).toEqual({ quiz_submission_questions: [{ ...texts[0], flagged: true }] });
    const numbers = given((id) => id).map(([id, answer]) => ({ id, answer, flagged: id === choice.id }));
    expect(await here.given(here.one.client, attempt.id)).toEqual(numbers);
  });

  // quizzes#57
  test('as a form', async () => {
    const here = await exam(server, {}, [{}, ...EVERY.slice(5)]);
    const attempt = await here.begin(here.one);
    const [choice, match, blanks] = here.questions;
    const pair = match?.answers[0];
    const list = [
      { id: choice?.id ?? 0, answer: String(idOf(here.first, 'Right')) },
      { id: match?.id ?? 0, answer: [{ answer_id: String(pair?.id), match_id: String(pair?.match_id) }] },
      { id: blanks?.id ?? 0, answer: { x: 'red', y: 'green' } },
    ];
    await here.one.client.postForm(`/quiz_submissions/${attempt.id}/questions`, { ...proof(attempt), quiz_questions: list }).expect(200);
    expect(await here.complete(here.one, attempt)).toMatchObject({ score: 10 });
  });

  test('are given with one statement beside the one that says who asks, and touch no submission', async () => {
    const here = await exam(server, {}, [{}, {}, {}]);
    const attempt = await here.begin(here.one);
    const all = new Map(here.questions.map((row) => [row.id, idOf(row, 'Right')]));
    await here.answer(here.one, attempt, all).expect(200);
    expect(await server.statements(() => here.answer(here.one, attempt, new Map([[here.first.id, null]])).expect(200))).toBe(2);
    expect(await server.statements(() => here.answer(here.one, attempt, all).expect(200))).toBe(2);
    const { rowCount } = await server.database.pool.query('select 1 from submissions where user_id = $1', [here.one.id]);
    expect(rowCount).toBe(0);
  });

  test('at once to many questions lose none, and to one question leave one', async () => {
    const here = await exam(
      server,
      {},
      Array.from({ length: 12 }, () => ({ points_possible: 1 })),
    );
    const attempt = await here.begin(here.one);
    const one = (row: (typeof here.questions)[number], text: string) =>
      here.answer(here.one, attempt, new Map([[row.id, idOf(row, text)]])).expect(200);
    await Promise.all(here.questions.map((row) => one(row, 'Right')));
    expect((await here.given(here.one.client, attempt.id)).map((row) => row.id)).toEqual(here.questions.map((row) => row.id));
    const both = here.questions.toReversed().map((row) => [row.id, idOf(row, 'Right')] as const);
    await Promise.all([
      here.answer(here.one, attempt, new Map(both)),
      here.answer(here.one, attempt, new Map(both.toReversed())),
      one(here.first, 'Right'),
    ]);
    expect(await here.complete(here.one, attempt)).toMatchObject({ score: 12 });
  });

  test('at once to the same questions in other orders wait for each other in none', async () => {
    const here = await exam(server, {}, [{}, {}, {}]);
    const attempt = await here.begin(here.one);
    const right = here.questions.map((row) => [row.id, idOf(row, 'Right')] as const);
    const give = async (all: typeof right) => here.answer(here.one, attempt, new Map(all));
    await give(right);
    const middle = right[1]?.[0] ?? 0;
    const held = `select from quiz_answers where attempt_id = ${attempt.id} and question_id = ${middle} for update`;
    const answers = await atOnce(server, held, [() => give(right.toReversed()), () => give(right)]);
    expect(answers.map((one) => one.status)).toEqual([200, 200]);
  });

  // quizzes#66
  test('at once with completing count, or are refused', async () => {
    const here = await exam(server, { allowed_attempts: -1 });
    for (let i = 0; i < 8; i++) {
      const attempt = await here.begin(here.one);
      const right = new Map([[here.first.id, idOf(here.first, 'Right')]]);
      const [answer, done] = await Promise.all([here.answer(here.one, attempt, right), here.complete(here.one, attempt)]);
      expect([answer.status, done.score]).toEqual(answer.status === 200 ? [200, 5] : [400, 0]);
    }
  });

  // quizzes#59, quizzes#64
  test('that a grader reads have their points; a stranger’s attempt is not there', async () => {
    const here = await exam(server, {}, [{}, ESSAY]);
    const attempt = await here.begin(here.one);
    await here
      .answer(here.one, attempt, new Map([[here.questions[1]?.id ?? 0, '<p>So <b>it</b> is</p><script>no()</script>']]))
      .expect(200);
    expect(await here.given(here.teacher.client, attempt.id)).toEqual([
      { id: here.questions[1]?.id, flagged: false, answer: '<p>So <b>it</b> is</p>', score: null },
    ]);
    const stranger = await person(server);
    for (const by of [here.two.client, stranger.client]) {
      const path = `/quiz_submissions/${attempt.id}/questions`;
      expect((await by.get(path).expect(404)).body).toEqual(NOT_FOUND);
      await by.post(path, { ...proof(attempt), quiz_questions: [{ id: here.first.id, answer: null }] }).expect(404);
    }
    const byTeacher = { ...proof(attempt), quiz_questions: [{ id: here.first.id, answer: null }] };
    await here.teacher.client.post(`/quiz_submissions/${attempt.id}/questions`, byTeacher).expect(401);
    await here.teacher.client.get(`/quiz_submissions/${NONE}/questions`).expect(404);
  });

  // quizzes#59, quizzes#64, access#23
  test('are not for observers to read or to give: of the student’s attempt, which they see, that is 401', async () => {
    const here = await exam(server);
    const attempt = await here.begin(here.one);
    const [observer, studying, other] = [await person(server), await person(server), await person(server)];
    for (const { id } of [observer, studying]) await enroll(server, here.id, id, 'ObserverEnrollment', { associated_user_id: here.one.id });
    await enroll(server, here.id, studying.id, 'StudentEnrollment');
    await enroll(server, here.id, other.id, 'ObserverEnrollment', { associated_user_id: here.two.id });
    const path = `/quiz_submissions/${attempt.id}/questions`;
    const sent = { ...proof(attempt), quiz_questions: [{ id: here.first.id, answer: null }] };
    const asked = async ({ client }: Person) => [
      (await client.get(`${here.path}/submissions/${attempt.id}`)).status,
      (await client.get(path)).status,
      (await client.post(path, sent)).status,
      (await client.put(`${path}/${here.first.id}/flag`, proof(attempt))).status,
    ];
    expect(await asked(observer)).toEqual([200, 401, 401, 401]);
    expect(await asked(studying)).toEqual([200, 401, 401, 401]);
    expect(await asked(other)).toEqual([404, 404, 404, 404]);
    expect(await here.given(here.one.client, attempt.id)).toEqual([]);
    await server.admin.delete(here.path).expect(200);
    expect(await asked(observer)).toEqual([404, 404, 404, 404]);
  });

  // quizzes#82
  test('are hidden until the last attempt has ended, and with them the points', async () => {
    const here = await exam(server, { hide_results: 'until_after_last_attempt', allowed_attempts: 2 });
    const one = await here.take(here.one, 'Wrong');
    const hidden = { score: null, kept_score: null, fudge_points: null };
    const seen = () => Promise.all([one.id, last.id].map((id) => here.attempt(here.one.client, id)));
    const last = await here.begin(here.one);
    expect(last).toMatchObject({ attempts_left: 0, ...hidden });
    expect(await seen()).toEqual([expect.objectContaining(hidden), expect.objectContaining(hidden)]);
    await here.one.client.get(`/quiz_submissions/${one.id}/questions`).expect(401);
    await here.answer(here.one, last, new Map([[here.first.id, idOf(here.first, 'Right')]])).expect(200);
    expect(await here.given(here.one.client, last.id)).toEqual([{ id: here.first.id, flagged: false, answer: idOf(here.first, 'Right') }]);
    expect(await here.complete(here.one, last)).toMatchObject({ score: 5, kept_score: 5 });
    expect(await seen()).toMatchObject([{ score: 0, kept_score: 5 }, { score: 5 }]);
    expect(await here.given(here.one.client, one.id)).toMatchObject([{ score: 0 }]);
  });

  // quizzes#82
  test('are hidden with the results', async () => {
    const here = await exam(server, { hide_results: 'always' });
    const { id } = await here.take(here.one);
    await here.one.client.get(`/quiz_submissions/${id}/questions`).expect(401);
    expect(await here.attempt(here.one.client, id)).toMatchObject({ score: null, kept_score: null, workflow_state: 'complete' });
    expect(await here.attempt(here.teacher.client, id)).toMatchObject({ score: 5, kept_score: 5 });
    await here.teacher.client.get(`/quiz_submissions/${id}/questions`).expect(200);
  });
});

describe('answers are refused, and none is written', () => {
  // quizzes#55, quizzes#58, quizzes#60, quizzes#63
  test('with a wrong token or attempt, from another address, without a question, and after the end', async () => {
    const here = await exam(server, { allowed_attempts: 2, time_limit: 30 });
    const attempt = await here.begin(here.one);
    const right = { id: here.first.id, answer: idOf(here.first, 'Right') };
    const send = (sent: Fields) =>
      here.one.client.post(`/quiz_submissions/${attempt.id}/questions`, { ...proof(attempt), quiz_questions: [right], ...sent });
    await send({ validation_token: 'made up' }).expect(403);
    const { status, body } = await send({ attempt: 2 });
    expect({ status, body }).toEqual(blamed('attempt'));
    for (const sent of [{ attempt: '' }, { validation_token: '' }, { quiz_questions: [] }, { quiz_questions: '' }, { quiz_questions: 'x' }])
      await send(sent).expect(400);
    await send({ quiz_questions: [right, { id: NONE, answer: 1 }] }).expect(400);
    await send({ quiz_questions: [right, { id: here.first.id, answer: 1 }] }).expect(400);
    await change(server.admin, here.id, here.quiz.id, { ip_filter: '203.0.113.0/24' });
    await send({}).expect(403);
    await change(server.admin, here.id, here.quiz.id, { ip_filter: null });
    await endedAgo(attempt.id, 61);
    expect(await send({})).toMatchObject(blamed('attempt'));
    expect(await here.given(here.one.client, attempt.id)).toEqual([]);
    await endedAgo(attempt.id, 5);
    await send({}).expect(200);
    await here.complete(here.one, attempt);
    expect(await send({ quiz_questions: [{ ...right, answer: null }] })).toMatchObject(blamed('attempt'));
    expect(await here.attempt(here.teacher.client, attempt.id)).toMatchObject({ score: 5 });
    await here.begin(here.one);
    expect(await send({})).toMatchObject(blamed('attempt'));
  });

  // quizzes#16
  test('of a quiz that is gone', async () => {
    const here = await exam(server);
    const attempt = await here.begin(here.one);
    await server.admin.delete(here.path).expect(200);
    await here.answer(here.one, attempt, new Map([[here.first.id, null]])).expect(404);
    await here.one.client.get(`/quiz_submissions/${attempt.id}/questions`).expect(404);
    await here.one.client.post(`${here.path}/submissions/${attempt.id}/complete`, proof(attempt)).expect(404);
  });

  // quizzes#46, quizzes#60
  test('out of turn, where there is no going back: of many at once one is in turn', async () => {
    const here = await exam(server, { one_question_at_a_time: true, cant_go_back: true }, [{}, {}, {}]);
    const [a, b, c] = here.questions;
    if (!a || !b || !c) throw new Error('three questions');
    const attempt = await here.begin(here.one);
    const send = (...rows: (typeof a)[]) => here.answer(here.one, attempt, new Map(rows.map((row) => [row.id, idOf(row, 'Right')])));
    const refused = async (...rows: (typeof a)[]) => expect(await send(...rows)).toMatchObject(blamed('quiz_questions'));
    await refused(b);
    await refused(a, c);
    expect(await here.given(here.one.client, attempt.id)).toEqual([]);
    const all = await Promise.all(Array.from({ length: 6 }, () => send(a)));
    expect(all.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    await refused(a);
    await refused(a, b);
    await send(b, c).expect(200);
    expect(await here.complete(here.one, attempt)).toMatchObject({ score: 15 });
  });

  // quizzes#46, quizzes#61
  test('twice in one request, where there is no going back; else the last counts, and what has no answer takes it back', async () => {
    for (const cant_go_back of [true, false]) {
      const here = await exam(server, { one_question_at_a_time: true, cant_go_back }, [{}, {}]);
      const [a, b] = here.questions;
      if (!a || !b) throw new Error('two questions');
      const attempt = await here.begin(here.one);
      const send = (rows: Fields[]) =>
        here.one.client.post(`/quiz_submissions/${attempt.id}/questions`, { ...proof(attempt), quiz_questions: rows });
      const [wrong, right] = ['Wrong', 'Right'].map((text) => ({ id: a.id, answer: idOf(a, text) }));
      if (!wrong || !right) throw new Error('two answers');
      const next = { id: b.id, answer: idOf(b, 'Right') };
      const given = async () => (await here.given(here.one.client, attempt.id)).map(({ id, answer }) => [id, answer]);
      if (cant_go_back) {
        for (const rows of [
          [wrong, right],
          [wrong, next, right],
          [right, right],
          [right, { id: a.id }],
        ])
          expect(await send(rows)).toMatchObject(blamed('quiz_questions'));
        expect(await given()).toEqual([]);
      } else {
        await send([wrong, next, right]).expect(200);
        expect(await given()).toEqual([
          [a.id, right.answer],
          [b.id, next.answer],
        ]);
        await send([{ id: a.id }]).expect(200);
        expect(await given()).toEqual([
          [a.id, null],
          [b.id, next.answer],
        ]);
      }
    }
  });

  // quizzes#45
  test('ahead, where questions come one at a time; back is free unless it is ruled out', async () => {
    const here = await exam(server, { one_question_at_a_time: true }, [{}, {}, {}]);
    const [a, b, c] = here.questions;
    if (!a || !b || !c) throw new Error('three questions');
    const attempt = await here.begin(here.one);
    const send = (text: 'Right' | 'Wrong', ...rows: (typeof a)[]) =>
      here.answer(here.one, attempt, new Map(rows.map((row) => [row.id, idOf(row, text)])));
    for (const rows of [[b], [a, c], [b, a]]) expect(await send('Right', ...rows)).toMatchObject(blamed('quiz_questions'));
    expect(await here.given(here.one.client, attempt.id)).toEqual([]);
    await send('Wrong', a).expect(200);
    expect(await send('Right', a, c)).toMatchObject(blamed('quiz_questions'));
    await send('Right', a, b).expect(200);
    await send('Right', b, c, a).expect(200);
    expect(await here.complete(here.one, attempt)).toMatchObject({ score: 15 });
  });

  // quizzes#62
  test('with a file of somebody else; one’s own comes with the submission', async () => {
    const here = await exam(server, {}, [{ question_type: 'file_upload_question', points_possible: 5, answers: [] }]);
    const [own, foreign] = [await upload(here.one.client, '/users/self/files'), await upload(here.two.client, '/users/self/files')];
    const attempt = await here.begin(here.one);
    const send = (id: number) => here.answer(here.one, attempt, new Map([[here.first.id, [id]]]));
    expect(await send(foreign.id)).toMatchObject(blamed('answer'));
    await send(own.id).expect(200);
    expect(await here.complete(here.one, attempt)).toMatchObject({ workflow_state: 'pending_review' });
    const shown = await here.teacher.client
      .get(`/courses/${here.id}/assignments/${here.quiz.assignment_id}/submissions/${here.one.id}`)
      .expect(200);
    expect(shown.body.attachments).toEqual([expect.objectContaining({ id: own.id })]);
    await here.teacher.client.get(`/files/${own.id}`).expect(200);
  });

  // quizzes#62
  test('with a file that an upload takes the place of, turns in the file', async () => {
    const here = await exam(server, {}, [{ question_type: 'file_upload_question', points_possible: 5, answers: [] }]);
    const own = await upload(here.one.client, '/users/self/files');
    const attempt = await here.begin(here.one);
    await here.answer(here.one, attempt, new Map([[here.first.id, [own.id]]])).expect(200);
    await upload(here.one.client, '/users/self/files', {}, { content: 'other' });
    await work(server);
    await here.complete(here.one, attempt);
    expect((await open(own.url)).text).toBe('hello');
    await here.teacher.client.get(`/files/${own.id}`).expect(200);
  });
});

import { describe, expect, test } from 'vitest';
import { day, override } from '../../../helpers/assignments.ts';
import { change, exam, quiz, quizzesOf, see } from '../../../helpers/quizzes.ts';
import { NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();
const PAST = '2001-01-01T12:00:00Z';

describe('an attempt is begun', () => {
  // quizzes#47, quizzes#48, quizzes#49
  test('with every field, and ends with its time', async () => {
    const here = await exam(server, { time_limit: 10 });
    const one = await here.begin(here.one);
    expect(one).toEqual({
      id: one.id,
      quiz_id: here.quiz.id,
      user_id: here.one.id,
      attempt: 1,
      started_at: expect.any(String),
      finished_at: null,
      end_at: new Date(Date.parse(one.started_at) + 600_000).toISOString().replace('.000', ''),
      score: null,
      kept_score: null,
      fudge_points: null,
      workflow_state: 'untaken',
      validation_token: expect.stringMatching(/^[\da-f]{64}$/),
      attempts_left: 0,
      time_spent: 0,
    });
    expect(await here.attempt(here.one.client, one.id)).toEqual({ ...one, time_spent: expect.any(Number) });
    const seen = await here.attempt(here.teacher.client, one.id);
    expect(seen).not.toHaveProperty('validation_token');
    expect(seen.id).toBe(one.id);
  });

  // quizzes#50
  test('and ends with the quiz, where that is earlier', async () => {
    const locked = await exam(server, { time_limit: 60, lock_at: new Date(Date.now() + 1_800_000).toISOString() });
    const { end_at: end } = await locked.begin(locked.one);
    expect(end).toBe(locked.quiz.lock_at);
    const open = await exam(server);
    expect((await open.begin(open.one)).end_at).toBeNull();
  });

  // quizzes#50
  test('and ends when it was to end, whatever is said of the quiz later', async () => {
    const here = await exam(server, { time_limit: 60 });
    const { id, end_at: end } = await here.begin(here.one);
    const sooner = new Date(Date.now() + 900_000).toISOString();
    await change(here.teacher.client, here.id, here.quiz.id, { time_limit: 30, due_at: sooner, lock_at: sooner });
    expect((await here.attempt(here.one.client, id)).end_at).toBe(end);
    expect((await here.begin(here.two)).end_at).toBe((await see(here.teacher.client, here.id, here.quiz.id)).lock_at);
  });

  // quizzes#51
  test('by one of two at once, and by nobody while one is not finished', async () => {
    const here = await exam(server, { allowed_attempts: -1 });
    const begin = () => here.one.client.post(`${here.path}/submissions`);
    const all = await Promise.all(Array.from({ length: 8 }, begin));
    expect(all.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect((await begin().expect(409)).body).toEqual({ errors: [{ message: 'an attempt of yours is not finished yet' }] });
    const [first] = all.filter((answer) => answer.status === 200);
    await here.complete(here.one, first?.body.quiz_submissions[0]);
    expect(await here.begin(here.one)).toMatchObject({ attempt: 2, attempts_left: -1, kept_score: 0 });
  });

  // quizzes#52
  test('as often as is allowed', async () => {
    const here = await exam(server, { allowed_attempts: 2 });
    expect(await here.take(here.one)).toMatchObject({ attempt: 1, attempts_left: 1, kept_score: 5 });
    expect(await here.take(here.one, 'Wrong')).toMatchObject({ attempt: 2, attempts_left: 0, score: 0, kept_score: 5 });
    const refused = await here.one.client.post(`${here.path}/submissions`).expect(400);
    expect(refused.body).toEqual({ errors: [{ message: 'no attempts are left' }] });
    await here.begin(here.two);
  });

  // quizzes#3
  test('by students of the course alone, of what is published', async () => {
    const at = await school(server);
    const open = await quiz(at.teacher.client, at.course.id, { published: true });
    const draft = await quiz(at.teacher.client, at.course.id);
    const start = (id: number) => `${quizzesOf(at.course.id, id)}/submissions`;
    for (const who of [at.teacher, at.ta, at.designer, at.observer, at.stranger, at.subAdmin])
      expect((await who.client.post(start(open.id)).expect(401)).body).toEqual(NOT_PERMITTED);
    await at.student.client.post(start(draft.id)).expect(404);
    await at.student.client.post(start(open.id)).expect(200);
  });

  // quizzes#50, quizzes#53
  test('within the dates of the student, and says why not otherwise', async () => {
    const here = await exam(server, { lock_at: PAST });
    const refused = await here.one.client.post(`${here.path}/submissions`).expect(400);
    expect(refused.body).toEqual({ errors: [{ message: expect.stringMatching(/^This assignment was locked January 1, 2001/) }] });
    const { assignment_id: assignmentId } = await see(server.admin, here.id, here.quiz.id);
    await override(server, here.id, assignmentId ?? 0, { student_ids: [here.one.id], title: 'Later', lock_at: day(1), due_at: day(1) });
    expect(await here.begin(here.one)).toMatchObject({ attempt: 1, end_at: day(1) });
    await here.two.client.post(`${here.path}/submissions`).expect(400);
    const early = await exam(server, { unlock_at: day(1), quiz_type: 'survey' });
    expect((await early.one.client.post(`${early.path}/submissions`).expect(400)).body).toEqual({
      errors: [{ message: expect.stringMatching(/^This quiz is locked until May 1, 2040/) }],
    });
  });

  // quizzes#54, quizzes#55
  test('with the code, from an address that passes', async () => {
    const here = await exam(server, { access_code: 'sesame', ip_filter: '127.0.0.0/8' });
    for (const sent of [{}, { access_code: 'SESAME' }, { access_code: '' }])
      expect((await here.one.client.post(`${here.path}/submissions`, sent).expect(403)).body).toEqual({
        errors: [{ message: 'the access code is wrong' }],
      });
    await here.begin(here.one, { access_code: 'sesame' });
    await change(server.admin, here.id, here.quiz.id, { ip_filter: '203.0.113.7' });
    const refused = await here.two.client.post(`${here.path}/submissions`, { access_code: 'sesame' }).expect(403);
    expect(refused.body).toEqual({ errors: [{ message: 'this address may not take the quiz' }] });
  });

  // quizzes#19
  test('or the quiz is unpublished, never both', async () => {
    for (let i = 0; i < 6; i++) {
      const here = await exam(server);
      const [unpublished, begun] = await Promise.all([
        here.teacher.client.put(here.path, { quiz: { published: false } }),
        here.one.client.post(`${here.path}/submissions`),
      ]);
      expect([
        [200, 404],
        [400, 200],
      ]).toContainEqual([unpublished.status, begun.status]);
      expect((await see(server.admin, here.id, here.quiz.id)).published).toBe(begun.status === 200);
    }
  });

  // quizzes#39, quizzes#47
  test('by many at once, each with an attempt of their own, also while the questions change', async () => {
    const here = await exam(server, {}, [{}], 12);
    const [begun] = await Promise.all([
      Promise.all(here.students.map((who) => here.begin(who))),
      here.teacher.client.put(`${here.path}/questions/${here.first.id}`, { question: { points_possible: 3 } }).expect(200),
    ]);
    expect(new Set(begun.map((one) => one.validation_token)).size).toBe(12);
    expect(begun.map((one) => one.user_id)).toEqual(here.students.map((who) => who.id));
  });

  test('with two statements beside the one that says who asks', async () => {
    const here = await exam(server, { time_limit: 5 });
    await see(here.one.client, here.id, here.quiz.id);
    expect(await server.statements(() => here.begin(here.one))).toBe(3);
  });
});

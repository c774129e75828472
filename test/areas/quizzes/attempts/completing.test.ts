import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keptOf } from '../../../../src/areas/quizzes/scoring/scoring.ts';
import { blamed, NONE } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { work } from '../../../helpers/jobs.ts';
import { assignmentOf, attempts, change, ESSAY, type Exam, exam, idOf, proof } from '../../../helpers/quizzes.ts';
import { enroll, made, person, school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { grade, ownSection, show } from '../../../helpers/submissions.ts';

const server = useServer();

const submission = (here: Exam, by = here.teacher.client, include: readonly string[] = []) =>
  show(here.id, here.quiz.assignment_id ?? 0, here.one.id, by, include);
const needsGrading = async (here: Exam) => {
  const path = `/courses/${here.id}/assignments/${here.quiz.assignment_id}`;
  return (await made(here.teacher.client.get(path), z.looseObject({ needs_grading_count: z.int() }))).needs_grading_count;
};

describe('completing an attempt', () => {
  // quizzes#48, quizzes#65, quizzes#77
  test('scores it, and makes it the submission of its assignment', async () => {
    const here = await exam(server);
    const done = await here.take(here.one);
    expect(done).toMatchObject({ score: 5, kept_score: 5, workflow_state: 'complete', attempts_left: 0, fudge_points: 0 });
    expect(await submission(here, here.one.client)).toMatchObject({
      attempt: 1,
      submission_type: 'online_quiz',
      submitted_at: done.finished_at,
      score: 5,
      grade: '5',
      grade_matches_current_submission: true,
      workflow_state: 'graded',
      grader_id: null,
      late: false,
    });
    expect(await needsGrading(here)).toBe(0);
    expect(await show(here.id, here.quiz.assignment_id ?? 0, here.two.id, here.teacher.client)).toMatchObject({
      score: null,
      attempt: null,
    });
  });

  // quizzes#66
  test('twice, or at once, is the same: one attempt, one score, one submission', async () => {
    const here = await exam(server);
    const attempt = await here.begin(here.one);
    await here.answer(here.one, attempt, new Map([[here.first.id, idOf(here.first, 'Right')]])).expect(200);
    const all = await Promise.all(Array.from({ length: 5 }, () => here.complete(here.one, attempt)));
    const again = await here.complete(here.one, attempt);
    expect(all.map((one) => ({ ...one, time_spent: 0 }))).toEqual(all.map(() => ({ ...again, time_spent: 0 })));
    expect(await submission(here, here.teacher.client, ['submission_history'])).toMatchObject({
      attempt: 1,
      submission_history: [{ attempt: 1, score: 5 }],
    });
    const { rowCount } = await server.database.pool.query('select 1 from grade_changes where user_id = $1', [here.one.id]);
    expect(rowCount).toBe(1);
  });

  // quizzes#58, quizzes#65
  test('is for its student, with its token and number', async () => {
    const here = await exam(server);
    const attempt = await here.begin(here.one);
    const path = `${here.path}/submissions/${attempt.id}/complete`;
    await here.two.client.post(path, proof(attempt)).expect(404);
    await here.teacher.client.post(path, proof(attempt)).expect(401);
    await here.one.client.post(path, { ...proof(attempt), validation_token: 'made up' }).expect(403);
    expect(await here.one.client.post(path, { ...proof(attempt), attempt: 2 })).toMatchObject(blamed('attempt'));
    expect(await here.one.client.post(path)).toMatchObject(blamed('attempt', 'validation_token'));
    await here.one.client.post(`${here.path}/submissions/${NONE}/complete`, proof(attempt)).expect(404);
    expect(await here.attempt(here.one.client, attempt.id)).toMatchObject({ workflow_state: 'untaken', finished_at: null });
  });

  // quizzes#70
  test('waits for a grader where somebody has to read it', async () => {
    const here = await exam(server, {}, [{}, ESSAY]);
    expect(await here.take(here.one)).toMatchObject({ score: 5, workflow_state: 'pending_review' });
    expect(await submission(here)).toMatchObject({ score: 5, workflow_state: 'pending_review', graded_at: null, grader_id: null });
    expect(await needsGrading(here)).toBe(1);
  });

  // quizzes#24
  test('is graded as the assignment is', async () => {
    const here = await exam(server, {}, [{}, {}]);
    const found = await assignmentOf(server.admin, here.id, here.quiz.id);
    await server.admin.put(`/courses/${here.id}/assignments/${found?.id}`, { assignment: { grading_type: 'percent' } }).expect(200);
    await here.take(here.one);
    expect(await submission(here)).toMatchObject({ score: 5, grade: '50%' });
    await here.teacher.client.post(`${here.path}/questions`, { question: { points_possible: 10 } }).expect(200);
    expect(await submission(here)).toMatchObject({ score: 5, grade: '25%' });
  });

  // quizzes#71
  test('of surveys waits for nobody; a graded one is worth all its points, the others have no assignment', async () => {
    const graded = await exam(server, { quiz_type: 'graded_survey' }, [{}, ESSAY]);
    expect(await graded.take(graded.one, 'Wrong')).toMatchObject({ score: 15, workflow_state: 'complete' });
    expect(await submission(graded)).toMatchObject({ score: 15, workflow_state: 'graded' });
    for (const type of ['survey', 'practice_quiz']) {
      const here = await exam(server, { quiz_type: type });
      expect(await here.take(here.one)).toMatchObject({ score: 5, workflow_state: 'complete' });
      expect(await assignmentOf(server.admin, here.id, here.quiz.id)).toBeUndefined();
    }
  });

  // quizzes#81
  test('is late by the student’s date', async () => {
    const here = await exam(server, { due_at: '2001-01-01T12:00:00Z' });
    await here.take(here.one);
    expect(await submission(here)).toMatchObject({ late: true });
  });

  // quizzes#84
  test('shows no score while the assignment is muted', async () => {
    const here = await exam(server, { allowed_attempts: 2 });
    const assignment = `/courses/${here.id}/assignments/${here.quiz.assignment_id}`;
    await server.admin.put(assignment, { assignment: { muted: true } }).expect(200);
    const hidden = { score: null, kept_score: null, workflow_state: 'complete' };
    const done = await here.take(here.one);
    expect(done).toMatchObject(hidden);
    const { body } = await here.one.client.get(`${here.path}/submissions`).expect(200);
    expect(attempts(body)).toEqual([expect.objectContaining(hidden)]);
    expect(await here.given(here.one.client, done.id)).toEqual([{ id: here.first.id, flagged: false, answer: idOf(here.first, 'Right') }]);
    expect(await here.attempt(here.teacher.client, done.id)).toMatchObject({ score: 5, kept_score: 5 });
    const shown = await submission(here, here.one.client);
    expect(shown).toMatchObject({ workflow_state: 'submitted', graded_at: null });
    expect(shown).not.toHaveProperty('score');
    expect(await here.begin(here.one)).toMatchObject({ kept_score: null });
    await server.admin.put(assignment, { assignment: { muted: false } }).expect(200);
    expect(await here.attempt(here.one.client, done.id)).toMatchObject({ score: 5, kept_score: 5 });
  });
});

describe('a grader who reads it while it is muted', () => {
  // quizzes#84
  test('leaves what its student sees as it was, of the attempt and of the submission', async () => {
    const here = await exam(server, {}, [ESSAY]);
    const assignment = `/courses/${here.id}/assignments/${here.quiz.assignment_id}`;
    await server.admin.put(assignment, { assignment: { muted: true } }).expect(200);
    const attempt = await here.begin(here.one);
    await here.answer(here.one, attempt, new Map([[here.first.id, '<p>So</p>']])).expect(200);
    await here.complete(here.one, attempt);
    const seen = async () => [
      await here.attempt(here.one.client, attempt.id),
      await here.given(here.one.client, attempt.id),
      await submission(here, here.one.client, ['submission_history', 'submission_comments']),
    ];
    const before = await seen();
    expect(await here.attempt(here.teacher.client, attempt.id)).toMatchObject({ workflow_state: 'pending_review' });
    const scores = { quiz_submissions: [{ questions: { [here.first.id]: { score: 7, comment: 'Good' } } }] };
    await here.teacher.client.put(`${here.path}/submissions/${attempt.id}`, scores).expect(200);
    expect(await here.attempt(here.teacher.client, attempt.id)).toMatchObject({ workflow_state: 'complete', score: 7 });
    expect(await seen()).toEqual(before);
  });
});

describe('results that are hidden', () => {
  // quizzes#83
  test.each(['always', 'until_after_last_attempt'] as const)('%s: the submission shows its score, unless it is muted', async (hidden) => {
    const here = await exam(server, { hide_results: hidden, allowed_attempts: 2 });
    const done = await here.take(here.one);
    expect(done).toMatchObject({ score: null, kept_score: null });
    await here.one.client.get(`/quiz_submissions/${done.id}/questions`).expect(401);
    await here.one.client.get(`${here.path}/questions`).expect(401);
    expect(await submission(here, here.one.client)).toMatchObject({ score: 5, grade: '5', workflow_state: 'graded' });
    const muted = { assignment: { muted: true } };
    await server.admin.put(`/courses/${here.id}/assignments/${here.quiz.assignment_id}`, muted).expect(200);
    expect(await submission(here, here.one.client)).not.toHaveProperty('score');
  });
});

describe('the score that is kept', () => {
  // quizzes#76, quizzes#77
  test.each([
    ['keep_highest', [5, 5, 5]],
    ['keep_latest', [5, 0, 5]],
  ] as const)('%s: of a right, a wrong and a right attempt %j', async (policy, kept) => {
    const here = await exam(server, { allowed_attempts: 3, scoring_policy: policy });
    for (const [i, text] of (['Right', 'Wrong', 'Right'] as const).entries()) {
      const finished = await here.take(here.one, text);
      expect(finished).toMatchObject({ attempt: i + 1, kept_score: kept[i] });
      expect(await submission(here)).toMatchObject({ attempt: i + 1, score: kept[i], submitted_at: finished.finished_at });
    }
    const { submission_history: history } = await submission(here, here.one.client, ['submission_history']);
    expect(history?.map((one) => [one.attempt, one.score, one.submission_type])).toEqual(
      kept.map((score, i) => [i + 1, score, 'online_quiz']),
    );
    const { body } = await here.teacher.client.get(`${here.path}/submissions`).expect(200);
    const own = attempts(body);
    expect(own.map((one) => one.kept_score)).toEqual(kept.map(() => kept[2]));
    const finished = own.map((one) => ({ number: one.attempt, score: one.score ?? 0, pending: false }));
    expect(keptOf(finished, policy)?.score).toBe(kept[2]);
  });

  // quizzes#79
  test('is another one under another policy, for everybody who has finished', async () => {
    const here = await exam(server, { allowed_attempts: 2 });
    for (const text of ['Right', 'Wrong'] as const) await here.take(here.one, text);
    await change(server.admin, here.id, here.quiz.id, { scoring_policy: 'keep_latest' });
    await work(server);
    expect(await submission(here)).toMatchObject({ score: 0, attempt: 2 });
    await change(server.admin, here.id, here.quiz.id, { allowed_attempts: 1 });
    await work(server);
    expect(await submission(here)).toMatchObject({ score: 5, attempt: 2 });
  });

  // quizzes#79
  test('comes to an assignment that the quiz gets later, where each attempt is turned in', async () => {
    const here = await exam(server, { quiz_type: 'practice_quiz', allowed_attempts: 3 });
    const [right, wrong] = [await here.take(here.one), await here.take(here.one, 'Wrong')];
    const graded = await change(server.admin, here.id, here.quiz.id, { quiz_type: 'assignment' });
    await work(server);
    const turnedIn = () => show(here.id, graded.assignment_id ?? 0, here.one.id, here.teacher.client, ['submission_history']);
    const first = { attempt: 1, submission_type: 'online_quiz', submitted_at: right.finished_at, score: 5 };
    const second = { ...first, attempt: 2, submitted_at: wrong.finished_at };
    expect(await turnedIn()).toMatchObject({ ...second, workflow_state: 'graded', submission_history: [first, second] });
    await here.take(here.one);
    await change(server.admin, here.id, here.quiz.id, { scoring_policy: 'keep_latest' });
    await work(server);
    expect(await turnedIn()).toMatchObject({ attempt: 3, score: 5, submission_history: [first, second, { attempt: 3 }] });
  });

  // quizzes#79
  test('comes to an assignment in the order of the attempts, also of one that is finished before the job comes', async () => {
    const here = await exam(server, { quiz_type: 'practice_quiz', allowed_attempts: 3 });
    for (const text of ['Right', 'Wrong'] as const) await here.take(here.one, text);
    const graded = await change(server.admin, here.id, here.quiz.id, { quiz_type: 'assignment' });
    const third = await here.take(here.one, 'Wrong');
    const turnedIn = () => show(here.id, graded.assignment_id ?? 0, here.one.id, here.teacher.client, ['submission_history']);
    const before = await turnedIn();
    expect(before).toMatchObject({
      score: 5,
      submitted_at: third.finished_at,
      submission_history: [{ attempt: 1, score: 5 }, { attempt: 2 }, { attempt: 3 }],
    });
    await work(server);
    expect(await turnedIn()).toEqual(before);
  });

  // quizzes#77
  test('goes before a grade that was posted by hand until then', async () => {
    const here = await exam(server, { allowed_attempts: 2 });
    await here.take(here.one, 'Wrong');
    await grade(here.id, here.quiz.assignment_id ?? 0, here.one.id, 3, here.teacher.client);
    expect(await submission(here)).toMatchObject({ score: 3 });
    await here.take(here.one);
    expect(await submission(here)).toMatchObject({ score: 5, attempt: 2 });
  });
});

describe('attempts are listed', () => {
  // quizzes#49, quizzes#56
  test('by student and number: to graders all in their sections, to others their own and their observed students’', async () => {
    const at = await school(server);
    const here = await exam(server, { allowed_attempts: 2 });
    const observer = await person(server);
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { associated_user_id: here.one.id });
    const { member, assistant } = await ownSection(server, here.id);
    const [a, b, c, d] = [
      await here.take(here.two),
      await here.take(here.one),
      await here.take(here.one, 'Wrong'),
      await here.take(member),
    ];
    const seen = async (by: typeof here.teacher.client, query: Fields = {}) =>
      attempts((await by.get(`${here.path}/submissions`, query).expect(200)).body).map((one) => one.id);
    expect(await seen(here.teacher.client)).toEqual([b.id, c.id, a.id, d.id]);
    expect(await seen(here.teacher.client, { per_page: 1, page: 2 })).toEqual([c.id]);
    expect(await seen(assistant.client)).toEqual([d.id]);
    expect(await seen(here.one.client)).toEqual([b.id, c.id]);
    expect(await seen(observer.client)).toEqual([b.id, c.id]);
    const one = (id: number) => `${here.path}/submissions/${id}`;
    await assistant.client.get(one(a.id)).expect(404);
    await assistant.client.get(`/quiz_submissions/${a.id}/questions`).expect(404);
    await assistant.client.get(`/quiz_submissions/${d.id}/questions`).expect(200);
    await here.one.client.get(one(a.id)).expect(404);
    expect((await here.attempt(observer.client, b.id)).validation_token).toBeUndefined();
    await observer.client.get(one(a.id)).expect(404);
    await at.teacher.client.get(`${here.path}/submissions`).expect(401);
    await here.teacher.client.get(one(NONE)).expect(404);
    const other = await exam(server);
    await other.teacher.client.get(`${other.path}/submissions/${a.id}`).expect(404);
  });

  // quizzes#56, quizzes#85, submissions#3
  test.each(['inactivate', 'delete'])('to nobody any more after %s, and to observers again of who comes back', async (task) => {
    const here = await exam(server);
    const student = await person(server);
    const { id: enrollment } = await enroll(server, here.id, student.id, 'StudentEnrollment');
    const observer = await person(server);
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { associated_user_id: student.id });
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { associated_user_id: here.two.id });
    const { id } = await here.take(student);
    const paths = [`${here.path}/submissions/${id}`, `${here.path}/submissions/${id}/time`];
    const check = async (ids: number[], status: number) => {
      for (const { client } of [observer, here.teacher]) {
        expect(attempts((await client.get(`${here.path}/submissions`).expect(200)).body).map((one) => one.id)).toEqual(ids);
        for (const path of paths) await client.get(path).expect(status);
      }
    };
    await check([id], 200);
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment}`, { task }).expect(200);
    await check([], 404);
    await enroll(server, here.id, student.id, 'StudentEnrollment', { enrollment_state: 'active' });
    await check([id], 200);
  });
});

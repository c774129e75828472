import { describe, expect, test } from 'vitest';
import { blamed, NONE } from '../../../helpers/assignments.ts';
import type { Fields } from '../../../helpers/form.ts';
import { attempts, change, ESSAY, type Exam, exam, idOf } from '../../../helpers/quizzes.ts';
import { enroll, person } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { grade, ownSection, show } from '../../../helpers/submissions.ts';

const server = useServer();
const submission = (here: Exam) => show(here.id, here.quiz.assignment_id ?? 0, here.one.id, here.teacher.client, ['submission_history']);
const score = (here: Exam, id: number, sent: Fields, by = here.teacher.client) =>
  by.put(`${here.path}/submissions/${id}`, { quiz_submissions: [sent] });

/** A finished attempt at a quiz of a choice (5) and an essay (10), which waits. */
async function essay(fields: Fields = {}) {
  const here = await exam(server, fields, [{}, ESSAY]);
  const done = await here.take(here.one);
  return { here, done, id: done.id, choice: String(here.first.id), text: String(here.questions[1]?.id) };
}

/** As if what the student has turned in so far had been turned in so many hours ago. */
async function hoursAgo(here: Exam, hours: number): Promise<void> {
  for (const [table, column] of [
    ['submissions', 'submitted_at'],
    ['submission_attempts', 'submitted_at'],
    ['quiz_attempts', 'finished_at'],
  ] as const)
    await server.database.pool.query(`update ${table} set ${column} = ${column} - interval '${hours} hours' where user_id = $1`, [
      here.one.id,
    ]);
}

describe('scores by hand', () => {
  // quizzes#64, quizzes#72, quizzes#77
  test('of what had to be read complete the attempt, and come to the submission', async () => {
    const { here, id, text } = await essay();
    const { body } = await score(here, id, { attempt: 1, questions: { [text]: { score: 7.5, comment: 'Well said' } } }).expect(200);
    expect(attempts(body)).toEqual([expect.objectContaining({ id, score: 12.5, kept_score: 12.5, workflow_state: 'complete' })]);
    expect(await submission(here)).toMatchObject({
      score: 12.5,
      workflow_state: 'graded',
      grader_id: here.teacher.id,
      attempt: 1,
      submission_history: [{ attempt: 1, score: 12.5 }],
    });
    expect(await here.given(here.one.client, id)).toEqual([
      { id: here.first.id, flagged: false, answer: idOf(here.first, 'Right'), score: 5 },
      { id: Number(text), flagged: false, answer: null, score: 7.5, comment: 'Well said' },
    ]);
  });

  // quizzes#72
  test('stand beside fudge points; what is sent changes, the rest stays', async () => {
    const { here, id, choice, text } = await essay();
    const scored = async (sent: Fields) => {
      const [one] = attempts((await score(here, id, sent).expect(200)).body);
      return [one?.score, one?.fudge_points, one?.workflow_state];
    };
    expect(await scored({ fudge_points: 2 })).toEqual([7, 2, 'pending_review']);
    expect(await scored({ questions: { [text]: { comment: 'Hm' } } })).toEqual([7, 2, 'pending_review']);
    expect(await scored({ questions: { [text]: { score: 0 } } })).toEqual([7, 2, 'complete']);
    expect(await scored({ questions: { [choice]: { score: '1.25' } } })).toEqual([3.25, 2, 'complete']);
    expect(await scored({ fudge_points: -3 })).toEqual([0, -3, 'complete']);
    expect(await scored({ fudge_points: 0, questions: { [choice]: { score: '' }, [text]: { score: null, comment: '' } } })).toEqual([
      5,
      0,
      'pending_review',
    ]);
    expect(await submission(here)).toMatchObject({ score: 5, workflow_state: 'pending_review' });
    expect(await here.given(here.teacher.client, id)).toEqual([
      { id: here.first.id, flagged: false, answer: expect.any(Number), score: 5 },
      { id: Number(text), flagged: false, answer: null, score: null },
    ]);
  });

  // quizzes#78
  test('stand for an attempt that waits for its own, and are not of it until it has them', async () => {
    const { here, id, text } = await essay({ allowed_attempts: 3 });
    const pending = { workflow_state: 'pending_review', graded_at: null };
    expect(await submission(here)).toMatchObject({ ...pending, score: 5, grade_matches_current_submission: true });
    await score(here, id, { questions: { [text]: { score: 10 } } }).expect(200);
    expect(await submission(here)).toMatchObject({ score: 15, grade_matches_current_submission: true });
    for (const attempt of [2, 3]) {
      await here.take(here.one, 'Wrong');
      expect(await submission(here)).toMatchObject({ ...pending, attempt, score: 15, grade_matches_current_submission: false });
    }
    await score(here, id, { attempt: 2, questions: { [text]: { score: 1 } } }).expect(200);
    expect(await submission(here)).toMatchObject({ ...pending, grade_matches_current_submission: false });
    await score(here, id, { attempt: 3, questions: { [text]: { score: 1 } } }).expect(200);
    expect(await submission(here)).toMatchObject({ workflow_state: 'graded', score: 15, grade_matches_current_submission: true });
  });

  // submissions#11, quizzes#78
  test('are waited for by an earlier attempt in the history, too, until it has them', async () => {
    const { here, id, text } = await essay({ allowed_attempts: 4 });
    const history = async () => (await submission(here)).submission_history;
    const waits = { workflow_state: 'pending_review', graded_at: null, grader_id: null };
    await here.take(here.one, 'Wrong');
    expect(await history()).toMatchObject([{ ...waits, score: 5, grade_matches_current_submission: true }, waits]);
    await score(here, id, { attempt: 1, questions: { [text]: { score: 10 } } }).expect(200);
    await score(here, id, { attempt: 2, questions: { [text]: { score: 10 } } }).expect(200);
    for (const _ of [3, 4]) await here.take(here.one);
    const graded = { workflow_state: 'graded', grade_matches_current_submission: true };
    const third = { ...waits, attempt: 3, score: 15, grade_matches_current_submission: false };
    const first = { ...waits, workflow_state: 'submitted', score: 5 };
    expect(await history()).toMatchObject([first, { ...graded, grader_id: here.teacher.id }, third, { ...third, attempt: 4 }]);
    await score(here, id, { attempt: 3, questions: { [text]: { score: 0 } } }).expect(200);
    expect(await history()).toMatchObject([first, graded, { ...third, workflow_state: 'submitted' }, waits]);
  });

  // submissions#11, submissions#97, quizzes#78
  test('posted by hand stand in the history for an attempt that waits, and for what it loses', async () => {
    const { here } = await essay({ allowed_attempts: 2 });
    await grade(here.id, here.quiz.assignment_id ?? 0, here.one.id, '12', here.teacher.client);
    await hoursAgo(here, 2);
    const policy = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
    await here.teacher.client.post(`/courses/${here.id}/late_policy`, { late_policy: policy }).expect(201);
    const due = new Date(Date.now() - 3_600_000).toISOString();
    await here.teacher.client.put(here.path, { quiz: { due_at: due } }).expect(200);
    await here.take(here.one, 'Wrong');
    const { submission_history: history = [], ...last } = await submission(here);
    expect(history[0]).toMatchObject({ workflow_state: 'graded', graded_at: expect.any(String), score: 12, grader_id: here.teacher.id });
    expect(last).toMatchObject({ attempt: 2, workflow_state: 'pending_review', score: 5, points_deducted: null });
  });

  // submissions#93
  test('come to work that graders have called missing, and is that no more', async () => {
    const here = await exam(server);
    const path = `/courses/${here.id}/assignments/${here.quiz.assignment_id}/submissions/${here.one.id}`;
    await here.teacher.client.put(path, { submission: { late_policy_status: 'missing' } }).expect(200);
    expect(await submission(here)).toMatchObject({ missing: true, late_policy_status: 'missing' });
    await here.take(here.one);
    expect(await submission(here)).toMatchObject({ missing: false, late_policy_status: null, attempt: 1 });
  });

  // quizzes#78, submissions#97
  test('stand for attempts that wait as what the policy left of the one that was graded', async () => {
    const { here, id, text } = await essay({ allowed_attempts: 3 });
    await score(here, id, { questions: { [text]: { score: 10 } } }).expect(200);
    await here.teacher.client
      .post(`/courses/${here.id}/late_policy`, { late_policy: { late_submission_deduction_enabled: true, late_submission_deduction: 10 } })
      .expect(201);
    await hoursAgo(here, 2);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await change(server.admin, here.id, here.quiz.id, { due_at: hourAgo });
    for (const attempt of [2, 3]) {
      await here.take(here.one, 'Wrong');
      expect(await submission(here)).toMatchObject({ attempt, late: true, score: 15, points_deducted: null });
    }
    await score(here, id, { attempt: 1, fudge_points: 5 }).expect(200);
    expect(await submission(here)).toMatchObject({ workflow_state: 'pending_review', score: 20, points_deducted: null });
    for (const attempt of [2, 3]) await score(here, id, { attempt, questions: { [text]: { score: 1 } } }).expect(200);
    expect(await submission(here)).toMatchObject({ workflow_state: 'graded', entered_score: 20, points_deducted: 1.5 });
  });

  // quizzes#73, quizzes#78
  test('of an earlier attempt change what is kept', async () => {
    const { here, id, text } = await essay({ allowed_attempts: 2 });
    const second = await here.take(here.one, 'Wrong');
    await score(here, id, { attempt: 1, questions: { [text]: { score: 4 } } }).expect(200);
    expect(await submission(here)).toMatchObject({ score: 9, attempt: 2, workflow_state: 'pending_review' });
    // The path may name any attempt of the student's.
    const { body } = await score(here, id, { attempt: 2, questions: { [text]: { score: 10 } } }).expect(200);
    expect(attempts(body)).toEqual([expect.objectContaining({ id: second.id, attempt: 2, score: 10 })]);
    expect(await here.attempt(here.teacher.client, second.id)).toMatchObject({ score: 10, kept_score: 10 });
    expect(await submission(here)).toMatchObject({ score: 10, attempt: 2, workflow_state: 'graded' });
    await change(server.admin, here.id, here.quiz.id, { scoring_policy: 'keep_latest' });
    const before = await submission(here);
    await score(here, id, { attempt: 1, fudge_points: 50 }, server.admin).expect(200);
    expect(await submission(here)).toEqual(before);
  });

  // quizzes#72
  test('as a form', async () => {
    const { here, id, text } = await essay();
    const sent = { quiz_submissions: [{ attempt: '1', fudge_points: '1.5', questions: { [text]: { score: '3' } } }] };
    expect(attempts((await here.teacher.client.putForm(`${here.path}/submissions/${id}`, sent).expect(200)).body)).toEqual([
      expect.objectContaining({ score: 9.5 }),
    ]);
  });

  // quizzes#80
  test('at once with the next attempt: what is kept is of both', async () => {
    const { here, id, text } = await essay({ allowed_attempts: 2 });
    const attempt = await here.begin(here.one);
    await Promise.all([
      score(here, id, { questions: { [text]: { score: 10 } } }).expect(200),
      here.complete(here.one, attempt),
      score(here, id, { fudge_points: 1 }).expect(200),
    ]);
    expect(await here.attempt(here.teacher.client, id)).toMatchObject({ score: 16, kept_score: 16 });
    expect(await submission(here)).toMatchObject({ score: 16, attempt: 2 });
  });

  // quizzes#74
  test.each<[string, Fields]>([
    ['quiz_submissions', { attempt: 'x' }],
    ['quiz_submissions', { fudge_points: 'many' }],
    ['quiz_submissions', { fudge_points: 1_000_001 }],
    ['quiz_submissions', { fudge_points: -1_000_001 }],
    ['quiz_submissions', { questions: { '1': { score: -1 } } }],
    ['quiz_submissions', { questions: { '1': { score: 'good' } } }],
    ['quiz_submissions', { questions: { '1': { score: 1_000_001 } } }],
    ['quiz_submissions', { questions: 'all' }],
    ['attempt', { attempt: 2, fudge_points: 1 }],
    ['questions', { fudge_points: 1, questions: { [NONE]: { score: 1 } } }],
    ['questions', { fudge_points: 1, questions: { constructor: { score: 1 } } }],
  ])('are refused by %s: %j, and nothing changes', async (field, sent) => {
    const { here, id, done } = await essay();
    const { status, body } = await score(here, id, sent);
    expect({ status, body }).toEqual(blamed(field));
    expect(await here.attempt(here.teacher.client, id)).toMatchObject({ score: done.score, fudge_points: 0 });
  });

  // quizzes#74, quizzes#34
  test('a text has no points', async () => {
    const here = await exam(server, {}, [{}, { question_type: 'text_only_question', answers: [] }]);
    const done = await here.take(here.one);
    const text = here.questions[1]?.id ?? 0;
    const score = (points: number) =>
      here.teacher.client.put(`${here.path}/submissions/${done.id}`, { quiz_submissions: [{ questions: { [text]: { score: points } } }] });
    for (const points of [2, 0.01]) expect((await score(points).expect(400)).body.errors).toHaveProperty('questions');
    expect((await here.given(here.teacher.client, done.id)).map((one) => one.id)).toEqual([here.first.id]);
    await score(0).expect(200);
    expect(await here.attempt(here.teacher.client, done.id)).toMatchObject({ score: 5 });
  });

  // quizzes#74
  test.each<[Fields | string, string]>([
    ['all', 'must be a list of attempts'],
    [{ questions: 'all' }, 'must be a map of questions'],
    [{ questions: { '1': 'good' } }, 'must have maps of score and comment as its questions'],
    [{ questions: { '1': { score: 'good' } } }, 'has a score that must be a number'],
    [{ fudge_points: 'many' }, 'has a fudge_points that must be a number'],
  ])('%j is refused: it %s', async (sent, message) => {
    const { here, id } = await essay();
    const { status, body } = await here.teacher.client.put(`${here.path}/submissions/${id}`, { quiz_submissions: [sent] });
    expect([status, body]).toEqual([400, { errors: { quiz_submissions: [expect.objectContaining({ message })] } }]);
  });

  // quizzes#74
  test('of what is not finished, or of nothing, are refused', async () => {
    const here = await exam(server);
    const { id } = await here.begin(here.one);
    expect(await score(here, id, { fudge_points: 1 })).toMatchObject(blamed('attempt'));
    expect(await here.teacher.client.put(`${here.path}/submissions/${id}`, {})).toMatchObject(blamed('quiz_submissions'));
    const two = { quiz_submissions: [{ fudge_points: 1 }, { fudge_points: 2 }] };
    expect(await here.teacher.client.put(`${here.path}/submissions/${id}`, two)).toMatchObject(blamed('quiz_submissions'));
  });

  // quizzes#3, quizzes#75
  test('are for graders, of the students in their sections', async () => {
    const { here, id } = await essay();
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    for (const by of [designer.client, here.one.client]) await score(here, id, { fudge_points: 1 }, by).expect(401);
    const { assistant, member } = await ownSection(server, here.id);
    await score(here, id, { fudge_points: 1 }, assistant.client).expect(404);
    const own = await here.take(member);
    await score(here, own.id, { fudge_points: 1 }, assistant.client).expect(200);
    expect(await here.attempt(here.teacher.client, id)).toMatchObject({ fudge_points: 0 });
  });
});

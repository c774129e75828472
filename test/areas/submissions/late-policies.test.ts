import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyLatePolicy } from '../../../src/areas/submissions/late-policies.ts';
import { NamedLatePolicy } from '../../../src/areas/submissions/late-schemas.ts';
import { groupSet, override } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { addJob, jobMeans, workOn } from '../../helpers/jobs.ts';
import { enroll, made, type Person, ROOT_ACCOUNT, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, ownSection, type Room, room, rubric, show, submissionsOf, task, turnIn, update, words } from '../../helpers/submissions.ts';

const server = useServer();

const pathOf = (courseId: number) => `/courses/${courseId}/late_policy`;
const LATE = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
const MISSING = { missing_submission_deduction_enabled: true, missing_submission_deduction: 100 };
async function policy(at: Room, fields: Fields): Promise<void> {
  await at.teacher.client.post(pathOf(at.id), { late_policy: fields }).expect(201);
  await workOn(server, 'apply_late_policy');
}
async function change(at: Room, fields: Fields): Promise<void> {
  await at.teacher.client.patch(pathOf(at.id), { late_policy: fields }).expect(204);
  await workOn(server, 'apply_late_policy');
}
/** So many hours ago. */
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
/** Due some hours ago, and turned in by the first student now. */
async function lateTask(at: Room, hours: number, fields: Fields = {}): Promise<number> {
  const id = await task(server, at.id, { points_possible: 100, due_at: ago(hours), ...fields });
  await turnIn(at.id, id, at.one);
  return id;
}
const seen = (at: Room, id: number, who = at.one, by = at.teacher) => show(at.id, id, who.id, by.client);
const Totals = z.array(z.object({ computed_current_score: z.number().nullable() }));

describe('the policy of a course', () => {
  // submissions#91
  test('is made, read and changed', async () => {
    const at = await room(server, 1);
    await at.teacher.client.get(pathOf(at.id)).expect(404);
    await at.teacher.client.patch(pathOf(at.id), { late_policy: LATE }).expect(404);
    const { late_policy: one } = await made(at.teacher.client.post(pathOf(at.id), { late_policy: {} }), NamedLatePolicy);
    expect(one).toEqual({
      id: one.id,
      course_id: at.id,
      missing_submission_deduction_enabled: false,
      missing_submission_deduction: 100,
      late_submission_deduction_enabled: false,
      late_submission_deduction: 0,
      late_submission_interval: 'day',
      late_submission_minimum_percent_enabled: false,
      late_submission_minimum_percent: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await at.teacher.client.post(pathOf(at.id), { late_policy: {} }).expect(400);
    await at.teacher.client.patch(pathOf(at.id), { late_policy: { ...LATE, late_submission_interval: 'hour' } }).expect(204);
    const { late_policy: two } = await made(at.teacher.client.get(pathOf(at.id)), NamedLatePolicy);
    expect(two).toEqual({ ...one, ...LATE, late_submission_interval: 'hour', updated_at: expect.any(String) });
    for (const [name, value] of [
      ['late_submission_deduction', 101],
      ['late_submission_minimum_percent', -1],
      ['missing_submission_deduction', 'all'],
      ['late_submission_interval', 'week'],
      ['late_submission_deduction_enabled', 'perhaps'],
    ] as const) {
      const { body } = await at.teacher.client.patch(pathOf(at.id), { late_policy: { [name]: value } }).expect(400);
      expect(Object.keys(body.errors)).toEqual([name]);
    }
  });

  // submissions#91
  test('is one, for graders', async () => {
    const at = await school(server);
    const post = async () => at.ta.client.post(pathOf(at.course.id), { late_policy: {} });
    const done = await atOnce(server, `select from courses where id = ${at.course.id} for update`, [post, post]);
    expect(done.map(({ status }) => status).sort()).toEqual([201, 400]);
    for (const { client } of [at.student, at.observer, at.designer]) {
      await client.get(pathOf(at.course.id)).expect(401);
      await client.patch(pathOf(at.course.id), { late_policy: LATE }).expect(401);
    }
    await at.teacher.client.get(pathOf(at.course.id)).expect(200);
  });

  // submissions#91
  test('is changed by nobody who grades in some sections only', async () => {
    const at = await room(server, 1);
    const { assistant } = await ownSection(server, at.id);
    await assistant.client.post(pathOf(at.id), { late_policy: LATE }).expect(401);
    await policy(at, LATE);
    await assistant.client.patch(pathOf(at.id), { late_policy: { late_submission_deduction: 90 } }).expect(401);
    const { body } = await assistant.client.get(pathOf(at.id)).expect(200);
    expect(body.late_policy).toMatchObject(LATE);
  });
});

describe('late work', () => {
  // submissions#92, submissions#94, submissions#96
  test('loses what the policy says as soon as it is graded', async () => {
    const at = await room(server, 2);
    await policy(at, LATE);
    const id = await lateTask(at, 25);
    const graded = await grade(at.id, id, at.one.id, '90', at.teacher.client);
    const wanted = { score: 70, grade: '70', entered_score: 90, entered_grade: '90', points_deducted: 20, late: true, missing: false };
    expect(graded).toMatchObject(wanted);
    expect(graded.seconds_late).toBeGreaterThan(24 * 3_600);
    expect(await seen(at, id, at.one, at.one)).toMatchObject({ ...wanted, late_policy_status: null });
    expect(await seen(at, id, at.two)).toMatchObject({ missing: true, late: false, seconds_late: 0, score: null, points_deducted: null });
    const query = { student_ids: [at.one.id], grouped: true, include: ['total_scores'] };
    expect((await made(at.teacher.client.get(`/courses/${at.id}/students/submissions`, query), Totals))[0]?.computed_current_score).toBe(
      70,
    );
    const { body: history } = await at.teacher.client.get(`/courses/${at.id}/gradebook_history/feed`).expect(200);
    expect(history).toMatchObject([{ score: 70, grade: '70', grader_id: at.teacher.id }]);
    const { text } = await at.teacher.client.get(`/courses/${at.id}/gradebook.csv`).expect(200);
    expect(text).toMatch(/,90,70,/);
    expect(await grade(at.id, id, at.one.id, '', at.teacher.client)).toMatchObject({
      score: null,
      entered_score: null,
      points_deducted: null,
    });
  });

  // submissions#92
  test('is not told of while it is muted', async () => {
    const at = await room(server, 1);
    await policy(at, LATE);
    const id = await lateTask(at, 1, { muted: true });
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    const own = await seen(at, id, at.one, at.one);
    for (const name of ['score', 'entered_score', 'entered_grade', 'points_deducted']) expect(own).not.toHaveProperty(name);
  });

  // submissions#96
  test('loses it however it is graded', async () => {
    const at = await room(server, 2);
    await policy(at, LATE);
    const many = await lateTask(at, 1);
    const rows = { grade_data: { [at.one.id]: { posted_grade: '80%' }, [at.two.id]: { posted_grade: '80' } } };
    await at.teacher.client.post(`${submissionsOf(at.id, many)}/update_grades`, rows).expect(200);
    await workOn(server, 'update_grades');
    expect(await seen(at, many)).toMatchObject({ score: 70, entered_score: 80, points_deducted: 10 });
    expect(await seen(at, many, at.two)).toMatchObject({ score: 80, entered_score: 80, points_deducted: null });
    const byRubric = await lateTask(at, 1);
    const [row = ''] = await rubric(server, at.id, byRubric, [50]);
    await update(at.id, byRubric, at.one.id, { rubric_assessment: { [row]: { points: 50 } } }, at.teacher.client);
    expect(await seen(at, byRubric)).toMatchObject({ score: 40, entered_score: 50 });
    const letters = await lateTask(at, 1, { grading_type: 'letter_grade' });
    await grade(at.id, letters, at.one.id, 'A', at.teacher.client);
    expect(await seen(at, letters)).toMatchObject({ score: 90, grade: 'A-', entered_score: 100, entered_grade: 'A' });
    const { body: quiz } = await at.teacher.client
      .post(`/courses/${at.id}/quizzes`, { quiz: { title: 'Q', published: true, due_at: ago(1), allowed_attempts: 2 } })
      .expect(200);
    const question = { points_possible: 10, answers: [{ answer_text: 'Yes', answer_weight: 100 }] };
    await at.teacher.client.post(`/courses/${at.id}/quizzes/${quiz.id}/questions`, { question }).expect(200);
    await server.admin.put(`/courses/${at.id}/quizzes/${quiz.id}`, { quiz: { published: true } }).expect(200);
    const { body: begun } = await at.one.client.post(`/courses/${at.id}/quizzes/${quiz.id}/submissions`).expect(200);
    const attempt = begun.quiz_submissions[0];
    const proof = { attempt: attempt.attempt, validation_token: attempt.validation_token };
    await at.one.client.post(`/courses/${at.id}/quizzes/${quiz.id}/submissions/${attempt.id}/complete`, proof).expect(200);
    const scored = { quiz_submissions: [{ attempt: attempt.attempt, fudge_points: 10 }] };
    await at.teacher.client.put(`/courses/${at.id}/quizzes/${quiz.id}/submissions/${attempt.id}`, scored).expect(200);
    expect(await seen(at, quiz.assignment_id)).toMatchObject({ entered_score: 10, score: 9, points_deducted: 1 });
  });

  // submissions#96
  test('stands in the history as what is left, by a rubric too', async () => {
    const at = await room(server, 1);
    await policy(at, LATE);
    const id = await lateTask(at, 1);
    const [row = ''] = await rubric(server, at.id, id, [50]);
    await update(at.id, id, at.one.id, { rubric_assessment: { [row]: { points: 50 } } }, at.teacher.client);
    const { body: history } = await at.teacher.client.get(`/courses/${at.id}/gradebook_history/feed`).expect(200);
    expect(history).toMatchObject([{ score: 40, grade: '40', current_grade: '40' }]);
  });

  // submissions#37
  test('is graded and commented on by several at once', async () => {
    const at = await room(server, 1);
    await policy(at, LATE);
    const id = await lateTask(at, 1);
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    const say = (text: string, by: Person, sent: Fields = {}) =>
      update(at.id, id, at.one.id, { ...sent, comment: { text_comment: text } }, by.client);
    const standing = { submission: { late_policy_status: 'late', seconds_late_override: 10 } };
    await atOnce<unknown>(server, `select from submissions where assignment_id = ${id} for update`, [
      () => say('1', at.teacher, standing),
      () => say('2', at.one),
      () => say('3', at.teacher, standing),
      () => say('4', at.teacher, { submission: { posted_grade: '80' } }),
    ]);
    const one = await show(at.id, id, at.one.id, at.teacher.client, ['submission_comments']);
    expect(words(one).toSorted()).toEqual(['1', '2', '3', '4']);
    expect(one).toMatchObject({ entered_score: 80, score: 70 });
  });

  // submissions#29, submissions#97
  test('is the attempt that was graded, and no comment or text of the assignment changes that', async () => {
    const at = await room(server, 1);
    await policy(at, LATE);
    const id = await lateTask(at, -1);
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    for (const table of ['submissions', 'submission_attempts'])
      await server.database.pool.query(`update ${table} set submitted_at = now() - interval '2 hours' where assignment_id = $1`, [id]);
    const put = async (assignment: Fields) => {
      await server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment }).expect(200);
      await sweep();
    };
    await put({ due_at: ago(1) });
    expect(await turnIn(at.id, id, at.one)).toMatchObject({ score: 90, late: true });
    await update(at.id, id, at.one.id, { comment: { text_comment: 'Better now' } }, at.one.client);
    await put({ description: 'Other words' });
    expect(await seen(at, id)).toMatchObject({ score: 90, points_deducted: null, late: true, grade_matches_current_submission: false });
    await put({ due_at: ago(26.5) });
    expect(await seen(at, id)).toMatchObject({ score: 70, entered_score: 90, points_deducted: 20 });
    expect(await grade(at.id, id, at.one.id, '90', at.teacher.client)).toMatchObject({ score: 70 });
  });

  // submissions#94
  test('was of an earlier attempt what is left of its grade, and nobody knows of what', async () => {
    const at = await room(server, 1);
    const id = await lateTask(at, 1);
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    await turnIn(at.id, id, at.one);
    const before = async () => (await show(at.id, id, at.one.id, at.teacher.client, ['submission_history'])).submission_history?.[0];
    expect(await before()).toMatchObject({ attempt: 1, score: 90, entered_score: 90, entered_grade: '90', points_deducted: null });
    await policy(at, LATE);
    const late = await lateTask(at, 1);
    await grade(at.id, late, at.one.id, '90', at.teacher.client);
    expect(await turnIn(at.id, late, at.one)).toMatchObject({ score: 80, entered_score: 90, points_deducted: 10 });
    const one = await show(at.id, late, at.one.id, at.teacher.client, ['submission_history']);
    expect(one.submission_history).toMatchObject([
      { attempt: 1, score: 80, grade: '80', entered_score: null, entered_grade: null, points_deducted: null },
      { attempt: 2, score: 80, entered_score: 90, points_deducted: 10 },
    ]);
  });

  // submissions#93
  test('is what graders say it is', async () => {
    const at = await room(server, 1);
    await policy(at, LATE);
    const id = await lateTask(at, -5);
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    const say = async (submission: Fields) => update(at.id, id, at.one.id, { submission }, at.teacher.client);
    expect(await say({ late_policy_status: 'late', seconds_late_override: 90_000 })).toMatchObject({
      late: true,
      late_policy_status: 'late',
      seconds_late: 90_000,
      score: 70,
      entered_score: 90,
    });
    expect(await say({ seconds_late_override: 10 })).toMatchObject({ seconds_late: 10, score: 80 });
    expect(await say({ posted_grade: '50' })).toMatchObject({ late: true, score: 40, entered_score: 50 });
    expect(await say({ late_policy_status: 'extended' })).toMatchObject({ late: false, seconds_late: 0, score: 50, points_deducted: null });
    expect(await say({ late_policy_status: 'late' })).toMatchObject({ late: true, seconds_late: 0, score: 50 });
    expect(await say({ late_policy_status: '' })).toMatchObject({ late: false, late_policy_status: null });
    await at.one.client.put(submissionsOf(at.id, id, at.one.id), { submission: { late_policy_status: 'none' } }).expect(401);
    for (const submission of [{ late_policy_status: 'early' }, { seconds_late_override: -1 }])
      await at.teacher.client.put(submissionsOf(at.id, id, at.one.id), { submission }).expect(400);
  });

  // submissions#93
  test('is so for a whole group', async () => {
    const at = await room(server, 2);
    const set = await groupSet(server, at.id, [[at.one.id, at.two.id]]);
    const id = await task(server, at.id, { group_category_id: set.id });
    await update(at.id, id, at.one.id, { submission: { late_policy_status: 'late' } }, at.teacher.client);
    for (const who of [at.one, at.two]) expect(await seen(at, id, who)).toMatchObject({ late: true, late_policy_status: 'late' });
  });

  // submissions#97
  test('follows the points and the due date of its assignment', async () => {
    const at = await room(server, 1);
    await policy(at, { ...LATE, late_submission_minimum_percent_enabled: true, late_submission_minimum_percent: 50 });
    const id = await lateTask(at, 1);
    await grade(at.id, id, at.one.id, '60', at.teacher.client);
    expect(await seen(at, id)).toMatchObject({ score: 50 });
    const put = (assignment: Fields) => server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment }).expect(200);
    await put({ points_possible: 50, grading_type: 'percent' });
    expect(await seen(at, id)).toMatchObject({ score: 55, grade: '110%', entered_grade: '120%', points_deducted: 5 });
    await put({ grading_type: 'pass_fail' });
    expect(await seen(at, id)).toMatchObject({ score: 60, grade: 'complete', points_deducted: null });
    await put({ points_possible: 100, grading_type: 'points' });
    expect(await seen(at, id)).toMatchObject({ score: 50, points_deducted: 10 });
    await put({ due_at: ago(-5) });
    await workOn(server, 'grade_missing_work');
    expect(await seen(at, id)).toMatchObject({ score: 50 });
    await sweep();
    expect(await seen(at, id)).toMatchObject({ late: false, score: 60, points_deducted: null });
  });

  // submissions#97
  test('is late no more, or late again, as the student changes groups and sections', async () => {
    const at = await room(server, 2);
    await policy(at, LATE);
    const set = await groupSet(server, at.id, [[]]);
    const group = set.groups[0]?.id;
    const byGroup = await lateTask(at, 1, { group_category_id: set.id });
    await override(server, at.id, byGroup, { group_id: group, due_at: ago(-9) });
    const bySection = await lateTask(at, 1);
    const { section } = await ownSection(server, at.id);
    await override(server, at.id, bySection, { course_section_id: section, due_at: ago(-9) });
    for (const id of [byGroup, bySection]) await grade(at.id, id, at.one.id, '90', at.teacher.client);
    const scores = async () => [(await seen(at, byGroup)).score, (await seen(at, bySection)).score];
    const settled = async () => {
      await sweep();
      await age(at);
      return scores();
    };
    expect(await settled()).toEqual([80, 80]);
    await server.admin.post(`/groups/${group}/memberships`, { user_id: at.one.id }).expect(200);
    expect(await settled()).toEqual([90, 80]);
    expect(await seen(at, byGroup)).toMatchObject({ late: false, points_deducted: null });
    await enroll(server, at.id, at.one.id, 'StudentEnrollment', { course_section_id: section });
    expect(await settled()).toEqual([90, 90]);
    await server.admin.delete(`/groups/${group}`).expect(200);
    expect(await settled()).toEqual([80, 90]);
  });

  // submissions#98
  test('follows the policy', async () => {
    const at = await room(server, 2);
    const id = await lateTask(at, 30);
    await grade(at.id, id, at.one.id, '90', at.teacher.client);
    await grade(at.id, id, at.two.id, '90', at.teacher.client);
    await policy(at, LATE);
    expect(await seen(at, id)).toMatchObject({ score: 70, entered_score: 90 });
    expect(await seen(at, id, at.two)).toMatchObject({ score: 90, points_deducted: null });
    await change(at, { late_submission_deduction: 5 });
    expect(await seen(at, id)).toMatchObject({ score: 80, entered_score: 90, points_deducted: 10 });
    await change(at, {
      late_submission_interval: 'hour',
      late_submission_minimum_percent_enabled: true,
      late_submission_minimum_percent: 40,
    });
    expect(await seen(at, id)).toMatchObject({ score: 40, entered_score: 90, points_deducted: 50 });
    await change(at, { late_submission_deduction_enabled: false });
    expect(await seen(at, id)).toMatchObject({ score: 90, entered_score: 90, entered_grade: '90', points_deducted: null });
  });

  // submissions#98
  test('follows in as many statements for one as for many', async () => {
    const counts: number[] = [];
    for (const n of [1, 6]) {
      const at = await room(server, n);
      await policy(at, LATE);
      const id = await task(server, at.id, { points_possible: 100, due_at: ago(1) });
      for (const student of at.students) {
        await turnIn(at.id, id, student);
        await grade(at.id, id, student.id, '90', at.teacher.client);
      }
      await at.teacher.client.patch(pathOf(at.id), { late_policy: { late_submission_deduction: 20 } }).expect(204);
      counts.push(await server.statements(() => applyLatePolicy.run(server.database, { courseId: at.id }, jobMeans(server))));
      for (const student of at.students) expect((await seen(at, id, student)).score).toBe(70);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

/** What came to be due is looked for, as every minute. */
async function sweep(): Promise<void> {
  await addJob(server.database, 'grade_missing_work');
  await workOn(server, 'grade_missing_work');
}

/** Nothing of the course, nor of the account, has changed of late. */
async function age({ id }: { id: number }, account = 0): Promise<void> {
  const hourAgo = "set updated_at = now() - interval '1 hour'";
  for (const [table, which] of [
    ['courses', 'id = $1'],
    ['assignments', 'course_id = $1'],
    ['enrollments', 'course_id = $1'],
    ['group_memberships', 'group_id in (select id from groups where course_id = $1)'],
  ] as const)
    await server.database.pool.query(`update ${table} ${hourAgo} where ${which}`, [id]);
  await server.database.pool.query(`update accounts ${hourAgo} where id = $1`, [account]);
}

describe('missing work', () => {
  // submissions#99
  test.each(['claim', 'conclude'])(
    'of a course that is offered after it was due, and had an event to %s before, is graded',
    async (before) => {
      const at = await room(server, 1);
      const put = (event: string) => server.admin.put(`/courses/${at.id}`, { course: { event } }).expect(200);
      await policy(at, MISSING);
      await put(before);
      const id = await task(server, at.id, { points_possible: 10, due_at: ago(1) });
      await age(at);
      await sweep();
      expect(await seen(at, id)).toMatchObject({ score: null, missing: true });
      await put('offer');
      await sweep();
      expect(await seen(at, id)).toMatchObject({ score: 0, missing: true });
    },
  );

  // submissions#99
  test('of an assignment that counts as published from now on is graded', async () => {
    const { id: account } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Sub' } }));
    const at = await room(server, 1, {}, account);
    await policy(at, MISSING);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(1), published: false });
    await age(at, account);
    await sweep();
    expect((await seen(at, id)).score).toBeNull();
    await server.admin.put(`/accounts/${account}`, { account: { settings: { enable_draft: false } } }).expect(200);
    await sweep();
    expect((await seen(at, id)).score).toBe(0);
  });

  // submissions#99
  test('is graded by itself once it is due, and never again', async () => {
    const at = await room(server, 3);
    await policy(at, { ...MISSING, missing_submission_deduction: 80 });
    const due = await task(server, at.id, { points_possible: 10, due_at: ago(0.01) });
    const later = await task(server, at.id, { points_possible: 10, due_at: ago(-1) });
    const paper = await task(server, at.id, { points_possible: 10, due_at: ago(1), submission_types: ['on_paper'] });
    const hidden = await task(server, at.id, { points_possible: 10, due_at: ago(1), published: false });
    const [one, two, three] = [at.one, at.two, at.students[2] ?? at.one];
    await turnIn(at.id, due, one);
    await grade(at.id, due, two.id, '7', at.teacher.client);
    await sweep();
    expect(await seen(at, due, three)).toMatchObject({ score: 2, grade: '2', workflow_state: 'graded', grader_id: null, missing: true });
    expect(await seen(at, due, one)).toMatchObject({ score: null, workflow_state: 'submitted' });
    expect(await seen(at, due, two)).toMatchObject({ score: 7, grader_id: at.teacher.id });
    for (const id of [later, paper, hidden]) expect((await seen(at, id, three)).score).toBeNull();
    await sweep();
    const changes = async () =>
      (
        await server.database.pool.query(
          'select score, grader_id from grade_changes where assignment_id = $1 and user_id = $2 order by id',
          [due, three.id],
        )
      ).rows;
    expect(await changes()).toEqual([{ score: 2, grader_id: null }]);
    await grade(at.id, due, three.id, '4', at.teacher.client);
    await sweep();
    expect(await seen(at, due, three)).toMatchObject({ score: 4, grader_id: at.teacher.id });
  });

  // submissions#99
  test('loses its grade when it is turned in, or is missing no more', async () => {
    const at = await room(server, 2);
    await policy(at, MISSING);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(1), grading_type: 'letter_grade' });
    await sweep();
    expect(await seen(at, id)).toMatchObject({ score: 0, grade: 'F' });
    expect(await turnIn(at.id, id, at.one)).toMatchObject({
      score: null,
      grade: null,
      graded_at: null,
      workflow_state: 'submitted',
      late: true,
    });
    await sweep();
    expect((await seen(at, id)).score).toBeNull();
    const said = async (status: string) => update(at.id, id, at.two.id, { submission: { late_policy_status: status } }, at.teacher.client);
    expect(await said('none')).toMatchObject({ score: null, missing: false, workflow_state: 'unsubmitted' });
    expect(await said('missing')).toMatchObject({ score: 0, missing: true });
    expect(await turnIn(at.id, id, at.two)).toMatchObject({ score: null, late_policy_status: null, missing: false });
    expect(await said('missing')).toMatchObject({ score: 0, missing: true, late_policy_status: 'missing' });
    await said('');
    await server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment: { due_at: ago(-3) } }).expect(200);
    await sweep();
    expect(await seen(at, id, at.two)).toMatchObject({ score: null, missing: false, workflow_state: 'submitted' });
  });

  // submissions#99
  test('follows the policy, and the dates of the student', async () => {
    const at = await room(server, 2);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(2) });
    const override = { student_ids: [at.two.id], title: 'More time', due_at: ago(-9) };
    await server.admin.post(`/courses/${at.id}/assignments/${id}/overrides`, { assignment_override: override }).expect(201);
    await policy(at, MISSING);
    expect((await seen(at, id)).score).toBe(0);
    expect((await seen(at, id, at.two)).score).toBeNull();
    await change(at, { missing_submission_deduction: 40 });
    expect((await seen(at, id)).score).toBe(6);
    await change(at, { missing_submission_deduction_enabled: false });
    expect(await seen(at, id)).toMatchObject({ score: null, workflow_state: 'unsubmitted' });
  });

  // submissions#99
  test('is missing no more where nothing can be turned in, unless graders say so', async () => {
    const at = await room(server, 2);
    await policy(at, MISSING);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(1) });
    await sweep();
    expect(await seen(at, id)).toMatchObject({ score: 0, missing: true });
    await server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment: { submission_types: ['on_paper'] } }).expect(200);
    await sweep();
    for (const who of at.students) expect(await seen(at, id, who)).toMatchObject({ score: null, missing: false });
    const said = async (status: string) => update(at.id, id, at.two.id, { submission: { late_policy_status: status } }, at.teacher.client);
    expect(await said('missing')).toMatchObject({ score: 0, missing: true });
    expect(await said('')).toMatchObject({ score: null, missing: false });
  });

  // submissions#99
  test('is missing no more once the student joins a group for which it is due later', async () => {
    const at = await room(server, 2);
    await policy(at, MISSING);
    const set = await groupSet(server, at.id, [[], [at.two.id]]);
    const [group] = set.groups;
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(2), group_category_id: set.id });
    const later = { group_id: group?.id, due_at: ago(-9) };
    await server.admin.post(`/courses/${at.id}/assignments/${id}/overrides`, { assignment_override: later }).expect(201);
    await sweep();
    for (const who of at.students) expect((await seen(at, id, who)).score).toBe(0);
    await age(at);
    await server.admin.post(`/groups/${group?.id}/memberships`, { user_id: at.one.id }).expect(200);
    await sweep();
    expect(await seen(at, id)).toMatchObject({ score: null, missing: false });
    expect(await seen(at, id, at.two)).toMatchObject({ score: 0, missing: true });
    await server.admin.delete(`/groups/${group?.id}/users/${at.one.id}`).expect(200);
    await sweep();
    expect(await seen(at, id)).toMatchObject({ score: 0, missing: true });
  });

  // submissions#99
  test('has its own grade again where many are taken away at once', async () => {
    const at = await room(server, 3);
    await policy(at, MISSING);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(1) });
    const other = await task(server, at.id, { points_possible: 10, due_at: ago(-1) });
    for (const [of, who] of [
      [id, at.one],
      [id, at.two],
      [other, at.one],
    ] as const)
      await grade(at.id, of, who.id, '5', at.teacher.client);
    const rows = { [id]: { [at.one.id]: { posted_grade: '' } }, [other]: { [at.one.id]: { posted_grade: '' } } };
    await at.teacher.client.post(`/courses/${at.id}/submissions/update_grades`, { grade_data: rows }).expect(200);
    await workOn(server, 'update_grades');
    expect(await seen(at, id)).toMatchObject({ score: 0, missing: true, grader_id: null, workflow_state: 'graded' });
    expect(await seen(at, other)).toMatchObject({ score: null, missing: false });
    expect(await seen(at, id, at.two)).toMatchObject({ score: 5, grader_id: at.teacher.id });
    expect((await seen(at, id, at.students[2])).score).toBeNull();
  });

  // submissions#12, submissions#99
  test.each(['alone', 'in a group'])('that is turned in %s had no grade, which the history keeps', async (how) => {
    const at = await room(server, 2);
    await policy(at, MISSING);
    const set = await groupSet(server, at.id, [[at.one.id, at.two.id]]);
    const id = await task(server, at.id, { due_at: ago(1), ...(how === 'alone' ? {} : { group_category_id: set.id }) });
    await sweep();
    await turnIn(at.id, id, at.one);
    await turnIn(at.id, id, at.one);
    for (const who of how === 'alone' ? [at.one] : at.students) {
      const one = await show(at.id, id, who.id, at.teacher.client, ['submission_history']);
      expect(one.submission_history).toMatchObject([
        { attempt: 1, score: null, grade: null },
        { attempt: 2, score: null, grade: null },
      ]);
      const feed = `/courses/${at.id}/gradebook_history/feed`;
      const { body } = await at.teacher.client.get(feed, { assignment_id: id, user_id: who.id }).expect(200);
      expect(body).toMatchObject([
        { score: null, grade: null, previous_grade: '0', grader_id: null },
        { score: 0, grade: '0', grader_id: null },
      ]);
    }
  });

  // submissions#99
  test('that somebody grades meanwhile keeps that grade', async () => {
    const at = await room(server, 1);
    await policy(at, MISSING);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(1) });
    await update(at.id, id, at.one.id, { comment: { text_comment: 'Where is it?' } }, at.teacher.client);
    await atOnce<unknown>(server, `select from submissions where assignment_id = ${id} for update`, [
      async () => grade(at.id, id, at.one.id, '8', at.teacher.client),
      sweep,
    ]);
    expect(await seen(at, id)).toMatchObject({ score: 8, grader_id: at.teacher.id });
  });

  // submissions#99
  test('is graded once by two who look for it at once', async () => {
    const at = await room(server, 1);
    await policy(at, MISSING);
    const id = await task(server, at.id, { points_possible: 10, due_at: ago(1) });
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const { rows } = await server.database.pool.query('select from grade_changes where assignment_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed, NONE } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { exam, idOf, question } from '../../helpers/quizzes.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, type Room, room, rubric, show, submissionsOf, task, turnIn, update, words } from '../../helpers/submissions.ts';

const server = useServer();
let here: Room;
beforeAll(async () => {
  here = await room(server, 3);
});

const put = (id: number, sent: Fields, by: Person = here.teacher, who: number | string = here.one.id) =>
  by.client.put(submissionsOf(here.id, id, who), sent);
const posted = (value: Fields[string]): Fields => ({ submission: { posted_grade: value } });
const INCLUDED = ['submission_comments', 'rubric_assessment', 'submission_history'];
const seen = (id: number, who = here.one.id) => show(here.id, id, who, here.teacher.client, INCLUDED);

describe('a grade', () => {
  // submissions#40
  test('is any number that JSON knows, but in a text decimal notation', async () => {
    const id = await task(server, here.id);
    for (const [sent, score] of [
      [1e-7, 0],
      [5e-324, 0],
      [66.66666666666667, 66.67],
      [1.5, 1.5],
      ['0.0000001', 0],
    ] as const)
      expect((await put(id, posted(sent)).expect(200)).body).toMatchObject({ score });
    expect((await put(id, posted('9999999999999.99')).expect(200)).body).toMatchObject({ score: 9999999999999.99 });
    for (const none of ['1e-7', '1e1', 1e21, '10000000000000', '9999999999999.999', '-9999999999999.999'])
      expect(await put(id, posted(none))).toMatchObject(blamed('posted_grade'));
  });

  // submissions#32, submissions#35
  test('makes the submission, with its grader and time, and answers what has changed', async () => {
    const id = await task(server, here.id);
    const { status, body } = await put(id, posted('7'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      score: 7,
      grade: '7',
      grader_id: here.teacher.id,
      graded_at: expect.stringMatching(/Z$/),
      workflow_state: 'graded',
      submitted_at: null,
      attempt: null,
      late: false,
      grade_matches_current_submission: true,
      submission_comments: [],
    });
    const { submission_comments: _comments, all_submissions: all, ...rest } = body;
    expect(all).toEqual([rest]);
    expect(await show(here.id, id, here.one.id, here.teacher.client)).toEqual(rest);
    expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toEqual([rest]);
  });

  // submissions#32, submissions#38
  test('may be any JSON scalar, and comes by a form too', async () => {
    const id = await task(server, here.id);
    for (const [value, score] of [
      [7, 7],
      [0, 0],
      [7.5, 7.5],
      [-1e-3, 0],
      [1.5e1, 15],
      ['90%', 9],
    ] as const)
      expect((await put(id, posted(value))).body.score).toBe(score);
    const answer = await here.teacher.client.putForm(submissionsOf(here.id, id, here.one.id), posted('6'));
    expect(answer.body.score).toBe(6);
    await put(id, posted(null)).expect(200);
    await put(id, {}).expect(200);
    expect((await seen(id)).score).toBe(6);
  });

  // submissions#39
  test('is refused whole: nothing else of the request is done either', async () => {
    const id = await task(server, here.id);
    const [row = ''] = await rubric(server, here.id, id, [10], false);
    const comment = { text_comment: 'lost' };
    for (const value of ['banana', 'B', 'NaN', '1e999', '1e5', true, [5], { a: 1 }, 'x'.repeat(300)])
      expect(await put(id, { ...posted(value), comment, rubric_assessment: { [row]: { points: 5 } } })).toMatchObject(
        blamed('posted_grade'),
      );
    expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toEqual([]);
    await grade(here.id, id, here.one.id, '6', here.teacher.client);
    const before = await seen(id);
    await put(id, { ...posted('-x'), comment }).expect(400);
    expect(await seen(id)).toEqual(before);
  });

  // submissions#38
  test('a letter needs a scheme, a pass has no middle', async () => {
    const points = await task(server, here.id);
    const pass = await task(server, here.id, { grading_type: 'pass_fail' });
    expect(await put(points, posted('A'))).toMatchObject(blamed('posted_grade'));
    expect(await put(pass, posted('5'))).toMatchObject(blamed('posted_grade'));
    for (const nearly of ['9.999999999', 9.999999999, '0.0000000001'])
      expect(await put(pass, posted(nearly))).toMatchObject(blamed('posted_grade'));
    for (const whole of ['pass', '10.0', '100.00%'])
      expect((await put(pass, posted(whole))).body).toMatchObject({ score: 10, grade: 'complete' });
  });

  // submissions#47
  test("letters are the assignment's, else the course's, else the usual ones", async () => {
    const own = await room(server, 1);
    const scheme = async (name: string) => {
      const body = { title: name, grading_scheme_entry: [{ name, value: 0 }] };
      return (await made(server.admin.post(`/courses/${own.id}/grading_standards`, body), z.looseObject({ id: z.int() }))).id;
    };
    const [first, second] = [await scheme('First'), await scheme('Second')];
    const id = await task(server, own.id, { grading_type: 'letter_grade', grading_standard_id: first });
    const plain = await task(server, own.id, { grading_type: 'letter_grade' });
    const of = async (one: number, value: string) =>
      (await own.teacher.client.put(submissionsOf(own.id, one, own.one.id), posted(value))).body;
    expect(await of(id, 'first')).toMatchObject({ score: 10, grade: 'First' });
    expect(await of(plain, 'B')).toMatchObject({ score: 8.6, grade: 'B' });
    await server.admin.put(`/courses/${own.id}`, { course: { grading_standard_id: second } }).expect(200);
    expect(await of(plain, '3')).toMatchObject({ score: 3, grade: 'Second' });
    expect(await of(plain, 'B')).toMatchObject({ errors: { posted_grade: [{}] } });
    expect(await of(id, '3')).toMatchObject({ grade: 'First' });
  });

  // submissions#46, assignments#33
  test('is the score as it is where the points have fewer decimals since, before and after a deduction', async () => {
    const own = await room(server, 1);
    const sent = { late_submission_deduction_enabled: true, late_submission_deduction: 10 };
    await own.teacher.client.post(`/courses/${own.id}/late_policy`, { late_policy: sent }).expect(201);
    const id = await task(server, own.id, { points_possible: 3.125 });
    await grade(own.id, id, own.one.id, '3.125', own.teacher.client);
    const now = (fields: Fields) => own.teacher.client.put(`/courses/${own.id}/assignments/${id}`, { assignment: fields }).expect(200);
    const told = () => show(own.id, id, own.one.id, own.teacher.client);
    await now({ points_possible: 10 });
    expect(await told()).toMatchObject({ score: 3.125, grade: '3.125' });
    await now({ points_possible: 0, grading_type: 'percent' });
    expect(await told()).toMatchObject({ score: 3.125, grade: '3.125%' });
    await now({ points_possible: 10, grading_type: 'points' });
    const standing = (submission: Fields) => update(own.id, id, own.one.id, { submission }, own.teacher.client);
    const late = await standing({ late_policy_status: 'late', seconds_late_override: 10 });
    expect(late).toMatchObject({ score: 2.13, entered_score: 3.125, entered_grade: '3.125' });
    expect(await standing({ late_policy_status: 'none' })).toMatchObject({ score: 3.125, grade: '3.125', points_deducted: null });
  });

  // submissions#45
  test('that is taken away leaves no grader, no time and the state before', async () => {
    const id = await task(server, here.id);
    const none = { score: null, grade: null, graded_at: null, grader_id: null };
    expect((await put(id, posted(''))).body).toMatchObject({ ...none, workflow_state: 'unsubmitted', all_submissions: [] });
    expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toEqual([]);
    await turnIn(here.id, id, here.two);
    expect((await put(id, posted(''), here.teacher, here.two.id)).body).toMatchObject({ ...none, attempt: 1, all_submissions: [] });
    await grade(here.id, id, here.one.id, '7', here.teacher.client);
    const { body } = await put(id, posted(' '));
    expect(body).toMatchObject({ ...none, workflow_state: 'unsubmitted', all_submissions: [{ user_id: here.one.id }] });
    await turnIn(here.id, id, here.one);
    await grade(here.id, id, here.one.id, '7', here.teacher.client);
    await turnIn(here.id, id, here.one);
    expect((await put(id, posted(''))).body).toMatchObject({
      ...none,
      workflow_state: 'submitted',
      grade_matches_current_submission: true,
    });
    const { rows } = await server.database.pool.query('select score, grader_id from grade_changes where assignment_id = $1 order by id', [
      id,
    ]);
    expect(rows.map((row) => row.score)).toEqual([7, null, 7, null]);
  });

  // submissions#48
  test.each(['grade', 'change'] as const)('is by the points as they are once it is there, where the %s comes first', async (first) => {
    const id = await task(server, here.id, { grading_type: 'percent' });
    await turnIn(here.id, id, here.one);
    await grade(here.id, id, here.two.id, '5', here.teacher.client);
    const change = async () =>
      (await here.teacher.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: { points_possible: 20 } })).status;
    const give = async () => (await put(id, posted('4'))).status;
    // Whoever comes first has read the assignment, and waits here before writing; the other one has to wait for it.
    const held = first === 'grade' ? here.one.id : here.two.id;
    const answers = await atOnce(
      server,
      `select 1 from submissions where assignment_id = ${id} and user_id = ${held} for update`,
      first === 'grade' ? [give, change] : [change, give],
    );
    expect(answers).toEqual([200, 200]);
    expect([(await seen(id)).grade, (await seen(id, here.two.id)).grade]).toEqual(['20%', '25%']);
  });
});

describe('who grades', () => {
  // submissions#33
  test('teachers, TAs and administrators; nobody else, and their comment is not kept either', async () => {
    const at = await school(server);
    const id = await task(server, at.course.id);
    const path = submissionsOf(at.course.id, id, at.student.id);
    const sent = { ...posted('5'), comment: { text_comment: 'graded' } };
    for (const by of [at.student, at.student2, at.observer, at.designer, at.stranger])
      for (const one of [sent, posted(''), { rubric_assessment: { 1: { points: 1 } } }])
        expect(await by.client.put(path, one)).toMatchObject({ status: 401, body: NOT_PERMITTED });
    expect((await server.anonymous.put(path, sent)).status).toBe(401);
    const read = () => show(at.course.id, id, at.student.id, at.teacher.client, ['submission_comments']);
    expect(await read()).toMatchObject({ score: null, submission_comments: [] });
    for (const by of [at.teacher, at.ta, at.subAdmin, at.rootAdmin]) {
      const answer = await by.client.put(path, sent);
      expect(answer).toMatchObject({ status: 200, body: { score: 5, grader_id: by.id } });
    }
    await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'conclude' } }).expect(200);
    for (const by of [at.teacher, at.ta, at.student])
      expect((await by.client.put(path, { comment: { text_comment: 'x' } })).status).toBe(401);
    expect((await at.subAdmin.client.put(path, posted('6'))).body.score).toBe(6);
  });

  // submissions#34
  test('of students of the course alone; limited ones of their sections', async () => {
    const id = await task(server, here.id);
    const invited = await person(server);
    await enroll(server, here.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    for (const who of [here.teacher.id, invited.id, NONE, 'sis_user_id:nobody', 'self'])
      expect(await put(id, posted('5'), here.teacher, who)).toMatchObject({ status: 404, body: NOT_FOUND });
    const { id: section } = await made(
      server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'B' } }),
      z.object({ id: z.int() }),
    );
    const member = await person(server);
    await enroll(server, here.id, member.id, 'StudentEnrollment', { course_section_id: section });
    const assistant = await person(server);
    const limits = { course_section_id: section, limit_privileges_to_course_section: true };
    await enroll(server, here.id, assistant.id, 'TaEnrollment', limits);
    expect((await put(id, posted('5'), assistant)).status).toBe(404);
    expect((await put(id, posted('5'), assistant, member.id)).body.score).toBe(5);
    const inSection = (who: number) => here.teacher.client.put(`/sections/${section}/assignments/${id}/submissions/${who}`, posted('6'));
    expect((await inSection(here.one.id)).status).toBe(404);
    expect((await inSection(member.id)).body.score).toBe(6);
    expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toHaveLength(1);
  });

  // submissions#1
  test('a student by any form of an id', async () => {
    const id = await task(server, here.id);
    const answer = await put(id, posted('4'), here.teacher, `sis_login_id:${here.two.login}`);
    expect(answer.body).toMatchObject({ user_id: here.two.id, score: 4 });
  });

  // submissions#4
  test('nothing of an assignment that is deleted or elsewhere, and no grade of one that is not published', async () => {
    const gone = await task(server, here.id);
    await server.admin.delete(`/courses/${here.id}/assignments/${gone}`).expect(200);
    const other = await room(server, 1);
    const elsewhere = await task(server, other.id);
    for (const id of [gone, elsewhere, NONE]) expect((await put(id, posted('5'))).status).toBe(404);
    const draft = await task(server, here.id, { published: false });
    expect(await put(draft, posted('5'))).toMatchObject({ status: 401, body: NOT_PERMITTED });
    expect((await put(draft, { comment: { text_comment: 'early' } })).status).toBe(200);
    expect((await seen(draft)).score).toBeNull();
  });
});

describe('a rubric', () => {
  // rubrics#12, submissions#13, submissions#49, submissions#51
  test('that is used for grading gives the score, and wins over a posted grade', async () => {
    const id = await task(server, here.id, { grading_type: 'percent' });
    const [one = '', two = ''] = await rubric(server, here.id, id, [4, 6]);
    const rows = { [one]: { points: 2.5, comments: 'close' }, [two]: { points: '6' } };
    expect((await put(id, { ...posted('2'), rubric_assessment: rows })).body).toMatchObject({
      score: 8.5,
      grade: '85%',
      workflow_state: 'graded',
    });
    expect((await seen(id)).rubric_assessment).toEqual({ [one]: { points: 2.5, comments: 'close' }, [two]: { points: 6 } });
    await put(id, { rubric_assessment: { [two]: { points: 1 } } }).expect(200);
    expect(await seen(id)).toMatchObject({
      score: 3.5,
      rubric_assessment: { [one]: { points: 2.5, comments: 'close' }, [two]: { points: 1 } },
    });
    await put(id, { rubric_assessment: { [one]: { comments: '' } } }).expect(200);
    expect(await seen(id)).toMatchObject({ score: 3.5, rubric_assessment: { [one]: { points: 2.5, comments: '' } } });
  });

  // submissions#51
  test('that is not leaves the grade as it is', async () => {
    const id = await task(server, here.id);
    const [one = ''] = await rubric(server, here.id, id, [4], false);
    await put(id, { rubric_assessment: { [one]: { points: 3 } } }).expect(200);
    expect(await seen(id)).toMatchObject({ score: null, workflow_state: 'unsubmitted', rubric_assessment: { [one]: { points: 3 } } });
    expect((await put(id, { ...posted('9'), rubric_assessment: { [one]: { points: 1 } } })).body.score).toBe(9);
    expect((await seen(id)).rubric_assessment).toEqual({ [one]: { points: 1 } });
  });

  // submissions#49
  test('by a form, and with nothing in it', async () => {
    const id = await task(server, here.id);
    const [one = ''] = await rubric(server, here.id, id, [4]);
    const path = submissionsOf(here.id, id, here.one.id);
    await here.teacher.client.putForm(path, { rubric_assessment: { [one]: { points: '3', comments: 'by form' } } }).expect(200);
    await put(id, { rubric_assessment: {} }).expect(200);
    expect(await seen(id)).toMatchObject({ score: 3, rubric_assessment: { [one]: { points: 3, comments: 'by form' } } });
  });

  // submissions#13
  test('whose form is left empty assesses nothing', async () => {
    const id = await task(server, here.id);
    const [one = '', two = ''] = await rubric(server, here.id, id, [4, 6]);
    const empty = { points: '', comments: '' };
    const path = submissionsOf(here.id, id, here.one.id);
    await here.teacher.client.putForm(path, { ...posted('5'), rubric_assessment: { [one]: empty, [two]: empty } }).expect(200);
    const graded = await seen(id);
    expect(graded.score).toBe(5);
    expect(graded).not.toHaveProperty('rubric_assessment');
    const kept = await server.database.pool.query('select from rubric_assessments where assignment_id = $1', [id]);
    expect(kept.rowCount).toBe(0);
    await here.teacher.client.putForm(path, { rubric_assessment: { [one]: { points: '3' }, [two]: empty } }).expect(200);
    expect((await seen(id)).rubric_assessment).toEqual({ [one]: { points: 3 } });
  });

  // submissions#50
  test('takes points of its own rows within their bounds; all or nothing', async () => {
    const id = await task(server, here.id);
    const [one = '', two = ''] = await rubric(server, here.id, id, [4, 6]);
    const other = await task(server, here.id);
    const [foreign = ''] = await rubric(server, here.id, other, [4]);
    await put(id, { rubric_assessment: { [one]: { points: 3 }, [two]: { points: 4 } } }).expect(200);
    const before = await seen(id);
    const bad: Fields[] = [
      { [one]: { points: '4.5' } },
      { [one]: { points: -1 } },
      { [one]: { points: 1 }, [foreign]: { points: 1 } },
      { nosuchrow: { points: 0 } },
      { [one]: { points: 'many' } },
      { [one]: { points: '1e0' } },
      { [one]: 5 },
    ];
    for (const rows of bad)
      expect(await put(id, { rubric_assessment: rows, ...posted('1'), comment: { text_comment: 'lost' } })).toMatchObject(
        blamed('rubric_assessment'),
      );
    expect(await put(id, { rubric_assessment: 'x' })).toMatchObject(blamed('rubric_assessment'));
    expect(await seen(id)).toEqual(before);
    const bare = await task(server, here.id);
    expect(await put(bare, { rubric_assessment: { [one]: { points: 1 } } })).toMatchObject(blamed('rubric_assessment'));
    expect(await listed(submissionsOf(here.id, bare), here.teacher.client)).toEqual([]);
  });

  // submissions#37
  test('assessed by several at once loses no row', async () => {
    const id = await task(server, here.id);
    const rows = await rubric(server, here.id, id, [1, 2, 3, 4]);
    await Promise.all(rows.map((row, i) => put(id, { rubric_assessment: { [row]: { points: i + 1 } } }).expect(200)));
    expect(await seen(id)).toMatchObject({
      score: 10,
      rubric_assessment: Object.fromEntries(rows.map((row, i) => [row, { points: i + 1 }])),
    });
  });
});

describe('several graders at once', () => {
  // submissions#37
  test('lose no grade and no comment: all are kept with their authors, and the last one stands', async () => {
    const id = await task(server, here.id);
    const others = await Promise.all([0, 1, 2].map(() => person(server)));
    for (const one of others) await enroll(server, here.id, one.id, 'TaEnrollment');
    await Promise.all(
      others.flatMap((by, i) =>
        [0, 1].map((n) => update(here.id, id, here.one.id, { ...posted(i * 2 + n), comment: { text_comment: `${i} ${n}` } }, by.client)),
      ),
    );
    const { rows } = await server.database.pool.query('select score, grader_id from grade_changes where assignment_id = $1 order by id', [
      id,
    ]);
    expect(rows.map((row) => row.score).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const row of rows) expect(row.grader_id).toBe(others[Math.floor(row.score / 2)]?.id);
    const after = await seen(id);
    expect([after.score, after.grader_id]).toEqual([rows.at(-1).score, rows.at(-1).grader_id]);
    expect(words(after).toSorted()).toEqual(['0 0', '0 1', '1 0', '1 1', '2 0', '2 1']);
  });
});

describe('what grades are written by changes while one is being written', () => {
  // submissions#48
  test('the points of a quiz: who changes them waits, and derives the grade again', async () => {
    const at = await exam(server);
    const assignmentId = at.quiz.assignment_id ?? 0;
    const percent = { assignment: { grading_type: 'percent' } };
    await at.teacher.client.put(`/courses/${at.id}/assignments/${assignmentId}`, percent).expect(200);
    const attempt = await at.begin(at.one);
    await at.answer(at.one, attempt, new Map([[at.first.id, idOf(at.first, 'Right')]])).expect(200);
    // It has read the points, and waits before writing: somebody else makes the submission, and has yet to commit.
    const made = `insert into submissions (assignment_id, user_id, course_id) values (${assignmentId}, ${at.one.id}, ${at.id})`;
    await atOnce<unknown>(server, made, [
      () => at.complete(at.one, attempt),
      () => question(at.teacher.client, at.id, at.quiz.id, { points_possible: 15 }),
    ]);
    expect(await show(at.id, assignmentId, at.one.id, at.teacher.client)).toMatchObject({ score: 5, grade: '25%' });
  });

  // submissions#48
  test("the course's standard: the job that derives grades by another waits for those by the old one", async () => {
    const at = await room(server, 1);
    const id = await task(server, at.id, { grading_type: 'letter_grade' });
    const body = { title: 'New', grading_scheme_entry: [{ name: 'Only', value: 0 }] };
    const standard = await made(server.admin.post(`/courses/${at.id}/grading_standards`, body), z.object({ id: z.int() }));
    const course = { course: { grading_standard_id: standard.id } };
    await turnIn(at.id, id, at.one);
    await atOnce<unknown>(server, `select 1 from submissions where assignment_id = ${id} for update`, [
      () => grade(at.id, id, at.one.id, 9, at.teacher.client),
      async () => (await server.admin.put(`/courses/${at.id}`, course).expect(200)).status,
      () => work(server),
    ]);
    expect(await show(at.id, id, at.one.id, at.teacher.client)).toMatchObject({ score: 9, grade: 'Only' });
  });
});

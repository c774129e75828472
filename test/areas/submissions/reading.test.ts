import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NONE } from '../../helpers/assignments.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, room, rubric, show, submissionsOf, task, turnIn, update } from '../../helpers/submissions.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const get = (id: number, by: Person, who: number | string = at.student.id) => by.client.get(submissionsOf(at.course.id, id, who));

describe('a submission', () => {
  // submissions#6, submissions#7
  test('of who has nothing yet has the same keys, and is none for it', async () => {
    const id = await task(server, at.course.id, { due_at: '2020-01-01T12:00:00Z' });
    const url = `${server.url}/courses/${at.course.id}/assignments/${id}/submissions/${at.student.id}`;
    for (const [by, who] of [
      [at.student, 'self'],
      [at.teacher, at.student.id],
      [at.observer, at.student.id],
    ] as const)
      expect((await get(id, by, who)).body).toEqual({
        id: null,
        user_id: at.student.id,
        assignment_id: id,
        attempt: null,
        body: null,
        url: null,
        submission_type: null,
        submitted_at: null,
        grade: null,
        score: null,
        graded_at: null,
        grader_id: null,
        grade_matches_current_submission: false,
        late: false,
        missing: true,
        seconds_late: 0,
        late_policy_status: null,
        entered_grade: null,
        entered_score: null,
        points_deducted: null,
        workflow_state: 'unsubmitted',
        html_url: url,
        preview_url: `${url}?preview=1`,
      });
    const include = ['submission_history', 'submission_comments', 'rubric_assessment'];
    expect(await show(at.course.id, id, 'self', at.student.client, include)).toMatchObject({
      submission_history: [],
      submission_comments: [],
    });
    expect(await listed(submissionsOf(at.course.id, id), at.teacher.client)).toEqual([]);
  });

  // submissions#2
  test('is read by the student, observers and graders; of others it is 401, of no student 404', async () => {
    const id = await task(server, at.course.id);
    for (const one of [at.student, at.student2]) await turnIn(at.course.id, id, one);
    for (const by of [at.student, at.observer, at.teacher, at.ta, at.subAdmin, at.rootAdmin]) expect((await get(id, by)).status).toBe(200);
    for (const by of [at.student2, at.designer, at.stranger]) expect(await get(id, by)).toMatchObject({ status: 401, body: NOT_PERMITTED });
    expect((await get(id, at.observer, at.student2.id)).status).toBe(401);
    expect((await get(id, at.foreignAdmin)).status).toBe(404);
    for (const who of [at.teacher.id, at.stranger.id, NONE, 'nobody', '0'])
      expect(await get(id, at.teacher, who)).toMatchObject({ status: 404, body: NOT_FOUND });
    for (const who of [at.stranger.id, NONE]) expect((await get(id, at.student, who)).status).toBe(401);
    for (const one of [NONE, 'x'])
      expect((await at.teacher.client.get(`/courses/${at.course.id}/assignments/${one}/submissions/self`)).status).toBe(404);
  });

  // submissions#3
  test('goes with its student: removed, invited and inactive ones are none, concluded ones are read', async () => {
    const id = await task(server, at.course.id);
    const statuses: number[][] = [];
    for (const end of ['delete', 'inactivate', 'conclude']) {
      const one = await person(server);
      const enrollment = await enroll(server, at.course.id, one.id, 'StudentEnrollment');
      await turnIn(at.course.id, id, one);
      await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment.id}`, { task: end }).expect(200);
      const listedToo = (await listed(submissionsOf(at.course.id, id), at.teacher.client)).some((row) => row.user_id === one.id);
      statuses.push([(await get(id, at.teacher, one.id)).status, (await get(id, one, 'self')).status, Number(listedToo)]);
    }
    expect(statuses).toEqual([
      [404, 401, 0],
      [404, 401, 0],
      [200, 200, 1],
    ]);
  });

  // submissions#4
  test('of an unpublished assignment is for graders, while there are drafts', async () => {
    const id = await task(server, at.course.id, { published: false });
    expect([(await get(id, at.student, 'self')).status, (await get(id, at.observer)).status, (await get(id, at.teacher)).status]).toEqual([
      404, 404, 200,
    ]);
    const set = (enable_draft: boolean) =>
      server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft } } }).expect(200);
    await set(false);
    expect((await get(id, at.student, 'self')).status).toBe(200);
    expect(
      (await at.teacher.client.put(submissionsOf(at.course.id, id, at.student.id), { submission: { posted_grade: '3' } })).status,
    ).toBe(200);
    const own = await listed(`/courses/${at.course.id}/students/submissions`, at.student.client, { assignment_ids: [id] });
    expect(own.map((one) => one.score)).toEqual([3]);
    await set(true);
    expect(await listed(`/courses/${at.course.id}/students/submissions`, at.student.client, { assignment_ids: [id] })).toEqual([]);
  });
});

describe('the history', () => {
  // submissions#11
  test('has every attempt as it was then, oldest first, with the grade of its time', async () => {
    const own = await room(server, 1);
    const other = await person(server);
    await enroll(server, own.id, other.id, 'TaEnrollment');
    const id = await task(server, own.id);
    await turnIn(own.id, id, own.one, 'one');
    await grade(own.id, id, own.one.id, '4', own.teacher.client);
    await grade(own.id, id, own.one.id, '5', other.client);
    await turnIn(own.id, id, own.one, 'two');
    await turnIn(own.id, id, own.one, 'three');
    await grade(own.id, id, own.one.id, '9', own.teacher.client);
    const graded = { workflow_state: 'graded', grade_matches_current_submission: true };
    for (const by of [own.teacher, own.one]) {
      const seen = await show(own.id, id, own.one.id, by.client, ['submission_history']);
      expect(seen.submission_history).toMatchObject([
        { attempt: 1, body: 'one', score: 5, grade: '5', grader_id: other.id, user_id: own.one.id, ...graded },
        { attempt: 2, body: 'two', score: 5, grader_id: other.id, workflow_state: 'submitted', grade_matches_current_submission: false },
        { attempt: 3, body: 'three', score: 9, grader_id: own.teacher.id, ...graded },
      ]);
      const { submission_history: history, ...rest } = seen;
      expect(history?.at(-1)).toEqual(rest);
    }
  });

  // submissions#12
  test('of a grade that was taken away shows none', async () => {
    const own = await room(server, 1);
    const id = await task(server, own.id);
    await turnIn(own.id, id, own.one);
    await grade(own.id, id, own.one.id, '4', own.teacher.client);
    await grade(own.id, id, own.one.id, '', own.teacher.client);
    await turnIn(own.id, id, own.one);
    const seen = await show(own.id, id, own.one.id, own.teacher.client, ['submission_history']);
    const none = {
      score: null,
      grade: null,
      grader_id: null,
      graded_at: null,
      workflow_state: 'submitted',
      grade_matches_current_submission: true,
    };
    expect(seen.submission_history).toMatchObject([none, none]);
  });

  // submissions#11
  test('of who is graded without an attempt has one item, regraded or not', async () => {
    const own = await room(server, 1);
    const id = await task(server, own.id);
    for (const score of ['6', '7']) {
      await grade(own.id, id, own.one.id, score, own.teacher.client);
      const seen = await show(own.id, id, own.one.id, own.teacher.client, ['submission_history']);
      expect(seen.submission_history).toMatchObject([
        { attempt: null, score: Number(score), submitted_at: null, workflow_state: 'graded' },
      ]);
    }
  });
});

describe('what is included', () => {
  const EVERYTHING = ['submission_history', 'submission_comments', 'rubric_assessment', 'assignment', 'course', 'user'];
  const KEYS = z.record(z.string(), z.unknown());

  // submissions#9
  test('comes when it is asked for, in single answers and lists alike', async () => {
    const id = await task(server, at.course.id);
    const [row = ''] = await rubric(server, at.course.id, id, [4]);
    await turnIn(at.course.id, id, at.student);
    await update(
      at.course.id,
      id,
      at.student.id,
      { rubric_assessment: { [row]: { points: 4, comments: 'fine' } }, comment: { text_comment: 'see' } },
      at.teacher.client,
    );
    const students = `/courses/${at.course.id}/students/submissions`;
    const ask = async (include: string[]) => [
      await made(at.teacher.client.get(submissionsOf(at.course.id, id, at.student.id), { include }), KEYS),
      (await made(at.teacher.client.get(submissionsOf(at.course.id, id), { include }), z.array(KEYS)))[0],
      (await made(at.teacher.client.get(students, { include, student_ids: ['all'], assignment_ids: [id] }), z.array(KEYS)))[0],
      (await at.teacher.client.get(students, { include, student_ids: [at.student.id], assignment_ids: [id], grouped: 1 })).body[0]
        .submissions[0],
    ];
    for (const one of await ask([])) for (const key of EVERYTHING) expect(Object.keys(one ?? {})).not.toContain(key);
    for (const one of await ask([...EVERYTHING, 'nonsense'])) {
      expect(one).toMatchObject({
        submission_history: [{ attempt: 1 }],
        submission_comments: [{ comment: 'see' }],
        rubric_assessment: { [row]: { points: 4, comments: 'fine' } },
        assignment: { id, course_id: at.course.id, rubric: [{ id: row }] },
        course: { id: at.course.id, name: at.course.name },
        user: { id: at.student.id, name: at.student.name, login_id: at.student.login },
      });
    }
  });

  // submissions#9
  test('a user is shown as the caller may see them', async () => {
    const id = await task(server, at.course.id);
    const own = await show(at.course.id, id, 'self', at.student.client, ['user']);
    expect(own.user).toMatchObject({ id: at.student.id, login_id: at.student.login });
    const observed = await show(at.course.id, id, at.student.id, at.observer.client, ['user']);
    expect(observed.user?.login_id).toBeUndefined();
  });

  // assignments#11, submissions#10
  test("an assignment's own submission is the caller's, as a student; none is no key", async () => {
    const [id, none] = [await task(server, at.course.id), await task(server, at.course.id)];
    await turnIn(at.course.id, id, at.student, 'mine');
    const include = { include: ['submission'], per_page: 100 };
    const one = (by: Person, which: number) => by.client.get(`/courses/${at.course.id}/assignments/${which}`, include);
    const mine = await show(at.course.id, id, 'self', at.student.client);
    expect((await one(at.student, id)).body.submission).toEqual(mine);
    for (const by of [at.student2, at.teacher, at.observer]) expect(Object.keys((await one(by, id)).body)).not.toContain('submission');
    expect(Object.keys((await one(at.student, none)).body)).not.toContain('submission');
    const list = (await at.student.client.get(`/courses/${at.course.id}/assignments`, include)).body;
    expect(list.find((row: { id: number }) => row.id === id).submission).toEqual(mine);
    expect(Object.keys(list.find((row: { id: number }) => row.id === none))).not.toContain('submission');
    expect(Object.keys((await at.student.client.get(`/courses/${at.course.id}/assignments/${id}`)).body)).not.toContain('submission');
  });

  // assignments#52, submissions#10, submissions#58
  test('it is the same with the assignments of groups, which come with nothing else', async () => {
    const [id, none] = [await task(server, at.course.id), await task(server, at.course.id)];
    await turnIn(at.course.id, id, at.student, 'mine');
    await grade(at.course.id, id, at.student.id, 5, at.teacher.client);
    await server.admin.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: { muted: true } }).expect(200);
    const groups = `/courses/${at.course.id}/assignment_groups`;
    type Row = { id: number; assignments?: { id: number }[] };
    const rows = async (by: Person, include: string[]): Promise<Row[]> =>
      (await by.client.get(groups, { include, per_page: 100 }).expect(200)).body;
    const embedded = async (by: Person, include: string[]) =>
      (await rows(by, include)).flatMap((row) => row.assignments ?? []).filter((one) => one.id === id || one.id === none);
    const bare = await embedded(at.student, ['assignments']);
    const mine = await show(at.course.id, id, 'self', at.student.client);
    expect(mine).not.toHaveProperty('score');
    const asked = ['assignments', 'submission', 'can_edit', 'overrides'];
    expect(await embedded(at.student, asked)).toEqual(bare.map((one) => (one.id === id ? { ...one, submission: mine } : one)));
    const [first] = await rows(at.student, asked);
    expect((await at.student.client.get(`${groups}/${first?.id}`, { include: asked }).expect(200)).body).toEqual(first);
    for (const by of [at.student2, at.teacher, at.observer]) expect(await embedded(by, asked)).toEqual(await embedded(by, ['assignments']));
    for (const row of await rows(at.student, ['submission'])) expect(Object.keys(row)).not.toContain('assignments');
  });
});

test('ids are text where the client wants them so', async () => {
  const id = await task(server, at.course.id);
  await turnIn(at.course.id, id, at.student);
  const { body } = await get(id, at.teacher).set('accept', 'application/json+canvas-string-ids');
  expect([body.user_id, body.assignment_id, body.grader_id, body.attempt]).toEqual([String(at.student.id), String(id), null, 1]);
});

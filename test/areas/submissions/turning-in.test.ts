import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, NONE, override } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { ESSAY, exam } from '../../helpers/quizzes.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { course, enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, type Room, room, show, submissionsOf, task, text, turnIn, words } from '../../helpers/submissions.ts';

const server = useServer();
const Made = z.object({ id: z.int() });
let here: Room;
beforeAll(async () => {
  here = await room(server, 3);
});

const hours = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString();
const post = (id: number, sent: Fields, by: Person = here.one) => by.client.post(submissionsOf(here.id, id), sent);
const nothingIn = async (id: number) => expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toEqual([]);

describe('turning in', () => {
  // submissions#6, submissions#16, submissions#27
  test('answers 201 with its address and exactly these fields', async () => {
    const id = await task(server, here.id);
    const { status, headers, body } = await post(id, { ...text('<p onclick="x()">Mine</p>'), comment: { text_comment: 'Here it is' } });
    expect(status).toBe(201);
    const at = `${server.url}/courses/${here.id}/assignments/${id}/submissions/${here.one.id}`;
    expect(headers['location']).toBe(`${server.url}/api/v1${submissionsOf(here.id, id, here.one.id)}`);
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: here.one.id,
      assignment_id: id,
      attempt: 1,
      body: '<p>Mine</p>',
      url: null,
      submission_type: 'online_text_entry',
      submitted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      grade: null,
      score: null,
      graded_at: null,
      grader_id: null,
      grade_matches_current_submission: true,
      late: false,
      missing: false,
      seconds_late: 0,
      late_policy_status: null,
      entered_grade: null,
      entered_score: null,
      points_deducted: null,
      workflow_state: 'submitted',
      html_url: at,
      preview_url: `${at}?preview=1`,
      submission_comments: [expect.objectContaining({ comment: 'Here it is', author_id: here.one.id })],
    });
    const { submission_comments: _comments, ...rest } = body;
    expect(await show(here.id, id, here.one.id, here.teacher.client)).toEqual(rest);
  });

  // submissions#8
  test('takes addresses and media, as the assignment does, and ignores what is of another type', async () => {
    const id = await task(server, here.id, { submission_types: ['online_url', 'media_recording'] });
    const url = await post(id, { submission: { submission_type: 'online_url', url: 'example.org/x', body: 'no', file_ids: ['x'] } });
    expect(url.body).toMatchObject({ attempt: 1, url: 'http://example.org/x', body: null, submission_type: 'online_url' });
    const media = { submission_type: 'media_recording', media_comment_id: 'm-5', media_comment_type: 'video', url: 'ftp://x' };
    expect((await post(id, { submission: media })).body).toMatchObject({
      attempt: 2,
      url: null,
      media_comment: { 'content-type': 'video/mp4', display_name: null, media_id: 'm-5', media_type: 'video', url: null },
    });
  });

  // submissions#16
  test('is the same by a form', async () => {
    const id = await task(server, here.id);
    const answer = await here.one.client.postForm(submissionsOf(here.id, id), text('<b>form</b>'));
    expect(answer.body).toMatchObject({ attempt: 1, body: '<b>form</b>' });
  });

  // submissions#19, submissions#55
  test.each<[Fields, string]>([
    [{}, 'submission_type'],
    [{ submission: { body: 'x' } }, 'submission_type'],
    [{ submission: { submission_type: 'online_url', url: 'http://example.org' } }, 'submission_type'],
    [{ submission: { submission_type: 'online_text_entry' } }, 'body'],
    [{ submission: { submission_type: 'online_text_entry', body: 'x'.repeat(500_001) } }, 'body'],
    [{ ...text(), comment: { text_comment: 'x'.repeat(500_001) } }, 'text_comment'],
  ])('refuses %.60j under its field and keeps nothing', async (sent, field) => {
    const id = await task(server, here.id);
    expect(await post(id, sent)).toMatchObject(blamed(field));
    await nothingIn(id);
  });

  // submissions#19
  test.each(['none', 'on_paper', 'external_tool'])('%s takes nothing', async (type) => {
    const id = await task(server, here.id, { submission_types: [type] });
    for (const submission_type of [type, 'online_text_entry'])
      expect(await post(id, { submission: { submission_type, body: 'x' } })).toMatchObject(blamed('submission_type'));
    await nothingIn(id);
  });
});

describe('only an active student of the place turns in', () => {
  // submissions#17
  test('nobody else of the course', async () => {
    const at = await school(server);
    const id = await task(server, at.course.id);
    const path = submissionsOf(at.course.id, id);
    for (const by of [at.teacher, at.ta, at.designer, at.observer, at.stranger, at.subAdmin, at.rootAdmin])
      expect(await by.client.post(path, text())).toMatchObject({ status: 401, body: NOT_PERMITTED });
    expect((await at.foreignAdmin.client.post(path, text())).status).toBe(404);
    expect((await server.anonymous.post(path, text())).status).toBe(401);
    expect(await listed(path, at.teacher.client)).toEqual([]);
  });

  // submissions#17
  test('not the invited, the removed, the concluded and the inactive, nor anybody in a course that is over or not offered', async () => {
    const id = await task(server, here.id);
    for (const [state, end] of [
      ['invited', null],
      ['active', 'delete'],
      ['active', 'conclude'],
      ['active', 'inactivate'],
    ] as const) {
      const somebody = await person(server);
      const enrollment = await enroll(server, here.id, somebody.id, 'StudentEnrollment', { enrollment_state: state });
      if (end) await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment.id}`, { task: end }).expect(200);
      expect((await post(id, text(), somebody)).status).toBe(401);
    }
    const over = await room(server, 1);
    const one = await task(server, over.id);
    for (const event of ['claim', 'conclude']) {
      await server.admin.put(`/courses/${over.id}`, { course: { event } }).expect(200);
      expect((await over.one.client.post(submissionsOf(over.id, one), text())).status).toBe(401);
    }
    await nothingIn(id);
  });

  // submissions#1, submissions#17
  test("under a section's path its students alone, whichever form of an id it has", async () => {
    const id = await task(server, here.id);
    const sis = `sis ${here.id}`;
    const extra = { course_section: { name: 'B', sis_section_id: sis } };
    const { id: section } = await made(server.admin.post(`/courses/${here.id}/sections`, extra), z.object({ id: z.int() }));
    const member = await person(server);
    await enroll(server, here.id, member.id, 'StudentEnrollment', { course_section_id: section });
    const path = `/sections/${section}/assignments/${id}/submissions`;
    expect(await here.one.client.post(path, text())).toMatchObject({ status: 401, body: NOT_PERMITTED });
    const answer = await member.client.post(path, text());
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`${server.url}/api/v1${submissionsOf(here.id, id, member.id)}`);
    for (const form of ['sis_section_id', 'sissectionid']) {
      const again = `/sections/${form}:${encodeURIComponent(sis)}/assignments/${id}/submissions`;
      expect((await member.client.post(again, text())).status).toBe(201);
      expect((await member.client.get(`${again}/self`)).body.user_id).toBe(member.id);
    }
  });

  // submissions#1
  test('of a course by its SIS id', async () => {
    const at = await course(server, { extra: { sis_course_id: `c ${here.id}` } });
    await enroll(server, at.id, here.one.id, 'StudentEnrollment');
    const id = await task(server, at.id);
    for (const form of ['sis_course_id', 'siscourseid']) {
      const path = `/courses/${form}:${encodeURIComponent(`c ${here.id}`)}/assignments/${id}/submissions`;
      expect((await here.one.client.post(path, text())).status).toBe(201);
    }
  });
});

describe('when an assignment is not open', () => {
  // submissions#18
  test('it says why, as the assignment does, and keeps nothing', async () => {
    for (const dates of [{ unlock_at: hours(5) }, { lock_at: hours(-5) }]) {
      const id = await task(server, here.id, dates);
      const shown = await here.one.client.get(`/courses/${here.id}/assignments/${id}`);
      const refused = { status: 'unauthorized', errors: [{ message: shown.body.lock_explanation }] };
      expect(await post(id, text())).toMatchObject({ status: 401, body: refused });
      await nothingIn(id);
    }
  });

  // submissions#18
  test('dates of the student count: open to one, locked for the other', async () => {
    const id = await task(server, here.id, { lock_at: hours(-5) });
    await override(server, here.id, id, { student_ids: [here.one.id], title: 'More time', lock_at: hours(5) });
    expect((await post(id, text(), here.one)).status).toBe(201);
    expect((await post(id, text(), here.two)).status).toBe(401);
  });

  // submissions#18
  test('unpublished, deleted, of another course or not there at all it is 404', async () => {
    const draft = await task(server, here.id, { published: false });
    const gone = await task(server, here.id);
    await server.admin.delete(`/courses/${here.id}/assignments/${gone}`).expect(200);
    const other = await room(server, 1);
    const elsewhere = await task(server, other.id);
    for (const id of [draft, gone, elsewhere, NONE]) expect(await post(id, text())).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

describe('attempts', () => {
  // submissions#28, submissions#29
  test('count from 1, keep the grade, and say that it is of an earlier one until it is graded again', async () => {
    const id = await task(server, here.id);
    expect((await turnIn(here.id, id, here.one)).attempt).toBe(1);
    await grade(here.id, id, here.one.id, '8', here.teacher.client);
    const again = await turnIn(here.id, id, here.one, 'two');
    expect(again).toMatchObject({
      attempt: 2,
      score: 8,
      grade: '8',
      grader_id: here.teacher.id,
      workflow_state: 'submitted',
      grade_matches_current_submission: false,
    });
    const regraded = await grade(here.id, id, here.one.id, '9', here.teacher.client);
    expect(regraded).toMatchObject({ attempt: 2, score: 9, workflow_state: 'graded', grade_matches_current_submission: true });
  });

  // submissions#29
  test('what nobody has graded matches', async () => {
    const id = await task(server, here.id);
    await turnIn(here.id, id, here.one);
    expect((await turnIn(here.id, id, here.one)).grade_matches_current_submission).toBe(true);
  });

  // submissions#29, quizzes#78
  test.each([false, true])('of text after a quiz that waits match unless somebody had graded one: %s', async (graded) => {
    const at = await exam(server, { allowed_attempts: 2 }, [{}, ESSAY]);
    const id = at.quiz.assignment_id ?? 0;
    await at.take(at.one);
    if (graded) {
      await grade(at.id, id, at.one.id, '8', at.teacher.client);
      await at.take(at.one);
    }
    await server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment: { submission_types: ['online_text_entry'] } }).expect(200);
    const turnedIn = await turnIn(at.id, id, at.one);
    expect(turnedIn).toMatchObject({ score: 5, graded_at: null, grade_matches_current_submission: !graded });
  });

  // submissions#28
  test('at the same time are all there, each with a number of its own', async () => {
    const id = await task(server, here.id);
    const bodies = Array.from({ length: 8 }, (_, i) => `<p>${i}</p>`);
    const answers = await Promise.all(bodies.map((body) => turnIn(here.id, id, here.one, body)));
    expect(answers.map((one) => one.attempt).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const seen = await show(here.id, id, here.one.id, here.teacher.client, ['submission_history']);
    expect(seen.attempt).toBe(8);
    const history = seen.submission_history ?? [];
    expect(history.map((one) => one.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(history.map((one) => one.body).toSorted()).toEqual(bodies);
    for (const one of answers) expect(history.find((item) => item.attempt === one.attempt)?.body).toBe(one.body);
    expect(history.at(-1)?.body).toBe(seen.body);
  });

  // submissions#29, submissions#37
  test('beside grades lose neither the one nor the other', async () => {
    const id = await task(server, here.id);
    await turnIn(here.id, id, here.two);
    const attempts = Array.from({ length: 5 }, (_, i) => turnIn(here.id, id, here.two, `<i>${i}</i>`));
    const grades = Array.from({ length: 5 }, (_, i) => grade(here.id, id, here.two.id, i, here.teacher.client));
    await Promise.all([...attempts, ...grades]);
    const seen = await show(here.id, id, here.two.id, here.teacher.client, ['submission_history']);
    expect(seen.submission_history).toHaveLength(6);
    const { rows } = await server.database.pool.query(
      'select score, grader_id, attempt from grade_changes where assignment_id = $1 and user_id = $2 order by id',
      [id, here.two.id],
    );
    expect(rows.map((row) => row.score).toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(rows.every((row) => row.grader_id === here.teacher.id)).toBe(true);
    expect(seen.score).toBe(rows.at(-1).score);
    const matches = rows.at(-1).attempt === 6;
    expect([seen.grade_matches_current_submission, seen.workflow_state]).toEqual([matches, matches ? 'graded' : 'submitted']);
  });
});

describe('late', () => {
  // submissions#15
  test.each([
    [{ due_at: hours(-2) }, true],
    [{ due_at: hours(2) }, false],
    [{}, false],
  ])('%j', async (dates, late) => {
    const id = await task(server, here.id, dates);
    expect((await show(here.id, id, 'self', here.one.client)).late).toBe(false);
    expect((await turnIn(here.id, id, here.one)).late).toBe(late);
  });

  // submissions#15
  test('by the due date of the student, as it is now', async () => {
    const id = await task(server, here.id, { due_at: hours(-2) });
    for (const one of here.students) await turnIn(here.id, id, one);
    const group = await override(server, here.id, id, { student_ids: [here.one.id], title: 'Later', due_at: hours(2) });
    await override(server, here.id, id, { student_ids: [here.two.id], title: 'Open', lock_at: hours(3) });
    const late = async () => (await listed(submissionsOf(here.id, id), here.teacher.client)).map((one) => one.late);
    expect(await late()).toEqual([false, true, true]);
    await server.admin.put(`/courses/${here.id}/assignments/${id}/overrides/${group.id}`, { assignment_override: { due_at: null } });
    expect(await late()).toEqual([false, true, true]);
    await server.admin.delete(`/courses/${here.id}/assignments/${id}/overrides/${group.id}`).expect(200);
    expect(await late()).toEqual([true, true, true]);
  });

  // submissions#15
  test('a section counts as well, and each attempt by itself', async () => {
    const id = await task(server, here.id, { due_at: hours(2) });
    await turnIn(here.id, id, here.one);
    await turnIn(here.id, id, here.one);
    await server.database.pool.query(
      `update submission_attempts set submitted_at = submitted_at - interval '3 hours' where assignment_id = $1 and attempt = 1`,
      [id],
    );
    await server.admin.put(`/courses/${here.id}/assignments/${id}`, { assignment: { due_at: hours(-1) } }).expect(200);
    const seen = await show(here.id, id, here.one.id, here.teacher.client, ['submission_history']);
    expect(seen.submission_history?.map((one) => one.late)).toEqual([false, true]);
  });

  // quizzes#81
  test('a quiz has a minute of grace', async () => {
    const id = await task(server, here.id);
    await turnIn(here.id, id, here.one);
    const due = (seconds: number) =>
      server.database.pool.query(
        `update assignments set due_at = s.submitted_at - make_interval(secs => $2) from submissions s where s.assignment_id = assignments.id and assignments.id = $1`,
        [id, seconds],
      );
    const late = async () => (await show(here.id, id, here.one.id, here.teacher.client)).late;
    await due(59);
    expect(await late()).toBe(true);
    await server.database.pool.query(`update submissions set submission_type = 'online_quiz' where assignment_id = $1`, [id]);
    expect(await late()).toBe(false);
    await due(61);
    expect(await late()).toBe(true);
  });
});

// submissions#27
test('a blank comment with it is none', async () => {
  const id = await task(server, here.id);
  await post(id, { ...text(), comment: { text_comment: '  ' } }).expect(201);
  expect(words(await show(here.id, id, here.one.id, here.teacher.client, ['submission_comments']))).toEqual([]);
});

// assignments#24
test('what needs grading follows', async () => {
  const { id } = await assignment(server, here.id, { submission_types: ['online_text_entry'], points_possible: 10 });
  const count = async () => (await here.teacher.client.get(`/courses/${here.id}/assignments/${id}`)).body.needs_grading_count;
  const counts = [await count()];
  await turnIn(here.id, id, here.one);
  counts.push(await count());
  await grade(here.id, id, here.one.id, '5', here.teacher.client);
  await grade(here.id, id, here.two.id, '5', here.teacher.client);
  counts.push(await count());
  await turnIn(here.id, id, here.one);
  counts.push(await count());
  expect(counts).toEqual([0, 1, 0, 1]);
});

// submissions#17
test('who has left a section turns nothing in under its path', async () => {
  const id = await task(server, here.id);
  const who = await person(server);
  const [stays, left] = [
    await made(server.admin.post(`/courses/${here.id}/sections`, {}), Made),
    await made(server.admin.post(`/courses/${here.id}/sections`, {}), Made),
  ];
  await enroll(server, here.id, who.id, 'StudentEnrollment', { course_section_id: stays.id });
  const gone = await enroll(server, here.id, who.id, 'StudentEnrollment', { course_section_id: left.id });
  await server.admin.delete(`/courses/${here.id}/enrollments/${gone.id}`, { task: 'conclude' }).expect(200);
  const under = async (section: number) => (await who.client.post(`/sections/${section}/assignments/${id}/submissions`, text())).status;
  expect([await under(left.id), await under(stays.id)]).toEqual([401, 201]);
});

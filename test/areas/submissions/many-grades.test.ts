import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Progress } from '../../../src/areas/progress/schemas.ts';
import { updateGrades } from '../../../src/areas/submissions/many-grades.ts';
import { groupSet, NONE } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { jobMeans, work, workOn } from '../../helpers/jobs.ts';
import { course, made, person } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, listed, ownSection, type Room, room, rubric, show, submissionsOf, task, turnIn, words } from '../../helpers/submissions.ts';

const server = useServer();
let here: Room;
let set: Awaited<ReturnType<typeof groupSet>>;
/** The first two are in one group. */
beforeAll(async () => {
  here = await room(server, 4);
  const [a = 0, b = 0] = here.students.map((one) => one.id);
  set = await groupSet(server, here.id, [[a, b]]);
});

const at = (n: number) => here.students[n] ?? here.teacher;
const manyOf = (assignmentId: number) => `${submissionsOf(here.id, assignmentId)}/update_grades`;
const ofCourse = () => `/courses/${here.id}/submissions/update_grades`;
const rows = (entries: readonly (readonly [number | string, Fields])[]): Fields => ({ grade_data: Object.fromEntries(entries) });
const progressOf = (id: number, by: Client) => made(by.get(`/progress/${id}`), Progress);

/** Sends, and does what was begun. */
async function sent(path: string, fields: Fields, by: Client = here.teacher.client): Promise<z.output<typeof Progress>> {
  const begun = await made(by.post(path, fields), Progress);
  expect(begun).toMatchObject({ workflow_state: 'queued', tag: 'submissions_update', completion: 0 });
  await work(server);
  return progressOf(begun.id, by);
}
const seen = (id: number, n: number, include: string[] = []) => show(here.id, id, at(n).id, here.teacher.client, include);
const nothing = async (id: number) => expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toEqual([]);

describe('many grades at once', () => {
  // submissions#77
  test('grade, assess and comment as one does', async () => {
    const id = await task(server, here.id, { grading_type: 'letter_grade' });
    const [row = ''] = await rubric(server, here.id, id, [10], true);
    await turnIn(here.id, id, at(0));
    await grade(here.id, id, at(2).id, 3, here.teacher.client);
    const done = await sent(
      manyOf(id),
      rows([
        [at(0).id, { posted_grade: 'B', text_comment: 'Good' }],
        [at(1).id, { rubric_assessment: { [row]: { points: 9, comments: 'nearly' } } }],
        [at(2).id, { posted_grade: '' }],
        [at(3).id, { text_comment: 'Only said' }],
      ]),
    );
    expect(done).toMatchObject({
      workflow_state: 'completed',
      completion: 100,
      message: '4 submissions updated',
      user_id: here.teacher.id,
    });
    const [first, second, third, fourth] = await Promise.all(
      [0, 1, 2, 3].map((n) => seen(id, n, ['submission_comments', 'rubric_assessment'])),
    );
    expect(first).toMatchObject({
      score: 8.6,
      grade: 'B',
      workflow_state: 'graded',
      grader_id: here.teacher.id,
      grade_matches_current_submission: true,
    });
    expect(first?.submission_comments).toMatchObject([{ comment: 'Good', author_id: here.teacher.id }]);
    expect(second).toMatchObject({ score: 9, grade: 'A-', rubric_assessment: { [row]: { points: 9, comments: 'nearly' } } });
    expect(third).toMatchObject({ score: null, grade: null, grader_id: null, workflow_state: 'unsubmitted' });
    expect(fourth).toMatchObject({ score: null, workflow_state: 'unsubmitted' });
    expect(fourth && words(fourth)).toEqual(['Only said']);
    const kept = await server.database.pool.query(
      'select user_id, score, grader_id from grade_changes where assignment_id = $1 order by id',
      [id],
    );
    expect(kept.rows).toEqual([
      { user_id: at(2).id, score: 3, grader_id: here.teacher.id },
      { user_id: at(0).id, score: 8.6, grader_id: here.teacher.id },
      { user_id: at(1).id, score: 9, grader_id: here.teacher.id },
      { user_id: at(2).id, score: null, grader_id: here.teacher.id },
    ]);
  });

  // submissions#77
  test('of several assignments, as a form or as JSON, by any form of an id', async () => {
    const [one, two] = [await task(server, here.id), await task(server, here.id)];
    const login = await person(server, { login: `many-${here.id}@school.example` });
    await server.admin
      .post(`/courses/${here.id}/enrollments`, { enrollment: { user_id: login.id, type: 'StudentEnrollment', enrollment_state: 'active' } })
      .expect(200);
    await sent(ofCourse(), {
      grade_data: {
        [one]: { [at(0).id]: { posted_grade: '7' } },
        [two]: { [`sis_login_id:many-${here.id}@school.example`]: { posted_grade: '6' } },
      },
    });
    expect(await seen(one, 0)).toMatchObject({ score: 7 });
    expect(await show(here.id, two, login.id, here.teacher.client)).toMatchObject({ score: 6 });
    const begun = await here.teacher.client.postForm(manyOf(one), { grade_data: { [at(1).id]: { posted_grade: 5.5 } } }).expect(200);
    await work(server);
    expect(await progressOf(begun.body.id, here.teacher.client)).toMatchObject({
      workflow_state: 'completed',
      message: '1 submission updated',
    });
    expect(await seen(one, 1)).toMatchObject({ score: 5.5 });
  });

  // submissions#77, submissions#51
  test('leave what a rubric says of rows that are not sent', async () => {
    const id = await task(server, here.id);
    const [row = '', other = ''] = await rubric(server, here.id, id, [4, 6], true);
    await sent(manyOf(id), rows([[at(0).id, { rubric_assessment: { [row]: { points: 3 } } }]]));
    await sent(manyOf(id), rows([[at(0).id, { rubric_assessment: { [other]: { points: 5 } } }]]));
    const assessed = { [row]: { points: 3 }, [other]: { points: 5 } };
    expect(await seen(id, 0, ['rubric_assessment'])).toMatchObject({ score: 8, rubric_assessment: assessed });
  });

  // submissions#77
  test('go to the whole group', async () => {
    const id = await task(server, here.id, { group_category_id: set.id });
    const [row = ''] = await rubric(server, here.id, id, [4, 6], false);
    const same = { posted_grade: '50%', rubric_assessment: { [row]: { points: 1, comments: 'So so' } } };
    await sent(
      manyOf(id),
      rows([
        [at(0).id, same],
        [at(1).id, { ...same, posted_grade: '5', text_comment: 'to all', group_comment: 'true' }],
        [at(2).id, { posted_grade: '6' }],
      ]),
    );
    for (const n of [0, 1]) {
      const one = await seen(id, n, ['submission_comments', 'rubric_assessment']);
      expect(one).toMatchObject({ score: 5, rubric_assessment: { [row]: { points: 1, comments: 'So so' } } });
      expect(words(one)).toEqual(['to all']);
    }
    expect(await seen(id, 2)).toMatchObject({ score: 6 });
    await sent(
      manyOf(id),
      rows([
        [at(0).id, { text_comment: 'Only said' }],
        [at(1).id, { posted_grade: '7' }],
      ]),
    );
    expect(await seen(id, 0)).toMatchObject({ score: 7 });
  });

  // submissions#77, submissions#78
  test('that give one submission two grades or assessments are refused', async () => {
    const id = await task(server, here.id, { group_category_id: set.id });
    const [row = ''] = await rubric(server, here.id, id, [4, 6], false);
    const graded = { posted_grade: '5' };
    const assessed = { rubric_assessment: { [row]: { points: 1 } } };
    const pairs: [Fields, Fields][] = [
      [graded, { posted_grade: '4' }],
      [graded, { posted_grade: '' }],
      [graded, assessed],
      [assessed, { rubric_assessment: { [row]: { points: 2 } } }],
    ];
    for (const [one, other] of pairs) {
      const { body } = await here.teacher.client
        .post(
          manyOf(id),
          rows([
            [at(1).id, one],
            [at(0).id, other],
          ]),
        )
        .expect(400);
      expect(body.errors.grade_data).toMatchObject([
        { type: 'invalid', message: `gives student ${at(0).id} of assignment ${id} more than one grade or assessment` },
        { message: `gives student ${at(1).id} of assignment ${id} more than one grade or assessment` },
      ]);
    }
    const twice = rows([
      [at(2).id, graded],
      [`sis_login_id:${at(2).login}`, { posted_grade: '4' }],
    ]);
    await here.teacher.client.post(manyOf(id), twice).expect(400);
    await nothing(id);
  });

  // submissions#77
  test('of an assignment that is unpublished meanwhile are not written', async () => {
    const id = await task(server, here.id);
    const begun = await made(here.teacher.client.post(manyOf(id), rows([[at(0).id, { posted_grade: '5' }]])), Progress);
    await server.admin.put(`/courses/${here.id}/assignments/${id}`, { assignment: { published: false } }).expect(200);
    await work(server);
    const failed = { workflow_state: 'failed', message: 'an assignment is no longer published' };
    expect(await progressOf(begun.id, here.teacher.client)).toMatchObject(failed);
    expect(await seen(id, 0)).toMatchObject({ score: null });
  });

  // submissions#77
  test('that have come to be two of one submission are not written', async () => {
    const apart = await groupSet(server, here.id, [[at(0).id], [at(1).id]]);
    const id = await task(server, here.id, { group_category_id: apart.id });
    const two = rows([
      [at(0).id, { posted_grade: '5' }],
      [at(1).id, { posted_grade: '4' }],
    ]);
    const begun = await made(here.teacher.client.post(manyOf(id), two), Progress);
    await server.admin.put(`/courses/${here.id}/assignments/${id}`, { assignment: { group_category_id: set.id } }).expect(200);
    await work(server);
    expect(await progressOf(begun.id, here.teacher.client)).toMatchObject({ workflow_state: 'failed' });
    await nothing(id);
  });

  // submissions#77
  test('of a muted assignment are shown to nobody but graders', async () => {
    const id = await task(server, here.id, { muted: true });
    await sent(manyOf(id), rows([[at(0).id, { posted_grade: '4', text_comment: 'hidden' }]]));
    expect(words(await seen(id, 0, ['submission_comments']))).toEqual(['hidden']);
    const own = await show(here.id, id, 'self', at(0).client, ['submission_comments']);
    expect(own).not.toHaveProperty('score');
    expect(words(own)).toEqual([]);
  });

  // submissions#77
  test('are told, and comments come into conversations', async () => {
    const id = await task(server, here.id);
    await sent(manyOf(id), rows([[at(3).id, { posted_grade: '4', text_comment: 'Seen in the inbox' }]]));
    const stream = JSON.stringify((await at(3).client.get('/users/self/activity_stream').expect(200)).body);
    expect(stream).toContain('Seen in the inbox');
    const inbox = (await at(3).client.get('/conversations').expect(200)).body;
    expect(inbox[0].last_message).toBe('Seen in the inbox');
  });

  // submissions#45, submissions#77
  test('that take away what is not there make no submissions, as one does not', async () => {
    const id = await task(server, here.id);
    const [row = ''] = await rubric(server, here.id, id, [10], true);
    const blank = { rubric_assessment: { [row]: { points: '', comments: '' } } };
    const order = rows([
      [at(0).id, { posted_grade: '' }],
      [at(1).id, blank],
      [at(2).id, { posted_grade: '', ...blank }],
    ]);
    expect(await sent(manyOf(id), order)).toMatchObject({ workflow_state: 'completed' });
    await nothing(id);
    await sent(manyOf(id), rows([[at(0).id, { posted_grade: '', text_comment: 'Said' }]]));
    expect(await listed(submissionsOf(here.id, id), here.teacher.client)).toMatchObject([
      { user_id: at(0).id, workflow_state: 'unsubmitted' },
    ]);
  });

  // submissions#45, submissions#77
  test('of a rubric that nobody filled in leave of a group what one does', async () => {
    const ids = [];
    for (const by of ['one', 'many']) {
      const id = await task(server, here.id, { group_category_id: set.id });
      const [row = ''] = await rubric(server, here.id, id, [10], true);
      const blank = { rubric_assessment: { [row]: { points: '', comments: '' } } };
      if (by === 'many') await sent(manyOf(id), rows([[at(0).id, blank]]));
      else await here.teacher.client.put(submissionsOf(here.id, id, at(0).id), blank).expect(200);
      ids.push((await listed(submissionsOf(here.id, id), here.teacher.client)).map((one) => one.user_id));
    }
    expect(ids[1]).toEqual(ids[0]);
  });

  // submissions#77
  test('are written once, however often the job runs, and all at once with others', async () => {
    const id = await task(server, here.id);
    const order = rows([3, 2, 1, 0].map((n) => [at(n).id, { posted_grade: '4' }]));
    const both = [];
    for (let i = 0; i < 2; i++) both.push(await made(here.teacher.client.post(manyOf(id), order), Progress));
    const run = (progressId: number) => updateGrades.run(server.database, { progressId }, jobMeans(server));
    await atOnce(
      server,
      `select from submissions where assignment_id = ${id} for update`,
      both.flatMap((one) => [() => run(one.id), () => run(one.id)]),
    );
    await workOn(server, 'update_grades');
    for (const one of both) expect(await progressOf(one.id, here.teacher.client)).toMatchObject({ workflow_state: 'completed' });
    const { rows: kept } = await server.database.pool.query('select count(*)::int as n from grade_changes where assignment_id = $1', [id]);
    expect(kept).toEqual([{ n: 8 }]);
    expect(await Promise.all([0, 1, 2, 3].map(async (n) => (await seen(id, n)).score))).toEqual([4, 4, 4, 4]);
  });

  // submissions#77
  test('that came to be wrong since change nothing, and their progress says why', async () => {
    const id = await task(server, here.id);
    const begun = await made(
      here.teacher.client.post(
        manyOf(id),
        rows([
          [at(0).id, { posted_grade: '4' }],
          [at(1).id, { posted_grade: '5' }],
        ]),
      ),
      Progress,
    );
    await server.admin.put(`/courses/${here.id}/assignments/${id}`, { assignment: { grading_type: 'pass_fail' } }).expect(200);
    await work(server);
    const failed = await progressOf(begun.id, here.teacher.client);
    expect(failed).toMatchObject({ workflow_state: 'failed' });
    expect(failed.message).toContain(`student ${at(0).id} of assignment ${id}`);
    await nothing(id);
  });
});

describe('what is wrong is refused, and nothing is written', () => {
  const right: [number, Fields][] = [];
  const refused = async (id: number, entries: readonly (readonly [number | string, Fields])[], why: RegExp) => {
    const answer = await here.teacher.client.post(manyOf(id), rows([...right, ...entries])).expect(400);
    expect(Object.keys(answer.body.errors)).toEqual(['grade_data']);
    expect(answer.body.errors.grade_data[0].message).toMatch(why);
    await work(server);
    await nothing(id);
  };

  // submissions#78
  test('a grade, a criterion, a media comment, a student', async () => {
    const id = await task(server, here.id);
    right.splice(0, 1, [at(0).id, { posted_grade: '4' }]);
    await refused(
      id,
      [[at(1).id, { posted_grade: 'much' }]],
      new RegExp(`student ${at(1).id} of assignment ${id} a posted_grade that is no grade`),
    );
    await refused(id, [[at(1).id, { rubric_assessment: { 1: { points: 1 } } }]], /rubric_assessment that is of no use/);
    await refused(id, [[NONE, { posted_grade: '4' }]], /no student whom you grade/);
    await refused(id, [[here.teacher.id, { posted_grade: '4' }]], /no student whom you grade/);
    for (const named of ['sis_user_id:nobody', '99999999999'])
      await refused(id, [[named, { posted_grade: '4' }]], new RegExp(`names ${named}, who is no student`));
    await refused(id, [['nobody', { posted_grade: '4' }]], /names a student by nobody/);
    await refused(id, [[at(1).id, { group_comment: 'perhaps' }]], /group_comment/);
    await refused(
      id,
      [[at(1).id, { media_comment_id: 'm' }]],
      new RegExp(`student ${at(1).id} media_comment_type that is required with media_comment_id`),
    );
    for (const none of [{}, { grade_data: 'x' }, { grade_data: ['x'] }, rows([[at(1).id, 'x' as unknown as Fields]])]) {
      const { body } = await here.teacher.client.post(manyOf(id), none).expect(400);
      expect(Object.keys(body.errors)).toEqual(['grade_data']);
    }
    await nothing(id);
  });

  // submissions#78
  test('an assignment of another course, or none', async () => {
    const id = await task(server, here.id);
    const foreign = await task(server, (await course(server, {})).id);
    const both = { grade_data: { [id]: { [at(0).id]: { posted_grade: '1' } }, [foreign]: { [at(0).id]: { posted_grade: '1' } } } };
    const { body } = await here.teacher.client.post(ofCourse(), both).expect(400);
    expect(body.errors.grade_data[0].message).toContain(String(foreign));
    await here.teacher.client.post(manyOf(foreign), rows([[at(0).id, { posted_grade: '1' }]])).expect(404);
    await nothing(id);
  });

  // submissions#78
  test('an unpublished assignment, and whoever does not grade', async () => {
    await server.admin.put('/accounts/1', { account: { settings: { enable_draft: true } } }).expect(200);
    const id = await task(server, here.id, { published: false });
    const grades = { [at(0).id]: { posted_grade: '1' } };
    await here.teacher.client.post(manyOf(id), { grade_data: grades }).expect(401);
    await server.admin.put('/accounts/1', { account: { settings: { enable_draft: false } } }).expect(200);
    await at(0).client.post(manyOf(id), { grade_data: grades }).expect(401);
    await at(0)
      .client.post(ofCourse(), { grade_data: { [id]: grades } })
      .expect(401);
  });

  // submissions#77
  test('a student outside of the sections that the grader, or the path, is limited to', async () => {
    const id = await task(server, here.id);
    const { section, member, assistant } = await ownSection(server, here.id);
    await assistant.client.post(manyOf(id), rows([[at(0).id, { posted_grade: '1' }]])).expect(400);
    await sent(manyOf(id), rows([[member.id, { posted_grade: '2' }]]), assistant.client);
    const below = `/sections/${section}/assignments/${id}/submissions/update_grades`;
    await here.teacher.client.post(below, rows([[at(0).id, { posted_grade: '1' }]])).expect(400);
    await sent(`/sections/${section}/submissions/update_grades`, { grade_data: { [id]: { [member.id]: { posted_grade: '3' } } } });
    expect(await show(here.id, id, member.id, here.teacher.client)).toMatchObject({ score: 3 });
  });
});

// submissions#77
test('one and many take the same number of statements, in the request and in the job', async () => {
  const big = await room(server, 12);
  const id = await task(server, big.id);
  const counted = async (n: number) => {
    const request = await server.statements(() =>
      big.teacher.client
        .post(
          `${submissionsOf(big.id, id)}/update_grades`,
          rows(big.students.slice(0, n).map((one) => [one.id, { posted_grade: '5', text_comment: 'x' }])),
        )
        .expect(200),
    );
    return [request, await server.statements(() => workOn(server, 'update_grades'))];
  };
  await counted(1);
  const few = await counted(2);
  expect(await counted(12)).toEqual(few);
});

import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { GradedDay, GradedSubmission, GraderOfDay, GradeVersion } from '../../../src/areas/submissions/history-schemas.ts';
import { NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { workOn } from '../../helpers/jobs.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, ownSection, type Room, room, rubric, task, turnIn, update } from '../../helpers/submissions.ts';

let now = new Date('2030-03-10T23:30:00Z');
const server = useServer({ clock: () => now });
let here: Room;
let assistant: Person;
let [first, second] = [0, 0];
const path = (rest: string) => `/courses/${here.id}/gradebook_history/${rest}`;
const read = <T extends z.ZodType>(rest: string, item: T, by: Person = here.teacher, query: Fields = {}) =>
  made(by.client.get(path(rest), query), z.array(item));

/** In Berlin the last two are of the next day. */
beforeAll(async () => {
  here = await room(server, 2, { time_zone: 'Europe/Berlin' });
  assistant = await person(server);
  await enroll(server, here.id, assistant.id, 'TaEnrollment');
  [first, second] = [await task(server, here.id), await task(server, here.id)];
  now = new Date('2030-03-10T12:00:00Z');
  await turnIn(here.id, first, here.one);
  await grade(here.id, first, here.one.id, 5, here.teacher.client);
  now = new Date('2030-03-10T23:30:00Z');
  await grade(here.id, first, here.one.id, 7, assistant.client);
  await grade(here.id, second, here.two.id, 3, assistant.client);
  now = new Date('2030-03-10T23:45:00Z');
  await grade(here.id, second, here.two.id, '', here.teacher.client);
});

const grader = (one: Person, assignments: readonly number[]) => ({ id: one.id, name: one.name, assignments });

// submissions#79
test('the days of the course, with who graded what', async () => {
  const found = await read('days', GradedDay);
  expect(found.map((one) => one.date)).toEqual(['2030-03-11', '2030-03-10']);
  expect(found[0]?.graders).toHaveLength(2);
  expect(found[0]?.graders).toEqual(expect.arrayContaining([grader(assistant, [first, second]), grader(here.teacher, [second])]));
  expect(found[1]?.graders).toEqual([grader(here.teacher, [first])]);
  const page = await here.teacher.client.get(path('days'), { per_page: 1 }).expect(200);
  expect(page.body).toHaveLength(1);
  expect(page.headers['link']).toContain('rel="next"');
});

// submissions#79, conventions#51
test('names assignments by ids that are texts where that is asked for', async () => {
  const accept = 'application/json+canvas-string-ids';
  const { body } = await here.teacher.client.get(path('days')).set('accept', accept).expect(200);
  expect(body[1].graders).toEqual([{ id: String(here.teacher.id), name: here.teacher.name, assignments: [String(first)] }]);
});

// submissions#79
test('the graders of one day', async () => {
  expect(await read('2030-03-10', GraderOfDay)).toEqual([grader(here.teacher, [first])]);
  expect(await read('2030-03-09', GraderOfDay)).toEqual([]);
  for (const date of ['today', '2030-02-30', '2030-13-01']) {
    const { body } = await here.teacher.client.get(path(date)).expect(400);
    expect(Object.keys(body.errors)).toEqual(['date']);
  }
});

// submissions#79
test('what somebody graded then, version by version', async () => {
  const found = await read(`2030-03-11/graders/${assistant.id}/assignments/${first}/submissions`, GradedSubmission);
  expect(found).toHaveLength(1);
  expect(found[0]?.versions).toMatchObject([
    {
      id: found[0]?.submission_id,
      assignment_id: first,
      user_id: here.one.id,
      user_name: here.one.name,
      score: 7,
      new_grade: '7',
      new_grader: assistant.name,
      new_graded_at: '2030-03-10T23:30:00Z',
      previous_grade: '5',
      previous_grader: here.teacher.name,
      current_grade: '7',
      current_grader: assistant.name,
    },
  ]);
  for (const who of [here.teacher.id, 0, NONE])
    expect(await read(`2030-03-11/graders/${who}/assignments/${first}/submissions`, GradedSubmission)).toEqual([]);
  // conventions#52
  const named = `2030-03-11/graders/sis_login_id:${assistant.login}/assignments/${first}/submissions`;
  expect(await read(named, GradedSubmission)).toEqual(found);
  expect(await read(`2030-03-11/graders/self/assignments/${first}/submissions`, GradedSubmission, assistant)).toEqual(found);
  for (const who of ['nobody', 'sis_login_id:nobody'])
    await here.teacher.client.get(path(`2030-03-11/graders/${who}/assignments/${first}/submissions`)).expect(404);
});

// submissions#80
test('every grade, in either order, of one assignment or student', async () => {
  const grades = async (query: Fields = {}, by: Person = here.teacher) =>
    (await read('feed', GradeVersion, by, query)).map((one) => one.grade);
  expect(await grades()).toEqual([null, '3', '7', '5']);
  expect(await grades({ ascending: true })).toEqual(['5', '7', '3', null]);
  expect(await grades({ assignment_id: first })).toEqual(['7', '5']);
  expect(await grades({ user_id: here.two.id })).toEqual([null, '3']);
  // conventions#52
  expect(await grades({ user_id: `sis_login_id:${here.two.login}` })).toEqual([null, '3']);
  expect(await grades({ user_id: 'sis_login_id:nobody' })).toEqual([]);
  expect((await read('feed', GradeVersion))[0]).toMatchObject({
    previous_grade: '3',
    current_grade: null,
    current_grader: null,
    grader: here.teacher.name,
  });
  const { headers, body } = await here.teacher.client.get(path('feed'), { per_page: 3 }).expect(200);
  expect(body).toHaveLength(3);
  const next = /<([^>]*)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '';
  const { body: rest } = await here.teacher.client.get(next.slice(`${server.url}/api/v1`.length)).expect(200);
  expect(rest.map((one: { grade: string }) => one.grade)).toEqual(['5']);
});

// submissions#80
test('what was written last is the newest, however early its request began', async () => {
  const at = await room(server, 1);
  const one = await task(server, at.id);
  const before = now;
  for (const [minute, posted] of ['5', '7', '', '3'].entries()) {
    now = new Date(before.getTime() - minute * 60_000);
    await grade(at.id, one, at.one.id, posted, at.teacher.client);
  }
  now = before;
  const feed = await made(at.teacher.client.get(`/courses/${at.id}/gradebook_history/feed`), z.array(GradeVersion));
  expect(feed.map((version) => [version.grade, version.previous_grade])).toEqual([
    ['3', null],
    [null, '7'],
    ['7', '5'],
    ['5', null],
  ]);
});

/** Takes away what the grader assessed with a rubric. */
async function removeAssessment(at: Room, id: number): Promise<void> {
  const { rows } = await server.database.pool.query(
    `select x.id, r.id as association from rubric_assessments x join rubric_associations r using (assignment_id) where assignment_id = $1`,
    [id],
  );
  const [{ id: one, association }] = rows;
  await at.teacher.client.delete(`/courses/${at.id}/rubric_associations/${association}/rubric_assessments/${one}`).expect(200);
}

// submissions#80
test.for<[string, (at: Room, id: number, row: string) => Promise<unknown>]>([
  ['how late it is', (at, id) => update(at.id, id, at.one.id, { submission: { late_policy_status: 'late' } }, at.teacher.client)],
  ['an assessment', (at, id, row) => update(at.id, id, at.one.id, { rubric_assessment: { [row]: { points: 1 } } }, at.teacher.client)],
  [
    'an assessment of one of many',
    async (at, id, row) => {
      const sent = { grade_data: { [at.one.id]: { rubric_assessment: { [row]: { points: 1 } } } } };
      await at.teacher.client.post(`/courses/${at.id}/assignments/${id}/submissions/update_grades`, sent).expect(200);
      await workOn(server, 'update_grades');
    },
  ],
  ['an assessment that goes', removeAssessment],
  [
    'the kind of grade',
    (at, id) => at.teacher.client.put(`/courses/${at.id}/assignments/${id}`, { assignment: { grading_type: 'percent' } }).expect(200),
  ],
])('and so it is where %s was changed meanwhile, which dates nothing back', async ([, change]) => {
  const at = await room(server, 1);
  const one = await task(server, at.id);
  const [row = ''] = await rubric(server, at.id, one, [5], false);
  const before = now;
  const given = { submission: { posted_grade: 5 }, rubric_assessment: { [row]: { points: 2 } } };
  await update(at.id, one, at.one.id, given, at.teacher.client);
  const written = async () =>
    (await server.database.pool.query('select updated_at from submissions where assignment_id = $1', [one])).rows[0].updated_at.getTime();
  expect(await written()).toBe(before.getTime());
  now = new Date(before.getTime() - 120_000);
  await change(at, one, row);
  expect(await written()).toBeGreaterThan(before.getTime());
  now = new Date(before.getTime() - 60_000);
  await grade(at.id, one, at.one.id, 7, at.teacher.client);
  now = before;
  const feed = await made(at.teacher.client.get(`/courses/${at.id}/gradebook_history/feed`), z.array(GradeVersion));
  expect(feed.map((version) => version.score)).toEqual([7, 5]);
});

// notifications#1, submissions#80
test('is told of as another grade, however early its request began', async () => {
  const at = await room(server, 1);
  const one = await task(server, at.id);
  const before = now;
  for (const [minute, posted] of [5, 7].entries()) {
    now = new Date(before.getTime() - minute * 60_000);
    await grade(at.id, one, at.one.id, posted, at.teacher.client);
    await workOn(server, 'tell_of_');
  }
  now = before;
  const told = await server.database.pool.query('select from notifications where key like $1', [`grade:${one}:%`]);
  expect(told.rowCount).toBe(2);
});

// submissions#81
test('for graders, of the students whom they reach, without deleted assignments', async () => {
  for (const rest of ['days', 'feed', '2030-03-10', `2030-03-10/graders/1/assignments/${first}/submissions`])
    await here.one.client.get(path(rest)).expect(401);
  const { assistant: limited, member } = await ownSection(server, here.id);
  expect(await read('feed', GradeVersion, limited)).toEqual([]);
  const own = await task(server, here.id);
  await grade(here.id, own, member.id, 1, here.teacher.client);
  expect(await read('feed', GradeVersion, limited)).toMatchObject([{ grade: '1' }]);
  expect(await read('days', GradedDay, limited)).toHaveLength(1);
  await server.admin.delete(`/courses/${here.id}/assignments/${own}`).expect(200);
  expect(await read('days', GradedDay, limited)).toEqual([]);
});

// submissions#3, submissions#81
test('of the students of the course alone', async () => {
  const gone = await person(server);
  const { id: enrollment } = await enroll(server, here.id, gone.id, 'StudentEnrollment');
  const own = await task(server, here.id);
  await grade(here.id, own, gone.id, 1, here.teacher.client);
  const [day = ''] = (await read('days', GradedDay)).map((one) => one.date);
  const lists = async () => {
    const days = await read('days', GradedDay);
    const graders = await read(day, GraderOfDay);
    return [
      (await read('feed', GradeVersion, here.teacher, { user_id: gone.id })).length,
      (await read(`${day}/graders/${here.teacher.id}/assignments/${own}/submissions`, GradedSubmission)).length,
      [...graders, ...days.flatMap((one) => one.graders)].filter((one) => one.assignments.includes(own)).length,
    ];
  };
  for (const task of ['conclude', 'inactivate', 'delete']) {
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrollment}`, { task }).expect(200);
    expect(await lists()).toEqual(task === 'conclude' ? [1, 1, 2] : [0, 0, 0]);
  }
});

// submissions#79
test('lists take the same number of statements, however long they are', async () => {
  const counted = (perPage: number) =>
    server.statements(async () => {
      await here.teacher.client.get(path('feed'), { per_page: perPage }).expect(200);
      await here.teacher.client.get(path('days'), { per_page: perPage }).expect(200);
      await here.teacher.client
        .get(path(`2030-03-11/graders/${assistant.id}/assignments/${first}/submissions`), { per_page: perPage })
        .expect(200);
    });
  await counted(1);
  expect(await counted(100)).toBe(await counted(1));
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Enrollment } from '../../../src/areas/enrollments/schemas.ts';
import { GradebookPreview } from '../../../src/areas/gradebook/schemas.ts';
import { GradingPeriods } from '../../../src/areas/grading-periods/schemas.ts';
import { Progress } from '../../../src/areas/progress/schemas.ts';
import { groupSet, sectioned } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { workOn } from '../../helpers/jobs.ts';
import { ESSAY, exam } from '../../helpers/quizzes.ts';
import { refusedFields } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, listed, type Room, room, submissionsOf, task } from '../../helpers/submissions.ts';

const server = useServer();

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
type Here = Pick<Room, 'id' | 'teacher'>;

/** A closed period, one that is over and open, and the last. */
async function termOf(here: Here): Promise<{ closed: number; over: number; last: number }> {
  const grading_periods = [
    { title: 'Closed', start_date: at(-300), end_date: at(-200), close_date: at(-100) },
    { title: 'Over', start_date: at(-200), end_date: at(-50), close_date: at(50) },
    { title: 'Last', start_date: at(-50), end_date: at(200) },
  ];
  const sent = here.teacher.client.patch(`/courses/${here.id}/grading_periods/batch_update`, { grading_periods });
  const [closed, over, last] = (await made(sent, GradingPeriods)).grading_periods;
  return { closed: closed?.id ?? 0, over: over?.id ?? 0, last: last?.id ?? 0 };
}
const due = (here: Here, hours: number | null, fields: Fields = {}) =>
  task(server, here.id, { due_at: hours === null ? null : at(hours), ...fields });
const put = (here: Here, id: number, who: number, sent: Fields, by: Client) => by.put(submissionsOf(here.id, id, who), sent);
const override = (here: Here, id: number, who: Person, hours: number | null) =>
  server.admin
    .post(`/courses/${here.id}/assignments/${id}/overrides`, {
      assignment_override: { student_ids: [who.id], title: 'Other', due_at: hours === null ? '' : at(hours) },
    })
    .expect(201);
const posted = { submission: { posted_grade: '5' } };

describe('work of a closed period', () => {
  // grading-periods#9
  test('is graded by administrators alone', async () => {
    const here = await room(server, 2);
    await termOf(here);
    const [closed, over, none] = [await due(here, -250), await due(here, -100), await due(here, null)];
    const { client } = here.teacher;
    for (const sent of [posted, { submission: { late_policy_status: 'none' } }])
      await put(here, closed, here.one.id, sent, client).expect(401);
    await put(here, closed, here.one.id, { comment: { text_comment: 'Too late' } }, client).expect(200);
    await put(here, closed, here.one.id, posted, server.admin).expect(200);
    for (const id of [over, none]) await put(here, id, here.one.id, posted, client).expect(200);
    await override(here, closed, here.two, 10);
    await put(here, closed, here.two.id, posted, client).expect(200);
  });

  // grading-periods#9, overrides#3
  test('is told by the date of the student’s own group and section', async () => {
    const { id, teacher, students, sections } = await sectioned(server, 2);
    const here = { id, teacher };
    await termOf(here);
    const [one, two] = students;
    if (!one || !two) throw new Error('nobody');
    const set = await groupSet(server, id, [[one.id], [two.id]]);
    const closedFor = async (target: Fields, base: number, hours: number, fields: Fields = {}) => {
      const work = await due(here, base, fields);
      const assignment_override = { ...target, due_at: at(hours) };
      await server.admin.post(`/courses/${id}/assignments/${work}/overrides`, { assignment_override }).expect(201);
      return work;
    };
    const ofFirst = [
      [{ group_id: set.groups[0]?.id }, { group_category_id: set.id, grade_group_students_individually: true }],
      [{ group_id: set.groups[0]?.id }, { group_category_id: set.id }],
      [{ course_section_id: sections[0] }, {}],
    ] as const;
    for (const [target, fields] of ofFirst) {
      const first = await closedFor(target, 10, -250, fields);
      await put(here, first, one.id, posted, teacher.client).expect(401);
      await put(here, first, two.id, posted, teacher.client).expect(200);
      const second = await closedFor(target, -250, 10, fields);
      await put(here, second, one.id, posted, teacher.client).expect(200);
      await put(here, second, two.id, posted, teacher.client).expect(401);
    }
  });

  // grading-periods#9
  test('is not graded for a group in which one may not be, unless each is graded alone', async () => {
    const here = await room(server, 2);
    await termOf(here);
    const { client } = here.teacher;
    const set = await groupSet(server, here.id, [[here.one.id, here.two.id]]);
    const [together, alone] = [
      await due(here, 10, { group_category_id: set.id }),
      await due(here, 10, { group_category_id: set.id, grade_group_students_individually: true }),
    ];
    for (const id of [together, alone]) await override(here, id, here.two, -250);
    const many = (id: number) =>
      client.post(`${submissionsOf(here.id, id)}/update_grades`, { grade_data: { [here.one.id]: { posted_grade: '5' } } });
    await put(here, together, here.one.id, posted, client).expect(401);
    await many(together).expect(400);
    await put(here, alone, here.one.id, posted, client).expect(200);
    await many(alone).expect(200);
    await put(here, alone, here.two.id, posted, client).expect(401);
  });

  // grading-periods#9
  test('of many is refused at once, or by the job where the period closes meanwhile', async () => {
    const here = await room(server, 1);
    const [closed, over] = [await due(here, -250), await due(here, -100)];
    const many = (id: number, by: Client) =>
      by.post(`${submissionsOf(here.id, id)}/update_grades`, { grade_data: { [here.one.id]: { posted_grade: '5' } } });
    const begun = await made(many(closed, here.teacher.client), Progress);
    await termOf(here);
    await workOn(server, 'update_grades');
    expect(await made(here.teacher.client.get(`/progress/${begun.id}`), Progress)).toMatchObject({
      workflow_state: 'failed',
      message: expect.stringContaining('grading period that is closed'),
    });
    expect(refusedFields(await many(closed, here.teacher.client))).toEqual(['grade_data']);
    await many(over, here.teacher.client).expect(200);
    await many(closed, server.admin).expect(200);
    const said = { grade_data: { [here.one.id]: { text_comment: 'Hello' } } };
    await here.teacher.client.post(`${submissionsOf(here.id, closed)}/update_grades`, said).expect(200);
  });

  // grading-periods#9, gradebook#9
  test('is an error of a table that would change it', async () => {
    const here = await room(server, 2);
    const [closed, over] = [await due(here, -250, { name: 'Essay' }), await due(here, -100)];
    await grade(here.id, closed, here.one.id, 7, here.teacher.client);
    await termOf(here);
    const csv = `Student,ID,Essay (${closed}),Other (${over})\nA,${here.one.id},7,5\nB,${here.two.id},6,4\n`;
    const preview = async (by: Client) => made(by.post(`/courses/${here.id}/gradebook_imports/preview`, { csv }), GradebookPreview);
    const shown = await preview(here.teacher.client);
    expect(shown.errors).toEqual([{ row: 3, column: 3, name: `Essay (${closed})`, message: 'is due in a grading period that is closed' }]);
    expect(shown.changes.map(({ assignment_id }) => assignment_id)).toEqual([over, over]);
    const { body } = await here.teacher.client.post(`/courses/${here.id}/gradebook_imports`, { csv }).expect(400);
    expect(body.errors.csv[0].message).toMatch(/in row 3, column 3 .* is due in a grading period that is closed/);
    const toAdmin = await preview(server.admin);
    expect([toAdmin.errors, toAdmin.changes.length]).toEqual([[], 3]);
    await server.admin.post(`/courses/${here.id}/gradebook_imports`, { csv }).expect(200);
  });

  // grading-periods#9, gradebook#9
  test('is wrong once in a cell of the gradebook that gives it to a group', async () => {
    const here = await room(server, 3);
    await termOf(here);
    const set = await groupSet(server, here.id, [here.students.map((student) => student.id)]);
    const together = await due(here, -250, { name: 'Together', group_category_id: set.id });
    const csv = `ID,Together (${together})\n${here.one.id},7\n`;
    const sent = here.teacher.client.post(`/courses/${here.id}/gradebook_imports/preview`, { csv });
    const error = { row: 2, column: 2, name: `Together (${together})`, message: 'is due in a grading period that is closed' };
    expect(await made(sent, GradebookPreview)).toMatchObject({ changes: [], errors: [error] });
  });

  // grading-periods#9
  test('scores itself, and is scored by hand by administrators alone', async () => {
    const here = await exam(server, { due_at: at(-250) }, [{}, ESSAY]);
    await termOf(here);
    const done = await here.take(here.one);
    const score = (by: Client) => by.put(`${here.path}/submissions/${done.id}`, { quiz_submissions: [{ attempt: 1, fudge_points: 1 }] });
    expect(done).toMatchObject({ score: 5 });
    await score(here.teacher.client).expect(401);
    await score(server.admin).expect(200);
  });
});

describe('work of a period', () => {
  // grading-periods#8, submissions#103
  test('is listed by the period that it falls into', async () => {
    const here = await room(server, 2);
    const { closed, over, last } = await termOf(here);
    const ids = [await due(here, -250), await due(here, -100), await due(here, 10), await due(here, null)];
    await override(here, ids[0] ?? 0, here.two, -100);
    for (const id of ids) for (const who of here.students) await put(here, id, who.id, posted, server.admin).expect(200);
    const path = `/courses/${here.id}/students/submissions`;
    const query = (grading_period_id: number) => ({ student_ids: ['all'], grading_period_id, per_page: 100 });
    const flat = async (period: number) =>
      (await listed(path, here.teacher.client, query(period))).map((one) => [ids.indexOf(one.assignment_id), one.user_id]);
    const [one, two] = here.students.map(({ id }) => id);
    expect(await flat(closed)).toEqual([[0, one]]);
    expect(await flat(over)).toEqual([
      [0, two],
      [1, one],
      [1, two],
    ]);
    expect(await flat(last)).toEqual([
      [2, one],
      [2, two],
      [3, one],
      [3, two],
    ]);
    const Grouped = z.array(z.object({ user_id: z.int(), submissions: z.array(z.object({ assignment_id: z.int() })) }));
    const counted = async (narrowed: Fields = {}) => {
      const grouped = await made(here.teacher.client.get(path, { ...query(over), grouped: true, ...narrowed }), Grouped);
      const counts = new Map(grouped.map((row) => [row.user_id, row.submissions.length]));
      return [counts.get(one ?? 0), counts.get(two ?? 0)];
    };
    expect(await counted()).toEqual([1, 2]);
    expect(await counted({ workflow_state: 'graded', graded_since: '2000-01-01' })).toEqual([1, 2]);
    for (const narrowed of [{ workflow_state: 'submitted' }, { submitted_since: '2000-01-01' }, { graded_since: '9000-01-01' }])
      expect(await counted(narrowed)).toEqual([0, 0]);
    const { body } = await here.teacher.client.get(path, query(999_999)).expect(400);
    expect(Object.keys(body.errors)).toEqual(['grading_period_id']);
  });

  // grading-periods#8
  test('falls into the one that ends when it is due, and not into the one that begins then', async () => {
    const here = await room(server, 1);
    const { closed, over } = await termOf(here);
    const [first] = (await made(here.one.client.get(`/courses/${here.id}/grading_periods`), GradingPeriods)).grading_periods;
    const id = await task(server, here.id, { due_at: first?.end_date });
    await put(here, id, here.one.id, posted, server.admin).expect(200);
    const path = `/courses/${here.id}/students/submissions`;
    const shown = (grading_period_id: number) => listed(path, here.teacher.client, { student_ids: ['all'], grading_period_id });
    expect((await shown(closed)).map((one) => one.assignment_id)).toEqual([id]);
    expect(await shown(over)).toEqual([]);
  });

  const Groups = z.array(z.object({ assignments: z.array(z.object({ id: z.int() })) }));

  // grading-periods#10
  test('is left of assignment groups, as it is due to the caller or to anybody', async () => {
    const here = await room(server, 2);
    const { closed, over, last } = await termOf(here);
    const ids = [await due(here, -250), await due(here, -100), await due(here, null)];
    await override(here, ids[0] ?? 0, here.two, -100);
    const path = `/courses/${here.id}/assignment_groups`;
    const seen = async (period: number, { client }: Person) => {
      const groups = await made(client.get(path, { include: ['assignments'], grading_period_id: period }), Groups);
      return groups.flatMap(({ assignments }) => assignments.map(({ id }) => ids.indexOf(id)));
    };
    for (const [period, toTeacher, toOne, toTwo] of [
      [closed, [0], [0], []],
      [over, [0, 1], [1], [0, 1]],
      [last, [2], [2], [2]],
    ] as const) {
      expect(await seen(period, here.teacher)).toEqual(toTeacher);
      expect(await seen(period, here.one)).toEqual(toOne);
      expect(await seen(period, here.two)).toEqual(toTwo);
    }
    const [group] = await made(here.teacher.client.get(path), z.array(z.object({ id: z.int() })));
    const shown = here.teacher.client.get(`${path}/${group?.id}`, { include: ['assignments'], grading_period_id: closed });
    expect((await made(shown, Groups.element)).assignments.map(({ id }) => id)).toEqual([ids[0]]);
    expect(refusedFields(await here.teacher.client.get(path, { grading_period_id: 999_999 }))).toEqual(['grading_period_id']);
  });

  /** Work of each period; that of the first is due in the second to the second student. */
  async function gradedRoom() {
    const here = await room(server, 2);
    const periods = await termOf(here);
    const ids = [await due(here, -250), await due(here, -100), await due(here, null)];
    await override(here, ids[0] ?? 0, here.two, -100);
    for (const [id, one, two] of [
      [ids[0] ?? 0, 2, 4],
      [ids[1] ?? 0, 5, 6],
      [ids[2] ?? 0, 9, 1],
    ] as const) {
      await grade(here.id, id, here.one.id, one, server.admin);
      await grade(here.id, id, here.two.id, two, server.admin);
    }
    return { here, periods, ids };
  }
  const scoresOf = async (path: string, by: Client, query: Fields) =>
    (await made(by.get(path, { type: ['StudentEnrollment'], ...query }), z.array(Enrollment))).map(({ grades }) => grades?.current_score);

  // grading-periods#11
  test('makes the totals of enrollments, of each student by their own due dates', async () => {
    const { here, periods, ids } = await gradedRoom();
    const path = `/courses/${here.id}/enrollments`;
    const { client } = here.teacher;
    expect(await scoresOf(path, client, {})).toEqual([53.33, 36.67]);
    const [section] = await made(client.get(`/courses/${here.id}/sections`), z.array(z.object({ id: z.int() })));
    for (const [grading_period_id, wanted] of [
      [periods.closed, [20, null]],
      [periods.over, [50, 50]],
      [periods.last, [90, 10]],
    ] as const) {
      expect(await scoresOf(path, client, { grading_period_id })).toEqual(wanted);
      expect(await scoresOf(`/sections/${section?.id}/enrollments`, client, { grading_period_id })).toEqual(wanted);
    }
    expect(refusedFields(await client.get(path, { grading_period_id: 999_999 }))).toEqual(['grading_period_id']);
    const totals = z.array(z.object({ user_id: z.int(), computed_current_score: z.number().nullable() }));
    const query = { student_ids: ['all'], grouped: true, include: ['total_scores'], grading_period_id: periods.over };
    const grouped = await made(client.get(`/courses/${here.id}/students/submissions`, query), totals);
    expect(grouped.map((row) => row.computed_current_score)).toEqual([50, 50]);
    // Due after all of them, it is in none.
    await override(here, ids[0] ?? 0, here.one, 300);
    expect(await scoresOf(path, client, { grading_period_id: periods.closed })).toEqual([null, null]);
  });

  // grading-periods#11
  test('makes the totals of a user in courses that have the period, and others are left out', async () => {
    const { here, periods } = await gradedRoom();
    const other = await room(server, 0);
    await enroll(server, other.id, here.one.id, 'StudentEnrollment');
    const path = `/users/${here.one.id}/enrollments`;
    expect(await scoresOf(path, here.one.client, { grading_period_id: periods.closed })).toEqual([20]);
    expect(await scoresOf(path, here.one.client, {})).toEqual([53.33, null]);
    expect(await scoresOf(path, here.one.client, { grading_period_id: 999_999 })).toEqual([]);
  });

  // grading-periods#11
  test('takes as many statements however many there are', async () => {
    const { here, periods } = await gradedRoom();
    const asked = () =>
      scoresOf(`/courses/${here.id}/enrollments`, here.teacher.client, { grading_period_id: periods.over, per_page: 100 });
    const few = await server.statements(asked);
    for (let i = 0; i < 5; i++) await enroll(server, here.id, (await person(server)).id, 'StudentEnrollment');
    for (let i = 0; i < 3; i++) await due(here, -100);
    expect(await server.statements(asked)).toEqual(few);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readTotals } from '../../../src/areas/submissions/course-totals.ts';
import type { Fields } from '../../helpers/form.ts';
import { type Attempt, ESSAY, exam } from '../../helpers/quizzes.ts';
import { enroll, made, type Person, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, type Room, room, task, turnIn } from '../../helpers/submissions.ts';

const server = useServer();

const Rows = z.array(
  z.looseObject({ user_id: z.int(), computed_current_score: z.number().nullable(), computed_final_score: z.number().nullable() }),
);
async function totals(at: Room, by: Person = at.teacher, who = at.one): Promise<(number | null | undefined)[]> {
  const query = { student_ids: [who.id], grouped: true, include: ['total_scores'] };
  const [row] = await made(by.client.get(`/courses/${at.id}/students/submissions`, query), Rows);
  return [row?.computed_current_score, row?.computed_final_score];
}
const Enrollments = z.array(
  z.looseObject({ user_id: z.int(), type: z.string(), grades: z.looseObject({ current_score: z.number().nullable() }).optional() }),
);
const enrollments = (by: Person, path: string, query: Fields = {}) => made(by.client.get(path, query), Enrollments);

/** Assignments of no type with these scores and points; null is not graded. */
async function book(at: Room, rows: readonly (readonly [number | null, number])[], fields: Fields = {}): Promise<number[]> {
  const ids: number[] = [];
  for (const [score, points_possible] of rows) {
    const id = await task(server, at.id, { submission_types: ['none'], points_possible, ...fields });
    if (score !== null) await grade(at.id, id, at.one.id, score, at.teacher.client);
    ids.push(id);
  }
  return ids;
}
const group = (at: Room, fields: Fields): Promise<{ id: number }> =>
  made(server.admin.post(`/courses/${at.id}/assignment_groups`, fields), z.object({ id: z.int() }));

describe('the totals of a student', () => {
  // submissions#67, submissions#69, submissions#70
  test('follow grades, clearing, deletion and publication', async () => {
    const at = await room(server, 2);
    expect(await totals(at)).toEqual([null, null]);
    const [one = 0, two = 0, three = 0] = await book(at, [
      [5, 10],
      [9, 10],
      [null, 20],
    ]);
    expect(await totals(at)).toEqual([70, 35]);
    expect(await totals(at, at.teacher, at.two)).toEqual([null, 0]);
    await grade(at.id, one, at.one.id, '', at.teacher.client);
    expect(await totals(at)).toEqual([90, 22.5]);
    await server.admin.put(`/courses/${at.id}/assignments/${two}`, { assignment: { published: false } }).expect(200);
    expect(await totals(at)).toEqual([null, 0]);
    await server.admin.put(`/courses/${at.id}/assignments/${two}`, { assignment: { published: true } }).expect(200);
    await server.admin.delete(`/courses/${at.id}/assignments/${three}`).expect(200);
    expect(await totals(at)).toEqual([90, 45]);
  });

  // submissions#70
  test('keep the grade of an attempt that was turned in again', async () => {
    const at = await room(server, 1);
    const id = await task(server, at.id);
    await grade(at.id, id, at.one.id, '8', at.teacher.client);
    await turnIn(at.id, id, at.one);
    expect(await totals(at)).toEqual([80, 80]);
  });

  // submissions#70
  test('leave out of the current one what a quiz has so far', async () => {
    const at = await exam(server, { allowed_attempts: 2 }, [{}, ESSAY]);
    const essay = at.questions[1]?.id ?? 0;
    await book(at, [[8, 10]]);
    const first = await at.take(at.one);
    expect(await totals(at)).toEqual([80, 52]);
    expect(await totals(at, at.one)).toEqual([80, 52]);
    const score = (attempt: Attempt, points: number | '') =>
      at.teacher.client.put(`${at.path}/submissions/${attempt.id}`, {
        quiz_submissions: [{ attempt: attempt.attempt, questions: { [essay]: { score: points } } }],
      });
    await score(first, 10).expect(200);
    expect(await totals(at)).toEqual([92, 92]);
    const second = await at.take(at.one, 'Wrong');
    expect(await totals(at)).toEqual([92, 92]);
    // What is kept is the grade of the first one still, also where the second waits once more.
    await score(second, 1).expect(200);
    await score(second, '').expect(200);
    expect(await totals(at)).toEqual([92, 92]);
    await score(first, '').expect(200);
    expect(await totals(at)).toEqual([80, 52]);
  });

  // submissions#70, quizzes#76
  test('leave it out where the last attempt is kept, whatever was graded before', async () => {
    const at = await exam(server, { allowed_attempts: 2, scoring_policy: 'keep_latest' }, [{}, ESSAY]);
    const essay = at.questions[1]?.id ?? 0;
    await book(at, [[8, 10]]);
    const first = await at.take(at.one);
    const questions = { [essay]: { score: 10 } };
    await at.teacher.client.put(`${at.path}/submissions/${first.id}`, { quiz_submissions: [{ attempt: 1, questions }] }).expect(200);
    expect(await totals(at)).toEqual([92, 92]);
    await at.take(at.one);
    expect(await totals(at)).toEqual([80, 52]);
  });

  // submissions#72, submissions#73
  test('take the rules and weights of the groups', async () => {
    const at = await room(server, 1);
    const [first, second] = [
      await group(at, { name: 'A', group_weight: 50, rules: { drop_lowest: 1 } }),
      await group(at, { name: 'B', group_weight: 50 }),
    ];
    const [never = 0] = await book(
      at,
      [
        [0, 10],
        [9, 10],
      ],
      { assignment_group_id: first.id },
    );
    await book(at, [[null, 40]], { assignment_group_id: second.id });
    expect(await totals(at)).toEqual([90, 18]);
    await server.admin.put(`/courses/${at.id}`, { course: { group_weighting_scheme: 'percent' } }).expect(200);
    expect(await totals(at)).toEqual([90, 45]);
    await server.admin
      .put(`/courses/${at.id}/assignment_groups/${first.id}`, { rules: { drop_lowest: 1, never_drop: [never] } })
      .expect(200);
    // It leaves at least one of those that may be dropped.
    expect(await totals(at)).toEqual([45, 22.5]);
  });

  // submissions#71, enrollments#5
  test('leave out what is muted, for those who may not see it', async () => {
    const at = await school(server);
    const own: Room = { id: at.course.id, teacher: at.teacher, students: [], one: at.student, two: at.student2 };
    const [, muted = 0] = await book(own, [
      [10, 10],
      [0, 10],
    ]);
    await server.admin.put(`/courses/${at.course.id}/assignments/${muted}`, { assignment: { muted: true } }).expect(200);
    for (const by of [at.student, at.observer]) expect(await totals(own, by)).toEqual([100, 50]);
    for (const by of [at.teacher, at.ta, at.rootAdmin]) expect(await totals(own, by)).toEqual([50, 50]);
    const seen = async (by: Person) =>
      (await enrollments(by, `/courses/${at.course.id}/enrollments`, { type: ['StudentEnrollment'] })).map(
        (one) => one.grades?.current_score,
      );
    expect(await seen(at.teacher)).toEqual([50, null]);
    expect(await seen(at.student)).toEqual([100, undefined]);
    expect(await seen(at.observer)).toEqual([100, undefined]);
    expect(await seen(at.designer)).toEqual([undefined, undefined]);
    const mine = await enrollments(at.student, '/users/self/enrollments');
    expect(mine.map((one) => one.grades?.current_score)).toEqual([100]);
    const ofStudent = async (by: Person) =>
      (await enrollments(by, `/users/${at.student.id}/enrollments`)).map((one) => one.grades?.current_score);
    expect(await ofStudent(at.teacher)).toEqual([50]);
    expect(await ofStudent(at.designer)).toEqual([undefined]);
    expect(await ofStudent(at.rootAdmin)).toEqual([50]);
  });
});

describe('the grades of an enrollment', () => {
  // submissions#75, enrollments#5
  test("have letters where the course has a standard, and exactly these fields; only students' have any", async () => {
    const at = await room(server, 1);
    await book(at, [
      [9, 10],
      [null, 10],
    ]);
    const list = async () => enrollments(at.teacher, `/courses/${at.id}/enrollments`);
    const html_url = `${server.url}/courses/${at.id}/grades/${at.one.id}`;
    const plain = { current_score: 90, final_score: 45, current_grade: null, final_grade: null, html_url };
    expect((await list()).map((one) => one.grades)).toEqual([undefined, plain]);
    const entries = [
      { name: 'High', value: 80 },
      { name: 'Low', value: 0 },
    ];
    const standard = await made(
      server.admin.post(`/courses/${at.id}/grading_standards`, { title: 'S', grading_scheme_entry: entries }),
      z.looseObject({ id: z.int() }),
    );
    await server.admin.put(`/courses/${at.id}`, { course: { grading_standard_id: standard.id } }).expect(200);
    const lettered = { ...plain, current_grade: 'High', final_grade: 'Low' };
    expect((await list())[1]?.grades).toEqual(lettered);
    const users = await at.teacher.client.get(`/courses/${at.id}/users/${at.one.id}`, { include: ['enrollments'] });
    expect(users.body.enrollments[0].grades).toEqual(lettered);
  });
});

describe('a course', () => {
  const read = async (by: Person, courseId: number, query: Fields) => {
    const one = (await by.client.get(`/courses/${courseId}`, query)).body;
    const [listed] = (await by.client.get('/courses', query)).body.filter((row: { id: number }) => row.id === courseId);
    expect(listed === undefined || JSON.stringify(listed.enrollments) === JSON.stringify(one.enrollments)).toBe(true);
    if (listed) expect(listed.needs_grading_count).toBe(one.needs_grading_count);
    return one;
  };

  // submissions#75, courses#7
  test("shows the caller's own totals as a student, and what there is to grade, where they are asked for", async () => {
    const at = await school(server);
    const own: Room = { id: at.course.id, teacher: at.teacher, students: [], one: at.student, two: at.student2 };
    await book(own, [
      [9, 10],
      [null, 10],
    ]);
    const include = ['total_scores', 'needs_grading_count'];
    const mine = await read(at.student, at.course.id, { include });
    const scores = { computed_current_score: 90, computed_final_score: 45, computed_current_grade: null, computed_final_grade: null };
    expect(mine.enrollments).toEqual([expect.objectContaining({ type: 'StudentEnrollment', ...scores })]);
    expect(mine.needs_grading_count).toBeUndefined();
    const plain = await read(at.student, at.course.id, {});
    expect(Object.keys(plain.enrollments[0])).not.toContain('computed_current_score');
    const id = await task(server, at.course.id);
    const { id: section } = await made(
      server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'B' } }),
      z.object({ id: z.int() }),
    );
    const member = await person(server);
    await enroll(server, at.course.id, member.id, 'StudentEnrollment', { course_section_id: section });
    const limited = await person(server);
    await enroll(server, at.course.id, limited.id, 'TaEnrollment', {
      course_section_id: section,
      limit_privileges_to_course_section: true,
    });
    for (const one of [at.student, at.student2, member]) await turnIn(at.course.id, id, one);
    await grade(at.course.id, id, at.student2.id, '5', at.teacher.client);
    const counts = [];
    for (const by of [at.teacher, at.ta, at.subAdmin, limited, at.designer, at.observer])
      counts.push((await read(by, at.course.id, { include })).needs_grading_count);
    expect(counts).toEqual([2, 2, 2, 1, undefined, undefined]);
    const teacher = await read(at.teacher, at.course.id, { include });
    expect(Object.keys(teacher.enrollments[0])).not.toContain('computed_current_score');
  });
});

test('totals of many students come with as many statements as of few', async () => {
  const count = async (n: number) => {
    const at = await room(server, n);
    await book(at, [
      [5, 10],
      [6, 10],
    ]);
    const ask = () => at.teacher.client.get(`/courses/${at.id}/enrollments`, { per_page: 100 }).expect(200);
    await ask();
    return server.statements(ask);
  };
  expect(await count(6)).toBe(await count(1));
});

// grading-periods#8, grading-periods#14
test('a period is the current one from after its start until its end', async () => {
  const at = await room(server, 1);
  const [start_date, end_date] = ['2030-01-01T00:00:00Z', '2030-02-01T00:00:00Z'];
  const grading_periods = [{ title: 'January', start_date, end_date }];
  await server.admin.patch(`/courses/${at.id}/grading_periods/batch_update`, { grading_periods }).expect(200);
  const currentAt = async (time: string) => {
    const [one] = await readTotals(server.database, [{ courseId: at.id, userId: at.one.id }], () => true, { currentAt: new Date(time) });
    return one?.periods?.current?.title;
  };
  expect([await currentAt(start_date), await currentAt('2030-01-01T00:00:00.001Z')]).toEqual([undefined, 'January']);
  expect([await currentAt(end_date), await currentAt('2030-02-01T00:00:00.001Z')]).toEqual(['January', undefined]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Prisma } from '../../../src/store/generated/client.ts';
import { assignment, type Class, sectioned } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let here: Class;
beforeAll(async () => {
  here = await sectioned(server, 4);
});

type Row = Partial<Prisma.SubmissionCreateManyInput>;
const student = (n: number) => here.students[n]?.id ?? 0;
async function submitted(assignmentId: number, n: number, row: Row): Promise<void> {
  const values = { courseId: here.id, assignmentId, userId: student(n), ...row };
  await server.database.prisma.submission.createMany({ data: [values] });
}
const Counted = z.looseObject({ needs_grading_count: z.int().optional() });

describe('what needs grading', () => {
  // assignments#24
  test('is turned in and ungraded, or turned in again, by who is in the course', async () => {
    const { id } = await assignment(server, here.id);
    const count = async (by: Person = here.teacher) =>
      (await made(by.client.get(`/courses/${here.id}/assignments/${id}`), Counted)).needs_grading_count;
    expect(await count()).toBe(0);
    await submitted(id, 0, { state: 'submitted' });
    await submitted(id, 1, { state: 'pending_review' });
    await submitted(id, 2, { state: 'graded', score: 3 });
    await submitted(id, 3, { state: 'unsubmitted' });
    expect(await count()).toBe(2);
    const assistant = await person(server);
    const limits = { course_section_id: here.sections[1] ?? 0, limit_privileges_to_course_section: true };
    await enroll(server, here.id, assistant.id, 'TaEnrollment', limits);
    expect(await count(assistant)).toBe(1);
    const designer = await person(server);
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    expect(await count(designer)).toBeUndefined();
    // Who graded there before reads on as a student.
    const former = await person(server);
    const taught = await enroll(server, here.id, former.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${here.id}/enrollments/${taught.id}`, { task: 'conclude' }).expect(200);
    await enroll(server, here.id, former.id, 'StudentEnrollment');
    expect(await count(former)).toBe(2);
    const { rows } = await server.database.pool.query('select id from enrollments where user_id = $1', [student(0)]);
    await server.admin.delete(`/courses/${here.id}/enrollments/${rows[0].id}`, { task: 'inactivate' }).expect(200);
    expect(await count()).toBe(1);
    const list = await made(here.teacher.client.get(`/courses/${here.id}/assignments`), z.array(Counted));
    expect(list.map((one) => one.needs_grading_count)).toEqual([1]);
  });
});

describe('grades are derived again from their scores', () => {
  const grades = async (id: number) => {
    const { rows } = await server.database.pool.query('select score, grade from submissions where assignment_id = $1 order by user_id', [
      id,
    ]);
    return rows.map((row) => row.grade);
  };
  const put = (id: number, fields: Fields) =>
    here.teacher.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: fields }).expect(200);

  // assignments#33
  test('when points, type or standard change', async () => {
    const { id } = await assignment(server, here.id, { points_possible: 10 });
    await submitted(id, 0, { state: 'graded', score: 9, grade: '9' });
    await submitted(id, 1, { state: 'graded', score: 4, grade: '4' });
    await submitted(id, 2, { state: 'submitted' });
    const entries = [
      { name: 'High', value: 80 },
      { name: 'Low', value: 0 },
    ];
    const body = { title: 'S', grading_scheme_entry: entries };
    const standard = await made(here.teacher.client.post(`/courses/${here.id}/grading_standards`, body), z.looseObject({ id: z.int() }));
    const steps: [Fields, (string | null)[]][] = [
      [{ grading_type: 'percent' }, ['90%', '40%', null]],
      [{ points_possible: 12 }, ['75%', '33.3%', null]],
      [{ grading_type: 'letter_grade', points_possible: 10 }, ['A-', 'F', null]],
      [{ grading_standard_id: standard.id }, ['High', 'Low', null]],
      [{ points_possible: null }, ['High', 'Low', null]],
      [{ grading_type: 'points' }, ['9', '4', null]],
      [{ grading_type: 'pass_fail', points_possible: 9 }, ['complete', 'incomplete', null]],
    ];
    for (const [fields, wanted] of steps) {
      await put(id, fields);
      expect(await grades(id)).toEqual(wanted);
    }
  });

  // assignments#33, courses#17
  test("by the course's standard where the assignment has none", async () => {
    const body = { title: 'S', grading_scheme_entry: [{ name: 'Only', value: 0 }] };
    const standard = await made(server.admin.post(`/courses/${here.id}/grading_standards`, body), z.looseObject({ id: z.int() }));
    const answered = await server.admin.put(`/courses/${here.id}`, {
      course: { grading_standard_id: standard.id, group_weighting_scheme: 'percent' },
    });
    expect(answered.body).toMatchObject({ grading_standard_id: standard.id, group_weighting_scheme: 'percent' });
    const { id } = await assignment(server, here.id, { points_possible: 10 });
    await submitted(id, 0, { state: 'graded', score: 9, grade: '9' });
    await put(id, { grading_type: 'letter_grade' });
    expect(await grades(id)).toEqual(['Only']);
    const own = await assignment(server, here.id, { points_possible: 10, grading_type: 'letter_grade', grading_standard_id: standard.id });
    await submitted(own.id, 0, { state: 'graded', score: 9, grade: 'Only' });
    const cleared = await server.admin.put(`/courses/${here.id}`, { course: { grading_standard_id: '' } });
    expect(cleared.body).toMatchObject({ grading_standard_id: null, group_weighting_scheme: 'percent' });
    await work(server);
    expect([await grades(id), await grades(own.id)]).toEqual([['A-'], ['Only']]);
  });
});

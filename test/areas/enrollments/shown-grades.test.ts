import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

const Rows = z.array(
  z.looseObject({
    course_id: z.int(),
    user_id: z.int(),
    type: z.string(),
    grades: z.looseObject({ current_score: z.number() }).optional(),
  }),
);

/** A course in which the student has 8 of 10 points. */
interface Graded {
  id: number;
  student: Person;
  enrollmentId: number;
  assignmentId: number;
}
async function graded(): Promise<Graded> {
  const { id } = await course(server);
  const student = await person(server);
  const { id: enrollmentId } = await enroll(server, id, student.id, 'StudentEnrollment');
  const assignment = { name: unique('Essay'), points_possible: 10, submission_types: ['online_text_entry'], published: true };
  const { id: assignmentId } = await made(server.admin.post(`/courses/${id}/assignments`, { assignment }));
  await server.admin
    .put(`/courses/${id}/assignments/${assignmentId}/submissions/${student.id}`, { submission: { posted_grade: 8 } })
    .expect(200);
  return { id, student, enrollmentId, assignmentId };
}

/** What somebody sees of the student's enrollment in the course: its score, and whether its activity is shown. */
async function seen(by: Person, at: Graded, path: string, query: Fields = {}): Promise<{ score: number | undefined; activity: boolean }> {
  const rows = Rows.parse((await by.client.get(path, { type: ['StudentEnrollment'], per_page: 100, ...query }).expect(200)).body);
  const row = rows.find((one) => one.course_id === at.id && one.user_id === at.student.id);
  if (!row) throw new Error(`${path} does not hold the enrollment`);
  return { score: row.grades?.current_score, activity: 'last_activity_at' in row };
}
const both = (at: Graded): string[] => [`/courses/${at.id}/enrollments`, `/users/${at.student.id}/enrollments`];
const unpublish = (at: Graded): Promise<unknown> =>
  made(server.admin.put(`/courses/${at.id}`, { course: { event: 'claim' } }), z.unknown());

describe('what a student reads of an enrollment of their own', () => {
  // enrollments#5, enrollments#16
  test.each(['first', 'second'])('is their grade in what answers their acceptance, the %s one', async (which) => {
    const at = await graded();
    const invited = await person(server);
    const enrollment = { user_id: invited.id, type: 'StudentEnrollment', enrollment_state: 'invited' };
    const { id } = await made(server.admin.post(`/courses/${at.id}/enrollments`, { enrollment }));
    const accept = () => invited.client.post(`/courses/${at.id}/enrollments/${id}/accept`).expect(200);
    if (which === 'second') await accept();
    const grades = { current_score: null, final_score: 0 };
    expect((await accept()).body).toMatchObject({ enrollment_state: 'active', grades });
  });

  // enrollments#16
  test('is their grade in what answers each of two acceptances at once', async () => {
    const at = await graded();
    const invited = await person(server);
    const enrollment = { user_id: invited.id, type: 'StudentEnrollment', enrollment_state: 'invited' };
    const { id } = await made(server.admin.post(`/courses/${at.id}/enrollments`, { enrollment }));
    const accept = async () => (await invited.client.post(`/courses/${at.id}/enrollments/${id}/accept`).expect(200)).body;
    const answers = await atOnce(server, `select from enrollments where id = ${id} for update`, [accept, accept]);
    for (const answer of answers) expect(answer).toMatchObject({ enrollment_state: 'active', grades: { final_score: 0 } });
  });

  // enrollments#16
  test('is no grade in what answers their rejection', async () => {
    const at = await graded();
    const invited = await person(server);
    const enrollment = { user_id: invited.id, type: 'StudentEnrollment', enrollment_state: 'invited' };
    const { id } = await made(server.admin.post(`/courses/${at.id}/enrollments`, { enrollment }));
    const { body } = await invited.client.post(`/courses/${at.id}/enrollments/${id}/reject`).expect(200);
    expect(body).toMatchObject({ enrollment_state: 'rejected' });
    expect(body).not.toHaveProperty('grades');
  });

  // enrollments#5, access#8
  test.each([
    ['inactivate', 'inactive'],
    ['delete', 'deleted'],
  ])('is no grade after %s', async (task, state) => {
    const at = await graded();
    expect(await seen(at.student, at, '/users/self/enrollments')).toEqual({ score: 80, activity: true });
    await server.admin.delete(`/courses/${at.id}/enrollments/${at.enrollmentId}`, { task }).expect(200);
    await at.student.client.get(`/courses/${at.id}`).expect(401);
    expect(await seen(at.student, at, '/users/self/enrollments', { state: [state] })).toEqual({ score: undefined, activity: true });
    // Staff of the course by another enrollment, as whom they read the list of the course.
    await enroll(server, at.id, at.student.id, 'DesignerEnrollment');
    for (const path of both(at)) expect(await seen(at.student, at, path, { state: [state] })).toEqual({ score: undefined, activity: true });
  });

  // enrollments#5, access#8
  test('is a grade after the end, and none before the course is offered', async () => {
    const at = await graded();
    await unpublish(at);
    expect(await seen(at.student, at, '/users/self/enrollments')).toEqual({ score: undefined, activity: true });
    await server.admin.put(`/courses/${at.id}`, { course: { event: 'offer' } }).expect(200);
    await server.admin.delete(`/courses/${at.id}/enrollments/${at.enrollmentId}`, { task: 'conclude' }).expect(200);
    expect(await seen(at.student, at, '/users/self/enrollments', { state: ['completed'] })).toEqual({ score: 80, activity: true });
  });

  // courses#7, access#8
  test('is no total in a course that they design, before it is offered', async () => {
    const at = await graded();
    await enroll(server, at.id, at.student.id, 'DesignerEnrollment');
    const totals = async () =>
      (await at.student.client.get(`/courses/${at.id}`, { include: ['total_scores'] }).expect(200)).body.enrollments.map(
        (row: { computed_current_score?: number }) => row.computed_current_score,
      );
    expect(await totals()).toEqual([80, undefined]);
    await unpublish(at);
    expect(await totals()).toEqual([undefined, undefined]);
  });
});

describe('what a designer reads of the enrollment of a student', () => {
  let at: Graded;
  let designer: Person;
  beforeAll(async () => {
    at = await graded();
    designer = await person(server);
    await enroll(server, at.id, designer.id, 'DesignerEnrollment');
  });

  // enrollments#3, enrollments#5
  test('is neither grade nor activity, in no list', async () => {
    for (const path of both(at)) expect(await seen(designer, at, path)).toEqual({ score: undefined, activity: false });
    const { body } = await designer.client.get(`/users/${at.student.id}`, { include: ['enrollments'] }).expect(200);
    expect(body.enrollments).toEqual([expect.not.objectContaining({ last_activity_at: null })]);
  });

  // enrollments#3, enrollments#5, access#8
  test('is both as an observer, but not before the course is offered', async () => {
    const own = await graded();
    const dual = await person(server);
    await enroll(server, own.id, dual.id, 'DesignerEnrollment');
    await enroll(server, own.id, dual.id, 'ObserverEnrollment', { associated_user_id: own.student.id });
    const submissions = { student_ids: [own.student.id] };
    for (const path of both(own)) expect(await seen(dual, own, path)).toEqual({ score: 80, activity: true });
    await dual.client.get(`/courses/${own.id}/students/submissions`, submissions).expect(200);
    await unpublish(own);
    for (const path of both(own)) expect(await seen(dual, own, path)).toEqual({ score: undefined, activity: false });
    await dual.client.get(`/courses/${own.id}/students/submissions`, submissions).expect(401);
    await dual.client.get(`/courses/${own.id}/assignments/${own.assignmentId}/submissions/${own.student.id}`).expect(401);
  });
});

describe('what an observer reads of the enrollment of a student', () => {
  // enrollments#5, submissions#3
  test.each([
    ['inactivate', 'inactive'],
    ['delete', 'deleted'],
  ])('is neither grade nor activity after %s, which graders see on', async (task, state) => {
    const at = await graded();
    const [observer, teacher] = [await person(server), await person(server)];
    await enroll(server, at.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, at.id, observer.id, 'ObserverEnrollment', { associated_user_id: at.student.id });
    const path = `/courses/${at.id}/enrollments`;
    expect(await seen(observer, at, path)).toEqual({ score: 80, activity: true });
    await server.admin.delete(`/courses/${at.id}/enrollments/${at.enrollmentId}`, { task }).expect(200);
    expect(await seen(observer, at, path, { state: [state] })).toEqual({ score: undefined, activity: false });
    expect(await seen(teacher, at, path, { state: [state] })).toEqual({ score: 80, activity: true });
  });
});

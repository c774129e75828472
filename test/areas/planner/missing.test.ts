import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { override } from '../../helpers/assignments.ts';
import { ahead } from '../../helpers/calendar.ts';
import type { Fields } from '../../helpers/form.ts';
import { expectPages } from '../../helpers/paged.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { course, enroll, type Person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, task, turnIn, update } from '../../helpers/submissions.ts';
import { studentsAndMore } from './students-and-more.ts';

const server = useServer();

const Missing = z.looseObject({ id: z.int(), course_id: z.int() });
const due = (courseId: number, days: number, fields: Fields = {}) => task(server, courseId, { due_at: ahead(days), ...fields });
const path = (student: Person) => `/users/${student.id}/missing_submissions`;
const missing = async (who: Person, student: Person, query = '') =>
  z.array(Missing).parse((await who.client.get(`${path(student)}?${query}`).expect(200)).body);
const ids = async (who: Person, student: Person, query = '') => (await missing(who, student, query)).map((one) => one.id);

describe('missing submissions', () => {
  // planner#16
  test('are what was due to the student, can be turned in and is not, by due date', async () => {
    const { course: here, student, student2, teacher } = await school(server);
    const [late, old, done] = [await due(here.id, -1), await due(here.id, -400), await due(here.id, -2)];
    const graded = await due(here.id, -3);
    const closed = await due(here.id, -4, { lock_at: ahead(-3) });
    await due(here.id, 1);
    await task(server, here.id);
    await due(here.id, -1, { published: false });
    for (const submission_types of [['on_paper'], ['none']]) await due(here.id, -1, { submission_types });
    const moved = await due(here.id, 5);
    await override(server, here.id, moved, { student_ids: [student.id], title: 'Own', due_at: ahead(-5) });
    const other = await course(server);
    await enroll(server, other.id, student.id, 'StudentEnrollment');
    const elsewhere = await due(other.id, -6);
    await turnIn(here.id, done, student);
    await grade(here.id, graded, student.id, 5, teacher.client);
    expect(await ids(student, student)).toEqual([old, elsewhere, moved, closed, graded, late]);
    expect(await ids(student2, student2)).toEqual([old, closed, graded, done, late]);
    expect(await ids(student, student, 'filter[]=submittable')).toEqual([old, elsewhere, moved, graded, late]);
    expect(await ids(student, student, `course_ids[]=${other.id}`)).toEqual([elsewhere]);
    // conventions#52
    await server.admin.put(`/courses/${other.id}`, { course: { sis_course_id: `MISSED-${other.id}` } }).expect(200);
    expect(await ids(student, student, `course_ids[]=sis_course_id:MISSED-${other.id}`)).toEqual([elsewhere]);
    expect(await ids(student, student, 'course_ids[]=sis_course_id:NONE')).toEqual([]);
    const found = await missing(student, student);
    for (const one of found) {
      expect(one).toEqual((await student.client.get(`/courses/${one.course_id}/assignments/${one.id}`).expect(200)).body);
    }
    await server.admin.delete(`/courses/${other.id}`, { event: 'conclude' }).expect(200);
    expect(await ids(student, student)).toEqual([old, moved, closed, graded, late]);
    await student.client.get(`${path(student)}?course_ids[]=one`).expect(400);
  });

  // planner#16, submissions#93
  test('are what graders say, whatever the dates say', async () => {
    const { course: here, student, student2, observer, teacher } = await school(server);
    const [past, excused] = [await due(here.id, -1), await due(here.id, -2)];
    const [early, undated] = [await due(here.id, 3), await task(server, here.id)];
    const paper = await due(here.id, -3, { submission_types: ['on_paper'] });
    const done = await due(here.id, -4);
    await turnIn(here.id, done, student);
    for (const [id, status] of [
      [past, 'missing'],
      [early, 'missing'],
      [undated, 'missing'],
      [paper, 'missing'],
      [done, 'missing'],
      [excused, 'none'],
    ] as const)
      await update(here.id, id, student.id, { submission: { late_policy_status: status } }, teacher.client);
    const listed = [done, paper, past, early, undated];
    for (const who of [student, observer]) expect(await ids(who, student)).toEqual(listed);
    expect(await ids(student2, student2)).toEqual([done, excused, past]);
    const namesIn = (body: unknown) =>
      z
        .array(Missing)
        .parse(body)
        .map((one) => String(one.id));
    await expectPages({ who: student, path: `${path(student)}?`, namesIn }, listed.map(String), [1, 2]);
    await server.admin.put(`/courses/${here.id}/assignments/${early}`, { assignment: { published: false } }).expect(200);
    expect(await ids(student, student)).toEqual([done, paper, past, undated]);
  });

  // planner#16, submissions#59
  test('tell nothing of what a muted assignment keeps from the student', async () => {
    const { course: here, student, observer, teacher } = await school(server);
    const [early, excused, said] = [
      await due(here.id, 3, { muted: true }),
      await due(here.id, -2, { muted: true }),
      await due(here.id, -1),
    ];
    const says = (id: number, status: string) =>
      update(here.id, id, student.id, { submission: { late_policy_status: status } }, teacher.client);
    await says(early, 'missing');
    await says(excused, 'none');
    await says(said, 'none');
    for (const who of [student, observer]) expect(await ids(who, student)).toEqual([excused]);
    await update(here.id, early, student.id, { comment: { text_comment: 'I am late.' } }, student.client);
    expect(await ids(student, student)).toEqual([excused, early]);
    await server.admin.put(`/courses/${here.id}/assignments/${excused}`, { assignment: { muted: false } }).expect(200);
    expect(await ids(student, student)).toEqual([early]);
  });

  // planner#16
  test('are so by the due date of the student, who may be more in the course', async () => {
    const { here, teacher, member, assisting, observing, past, later } = await studentsAndMore(server);
    for (const who of [assisting, observing])
      for (const by of [who, teacher]) expect(await missing(by, who)).toMatchObject([{ id: past, due_at: expect.any(String) }]);
    expect(await ids(member, member)).toEqual([later]);
    await override(server, here.id, later, { student_ids: [assisting.id], title: 'Own', due_at: ahead(-3) });
    expect(await ids(assisting, assisting)).toEqual([later, past]);
  });

  // planner#16
  test('come with their courses and with what the caller has marked', async () => {
    const { course: here, student, observer, teacher } = await school(server);
    const work = await due(here.id, -3);
    const { id: quizId } = await quiz(teacher.client, here.id, { due_at: ahead(-2), published: true });
    await student.client.post('/planner/overrides', { plannable_type: 'quiz', plannable_id: quizId, dismissed: true }).expect(201);
    const found = await missing(student, student, 'include[]=planner_overrides&include[]=course');
    expect(found).toMatchObject([
      { id: work, planner_override: null, course: { id: here.id, name: here.name } },
      { quiz_id: quizId, planner_override: { plannable_type: 'quiz', dismissed: true }, course: { id: here.id } },
    ]);
    expect(await missing(observer, student, 'include[]=planner_overrides')).toMatchObject([
      { planner_override: null },
      { planner_override: null },
    ]);
  });

  // planner#16
  test('are shown to who observes the student, grades their work or administers both', async () => {
    const { course: here, student, student2, observer, teacher, ta, designer, stranger, rootAdmin, subAdmin } = await school(server);
    const work = await due(here.id, -1);
    const other = await course(server);
    await enroll(server, other.id, student.id, 'StudentEnrollment');
    const elsewhere = await due(other.id, -2);
    for (const who of [observer, teacher, ta]) expect(await ids(who, student)).toEqual([work]);
    expect(await ids(rootAdmin, student)).toEqual([elsewhere, work]);
    for (const who of [student2, designer, stranger, subAdmin, observer]) {
      await who.client.get(path(who === observer ? student2 : student)).expect(401);
    }
  });

  test('take as many statements however many there are', async () => {
    const { course: here, student } = await school(server);
    const counted = () =>
      server.statements(() => student.client.get(`${path(student)}?include[]=course&include[]=planner_overrides`).expect(200), 'kept');
    await due(here.id, -1);
    await server.statements(async () => undefined);
    for (let n = 0; n < 2; n++) await counted();
    const before = await counted();
    for (let n = 0; n < 4; n++) await due(here.id, -2);
    await server.statements(async () => undefined);
    for (let n = 0; n < 2; n++) await counted();
    expect(await counted()).toBe(before);
  });
});

import { z } from 'zod';
import {
  type Examples,
  inCourse,
  type ListRequest,
  named,
  type Request,
  type Requests,
  somebody,
  student,
} from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';
import { grade, task } from '../../helpers/submissions.ts';

/** Work that a student of both the world's course and its section turns in, alone, for an assignment of their own choosing. */
const work = (word: string, place: (w: World) => { id: number; name: string }): Requests => {
  const asked =
    (
      before: 'nothing' | 'turned in',
      asks: 'student' | 'grader',
      sent?: Fields | ((assignment: number, user: number) => Fields),
    ): Request =>
    async (w, server) => {
      const { one } = await student(w, server, { course_section_id: w.section });
      const online = { assignment: { ...named(), submission_types: ['online_text_entry', 'online_upload'], points_possible: 5 } };
      const { id } = await posting(server)(inCourse('assignments')(w), online);
      if (before === 'turned in') {
        await made(one.client.post(`/${place(w).name}/${place(w).id}/assignments/${id}/submissions`, TURNED_IN), z.unknown());
      }
      return {
        ...(asks === 'student' ? { by: one.client } : {}),
        ids: { assignment_id: id, user_id: one.id },
        ...(sent ? { sent: typeof sent === 'function' ? sent(id, one.id) : sent } : {}),
      };
    };
  return {
    [`turnIn${word}`]: asked('nothing', 'student', TURNED_IN),
    [`showSubmission${word}`]: asked('turned in', 'grader'),
    [`updateSubmission${word}`]: asked('turned in', 'grader', { submission: { posted_grade: '4' }, comment: { text_comment: 'Good' } }),
    [`beginCommentUpload${word}`]: asked('turned in', 'grader', { name: 'notes.txt' }),
    [`markSubmissionRead${word}`]: asked('turned in', 'grader'),
    [`markSubmissionUnread${word}`]: asked('turned in', 'grader'),
    [`markSubmissionItemRead${word}`]: async (w, server) => {
      const request = await asked('turned in', 'grader')(w, server);
      return { ...request, ids: { ...request.ids, item: 'grade' } };
    },
    [`beginSubmissionUpload${word}`]: asked('nothing', 'student', { name: 'work.txt' }),
    [`updateGrades${word}`]: asked('turned in', 'grader', (_, user) => ({ grade_data: { [user]: { posted_grade: '4' } } })),
    [`updateGradesOfAssignments${word}`]: asked('turned in', 'grader', (id, user) => ({
      grade_data: { [id]: { [user]: { posted_grade: '4' } } },
    })),
  };
};

/** A student's work that has a rubric, assessed or not. */
const byRubric =
  (before: 'nothing' | 'assessed', sends: boolean): Request =>
  async (w, server) => {
    const { one } = await student(w, server);
    const { id } = await posting(server)(inCourse('assignments')(w), { assignment: named() });
    const Made = z.object({
      rubric: z.object({ criteria: z.array(z.object({ id: z.string() })) }),
      rubric_association: z.object({ id: z.int() }),
    });
    const sent = { rubric: { criteria: [{ description: 'Clear', points: 5 }] }, rubric_association: { association_id: id } };
    const { rubric, rubric_association: association } = await made(server.admin.post(inCourse('rubrics')(w), sent), Made);
    const rows = { [`criterion_${rubric.criteria[0]?.id}`]: { points: 4 } };
    const assessment = { rubric_assessment: { user_id: one.id, ...rows } };
    const path = `${inCourse('rubric_associations')(w)}/${association.id}/rubric_assessments`;
    const ids = { rubric_association_id: association.id };
    const asked = sends ? { sent: assessment } : {};
    return before === 'nothing' ? { ids, ...asked } : { ids: { ...ids, id: (await posting(server)(path, assessment)).id }, ...asked };
  };

/** The day of grades, however long the requests for them take. */
const TODAY = new Date().toISOString().slice(0, 10);

const TURNED_IN: Fields = { submission: { submission_type: 'online_text_entry', body: 'done' } };

/** One more that one of the teachers has given, and another has got, in a course where the latter is a student. */
async function gradeTeacher(w: World, server: TestServer): Promise<void> {
  const { id } = await course(server, { account: w.account });
  const [grader = 0, graded = 0] = w.teachers;
  await enroll(server, id, graded, 'StudentEnrollment');
  await enroll(server, id, grader, 'TaEnrollment');
  const one = await task(server, id);
  await grade(id, one, graded, 1, server.as(await server.ownToken(grader)));
}

/** Grades of today by one grader more and by the administrator, and one of a day on which there was none yet. */
async function gradeMore(w: World, server: TestServer): Promise<void> {
  const grader = await somebody(w, server);
  await enroll(server, w.course, grader.id, 'TaEnrollment');
  for (const by of [grader.client, server.admin]) {
    const { one } = await student(w, server);
    const path = `/courses/${w.course}/assignments/${w.assignment}/submissions/${one.id}`;
    await by.put(path, { submission: { posted_grade: '1' } }).expect(200);
    await by.put(path, { submission: { posted_grade: '2' } }).expect(200);
    await server.database.pool.query(
      `update grade_changes set created_at = $2::timestamptz - case when id = (select min(id) from grade_changes where user_id = $1)
         then interval '1 day' * (select count(distinct created_at::date) from grade_changes) else '0' end
       where user_id = $1`,
      [one.id, `${TODAY}T12:00:00Z`],
    );
  }
}

async function withPolicy(w: World, server: TestServer): Promise<number> {
  const { id } = await course(server, { account: w.account });
  await server.admin.post(`/courses/${id}/late_policy`, { late_policy: {} }).expect(201);
  return id;
}

export const examples: Examples = {
  async fill(w, server) {
    await gradeMore(w, server);
    await gradeTeacher(w, server);
  },
  requests: {
    showLatePolicy: async (w, server) => ({ ids: { course_id: await withPolicy(w, server) } }),
    createLatePolicy: async (w, server) => ({
      ids: { course_id: (await course(server, { account: w.account })).id },
      sent: { late_policy: { late_submission_deduction_enabled: true } },
    }),
    updateLatePolicy: async (w, server) => ({
      ids: { course_id: await withPolicy(w, server) },
      sent: { late_policy: { late_submission_deduction: 10 } },
    }),
    ...work('', (w) => ({ id: w.course, name: 'courses' })),
    createRubricAssessment: byRubric('nothing', true),
    updateRubricAssessment: byRubric('assessed', true),
    deleteRubricAssessment: byRubric('assessed', false),
    ...work('InSection', (w) => ({ id: w.section, name: 'sections' })),
  },
  lists: [
    { operationId: 'auditGradesOfAssignment', path: (w) => `/audit/grade_change/assignments/${w.assignment}` },
    { operationId: 'auditGradesOfCourse', path: (w) => `/audit/grade_change/courses/${w.course}` },
    {
      operationId: 'auditGradesOfCourse',
      path: (w) => `/audit/grade_change/courses/${w.course}`,
      query: { start_time: '2020-01-01T00:00:00Z', end_time: '2100-01-01T00:00:00Z' },
    },
    { operationId: 'auditGradesOfStudent', path: (w) => `/audit/grade_change/students/${w.teachers[1]}` },
    { operationId: 'auditGradesOfGrader', path: (w) => `/audit/grade_change/graders/${w.teachers[0]}` },
    { operationId: 'listGradedDays', path: (w) => `/courses/${w.course}/gradebook_history/days` },
    { operationId: 'listGradeChanges', path: (w) => `/courses/${w.course}/gradebook_history/feed` },
    { operationId: 'listGradeChanges', path: (w) => `/courses/${w.course}/gradebook_history/feed`, query: { ascending: true } },
    { operationId: 'listGradersOfDay', path: (w) => `/courses/${w.course}/gradebook_history/${TODAY}` },
    {
      operationId: 'listGradedSubmissions',
      path: (w) => `/courses/${w.course}/gradebook_history/${TODAY}/graders/1/assignments/${w.assignment}/submissions`,
    },
    { operationId: 'listGradeableStudents', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/gradeable_students` },
    ...(['courses', 'sections'] as const).flatMap((kind): ListRequest[] => {
      const place = kind === 'courses' ? '' : 'InSection';
      const at = (w: World) => `/${kind}/${kind === 'courses' ? w.course : w.section}`;
      const include = ['submission_history', 'submission_comments', 'rubric_assessment', 'read_status', 'assignment', 'course', 'user'];
      const [list, students] = [`listSubmissions${place}`, `listStudentSubmissions${place}`];
      const all = { student_ids: ['all'] };
      return [
        { operationId: list, path: (w) => `${at(w)}/assignments/${w.assignment}/submissions` },
        { operationId: list, path: (w) => `${at(w)}/assignments/${w.assignment}/submissions`, query: { include } },
        { operationId: students, path: (w) => `${at(w)}/students/submissions`, query: { ...all, include } },
        {
          operationId: students,
          path: (w) => `${at(w)}/students/submissions`,
          query: { ...all, grouped: true, include: ['total_scores', ...include] },
        },
      ];
    }),
  ],
};

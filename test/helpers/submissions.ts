import { z } from 'zod';
import { Submission } from '../../src/areas/submissions/schemas.ts';
import { assignment } from './assignments.ts';
import type { Fields } from './form.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT } from './school.ts';
import type { Client, TestServer } from './server.ts';

type Server = Pick<TestServer, 'admin' | 'as' | 'database' | 'now'>;

export type Shown = z.infer<typeof Submission>;
const Changed = Submission.extend({ all_submissions: z.array(Submission) });

/** The address of all submissions of an assignment, or of one student's. */
export const submissionsOf = (courseId: number, assignmentId: number, who?: number | string): string =>
  `/courses/${courseId}/assignments/${assignmentId}/submissions${who === undefined ? '' : `/${who}`}`;

export const text = (body = '<p>done</p>'): Fields => ({ submission: { submission_type: 'online_text_entry', body } });

export interface Room {
  id: number;
  teacher: Person;
  students: Person[];
  /** The first ones. */
  one: Person;
  two: Person;
}

/** A course with a teacher and n students, whose ids rise; of root account 1 unless `account` says another. */
export async function room(server: Server, n = 2, extra: Fields = {}, account = ROOT_ACCOUNT): Promise<Room> {
  const { id } = await course(server, { account, extra });
  const teacher = await person(server);
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  const students: Person[] = [];
  for (let i = 0; i < n; i++) {
    const one = await person(server);
    await enroll(server, id, one.id, 'StudentEnrollment');
    students.push(one);
  }
  const [one = teacher, two = teacher] = students;
  return { id, teacher, students, one, two };
}

/** An assignment of 10 points that takes text. */
export const task = async (server: Server, courseId: number, fields: Fields = {}): Promise<number> =>
  (await assignment(server, courseId, { submission_types: ['online_text_entry'], points_possible: 10, ...fields })).id;

export const turnIn = (courseId: number, assignmentId: number, by: Person, body?: string): Promise<Shown> =>
  made(by.client.post(submissionsOf(courseId, assignmentId), text(body)), Submission);

/** What a PUT answers. */
export const update = (courseId: number, assignmentId: number, who: number, sent: Fields, by: Client) =>
  made(by.put(submissionsOf(courseId, assignmentId, who), sent), Changed);

export const grade = (courseId: number, assignmentId: number, who: number, posted: string | number, by: Client) =>
  update(courseId, assignmentId, who, { submission: { posted_grade: posted } }, by);

export const show = (courseId: number, assignmentId: number, who: number | string, by: Client, include: readonly string[] = []) =>
  made(by.get(submissionsOf(courseId, assignmentId, who), { include }), Submission);

export const listed = (path: string, by: Client, query: Fields = {}): Promise<Shown[]> => made(by.get(path, query), z.array(Submission));

export const words = (one: Shown): string[] => (one.submission_comments ?? []).map((comment) => comment.comment);

/** A rubric of an assignment with a row for each of the points: the ids of the rows. */
export async function rubric(server: Server, courseId: number, assignmentId: number, points: readonly number[], useForGrading = true) {
  const criteria = points.map((one, i) => ({ description: `Row ${i}`, points: one }));
  const association = { association_id: assignmentId, association_type: 'Assignment', use_for_grading: useForGrading };
  const answer = z.object({ rubric: z.object({ criteria: z.array(z.object({ id: z.string() })) }) });
  const { rubric: one } = await made(
    server.admin.post(`/courses/${courseId}/rubrics`, { rubric: { criteria }, rubric_association: association }),
    answer,
  );
  return one.criteria.map((row) => row.id);
}

/** One more section of a course, with a student and an assistant who sees no other one. */
export async function ownSection(server: Server, courseId: number): Promise<{ section: number; member: Person; assistant: Person }> {
  const sent = { course_section: { name: 'B' } };
  const { id: section } = await made(server.admin.post(`/courses/${courseId}/sections`, sent), z.object({ id: z.int() }));
  const member = await person(server);
  await enroll(server, courseId, member.id, 'StudentEnrollment', { course_section_id: section });
  const assistant = await person(server);
  await enroll(server, courseId, assistant.id, 'TaEnrollment', { course_section_id: section, limit_privileges_to_course_section: true });
  return { section, member, assistant };
}

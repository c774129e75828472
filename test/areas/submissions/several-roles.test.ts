import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Submission } from '../../../src/areas/submissions/schemas.ts';
import { enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, ownSection, type Room, room, rubric, show, submissionsOf, task, text, turnIn } from '../../helpers/submissions.ts';

// Who grades in section B is limited to it whatever else they are in the course.

const server = useServer();
let here: Room;
let section: number;
/** Somebody of section B. */
let member: Person;
let id: number;
let muted: number;

beforeAll(async () => {
  here = await room(server, 2);
  const own = await ownSection(server, here.id);
  section = own.section;
  member = own.member;
  id = await task(server, here.id);
  muted = await task(server, here.id, { muted: true });
  for (const who of [here.one, here.two, member]) await turnIn(here.id, id, who);
});

const assistant = async (): Promise<Person> => {
  const who = await person(server);
  await enroll(server, here.id, who.id, 'TaEnrollment', { course_section_id: section, limit_privileges_to_course_section: true });
  return who;
};
const status = async (by: Person, who: Person, method: 'get' | 'put' = 'get'): Promise<number> =>
  (await by.client[method](submissionsOf(here.id, id, who.id), method === 'put' ? { submission: { posted_grade: '1' } } : {})).status;
const posts = (by: Person, who: Person, comment: string) =>
  by.client.put(submissionsOf(here.id, id, who.id), { comment: { text_comment: comment } });

describe.each(['ObserverEnrollment', 'DesignerEnrollment', 'StudentEnrollment'] as const)(
  'a TA of a section with a %s of the whole course',
  (type) => {
    let who: Person;
    beforeAll(async () => {
      who = await assistant();
      await enroll(server, here.id, who.id, type);
    });

    // submissions#5
    test('grades and reads the work of the section alone', async () => {
      expect([await status(who, member), await status(who, here.one)]).toEqual([200, 404]);
      expect([await status(who, member, 'put'), await status(who, here.one, 'put')]).toEqual([200, 404]);
      expect((await posts(who, here.one, 'hello')).status).toBe(404);
      expect((await listed(submissionsOf(here.id, id), who.client)).map((one) => one.user_id)).toEqual([member.id]);
      await who.client.get(`/courses/${here.id}/students/submissions`, { student_ids: [here.one.id] }).expect(401);
    });
  },
);

// submissions#5
test('what somebody observes they read as observers do, and grade nothing of it', async () => {
  const who = await assistant();
  await enroll(server, here.id, who.id, 'ObserverEnrollment', { associated_user_id: here.one.id });
  await turnIn(here.id, muted, here.one);
  await grade(here.id, muted, here.one.id, '7', here.teacher.client);
  await grade(here.id, muted, member.id, '8', here.teacher.client);
  expect(await show(here.id, muted, here.one.id, who.client)).not.toHaveProperty('score');
  expect(await show(here.id, muted, member.id, who.client)).toMatchObject({ score: 8 });
  expect(await status(who, here.one, 'put')).toBe(401);
  const both = { student_ids: [here.one.id, member.id], assignment_ids: [muted] };
  const rows = await listed(`/courses/${here.id}/students/submissions`, who.client, both);
  expect(rows.map((one) => [one.user_id, one.score])).toEqual([
    [here.one.id, undefined],
    [member.id, 8],
  ]);
});

// submissions#5
test('who studies outside their section reads the own work as a student does', async () => {
  const who = await assistant();
  await enroll(server, here.id, who.id, 'StudentEnrollment');
  await turnIn(here.id, muted, who);
  await grade(here.id, muted, who.id, '9', here.teacher.client);
  expect(await show(here.id, muted, 'self', who.client)).not.toHaveProperty('score');
  expect((await listed(`/courses/${here.id}/students/submissions`, who.client)).map((one) => one.score)).toEqual([undefined]);
  expect(await status(who, who, 'put')).toBe(401);
});

// assignments#24
test('a designer of all who grades in one section sees what waits there, wherever it is counted', async () => {
  const waiting = await task(server, here.id, { due_at: new Date(Date.now() + 86_400_000).toISOString() });
  for (const one of [here.one, here.two, member]) await turnIn(here.id, waiting, one);
  const who = await assistant();
  await enroll(server, here.id, who.id, 'DesignerEnrollment');
  const Counted = z.object({ needs_grading_count: z.int() });
  const ToDo = z.array(z.object({ assignment: z.object({ id: z.int() }), needs_grading_count: z.int().optional() }));
  expect((await made(who.client.get(`/courses/${here.id}/assignments/${waiting}`), Counted)).needs_grading_count).toBe(1);
  for (const path of ['/users/self/todo', `/courses/${here.id}/todo`]) {
    const items = await made(who.client.get(path), ToDo);
    expect(items.filter((item) => item.assignment.id === waiting).map((item) => item.needs_grading_count)).toEqual([1]);
  }
});

// submissions#5
test('a concluded section is read on, and graded no more', async () => {
  const who = await assistant();
  const { id: over } = await enroll(server, here.id, who.id, 'TeacherEnrollment', { limit_privileges_to_course_section: true });
  await server.admin.delete(`/courses/${here.id}/enrollments/${over}`, { task: 'conclude' }).expect(200);
  expect([await status(who, here.one), await status(who, member)]).toEqual([200, 200]);
  expect([await status(who, here.one, 'put'), await status(who, member, 'put')]).toEqual([401, 200]);
  await who.client.post(`${submissionsOf(here.id, id, here.one.id)}/comments/files`, { name: 'x.txt', size: 3 }).expect(401);
});

// submissions#5, submissions#18, submissions#25, submissions#52, submissions#85, submissions#89
test.each(['TaEnrollment', 'TeacherEnrollment'] as const)('a concluded %s who is a student now does what students do', async (type) => {
  const who = await person(server);
  const { id: former } = await enroll(server, here.id, who.id, type);
  await enroll(server, here.id, who.id, 'StudentEnrollment');
  const draft = await task(server, here.id, { published: false });
  const reviewed = await task(server, here.id, { peer_reviews: true });
  const [row = ''] = await rubric(server, here.id, reviewed, [5]);
  await turnIn(here.id, reviewed, here.one);
  const review = submissionsOf(here.id, reviewed, here.one.id);
  await here.teacher.client.post(`${review}/peer_reviews`, { user_id: who.id }).expect(200);
  const sent = text();
  await who.client.post(submissionsOf(here.id, draft), sent).expect(201);
  await server.admin.delete(`/courses/${here.id}/enrollments/${former}`, { task: 'conclude' }).expect(200);
  await who.client.post(submissionsOf(here.id, draft), sent).expect(404);
  await turnIn(here.id, muted, who);
  const own = submissionsOf(here.id, muted, 'self');
  expect(await made(who.client.put(own, { comment: { text_comment: 'Mine' } }), Submission)).not.toHaveProperty('score');
  const file = { name: 'x.txt', size: 3 };
  for (const path of [`${own}/files`, `${own}/comments/files`, `${review}/comments/files`]) await who.client.post(path, file).expect(200);
  await who.client.put(review, { comment: { text_comment: 'Well done' } }).expect(200);
  const assessed = { user_id: here.one.id, assessment_type: 'peer_review', [`criterion_${row}`]: { points: 4 } };
  const { rows } = await server.database.pool.query('select id from rubric_associations where assignment_id = $1', [reviewed]);
  const assessments = `/courses/${here.id}/rubric_associations/${rows[0].id}/rubric_assessments`;
  await who.client.post(assessments, { rubric_assessment: assessed }).expect(200);
  const other = submissionsOf(here.id, id, here.two.id);
  await who.client.get(other).expect(200);
  await who.client.put(other, { comment: { text_comment: 'No more' } }).expect(401);
  for (const path of [own, other]) await who.client.put(path, { submission: { posted_grade: '1' } }).expect(401);
  await who.client.post(`${other}/files`, file).expect(401);
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../../helpers/form.ts';
import { work } from '../../../helpers/jobs.ts';
import { change, type Exam, exam, MULTIPLE_ANSWERS } from '../../../helpers/quizzes.ts';
import { appoint, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';
import { ownSection } from '../../../helpers/submissions.ts';
import { open, upload } from '../../../helpers/upload.ts';

const server = useServer();
const FILE: Fields = { question_type: 'file_upload_question', points_possible: 5, answers: [] };
const UNGRADED = ['practice_quiz', 'survey'] as const;
const ungraded = (fields: Fields = {}) => exam(server, { quiz_type: 'practice_quiz', ...fields }, [FILE]);

const own = (here: Exam, name = 'own.txt', content = 'mine') => upload(here.one.client, '/users/self/files', { name }, { content });
/** The first student has begun, and has answered with these files. */
async function answered(here: Exam, ...files: { id: number }[]) {
  const attempt = await here.begin(here.one);
  await here.answer(here.one, attempt, new Map([[here.first.id, files.map((file) => file.id)]])).expect(200);
  return attempt;
}
/** What the readers are answered with. */
const statuses = (file: { id: number }, ...by: Person[]) =>
  Promise.all(by.map(async ({ client }) => (await client.get(`/files/${file.id}`)).status));

describe('the files of an attempt at a quiz without an assignment', () => {
  // quizzes#62, files#5
  test.each(UNGRADED)('are read by whoever grades the student, once a %s is finished', async (quiz_type) => {
    const here = await ungraded({ quiz_type });
    const { assistant } = await ownSection(server, here.id);
    const [ta, designer, observer, stranger] = [await person(server), await person(server), await person(server), await person(server)];
    await enroll(server, here.id, ta.id, 'TaEnrollment');
    await enroll(server, here.id, designer.id, 'DesignerEnrollment');
    await enroll(server, here.id, observer.id, 'ObserverEnrollment', { associated_user_id: here.one.id });
    // Who administers the course, and not its students.
    const dean = await person(server);
    const { id: account } = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }),
    );
    await appoint(server, account, dean.id);
    await server.database.pool.query('update courses set account_id = $1 where id = $2', [account, here.id]);
    const file = await own(here);
    const attempt = await answered(here, file);
    expect(await statuses(file, here.one, here.teacher, ta, dean)).toEqual([200, 404, 404, 404]);
    await here.complete(here.one, attempt);
    expect(await statuses(file, here.one, here.teacher, ta, dean)).toEqual([200, 200, 200, 200]);
    expect(await statuses(file, here.two, assistant, designer, observer, stranger)).toEqual([404, 404, 404, 404, 404]);
    expect((await here.teacher.client.put(`/files/${file.id}`, { name: 'other.txt' })).status).toBe(401);
    await server.admin.delete(here.path).expect(200);
    expect(await statuses(file, here.one, here.teacher, ta, dean)).toEqual([200, 404, 404, 404]);
  });

  // quizzes#62, submissions#3
  test('are read in the sections of a grader who is limited to them, and no more once the student has left', async () => {
    const here = await ungraded();
    const { section, assistant } = await ownSection(server, here.id);
    const moved = await enroll(server, here.id, here.one.id, 'StudentEnrollment', { course_section_id: section });
    const file = await own(here);
    await here.complete(here.one, await answered(here, file));
    const leave = (id: number, task: string) => server.admin.delete(`/courses/${here.id}/enrollments/${id}`, { task }).expect(200);
    await leave(moved.id, 'conclude');
    expect(await statuses(file, here.teacher, assistant)).toEqual([200, 200]);
    await leave(moved.id, 'delete');
    expect(await statuses(file, here.teacher, assistant)).toEqual([200, 404]);
    const left = await made(
      server.admin.get(`/courses/${here.id}/enrollments`, { user_id: here.one.id }),
      z.array(z.object({ id: z.int() })),
    );
    for (const { id } of left) await leave(id, 'delete');
    expect(await statuses(file, here.one, here.teacher)).toEqual([200, 404]);
  });

  // quizzes#62
  test('are read by nobody who grades an attempt under way, though they were turned in elsewhere', async () => {
    const [here, there] = [await ungraded(), await ungraded()];
    await enroll(server, there.id, here.one.id, 'StudentEnrollment');
    const file = await own(here);
    const answers = new Map([[there.first.id, [file.id]]]);
    const elsewhere = await there.begin(here.one);
    await there.answer(here.one, elsewhere, answers).expect(200);
    await there.complete(here.one, elsewhere);
    const attempt = await answered(here, file);
    expect(await statuses(file, there.teacher, here.teacher)).toEqual([200, 404]);
    await here.complete(here.one, attempt);
    expect(await statuses(file, there.teacher, here.teacher)).toEqual([200, 200]);
  });

  // quizzes#62, submissions#23, files#13, files#31
  test('stay with the attempt when they are deleted or replaced', async () => {
    const here = await ungraded();
    const [deleted, replaced, early] = [await own(here, 'deleted.txt'), await own(here, 'replaced.txt'), await own(here, 'early.txt')];
    const attempt = await answered(here, deleted, replaced, early);
    await here.one.client.delete(`/files/${early.id}`).expect(200);
    await here.complete(here.one, attempt);
    await here.one.client.delete(`/files/${deleted.id}`).expect(200);
    await own(here, 'replaced.txt', 'other');
    await work(server);
    const byToken = ({ url }: { url: string }) => open(url.replace(/\?.*/, '')).set('authorization', `Bearer ${here.teacher.token}`);
    for (const file of [deleted, replaced]) {
      expect((await open(file.url)).text).toBe('mine');
      expect((await byToken(file)).text).toBe('mine');
    }
    expect((await open(early.url)).status).toBe(404);
    const read = [deleted, replaced, early].map((file) => statuses(file, here.teacher));
    expect((await Promise.all(read)).flat()).toEqual([404, 200, 404]);
  });

  // quizzes#62, quizzes#67
  test('are turned in when the time of the attempt is over', async () => {
    const here = await ungraded({ time_limit: 10, allowed_attempts: 2 });
    const file = await own(here);
    const { id } = await answered(here, file);
    await server.database.pool.query(`update quiz_attempts set end_at = now() - interval '61 seconds' where id = $1`, [id]);
    await here.begin(here.one);
    expect(await statuses(file, here.teacher)).toEqual([200]);
    await here.one.client.delete(`/files/${file.id}`).expect(200);
    expect((await open(file.url)).text).toBe('mine');
  });

  // quizzes#62, quizzes#79
  test('are attachments of the submission once the quiz has got its assignment', async () => {
    const here = await ungraded({ quiz_type: 'survey' });
    const file = await own(here);
    await here.complete(here.one, await answered(here, file));
    const { assignment_id } = await change(here.teacher.client, here.id, here.quiz.id, { quiz_type: 'graded_survey' });
    expect(await statuses(file, here.teacher)).toEqual([200]);
    await work(server);
    const { body } = await here.teacher.client
      .get(`/courses/${here.id}/assignments/${assignment_id}/submissions/${here.one.id}`)
      .expect(200);
    expect(body.attachments).toEqual([expect.objectContaining({ id: file.id })]);
    expect(await statuses(file, here.teacher)).toEqual([200]);
  });

  // quizzes#62
  test('are those of questions that ask for files: the id of a choice may be the same number', async () => {
    const here = await ungraded();
    const elsewhere = await exam(server, { quiz_type: 'practice_quiz' }, [MULTIPLE_ANSWERS]);
    await enroll(server, elsewhere.id, here.one.id, 'StudentEnrollment');
    const file = await own(here);
    await here.complete(here.one, await answered(here, file));
    const attempt = await elsewhere.begin(here.one);
    await server.database.pool.query('insert into quiz_answers (attempt_id, question_id, answer) values ($1, $2, $3)', [
      attempt.id,
      elsewhere.first.id,
      JSON.stringify([file.id]),
    ]);
    await elsewhere.complete(here.one, attempt);
    expect(await elsewhere.given(elsewhere.teacher.client, attempt.id)).toMatchObject([{ answer: [file.id] }]);
    expect(await statuses(file, here.teacher, elsewhere.teacher)).toEqual([200, 404]);
  });
});

import { describe, expect, test } from 'vitest';
import { assignment, graded, sectioned } from '../../helpers/assignments.ts';
import { work } from '../../helpers/jobs.ts';
import { quiz } from '../../helpers/quizzes.ts';
import { enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { streamOf, summaryOf } from './streams.ts';

const server = useServer();
const ONLINE = { submission_types: ['online_text_entry'], points_possible: 10 };
const WORK = { submission: { submission_type: 'online_text_entry', body: 'done' } };

/** A course with a teacher and two students in sections of their own, and an assignment. */
async function room(fields = {}) {
  const { id, teacher, students, sections } = await sectioned(server, 2);
  const [student, other] = students;
  if (!student || !other) throw new Error('nobody');
  const one = await assignment(server, id, { ...ONLINE, ...fields });
  const path = `/courses/${id}/assignments/${one.id}/submissions`;
  await student.client.post(path, WORK).expect(201);
  const grade = (sent: string) => teacher.client.put(`${path}/${student.id}`, { submission: { posted_grade: sent } }).expect(200);
  const comment = (by: Person, text: string) => by.client.put(`${path}/${student.id}`, { comment: { text_comment: text } }).expect(200);
  return { id, teacher, student, other, sections, one, path, grade, comment };
}

const submissionsOf = async (one: Person) => (await streamOf(one.client)).filter((item) => item.type === 'Submission');

describe('a submission in streams', () => {
  // activity#4, activity#5, activity#12, activity#15
  test('is the student’s when it is graded, with its assignment and course', async () => {
    const { id, teacher, student, other, one, grade } = await room();
    await graded(server, id, one.id);
    await work(server);
    expect(await submissionsOf(student)).toEqual([]);
    await grade('8');
    await work(server);
    const [item] = await submissionsOf(student);
    expect(item).toMatchObject({
      type: 'Submission',
      title: one.name,
      message: '',
      read_state: true,
      context_type: 'course',
      course_id: id,
      group_id: null,
      user_id: student.id,
      assignment_id: one.id,
      score: 8,
      grade: '8',
      attempt: 1,
      workflow_state: 'graded',
      html_url: `${server.url}/courses/${id}/assignments/${one.id}/submissions/${student.id}`,
      assignment: { id: one.id, name: one.name, points_possible: 10, rubric: [{ description: 'Clarity' }] },
      course: { id, enrollments: [{ type: 'StudentEnrollment' }] },
    });
    expect(await submissionsOf(other)).toEqual([]);
    expect(await submissionsOf(teacher)).toEqual([]);
    expect(await summaryOf(student.client)).toEqual([{ type: 'Submission', count: 1, unread_count: 0, notification_category: null }]);
  });

  // activity#12, notifications#1
  test('is told of to nobody who has left meanwhile', async () => {
    const { id, student, one, grade } = await room();
    await grade('8');
    const { body } = await server.admin.get(`/courses/${id}/enrollments`, { user_id: student.id }).expect(200);
    await server.admin.delete(`/courses/${id}/enrollments/${body[0].id}`, { task: 'conclude' }).expect(200);
    await work(server);
    const told = await server.database.pool.query('select from notifications where key like $1', [`grade:${one.id}:%`]);
    expect(told.rowCount).toBe(0);
  });

  // activity#4, assignments#27
  test('has the assignment with the quiz or the topic that it is one thing with', async () => {
    const { id, teacher, student, other } = await room();
    const { assignment_id: quizId } = await quiz(teacher.client, id, { published: true });
    const topic = await assignment(server, id, { ...ONLINE, submission_types: ['discussion_topic'] });
    const say = (assignmentId: number | null | undefined, who: Person) =>
      teacher.client
        .put(`/courses/${id}/assignments/${assignmentId}/submissions/${who.id}`, { comment: { text_comment: 'Look' } })
        .expect(200);
    for (const assignmentId of [quizId, topic.id]) await say(assignmentId, student);
    await say(topic.id, other);
    await work(server);
    const items = await submissionsOf(student);
    const read = async (assignmentId: number | null | undefined) =>
      (await student.client.get(`/courses/${id}/assignments/${assignmentId}`)).body;
    for (const item of items) expect(item.assignment).toEqual(await read(item.assignment_id));
    expect(
      items.map(({ assignment: one }) => [one?.id, one?.quiz_id, one?.anonymous_submissions, one?.discussion_topic?.assignment_id]),
    ).toEqual([
      [topic.id, undefined, undefined, topic.id],
      [quizId, expect.any(Number), false, undefined],
    ]);
    const statements = () => server.statements(() => student.client.get(`/courses/${id}/activity_stream`).expect(200), 'kept');
    await statements();
    const before = await statements();
    const { assignment_id: another } = await quiz(teacher.client, id, { published: true });
    await say(another, student);
    await work(server);
    await statements();
    expect(await statements()).toBe(before);
  });

  // activity#18
  test('has no grade once that is taken away', async () => {
    const { student, grade } = await room();
    await grade('8');
    await work(server);
    await grade('');
    expect(await submissionsOf(student)).toEqual([]);
  });

  // activity#12, activity#15
  test('is the student’s when others comment on it, and the graders’ when the student does', async () => {
    const { id, teacher, student, other, sections, comment } = await room();
    const join = async (type: 'TaEnrollment' | 'DesignerEnrollment' | 'ObserverEnrollment', more = {}) => {
      const joined = await person(server);
      await enroll(server, id, joined.id, type, more);
      return joined;
    };
    const limit = (section: number | undefined) => ({ course_section_id: section ?? 0, limit_privileges_to_course_section: true });
    const here = await join('TaEnrollment', limit(sections[0]));
    const elsewhere = await join('TaEnrollment', limit(sections[1]));
    const designer = await join('DesignerEnrollment');
    const observer = await join('ObserverEnrollment', { associated_user_id: student.id });
    await comment(student, 'May I have more time?');
    await work(server);
    for (const one of [teacher, here])
      expect(await submissionsOf(one)).toMatchObject([
        { user_id: student.id, submission_comments: [{ comment: 'May I have more time?' }] },
      ]);
    for (const one of [student, other, elsewhere, designer, observer]) expect(await submissionsOf(one)).toEqual([]);
    await comment(teacher, 'Yes');
    await work(server);
    const [item] = await submissionsOf(student);
    expect(item).toMatchObject({ score: null, workflow_state: 'submitted' });
    expect(item?.submission_comments).toHaveLength(2);
    for (const one of [student, teacher]) expect((await streamOf(one.client)).map(({ type }) => type)).toEqual(['Submission']);
  });

  // conventions#107: all of them in one value, as JSON, would be more than a process can read.
  test('has comments that are read one by one', async () => {
    const { teacher, student, one, comment } = await room();
    await comment(teacher, 'Long');
    await work(server);
    // Each takes two bytes as JSON.
    await server.database.pool.query(`update submission_comments set comment = repeat('"', 34000000) where assignment_id = $1`, [one.id]);
    const [item] = await submissionsOf(student);
    expect(item?.submission_comments?.map((said) => said.comment.length)).toEqual([34_000_000]);
  });

  // activity#12
  test('shows neither grade nor comments of a muted assignment until it is unmuted', async () => {
    const { id, teacher, student, one, grade, comment } = await room({ muted: true });
    await grade('8');
    await comment(teacher, 'Good');
    await work(server);
    expect(await submissionsOf(student)).toEqual([]);
    expect(await summaryOf(student.client)).toEqual([]);
    const mute = (muted: boolean) => teacher.client.put(`/courses/${id}/assignments/${one.id}`, { assignment: { muted } }).expect(200);
    await mute(false);
    await work(server);
    expect(await submissionsOf(student)).toMatchObject([{ score: 8, submission_comments: [{ comment: 'Good' }] }]);
    await mute(true);
    const [item] = await submissionsOf(student);
    expect(item).not.toHaveProperty('score');
    expect(item).not.toHaveProperty('grade');
  });

  // activity#12, activity#18
  test('goes while its grade, which is all there is of it, is muted', async () => {
    const { id, teacher, student, one, grade } = await room();
    await grade('8');
    await work(server);
    const mute = (muted: boolean) => teacher.client.put(`/courses/${id}/assignments/${one.id}`, { assignment: { muted } }).expect(200);
    const shown = async () => [(await submissionsOf(student)).length, (await summaryOf(student.client)).length];
    expect(await shown()).toEqual([1, 1]);
    await mute(true);
    expect(await shown()).toEqual([0, 0]);
    await mute(false);
    expect(await shown()).toEqual([1, 1]);
  });

  // activity#18
  test('goes with its assignment, and with the enrollment', async () => {
    const { id, teacher, student, one, grade } = await room();
    await grade('8');
    await work(server);
    const publish = (published: boolean) =>
      teacher.client.put(`/courses/${id}/assignments/${one.id}`, { assignment: { published } }).expect(200);
    await publish(false);
    expect(await submissionsOf(student)).toEqual([]);
    await publish(true);
    expect(await submissionsOf(student)).toHaveLength(1);
    const { body } = await server.admin.get(`/courses/${id}/enrollments`, { user_id: student.id }).expect(200);
    await server.admin.delete(`/courses/${id}/enrollments/${body[0].id}`, { task: 'conclude' }).expect(200);
    expect(await submissionsOf(student)).toEqual([]);
  });

  // assignments#31
  test('holds no text of an assignment that has yet to open', async () => {
    const { id, teacher, student, one, comment } = await room({ description: '<p>secret</p>' });
    await teacher.client.put(`/courses/${id}/assignments/${one.id}`, { assignment: { unlock_at: '2040-05-01T12:00:00Z' } }).expect(200);
    await comment(teacher, 'Soon');
    await comment(student, 'When?');
    await work(server);
    expect((await submissionsOf(student))[0]?.assignment?.description).toBeNull();
    expect((await submissionsOf(teacher))[0]?.assignment?.description).toBe('<p>secret</p>');
  });

  // activity#12
  test('comes to the top with each grade and comment', async () => {
    const { id, teacher, student, grade, comment } = await room();
    const types = async () => (await streamOf(student.client)).map((item) => item.type);
    await grade('8');
    await work(server);
    for (const again of [() => grade('9'), () => comment(teacher, 'Better')]) {
      await teacher.client.post(`/courses/${id}/discussion_topics`, { title: 'Talk' }).expect(200);
      await work(server);
      expect((await types())[0]).toBe('DiscussionTopic');
      await again();
      await work(server);
      expect((await types())[0]).toBe('Submission');
    }
  });
});

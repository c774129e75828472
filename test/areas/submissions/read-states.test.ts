import { beforeAll, describe, expect, test } from 'vitest';
import { isUnread } from '../../../src/areas/submissions/read-states.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, rubric, show, submissionsOf, task, turnIn, update } from '../../helpers/submissions.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

// submissions#88
describe('what is unread', () => {
  const nothing = { assignmentId: 1, userId: 2, marked: false, grade: false, comment: false, hiddenComment: false, rubric: false };
  test.each([
    [{}, false, 'student', false],
    [{ marked: true }, true, 'reviewer', true],
    [{ grade: true }, false, 'student', true],
    [{ grade: true }, true, 'student', false],
    [{ rubric: true }, false, 'observer', true],
    [{ rubric: true }, true, 'observer', false],
    [{ comment: true }, true, 'student', true],
    [{ comment: true }, true, 'reviewer', false],
    [{ hiddenComment: true }, true, 'student', false],
    [{ hiddenComment: true }, false, 'grader', true],
  ] as const)('%j, blind %s, to a %s: %s', (state, blind, viewer, unread) =>
    expect(isUnread({ ...nothing, ...state }, blind, viewer)).toBe(unread),
  );
});

const path = (id: number, below = 'read', who: Person = at.student) => `${submissionsOf(at.course.id, id, who.id)}/${below}`;
const status = async (id: number, by: Person = at.student) =>
  (await show(at.course.id, id, at.student.id, by.client, ['read_status'])).read_status;
const graded = async (id: number, posted = 5, by: Person = at.teacher) => grade(at.course.id, id, at.student.id, posted, by.client);
const say = (id: number, by: Person) => update(at.course.id, id, at.student.id, { comment: { text_comment: 'so' } }, by.client);

// submissions#87, submissions#88
describe('a submission', () => {
  test('is unread once somebody else has graded it, until the caller reads it, each for themselves', async () => {
    const id = await task(server, at.course.id);
    expect(await status(id)).toBe('read');
    await turnIn(at.course.id, id, at.student);
    for (const by of [at.student, at.teacher]) expect(await status(id, by)).toBe('read');
    await graded(id);
    expect(await Promise.all([at.student, at.observer, at.ta, at.teacher].map((by) => status(id, by)))).toEqual([
      'unread',
      'unread',
      'unread',
      'read',
    ]);
    await at.student.client.put(path(id)).expect(204);
    await at.student.client.put(path(id)).expect(204);
    expect(await Promise.all([at.student, at.observer].map((by) => status(id, by)))).toEqual(['read', 'unread']);
    await graded(id, 6);
    expect(await status(id)).toBe('unread');
  });

  test('is unread by a rubric to others than who has assessed by it', async () => {
    const id = await task(server, at.course.id);
    const [row = ''] = await rubric(server, at.course.id, id, [4], false);
    await update(at.course.id, id, at.student.id, { rubric_assessment: { [row]: { points: 3 } } }, at.teacher.client);
    expect(await Promise.all([at.student, at.ta, at.teacher].map((by) => status(id, by)))).toEqual(['unread', 'unread', 'read']);
  });

  test('is unread by a comment and by a rubric, and each thing is read by itself', async () => {
    const id = await task(server, at.course.id);
    const [row = ''] = await rubric(server, at.course.id, id, [4], false);
    await graded(id);
    await say(id, at.teacher);
    await update(at.course.id, id, at.student.id, { rubric_assessment: { [row]: { points: 3 } } }, at.teacher.client);
    for (const [item, after] of [
      ['grade', 'unread'],
      ['comment', 'unread'],
      ['rubric', 'read'],
    ] as const) {
      expect(await status(id)).toBe('unread');
      await at.student.client.put(path(id, `read/${item}`)).expect(204);
      expect(await status(id)).toBe(after);
    }
    await say(id, at.student);
    expect(await status(id)).toBe('read');
    expect(await status(id, at.teacher)).toBe('unread');
    await update(at.course.id, id, at.student.id, { rubric_assessment: { [row]: { points: 4 } } }, at.teacher.client);
    expect(await status(id)).toBe('unread');
    await at.student.client.put(path(id, 'read/rubric')).expect(204);
    await say(id, at.teacher);
    expect(await status(id)).toBe('unread');
  });

  test('is marked as unread, whatever there is to read', async () => {
    const id = await task(server, at.course.id);
    await at.student.client.delete(path(id)).expect(204);
    expect(await status(id)).toBe('read');
    await turnIn(at.course.id, id, at.student);
    await at.teacher.client.delete(path(id)).expect(204);
    expect(await status(id, at.teacher)).toBe('unread');
    await at.teacher.client.put(path(id, 'read/grade')).expect(204);
    expect(await status(id, at.teacher)).toBe('unread');
    await at.teacher.client.put(path(id)).expect(204);
    expect(await status(id, at.teacher)).toBe('read');
  });

  test('is marked below a section too, by who reads it alone, and by things that there are', async () => {
    const id = await task(server, at.course.id);
    await graded(id);
    const below = `/sections/${at.sectionId}/assignments/${id}/submissions/self/read`;
    await at.student.client.put(below).expect(204);
    expect(await status(id)).toBe('read');
    await at.student.client.delete(below).expect(204);
    expect(await status(id)).toBe('unread');
    for (const by of [at.student2, at.designer]) expect((await by.client.put(path(id)).expect(401)).body).toEqual(NOT_PERMITTED);
    await at.teacher.client.put(path(id, 'read', at.teacher)).expect(404);
    await at.student.client.put(path(id, 'read/other')).expect(404);
  });

  test('has nothing to read while it is muted', async () => {
    const id = await task(server, at.course.id, { muted: true });
    await turnIn(at.course.id, id, at.student);
    await graded(id);
    await say(id, at.teacher);
    expect(await status(id)).toBe('read');
    expect(await status(id, at.ta)).toBe('unread');
    await at.teacher.client.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: { muted: false } }).expect(200);
    expect(await status(id)).toBe('unread');
  });

  test('is said to be read in lists by as many statements for two as for four', async () => {
    const id = await task(server, at.course.id);
    const list = () => listed(submissionsOf(at.course.id, id), at.ta.client, { include: ['read_status'] });
    for (const who of [at.student, at.student2]) await grade(at.course.id, id, who.id, 3, at.teacher.client);
    expect((await list()).map((one) => one.read_status)).toEqual(['unread', 'unread']);
    const few = await server.statements(list);
    for (let i = 0; i < 2; i++) {
      const one = await person(server);
      await enroll(server, at.course.id, one.id, 'StudentEnrollment');
      await grade(at.course.id, id, one.id, 3, at.teacher.client);
    }
    expect(await server.statements(list)).toBe(few);
  });
});

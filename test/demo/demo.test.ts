import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DemoError, demoSchool } from '../../src/demo/command-line.ts';
import { made } from '../helpers/school.ts';
import { type Client, useServer } from '../helpers/server.ts';

const STUDENTS = 60;
const server = useServer();
let client: (login: string) => Client;
let lines: string[];
const school = () => demoSchool({ database: server.database, services: server.services, baseUrl: server.url, webUrl: server.url }, []);

beforeAll(async () => {
  const { database, services, url } = server;
  // A proxy knows the server by a path, of which requests to the server itself have nothing.
  const baseUrl = `${url}/lectern`;
  lines = await demoSchool({ database, services, baseUrl, webUrl: url }, ['--students', String(STUDENTS)]);
  const tokens = new Map(lines.map((line) => line.trim().split(/\s+/)).map(([login = '', token = '']) => [login, token]));
  client = (login) => server.as(tokens.get(login) ?? '');
});

const Assignment = z.looseObject({
  id: z.int(),
  name: z.string(),
  submission_types: z.array(z.string()),
  grading_type: z.string(),
  due_at: z.iso.datetime().nullable(),
  muted: z.boolean(),
});
const Submission = z.looseObject({ user_id: z.int(), workflow_state: z.string(), late: z.boolean(), grade: z.string().nullable() });
const Titled = z.array(z.looseObject({ title: z.string() }));
const Named = z.array(z.looseObject({ id: z.int(), name: z.string() }));

// conventions#75
describe('the demo school', () => {
  test('has twelve people, who are told apart by what they do', () => {
    const roles = lines.slice(0, -1).map((line) => /^ {2}(\S+) +\S{43} {2}\((.+)\)$/.exec(line)?.slice(1));
    expect(roles.length).toBe(12);
    expect(roles).toContainEqual(['teacher', 'teacher of both courses']);
    expect(roles).toContainEqual(['student8', 'student of both courses']);
    expect(roles).toContainEqual(['registrar', 'second administrator']);
  });

  test('has assignments of every kind, with dates before and after today', async () => {
    const found = await made(client('teacher').get('/courses/1/assignments', { per_page: 50 }), z.array(Assignment));
    const types = new Set(found.flatMap((one) => one.submission_types));
    for (const type of ['online_text_entry', 'online_upload', 'online_url', 'media_recording', 'on_paper', 'none', 'external_tool'])
      expect(types).toContain(type);
    for (const type of ['online_quiz', 'discussion_topic']) expect(types).toContain(type);
    expect(new Set(found.map((one) => one.grading_type))).toEqual(new Set(['points', 'percent', 'pass_fail', 'letter_grade']));
    expect(found.filter((one) => one.muted).map((one) => one.name)).toEqual(['Lab: onion skin under the microscope']);
    const due = found.flatMap((one) => (one.due_at === null ? [] : Date.parse(one.due_at)));
    expect(due.some((at) => at < Date.now())).toBe(true);
    expect(due.some((at) => at > Date.now())).toBe(true);
  });

  test('has graded work, work that waits, and a late one', async () => {
    const work = await made(client('teacher').get('/courses/1/assignments/1/submissions', { per_page: 50 }), z.array(Submission));
    const states = work.map((one) => one.workflow_state);
    expect(states.filter((state) => state === 'graded').length).toBe(5);
    expect(states).toContain('submitted');
    expect(work.filter((one) => one.late).length).toBe(1);
    const attempts = await made(
      client('teacher').get('/courses/1/quizzes/1/submissions'),
      z.object({ quiz_submissions: z.array(z.unknown()) }),
    );
    expect(attempts.quiz_submissions.length).toBe(3);
  });

  test('has overrides, a rubric, an outcome, files, threads and dates', async () => {
    const teacher = client('teacher');
    expect((await made(teacher.get('/courses/1/assignments/2/overrides'), z.array(z.unknown()))).length).toBe(2);
    expect((await made(teacher.get('/courses/1/rubrics'), z.array(z.unknown()))).length).toBe(1);
    const files = await made(teacher.get('/courses/1/files'), z.array(z.looseObject({ display_name: z.string() })));
    expect(files.map((one) => one.display_name).sort()).toEqual(['safety.txt', 'syllabus.txt']);
    expect((await made(teacher.get('/courses/1/discussion_topics'), Titled)).length).toBe(2);
    const [thread] = await made(
      teacher.get('/courses/1/discussion_topics/2/entries'),
      z.array(z.looseObject({ recent_replies: z.array(z.unknown()).optional() })),
    );
    expect(thread).toBeDefined();
    const dates = await made(teacher.get('/calendar_events', { context_codes: ['course_1'], all_events: true }), Titled);
    expect(dates.map((one) => one.title).sort()).toEqual(['Excursion to the lake', 'Lab']);
    expect((await made(client('student1').get('/conversations'), z.array(z.unknown()))).length).toBeGreaterThan(0);
    expect((await made(client('observer').get('/courses'), Named)).map((one) => one.name)).toEqual([
      'Introduction to Biology',
      'World History',
    ]);
  });

  test('gives its students something to do, and its teacher something to grade', async () => {
    const Todo = z.array(z.looseObject({ type: z.string(), assignment: z.looseObject({ name: z.string() }) }));
    const toSubmit = await made(client('student1').get('/users/self/todo'), Todo);
    expect(toSubmit.map((one) => one.assignment.name)).toContain('Poster: an enzyme of your choice');
    const toGrade = await made(client('teacher').get('/users/self/todo'), Todo);
    expect(toGrade.map((one) => [one.type, one.assignment.name])).toContainEqual(['grading', 'Essay: what a cell is']);
  });

  test('is loaded once', async () => {
    await expect(school()).rejects.toThrow(new DemoError('The demo school is there already.'));
  });
});

describe('a large school', () => {
  test('has as many further students as were asked for, each in five courses with work and grades', async () => {
    const Found = z.array(z.looseObject({ id: z.int(), login_id: z.string() }));
    const found = await made(server.admin.get('/accounts/1/users', { search_term: `pupil${STUDENTS}` }), Found);
    expect(found.map((one) => one.login_id)).toEqual([`pupil${STUDENTS}`]);
    const { rows } = await server.database.pool.query<{ count: number }>(
      `select count(*)::int as count from pseudonyms where unique_id like 'pupil%'`,
    );
    expect(rows).toEqual([{ count: STUDENTS }]);
    const pupil = server.as(await server.ownToken(found[0]?.id ?? 0));
    const courses = await made(pupil.get('/courses'), Named);
    expect(courses.length).toBe(5);
    const path = `/courses/${courses[0]?.id}`;
    expect((await made(pupil.get(`${path}/assignments`, { per_page: 50 }), z.array(Assignment))).length).toBe(10);
    const own = await made(
      pupil.get(`${path}/students/submissions`, { student_ids: [found[0]?.id ?? 0], per_page: 50 }),
      z.array(Submission),
    );
    expect(own.map((one) => one.workflow_state)).toContain('graded');
    expect((await made(pupil.get('/courses', { include: ['total_scores'] }), z.array(z.unknown()))).length).toBe(5);
  });

  test.each([
    [['--students', 'many'], '--students: must be a whole number up to 100000'],
    [['--students', '-1'], /--students/],
    [['--students', '100001'], '--students: must be a whole number up to 100000'],
    [['--pupils', '3'], /Unknown option '--pupils'/],
  ])('is not made of %j', async (args, message) => {
    const { database, services, url } = server;
    const loading = demoSchool({ database, services, baseUrl: url, webUrl: url }, args);
    await expect(loading).rejects.toThrow(DemoError);
    await expect(loading).rejects.toThrow(message);
  });
});

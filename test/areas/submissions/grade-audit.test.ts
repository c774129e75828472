import { beforeAll, expect, test } from 'vitest';
import { GradeChangeEvents } from '../../../src/areas/submissions/audit-schemas.ts';
import { NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { appoint, course, enroll, made, type Person, person, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, type Room, room, task, turnIn } from '../../helpers/submissions.ts';

let now = new Date('2030-03-10T12:00:00Z');
const server = useServer({ clock: () => now });
let here: Room;
let there: { id: number };
let belowId = 0;
let assistant: Person;
let [first, second, elsewhere] = [0, 0, 0];

/** Another course of the same student and teacher, in an account below. */
beforeAll(async () => {
  here = await room(server, 2);
  belowId = (await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Faculty') } }))).id;
  there = await course(server, { account: belowId });
  for (const [one, type] of [
    [here.one, 'StudentEnrollment'],
    [here.teacher, 'TeacherEnrollment'],
  ] as const)
    await enroll(server, there.id, one.id, type);
  assistant = await person(server);
  await enroll(server, here.id, assistant.id, 'TaEnrollment');
  [first, second, elsewhere] = [await task(server, here.id), await task(server, here.id), await task(server, there.id)];
  await turnIn(here.id, first, here.one);
  await grade(here.id, first, here.one.id, 5, here.teacher.client);
  now = new Date('2030-03-11T12:00:00Z');
  await grade(here.id, first, here.one.id, 7, assistant.client);
  now = new Date('2030-03-12T12:00:00Z');
  await grade(here.id, second, here.two.id, 3, here.teacher.client);
  await grade(here.id, second, here.two.id, '', here.teacher.client);
  now = new Date('2030-03-12T12:00:01Z');
  await grade(there.id, elsewhere, here.one.id, 9, here.teacher.client);
});

const read = (rest: string, query: Fields = {}, by: Client = server.admin) =>
  made(by.get(`/audit/grade_change/${rest}`, query), GradeChangeEvents);
/** What was graded, from what to what. */
const told = async (...of: Parameters<typeof read>) =>
  (await read(...of)).events.map(({ links, version_number: version, grade_before: before, grade_after: after }) => [
    links.assignment,
    links.student,
    links.grader,
    version,
    before,
    after,
  ]);

const gradedHere = () => [
  [second, here.two.id, here.teacher.id, 2, '3', null],
  [second, here.two.id, here.teacher.id, 1, null, '3'],
  [first, here.one.id, assistant.id, 2, '5', '7'],
  [first, here.one.id, here.teacher.id, 1, null, '5'],
];
const gradedThere = () => [elsewhere, here.one.id, here.teacher.id, 1, null, '9'];

// submissions#100
test('of a course, an assignment, a student and a grader, the newest first', async () => {
  expect(await told(`courses/${here.id}`)).toEqual(gradedHere());
  expect(await told(`assignments/${first}`)).toEqual(gradedHere().slice(2));
  expect(await told(`students/${here.one.id}`)).toEqual([gradedThere(), ...gradedHere().slice(2)]);
  expect(await told(`graders/${here.teacher.id}`)).toEqual([gradedThere(), ...gradedHere().filter(([, , who]) => who === here.teacher.id)]);
  expect(await told(`graders/${here.one.id}`)).toEqual([]);
});

// submissions#101
test('with what they are about, each once, and where it is read', async () => {
  const body = await read(`assignments/${first}`);
  expect(body.events[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    created_at: '2030-03-11T12:00:00Z',
    event_type: 'grade_change',
    version_number: 2,
    grade_before: '5',
    grade_after: '7',
    excused_before: false,
    excused_after: false,
    links: { assignment: first, course: here.id, student: here.one.id, grader: assistant.id, page_view: null },
  });
  expect(body.linked).toEqual({
    assignments: [{ id: first, name: expect.any(String), course_id: here.id }],
    courses: [{ id: here.id, name: expect.any(String) }],
    users: [here.teacher, here.one, assistant]
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, name }) => ({ id, name, sortable_name: expect.any(String), short_name: name })),
    page_views: [],
  });
  const { links } = body;
  const readAt = async (address: string, ids: Record<string, number>) => {
    const filled = address.replaceAll(/\{events\.(\w+)\}/g, (_, word: string) => String(ids[word]));
    return (await server.admin.get(filled.replace(`${server.url}/api/v1`, '')).expect(200)).body.id;
  };
  const ids = { course: here.id, assignment: first, student: here.one.id, grader: assistant.id };
  expect(await readAt(links['events.course'], ids)).toBe(here.id);
  expect(await readAt(links['events.assignment'], ids)).toBe(first);
  expect(await readAt(links['events.student'].href, ids)).toBe(here.one.id);
  expect(await readAt(links['events.grader'].href, ids)).toBe(assistant.id);
});

// submissions#100
test('from a time on and until one, both included', async () => {
  const at = `courses/${here.id}`;
  expect(await told(at, { start_time: '2030-03-11T12:00:00Z' })).toEqual(gradedHere().slice(0, 3));
  expect(await told(at, { end_time: '2030-03-11T12:00:00Z' })).toEqual(gradedHere().slice(2));
  expect(await told(at, { start_time: '2030-03-10T12:00:01Z', end_time: '2030-03-12T11:59:59Z' })).toEqual([gradedHere()[2]]);
  for (const field of ['start_time', 'end_time']) {
    const { body } = await server.admin.get(`/audit/grade_change/${at}`, { [field]: 'soon' }).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  }
});

// submissions#100, conventions#48
test('from and until the time that a grade is answered with', async () => {
  const own = await room(server, 1);
  const one = await task(server, own.id);
  now = new Date('2030-03-13T12:00:00.900Z');
  await grade(own.id, one, own.one.id, 4, own.teacher.client);
  now = new Date('2030-03-13T12:00:01.000Z');
  await grade(own.id, one, own.one.id, 5, own.teacher.client);
  const [late, early] = (await read(`courses/${own.id}`)).events;
  expect([early?.created_at, late?.created_at]).toEqual(['2030-03-13T12:00:00Z', '2030-03-13T12:00:01Z']);
  const ids = async (query: Fields) => (await read(`courses/${own.id}`, query)).events.map(({ id }) => id);
  expect(await ids({ end_time: early?.created_at })).toEqual([early?.id]);
  expect(await ids({ end_time: '2030-03-13T11:59:59Z' })).toEqual([]);
  expect(await ids({ start_time: early?.created_at })).toEqual([late?.id, early?.id]);
  expect(await ids({ start_time: late?.created_at })).toEqual([late?.id]);
  expect(await ids({ end_time: '9999-12-31T23:59:59Z' })).toEqual([late?.id, early?.id]);
});

// submissions#100
test('page after page', async () => {
  const seen: string[] = [];
  let next: string | undefined = `/audit/grade_change/courses/${here.id}?per_page=3`;
  while (next !== undefined) {
    const { body, headers } = await server.admin.get(next).expect(200);
    seen.push(...GradeChangeEvents.parse(body).events.map(({ id }) => id));
    const link: string = headers['link'] ?? '';
    next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(link)?.[1];
  }
  expect(seen).toEqual((await read(`courses/${here.id}`)).events.map(({ id }) => id));
});

// submissions#100, submissions#102
test('administrators of an account see what was graded below it, and nobody else anything', async () => {
  const dean = await person(server);
  await appoint(server, belowId, dean.id);
  const status = async (by: Client, rest: string) => (await by.get(`/audit/grade_change/${rest}`)).status;
  expect(await told(`courses/${there.id}`, {}, dean.client)).toEqual([gradedThere()]);
  expect(await told(`assignments/${elsewhere}`, {}, dean.client)).toEqual([gradedThere()]);
  for (const rest of [`courses/${here.id}`, `students/${here.one.id}`, `graders/${here.teacher.id}`])
    expect(await status(dean.client, rest)).toBe(401);
  expect(await status(dean.client, `assignments/${first}`)).toBe(404);
  for (const { client } of [here.teacher, here.one]) {
    for (const rest of [`courses/${here.id}`, `students/${here.one.id}`, `graders/${here.teacher.id}`])
      expect(await status(client, rest)).toBe(401);
    expect(await status(client, `assignments/${first}`)).toBe(404);
  }
  expect(await status(server.admin, `assignments/${NONE}`)).toBe(404);
});

// submissions#100
test('of somebody in reach no more than what was graded below', async () => {
  const dean = await person(server);
  await appoint(server, belowId, dean.id);
  const [student, grader] = [await person(server, { account: belowId }), await person(server, { account: belowId })];
  const graded = async (courseId: number, leaves: boolean): Promise<number> => {
    const enrollments = [
      await enroll(server, courseId, student.id, 'StudentEnrollment'),
      await enroll(server, courseId, grader.id, 'TaEnrollment'),
    ];
    const one = await task(server, courseId);
    await grade(courseId, one, student.id, 6, grader.client);
    if (leaves)
      for (const { id } of enrollments) await server.admin.delete(`/courses/${courseId}/enrollments/${id}`, { task: 'delete' }).expect(200);
    return one;
  };
  const [left, stays] = [await graded(here.id, true), await graded(there.id, false)];
  const of = async (rest: string, by: Client) => (await read(rest, {}, by)).events.map(({ links }) => links.assignment);
  for (const rest of [`students/${student.id}`, `graders/${grader.id}`]) {
    expect(await of(rest, dean.client)).toEqual([stays]);
    expect(await of(rest, server.admin)).toEqual([stays, left]);
  }
});

// submissions#101, conventions#51
test('links ids that are texts where that is asked for', async () => {
  const accept = 'application/json+canvas-string-ids';
  const { body } = await server.admin.get(`/audit/grade_change/assignments/${elsewhere}`).set('accept', accept).expect(200);
  const [assignment, course, student, grader] = [elsewhere, there.id, here.one.id, here.teacher.id].map(String);
  expect(body.events[0].links).toEqual({ assignment, course, student, grader, page_view: null });
  expect(body.linked.assignments).toEqual([{ id: assignment, name: expect.any(String), course_id: course }]);
});

// submissions#100
test('nothing of what is deleted', async () => {
  const own = await room(server, 1);
  const [gone, stays] = [await task(server, own.id), await task(server, own.id)];
  for (const one of [gone, stays]) await grade(own.id, one, own.one.id, 4, own.teacher.client);
  await server.admin.delete(`/courses/${own.id}/assignments/${gone}`).expect(200);
  for (const rest of [`courses/${own.id}`, `students/${own.one.id}`])
    expect((await read(rest)).events.map(({ links }) => links.assignment)).toEqual([stays]);
  await server.admin.get(`/audit/grade_change/assignments/${gone}`).expect(404);
  await server.admin.delete(`/courses/${own.id}`, { event: 'delete' }).expect(200);
  for (const rest of [`students/${own.one.id}`, `graders/${own.teacher.id}`]) expect((await read(rest)).events).toEqual([]);
  await server.admin.get(`/audit/grade_change/assignments/${stays}`).expect(404);
});

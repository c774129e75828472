import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Rows = z.array(z.looseObject({ id: z.int(), name: z.string(), total_students: z.int().optional() }));
let courseId: number;
let evening: number;
let student: Person;
let teacher: Person;
/** Teaches the evening section alone. */
let limited: Person;

const list = (by: Client, query: Fields) => made(by.get(`/courses/${courseId}/sections`, { per_page: 100, ...query }), Rows);
const section = async (name: string) =>
  (await made(server.admin.post(`/courses/${courseId}/sections`, { course_section: { name } }), z.object({ id: z.int() }))).id;

beforeAll(async () => {
  courseId = (await course(server)).id;
  evening = await section('Evening 50%');
  const late = await section('ÉVENING late');
  await section('Morning');
  [student, teacher, limited] = [await person(server), await person(server), await person(server)];
  await enroll(server, courseId, teacher.id, 'TeacherEnrollment');
  const only = { course_section_id: evening, limit_privileges_to_course_section: true };
  await enroll(server, courseId, limited.id, 'TeacherEnrollment', only);
  const joined = (who: Person, course_section_id: number, extra: Fields = {}) =>
    enroll(server, courseId, who.id, 'StudentEnrollment', { course_section_id, ...extra });
  await joined(student, evening);
  await joined(student, late);
  await joined(await person(server), evening);
  await joined(await person(server), evening, { enrollment_state: 'invited' });
  const gone = await joined(await person(server), evening);
  await server.admin.delete(`/courses/${courseId}/enrollments/${gone.id}`, { task: 'conclude' }).expect(200);
});

// sections#24
test('sections are found by a part of their name', async () => {
  const found = async (search_term: string) => (await list(student.client, { search_term })).map((row) => row.name);
  expect(await found('evening')).toEqual(['Evening 50%']);
  expect(await found('éVENING')).toEqual(['ÉVENING late']);
  expect(await found(' 0% ')).toEqual(['Evening 50%']);
  expect(await found('e%g')).toEqual([]);
  expect(await found(' ')).toHaveLength(4);
  const long = await student.client.get(`/courses/${courseId}/sections`, { search_term: 'x'.repeat(256) });
  expect(long).toMatchObject({ status: 400, body: { errors: { search_term: [{ attribute: 'search_term' }] } } });
});

// sections#24
test('sections tell how many active students they have, of those whom the caller sees', async () => {
  const counts = async (by: Client) => (await list(by, { include: ['total_students'] })).map((row) => row.total_students);
  for (const one of [teacher, student]) expect(await counts(one.client)).toEqual([0, 2, 1, 0]);
  expect(await counts(limited.client)).toEqual([0, 2, 0, 0]);
  for (const row of await list(teacher.client, {})) expect(row).not.toHaveProperty('total_students');
  const found = await list(teacher.client, { search_term: 'Evening 5', include: ['total_students', 'students'] });
  expect(found).toMatchObject([{ id: evening, total_students: 2, students: [expect.anything(), expect.anything()] }]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enroll, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let near: number;
let apart: number;
let limited: Person;
let invited: Person;

const Told = z.object({ login_id: z.string().optional(), sis_user_id: z.string().optional(), sis_login_id: z.string().optional() });
const Row = z.looseObject({ user_id: z.int(), user: z.looseObject({}) });

const inList = async (by: Client, place: string) => {
  const { body } = await by.get(`${place}/enrollments`, { per_page: 100 }).expect(200);
  return Object.fromEntries(
    z
      .array(Row)
      .parse(body)
      .map((row) => [row.user_id, Told.parse(row.user)]),
  );
};
const amongPeople = async (by: Client) => {
  const { body } = await by.get(`/courses/${at.course.id}/users`, { per_page: 100 }).expect(200);
  const users = z.array(z.looseObject({ id: z.int() })).parse(body);
  return Object.fromEntries(users.map((user) => [user.id, Told.parse(user)]));
};

beforeAll(async () => {
  at = await school(server);
  near = at.sectionId;
  apart = (await server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: 'Apart' } }).expect(200)).body.id;
  const sis = unique('sis');
  for (const one of [at.student, at.student2])
    await server.admin
      .post('/accounts/1/logins', { user: { id: one.id }, login: { unique_id: unique('login'), sis_user_id: `${sis} ${one.id}` } })
      .expect(200);
  limited = await person(server);
  await enroll(server, at.course.id, limited.id, 'TaEnrollment', { course_section_id: apart, limit_privileges_to_course_section: true });
  await enroll(server, at.course.id, at.student2.id, 'StudentEnrollment', { course_section_id: apart });
  invited = await person(server);
  await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
});

describe('the enrolled', () => {
  // enrollments#49, enrollments#38
  test('are told by the logins and SIS ids that the people of the course show to the same caller', async () => {
    const staff = [at.teacher.client, at.ta.client, server.admin, limited.client];
    for (const by of staff) expect(await inList(by, `/courses/${at.course.id}`)).toEqual(await amongPeople(by));
    const told = await inList(at.teacher.client, `/courses/${at.course.id}`);
    expect(told[at.student.id]).toEqual({
      login_id: expect.any(String),
      sis_user_id: expect.any(String),
      sis_login_id: expect.any(String),
    });
    expect(told[invited.id]).toEqual({});
    expect(Object.keys((await inList(server.admin, `/courses/${at.course.id}`))[invited.id] ?? {})).toEqual(['login_id']);
    expect(await inList(at.teacher.client, `/sections/${apart}`)).toEqual({
      [limited.id]: told[limited.id],
      [at.student2.id]: told[at.student2.id],
    });
  });

  // enrollments#49
  test('are names alone to students, observers and designers', async () => {
    for (const by of [at.student.client, at.observer.client, at.designer.client])
      for (const place of [`/courses/${at.course.id}`, `/sections/${near}`])
        expect(Object.values(await inList(by, place)).filter((one) => Object.keys(one).length > 0)).toEqual([]);
  });

  // enrollments#49
  test('are looked up at once, however many they are', async () => {
    const count = (per_page: number) =>
      server.statements(() => at.teacher.client.get(`/courses/${at.course.id}/enrollments`, { per_page }).expect(200));
    await count(1);
    expect(await count(1)).toBe(await count(3));
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Enrolled = z.looseObject({ id: z.int(), enrollments: z.array(z.looseObject({ id: z.int(), course_id: z.int() })).optional() });
const server = useServer();

let here: School;
let elsewhere: { id: number };
/** In the school's course, and in another one that the school's staff have no part in. */
let pupil: Person;
let inSchool: number;
let outside: number;
beforeAll(async () => {
  here = await school(server);
  elsewhere = await course(server);
  pupil = await person(server);
  inSchool = (await enroll(server, here.course.id, pupil.id, 'StudentEnrollment')).id;
  outside = (await enroll(server, elsewhere.id, pupil.id, 'StudentEnrollment')).id;
  await enroll(server, here.course.id, pupil.id, 'ObserverEnrollment', { enrollment_state: 'invited' });
});

const asked = { include: ['enrollments'] };
const shownTo = async (one: Pick<Person, 'client'>) =>
  (await made(one.client.get(`/users/${pupil.id}`, asked), Enrolled)).enrollments?.map((row) => row.id);

// users#7
describe('enrollments of a user', () => {
  test('are shown when asked for, the active ones', async () => {
    expect(await shownTo(pupil)).toEqual([inSchool, outside]);
    expect(await shownTo(here.rootAdmin)).toEqual([inSchool, outside]);
    expect((await pupil.client.get('/users/self').expect(200)).body).not.toHaveProperty('enrollments');
    const [first] = (await made(pupil.client.get('/users/self', asked), Enrolled)).enrollments ?? [];
    expect(first).toMatchObject({ course_id: here.course.id, type: 'StudentEnrollment', enrollment_state: 'active', user_id: pupil.id });
  });

  test('are those of their own courses to staff, and none to others', async () => {
    for (const role of ['teacher', 'ta', 'designer'] as const) expect(await shownTo(here[role])).toEqual([inSchool]);
    for (const role of ['student', 'observer'] as const) expect(await shownTo(here[role])).toBeUndefined();
  });

  test('end with the course', async () => {
    const short = await course(server);
    const one = await person(server);
    await enroll(server, short.id, one.id, 'StudentEnrollment');
    await made(server.admin.delete(`/courses/${short.id}`, { event: 'delete' }), z.unknown());
    expect((await made(one.client.get('/users/self', asked), Enrolled)).enrollments).toEqual([]);
  });

  test('stand in the list of an account: to the administrator of a part, those of that part', async () => {
    const list = async (one: Pick<Person, 'client'>, account: number, query: object) =>
      (await made(one.client.get(`/accounts/${account}/users`, { search_term: pupil.name, ...query }), z.array(Enrolled)))[0];
    expect((await list(here.rootAdmin, ROOT_ACCOUNT, asked))?.enrollments?.map((row) => row.id)).toEqual([inSchool, outside]);
    expect((await list(here.subAdmin, here.subAccountId, asked))?.enrollments?.map((row) => row.id)).toEqual([inSchool]);
    expect(await list(here.rootAdmin, ROOT_ACCOUNT, {})).not.toHaveProperty('enrollments');
  });
});

// users#4, users#6
test('what a single answer holds unasked may be asked for', async () => {
  const include = ['email', 'locale', 'avatar_url', 'time_zone', 'last_login'];
  const { headers } = await here.rootAdmin.client.get(`/users/${pupil.id}`, { include }).expect(200);
  expect(headers).not.toHaveProperty('x-ignored-parameters');
  const { headers: others } = await here.rootAdmin.client.get(`/users/${pupil.id}`, { include: ['bio'] }).expect(200);
  expect(others['x-ignored-parameters']).toBe('include[]=bio');
});

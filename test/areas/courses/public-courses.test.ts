import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Course } from '../../../src/areas/courses/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { appoint, course, enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Found = z.array(z.object({ course: Course }));
const search = (by: Client, query: Fields = {}) => made(by.get('/search/all_courses', { per_page: 100, ...query }), Found);
const idsOf = async (by: Client, query?: Fields) => (await search(by, query)).map((row) => row.course.id);
const courseOf = async (account: number, extra: Fields, offer = true) => (await course(server, { account, extra, offer })).id;

describe('public courses', () => {
  // courses#35
  test('are listed to everybody, published or concluded, by id, and no others', async () => {
    const open = await courseOf(at.subAccountId, { is_public: true });
    const over = await courseOf(1, { is_public: true });
    const gone = await courseOf(1, { is_public: true });
    const hidden = [await courseOf(1, { is_public: true }, false), await courseOf(1, { is_public: false }), gone];
    await server.admin.delete(`/courses/${over}`, { event: 'conclude' }).expect(200);
    await server.admin.delete(`/courses/${gone}`, { event: 'delete' }).expect(200);
    for (const by of [at.stranger.client, at.student.client, server.admin]) {
      const ids = await idsOf(by);
      expect(ids.filter((id) => [open, over, ...hidden].includes(id))).toEqual([open, over]);
    }
  });

  // courses#35
  test('are those that each of the users then reads', async () => {
    const id = await courseOf(1, { is_public: true });
    const [row] = (await search(at.stranger.client)).filter((one) => one.course.id === id);
    const { body } = await at.stranger.client.get(`/courses/${id}`).expect(200);
    expect(row?.course).toEqual(body);
    expect(body.enrollments).toEqual([]);
  });

  // courses#35
  test('of another root account are not there', async () => {
    const foreign = await person(server, { account: at.foreignAccountId });
    const mine = await courseOf(1, { is_public: true });
    await appoint(server, at.foreignAccountId, 1);
    const theirs = await courseOf(at.foreignAccountId, { is_public: true });
    expect(await idsOf(foreign.client)).toEqual([theirs]);
    const ids = await idsOf(at.stranger.client);
    expect([ids.includes(mine), ids.includes(theirs)]).toEqual([true, false]);
  });

  // courses#35
  test('are searched by name and code, in any case, and no character is special', async () => {
    const word = unique('Vo%lcano');
    const [byName, byCode] = [
      await courseOf(1, { is_public: true, name: `On ${word}es` }),
      await courseOf(1, { is_public: true, course_code: `x${word}` }),
    ];
    await courseOf(1, { is_public: false, name: word });
    expect(await idsOf(at.stranger.client, { search: ` ${word.toUpperCase()} ` })).toEqual([byName, byCode]);
    expect(await idsOf(at.stranger.client, { search: word.replace('%', '_') })).toEqual([]);
    expect(await idsOf(at.stranger.client, { search: ' ' })).toEqual(await idsOf(at.stranger.client));
  });

  // courses#35
  test('are all that there is where public ones alone are asked for, and none is open to who enrolls themself', async () => {
    const all = await idsOf(at.stranger.client);
    expect(all.length).toBeGreaterThan(0);
    expect(await idsOf(at.stranger.client, { public_only: true })).toEqual(all);
    expect(await idsOf(at.stranger.client, { public_only: false, open_enrollment_only: false })).toEqual(all);
    expect(await idsOf(at.stranger.client, { open_enrollment_only: true })).toEqual([]);
  });

  // courses#35
  test.each([
    [{ public_only: 'perhaps' }, 'public_only'],
    [{ open_enrollment_only: 'perhaps' }, 'open_enrollment_only'],
    [{ search: 'x'.repeat(256) }, 'search'],
  ])('are refused for %j', async (query, field) => {
    const { body } = await at.stranger.client.get('/search/all_courses', query).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('the accounts in whose courses somebody works', () => {
  const accounts = async (by: Client) => (await by.get('/course_accounts').expect(200)).body;
  const account = async (below = 1) =>
    made(server.admin.post(`/accounts/${below}/sub_accounts`, { account: { name: unique('Faculty') } }), z.looseObject({ id: z.int() }));

  // courses#36
  test('are listed each once, by id, with as much as is needed of them', async () => {
    const one = await person(server);
    const faculty = await account();
    const below = await account(faculty.id);
    for (const [where, type] of [
      [below.id, 'TaEnrollment'],
      [1, 'TeacherEnrollment'],
      [below.id, 'DesignerEnrollment'],
    ] as const)
      await enroll(server, await courseOf(where, {}, false), one.id, type);
    expect(await accounts(one.client)).toEqual([
      { id: 1, name: expect.any(String), parent_account_id: null, root_account_id: null, workflow_state: 'active' },
      { id: below.id, name: below['name'], parent_account_id: faculty.id, root_account_id: 1, workflow_state: 'active' },
    ]);
    await one.client.get(`/accounts/${below.id}`).expect(401);
  });

  // courses#36
  test('are those of courses that are there, in which the work began', async () => {
    const one = await person(server);
    const there = await account();
    const ended = await courseOf(there.id, {});
    const enrollment = await enroll(server, ended, one.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${ended}/enrollments/${enrollment.id}`, { task: 'conclude' }).expect(200);
    await enroll(server, await courseOf((await account()).id, {}), one.id, 'StudentEnrollment');
    await enroll(server, await courseOf((await account()).id, {}), one.id, 'ObserverEnrollment');
    await enroll(server, await courseOf((await account()).id, {}), one.id, 'TeacherEnrollment', { enrollment_state: 'invited' });
    const gone = await courseOf((await account()).id, {});
    await enroll(server, gone, one.id, 'TeacherEnrollment');
    await server.admin.delete(`/courses/${gone}`, { event: 'delete' }).expect(200);
    expect((await accounts(one.client)).map((row: { id: number }) => row.id)).toEqual([there.id]);
    expect(await accounts(at.subAdmin.client)).toEqual([]);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();

const ALL = { include: ['email', 'locale', 'time_zone', 'last_login'] };
const SHOWN_TO_FEW = ['login_id', 'sis_user_id', 'sis_login_id', 'email', 'locale', 'time_zone', 'last_login'];

/** A user of two faculties, of which each administrator reaches those alone who are of no other. */
interface Shared {
  school: School;
  user: number;
  word: string;
}
let shared: Shared;

const byId = async (client: Client, path: string, id: number, query: Fields = {}): Promise<Record<string, unknown>> => {
  const rows: Record<string, unknown>[] = (await client.get(path, { per_page: 100, ...query }).expect(200)).body;
  const found = rows.find((row) => row['id'] === id);
  if (!found) throw new Error(`${path} does not hold ${id}`);
  return found;
};
const ids = async (client: Client, path: string, query: Fields): Promise<number[]> =>
  (await client.get(path, { per_page: 100, ...query }).expect(200)).body.map((row: { id: number }) => row.id);
const fewOf = (row: Record<string, unknown>): string[] => SHOWN_TO_FEW.filter((key) => key in row);

beforeAll(async () => {
  const here = await school(server);
  const word = `quokka-${here.subAccountId}`;
  const { id: user } = await made(
    server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, {
      user: { name: 'Two Faculties', locale: 'sv', time_zone: 'Europe/Stockholm' },
      pseudonym: { unique_id: `${word}-login`, sis_user_id: `${word}-sis` },
      communication_channel: { type: 'email', address: `${word}@school.example` },
    }),
  );
  await server.database.pool.query("update users set last_used_at = '2020-01-01' where id = $1", [user]);
  await enroll(server, here.course.id, user, 'StudentEnrollment');
  shared = { school: here, user, word };
});

const users = (account: number): string => `/accounts/${account}/users`;

// access#4, users#12
describe('a user whom an administrator of a sub-account does not reach', () => {
  // users#2, users#3, users#4, users#6
  test('is listed by name, and to who reaches them with everything', async () => {
    const { school: at, user } = shared;
    await at.subAdmin.client.get(`/users/${user}`).expect(401);
    for (const query of [ALL, { sort: 'last_login' }])
      expect(fewOf(await byId(at.subAdmin.client, users(at.subAccountId), user, query))).toEqual([]);
    for (const account of [at.subAccountId, ROOT_ACCOUNT])
      expect(fewOf(await byId(at.rootAdmin.client, users(account), user, { search_term: String(user), ...ALL }))).toEqual(SHOWN_TO_FEW);
  });

  // users#14
  test.each(['login', 'sis', '@school'])('is found by no part of what is not shown: %s', async (part) => {
    const { school: at, user, word } = shared;
    const term = { search_term: part === '@school' ? `${word}@school` : `${word}-${part}` };
    expect(await ids(at.subAdmin.client, users(at.subAccountId), term)).toEqual([]);
    expect(await ids(at.rootAdmin.client, users(at.subAccountId), term)).toEqual([user]);
    expect(await ids(at.subAdmin.client, users(at.subAccountId), { search_term: 'two facul' })).toEqual([user]);
  });

  // users#13
  test.each(['email', 'sis_id', 'last_login'])('stands where those without a value do: by %s', async (sort) => {
    const { school: at, user } = shared;
    const query = { sort, order: 'asc' };
    const seen = await ids(at.rootAdmin.client, users(at.subAccountId), query);
    expect(seen.indexOf(user)).toBe(0);
    const unseen = await ids(at.subAdmin.client, users(at.subAccountId), query);
    expect(unseen).toEqual(unseen.toSorted((a, b) => a - b));
    // A bookmark tells no more than the list.
    const page = (await at.subAdmin.client.get(users(at.subAccountId), { sort, order: 'desc', per_page: 1 })).headers['link'] ?? '';
    const [, bookmark = ''] = /page=bookmark(?::|%3A)([\w-]+)/.exec(page) ?? [];
    expect(Buffer.from(bookmark, 'base64url').toString()).not.toContain(shared.word);
  });

  // users#6, users#9
  test('has a last login in a course for who reaches them alone', async () => {
    const { school: at, user } = shared;
    const path = `/courses/${at.course.id}/users/${user}`;
    const { body } = await at.subAdmin.client.get(path).expect(200);
    // An administrator acts as a teacher there (access#3).
    expect(fewOf(body)).toEqual(SHOWN_TO_FEW.filter((key) => key !== 'last_login'));
    expect(fewOf((await at.rootAdmin.client.get(path).expect(200)).body)).toEqual(SHOWN_TO_FEW);
  });

  // users#8
  test('is shown to an administrator who teaches them as to a teacher', async () => {
    const { school: at, user, word } = shared;
    const dean = await person(server);
    await appoint(server, at.subAccountId, dean.id);
    await enroll(server, at.course.id, dean.id, 'TeacherEnrollment');
    const row = await byId(dean.client, users(at.subAccountId), user, ALL);
    expect(fewOf(row)).toEqual(SHOWN_TO_FEW.filter((key) => key !== 'last_login'));
    expect(await ids(dean.client, users(at.subAccountId), { search_term: `${word}-sis` })).toEqual([user]);
  });

  // users#2
  test('is shown to themselves as ever', async () => {
    const { school: at } = shared;
    expect(fewOf(await byId(at.subAdmin.client, users(at.subAccountId), at.subAdmin.id, ALL))).toEqual(['login_id']);
  });

  // groups#40, users#14
  test('is no more to them in a set of groups of the account', async () => {
    const { school: at, user, word } = shared;
    const { id } = await made(at.subAdmin.client.post(`/accounts/${at.subAccountId}/group_categories`, { name: unique('Set') }));
    const path = `/group_categories/${id}/users`;
    expect(fewOf(await byId(at.subAdmin.client, path, user, ALL))).toEqual([]);
    expect(await ids(at.subAdmin.client, path, { search_term: `${word}-login` })).toEqual([]);
    expect(await ids(at.rootAdmin.client, path, { search_term: `${word}-login` })).toEqual([user]);
  });

  // groups#19
  test('is no more to them in a group of the account', async () => {
    const { school: at, user } = shared;
    const { id: set } = await made(at.subAdmin.client.post(`/accounts/${at.subAccountId}/group_categories`, { name: unique('Set') }));
    const { id } = await made(at.subAdmin.client.post(`/group_categories/${set}/groups`, { name: unique('Group') }));
    await at.subAdmin.client.post(`/groups/${id}/memberships`, { user_id: user }).expect(200);
    expect(fewOf(await byId(at.subAdmin.client, `/groups/${id}/users`, user, ALL))).toEqual([]);
    const near = ['login_id', 'sis_user_id', 'sis_login_id', 'email', 'locale', 'time_zone'];
    expect(fewOf(await byId(at.rootAdmin.client, `/groups/${id}/users`, user, ALL))).toEqual(near);
  });
});

// access#7, users#12
test('an administrator of another root account, of another root account themselves, is listed there by name', async () => {
  const { foreignAccountId, foreignAdmin } = shared.school;
  await foreignAdmin.client.get('/users/1').expect(404);
  expect(fewOf(await byId(foreignAdmin.client, users(foreignAccountId), 1, ALL))).toEqual([]);
  expect(fewOf(await byId(server.admin, users(foreignAccountId), 1, ALL))).toContain('login_id');
});

// access#4
test('costs as many statements for users in reach as for others', async () => {
  const admin: Person = await person(server);
  const { id: account } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }));
  await appoint(server, account, admin.id);
  const read = (): PromiseLike<unknown> => admin.client.get(users(account), ALL);
  await read();
  const few = await server.statements(read);
  const { id: courseId } = await course(server, { account });
  for (let i = 0; i < 3; i++) await enroll(server, courseId, (await person(server)).id, 'StudentEnrollment');
  expect(await server.statements(read)).toBe(few);
});

// access#8, users#8
test('classmates reach each other while their course is open to them', async () => {
  const { id } = await course(server, { offer: false });
  const [one, other] = [await person(server), await person(server)];
  for (const who of [one, other]) await enroll(server, id, who.id, 'StudentEnrollment');
  const status = async () => (await one.client.get(`/users/${other.id}`)).status;
  expect(await status()).toBe(401);
  await server.admin.put(`/courses/${id}`, { course: {}, offer: true }).expect(200);
  expect(await status()).toBe(200);
});

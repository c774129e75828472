import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
/** Open to who asks to join, with two members, one who is invited and one who asks; another one, and one of the account. */
let group: number;
let other: number;
let club: number;
let ada: Person;
let bob: Person;
let cat: Person;
let dan: Person;

const Rows = z.array(z.looseObject({ id: z.int(), user_id: z.int().optional() }));
const get = (path: string, query: Fields, by: Client = at.teacher.client) => made(by.get(path, { per_page: 100, ...query }), Rows);
const ids = async (...of: Parameters<typeof get>) => (await get(...of)).map((row) => row.id);
const classmate = async (name: string): Promise<Person> => {
  const who = await person(server, { name });
  await enroll(server, at.course.id, who.id, 'StudentEnrollment');
  return who;
};

beforeAll(async () => {
  at = await school(server);
  const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
  const grouped = async (fields: Fields) =>
    (await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group'), ...fields }))).id;
  group = await grouped({ join_level: 'parent_context_request' });
  other = await grouped({ is_public: true });
  ada = await classmate('Ada Lovelace');
  bob = await classmate('Bob 100%');
  cat = await classmate('Cat Lover');
  dan = await classmate('Dan Lovett');
  const path = `/groups/${group}/memberships`;
  for (const who of [ada, bob]) await at.teacher.client.post(path, { user_id: who.id }).expect(200);
  await ada.client.post(path, { user_id: cat.id }).expect(200);
  await dan.client.post(path, { user_id: 'self' }).expect(200);
  club = (await made(ada.client.post('/groups', { name: unique('Club') }))).id;
  await server.admin.post(`/groups/${club}/memberships`, { user_id: bob.id }).expect(200);
});

// groups#47
test('the members of a group are found by their names', async () => {
  const found = (search_term: string, by?: Client) => ids(`/groups/${group}/users`, { search_term }, by);
  for (const by of [at.teacher.client, ada.client]) {
    expect(await found('LOVE', by)).toEqual([ada.id]);
    expect(await found('lace, a', by)).toEqual([ada.id]);
    expect(await found('100%', by)).toEqual([bob.id]);
    expect(await found('a%e', by)).toEqual([]);
    expect((await found(' ', by)).sort((a, b) => a - b)).toEqual([ada.id, bob.id]);
  }
  const inClub = (search_term: string) => ids(`/groups/${club}/users`, { search_term }, at.rootAdmin.client);
  expect(await inClub('bob')).toEqual([bob.id]);
  expect(await inClub('cat')).toEqual([]);
  const long = await at.teacher.client.get(`/groups/${group}/users`, { search_term: 'x'.repeat(256) });
  expect(long).toMatchObject(blamed('search_term'));
});

// groups#47
test('memberships are left by their states', async () => {
  const path = `/groups/${group}/memberships`;
  const people = async (...filter_states: string[]) => (await get(path, { filter_states })).map((row) => row.user_id);
  expect(await people('accepted')).toEqual([ada.id, bob.id]);
  expect(await people('invited')).toEqual([cat.id]);
  expect(await people('requested', 'invited')).toEqual([cat.id, dan.id]);
  expect(await people()).toEqual([ada.id, bob.id, cat.id, dan.id]);
  expect(await at.teacher.client.get(path, { filter_states: ['deleted'] })).toMatchObject(blamed('filter_states'));
});

// groups#48
test('groups of a course are left that are the caller’s own', async () => {
  const path = `/courses/${at.course.id}/groups`;
  const own = (by: Client, word: boolean | string = true) => ids(path, { only_own_groups: word }, by);
  expect(await own(ada.client)).toEqual([group]);
  expect(await own(ada.client, false)).toEqual([group, other]);
  // Neither who is invited nor who asks is a member, and staff are none.
  for (const { client } of [cat, dan, at.teacher]) expect(await own(client)).toEqual([]);
  expect(await ada.client.get(path, { only_own_groups: 'perhaps' })).toMatchObject(blamed('only_own_groups'));
});

// groups#48
test('the caller’s groups are left by what they are of', async () => {
  const of = (context_type: string) => ids('/users/self/groups', { context_type }, ada.client);
  expect(await of('Course')).toEqual([group]);
  expect(await of('Account')).toEqual([club]);
  expect(await of('')).toEqual([group, club]);
  expect(await ada.client.get('/users/self/groups', { context_type: 'School' })).toMatchObject(blamed('context_type'));
});

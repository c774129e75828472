import { beforeAll, describe, expect, test } from 'vitest';
import type { Fields } from '../../helpers/form.ts';
import { made, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let sets: string;
beforeAll(async () => {
  at = await school(server);
  sets = `/accounts/${at.subAccountId}/group_categories`;
});

const newSet = async (fields: Fields = {}): Promise<number> =>
  (await made(at.subAdmin.client.post(sets, { name: unique('Set'), ...fields }))).id;
const newGroup = async (setId: number, fields: Fields = {}): Promise<number> =>
  (await made(at.subAdmin.client.post(`/group_categories/${setId}/groups`, { name: unique('Group'), ...fields }))).id;
const ids = async (path: string, by: Client = at.subAdmin.client, query: Fields = {}): Promise<number[]> =>
  (await by.get(path, { per_page: 100, ...query }).expect(200)).body.map((row: { id: number }) => row.id);

describe('the group sets of an account', () => {
  // groups#37, groups#2
  test('are made, read, changed and deleted by its administrators', async () => {
    const { status, body } = await at.subAdmin.client.post(sets, { name: 'Clubs', self_signup: 'enabled', group_limit: 3 });
    const set = { id: expect.any(Number), name: 'Clubs', role: null, self_signup: 'enabled', group_limit: 3 };
    expect({ status, body }).toEqual({ status: 200, body: { ...set, context_type: 'Account', account_id: at.subAccountId } });
    const path = `/group_categories/${body.id}`;
    expect((await at.rootAdmin.client.get(path).expect(200)).body).toEqual(body);
    expect((await at.subAdmin.client.put(path, { name: 'Societies' }).expect(200)).body).toEqual({ ...body, name: 'Societies' });
    expect(await ids(sets)).toContain(body.id);
    expect(await ids(`/courses/${at.course.id}/group_categories`)).not.toContain(body.id);
    for (const { client } of [at.teacher, at.student, at.stranger])
      for (const one of [client.get(path), client.put(path, { name: 'No' }), client.delete(path), client.get(sets)])
        expect((await one).status).toBe(401);
    expect((await at.foreignAdmin.client.get(path)).status).toBe(404);
    expect((await at.subAdmin.client.delete(path).expect(200)).body.name).toBe('Societies');
    expect((await at.subAdmin.client.get(path)).status).toBe(404);
    expect(await ids(sets)).not.toContain(body.id);
  });

  // groups#37, groups#4
  test('ask for what those of courses do', async () => {
    const before = await ids(sets);
    expect(Object.keys((await at.subAdmin.client.post(sets, { group_limit: 0 })).body.errors)).toEqual(['name', 'group_limit']);
    expect(await ids(sets)).toEqual(before);
  });

  // groups#37, groups#38, groups#9
  test('hold groups that stand in the account', async () => {
    const set = await newSet({ self_signup: 'enabled' });
    const { body } = await at.subAdmin.client.post(`/group_categories/${set}/groups`, { name: 'Chess' }).expect(200);
    expect(body).toMatchObject({ context_type: 'Account', account_id: at.subAccountId, group_category_id: set });
    expect(body).toMatchObject({ join_level: 'parent_context_auto_join' });
    expect(await ids(`/accounts/${at.subAccountId}/groups`)).toContain(body.id);
    expect(await ids(`/accounts/1/groups`, at.rootAdmin.client)).not.toContain(body.id);
    expect((await at.teacher.client.get(`/accounts/${at.subAccountId}/groups`)).status).toBe(401);
    expect((await at.teacher.client.post(`/group_categories/${set}/groups`, { name: 'No' })).status).toBe(401);
  });

  // groups#37
  test('the groups of the root account are those of its community too', async () => {
    const { id } = await made(at.stranger.client.post('/groups', { name: 'Community' }));
    expect(await ids('/accounts/1/groups', at.rootAdmin.client)).toContain(id);
  });

  // groups#38, groups#6, groups#7
  test('let people of the root account in, into one group of a set, up to its limit', async () => {
    const set = await newSet({ self_signup: 'enabled', group_limit: 1 });
    const [one, two] = [await newGroup(set), await newGroup(set)];
    const join = (group: number, by: Client) => by.post(`/groups/${group}/memberships`, { user_id: 'self' });
    await join(one, at.stranger.client).expect(200);
    expect((await join(one, at.student.client)).body.errors.user_id[0].type).toBe('group_full');
    await join(two, at.stranger.client).expect(200);
    expect(await ids(`/groups/${one}/users`)).toEqual([]);
    expect(await ids(`/groups/${two}/users`)).toEqual([at.stranger.id]);
    expect(await ids('/users/self/groups', at.stranger.client)).toContain(two);
    expect((await at.foreignAdmin.client.get(`/groups/${two}`)).status).toBe(404);
    await at.subAdmin.client.delete(`/group_categories/${set}`).expect(200);
    expect((await at.stranger.client.get(`/groups/${two}`)).status).toBe(404);
    expect(await ids('/users/self/groups', at.stranger.client)).not.toContain(two);
  });

  // groups#38
  test('their groups are closed to whoever is not let in', async () => {
    const group = await newGroup(await newSet());
    expect((await at.student.client.get(`/groups/${group}`)).status).toBe(401);
    await at.subAdmin.client.post(`/groups/${group}/memberships`, { user_id: at.student.id }).expect(200);
    expect((await at.student.client.get(`/groups/${group}`)).status).toBe(200);
    expect((await at.teacher.client.get(`/groups/${group}`)).status).toBe(401);
    expect((await at.rootAdmin.client.put(`/groups/${group}`, { name: 'Ours' })).status).toBe(200);
  });

  // groups#39
  test('are none to topics and assignments of a course', async () => {
    const set = await newSet();
    const course = `/courses/${at.course.id}`;
    const topic = { title: 'Talk', group_category_id: set };
    expect((await at.teacher.client.post(`${course}/discussion_topics`, topic)).status).toBe(404);
    const refused = await at.teacher.client.post(`${course}/assignments`, { assignment: { name: 'Work', group_category_id: set } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['group_category_id']]);
  });

  // groups#40
  test('list the people of the account, or those without a group', async () => {
    const set = await newSet();
    const group = await newGroup(set);
    const one = await person(server, { account: at.subAccountId });
    const users = (query: Fields = {}) => ids(`/group_categories/${set}/users`, at.subAdmin.client, query);
    expect(await users()).toEqual(expect.arrayContaining([one.id, at.student.id, at.teacher.id]));
    expect(await users()).not.toContain(at.stranger.id);
    await at.subAdmin.client.post(`/groups/${group}/memberships`, { user_id: one.id }).expect(200);
    expect(await users({ unassigned: true })).not.toContain(one.id);
    expect(await users({ unassigned: true })).toContain(at.student.id);
    expect(await users({ search_term: one.login })).toEqual([one.id]);
    expect((await at.student.client.get(`/group_categories/${set}/users`)).status).toBe(401);
  });

  // accounts#22
  test('keep their account from being deleted', async () => {
    const { id } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Faculty') } }));
    const set = await made(server.admin.post(`/accounts/${id}/group_categories`, { name: 'Set' }));
    expect((await server.admin.delete(`/accounts/1/sub_accounts/${id}`)).status).toBe(400);
    await server.admin.delete(`/group_categories/${set.id}`).expect(200);
    await server.admin.delete(`/accounts/1/sub_accounts/${id}`).expect(200);
    expect((await server.admin.post(`/accounts/${id}/group_categories`, { name: 'Set' })).status).toBe(404);
  });
});

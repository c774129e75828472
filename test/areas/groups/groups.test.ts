import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const newSet = async (fields: Fields = {}, courseId = at.course.id): Promise<number> =>
  (await made(server.admin.post(`/courses/${courseId}/group_categories`, { name: unique('Set'), ...fields }))).id;
const newGroup = async (setId: number, fields: Fields = {}): Promise<number> =>
  (await made(server.admin.post(`/group_categories/${setId}/groups`, { name: unique('Group'), ...fields }))).id;
const add = (groupId: number, userId: number) => server.admin.post(`/groups/${groupId}/memberships`, { user_id: userId }).expect(200);
const read = async (path: string, by: Client = server.admin) => (await by.get(path).expect(200)).body;
const ids = (body: { id: number }[]) => body.map((row) => row.id);
const STAFF = ['teacher', 'ta', 'designer', 'subAdmin', 'rootAdmin'] as const;

describe('group sets', () => {
  // groups#1, groups#2, groups#3
  test('have exactly these fields', async () => {
    const { status, body } = await at.teacher.client.post(`/courses/${at.course.id}/group_categories`, {
      name: 'Projects',
      self_signup: 'enabled',
      group_limit: 4,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        name: 'Projects',
        role: null,
        self_signup: 'enabled',
        group_limit: 4,
        context_type: 'Course',
        course_id: at.course.id,
      },
    });
    expect(await read(`/group_categories/${body.id}`, at.student.client)).toEqual(body);
    expect(await read(`/courses/${at.course.id}/group_categories?per_page=100`, at.observer.client)).toContainEqual(body);
  });

  // groups#1
  test('are listed by id', async () => {
    const own = await course(server);
    const made = [await newSet({ name: 'B' }, own.id), await newSet({ name: 'A' }, own.id)];
    expect(ids(await read(`/courses/${own.id}/group_categories`))).toEqual(made);
  });

  // groups#4
  test.each<[string, Fields, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['a limit of none', { name: 'Set', group_limit: 0 }, 'group_limit'],
    ['a limit that is no number', { name: 'Set', group_limit: 'few' }, 'group_limit'],
    ['an unknown sign-up', { name: 'Set', self_signup: 'sometimes' }, 'self_signup'],
  ])('%s is refused, and nothing is made', async (_what, fields, field) => {
    const own = await course(server);
    expect(await server.admin.post(`/courses/${own.id}/group_categories`, fields)).toMatchObject(blamed(field));
    expect(await read(`/courses/${own.id}/group_categories`)).toEqual([]);
  });

  // groups#1, groups#4
  test('keep what is not sent, lose what is sent empty, and take nothing of what is wrong', async () => {
    const id = await newSet({ name: 'Old', self_signup: 'restricted', group_limit: 3 });
    const put = (fields: Fields) => at.ta.client.put(`/group_categories/${id}`, fields);
    expect((await put({ name: 'New' })).body).toMatchObject({ name: 'New', self_signup: 'restricted', group_limit: 3 });
    expect((await put({ self_signup: '', group_limit: null })).body).toMatchObject({ name: 'New', self_signup: null, group_limit: null });
    expect(await put({ name: 'Half', group_limit: -1 })).toMatchObject(blamed('group_limit'));
    expect(await read(`/group_categories/${id}`)).toMatchObject({ name: 'New', group_limit: null });
  });

  // groups#3
  test('are managed by staff and administrators', async () => {
    for (const role of STAFF) {
      const one = await at[role].client.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }).expect(200);
      await at[role].client.put(`/group_categories/${one.body.id}`, { name: unique('Set') }).expect(200);
      await at[role].client.delete(`/group_categories/${one.body.id}`).expect(200);
    }
    const id = await newSet({ name: 'Stays' });
    for (const role of ['student', 'observer', 'stranger'] as const) {
      expect((await at[role].client.post(`/courses/${at.course.id}/group_categories`, { name: 'No' })).status).toBe(401);
      expect((await at[role].client.put(`/group_categories/${id}`, { name: 'No' })).status).toBe(401);
      expect((await at[role].client.post(`/group_categories/${id}/groups`, { name: 'No' })).status).toBe(401);
      expect((await at[role].client.delete(`/group_categories/${id}`)).status).toBe(401);
    }
    expect((await read(`/group_categories/${id}`)).name).toBe('Stays');
    expect(await read(`/group_categories/${id}/groups`)).toEqual([]);
  });

  // groups#5
  test('take their groups and memberships along when they go', async () => {
    const id = await newSet();
    const group = await newGroup(id);
    await add(group, at.student.id);
    expect((await at.teacher.client.delete(`/group_categories/${id}`).expect(200)).body.id).toBe(id);
    for (const path of [`/group_categories/${id}`, `/group_categories/${id}/groups`, `/groups/${group}`])
      expect((await server.admin.get(path)).status).toBe(404);
    expect(ids(await read('/users/self/groups', at.student.client))).not.toContain(group);
    expect((await server.admin.delete(`/group_categories/${id}`)).status).toBe(404);
  });

  // groups#3
  test('are not found in another root account, and refused to strangers', async () => {
    const id = await newSet();
    expect((await at.foreignAdmin.client.get(`/group_categories/${id}`)).status).toBe(404);
    expect((await at.stranger.client.get(`/group_categories/${id}`)).status).toBe(401);
    for (const wrong of [999999, 'first']) expect((await server.admin.get(`/group_categories/${wrong}`)).status).toBe(404);
  });
});

describe('course groups', () => {
  // groups#8, groups#9
  test('have exactly these fields, with course_id', async () => {
    const setId = await newSet();
    const sent = { name: 'One', description: 'The first', is_public: true, join_level: 'parent_context_auto_join' };
    const { status, body } = await at.designer.client.post(`/group_categories/${setId}/groups`, sent);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...sent,
        id: expect.any(Number),
        members_count: 0,
        context_type: 'Course',
        context_name: at.course.name,
        course_id: at.course.id,
        group_category_id: setId,
        role: null,
        avatar_url: null,
        concluded: false,
      },
    });
    await add(body.id, at.student.id);
    expect(await read(`/groups/${body.id}`)).toEqual({ ...body, members_count: 1 });
  });

  // groups#11
  test.each<[string, Fields, string]>([
    ['no name', {}, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['an unknown join level', { name: 'G', join_level: 'by_chance' }, 'join_level'],
    ['what is no truth', { name: 'G', is_public: 'perhaps' }, 'is_public'],
    ['a description over 500 kB', { name: 'G', description: 'x'.repeat(500_001) }, 'description'],
  ])('%s is refused, and nothing is made or changed', async (_what, fields, field) => {
    const setId = await newSet();
    expect(await server.admin.post(`/group_categories/${setId}/groups`, fields)).toMatchObject(blamed(field));
    expect(await server.admin.post('/groups', fields)).toMatchObject(blamed(field));
    expect(await read(`/group_categories/${setId}/groups`)).toEqual([]);
    if (Object.keys(fields).length === 0) return;
    const id = await newGroup(setId, { name: 'Before' });
    expect(await server.admin.put(`/groups/${id}`, { is_public: true, ...fields })).toMatchObject(blamed(field));
    expect(await read(`/groups/${id}`)).toMatchObject({
      name: 'Before',
      is_public: false,
      join_level: 'invitation_only',
      description: null,
    });
  });

  // groups#12
  test('are read by the staff and their members; open ones by students of the course', async () => {
    const setId = await newSet();
    const closed = await newGroup(setId);
    const open = await newGroup(setId, { is_public: true });
    await add(closed, at.student.id);
    for (const role of [...STAFF, 'student'] as const) expect((await at[role].client.get(`/groups/${closed}`)).status).toBe(200);
    for (const role of ['student2', 'observer', 'stranger'] as const)
      expect((await at[role].client.get(`/groups/${closed}`)).status).toBe(401);
    expect((await at.student2.client.get(`/groups/${open}`)).status).toBe(200);
    expect((await at.stranger.client.get(`/groups/${open}`)).status).toBe(401);
    for (const id of [closed, open]) expect((await at.foreignAdmin.client.get(`/groups/${id}`)).status).toBe(404);
    for (const wrong of [999999, 'first']) expect((await server.admin.get(`/groups/${wrong}`)).status).toBe(404);
  });

  // groups#8, groups#13
  test('are listed by id to who may read them', async () => {
    const own = await course(server, { account: at.subAccountId });
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    await enroll(server, own.id, at.student2.id, 'StudentEnrollment');
    const setId = await newSet({}, own.id);
    const [closed, open, asked, other] = [
      await newGroup(setId),
      await newGroup(setId, { is_public: true }),
      await newGroup(setId, { join_level: 'parent_context_request' }),
      await newGroup(await newSet({}, own.id)),
    ];
    await add(closed, at.student.id);
    const seen = async (path: string, by: Client) => ids(await read(path, by));
    expect(await seen(`/courses/${own.id}/groups`, at.teacher.client)).toEqual([closed, open, asked, other]);
    expect(await seen(`/courses/${own.id}/groups`, at.student.client)).toEqual([closed, open, asked]);
    expect(await seen(`/courses/${own.id}/groups`, at.student2.client)).toEqual([open, asked]);
    expect(await seen(`/group_categories/${setId}/groups`, at.teacher.client)).toEqual([closed, open, asked]);
    expect(await seen(`/group_categories/${setId}/groups`, at.student2.client)).toEqual([open, asked]);
    const mine = await seen('/users/self/groups?per_page=100', at.student.client);
    expect(mine).toContain(closed);
    expect(mine).not.toContain(open);
  });

  // groups#8, groups#14
  test('are changed and deleted by the staff, not by members', async () => {
    const setId = await newSet();
    for (const role of STAFF) {
      const id = await newGroup(setId);
      const changed = await at[role].client.put(`/groups/${id}`, { description: role }).expect(200);
      expect(changed.body).toMatchObject({ id, description: role, is_public: false });
      expect((await at[role].client.delete(`/groups/${id}`).expect(200)).body).toEqual(changed.body);
      expect((await server.admin.get(`/groups/${id}`)).status).toBe(404);
    }
    const id = await newGroup(setId, { name: 'Stays' });
    await add(id, at.student.id);
    for (const role of ['student', 'student2', 'observer', 'stranger'] as const) {
      expect((await at[role].client.put(`/groups/${id}`, { name: 'No' })).status).toBe(401);
      expect((await at[role].client.delete(`/groups/${id}`)).status).toBe(401);
    }
    expect((await read(`/groups/${id}`)).name).toBe('Stays');
  });

  // groups#14
  test('of two deletions at once one succeeds', async () => {
    const id = await newGroup(await newSet());
    const answers = await Promise.all([at.teacher.client.delete(`/groups/${id}`), server.admin.delete(`/groups/${id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  // groups#15
  test('of a completed course are read only, but to administrators', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const id = await newGroup(await newSet({}, own.id));
    await server.admin.delete(`/courses/${own.id}`, { event: 'conclude' }).expect(200);
    expect((await at.teacher.client.get(`/groups/${id}`)).status).toBe(200);
    expect((await at.teacher.client.put(`/groups/${id}`, { name: 'No' })).status).toBe(401);
    expect((await at.rootAdmin.client.put(`/groups/${id}`, { name: 'Yes' })).status).toBe(200);
  });

  // groups#9
  test('say that their course is concluded, wherever they are shown', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.student2.id, 'StudentEnrollment');
    const setId = await newSet({}, own.id);
    const id = await newGroup(setId);
    await add(id, at.student2.id);
    const { client } = at.student2;
    await client.post(`/users/self/favorites/groups/${id}`).expect(200);
    const shown = async (): Promise<boolean[]> => {
      const lists = [
        '/users/self/groups',
        '/users/self/favorites/groups',
        `/courses/${own.id}/groups`,
        `/group_categories/${setId}/groups`,
      ];
      const rows = await Promise.all(lists.map((path) => read(`${path}?per_page=100`, client)));
      const found = rows.map((list) => list.find((row: { id: number }) => row.id === id));
      return [...found, (await client.get(`/groups/${id}`).expect(200)).body].map((row) => row.concluded);
    };
    expect(new Set(await shown())).toEqual(new Set([false]));
    await server.admin.delete(`/courses/${own.id}`, { event: 'conclude' }).expect(200);
    expect(await shown()).toEqual([true, true, true, true, true]);
    const renamed = await at.rootAdmin.client.put(`/groups/${id}`, { name: 'Renamed' }).expect(200);
    expect(renamed.body.concluded).toBe(true);
  });

  // groups#13
  test('are not among the own ones of a student before their course is offered', async () => {
    const own = await course(server, { offer: false });
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const id = await newGroup(await newSet({}, own.id));
    for (const who of [at.student, at.teacher]) await add(id, who.id);
    const mine = async ({ client }: { client: Client }) => ids(await read('/users/self/groups?per_page=100', client));
    expect(await mine(at.teacher)).toContain(id);
    expect(await mine(at.student)).not.toContain(id);
    await server.admin.put(`/courses/${own.id}`, { course: { event: 'offer' } }).expect(200);
    expect(await mine(at.student)).toContain(id);
  });

  // groups#16
  test('go with their course', async () => {
    const own = await course(server);
    await enroll(server, own.id, at.student.id, 'StudentEnrollment');
    await enroll(server, own.id, at.teacher.id, 'TeacherEnrollment');
    const id = await newGroup(await newSet({}, own.id));
    for (const who of [at.student, at.teacher]) await add(id, who.id);
    await server.admin.delete(`/courses/${own.id}`, { event: 'delete' }).expect(200);
    for (const { client } of [at.student, at.teacher]) {
      expect((await client.get(`/groups/${id}`)).status).toBe(404);
      expect(ids(await read('/users/self/groups?per_page=100', client))).not.toContain(id);
    }
  });
});

describe('community groups', () => {
  // groups#9, groups#10, groups#17
  test('are made by any user, in the root account, with the maker as moderator', async () => {
    const founder = await person(server);
    const { status, body } = await founder.client.postForm('/groups', { name: 'Chess', description: 'Every Friday' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        name: 'Chess',
        description: 'Every Friday',
        is_public: false,
        join_level: 'invitation_only',
        members_count: 1,
        context_type: 'Account',
        context_name: 'Lectern',
        account_id: 1,
        group_category_id: null,
        role: null,
        avatar_url: null,
        concluded: false,
      },
    });
    expect(await read(`/groups/${body.id}/memberships`, founder.client)).toMatchObject([
      { user_id: founder.id, workflow_state: 'accepted', moderator: true },
    ]);
    expect(ids(await read('/users/self/groups', founder.client))).toEqual([body.id]);
    expect((await founder.client.put(`/groups/${body.id}`, { name: 'Go' }).expect(200)).body).toMatchObject({
      name: 'Go',
      description: 'Every Friday',
    });
    expect((await founder.client.delete(`/groups/${body.id}`)).status).toBe(200);
    expect((await founder.client.get(`/groups/${body.id}`)).status).toBe(404);
  });

  // groups#12, groups#18, groups#22
  test('are closed to others, open to all of the root account where public, and administered from above', async () => {
    const founder = await person(server);
    const { id } = await made(founder.client.post('/groups', { name: 'Closed' }));
    expect((await at.stranger.client.get(`/groups/${id}`)).status).toBe(401);
    expect((await at.rootAdmin.client.get(`/groups/${id}`)).status).toBe(200);
    expect((await at.subAdmin.client.get(`/groups/${id}`)).status).toBe(401);
    expect((await at.foreignAdmin.client.get(`/groups/${id}`)).status).toBe(404);
    await founder.client.put(`/groups/${id}`, { is_public: true }).expect(200);
    expect((await at.stranger.client.get(`/groups/${id}`)).status).toBe(200);
    expect((await at.stranger.client.get(`/groups/${id}/users`)).status).toBe(401);
    expect((await at.stranger.client.put(`/groups/${id}`, { name: 'No' })).status).toBe(401);
    expect((await at.foreignAdmin.client.get(`/groups/${id}`)).status).toBe(404);
  });
});

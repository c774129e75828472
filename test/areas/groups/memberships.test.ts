import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const newSet = async (fields: Fields = {}): Promise<number> =>
  (await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set'), ...fields }))).id;
const newGroup = async (setId: number, fields: Fields = {}): Promise<number> =>
  (await made(server.admin.post(`/group_categories/${setId}/groups`, { name: unique('Group'), ...fields }))).id;
const closedGroup = async () => newGroup(await newSet(), { join_level: 'invitation_only' });
const join = (groupId: number, userId: number | string, by: Client) => by.post(`/groups/${groupId}/memberships`, { user_id: userId });
const change = (groupId: number, id: number, fields: Fields, by: Client) => by.put(`/groups/${groupId}/memberships/${id}`, fields);
const leave = (groupId: number, id: number, by: Client) => by.delete(`/groups/${groupId}/memberships/${id}`);
const members = async (groupId: number): Promise<Record<number, string>> => {
  const { body } = await server.admin.get(`/groups/${groupId}/memberships`, { per_page: 100 }).expect(200);
  return Object.fromEntries(body.map((row: { user_id: number; workflow_state: string }) => [row.user_id, row.workflow_state]));
};
const classmate = async (): Promise<Person> => {
  const who = await person(server);
  await enroll(server, at.course.id, who.id, 'StudentEnrollment');
  return who;
};

describe('made by staff or an administrator', () => {
  // groups#20, groups#21, groups#26
  test.each(['teacher', 'ta', 'designer', 'subAdmin', 'rootAdmin'] as const)('%s: accepted at once', async (role) => {
    const group = await closedGroup();
    const { status, body } = await join(group, at.student.id, at[role].client);
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.any(Number), group_id: group, user_id: at.student.id, workflow_state: 'accepted', moderator: false },
    });
    expect(await members(group)).toEqual({ [at.student.id]: 'accepted' });
  });

  // groups#32
  test('a second time it is answered as it is', async () => {
    const group = await closedGroup();
    const first = await join(group, at.student.id, at.teacher.client);
    await change(group, first.body.id, { moderator: true }, at.teacher.client).expect(200);
    expect((await join(group, at.student.id, at.teacher.client)).body).toEqual({ ...first.body, moderator: true });
  });

  // groups#32
  test('who asks to join where only invitations count is answered as what they are', async () => {
    const group = await closedGroup();
    const member = await join(group, at.student.id, at.teacher.client);
    expect(await join(group, 'self', at.student.client)).toMatchObject({ status: 200, body: member.body });
    const invited = await join(group, at.student2.id, at.student.client);
    await change(group, invited.body.id, { moderator: true }, at.teacher.client).expect(200);
    const { body } = await join(group, 'self', at.student2.client);
    expect(body).toEqual({ ...invited.body, workflow_state: 'accepted', moderator: true });
  });

  // groups#27
  test('user_id is needed, an id, and somebody of the course', async () => {
    const group = await closedGroup();
    for (const body of [{}, { user_id: '' }, { user_id: 'ada' }]) {
      expect(await at.teacher.client.post(`/groups/${group}/memberships`, body)).toMatchObject(blamed('user_id'));
    }
    for (const id of [999999, at.stranger.id, at.foreignAdmin.id]) expect((await join(group, id, at.teacher.client)).status).toBe(404);
    expect(await members(group)).toEqual({});
  });

  // groups#27
  test('people of another course cannot be added', async () => {
    const other = await course(server);
    const who = await person(server);
    await enroll(server, other.id, who.id, 'StudentEnrollment');
    expect((await join(await closedGroup(), who.id, at.teacher.client)).status).toBe(404);
  });
});

describe('made for somebody else by anyone else', () => {
  // groups#28
  test('invited, until that person accepts; nobody else can', async () => {
    const group = await closedGroup();
    await join(group, at.student.id, at.teacher.client).expect(200);
    const { status, body } = await join(group, at.student2.id, at.student.client);
    expect({ status, state: body.workflow_state }).toEqual({ status: 200, state: 'invited' });
    expect((await change(group, body.id, { workflow_state: 'accepted' }, at.student.client)).status).toBe(401);
    expect(await members(group)).toMatchObject({ [at.student2.id]: 'invited' });
    const accepted = await change(group, body.id, { workflow_state: 'accepted' }, at.student2.client);
    expect(accepted.body).toEqual({ ...body, workflow_state: 'accepted' });
    expect((await at.student2.client.get(`/groups/${group}`).expect(200)).body.members_count).toBe(2);
  });

  // groups#22, groups#28
  test('invited shares nothing', async () => {
    const group = await closedGroup();
    await join(group, at.student.id, at.teacher.client).expect(200);
    await join(group, at.student2.id, at.student.client).expect(200);
    expect((await at.student2.client.get(`/groups/${group}/users`)).status).toBe(401);
    expect((await at.student2.client.get(`/groups/${group}/memberships`)).status).toBe(401);
    const third = await classmate();
    expect((await join(group, third.id, at.student2.client)).status).toBe(401);
    const { body } = await at.student2.client.get('/users/self/groups', { per_page: 100 }).expect(200);
    expect(body.map((row: { id: number }) => row.id)).not.toContain(group);
    const users = await at.student.client.get(`/groups/${group}/users`).expect(200);
    expect(users.body.map((row: { id: number }) => row.id)).toEqual([at.student.id]);
    expect((await server.admin.get(`/groups/${group}`).expect(200)).body.members_count).toBe(1);
  });

  // groups#12
  test('an invitation shows the group itself', async () => {
    const group = await closedGroup();
    expect((await at.student2.client.get(`/groups/${group}`)).status).toBe(401);
    await join(group, at.student.id, at.teacher.client).expect(200);
    await join(group, at.student2.id, at.student.client).expect(200);
    expect((await at.student2.client.get(`/groups/${group}`).expect(200)).body.id).toBe(group);
    const { body } = await at.student2.client.get(`/courses/${at.course.id}/groups`, { per_page: 100 }).expect(200);
    expect(body.map((row: { id: number }) => row.id)).toContain(group);
  });

  // groups#30
  test('an invitation to a community group does not make people known to each other', async () => {
    const [founder, guest] = [await person(server), await person(server)];
    const { id } = await made(founder.client.post('/groups', { name: 'Chess' }));
    const invitation = await join(id, guest.id, founder.client);
    expect(invitation.body.workflow_state).toBe('invited');
    for (const [by, of] of [
      [founder, guest],
      [guest, founder],
    ] as const)
      expect((await by.client.get(`/users/${of.id}`)).status).toBe(401);
    await change(id, invitation.body.id, { workflow_state: 'accepted' }, guest.client).expect(200);
    expect((await guest.client.get(`/users/${founder.id}`)).status).toBe(200);
  });

  // groups#28
  test('who is outside may not', async () => {
    const group = await closedGroup();
    for (const role of ['student', 'observer', 'stranger'] as const)
      expect((await join(group, at.student2.id, at[role].client)).status).toBe(401);
    expect((await join(group, at.student.id, at.foreignAdmin.client)).status).toBe(404);
    expect(await members(group)).toEqual({});
  });
});

describe('oneself', () => {
  // groups#31
  test('joins at once where join_level allows', async () => {
    const group = await newGroup(await newSet(), { join_level: 'parent_context_auto_join' });
    expect((await join(group, 'self', at.student.client)).body).toMatchObject({ user_id: at.student.id, workflow_state: 'accepted' });
    expect((await join(group, at.student2.id, at.student2.client)).body.workflow_state).toBe('accepted');
    expect((await join(group, 'self', at.stranger.client)).status).toBe(401);
  });

  // groups#10
  test('joins a group of which nothing is said where its set is for signing up', async () => {
    const group = await newGroup(await newSet({ self_signup: 'enabled' }));
    expect((await at.student.client.get(`/groups/${group}`).expect(200)).body.join_level).toBe('parent_context_auto_join');
    expect((await join(group, 'self', at.student.client)).body.workflow_state).toBe('accepted');
    const restricted = await newGroup(await newSet({ self_signup: 'restricted' }));
    expect((await join(restricted, 'self', at.student.client)).status).toBe(401);
  });

  // groups#31
  test('does not join where only invitations count', async () => {
    const group = await newGroup(await newSet(), { join_level: 'invitation_only', is_public: true });
    expect((await join(group, 'self', at.student.client)).status).toBe(401);
    expect(await members(group)).toEqual({});
  });

  // groups#31
  test('asks where requests count, and is a member only when somebody who moderates accepts', async () => {
    const group = await newGroup(await newSet(), { join_level: 'parent_context_request' });
    const { body } = await join(group, 'self', at.student.client);
    expect(body.workflow_state).not.toBe('accepted');
    expect((await at.student.client.get(`/groups/${group}/users`)).status).toBe(401);
    expect((await change(group, body.id, { workflow_state: 'accepted' }, at.student.client)).status).toBe(401);
    expect((await change(group, body.id, { workflow_state: 'accepted' }, at.teacher.client)).body.workflow_state).toBe('accepted');
    expect((await at.student.client.get(`/groups/${group}/users`)).status).toBe(200);
    // Who is in accepts once more, which changes nothing.
    const again = await change(group, body.id, { workflow_state: 'accepted' }, at.student.client);
    expect(again).toMatchObject({ status: 200, body: { id: body.id, workflow_state: 'accepted' } });
  });

  // groups#20, groups#33
  test('leaves, and is no member then', async () => {
    const group = await closedGroup();
    const { body } = await join(group, at.student.id, at.teacher.client);
    expect((await leave(group, body.id, at.student.client).expect(200)).body.id).toBe(body.id);
    expect(await members(group)).toEqual({});
    expect((await at.student.client.get(`/groups/${group}`)).status).toBe(401);
    expect((await leave(group, body.id, at.teacher.client)).status).toBe(404);
  });
});

describe('moderators', () => {
  // groups#33
  test('who have left come back without that', async () => {
    const group = await closedGroup();
    const { body } = await join(group, at.student.id, at.teacher.client);
    await change(group, body.id, { moderator: true }, at.teacher.client).expect(200);
    await leave(group, body.id, at.student.client).expect(200);
    expect((await join(group, at.student.id, at.teacher.client)).body).toMatchObject({ workflow_state: 'accepted', moderator: false });
  });

  // groups#14, groups#34
  test('are named by PUT, by the staff, and moderate then', async () => {
    const group = await closedGroup();
    const mine = await join(group, at.student.id, at.teacher.client);
    const theirs = await join(group, at.student2.id, at.teacher.client);
    expect((await change(group, mine.body.id, { moderator: true }, at.student.client)).status).toBe(401);
    expect((await leave(group, theirs.body.id, at.student.client)).status).toBe(401);
    expect((await change(group, mine.body.id, { moderator: true }, at.ta.client)).body).toEqual({ ...mine.body, moderator: true });
    expect((await change(group, theirs.body.id, { moderator: true }, at.student.client)).body.moderator).toBe(true);
    expect((await at.student.client.put(`/groups/${group}`, { name: 'Ours' })).status).toBe(200);
    expect((await leave(group, theirs.body.id, at.student.client)).status).toBe(200);
    expect(await members(group)).toEqual({ [at.student.id]: 'accepted' });
  });

  // groups#34
  test.each<[string, Fields, string]>([
    ['a state that cannot be set', { moderator: true, workflow_state: 'burned' }, 'workflow_state'],
    ['what is no truth', { workflow_state: 'accepted', moderator: 'perhaps' }, 'moderator'],
  ])('%s is refused, and nothing is changed', async (_what, fields, field) => {
    const group = await closedGroup();
    const { body } = await join(group, at.student.id, at.teacher.client);
    expect(await change(group, body.id, fields, at.teacher.client)).toMatchObject(blamed(field));
    const { body: rows } = await server.admin.get(`/groups/${group}/memberships`).expect(200);
    expect(rows).toEqual([body]);
  });

  // groups#21
  test('a membership of another group, or none, is not found', async () => {
    const [group, other] = [await closedGroup(), await closedGroup()];
    const { body } = await join(group, at.student.id, at.teacher.client);
    for (const id of [body.id, 999999]) {
      expect((await change(other, id, { moderator: true }, at.teacher.client)).status).toBe(404);
      expect((await leave(other, id, at.teacher.client)).status).toBe(404);
    }
    expect((await at.teacher.client.delete(`/groups/${group}/memberships/first`)).status).toBe(404);
    expect(await members(group)).toEqual({ [at.student.id]: 'accepted' });
  });
});

describe('the members', () => {
  // groups#19, groups#20
  test('are listed by sortable name, with logins for teachers only; memberships by id', async () => {
    const group = await closedGroup();
    const people: Person[] = [];
    for (const name of ['Amy Zulu', 'Zoe Alpha']) people.push(await person(server, { name }));
    for (const who of people) {
      await enroll(server, at.course.id, who.id, 'StudentEnrollment');
      await join(group, who.id, at.teacher.client).expect(200);
    }
    const [amy, zoe] = people.map((who) => who.id);
    const seen = async (by: Client): Promise<Record<string, unknown>[]> => (await by.get(`/groups/${group}/users`).expect(200)).body;
    expect((await seen(at.teacher.client)).map((row) => row['id'])).toEqual([zoe, amy]);
    expect((await seen(at.teacher.client)).map((row) => row['login_id'])).toEqual([people[1]?.login, people[0]?.login]);
    const toAmy = await seen(people[0]?.client ?? server.anonymous);
    expect(toAmy.map((row) => row['login_id'])).toEqual([undefined, people[0]?.login]);
    const { body } = await at.teacher.client.get(`/groups/${group}/memberships`).expect(200);
    expect(body.map((row: { user_id: number }) => row.user_id)).toEqual([amy, zoe]);
  });

  // groups#24
  test('leave with the course', async () => {
    const group = await closedGroup();
    const who = await person(server);
    const enrolled = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    await join(group, who.id, at.teacher.client).expect(200);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrolled.id}`, { task: 'delete' }).expect(200);
    expect(await members(group)).toEqual({});
    expect((await who.client.get(`/groups/${group}`)).status).toBe(401);
  });

  // groups#6
  test('of a set are in one of its groups at a time, and in another set beside it', async () => {
    const set = await newSet();
    const [one, two, elsewhere] = [await newGroup(set), await newGroup(set), await newGroup(await newSet())];
    for (const group of [one, elsewhere, two]) await join(group, at.student.id, at.teacher.client).expect(200);
    expect([await members(one), await members(two), await members(elsewhere)]).toEqual([
      {},
      { [at.student.id]: 'accepted' },
      { [at.student.id]: 'accepted' },
    ]);
  });
});

describe('group_limit', () => {
  // groups#7
  test('is how many members a group of the set may have; the invited do not count', async () => {
    const group = await newGroup(await newSet({ group_limit: 2 }));
    await join(group, at.student.id, at.teacher.client).expect(200);
    const { body } = await join(group, at.student2.id, at.student.client);
    const third = await classmate();
    await join(group, third.id, at.teacher.client).expect(200);
    const full = { status: 400, body: { errors: { user_id: [{ type: 'group_full' }] } } };
    expect(await change(group, body.id, { workflow_state: 'accepted' }, at.student2.client)).toMatchObject(full);
    expect(await join(group, (await classmate()).id, at.teacher.client)).toMatchObject(full);
    expect(await members(group)).toEqual({ [at.student.id]: 'accepted', [at.student2.id]: 'invited', [third.id]: 'accepted' });
  });

  // groups#7
  test('of two who take the last place at once one gets it', async () => {
    const group = await newGroup(await newSet({ group_limit: 1, self_signup: 'enabled' }), { join_level: 'parent_context_auto_join' });
    const answers = await Promise.all([join(group, 'self', at.student.client), join(group, 'self', at.student2.client)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(Object.values(await members(group))).toEqual(['accepted']);
  });
});

describe('at once', () => {
  // groups#32
  test('joining twice makes one membership', async () => {
    const group = await newGroup(await newSet(), { join_level: 'parent_context_auto_join' });
    const answers = await Promise.all([1, 2, 3].map(() => join(group, 'self', at.student.client)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  // groups#6
  test('joining two groups of a set ends in one of them', async () => {
    const set = await newSet();
    const groups = [await newGroup(set), await newGroup(set)];
    const answers = await Promise.all(groups.map((group) => join(group, at.student.id, at.teacher.client)));
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const found = [...Object.keys(await members(groups[0] ?? 0)), ...Object.keys(await members(groups[1] ?? 0))];
    expect(found).toEqual([String(at.student.id)]);
  });

  // groups#8
  test('nobody comes into a group that is deleted', async () => {
    const { id: group } = await made(server.admin.post('/groups', { name: unique('Club') }));
    const answers = await atOnce(server, `select from groups where id = ${group} for update`, [
      async () => server.admin.delete(`/groups/${group}`),
      async () => join(group, at.student.id, server.admin),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  });
});

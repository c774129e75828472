import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Data, Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const newSet = async (fields: Fields = {}): Promise<number> =>
  (await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set'), ...fields }))).id;
const newGroup = async (setId?: number): Promise<number> => {
  const fields = { name: unique('Group'), join_level: 'parent_context_request' };
  return (await made(server.admin.post(`/group_categories/${setId ?? (await newSet())}/groups`, fields))).id;
};
const classmate = async (fields: Fields = {}): Promise<Person> => {
  const who = await person(server);
  await enroll(server, at.course.id, who.id, 'StudentEnrollment', fields);
  return who;
};
const join = (group: number, who: { id: number }, by: Client = server.admin) =>
  made(by.post(`/groups/${group}/memberships`, { user_id: who.id }));
const moderate = async (group: number, who: Person): Promise<void> => {
  await server.admin.put(`/groups/${group}/memberships/${(await join(group, who)).id}`, { moderator: true }).expect(200);
};
const replace = (group: number, members: Data, by: Client = at.teacher.client, more: Fields = {}) =>
  by.put(`/groups/${group}`, { members, ...more });
const states = async (group: number): Promise<Record<number, string>> => {
  const { body } = await server.admin.get(`/groups/${group}/memberships`, { per_page: 100 }).expect(200);
  return Object.fromEntries(body.map((row: { user_id: number; workflow_state: string }) => [row.user_id, row.workflow_state]));
};
const messages = async (who: Person): Promise<number> => {
  await work(server);
  return (await who.client.get('/users/self/activity_stream').expect(200)).body.length;
};

describe('who is named is in the group, and nobody else', () => {
  // groups#50
  test('by ids, SIS forms and as self, with other fields', async () => {
    const group = await newGroup();
    const [stays, leaves, comes] = [await classmate(), await classmate(), await classmate()];
    await moderate(group, stays);
    await join(group, leaves);
    const members = [stays.id, `sis_login_id:${comes.login}`, 'self', comes.id];
    const { body } = await replace(group, members, at.teacher.client, { name: 'Renamed' }).expect(200);
    expect(body).toMatchObject({ id: group, name: 'Renamed', members_count: 3 });
    expect(await states(group)).toEqual({ [stays.id]: 'accepted', [comes.id]: 'accepted', [at.teacher.id]: 'accepted' });
    expect((await server.admin.get(`/groups/${group}/users/${stays.id}`)).body.moderator).toBe(true);
    await replace(group, `${leaves.id},${stays.id}`).expect(200);
    expect(await states(group)).toEqual({ [stays.id]: 'accepted', [leaves.id]: 'accepted' });
  });

  // groups#33, groups#50
  test('who comes back moderates no more', async () => {
    const group = await newGroup();
    const who = await classmate();
    await moderate(group, who);
    await replace(group, []).expect(200);
    await replace(group, [who.id]).expect(200);
    expect((await server.admin.get(`/groups/${group}/users/${who.id}`)).body.moderator).toBe(false);
  });

  // groups#50
  test('an empty list leaves nobody, and without one everybody stays', async () => {
    const who = await classmate();
    for (const empty of [[], ['']]) {
      const group = await newGroup();
      await join(group, who);
      for (const fields of [{ name: 'Other' }, { members: null }]) await at.teacher.client.put(`/groups/${group}`, fields).expect(200);
      expect(await states(group)).toEqual({ [who.id]: 'accepted' });
      expect((await replace(group, empty).expect(200)).body.members_count).toBe(0);
      expect(await states(group)).toEqual({});
    }
  });

  // groups#50, groups#6
  test('who comes leaves the other group of the set, but may be invited to one', async () => {
    const set = await newSet();
    const [one, two, three] = [await newGroup(set), await newGroup(set), await newGroup(set)];
    const [comes, stays, host] = [await classmate(), await classmate(), await classmate()];
    for (const who of [comes, stays]) await join(one, who);
    await join(three, host);
    await join(three, comes, host.client);
    await replace(two, [comes.id]).expect(200);
    expect([await states(one), await states(two)]).toEqual([{ [stays.id]: 'accepted' }, { [comes.id]: 'accepted' }]);
    expect(await states(three)).toEqual({ [host.id]: 'accepted', [comes.id]: 'invited' });
  });

  // groups#50, groups#28, groups#29
  test('staff brings in at once who is in the course, and invites who is invited to it', async () => {
    const group = await newGroup();
    const [member, guest, asks, waits] = [await classmate(), await classmate(), await classmate(), await classmate()];
    const invited = await classmate({ enrollment_state: 'invited' });
    await join(group, member);
    await join(group, guest, member.client);
    for (const who of [asks, waits]) await join(group, who, who.client);
    await replace(group, [member.id, guest.id, asks.id, invited.id]).expect(200);
    const all = { [member.id]: 'accepted', [guest.id]: 'accepted', [asks.id]: 'accepted', [invited.id]: 'invited' };
    expect(await states(group)).toEqual({ ...all, [waits.id]: 'requested' });
    await replace(group, [guest.id, invited.id]).expect(200);
    expect(await states(group)).toEqual({ [guest.id]: 'accepted', [invited.id]: 'invited', [waits.id]: 'requested' });
  });

  // groups#50, groups#28
  test('a moderator invites, and removes; who is invited is told once, and who is no more reads of it no longer', async () => {
    const group = await newGroup();
    const [moderator, member, guest] = [await classmate(), await classmate(), await classmate()];
    await moderate(group, moderator);
    await join(group, member);
    for (const members of [
      [moderator.id, guest.id],
      ['self', guest.id],
    ])
      await replace(group, members, moderator.client).expect(200);
    expect(await states(group)).toEqual({ [moderator.id]: 'accepted', [guest.id]: 'invited' });
    expect(await messages(guest)).toBe(1);
    await replace(group, ['self'], moderator.client).expect(200);
    expect(await states(group)).toEqual({ [moderator.id]: 'accepted' });
    expect(await messages(guest)).toBe(0);
  });

  // groups#50, groups#51
  test('whose enrollment is concluded stays when named, and whose is inactive keeps the place', async () => {
    const group = await newGroup();
    const people = [];
    for (const task of ['conclude', 'inactivate']) {
      const who = await person(server);
      const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
      await join(group, who);
      await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task }).expect(200);
      people.push({ ...who, enrollment: id });
    }
    const [concluded, inactive] = people;
    await replace(group, [concluded?.id ?? 0]).expect(200);
    // As an invited one, who can be added no more either, does.
    const { id: other } = await person(server);
    const { id: enrollment } = await enroll(server, at.course.id, other, 'StudentEnrollment');
    const member = await classmate();
    await join(group, member);
    await join(group, { id: other }, member.client);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment}`, { task: 'conclude' }).expect(200);
    await replace(group, [concluded?.id ?? 0, other]).expect(200);
    expect(await states(group)).toEqual({ [concluded?.id ?? 0]: 'accepted', [other]: 'invited' });
    await replace(group, [concluded?.id ?? 0]).expect(200);
    expect((await replace(group, [inactive?.id ?? 0])).status).toBe(404);
    await server.admin.put(`/courses/${at.course.id}/enrollments/${inactive?.enrollment}/reactivate`).expect(200);
    expect(await states(group)).toEqual({ [concluded?.id ?? 0]: 'accepted', [inactive?.id ?? 0]: 'accepted' });
  });

  // groups#50, groups#38
  test('in the community, of people of its root account', async () => {
    const [founder, guest] = [await person(server), await person(server)];
    const { id } = await made(founder.client.post('/groups', { name: 'Chess' }));
    await replace(id, ['self', guest.id], founder.client).expect(200);
    expect(await states(id)).toEqual({ [founder.id]: 'accepted', [guest.id]: 'invited' });
    expect((await replace(id, ['self', at.foreignAdmin.id], founder.client)).status).toBe(404);
    await replace(id, [guest.id], server.admin).expect(200);
    expect(await states(id)).toEqual({ [guest.id]: 'accepted' });
  });
});

describe('all or nothing', () => {
  // groups#51
  test('nothing changes where one cannot be added, or the list is wrong', async () => {
    const group = await newGroup();
    const [member, comes] = [await classmate(), await classmate()];
    await join(group, member);
    const before = (await server.admin.get(`/groups/${group}`)).body;
    const more = { name: 'Changed' };
    for (const nobody of [999999, at.stranger.id, at.foreignAdmin.id, 'sis_user_id:none', '99999999999'])
      expect((await replace(group, [comes.id, nobody], at.teacher.client, more)).status).toBe(404);
    for (const wrong of [['ada'], [[comes.id]], [{ id: comes.id }], [true], Array.from({ length: 10_001 }, () => comes.id).join(',')])
      expect(await replace(group, wrong, at.teacher.client, more)).toMatchObject(blamed('members'));
    expect(await replace(group, [comes.id], at.teacher.client, { is_public: 'perhaps' })).toMatchObject(blamed('is_public'));
    expect(await states(group)).toEqual({ [member.id]: 'accepted' });
    expect((await server.admin.get(`/groups/${group}`)).body).toEqual(before);
  });

  // groups#51, groups#7
  test('all have room once the others are gone', async () => {
    const group = await newGroup(await newSet({ group_limit: 2 }));
    const [one, two, three, four] = [await classmate(), await classmate(), await classmate(), await classmate()];
    await replace(group, [one.id, two.id]).expect(200);
    expect(await replace(group, [one.id, three.id, four.id])).toMatchObject({
      status: 400,
      body: { errors: { members: [{ type: 'group_full' }] } },
    });
    expect(await states(group)).toEqual({ [one.id]: 'accepted', [two.id]: 'accepted' });
    await replace(group, [three.id, four.id]).expect(200);
    expect(await states(group)).toEqual({ [three.id]: 'accepted', [four.id]: 'accepted' });
  });

  // groups#51, groups#14
  test('it is for who changes the group', async () => {
    const group = await newGroup();
    const member = await classmate();
    await join(group, member);
    for (const { client } of [member, at.student, at.observer, at.stranger])
      expect((await replace(group, [at.student.id], client)).status).toBe(401);
    expect((await replace(group, [], at.foreignAdmin.client)).status).toBe(404);
    expect(await states(group)).toEqual({ [member.id]: 'accepted' });
  });

  // groups#51, groups#25
  test('staff limited to a section replace those whom they see, and no member whom they cannot end', async () => {
    const section = await made(server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: unique('Section') } }));
    const limited = { course_section_id: section.id, limit_privileges_to_course_section: true };
    const assistant = await person(server);
    await enroll(server, at.course.id, assistant.id, 'TaEnrollment', limited);
    const [near, next] = [await classmate({ course_section_id: section.id }), await classmate({ course_section_id: section.id })];
    const [far, other] = [await classmate(), await classmate()];
    const group = await newGroup();
    for (const who of [near, far]) await join(group, who);
    for (const who of [far, other]) expect((await replace(group, [near.id, who.id], assistant.client)).status).toBe(404);
    await replace(group, [next.id], assistant.client).expect(200);
    expect(await states(group)).toEqual({ [next.id]: 'accepted', [far.id]: 'accepted' });
    await replace(group, ['self'], assistant.client).expect(200);
    expect((await replace(group, ['self', near.id], assistant.client)).status).toBe(401);
    await replace(group, [far.id, near.id], assistant.client).expect(200);
    expect(await states(group)).toEqual({ [near.id]: 'accepted', [far.id]: 'accepted' });
    // Whom another member has invited they can neither add nor remove.
    await join(group, assistant);
    await join(group, other, far.client);
    expect((await replace(group, ['self', far.id], assistant.client)).status).toBe(401);
    await replace(group, ['self', far.id, other.id], assistant.client).expect(200);
    expect(await states(group)).toEqual({ [assistant.id]: 'accepted', [far.id]: 'accepted', [other.id]: 'invited' });
  });
});

// groups#50
test('costs as many statements however many they are', async () => {
  const group = await newGroup(await newSet({ group_limit: 100 }));
  const people = await Promise.all(Array.from({ length: 8 }, async () => (await classmate()).id));
  const ask = (some: number[]) => server.statements(() => replace(group, some).expect(200));
  await replace(group, people.slice(0, 1)).expect(200);
  const few = await ask(people.slice(1, 2));
  await replace(group, people.slice(2, 5)).expect(200);
  expect(await ask(people.slice(5))).toEqual(few);
});

// groups#50, users#31
test('members come and go once nobody holds them, and nothing of theirs is held before', async () => {
  const group = await newGroup();
  const [comes, goes] = [await classmate(), await classmate()];
  await join(group, goes);
  for (const who of [comes, goes]) {
    const held = `select from users where id = ${who.id} for no key update`;
    const ids = [comes.id, goes.id];
    const free = async (table: string) => {
      const rows = `select from ${table} where user_id = any($1)`;
      const { pool } = server.database;
      return (await pool.query(rows, [ids])).rowCount === (await pool.query(`${rows} for update skip locked`, [ids])).rowCount;
    };
    const before = await states(group);
    const answers = await atOnce<unknown>(server, held, [
      async () => (await replace(group, [who === comes ? comes.id : goes.id])).status,
      () => free('enrollments'),
      () => free('group_memberships'),
      () => states(group),
    ]);
    expect(answers).toEqual([200, true, true, before]);
  }
  expect(await states(group)).toEqual({ [goes.id]: 'accepted' });
});

// groups#50, groups#6
test('of two groups of a set that are given the same people at once, each is in one', async () => {
  const set = await newSet();
  const groups = [await newGroup(set), await newGroup(set)];
  const ids = [(await classmate()).id, (await classmate()).id];
  const answers = await Promise.all(groups.map((group, i) => replace(group, i === 0 ? ids : ids.toReversed())));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const counts = await Promise.all(groups.map(async (group) => Object.keys(await states(group)).length));
  expect(counts.toSorted()).toEqual([0, 2]);
});

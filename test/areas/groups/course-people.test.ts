import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

// The people of a course's groups are those who are in its course: others expose nobody and are told nothing.

const server = useServer();
const Membership = z.object({ id: z.int(), workflow_state: z.string() });

let here: { id: number };
let teacher: Person;
let one: Person;
let mate: Person;
/** The mate's enrollment. */
let enrollment: number;
let group: number;

const add = (who: Person) => made(teacher.client.post(`/groups/${group}/memberships`, { user_id: who.id }), Membership);
const knows = async (who: Person, whom: Person): Promise<number[]> => [
  (await who.client.get(`/users/${whom.id}`)).status,
  (await who.client.get(`/users/${whom.id}/profile`)).status,
];
const end = (task: string) => server.admin.delete(`/courses/${here.id}/enrollments/${enrollment}`, { task }).expect(200);
const listed = async (by: Person): Promise<number[]> =>
  (await by.client.get(`/groups/${group}/users`).expect(200)).body.map((row: { id: number }) => row.id);
const membersCount = async (by: Person): Promise<number> => (await by.client.get(`/groups/${group}`).expect(200)).body.members_count;
const ownGroups = async (by: Person): Promise<number[]> =>
  (await by.client.get('/users/self/groups').expect(200)).body.map((row: { id: number }) => row.id);

beforeEach(async () => {
  here = await course(server);
  [teacher, one, mate] = [await person(server), await person(server), await person(server)];
  await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
  // Each in a section of their own, and limited to it: nothing but the group makes them mates.
  const section = await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'B' } }));
  await enroll(server, here.id, one.id, 'StudentEnrollment', { limit_privileges_to_course_section: true });
  const extra = { course_section_id: section.id, limit_privileges_to_course_section: true };
  enrollment = (await enroll(server, here.id, mate.id, 'StudentEnrollment', extra)).id;
  const set = await made(server.admin.post(`/courses/${here.id}/group_categories`, { name: 'Set' }));
  group = (await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }))).id;
  await add(one);
  await add(mate);
});

describe('group mates', () => {
  // groups#23
  test('know each other while both are in the course', async () => {
    expect([await knows(one, mate), await knows(mate, one)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect(await listed(one)).toEqual(expect.arrayContaining([one.id, mate.id]));
    expect(await membersCount(teacher)).toBe(2);
    await end('conclude');
    expect(await knows(one, mate)).toEqual([200, 200]);
    expect(await membersCount(teacher)).toBe(2);
  });

  // groups#23
  test('who is inactivated is none, and hears nothing of the group; and is one again afterwards', async () => {
    await end('inactivate');
    expect([await knows(one, mate), await knows(mate, one)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    expect(await listed(one)).toEqual([one.id]);
    expect([await membersCount(teacher), await membersCount(one)]).toEqual([1, 1]);
    const memberships = await teacher.client.get(`/groups/${group}/memberships`).expect(200);
    expect(memberships.body.map((row: { user_id: number }) => row.user_id)).toEqual([one.id]);
    expect(await ownGroups(mate)).toEqual([]);
    for (const path of ['', '/users', '/discussion_topics']) await mate.client.get(`/groups/${group}${path}`).expect(401);
    await one.client.post(`/groups/${group}/discussion_topics`, { title: 'Ours' }).expect(200);
    await work(server);
    const stream = async (who: Person) => (await who.client.get('/users/self/activity_stream').expect(200)).body.length;
    expect([await stream(one), await stream(mate)]).toEqual([1, 0]);
    await server.database.pool.query("update enrollments set state = 'active' where id = $1", [enrollment]);
    expect(await knows(one, mate)).toEqual([200, 200]);
    expect(await listed(one)).toHaveLength(2);
  });

  // groups#20, groups#23
  test('are not yet listed as asking to join while they are inactivated', async () => {
    const { id: set } = await made(server.admin.post(`/courses/${here.id}/group_categories`, { name: 'Others' }));
    const fields = { name: 'On request', join_level: 'parent_context_request' };
    const { id: asked } = await made(server.admin.post(`/group_categories/${set}/groups`, fields));
    const path = `/groups/${asked}/memberships`;
    const own = await made(mate.client.post(path, { user_id: mate.id }), Membership);
    const shown = async () => made(teacher.client.get(path), z.array(Membership));
    expect(await shown()).toEqual([{ id: own.id, workflow_state: 'requested' }]);
    await end('inactivate');
    expect(await shown()).toEqual([]);
    await teacher.client.get(`${path}/${own.id}`).expect(404);
    await server.admin.put(`/courses/${here.id}/enrollments/${enrollment}/reactivate`).expect(200);
    expect(await shown()).toHaveLength(1);
  });

  // groups#23
  test('groups of a deleted course make none', async () => {
    await server.admin.delete(`/courses/${here.id}`, { event: 'delete' }).expect(200);
    expect([await knows(one, mate), await knows(mate, one)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
  });
});

describe('who is only invited to the course', () => {
  let guest: Person;
  let invitation: number;
  beforeEach(async () => {
    guest = await person(server);
    invitation = (await enroll(server, here.id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' })).id;
  });

  // groups#29
  test('stays invited to the group, whoever adds or accepts them', async () => {
    const made = await add(guest);
    expect(made.workflow_state).toBe('invited');
    expect((await add(guest)).workflow_state).toBe('invited');
    for (const by of [teacher, guest]) {
      const { status, body } = await by.client.put(`/groups/${group}/memberships/${made.id}`, { workflow_state: 'accepted' });
      expect({ status, state: body.workflow_state }).toEqual({ status: 200, state: 'invited' });
    }
    expect(await knows(one, guest)).toEqual([401, 401]);
    expect(await listed(teacher)).not.toContain(guest.id);
    expect(await membersCount(teacher)).toBe(2);
    expect(await ownGroups(guest)).toEqual([]);
  });

  // groups#29
  test('is no mate by a membership that was accepted before this held', async () => {
    await server.database.pool.query("insert into group_memberships (group_id, user_id, state) values ($1, $2, 'accepted')", [
      group,
      guest.id,
    ]);
    expect([await knows(one, guest), await knows(guest, one)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    expect(await listed(one)).not.toContain(guest.id);
    expect(await membersCount(one)).toBe(2);
  });

  // groups#29, access#8, access#10
  test('writes nothing in a group that they moderate by an enrollment that has ended', async () => {
    const [{ id: membership }, other] = [await add(mate), await person(server)];
    await teacher.client.put(`/groups/${group}/memberships/${membership}`, { moderator: true }).expect(200);
    await enroll(server, here.id, other.id, 'StudentEnrollment');
    await end('conclude');
    await enroll(server, here.id, mate.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    await mate.client.post(`/groups/${group}/pages`, { wiki_page: { title: 'Ours' } }).expect(401);
    await mate.client.post(`/groups/${group}/discussion_topics`, { title: 'Ours' }).expect(401);
    await mate.client.put(`/groups/${group}`, { name: 'Mine' }).expect(401);
    await mate.client.post(`/groups/${group}/memberships`, { user_id: other.id }).expect(401);
    await mate.client.delete(`/groups/${group}/users/${one.id}`).expect(401);
    expect(await listed(mate)).toEqual(expect.arrayContaining([one.id, mate.id]));
  });

  // groups#29
  test('joins the group once they have come', async () => {
    const { id } = await add(guest);
    await guest.client.post(`/courses/${here.id}/enrollments/${invitation}/accept`).expect(200);
    const { body } = await guest.client.put(`/groups/${group}/memberships/${id}`, { workflow_state: 'accepted' }).expect(200);
    expect(body.workflow_state).toBe('accepted');
    expect(await knows(one, guest)).toEqual([200, 200]);
  });
});

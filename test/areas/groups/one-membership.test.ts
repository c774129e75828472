import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let group: number;
/** A member, a classmate without a membership, and somebody who moderates. */
let member: Person;
let outside: Person;
let moderator: Person;
let membership: number;

const classmate = async (): Promise<Person> => {
  const who = await person(server);
  await enroll(server, at.course.id, who.id, 'StudentEnrollment');
  return who;
};
const add = async (who: Person): Promise<number> =>
  (await made(at.teacher.client.post(`/groups/${group}/memberships`, { user_id: who.id }))).id;
const ofUser = (who: number | string) => `/groups/${group}/users/${who}`;

beforeAll(async () => {
  at = await school(server);
  const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
  const fields = { name: unique('Group'), join_level: 'invitation_only' };
  group = (await made(server.admin.post(`/group_categories/${set.id}/groups`, fields))).id;
  [member, outside, moderator] = [await classmate(), await classmate(), await classmate()];
  membership = await add(member);
  await at.teacher.client.put(`/groups/${group}/memberships/${await add(moderator)}`, { moderator: true }).expect(200);
});

const itsMembership = () => ({ id: membership, group_id: group, user_id: member.id, workflow_state: 'accepted', moderator: false });

describe('one membership is shown', () => {
  // groups#35
  test('by its id and by its user', async () => {
    for (const [by, path] of [
      [at.teacher.client, `/groups/${group}/memberships/${membership}`],
      [at.teacher.client, ofUser(member.id)],
      [at.teacher.client, ofUser(`sis_login_id:${member.login}`)],
      [member.client, ofUser('self')],
      [member.client, `/groups/${group}/memberships/self`],
      [moderator.client, ofUser(member.id)],
    ] as [Client, string][]) {
      const { status, body } = await by.get(path);
      expect({ path, status, body }).toEqual({ path, status: 200, body: itsMembership() });
    }
  });

  // groups#35
  test('to whom the list shows it, and one that it does not hold is not there', async () => {
    for (const path of [`/groups/${group}/memberships/${membership}`, ofUser(member.id)]) {
      expect((await outside.client.get(path)).status).toBe((await outside.client.get(`/groups/${group}/memberships`)).status);
      expect((await at.stranger.client.get(path)).status).toBe(401);
    }
    for (const path of [`/groups/${group}/memberships/999999`, ofUser(999999), ofUser(outside.id), ofUser('sis_user_id:none')]) {
      expect((await at.teacher.client.get(path)).status).toBe(404);
    }
    const elsewhere = await made(server.admin.post('/groups', { name: unique('Club') }));
    expect((await server.admin.get(`/groups/${elsewhere.id}/memberships/${membership}`)).status).toBe(404);
  });
});

describe('a membership is changed and ended by its user', () => {
  // groups#35
  test('by staff and moderators', async () => {
    const who = await classmate();
    const id = await add(who);
    const moderates = await moderator.client.put(ofUser(who.id), { moderator: true });
    expect(moderates).toMatchObject({ status: 200, body: { id, user_id: who.id, moderator: true } });
    expect(await at.teacher.client.put(ofUser(who.id), { moderator: 'perhaps' })).toMatchObject({
      status: 400,
      body: { errors: { moderator: [expect.anything()] } },
    });
    expect((await at.teacher.client.delete(ofUser(who.id))).status).toBe(200);
    expect((await at.teacher.client.get(ofUser(who.id))).status).toBe(404);
    for (const missing of [who.id, outside.id, 999999]) {
      expect((await at.teacher.client.put(ofUser(missing), { moderator: true })).status).toBe(404);
      expect((await at.teacher.client.delete(ofUser(missing))).status).toBe(404);
    }
  });

  // groups#35
  test('by the user themself', async () => {
    const who = await classmate();
    await add(who);
    expect((await who.client.put(ofUser('self'), { moderator: true })).status).toBe(401);
    expect((await who.client.delete(ofUser('self'))).status).toBe(200);
    expect((await who.client.delete(ofUser('self'))).status).toBe(401);
    expect((await at.teacher.client.get(ofUser(who.id))).status).toBe(404);
  });

  // groups#35
  test('by the user themself, as self among the memberships', async () => {
    const who = await classmate();
    const own = `/groups/${group}/memberships/self`;
    expect((await at.teacher.client.get(own)).status).toBe(404);
    await made(moderator.client.post(`/groups/${group}/memberships`, { user_id: who.id }));
    expect((await who.client.put(own, { workflow_state: 'accepted' }).expect(200)).body).toMatchObject({
      user_id: who.id,
      workflow_state: 'accepted',
    });
    expect((await who.client.put(own, { moderator: true })).status).toBe(401);
    expect((await who.client.delete(own).expect(200)).body).toMatchObject({ user_id: who.id });
    expect((await at.teacher.client.get(ofUser(who.id))).status).toBe(404);
    expect((await member.client.get(`/groups/${group}/memberships/sis_user_id:X`)).status).toBe(404);
  });

  // groups#35
  test('for anybody else by nobody else, who does not learn whether there is one', async () => {
    for (const who of [moderator.id, outside.id, 999999]) {
      expect((await member.client.put(ofUser(who), { moderator: false })).status).toBe(401);
      expect((await member.client.delete(ofUser(who))).status).toBe(401);
    }
    expect((await at.teacher.client.get(ofUser(moderator.id))).body).toMatchObject({ moderator: true });
  });
});

// groups#25, groups#33, groups#34, access#10, access#13
describe('staff limited to a section change no membership of others', () => {
  const limited = (sectionId: number) => ({ course_section_id: sectionId, limit_privileges_to_course_section: true });
  let assistant: Person;
  let away: number;
  beforeAll(async () => {
    const fields = { course_section: { name: unique('Section') } };
    const section = await made(server.admin.post(`/courses/${at.course.id}/sections`, fields));
    away = section.id;
    assistant = await person(server);
    await enroll(server, at.course.id, assistant.id, 'TaEnrollment', limited(away));
  });
  const refused = async (status: number): Promise<void> => {
    for (const path of [ofUser(member.id), `/groups/${group}/memberships/${membership}`]) {
      await assistant.client.put(path, { moderator: true }).expect(status);
      await assistant.client.delete(path).expect(status);
    }
    expect((await at.teacher.client.get(ofUser(member.id)).expect(200)).body).toEqual(itsMembership());
  };

  test('whom they see as members, or by an enrollment that has ended', async () => {
    await refused(404);
    const { id } = await enroll(server, at.course.id, assistant.id, 'TaEnrollment', limited(at.sectionId));
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'conclude' }).expect(200);
    await refused(401);
    await add(assistant);
    await refused(401);
  });

  // groups#25, groups#19
  test('nor see who has left their section for another', async () => {
    const [mover, other] = [await classmate(), await person(server)];
    await enroll(server, at.course.id, other.id, 'TaEnrollment', limited(away));
    const { id } = await enroll(server, at.course.id, mover.id, 'StudentEnrollment', { course_section_id: away });
    await add(mover);
    await other.client.get(ofUser(mover.id)).expect(200);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'delete' }).expect(200);
    await other.client.get(ofUser(mover.id)).expect(404);
    // A member sees the whole group.
    await add(other);
    await other.client.get(ofUser(mover.id)).expect(200);
    const { body } = await other.client.get(`/groups/${group}/users`, { per_page: 100 }).expect(200);
    const shown = body.find((row: { id: number }) => row.id === mover.id);
    expect([shown.name, 'login_id' in shown]).toEqual([mover.name, false]);
  });

  // groups#25, groups#5, groups#14
  test('nor end those of others with their group or its set', async () => {
    const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
    const inside = await person(server);
    await enroll(server, at.course.id, inside.id, 'StudentEnrollment', { course_section_id: away });
    const grouped = async (one: Person): Promise<number> => {
      const { id } = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }));
      await made(at.teacher.client.post(`/groups/${id}/memberships`, { user_id: one.id }));
      return id;
    };
    const [near, far] = [await grouped(inside), await grouped(member)];
    await assistant.client.delete(`/groups/${far}`).expect(401);
    await assistant.client.delete(`/group_categories/${set.id}`).expect(401);
    await at.teacher.client.get(`/groups/${far}/memberships`).expect(200);
    await assistant.client.delete(`/groups/${near}`).expect(200);
    // As a moderator of the group alone.
    const { id: own } = await made(at.teacher.client.post(`/groups/${far}/memberships`, { user_id: assistant.id }));
    await assistant.client.delete(`/groups/${far}`).expect(401);
    await at.teacher.client.put(`/groups/${far}/memberships/${own}`, { moderator: true }).expect(200);
    await assistant.client.delete(`/groups/${far}`).expect(200);
    await assistant.client.delete(`/group_categories/${set.id}`).expect(200);
  });

  // groups#25, groups#5, groups#14
  test('but delete a group, and a set, to which others are only invited', async () => {
    const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
    const inside = await person(server);
    await enroll(server, at.course.id, inside.id, 'StudentEnrollment', { course_section_id: away });
    const invited = await person(server);
    await enroll(server, at.course.id, invited.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const inviting = async (): Promise<number> => {
      const { id } = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }));
      const memberships = `/groups/${id}/memberships`;
      await at.teacher.client.post(memberships, { user_id: inside.id }).expect(200);
      for (const [client, one] of [
        [inside.client, member],
        [at.teacher.client, invited],
      ] as const)
        expect(await client.post(memberships, { user_id: one.id })).toMatchObject({ status: 200, body: { workflow_state: 'invited' } });
      return id;
    };
    await assistant.client.delete(`/groups/${await inviting()}`).expect(200);
    await inviting();
    await assistant.client.delete(`/group_categories/${set.id}`).expect(200);
  });

  // groups#25
  test('and see in a list the whole group whose members they are, and of others their section', async () => {
    const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
    const [inside, far] = [await person(server), await person(server)];
    for (const one of [inside, far]) await enroll(server, at.course.id, one.id, 'TaEnrollment', limited(away));
    const two: number[] = [];
    for (const people of [[member, inside], [outside]]) {
      const { id } = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }));
      for (const one of people) await made(at.teacher.client.post(`/groups/${id}/memberships`, { user_id: one.id }));
      two.push(id);
    }
    const counts = async (who: Person, path: string): Promise<number[]> => {
      const Groups = z.array(z.object({ id: z.int(), members_count: z.int() }));
      return (await made(who.client.get(path, { per_page: 100 }), Groups)).flatMap((one) =>
        two.includes(one.id) ? one.members_count : [],
      );
    };
    for (const path of [`/courses/${at.course.id}/groups`, `/group_categories/${set.id}/groups`]) {
      expect(await counts(inside, path)).toEqual([2, 0]);
      expect(await counts(far, path)).toEqual([1, 0]);
      expect(await counts(at.teacher, path)).toEqual([2, 1]);
    }
    expect(await counts(inside, '/users/self/groups')).toEqual([2]);
  });

  test('but those in their section, their own, and as moderators all', async () => {
    const near = await person(server);
    await enroll(server, at.course.id, near.id, 'StudentEnrollment', { course_section_id: away });
    await add(near);
    await assistant.client.put(ofUser(near.id), { moderator: true }).expect(200);
    await assistant.client.put(`/groups/${group}/memberships/${await add(assistant)}`, { moderator: true }).expect(200);
    await assistant.client.put(ofUser(member.id), { moderator: false }).expect(200);
    await assistant.client.delete(ofUser('self')).expect(200);
  });
});

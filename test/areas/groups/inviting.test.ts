import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Memberships = z.array(z.object({ id: z.int(), user_id: z.int(), workflow_state: z.string(), moderator: z.boolean() }));
const newGroup = async (): Promise<number> => {
  const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
  return (await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }))).id;
};
const address = async (
  who: { id: number },
  confirmed = true,
  name = `${randomUUID()}@School.example`,
  by: Client = server.admin,
): Promise<string> => {
  const channel = { communication_channel: { address: name }, skip_confirmation: confirmed };
  const { body } = await by.post(`/users/${who.id}/communication_channels`, channel).expect(200);
  expect(body.workflow_state).toBe(confirmed ? 'active' : 'unconfirmed');
  return name;
};
const classmate = async (): Promise<Person> => {
  const who = await person(server);
  await enroll(server, at.course.id, who.id, 'StudentEnrollment');
  return who;
};
const invite = (group: number, invitees: unknown, by: Client = at.teacher.client) =>
  by.post(`/groups/${group}/invite`, { invitees: invitees as string[] });
const states = async (group: number): Promise<Record<number, string>> =>
  Object.fromEntries(
    Memberships.parse((await server.admin.get(`/groups/${group}/memberships`, { per_page: 100 }).expect(200)).body).map((row) => [
      row.user_id,
      row.workflow_state,
    ]),
  );

describe('by mail addresses', () => {
  // groups#41, groups#42
  test('people of the course are invited, in any case of their addresses, and accept themselves', async () => {
    const group = await newGroup();
    const [one, two] = [await classmate(), await classmate()];
    const [first, second] = [await address(one), await address(two)];
    const { body } = await invite(group, [first.toUpperCase(), second, ` ${first.toLowerCase()}`]).expect(200);
    expect(body).toEqual(
      [one, two].map(({ id }) => ({
        id: expect.any(Number),
        group_id: group,
        user_id: id,
        workflow_state: 'invited',
        moderator: false,
      })),
    );
    const [own] = Memberships.parse(body);
    await one.client.put(`/groups/${group}/memberships/${own?.id}`, { workflow_state: 'accepted' }).expect(200);
    expect(await states(group)).toEqual({ [one.id]: 'accepted', [two.id]: 'invited' });
    expect((await invite(group, [first, second]).expect(200)).body.map((row: { workflow_state: string }) => row.workflow_state)).toEqual([
      'accepted',
      'invited',
    ]);
  });

  // groups#42
  test('whoever was invited is told once', async () => {
    const group = await newGroup();
    const one = await classmate();
    const mail = await address(one);
    await invite(group, [mail]).expect(200);
    await invite(group, [mail]).expect(200);
    await work(server);
    const { rows } = await server.database.pool.query<{ n: number }>(
      "select count(*)::int as n from stream_item_instances i join stream_items s on s.id = i.stream_item_id where i.user_id = $1 and s.type = 'Message'",
      [one.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  // groups#42
  test('members invite; outsiders do not', async () => {
    const group = await newGroup();
    const [member, guest] = [await classmate(), await classmate()];
    const mail = await address(guest);
    for (const { client } of [member, at.observer, at.stranger]) expect((await invite(group, [mail], client)).status).toBe(401);
    await server.admin.post(`/groups/${group}/memberships`, { user_id: member.id }).expect(200);
    await invite(group, [mail], member.client).expect(200);
    expect(await states(group)).toEqual({ [member.id]: 'accepted', [guest.id]: 'invited' });
    expect((await invite(group, [mail], guest.client)).status).toBe(401);
  });

  // groups#41
  test('addresses that are nobody’s there are named, and nobody is invited', async () => {
    const group = await newGroup();
    const [one, unsure, elsewhere] = [await classmate(), await classmate(), await person(server)];
    const known = await address(one);
    const shared = await address(await classmate());
    await address(await classmate(), true, shared.toLowerCase());
    const wrong = [await address(unsure, false), await address(elsewhere), 'nobody@school.example', shared];
    const { status, body } = await invite(group, [known, ...wrong]);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['invitees']]);
    for (const name of wrong) expect(body.errors.invitees[0].message).toContain(name);
    expect(body.errors.invitees[0].message).not.toContain(known);
    expect(await states(group)).toEqual({});
  });

  // groups#41
  test.each<[string, unknown]>([
    ['none', undefined],
    ['empty ones', ['', null]],
    ['too many', Array.from({ length: 101 }, (_, i) => `${i}@school.example`)],
    ['no texts', [{ address: 'a@school.example' }]],
  ])('%s are refused', async (_what, invitees) => {
    const { status, body } = await invite(await newGroup(), invitees);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['invitees']]);
  });

  // groups#41
  test('a group of the community invites people of its root account', async () => {
    const [founder, guest] = [await person(server), await person(server)];
    const { id } = await made(founder.client.post('/groups', { name: 'Chess' }));
    const { body } = await invite(id, [await address(guest)], founder.client).expect(200);
    expect(Memberships.parse(body)).toEqual([{ id: expect.any(Number), user_id: guest.id, workflow_state: 'invited', moderator: false }]);
    const foreign = await address(at.foreignAdmin, true, 'foreigner@school.example', at.foreignAdmin.client);
    expect((await invite(id, [foreign], founder.client)).status).toBe(400);
  });

  // groups#41
  test('who teaches in a section invites people of it', async () => {
    const here = await course(server);
    const { id: sectionId } = await made(server.admin.post(`/courses/${here.id}/sections`, { course_section: { name: 'B' } }));
    const [teacher, near, far] = [await person(server), await person(server), await person(server)];
    const limited = { course_section_id: sectionId, limit_privileges_to_course_section: true };
    await enroll(server, here.id, teacher.id, 'TeacherEnrollment', limited);
    await enroll(server, here.id, near.id, 'StudentEnrollment', { course_section_id: sectionId });
    await enroll(server, here.id, far.id, 'StudentEnrollment');
    const set = await made(server.admin.post(`/courses/${here.id}/group_categories`, { name: 'Set' }));
    const { id } = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: 'Group' }));
    await invite(id, [await address(near)], teacher.client).expect(200);
    expect((await invite(id, [await address(far)], teacher.client)).status).toBe(400);
  });

  // groups#41
  test('costs as many statements however many they are', async () => {
    const group = await newGroup();
    const mails = await Promise.all(Array.from({ length: 5 }, async () => address(await classmate())));
    const ask = (some: string[]) => server.statements(() => invite(group, some).expect(200));
    await ask(mails.slice(0, 1));
    expect(await ask(mails.slice(2))).toEqual(await ask(mails.slice(1, 2)));
  });
});

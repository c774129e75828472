import { beforeAll, describe, expect, test } from 'vitest';
import { assignment } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const newSection = async (): Promise<number> =>
  (await made(server.admin.post(`/courses/${at.course.id}/sections`, { course_section: { name: unique('Section') } }))).id;
const sent = (who: Person) => ({ enrollment: { user_id: who.id, type: 'StudentEnrollment' } });
const path = (id: number) => `/courses/${at.course.id}/enrollments/${id}`;
const end = (id: number, task: string) => server.admin.delete(path(id), { task }).expect(200);

/** A membership in a group of the course. */
async function joinGroup(userId: number): Promise<number> {
  const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
  const group = await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }));
  return (await made(server.admin.post(`/groups/${group.id}/memberships`, { user_id: userId }))).id;
}
const stateOf = async (membershipId: number) =>
  (await server.database.pool.query<{ state: string }>('select state from group_memberships where id = $1', [membershipId])).rows[0]?.state;

// enrollments#28
describe('the memberships of who leaves by several enrollments at once end', () => {
  test('where the enrollments are deleted', async () => {
    const who = await person(server);
    const one = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    const other = await enroll(server, at.course.id, who.id, 'StudentEnrollment', { course_section_id: await newSection() });
    const membership = await joinGroup(who.id);
    await atOnce(server, `select from users where id = ${who.id} for update`, [
      async () => end(one.id, 'delete'),
      async () => end(other.id, 'delete'),
    ]);
    expect(await stateOf(membership)).toBe('deleted');
  });

  // sections#22
  test('where the section of one is moved to another course', async () => {
    const [who, elsewhere, sectionId] = [await person(server), await course(server), await newSection()];
    const stays = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    await enroll(server, at.course.id, who.id, 'StudentEnrollment', { course_section_id: sectionId });
    const membership = await joinGroup(who.id);
    await atOnce(server, `select from users where id = ${who.id} for update`, [
      async () => server.admin.post(`/sections/${sectionId}/crosslist/${elsewhere.id}`).expect(200),
      async () => end(stays.id, 'delete'),
    ]);
    expect(await stateOf(membership)).toBe('deleted');
  });
});

interface Student {
  who: Person;
  sectionId: number;
  id: number;
}
type Change = (student: Student) => Promise<unknown>;

/** Whether somebody else could hold the row now. */
const isFree = async (table: 'users' | 'enrollments', id: number): Promise<boolean> => {
  const held = await server.database.pool.query(`select from ${table} where id = $1 for update skip locked`, [id]);
  return held.rowCount === 1;
};

// Observers are older here than who is observed: in the order of ids they come first.
describe('who changes somebody’s enrollments waits for them, and for those who observe them, before anything else is held', () => {
  test.each<[string, 'active' | 'invited' | 'inactive', Change]>([
    ['enrolling', 'inactive', ({ who }) => made(server.admin.post(`/courses/${at.course.id}/enrollments`, sent(who)))],
    ['concluding', 'active', async ({ id }) => end(id, 'conclude')],
    ['inactivating', 'active', async ({ id }) => end(id, 'inactivate')],
    ['deleting', 'active', async ({ id }) => end(id, 'delete')],
    ['reactivating', 'inactive', async ({ id }) => server.admin.put(`${path(id)}/reactivate`).expect(200)],
    ['accepting', 'invited', async ({ who, id }) => who.client.post(`${path(id)}/accept`).expect(200)],
    ['rejecting', 'invited', async ({ who, id }) => who.client.post(`${path(id)}/reject`).expect(200)],
    ['moving the section', 'active', async ({ sectionId }) => move(sectionId)],
    ['deleting the user', 'active', ({ who }) => made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${who.id}`))],
  ])('%s', async (_what, state, change) => {
    const parent = await person(server);
    const who = await person(server);
    await server.admin.put(`/users/${parent.id}/observees/${who.id}`).expect(200);
    const sectionId = await newSection();
    const extra = { course_section_id: sectionId, enrollment_state: state === 'invited' ? 'invited' : 'active' };
    const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment', extra);
    if (state === 'inactive') await end(id, 'inactivate');
    const [, ...free] = await atOnce<unknown>(server, `select from users where id = ${parent.id} for no key update`, [
      () => change({ who, sectionId, id }),
      () => isFree('users', who.id),
      () => isFree('enrollments', id),
    ]);
    expect(free).toEqual([true, true]);
  });

  const move = async (sectionId: number) => server.admin.post(`/sections/${sectionId}/crosslist/${(await course(server)).id}`).expect(200);
});

// observers#8
test.each<[string, 'active' | 'inactive', (who: Person, id: number) => Promise<unknown>]>([
  ['enrolling', 'inactive', (who) => made(server.admin.post(`/courses/${at.course.id}/enrollments`, sent(who)))],
  ['ending an enrollment', 'active', async (_who, id) => end(id, 'conclude')],
  ['deleting the user', 'active', (who) => made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${who.id}`))],
])('%s waits for who comes to observe the user, and holds nobody meanwhile', async (_what, state, change) => {
  const who = await person(server);
  const parent = await person(server);
  const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
  if (state === 'inactive') await end(id, 'inactivate');
  const waits = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  const [, , waiting] = await atOnce<unknown>(server, `select from users where id = ${who.id} for update`, [
    async () => server.admin.put(`/users/${parent.id}/observees/${who.id}`).expect(200),
    () => change(who, id),
    async () => (await server.database.pool.query<{ count: number }>(waits)).rows[0]?.count,
  ]);
  // The link waits for the row of the user, and the other one, which has read nothing yet, for the link.
  expect(waiting).toBe(1);
});

// A new name holds a user for update, and then their enrollments, which have its sort key.
describe('what is made for somebody because they are enrolled waits for them before it holds their enrollment', () => {
  const newSet = async (): Promise<number> =>
    (await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }))).id;
  const newGroup = async (set: number): Promise<number> =>
    (await made(server.admin.post(`/group_categories/${set}/groups`, { name: unique('Group') }))).id;

  test.each<[string, (who: Person) => Promise<() => Promise<unknown>>]>([
    [
      'an invitation to a group',
      async (who) => {
        const address = `${who.login}@school.example`;
        const channel = { communication_channel: { address }, skip_confirmation: true };
        await made(server.admin.post(`/users/${who.id}/communication_channels`, channel));
        const group = await newGroup(await newSet());
        return async () => at.teacher.client.post(`/groups/${group}/invite`, { invitees: [address] }).expect(200);
      },
    ],
    [
      'a place in a group',
      async () => {
        const set = await newSet();
        await newGroup(set);
        return async () => at.teacher.client.post(`/group_categories/${set}/assign_unassigned_members`, { sync: true }).expect(200);
      },
    ],
    [
      'an override',
      async (who) => {
        const { id } = await assignment(server, at.course.id);
        const sent = { assignment_override: { student_ids: [who.id], title: 'Later', due_at: '2040-05-03T00:00:00Z' } };
        return async () => at.teacher.client.post(`/courses/${at.course.id}/assignments/${id}/overrides`, sent).expect(201);
      },
    ],
    [
      'a collaboration',
      async (who) => {
        const sent = { title: 'Together', user_ids: [who.id] };
        return async () => at.teacher.client.post(`/courses/${at.course.id}/collaborations`, sent).expect(200);
      },
    ],
  ])('%s', async (_what, making) => {
    const who = await person(server);
    const { id } = await enroll(server, at.course.id, who.id, 'StudentEnrollment');
    const make = await making(who);
    const [, free] = await atOnce<unknown>(server, `select from users where id = ${who.id} for update`, [
      make,
      () => isFree('enrollments', id),
    ]);
    expect(free).toBe(true);
  });
});

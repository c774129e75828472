import { beforeAll, expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import { enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const groupOf = {
  course: async () => {
    const set = await made(server.admin.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }));
    return (await made(server.admin.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }))).id;
  },
  community: async () => (await made(at.teacher.client.post('/groups', { name: unique('Group') }))).id,
};
const membershipsOf = async (userId: number) =>
  (await server.database.pool.query('select id, state, moderator from group_memberships where user_id = $1', [userId])).rows;
/** Whether somebody else could hold the rows of a user now. */
const areFree = async (table: 'enrollments' | 'group_memberships', userId: number): Promise<boolean> => {
  const [all, held] = [`select from ${table} where user_id = $1`, `select from ${table} where user_id = $1 for update skip locked`];
  const { pool } = server.database;
  return (await pool.query(all, [userId])).rowCount === (await pool.query(held, [userId])).rowCount;
};

type Way = (group: number, membership: number, userId: number) => string;
const byId: Way = (group, membership) => `/groups/${group}/memberships/${membership}`;
const byUser: Way = (group, _membership, userId) => `/groups/${group}/users/${userId}`;

// groups#29, users#31
test.each<[keyof typeof groupOf, 'added' | 'changed' | 'ended', Way]>([
  ['course', 'added', byId],
  ['course', 'changed', byId],
  ['course', 'changed', byUser],
  ['course', 'ended', byId],
  ['community', 'added', byUser],
  ['community', 'changed', byId],
  ['community', 'ended', byUser],
])('in a %s group, a member is %s once nobody holds the user, and nothing of theirs is held before', async (kind, what, way) => {
  const who = await person(server);
  await enroll(server, at.course.id, who.id, 'StudentEnrollment');
  const group = await groupOf[kind]();
  const add = async () => (await made(at.teacher.client.post(`/groups/${group}/memberships`, { user_id: who.id }))).id;
  const membership = what === 'added' ? 0 : await add();
  const path = way(group, membership, who.id);
  const change = async () =>
    what === 'added'
      ? add()
      : (await (what === 'changed' ? at.teacher.client.put(path, { moderator: true }) : at.teacher.client.delete(path))).status;
  const before = await membershipsOf(who.id);
  const [status, ...free] = await atOnce<unknown>(server, `select from users where id = ${who.id} for no key update`, [
    change,
    () => areFree('enrollments', who.id),
    () => areFree('group_memberships', who.id),
    () => membershipsOf(who.id),
  ]);
  expect(free).toEqual([true, true, before]);
  expect(await membershipsOf(who.id)).not.toEqual(before);
  if (what !== 'added') expect(status).toBe(200);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { readMigrations } from '../../../src/store/migrate.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { course, enroll, made, type Person, person, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

const Named = z.looseObject({ id: z.int(), sortable_name: z.string() });
const listed = async (courseId: number) =>
  (await made(server.admin.get(`/courses/${courseId}/users`), z.array(Named))).map(({ sortable_name: name }) => name);
async function rename(one: Person, name: string): Promise<void> {
  await server.admin.put(`/users/${one.id}`, { user: { sortable_name: name } }).expect(200);
}

/** Enrollments of a user whose key is not the user's. */
async function behind(userId: number): Promise<number> {
  const { rows } = await server.database.pool.query<{ count: number }>(
    'select count(*)::int as count from enrollments e join users u on u.id = e.user_id where u.id = $1 and e.sort_key <> u.sort_key',
    [userId],
  );
  return rows[0]?.count ?? Number.NaN;
}

// enrollments#33
test('a person with a new name is where it belongs, once, in every course', async () => {
  const [one, other] = [await course(server), await course(server)];
  const moved = await person(server, { name: 'Mo Able' });
  const stays = await person(server, { name: 'Sam Baker' });
  for (const { id } of [one, other]) for (const { id: userId } of [moved, stays]) await enroll(server, id, userId, 'StudentEnrollment');
  await enroll(server, one.id, moved.id, 'TaEnrollment');
  expect(await listed(one.id)).toEqual(['Able, Mo', 'Baker, Sam']);
  await rename(moved, 'Carter, Mo');
  for (const { id } of [one, other]) expect(await listed(id)).toEqual(['Baker, Sam', 'Carter, Mo']);
});

test('who is enrolled while they are being renamed has the new place', async () => {
  const { id } = await course(server);
  const one = await person(server, { name: unique('A') });
  // The lock on the row is what enrolling waits for; the enrollment that is there brings it about.
  await enroll(server, (await course(server)).id, one.id, 'StudentEnrollment');
  await atOnce(server, `update users set sort_key = 'zz' where id = ${one.id}`, [() => enroll(server, id, one.id, 'StudentEnrollment')]);
  expect(await behind(one.id)).toBe(0);
});

test('who is renamed while they are being enrolled has the new place', async () => {
  const { id } = await course(server);
  const one = await person(server, { name: unique('A') });
  const enrolling = `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
    select c.id, s.id, ${one.id}, c.root_account_id, 'StudentEnrollment', 'active'
    from courses c join course_sections s on s.course_id = c.id where c.id = ${id}`;
  await atOnce(server, enrolling, [() => rename(one, 'zz')]);
  expect(await behind(one.id)).toBe(0);
  expect(await listed(id)).toEqual(['zz']);
});

test('enrollments from before there was an order are brought into it', async () => {
  const { id } = await course(server);
  const people: Person[] = [];
  for (const name of ['Zed Adams', 'Amy Clark']) people.push(await person(server, { name }));
  for (const one of people) await enroll(server, id, one.id, 'StudentEnrollment');
  await server.database.pool.query(`update enrollments set sort_key = '' where course_id = $1`, [id]);
  const filling = readMigrations().find(({ name }) => name.endsWith('_sort_keys_of_enrollments'));
  await server.database.pool.query(filling?.sql ?? '');
  for (const one of people) expect(await behind(one.id)).toBe(0);
  expect(await listed(id)).toEqual(['Adams, Zed', 'Clark, Amy']);
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LastUsedRecorder, usedLongAgo } from '../../src/access/last-used.ts';
import { course, enroll, made, type Person, person } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
let here: { id: number };
beforeAll(async () => {
  here = await course(server);
});

interface Noted {
  token: boolean;
  user: boolean;
  enrollment: boolean;
}

/** Whether the last use is noted in each of the three places. */
async function noted(userId: number): Promise<Noted | undefined> {
  const { rows } = await server.database.pool.query<Noted>(
    `select t.last_used_at is not null as token, u.last_used_at is not null as user, e.last_activity_at is not null as enrollment
     from users u join access_tokens t on t.user_id = u.id join enrollments e on e.user_id = u.id where u.id = $1`,
    [userId],
  );
  return rows[0];
}

const student = async (): Promise<Person> => {
  const one = await person(server);
  await enroll(server, here.id, one.id, 'StudentEnrollment');
  return one;
};

const EVERYWHERE: Noted = { token: true, user: true, enrollment: true };

// users#6
test.each([
  { ms: null, long: true },
  { ms: 3_600_000, long: false },
  { ms: 3_600_001, long: true },
])('a last use $ms ms ago is long ago: $long', ({ ms, long }) => {
  const now = new Date('2031-07-04T12:00:00Z');
  expect(usedLongAgo(ms === null ? null : new Date(now.getTime() - ms), now)).toBe(long);
});

describe('uses', () => {
  test('of many at once are noted by one statement, however often each was noted', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, student));
    const { rows } = await server.database.pool.query<{ id: number; userId: number }>(
      'select id, user_id as "userId" from access_tokens where user_id = any($1)',
      [all.map((one) => one.id)],
    );
    const uses = new LastUsedRecorder(server.database, { warn: () => undefined });
    const counted = await server.statements(async () => {
      for (const { id, userId } of [...rows, ...rows]) uses.note({ tokenId: id, userId, courseId: here.id });
      await uses.flush();
    });
    expect(counted).toBe(1);
    for (const one of all) expect(await noted(one.id)).toEqual(EVERYWHERE);
  });

  // enrollments#4
  test('of one token in several courses are activity in each, and those of the last hour are not written again', async () => {
    const [one, there] = [await student(), await course(server)];
    const { id: second } = await enroll(server, there.id, one.id, 'StudentEnrollment');
    const { rows } = await server.database.pool.query<{ id: number }>('select id from access_tokens where user_id = $1', [one.id]);
    const use = { tokenId: rows[0]?.id ?? 0, userId: one.id };
    const lately = `date_trunc('second', now()) - interval '59 minutes'`;
    await server.database.pool.query(`update users set last_used_at = ${lately} where id = $1`, [one.id]);
    const uses = new LastUsedRecorder(server.database, { warn: () => undefined });
    for (const courseId of [here.id, there.id]) uses.note({ ...use, courseId });
    await uses.flush();
    const active = await server.database.pool.query<{ count: number }>(
      'select count(*) as count from enrollments where user_id = $1 and last_activity_at is not null',
      [one.id],
    );
    expect(active.rows[0]?.count).toBe(2);
    const user = await server.database.pool.query(`select last_used_at < now() - interval '58 minutes' as kept from users where id = $1`, [
      one.id,
    ]);
    expect(user.rows).toEqual([{ kept: true }]);
    // Who has left is not active there any more.
    await server.admin.delete(`/courses/${there.id}/enrollments/${second}`, { task: 'conclude' }).expect(200);
    await server.database.pool.query('update enrollments set last_activity_at = null where id = $1', [second]);
    uses.note({ ...use, courseId: there.id });
    await uses.flush();
    const left = await server.database.pool.query('select last_activity_at as at from enrollments where id = $1', [second]);
    expect(left.rows).toEqual([{ at: null }]);
  });

  // users#6, enrollments#4
  test('of who has left a course, and reads on in it, are not written anew each time', async () => {
    const one = await student();
    const { rows } = await server.database.pool.query<{ id: number }>('select id from enrollments where user_id = $1', [one.id]);
    const read = () => server.statements(() => one.client.get(`/courses/${here.id}/sections`).expect(200));
    await read();
    await server.admin.delete(`/courses/${here.id}/enrollments/${rows[0]?.id}`, { task: 'conclude' }).expect(200);
    await server.database.pool.query('update enrollments set last_activity_at = null where user_id = $1', [one.id]);
    expect([await read(), await read()]).toEqual([2, 2]);
    expect(await noted(one.id)).toMatchObject({ token: true, enrollment: false });
  });

  // enrollments#4
  test('are no activity in a course elsewhere', async () => {
    const one = await student();
    await server.statements(() => one.client.get('/users/self').expect(200));
    expect(await noted(one.id)).toEqual({ token: true, user: true, enrollment: false });
    await server.statements(() => one.client.get(`/courses/${here.id}/sections`).expect(200));
    expect(await noted(one.id)).toEqual(EVERYWHERE);
  });

  // users#6, enrollments#4
  test('are noted of who sends nothing but what is large, or cannot be read', async () => {
    const [one, other] = [await student(), await student()];
    const large = { title: 'Large', message: 'x'.repeat(20_000) };
    await server.statements(() => one.client.post(`/courses/${here.id}/discussion_topics`, large).expect(200));
    expect(await noted(one.id)).toEqual(EVERYWHERE);
    const broken = { method: 'PUT', body: '{bad', headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' } };
    await server.statements(async () => expect((await fetch(`${server.url}/api/v1/users/self`, broken)).status).toBe(400));
    expect(await noted(other.id)).toMatchObject({ token: true, user: true });
  });

  test('begin nothing new while what was noted is kept', async () => {
    const one = await student();
    const read = () => one.client.get(`/courses/${here.id}/sections`).expect(200);
    await server.statements(read);
    await server.database.pool.query('update users set last_used_at = null where id = $1', [one.id]);
    await server.statements(read, 'kept');
    expect(await noted(one.id)).toMatchObject({ user: false });
    await server.statements(read);
    expect(await noted(one.id)).toMatchObject({ user: true });
  });
});

describe('whoever holds a row', () => {
  let holder: pg.Client;
  beforeAll(async () => {
    holder = new pg.Client({ connectionString: server.database.url });
    await holder.connect();
  });
  afterAll(() => holder.end());

  test.each([
    ['users where id = $1', 'user'],
    ['access_tokens where user_id = $1', 'token'],
    ['enrollments where user_id = $1', 'enrollment'],
  ])('of %s is not waited for, and holds up nobody else', async (rows, held) => {
    const [one, other] = [await student(), await student()];
    const read = (who: Person) => who.client.get(`/courses/${here.id}/sections`).expect(200);
    await holder.query('begin');
    await holder.query(`select from ${rows} for update`, [one.id]);
    try {
      await server.statements(() => Promise.all([read(one), read(other)]));
      expect(await noted(one.id)).toEqual({ ...EVERYWHERE, [held]: false });
      expect(await noted(other.id)).toEqual(EVERYWHERE);
    } finally {
      await holder.query('rollback');
    }
  });
});

test('what cannot be noted is said, and what comes later is noted', async () => {
  const one = await person(server);
  const [token] = await made(server.admin.get(`/users/${one.id}/tokens`), z.array(z.object({ id: z.int() })));
  const warnings: string[] = [];
  const uses = new LastUsedRecorder(server.database, { warn: (_details, message) => warnings.push(message) });
  uses.note({ tokenId: 2 ** 40, userId: one.id, courseId: null });
  await uses.flush();
  expect(warnings).toEqual(['last use was not noted']);
  uses.note({ tokenId: token?.id ?? 0, userId: one.id, courseId: null });
  await uses.flush();
  const { rows } = await server.database.pool.query('select last_used_at is not null as used from users where id = $1', [one.id]);
  expect(rows).toEqual([{ used: true }]);
});

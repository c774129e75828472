import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const open = async (one: Person, isPublic = true) =>
  made(one.client.put('/users/self', { user: { public_profile: isPublic } }), z.unknown());
const follow = (one: Person, whom: number | string) => one.client.put(`/users/${whom}/followers/self`);
const unfollow = (one: Person, whom: number | string) => one.client.delete(`/users/${whom}/followers/self`);
const records = async (followed: Person) =>
  (await server.database.pool.query('select following_user_id as id from follows where followed_user_id = $1', [followed.id])).rows.map(
    (row) => row.id,
  );

describe('following', () => {
  // profiles#14, profiles#15
  test('answers the record, and again the same one', async () => {
    const [fan, star] = [await person(server), await person(server)];
    await open(star);
    const first = await follow(fan, star.id);
    expect([first.status, first.body]).toEqual([
      200,
      { following_user_id: fan.id, followed_user_id: star.id, created_at: expect.stringMatching(ISO) },
    ]);
    await server.database.pool.query(`update follows set created_at = '2020-01-01T00:00:00Z' where followed_user_id = $1`, [star.id]);
    expect((await follow(fan, `sis_login_id:${star.login}`)).body).toEqual({ ...first.body, created_at: '2020-01-01T00:00:00Z' });
    expect(await records(star)).toEqual([fan.id]);
  });

  // profiles#15
  test('by several requests at once makes one record', async () => {
    const [fan, star] = [await person(server), await person(server)];
    await open(star);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => follow(fan, star.id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await records(star)).toEqual([fan.id]);
  });

  // users#31
  test('of somebody who is deleted at that moment is 404, and leaves no record', async () => {
    const [fan, star] = [await person(server), await person(server)];
    await open(star);
    const answers = await atOnce(server, `select from users where id = ${star.id} for update`, [
      async () => (await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${star.id}`)).status,
      async () => (await follow(fan, star.id)).status,
    ]);
    expect(answers).toEqual([200, 404]);
    expect(await records(star)).toEqual([]);
  });

  // profiles#15
  test('is never refused because of an unfollowing at the same moment', async () => {
    const [fan, star] = [await person(server), await person(server)];
    await open(star);
    for (let round = 0; round < 60; round++) {
      const answers = await Promise.all([follow(fan, star.id), unfollow(fan, star.id), follow(fan, star.id)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    }
  });

  // profiles#15, profiles#17
  test('needs a public profile, which is not public at first', async () => {
    const [fan, star] = [await person(server), await person(server)];
    const refused = await follow(fan, star.id);
    expect([refused.status, refused.body]).toEqual([401, NOT_PERMITTED]);
    // Administrators are no exception.
    expect((await server.admin.put(`/users/${star.id}/followers/self`)).status).toBe(401);
    await open(star);
    expect((await follow(fan, star.id)).status).toBe(200);
    await open(star, false);
    expect((await follow(here.stranger, star.id)).status).toBe(401);
    // Who follows already hears of the record, and nothing happens.
    expect((await follow(fan, star.id)).body).toMatchObject({ following_user_id: fan.id, followed_user_id: star.id });
    expect(await records(star)).toEqual([fan.id]);
  });

  // profiles#16
  test('oneself is refused, public or not', async () => {
    const one = await person(server);
    for (const isPublic of [false, true]) {
      await open(one, isPublic);
      for (const id of [one.id, 'self']) {
        const { status, body } = await follow(one, id);
        expect([status, body]).toEqual([
          400,
          { errors: { followed_item: [expect.objectContaining({ attribute: 'followed_item', type: 'invalid' })] } },
        ]);
      }
    }
    expect(await records(one)).toEqual([]);
  });

  // profiles#18
  test('is for the users of one root account', async () => {
    const star = await person(server);
    await open(star);
    expect((await follow(here.foreignAdmin, star.id)).status).toBe(404);
    await open(here.foreignAdmin);
    expect((await follow(star, here.foreignAdmin.id)).status).toBe(404);
    expect((await follow(star, 999_999)).status).toBe(404);
    expect((await follow(star, 'nobody')).status).toBe(404);
    expect((await server.anonymous.put(`/users/${star.id}/followers/self`)).status).toBe(401);
  });
});

describe('following no more', () => {
  // profiles#19
  test('answers the same whether one followed or not', async () => {
    const [fan, star] = [await person(server), await person(server)];
    await open(star);
    await follow(fan, star.id);
    // Also when the profile is not public any more.
    await open(star, false);
    for (let i = 0; i < 2; i++) {
      const { status, body } = await unfollow(fan, star.id);
      expect([status, body]).toEqual([200, { ok: true }]);
      expect(await records(star)).toEqual([]);
    }
    expect((await unfollow(fan, 'self')).body).toEqual({ ok: true });
    expect((await unfollow(fan, 999_999)).status).toBe(404);
  });

  // profiles#19
  test('leaves other followers', async () => {
    const [fan, other, star] = [await person(server), await person(server), await person(server)];
    await open(star);
    await follow(fan, star.id);
    await follow(other, star.id);
    await unfollow(fan, star.id);
    expect(await records(star)).toEqual([other.id]);
  });

  // users#31
  test('comes with the deletion of either', async () => {
    const [fan, star, both] = [await person(server), await person(server), await person(server)];
    await open(star);
    await open(both);
    await follow(fan, both.id);
    await follow(both, star.id);
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${both.id}`), z.unknown());
    expect([await records(both), await records(star)]).toEqual([[], []]);
    expect((await follow(fan, both.id)).status).toBe(404);
  });
});

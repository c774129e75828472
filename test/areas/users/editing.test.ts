import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, person, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const User = z.looseObject({ id: z.int(), name: z.string(), short_name: z.string(), sortable_name: z.string() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const edit = (id: number, user: Record<string, string | null>) => made(server.admin.put(`/users/${id}`, { user }), User);
const read = (id: number) => made(server.admin.get(`/users/${id}`), User);

// users#28
describe('who may edit a user', () => {
  test('oneself, by id and as self', async () => {
    const one = await person(server);
    expect((await made(one.client.put('/users/self', { user: { short_name: 'Me' } }), User)).short_name).toBe('Me');
    expect((await made(one.client.put(`/users/${one.id}`, { user: { short_name: 'I' } }), User)).short_name).toBe('I');
    expect((await read(one.id)).short_name).toBe('I');
  });

  test('administrators of the root account', async () => {
    const one = await person(server);
    expect((await made(here.rootAdmin.client.put(`/users/${one.id}`, { user: { short_name: 'Theirs' } }), User)).short_name).toBe('Theirs');
  });

  test('administrators of a sub-account those all of whose accounts lie at or below it', async () => {
    const local = await person(server, { account: here.subAccountId });
    expect((await here.subAdmin.client.put(`/users/${local.id}`, { user: { short_name: 'Ours' } })).status).toBe(200);
    // A student of theirs whose login lies above.
    const guest = await here.subAdmin.client.put(`/users/${here.student.id}`, { user: { short_name: 'No' } });
    expect([guest.status, guest.body]).toEqual([401, NOT_PERMITTED]);
    // One of theirs who studies elsewhere too.
    const { id: elsewhere } = await made(
      server.admin.post('/accounts/1/courses', { course: { name: unique('Course') }, offer: true }),
      z.object({ id: z.int() }),
    );
    await enroll(server, elsewhere, local.id, 'StudentEnrollment');
    expect((await here.subAdmin.client.put(`/users/${local.id}`, { user: { short_name: 'No' } })).status).toBe(401);
    expect((await read(local.id)).short_name).toBe('Ours');
  });

  // access#6
  test('never somebody with more rights than one’s own', async () => {
    const above = await person(server, { account: here.subAccountId });
    expect((await here.subAdmin.client.put(`/users/${above.id}`, { user: { short_name: 'Yes' } })).status).toBe(200);
    await made(server.admin.post('/accounts/1/admins', { user_id: above.id }), z.unknown());
    expect((await here.subAdmin.client.put(`/users/${above.id}`, { user: { short_name: 'No' } })).status).toBe(401);
    expect((await here.subAdmin.client.put(`/users/${here.rootAdmin.id}`, { user: { short_name: 'No' } })).status).toBe(401);
  });

  test('nobody else', async () => {
    const before = await read(here.student.id);
    for (const { client } of [here.teacher, here.ta, here.designer, here.student2, here.observer, here.stranger]) {
      const response = await client.put(`/users/${here.student.id}`, { user: { name: 'Taken over' } });
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
    expect((await here.foreignAdmin.client.put(`/users/${here.student.id}`, { user: { name: 'Taken over' } })).status).toBe(404);
    expect((await read(here.student.id)).name).toBe(before.name);
  });
});

describe('an edit', () => {
  // users#29
  test('changes what is sent, keeps the rest, and answers the user', async () => {
    const one = await person(server, { name: 'Ada King' });
    await made(
      one.client.post('/users/self/communication_channels', { communication_channel: { address: 'ada@school.example' } }),
      z.unknown(),
    );
    const first = await made(one.client.put('/users/self', { user: { time_zone: 'Pacific Time (US & Canada)', locale: 'FR' } }), User);
    expect(first).toMatchObject({
      id: one.id,
      name: 'Ada King',
      time_zone: 'America/Los_Angeles',
      locale: 'fr',
      email: 'ada@school.example',
      login_id: one.login,
    });
    const second = await made(one.client.putForm('/users/self', { user: { short_name: 'Ada' } }), User);
    expect(second).toMatchObject({
      name: 'Ada King',
      short_name: 'Ada',
      sortable_name: 'King, Ada',
      time_zone: 'America/Los_Angeles',
      locale: 'fr',
    });
    expect(await made(one.client.put('/users/self'), User)).toEqual(second);
    expect(await made(one.client.put('/users/self', { user: { name: '', short_name: null, unheard_of: 'x' }, stray: 1 }), User)).toEqual(
      second,
    );
  });

  // users#29
  test('an empty zone or language is none again', async () => {
    const one = await person(server);
    // users#17
    for (const sent of ['asia/kolkata', 'ASIA/KOLKATA'])
      expect((await edit(one.id, { time_zone: sent }))['time_zone']).toBe('Asia/Kolkata');
    await edit(one.id, { time_zone: 'Asia/Tokyo', locale: 'ja' });
    const cleared = await edit(one.id, { time_zone: '', locale: null });
    expect(cleared['time_zone'] ?? null).toBeNull();
    expect(cleared['locale'] ?? null).toBeNull();
  });

  // users#29
  test.each([
    ['time_zone', 'invalid', { time_zone: 'Nowhere/Land' }],
    ['locale', 'invalid', { locale: 'english' }],
    ['name', 'blank', { name: '   ' }],
    ['name', 'too_long', { name: 'n'.repeat(256) }],
    ['short_name', 'too_long', { short_name: 'n'.repeat(256) }],
    ['sortable_name', 'too_long', { sortable_name: 'n'.repeat(256) }],
  ])('a wrong %s (%s) changes nothing', async (field, type, wrong) => {
    const one = await person(server, { name: 'Before Change' });
    const response = await one.client.put('/users/self', { user: { name: 'After Change', ...wrong } });
    expect([response.status, response.body]).toEqual([400, { errors: { [field]: [expect.objectContaining({ attribute: field, type })] } }]);
    expect((await read(one.id)).name).toBe('Before Change');
  });
});

// users#11
describe('the sortable name', () => {
  test('follows the name as long as it was made from it', async () => {
    const one = await person(server, { name: 'Ada Byron' });
    expect((await edit(one.id, { name: 'Ada Lovelace' })).sortable_name).toBe('Lovelace, Ada');
    expect((await edit(one.id, { name: 'Ada' })).sortable_name).toBe('Ada');
    expect((await edit(one.id, { name: 'Ada King' })).sortable_name).toBe('King, Ada');
  });

  test('of one’s own stays', async () => {
    const one = await person(server, { name: 'Ludwig van Beethoven' });
    expect((await edit(one.id, { sortable_name: 'van Beethoven, Ludwig' })).sortable_name).toBe('van Beethoven, Ludwig');
    expect((await edit(one.id, { name: 'L. van Beethoven' })).sortable_name).toBe('van Beethoven, Ludwig');
  });

  test('sent with the name wins', async () => {
    const one = await person(server, { name: 'Ada Byron' });
    expect(await edit(one.id, { name: 'Ada King', sortable_name: 'Noel, Ada' })).toMatchObject({
      name: 'Ada King',
      sortable_name: 'Noel, Ada',
    });
  });

  test('is left alone by an edit of other things', async () => {
    const one = await person(server, { name: 'Ada Byron' });
    expect((await edit(one.id, { short_name: 'A' })).sortable_name).toBe('Byron, Ada');
  });
});

// users#29
test('of two edits at once neither takes back what the other has changed', async () => {
  const one = await person(server);
  await atOnce(server, `select from users where id = ${one.id} for update`, [
    () => edit(one.id, { short_name: 'Short' }),
    () => edit(one.id, { sortable_name: 'Sorted' }),
  ]);
  expect(await read(one.id)).toMatchObject({ short_name: 'Short', sortable_name: 'Sorted' });
});

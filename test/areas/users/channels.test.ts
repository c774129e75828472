import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { made, person, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const Channel = z.looseObject({ id: z.int(), address: z.string(), position: z.int(), workflow_state: z.string() });
const Channels = z.array(Channel);
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const add = (client: Client, user: number | 'self', address: string, more: { type?: string; skip?: boolean } = {}) =>
  client.post(`/users/${user}/communication_channels`, {
    communication_channel: { address, ...(more.type === undefined ? {} : { type: more.type }) },
    ...(more.skip === undefined ? {} : { skip_confirmation: more.skip }),
  });
const blames = (field: string, type: string) => ({ errors: { [field]: [expect.objectContaining({ attribute: field, type })] } });

describe('a new channel', () => {
  // users#47, users#49
  test('is an unconfirmed mail address, the last of its user', async () => {
    const one = await person(server);
    const first = await add(one.client, 'self', 'First@school.example');
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        address: 'First@school.example',
        type: 'email',
        position: 1,
        user_id: one.id,
        workflow_state: 'unconfirmed',
      },
    ]);
    const second = await made(add(one.client, 'self', '+46 70 1', { type: 'sms' }), Channel);
    expect(second).toMatchObject({ type: 'sms', position: 2 });
    expect(await made(one.client.get('/users/self/communication_channels'), Channels)).toEqual([first.body, second]);
    const mails = await server.database.pool.query('select address from mails where user_id = $1', [one.id]);
    expect(mails.rows).toEqual([{ address: 'First@school.example' }]);
  });

  // users#49
  test('is confirmed at once where an administrator says so, and only then', async () => {
    const one = await person(server);
    expect((await made(add(server.admin, one.id, 'a@school.example', { skip: true }), Channel)).workflow_state).toBe('active');
    expect((await made(add(server.admin, one.id, 'b@school.example', { skip: false }), Channel)).workflow_state).toBe('unconfirmed');
    expect((await made(add(server.admin, one.id, 'c@school.example'), Channel)).workflow_state).toBe('unconfirmed');
    // Not refused but ignored.
    expect((await made(add(one.client, 'self', 'd@school.example', { skip: true }), Channel)).workflow_state).toBe('unconfirmed');
  });

  // users#49
  test('is not confirmed by an administrator of something else', async () => {
    expect((await made(add(here.subAdmin.client, 'self', 'dean@school.example', { skip: true }), Channel)).workflow_state).toBe(
      'unconfirmed',
    );
  });

  // users#50
  test.each([
    ['address', 'blank', {}],
    ['address', 'blank', { address: '' }],
    ['address', 'invalid', { address: 'nowhere' }],
    ['address', 'invalid', { address: 'a@b@c', type: 'email' }],
    ['address', 'too_long', { address: `${'a'.repeat(250)}@school.example` }],
    ['type', 'invalid', { address: 'a@school.example', type: 'pigeon' }],
  ])('of a wrong %s (%s) is refused', async (field, type, channel) => {
    const one = await person(server);
    const response = await one.client.post('/users/self/communication_channels', { communication_channel: channel });
    expect([response.status, response.body]).toEqual([400, blames(field, type)]);
    expect(await made(one.client.get('/users/self/communication_channels'), Channels)).toEqual([]);
  });

  // users#50
  test('is one of its user’s once, in any case, also of several at once', async () => {
    const one = await person(server);
    const adding = await Promise.all([1, 2].map(() => add(one.client, 'self', 'Twice@school.example')));
    expect(adding.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const again = await add(one.client, 'self', 'twice@SCHOOL.example');
    expect([again.status, again.body]).toEqual([400, blames('address', 'taken')]);
    expect(await made(one.client.get('/users/self/communication_channels'), Channels)).toHaveLength(1);
  });

  // users#50
  test('is of its user alone: two people may share an address', async () => {
    const [one, other] = [await person(server), await person(server)];
    for (const { client } of [one, other]) expect((await add(client, 'self', 'shared@school.example')).status).toBe(200);
  });

  // users#49
  test('of several at once each has a place of its own', async () => {
    const one = await person(server);
    await Promise.all([1, 2, 3, 4].map((n) => made(add(one.client, 'self', `at-once-${n}@school.example`), Channel)));
    const places = (await made(one.client.get('/users/self/communication_channels'), Channels)).map((channel) => channel.position);
    expect(places).toEqual([1, 2, 3, 4]);
  });
});

describe('channels', () => {
  // users#48
  test('are read and changed by oneself and by who may act as the user', async () => {
    const channel = await made(add(here.student.client, 'self', 'student@school.example'), Channel);
    for (const { client } of [here.teacher, here.student2, here.stranger, here.subAdmin]) {
      expect((await client.get(`/users/${here.student.id}/communication_channels`)).status).toBe(401);
      expect((await add(client, here.student.id, 'evil@school.example')).status).toBe(401);
      expect((await client.delete(`/users/${here.student.id}/communication_channels/${channel.id}`)).status).toBe(401);
    }
    expect((await here.foreignAdmin.client.get(`/users/${here.student.id}/communication_channels`)).status).toBe(404);
    expect(await made(here.rootAdmin.client.get(`/users/${here.student.id}/communication_channels`), Channels)).toEqual([channel]);
  });

  // users#47, users#51
  test('are removed, and free to be added again', async () => {
    const one = await person(server);
    const channel = await made(add(one.client, 'self', 'gone@school.example'), Channel);
    const removed = await made(one.client.delete(`/users/self/communication_channels/${channel.id}`), Channel);
    expect(removed).toMatchObject({ id: channel.id, address: 'gone@school.example' });
    expect(await made(one.client.get('/users/self/communication_channels'), Channels)).toEqual([]);
    expect((await one.client.delete(`/users/self/communication_channels/${channel.id}`)).status).toBe(404);
    expect((await add(one.client, 'self', 'gone@school.example')).status).toBe(200);
  });

  // users#51
  test('take along the mail that waits for them when they are removed, and no other', async () => {
    const one = await person(server);
    const [sent, gone, kept] = ['sent', 'gone', 'kept'].map((word) => `${word}@school.example`);
    const channels = [];
    for (const address of [sent, gone, kept]) channels.push(await made(add(one.client, 'self', address ?? ''), Channel));
    const { pool } = server.database;
    await pool.query(`update mails set state = 'sent' where user_id = $1 and address = $2`, [one.id, sent]);
    for (const { id } of channels.slice(0, 2)) await one.client.delete(`/users/self/communication_channels/${id}`).expect(200);
    const { rows } = await pool.query('select address, state from mails where user_id = $1 order by id', [one.id]);
    expect(rows.map((row) => [row.address, row.state])).toEqual([
      [sent, 'sent'],
      [gone, 'unsent'],
      [kept, 'waiting'],
    ]);
  });

  // users#51
  test('of others are not found under oneself', async () => {
    const [one, other] = [await person(server), await person(server)];
    const channel = await made(add(one.client, 'self', 'mine@school.example'), Channel);
    expect((await other.client.delete(`/users/self/communication_channels/${channel.id}`)).status).toBe(404);
    expect(await made(one.client.get('/users/self/communication_channels'), Channels)).toHaveLength(1);
  });
});

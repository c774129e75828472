import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sign } from '../../../src/http/signing.ts';
import type { Fields } from '../../helpers/form.ts';
import { work } from '../../helpers/jobs.ts';
import { useMailServer } from '../../helpers/mail-server.ts';
import { made, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { SECRET_KEY, useServer } from '../../helpers/server.ts';

const Channels = z.array(z.looseObject({ id: z.int(), address: z.string(), workflow_state: z.string() }));
const server = useServer();
const mailServer = useMailServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

let counter = 0;
const freshAddress = (): string => `confirm-${counter++}@school.example`;
const mailTo = async (address: string) => {
  await work(server, { smtpUrl: mailServer.url });
  return mailServer.received.filter((one) => one.to.includes(address)).map((one) => one.mail);
};
const linkIn = (text: string | undefined): string => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '';
const open = async (link: string) => {
  const response = await fetch(link);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const stateOf = async (userId: number, address: string) =>
  (await made(server.admin.get(`/users/${userId}/communication_channels`), Channels)).find((one) => one.address === address)
    ?.workflow_state;

describe('a new user', () => {
  const create = async (pseudonym: Fields, channel: Fields) => {
    const login = `confirmed-${counter++}`;
    const body = {
      user: { name: 'Åsa Öberg', short_name: 'Åsa' },
      pseudonym: { unique_id: login, ...pseudonym },
      communication_channel: channel,
    };
    const { id } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, body));
    return { id, login };
  };

  // users#27, users#53
  test.each([1, '1', true])('is told of the account with send_confirmation=%j, and confirms the address by a link', async (send) => {
    const address = freshAddress();
    const { id, login } = await create({ send_confirmation: send, password: 'never in a mail' }, { type: 'email', address });
    const [mail, ...more] = await mailTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your account at Lectern');
    expect(mail?.text).toContain('Hello Åsa,');
    expect(mail?.text).toContain(login);
    expect(mail?.text).not.toContain('never in a mail');
    expect(await stateOf(id, address)).toBe('unconfirmed');
    const link = linkIn(mail?.text);
    expect(link.startsWith(`${server.url}/`)).toBe(true);
    // As those look at links who look for viruses in mails (conventions#4).
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect(await stateOf(id, address)).toBe('unconfirmed');
    expect(await open(link)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: expect.stringContaining('confirmed') });
    expect(await stateOf(id, address)).toBe('active');
  });

  // users#27
  test.each([0, '0', undefined])('is told nothing with send_confirmation=%j', async (send) => {
    const address = freshAddress();
    const { id } = await create(send === undefined ? {} : { send_confirmation: send }, { address });
    expect(await mailTo(address)).toEqual([]);
    expect(await stateOf(id, address)).toBe('unconfirmed');
  });

  // users#27
  test('whose address needs no confirmation is told without a link', async () => {
    const address = freshAddress();
    await create({ send_confirmation: 1 }, { address, skip_confirmation: true });
    const [mail] = await mailTo(address);
    expect(mail?.text).toContain('Hello Åsa,');
    expect(linkIn(mail?.text)).toBe('');
  });

  // users#27
  test('without a mail address is told nothing, and nothing fails', async () => {
    const before = mailServer.received.length;
    await create({ send_confirmation: 1 }, {});
    await create({ send_confirmation: 1 }, { type: 'sms', address: '+46 70 1' });
    await work(server, { smtpUrl: mailServer.url });
    expect(mailServer.received.length).toBe(before);
  });

  // users#26
  test('who is refused is told nothing', async () => {
    const address = freshAddress();
    const body = { pseudonym: { unique_id: here.student.login, send_confirmation: 1 }, communication_channel: { address } };
    expect((await server.admin.post(`/accounts/${ROOT_ACCOUNT}/users`, body)).status).toBe(400);
    expect(await mailTo(address)).toEqual([]);
  });

  // users#27
  test('who is gone before the mail went out is sent none', async () => {
    const address = freshAddress();
    const { id } = await create({ send_confirmation: 1 }, { address });
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${id}`));
    expect(await mailTo(address)).toEqual([]);
  });
});

describe('a new channel', () => {
  const add = async (by: { client: typeof server.admin }, user: number | 'self', channel: Fields, more: Fields = {}) =>
    made(by.client.post(`/users/${user}/communication_channels`, { communication_channel: channel, ...more }));

  // users#52, users#53
  test('is confirmed by the link in the mail to it', async () => {
    const one = await person(server);
    const address = freshAddress();
    await add(one, 'self', { address });
    const [mail, ...more] = await mailTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Please confirm your address');
    const link = linkIn(mail?.text);
    expect((await open(link)).status).toBe(200);
    expect(await stateOf(one.id, address)).toBe('active');
    // A second time changes nothing.
    expect((await open(link)).status).toBe(200);
    expect(await stateOf(one.id, address)).toBe('active');
  });

  // users#53
  test('each has a link of its own', async () => {
    const one = await person(server);
    const [first, second] = [freshAddress(), freshAddress()];
    await add(one, 'self', { address: first });
    await add(one, 'self', { address: second });
    const links = [linkIn((await mailTo(first))[0]?.text), linkIn((await mailTo(second))[0]?.text)];
    expect(links[0]).not.toBe(links[1]);
    await open(links[1] ?? '');
    expect([await stateOf(one.id, first), await stateOf(one.id, second)]).toEqual(['unconfirmed', 'active']);
  });

  // users#52
  test('that an administrator vouches for, or that is no mail address, is sent nothing', async () => {
    const one = await person(server);
    const address = freshAddress();
    await add({ client: server.admin }, one.id, { address }, { skip_confirmation: true });
    await add(one, 'self', { address: '+46 70 2', type: 'sms' });
    expect(await mailTo(address)).toEqual([]);
    // By oneself the wish is ignored.
    const own = freshAddress();
    await add(one, 'self', { address: own }, { skip_confirmation: true });
    expect(await mailTo(own)).toHaveLength(1);
  });

  // users#53
  test('that was removed, or whose user was, is not confirmed any more', async () => {
    const one = await person(server);
    const [removed, kept] = [freshAddress(), freshAddress()];
    const channel = await add(one, 'self', { address: removed });
    await add(one, 'self', { address: kept });
    const links = [linkIn((await mailTo(removed))[0]?.text), linkIn((await mailTo(kept))[0]?.text)];
    await made(one.client.delete(`/users/self/communication_channels/${channel.id}`));
    expect((await open(links[0] ?? '')).status).toBe(404);
    // The same address once more is another channel.
    await add(one, 'self', { address: removed });
    expect((await open(links[0] ?? '')).status).toBe(404);
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`));
    expect((await open(links[1] ?? '')).status).toBe(404);
    const { rows } = await server.database.pool.query('select distinct state from communication_channels where user_id = $1', [one.id]);
    expect(rows).toEqual([{ state: 'retired' }]);
  });

  // users#53
  test('is not confirmed by a link that was made up', async () => {
    const one = await person(server);
    const channel = await add(one, 'self', { address: freshAddress() });
    const payload = { channel: channel.id };
    const forged = [
      sign(SECRET_KEY, 'another purpose', payload),
      sign('another secret key', 'channel confirmation', payload),
      sign(SECRET_KEY, 'channel confirmation', { channel: String(channel.id) }),
      sign(SECRET_KEY, 'channel confirmation', { channel: 999_999 }),
      `${sign(SECRET_KEY, 'channel confirmation', payload)}x`,
      'x',
      '%00',
    ];
    for (const token of forged) {
      const { status, text } = await open(`${server.url}/confirm/${token}`);
      expect([status, JSON.parse(text)]).toEqual([404, { errors: [{ message: 'The specified resource does not exist.' }] }]);
    }
    const { rows } = await server.database.pool.query('select state from communication_channels where id = $1', [channel.id]);
    expect(rows).toEqual([{ state: 'unconfirmed' }]);
    expect((await open(`${server.url}/confirm/${sign(SECRET_KEY, 'channel confirmation', payload)}`)).status).toBe(200);
  });
});

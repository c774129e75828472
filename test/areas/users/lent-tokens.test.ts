import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printNewToken } from '../../../src/areas/users/command-line.ts';
import { credentialOperations } from '../../../src/areas/users/credential-routes.ts';
import { INVALID_TOKEN } from '../../helpers/refusals.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import { type Client, serveOn, type TestServer, useServer } from '../../helpers/server.ts';

const Made = z.looseObject({ id: z.int(), visible_token: z.string() });
const Shown = z.looseObject({ calendar: z.object({ ics: z.string() }) });
const Podcast = z.looseObject({ podcast_url: z.string() });
const Listed = z.array(z.looseObject({ id: z.int(), created_by: z.int().nullable() }));
const server = useServer();

// Another process on the same database: what it keeps is ended by what the first one changes.
let other: TestServer;
beforeAll(async () => {
  other = await serveOn(server.database.url);
});
afterAll(() => other.stop());

const faculty = async () =>
  (await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }))).id;

/** The token that somebody makes for somebody. */
const lend = (by: Client, to: Person) => made(by.post(`/users/${to.id}/tokens`, { token: { purpose: 'lent' } }), Made);

let account: number;
let dean: Person;
let holder: Person;
beforeEach(async () => {
  account = await faculty();
  dean = await person(server);
  await appoint(server, account, dean.id);
  holder = await person(server, { account });
});

const dismiss = () => made(server.admin.delete(`/accounts/${account}/admins/${dean.id}`), z.unknown());

// access#19
describe('a token that somebody else made', () => {
  const endings: [string, () => Promise<unknown>][] = [
    ['when its holder has more rights than its maker', () => appoint(server, ROOT_ACCOUNT, holder.id)],
    [
      'when its holder belongs to an account out of reach',
      async () => enroll(server, (await course(server, { account: await faculty() })).id, holder.id, 'StudentEnrollment'),
    ],
    ['when its maker is no administrator any more', dismiss],
    ['when its maker is deleted', () => made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${dean.id}`), z.unknown())],
  ];

  test.each(endings)('ends %s, at once and wherever it was used', async (_when, ending) => {
    const { visible_token: token } = await lend(dean.client, holder);
    const clients = [server.as(token), other.as(token)];
    // Twice, so that access of it is kept.
    for (const client of [...clients, ...clients])
      expect((await client.get('/users/self', {}).expect(200)).body).toMatchObject({ id: holder.id });
    await ending();
    for (const client of clients) {
      for (const refused of [
        await client.get('/users/self'),
        await client.post('/users/self/collections', { name: 'Links', visibility: 'private' }),
      ])
        expect([refused.status, refused.body]).toEqual([401, INVALID_TOKEN]);
    }
    await holder.client.get('/users/self').expect(200);
  });

  test('does not make its maker an administrator above', async () => {
    const { visible_token: token } = await lend(dean.client, holder);
    await appoint(server, ROOT_ACCOUNT, holder.id);
    await server.as(token).post(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: dean.id }).expect(401);
    await dean.client.get(`/accounts/${ROOT_ACCOUNT}`).expect(401);
  });

  test('stays while its maker may act as its holder, whose rights may be the same', async () => {
    const { visible_token: token } = await lend(dean.client, holder);
    await appoint(server, account, holder.id);
    await server.as(token).get(`/accounts/${account}`).expect(200);
    const joined = await course(server, { account });
    await enroll(server, joined.id, holder.id, 'StudentEnrollment');
    await server.as(token).get(`/courses/${joined.id}`).expect(200);
  });

  test('costs the same statements as one’s own', async () => {
    const lent = server.as((await lend(dean.client, holder)).visible_token);
    const count = async (client: Client) => {
      await client.get('/users/self').expect(200);
      return server.statements(() => client.get('/users/self').expect(200));
    };
    expect(await count(lent)).toBe(await count(holder.client));
  });
});

// feeds#9
describe('a feed that a token shows which somebody else made', () => {
  const calendarOf = async (client: Client) => (await made(client.get('/users/self/profile'), Shown)).calendar.ics;
  const podcastOf = async (client: Client, at: { course: number; topic: number }) =>
    (await made(client.get(`/courses/${at.course}/discussion_topics/${at.topic}`), Podcast)).podcast_url;
  const statuses = (addresses: readonly string[]) => Promise.all(addresses.map(async (address) => (await fetch(address)).status));

  test('ends with the rights of its maker, of calendars and podcasts alike', async () => {
    const { id } = await course(server, { account });
    await enroll(server, id, holder.id, 'StudentEnrollment');
    const topic = await made(server.admin.post(`/courses/${id}/discussion_topics`, { title: 'Talk', podcast_enabled: true }));
    const lent = server.as((await lend(dean.client, holder)).visible_token);
    const at = { course: id, topic: topic.id };
    const shown = [await calendarOf(lent), (await made(lent.get(`/courses/${id}`), Shown)).calendar.ics, await podcastOf(lent, at)];
    const own = [await calendarOf(holder.client), await podcastOf(holder.client, at)];
    expect(await statuses([...shown, ...own])).toEqual([200, 200, 200, 200, 200]);
    await dismiss();
    expect(await statuses([...shown, ...own])).toEqual([404, 404, 404, 200, 200]);
    await appoint(server, account, dean.id);
    expect(await statuses(shown)).toEqual([200, 200, 200]);
  });

  test('is one for each maker, and stays when the token has ended', async () => {
    const deputy = await person(server, { account });
    await appoint(server, account, deputy.id);
    const [one, another] = [await lend(dean.client, holder), await lend(dean.client, holder)];
    const address = await calendarOf(server.as(one.visible_token));
    expect(await calendarOf(server.as(another.visible_token))).toBe(address);
    const others = await calendarOf(server.as((await lend(deputy.client, holder)).visible_token));
    for (const { id } of [one, another]) await made(holder.client.delete(`/users/self/tokens/${id}`), z.unknown());
    expect(await statuses([address, others])).toEqual([200, 200]);
    const forged = [address.replace(`-${dean.id}.`, `-${deputy.id}.`), address.replace(`-${dean.id}.`, '.')];
    expect(forged).not.toContain(address);
    expect(await statuses(forged)).toEqual([404, 404]);
  });

  test('ends with the renewal of the user’s own', async () => {
    const address = await calendarOf(server.as((await lend(dean.client, holder)).visible_token));
    expect(await statuses([address])).toEqual([200]);
    await made(holder.client.delete('/users/self/feed_codes'), z.unknown());
    expect(await statuses([address])).toEqual([404]);
  });
});

// access#20
describe('credentials', () => {
  let lent: Client;
  let own: Client;
  beforeEach(async () => {
    await appoint(server, account, holder.id);
    lent = server.as((await lend(dean.client, holder)).visible_token);
    own = holder.client;
  });
  const CHANGING = credentialOperations.filter((op) => op.method !== 'GET');

  /** The operation, of the person. */
  async function ask(client: Client, { method, path }: (typeof CHANGING)[number], of: Person, extra: Record<string, unknown> = {}) {
    const at = path.replace('/api/v1', '').replace(':user_id', String(of.id)).replace(':account_id', String(account)).replace(':id', '1');
    const login = { user: { id: of.id }, login: { unique_id: unique('login') } };
    const channel = { communication_channel: { address: `${unique('a').replace(' ', '')}@school.example` } };
    const body = { ...login, ...channel, ...extra };
    return method === 'POST' ? client.post(at, body) : method === 'PUT' ? client.put(at, body) : client.delete(at, body);
  }
  const LISTS = ['tokens', 'logins', 'communication_channels'];
  const all = async (of: Person) =>
    Promise.all(
      LISTS.map(async (list) => (await own.get(`/users/${of.id}/${list}`, { per_page: 100 })).text.replace(/"last_used_at":[^,]*,/g, '')),
    );

  test('are all that there are', () => {
    expect(CHANGING.map((op) => op.operationId)).toEqual([
      'createToken',
      'revokeToken',
      'createLogin',
      'editLogin',
      'deleteLogin',
      'createChannel',
      'deleteChannel',
    ]);
  });

  test('are neither made nor changed by it, of its holder or of others, nor as somebody else', async () => {
    const local = await person(server, { account });
    const before = [await all(holder), await all(local)];
    for (const op of CHANGING) {
      for (const [of, extra] of [
        [holder, {}],
        [local, {}],
        [holder, { as_user_id: local.id }],
        [local, { as_user_id: local.id }],
        [local, { as_user_id: dean.id }],
      ] as const) {
        const response = await ask(lent, op, of, extra);
        expect([op.operationId, response.status, response.body.status]).toEqual([op.operationId, 401, 'unauthorized']);
      }
    }
    expect([await all(holder), await all(local)]).toEqual(before);
  });

  test('are by one’s own', async () => {
    const local = await person(server, { account });
    for (const op of CHANGING) expect([200, 404]).toContain((await ask(own, op, local)).status);
  });

  // users#24, users#30
  test('begin and end with users, whom it makes and deletes', async () => {
    const name = unique('lent');
    const fields = { user: { name }, pseudonym: { unique_id: name.replace(' ', '') } };
    const { id } = await made(lent.post(`/accounts/${account}/users`, fields), z.object({ id: z.int() }));
    await lent.delete(`/accounts/${account}/users/${id}`).expect(200);
    await own.get(`/users/${id}`).expect(404);
  });

  // accounts#15
  test('are none that make an administrator, whom it appoints and dismisses where its holder may', async () => {
    const local = await person(server, { account });
    await lent.post(`/accounts/${account}/admins`, { user_id: local.id }).expect(200);
    await local.client.get(`/accounts/${account}`).expect(200);
    await lent.delete(`/accounts/${account}/admins/${local.id}`).expect(200);
    await local.client.get(`/accounts/${account}`).expect(401);
    await lent.post(`/accounts/${ROOT_ACCOUNT}/admins`, { user_id: local.id }).expect(401);
  });

  test('are listed by it', async () => {
    for (const list of LISTS) await lent.get(`/users/self/${list}`).expect(200);
  });
});

// users#38
describe('who made a token', () => {
  const makers = async (of: Person) =>
    (await made(of.client.get('/users/self/tokens', { per_page: 100 }), Listed)).map((one) => one.created_by);

  test('is shown to its holder; nobody, where it is one’s own or of the command line', async () => {
    await lend(dean.client, holder);
    await made(holder.client.post('/users/self/tokens'), Made);
    await printNewToken(server.database, String(holder.id));
    expect(await makers(holder)).toEqual([null, dean.id, null, null]);
  });

  test('is who really asked, whoever they acted as', async () => {
    const deputy = await person(server, { account });
    await appoint(server, account, deputy.id);
    await made(dean.client.post(`/users/${holder.id}/tokens`, { as_user_id: deputy.id }), Made);
    await dean.client.post('/users/self/tokens', { as_user_id: holder.id }).expect(401);
    expect(await makers(holder)).toEqual([null, dean.id]);
    await dismiss();
    expect((await made(deputy.client.get(`/users/${holder.id}/tokens`), Listed)).length).toBe(2);
  });
});

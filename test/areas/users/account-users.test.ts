import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const Users = z.array(z.looseObject({ id: z.int(), name: z.string(), sortable_name: z.string() }));
type Users = z.output<typeof Users>;

const TOO_SHORT = { errors: [{ field: 'search_term', code: 'invalid', message: '3 or more characters is required' }] };

const server = useServer();

const subAccount = async (): Promise<number> =>
  (await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }))).id;

let logins = 0;
/** A user of an account, by name. */
async function user(account: number, name: string, more: { pseudonym?: Fields; user?: Fields; address?: string } = {}): Promise<number> {
  const body = {
    user: { name, ...more.user },
    pseudonym: { unique_id: `account-user-${logins++}`, ...more.pseudonym },
    ...(more.address === undefined ? {} : { communication_channel: { type: 'email', address: more.address } }),
  };
  return (await made(server.admin.post(`/accounts/${account}/users`, body))).id;
}

const list = (account: number, query: Fields = {}): Promise<Users> =>
  made(server.admin.get(`/accounts/${account}/users`, { per_page: 100, ...query }), Users);
const ids = async (account: number, query: Fields = {}) => (await list(account, query)).map((one) => one.id);

function links(header: string | undefined): Record<string, string> {
  return Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]));
}

/** Follows the links of one relation from a path on; gives back the ids of each page. */
async function walk(path: string, rel: 'next' | 'prev', client: Client = server.admin): Promise<{ pages: number[][]; last: string }> {
  const pages: number[][] = [];
  for (let at = path; ; ) {
    const response = await client.get(at);
    expect(response.status, response.text).toBe(200);
    pages.push(Users.parse(response.body).map((one) => one.id));
    const found = links(response.headers['link'])[rel];
    if (found === undefined) return { pages, last: at };
    expect(found.startsWith(`${server.url}/api/v1/`)).toBe(true);
    at = found.slice(`${server.url}/api/v1`.length);
    if (pages.length > 50) throw new Error('the list has no end');
  }
}

describe('who reads the users of an account', () => {
  let here: School;
  beforeAll(async () => {
    here = await school(server);
  });

  // users#12
  test('administrators of the account and of one above it', async () => {
    for (const client of [server.admin, here.rootAdmin.client]) {
      expect((await client.get(`/accounts/${ROOT_ACCOUNT}/users`)).status).toBe(200);
      expect((await client.get(`/accounts/${here.subAccountId}/users`)).status).toBe(200);
    }
    expect((await here.subAdmin.client.get(`/accounts/${here.subAccountId}/users`)).status).toBe(200);
  });

  // users#12
  test('nobody else: 401', async () => {
    for (const { client, name } of [here.teacher, here.ta, here.designer, here.student, here.observer, here.stranger]) {
      for (const account of [ROOT_ACCOUNT, here.subAccountId]) {
        const response = await client.get(`/accounts/${account}/users`);
        expect([response.status, response.body], name).toEqual([401, NOT_PERMITTED]);
      }
    }
    const above = await here.subAdmin.client.get(`/accounts/${ROOT_ACCOUNT}/users`);
    expect([above.status, above.body]).toEqual([401, NOT_PERMITTED]);
  });

  // access#7
  test('another root account: 404', async () => {
    for (const account of [ROOT_ACCOUNT, here.subAccountId]) {
      const response = await here.foreignAdmin.client.get(`/accounts/${account}/users`);
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await here.rootAdmin.client.get(`/accounts/${here.foreignAccountId}/users`)).status).toBe(404);
    const own = await made(here.foreignAdmin.client.get(`/accounts/${here.foreignAccountId}/users`, { per_page: 100 }), Users);
    expect(own.map((one) => one.id)).toContain(here.foreignAdmin.id);
    expect(own.map((one) => one.id)).not.toContain(here.student.id);
  });

  test('an account that does not exist: 404', async () => {
    expect((await server.admin.get('/accounts/999999/users')).status).toBe(404);
    expect((await server.admin.get('/accounts/none/users')).status).toBe(404);
  });
});

// users#12
describe('whom the list holds', () => {
  test('the users of the account and of its sub-accounts, and no others', async () => {
    const [one, other] = [await subAccount(), await subAccount()];
    const { id: below } = await made(server.admin.post(`/accounts/${one}/sub_accounts`, { account: { name: unique('Department') } }));
    const mine = await user(one, 'Mine');
    const deeper = await user(below, 'Deeper');
    const theirs = await user(other, 'Theirs');
    expect(await ids(one)).toEqual([deeper, mine]);
    expect(await ids(below)).toEqual([deeper]);
    expect(await ids(other)).toEqual([theirs]);
    expect(await ids(ROOT_ACCOUNT)).toEqual(expect.arrayContaining([mine, deeper, theirs]));
  });

  // access#5
  test('those who are enrolled in its courses, from the enrollment to its end', async () => {
    const account = await subAccount();
    const courseBody = { course: { name: unique('Course') }, offer: true };
    const { id: courseId } = await made(server.admin.post(`/accounts/${account}/courses`, courseBody));
    const guest = await person(server);
    expect(await ids(account)).not.toContain(guest.id);
    const enrollment = await enroll(server, courseId, guest.id, 'StudentEnrollment');
    expect(await ids(account)).toContain(guest.id);
    await made(server.admin.delete(`/courses/${courseId}/enrollments/${enrollment.id}`, { task: 'delete' }), z.unknown());
    expect(await ids(account)).not.toContain(guest.id);
    expect(await ids(ROOT_ACCOUNT)).toContain(guest.id);
  });

  // access#5
  test.each(['conclude', 'inactivate'])('those whose enrollment in its courses ended by %s', async (task) => {
    const account = await subAccount();
    const body = { course: { name: unique('Course') }, offer: true };
    const { id: courseId } = await made(server.admin.post(`/accounts/${account}/courses`, body));
    const guest = await person(server);
    const { id } = await enroll(server, courseId, guest.id, 'StudentEnrollment');
    await made(server.admin.delete(`/courses/${courseId}/enrollments/${id}`, { task }), z.unknown());
    expect(await ids(account)).toContain(guest.id);
  });

  // access#5
  test('those who administer it', async () => {
    const account = await subAccount();
    const dean = await person(server);
    await made(server.admin.post(`/accounts/${account}/admins`, { user_id: dean.id }), z.unknown());
    expect(await ids(account)).toEqual([dean.id]);
  });

  test('active users only', async () => {
    const account = await subAccount();
    const gone = await user(account, 'Gone');
    const kept = await user(account, 'Kept');
    await made(server.admin.delete(`/accounts/${account}/users/${gone}`), z.unknown());
    expect(await ids(account)).toEqual([kept]);
    expect(await ids(account, { search_term: 'Gone' })).toEqual([]);
  });
});

describe('the order', () => {
  // users#13
  test('is by sortable name in any case, then by id', async () => {
    const account = await subAccount();
    const zed = await user(account, 'zed');
    const twinTwo = await user(account, 'Bob');
    const adam = await user(account, 'adam');
    const twin = await user(account, 'bob');
    const carl = await user(account, 'Ann Carl');
    expect(await ids(account)).toEqual([adam, twinTwo, twin, carl, zed]);
    expect(await ids(account, { order: 'desc' })).toEqual([zed, carl, twin, twinTwo, adam]);
  });

  // users#16
  test('follows a change of the name', async () => {
    const account = await subAccount();
    const first = await user(account, 'Aaa');
    const second = await user(account, 'Bbb');
    await made(server.admin.put(`/users/${first}`, { user: { name: 'Ccc' } }), z.unknown());
    expect(await ids(account)).toEqual([second, first]);
  });

  // users#13
  test('refuses what is no order', async () => {
    for (const query of [{ sort: 'name' }, { order: 'up' }]) {
      const response = await server.admin.get(`/accounts/${ROOT_ACCOUNT}/users`, query);
      const [field] = Object.keys(query);
      expect([response.status, response.body]).toEqual([
        400,
        { errors: { [field ?? '']: [expect.objectContaining({ attribute: field, type: 'invalid' })] } },
      ]);
    }
  });
});

// users#13
describe('every sort, through all its pages', () => {
  let account: number;
  const expected: Record<string, number[]> = {};

  beforeAll(async () => {
    account = await subAccount();
    const ann = await user(account, 'ann', { address: 'z@school.example', pseudonym: { sis_user_id: 'S-2' } });
    const bob = await user(account, 'Bob', { address: 'B@school.example' });
    const cy = await user(account, 'cy', { pseudonym: { sis_user_id: 's-1' } });
    const dan = await user(account, 'Dan', { address: 'a@school.example', pseudonym: { sis_user_id: 'S-3' } });
    const eve = await user(account, 'eve');
    const twin = await user(account, 'EVE');
    const fay = await user(account, 'Fay', { address: 'c@school.example' });
    await server.database.pool.query(
      `update users set last_used_at = case id when $1 then timestamptz '2026-01-03T00:00:00Z' when $2 then timestamptz '2026-01-01T00:00:00Z' else timestamptz '2026-01-02T00:00:00Z' end where id in ($1, $2, $3)`,
      [ann, dan, eve],
    );
    expected['username'] = [ann, bob, cy, dan, eve, twin, fay];
    // Users without a value stand last, by id.
    expected['email'] = [dan, bob, fay, ann, cy, eve, twin];
    expected['sis_id'] = [cy, ann, dan, bob, eve, twin, fay];
    expected['last_login'] = [dan, eve, ann, bob, cy, twin, fay];
  });

  describe.each(['username', 'email', 'sis_id', 'last_login'])('%s', (sort) => {
    test.each(['asc', 'desc'])('%s', async (order) => {
      const ascending = expected[sort] ?? [];
      const all = await ids(account, { sort, order });
      const valued = { username: 7, email: 4, sis_id: 3, last_login: 3 }[sort] ?? 0;
      const known = ascending.slice(0, valued);
      expect(all.filter((id) => known.includes(id))).toEqual(order === 'asc' ? known : known.toReversed());
      if (order === 'asc') expect(all).toEqual(ascending);
      expect(all.toSorted((a, b) => a - b)).toEqual(ascending.toSorted((a, b) => a - b));

      const start = `/accounts/${account}/users?sort=${sort}&order=${order}&per_page=2`;
      const forwards = await walk(start, 'next');
      expect(forwards.pages.map((page) => page.length)).toEqual([2, 2, 2, 1]);
      expect(forwards.pages.flat()).toEqual(all);
      const backwards = await walk(forwards.last, 'prev');
      expect(backwards.pages.toReversed().flat()).toEqual(all);
    });
  });

  test('by the last use as it is answered, whatever the fraction of its second', async () => {
    const own = await subAccount();
    const [second, third, first] = [await user(own, 'second'), await user(own, 'third'), await user(own, 'first')];
    await server.database.pool.query(
      `update users set last_used_at = timestamptz '2026-01-01T00:00:00Z' + case id when $1 then 1.7 when $2 then 1.2 else 0.9 end * interval '1 second' where id in ($1, $2, $3)`,
      [second, third, first],
    );
    const shown = await list(own, { sort: 'last_login' });
    expect(shown.map((one) => [one.id, one['last_login']])).toEqual([
      [first, '2026-01-01T00:00:00Z'],
      [second, '2026-01-01T00:00:01Z'],
      [third, '2026-01-01T00:00:01Z'],
    ]);
  });

  test('links by bookmark, keeps the other parameters, and has no last', async () => {
    const response = await server.admin.get(
      `/accounts/${account}/users?sort=email&order=desc&per_page=3&access_token=x&search_term=&page=1`,
    );
    const found = links(response.headers['link']);
    expect(Object.keys(found).sort()).toEqual(['current', 'first', 'next']);
    const next = new URL(found['next'] ?? '');
    expect(next.searchParams.get('page')).toMatch(/^bookmark:./);
    expect(next.searchParams.get('sort')).toBe('email');
    expect(next.searchParams.get('order')).toBe('desc');
    expect(next.searchParams.get('per_page')).toBe('3');
    expect(next.searchParams.has('search_term')).toBe(true);
    expect(response.headers['link']).not.toContain('access_token');
  });

  test('names the last page where nothing follows', async () => {
    const whole = await server.admin.get(`/accounts/${account}/users?per_page=100`);
    expect(Object.keys(links(whole.headers['link'])).sort()).toEqual(['current', 'first', 'last']);
  });

  test('answers page numbers too', async () => {
    const all = await ids(account);
    expect(await ids(account, { per_page: 2, page: 2 })).toEqual(all.slice(2, 4));
    expect(await ids(account, { per_page: 2, page: 99 })).toEqual([]);
    expect(await ids(account, { per_page: 100, page: 102 })).toEqual([]);
  });

  test('a bookmark that somebody made up does no harm', async () => {
    const forged = [
      'bookmark:',
      'bookmark:%%%',
      `bookmark:${Buffer.from('{"a":1}').toString('base64url')}`,
      `bookmark:${Buffer.from('["after"]').toString('base64url')}`,
      `bookmark:${Buffer.from('["after",1,2,3]').toString('base64url')}`,
      `bookmark:${Buffer.from('["after","x","y"]').toString('base64url')}`,
      `bookmark:${Buffer.from('["after","x",99999999999999]').toString('base64url')}`,
      `bookmark:${Buffer.from('["after","a\\u0000b",1]').toString('base64url')}`,
    ];
    for (const page of forged) {
      for (const sort of ['username', 'last_login']) {
        const response = await server.admin.get(`/accounts/${account}/users`, { page, sort });
        expect(response.status, `${sort} ${page} ${response.text}`).toBe(200);
      }
    }
  });

  test('a page that began stays whole while others come', async () => {
    const own = await subAccount();
    for (const name of ['bb', 'cc', 'dd']) await user(own, name);
    const before = await ids(own);
    const first = await server.admin.get(`/accounts/${own}/users?per_page=2`);
    await user(own, 'aa');
    const next = links(first.headers['link'])['next'] ?? '';
    const second = Users.parse((await server.admin.get(next.slice(`${server.url}/api/v1`.length))).body);
    expect([...Users.parse(first.body), ...second].map((one) => one.id)).toEqual(before);
  });

  test('costs as many statements for few rows as for many', async () => {
    const read = (size: number) => () => server.admin.get(`/accounts/${account}/users?per_page=${size}&include[]=email&include[]=locale`);
    await read(1)();
    expect(await server.statements(read(100))).toBe(await server.statements(read(1)));
  });
});

describe('the search', () => {
  let account: number;
  let olga: number;
  let percent: number;
  let plain: number;
  let greek: number;
  let dotted: number;

  beforeAll(async () => {
    account = await subAccount();
    olga = await user(account, 'Olga Ångström', {
      pseudonym: { unique_id: 'Quark.Login', sis_user_id: 'SIS-Zebra7' },
      address: 'Post.Box@Mail.example',
    });
    percent = await user(account, '100% Under_score Back\\slash');
    plain = await user(account, '100x Underxscore Backxslash');
    greek = await user(account, 'ΟΔΥΣΣΕΥΣ ΛΑΕΡΤΙΑΔΗΣ');
    dotted = await user(account, 'İpek Şahin');
  });

  // users#14
  test.each([
    ['the beginning of the name', 'olg'],
    ['the middle of the name', 'ga ångs'],
    ['the name in another case', 'OLGA ÅNGSTRÖM'],
    ['non-ASCII letters in another case', 'ÅNG'],
    ['a part of the login', 'ark.lo'],
    ['the login in another case', 'QUARK.LOGIN'],
    ['a part of the SIS id', 'zebra'],
    ['a part of the address', 'box@MAIL'],
    ['with blanks around', '  olga  '],
  ])('finds %s', async (_what, term) => {
    expect(await ids(account, { search_term: term })).toEqual([olga]);
  });

  // users#14
  test.each([
    ['0% un', 'per cent'],
    ['er_sc', 'underscore'],
    ['ack\\sl', 'backslash'],
  ])('%s: a %s stands for itself', async (term) => {
    expect(await ids(account, { search_term: term })).toEqual([percent]);
    expect(await ids(account, { search_term: '100' })).toEqual([percent, plain]);
  });

  // users#14
  test.each(['%%%', '___', '%_%', 'zzz no such'])('%s finds nobody', async (term) => {
    expect(await ids(account, { search_term: term })).toEqual([]);
  });

  // Letters whose lower case depends on their place or on who asks: the name as it is written is always found.
  // users#14
  test('finds a name as it is written, whatever its letters', async () => {
    expect(await ids(account, { search_term: 'ΟΔΥΣΣΕΥΣ' })).toEqual([greek]);
    expect(await ids(account, { search_term: 'ΛΑΕΡΤΙΑΔΗΣ' })).toEqual([greek]);
    expect(await ids(account, { search_term: 'οδυσσευς' })).toEqual([greek]);
    expect(await ids(account, { search_term: 'İpek' })).toEqual([dotted]);
    expect(await ids(account, { search_term: 'şAHİN' })).toEqual([dotted]);
  });

  // users#14
  test('an empty term is ignored', async () => {
    const all = await ids(account);
    expect(await ids(account, { search_term: '' })).toEqual(all);
    expect(all).toHaveLength(5);
  });

  // users#15
  test.each(['a', 'ab', 'Å', 'é1'])('%s is too short, in the very words', async (term) => {
    const response = await server.admin.get(`/accounts/${account}/users`, { search_term: term });
    expect([response.status, response.body]).toEqual([400, TOO_SHORT]);
  });

  // users#15
  test('characters are counted, not their units', async () => {
    expect((await server.admin.get(`/accounts/${account}/users`, { search_term: '🦊🦊' })).body).toEqual(TOO_SHORT);
    expect(await ids(account, { search_term: '🦊🦊🦊' })).toEqual([]);
  });

  // users#14
  test('digits that are a user’s id give that user, however few', async () => {
    expect(await ids(account, { search_term: String(olga) })).toEqual([olga]);
    expect(await ids(ROOT_ACCOUNT, { search_term: '1' })).toEqual([1]);
    for (const page of [2, `bookmark:${Buffer.from(JSON.stringify(['after', '\uffff', 1])).toString('base64url')}`])
      expect(await ids(ROOT_ACCOUNT, { search_term: '1', page })).toEqual([]);
  });

  // users#14, users#15
  test('digits that are nobody’s id here are a term', async () => {
    const numbered = await user(account, 'Agent 987654321');
    expect(await ids(account, { search_term: '987654321' })).toEqual([numbered]);
    expect(await ids(account, { search_term: '98765432198765432198' })).toEqual([]);
    // User 1 is no user of this account, and one digit is no term.
    const response = await server.admin.get(`/accounts/${account}/users`, { search_term: '1' });
    expect([response.status, response.body]).toEqual([400, TOO_SHORT]);
  });

  test('goes on through pages', async () => {
    const own = await subAccount();
    for (let i = 0; i < 5; i++) await user(own, `Walker ${i}`);
    await user(own, 'Someone');
    const { pages } = await walk(`/accounts/${own}/users?search_term=walk&per_page=2`, 'next');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat()).size).toBe(5);
  });

  // users#16
  test('follows what changes: names, logins, addresses', async () => {
    const one = await user(account, 'Beforename');
    await made(server.admin.put(`/users/${one}`, { user: { name: 'Aftername' } }), z.unknown());
    expect(await ids(account, { search_term: 'beforename' })).toEqual([]);
    expect(await ids(account, { search_term: 'aftername' })).toEqual([one]);
    const login = await made(
      server.admin.post(`/accounts/${account}/logins`, { user: { id: one }, login: { unique_id: 'second-login-name' } }),
    );
    expect(await ids(account, { search_term: 'second-login' })).toEqual([one]);
    await made(server.admin.delete(`/users/${one}/logins/${login.id}`), z.unknown());
    expect(await ids(account, { search_term: 'second-login' })).toEqual([]);
    const channel = await made(
      server.admin.post(`/users/${one}/communication_channels`, { communication_channel: { address: 'fresh@mail.example' } }),
    );
    expect(await ids(account, { search_term: 'fresh@' })).toEqual([one]);
    await made(server.admin.delete(`/users/${one}/communication_channels/${channel.id}`), z.unknown());
    expect(await ids(account, { search_term: 'fresh@' })).toEqual([]);
  });
});

describe('what is shown of a user', () => {
  let here: School;
  let full: number;
  let bare: number;
  const FULL = {
    name: 'Full Person',
    sortable_name: 'Person, Full',
    short_name: 'Fully',
  };

  beforeAll(async () => {
    here = await school(server);
    const body = {
      user: { name: FULL.name, short_name: FULL.short_name, locale: 'sv', time_zone: 'Europe/Stockholm' },
      pseudonym: { unique_id: 'full-person', sis_user_id: 'SIS-FULL' },
      communication_channel: { type: 'email', address: 'full@school.example' },
    };
    full = (await made(server.admin.post(`/accounts/${here.subAccountId}/users`, body))).id;
    bare = await user(here.subAccountId, 'Bare');
    await enroll(server, here.course.id, full, 'StudentEnrollment');
    await enroll(server, here.course.id, bare, 'StudentEnrollment');
  });

  const CLOSE = { login_id: 'full-person', locale: 'sv', time_zone: 'Europe/Stockholm', email: 'full@school.example' };
  const SIS = { sis_user_id: 'SIS-FULL', sis_login_id: 'full-person' };
  const shown = async (client: Client, id = full): Promise<Record<string, unknown>> => {
    const { avatar_url: _, ...rest } = await made(client.get(`/users/${id}`), z.looseObject({}));
    return rest;
  };

  // users#2, users#3, users#4
  test('everything to administrators', async () => {
    for (const client of [server.admin, here.rootAdmin.client, here.subAdmin.client]) {
      expect(await shown(client)).toEqual({ id: full, ...FULL, ...CLOSE, ...SIS });
    }
  });

  // users#2, users#3, users#4, users#6, users#8
  test('all but the last login to teachers and TAs of the user', async () => {
    for (const { client } of [here.teacher, here.ta]) expect(await shown(client)).toEqual({ id: full, ...FULL, ...CLOSE, ...SIS });
  });

  // users#1, users#2, users#9
  test('names alone to who shares the course', async () => {
    for (const { client } of [here.designer, here.student, here.observer]) expect(await shown(client)).toEqual({ id: full, ...FULL });
  });

  // users#2, users#3, users#6
  test('to oneself all but SIS ids', async () => {
    const own = await made(server.admin.post(`/users/${full}/tokens`), z.object({ visible_token: z.string() }));
    const client = server.as(own.visible_token);
    const byId = await made(client.get(`/users/${full}`), z.looseObject({}));
    expect(byId).toMatchObject({ id: full, ...FULL, ...CLOSE });
    expect(byId).not.toHaveProperty('sis_user_id');
    expect(byId).not.toHaveProperty('sis_login_id');
    expect(byId).not.toHaveProperty('last_login');
    expect(await made(client.get('/users/self'), z.looseObject({}))).toEqual(byId);
  });

  // users#9
  test('nothing to others: 401, and 404 from another root account', async () => {
    const response = await here.stranger.client.get(`/users/${full}`);
    expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    expect((await here.foreignAdmin.client.get(`/users/${full}`)).status).toBe(404);
    expect((await server.admin.get('/users/999999')).status).toBe(404);
  });

  // users#9
  test('to who shares a group', async () => {
    const [one, two, third] = [await person(server), await person(server), await person(server)];
    const group = await made(one.client.post('/groups', { name: unique('Group') }));
    const membership = await made(one.client.post(`/groups/${group.id}/memberships`, { user_id: two.id }));
    expect((await two.client.get(`/users/${one.id}`)).status).toBe(401);
    await made(two.client.put(`/groups/${group.id}/memberships/${membership.id}`, { workflow_state: 'accepted' }), z.unknown());
    expect(await shown(two.client, one.id)).toMatchObject({ id: one.id, name: one.name });
    expect((await third.client.get(`/users/${one.id}`)).status).toBe(401);
  });

  // users#1
  test('keys that do not apply are absent, not null', async () => {
    const keys = Object.keys(await shown(server.admin, bare)).sort();
    expect(keys).toEqual(['id', 'login_id', 'name', 'short_name', 'sortable_name']);
    const [inList] = await list(here.subAccountId, { search_term: String(bare), include: ['email', 'locale', 'last_login'] });
    for (const key of ['email', 'locale', 'time_zone', 'last_login', 'sis_user_id', 'sis_login_id']) expect(inList).not.toHaveProperty(key);
  });

  // users#4
  test('in the list of an account: address, language and zone only when asked for', async () => {
    const one = async (query: Fields) => (await list(here.subAccountId, { search_term: String(full), ...query }))[0];
    const plain = await one({});
    expect(plain).toMatchObject({ id: full, ...FULL, ...SIS, login_id: 'full-person' });
    for (const key of ['email', 'locale', 'time_zone', 'last_login']) expect(plain).not.toHaveProperty(key);
    expect(await one({ include: ['email', 'locale', 'time_zone'] })).toMatchObject(CLOSE);
    const addressed = await one({ include: ['email'] });
    expect(addressed).toMatchObject({ email: 'full@school.example' });
    expect(addressed).not.toHaveProperty('locale');
  });

  // users#4
  test('in the list of an account: each by its own name', async () => {
    const [zoned] = await list(here.subAccountId, { search_term: String(full), include: ['time_zone'] });
    expect(zoned).toMatchObject({ time_zone: 'Europe/Stockholm' });
    expect(zoned).not.toHaveProperty('locale');
  });

  // users#4
  test('an address counts whether or not it is confirmed; the first one is the primary', async () => {
    const own = await person(server);
    await made(
      own.client.post('/users/self/communication_channels', { communication_channel: { address: 'first@school.example' } }),
      z.unknown(),
    );
    await made(
      own.client.post('/users/self/communication_channels', { communication_channel: { address: 'later@school.example' } }),
      z.unknown(),
    );
    expect(await shown(own.client, own.id)).toMatchObject({ email: 'first@school.example' });
  });

  // users#6
  test('the last login is the last use of any token: in single answers to administrators, by include and by sort', async () => {
    const active = await person(server);
    expect(await shown(server.admin, active.id)).not.toMatchObject({ last_login: expect.any(String) });
    await active.client.get('/users/self');
    await expect
      .poll(() => shown(server.admin, active.id), { timeout: 30_000 })
      .toMatchObject({ last_login: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) });
    expect(await shown(active.client, active.id)).not.toHaveProperty('last_login');
    const term = { search_term: String(active.id) };
    expect((await list(ROOT_ACCOUNT, term))[0]).not.toHaveProperty('last_login');
    expect((await list(ROOT_ACCOUNT, { ...term, include: ['last_login'] }))[0]).toHaveProperty('last_login');
    expect((await list(ROOT_ACCOUNT, { ...term, sort: 'last_login' }))[0]).toHaveProperty('last_login');
  });

  // users#6
  test('the last login is written at most once an hour', async () => {
    const active = await person(server);
    const stamp = async () =>
      (await server.database.pool.query<{ at: string | null }>('select last_used_at::text as at from users where id = $1', [active.id]))
        .rows[0]?.at ?? null;
    const set = (ago: string) =>
      server.database.pool.query('update users set last_used_at = now() - $2::interval where id = $1', [active.id, ago]);
    await set('59 minutes');
    const recent = await stamp();
    // Counted, so that a write beside the request would be seen.
    const quiet = await server.statements(() => active.client.get('/users/self'));
    expect(await server.statements(() => active.client.get('/users/self'))).toBe(quiet);
    expect(await stamp()).toBe(recent);
    await set('61 minutes');
    const old = await stamp();
    // Counting forgets what is kept of the time that was turned back.
    await server.statements(() => active.client.get('/users/self'));
    await expect.poll(stamp).not.toBe(old);
  });
});

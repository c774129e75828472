import { argon2Sync } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { made, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { deafServer, useServer } from '../../helpers/server.ts';

const User = z.looseObject({ id: z.int(), name: z.string() });
/** Its day does not end between the making of dates and their sending. */
const NOW = new Date();
const server = useServer({ clock: () => NOW });

let here: School;
beforeAll(async () => {
  here = await school(server);
});

let counter = 0;
const fresh = (): string => `made-${counter++}`;
const create = (body: Fields, account = ROOT_ACCOUNT) => server.admin.post(`/accounts/${account}/users`, body);
const withLogin = (user: Fields, pseudonym: Fields = {}): Fields => ({ user, pseudonym: { unique_id: fresh(), ...pseudonym } });

/** How many rows a refused creation might have left half written. */
async function rows(): Promise<unknown> {
  const tables = ['users', 'pseudonyms', 'communication_channels', 'user_accounts', 'pending_jobs'];
  const { rows: found } = await server.database.pool.query(
    `select ${tables.map((table, i) => `(select count(*) from ${table}) as t${i}`).join(', ')}`,
  );
  return found[0];
}

const blames = (field: string, type: string) => ({
  errors: { [field]: [{ attribute: field, type, message: expect.stringMatching(/\w/) }] },
});

describe('a new user', () => {
  // users#24
  test('has what was sent', async () => {
    const login = fresh();
    const response = await create({
      user: {
        name: 'Ada Lovelace',
        short_name: 'Ada',
        sortable_name: 'Lovelace, A.',
        time_zone: 'Europe/London',
        locale: 'EN',
        birthdate: '1815-12-10',
      },
      pseudonym: { unique_id: login, password: 'difference engine', sis_user_id: `SIS-${login}`, send_confirmation: 1 },
      communication_channel: { type: 'email', address: 'ada@school.example' },
    });
    expect(response.status, response.text).toBe(200);
    const { avatar_url: _, ...user } = User.parse(response.body);
    expect(user).toEqual({
      id: expect.any(Number),
      name: 'Ada Lovelace',
      short_name: 'Ada',
      sortable_name: 'Lovelace, A.',
      login_id: login,
      sis_user_id: `SIS-${login}`,
      sis_login_id: login,
      email: 'ada@school.example',
      locale: 'en',
      time_zone: 'Europe/London',
    });
    expect(await made(server.admin.get(`/users/${user.id}`), User)).toMatchObject(user);
    const logins = await made(server.admin.get(`/users/${user.id}/logins`), z.array(z.looseObject({})));
    expect(logins).toEqual([
      { id: expect.any(Number), user_id: user.id, account_id: ROOT_ACCOUNT, unique_id: login, sis_user_id: `SIS-${login}` },
    ]);
  });

  // users#10, users#17
  test('comes the same way as a form', async () => {
    const login = fresh();
    const response = await server.admin.postForm(`/accounts/${ROOT_ACCOUNT}/users`, {
      user: { name: 'Form Person', time_zone: 'Eastern Time (US & Canada)' },
      pseudonym: { unique_id: login, send_confirmation: 0 },
    });
    expect(response.status, response.text).toBe(200);
    expect(response.body).toMatchObject({
      name: 'Form Person',
      sortable_name: 'Person, Form',
      short_name: 'Form Person',
      login_id: login,
      time_zone: 'America/New_York',
    });
  });

  // users#10
  test('has names made from the name', async () => {
    expect((await create(withLogin({ name: 'Grace Brewster Hopper' }))).body).toMatchObject({
      short_name: 'Grace Brewster Hopper',
      sortable_name: 'Hopper, Grace Brewster',
    });
    expect((await create(withLogin({ name: 'Plato' }))).body).toMatchObject({ short_name: 'Plato', sortable_name: 'Plato' });
  });

  // users#24
  test('without a name, or with an empty one, is named by the login', async () => {
    for (const user of [undefined, {}, { name: '' }, { name: null }]) {
      const login = fresh();
      const response = await create({ user, pseudonym: { unique_id: login } });
      expect([response.status, response.body]).toEqual([
        200,
        expect.objectContaining({ name: login, short_name: login, sortable_name: login }),
      ]);
    }
  });

  // users#20
  test.each(['a', '_x', '9lives', "o'neil+maths@school.example", 'two words', 'x=y', 'émile', 'A.B-C', 'a'.repeat(100)])(
    'may have the login %s',
    async (login) => {
      const response = await create({ pseudonym: { unique_id: login } });
      expect([response.status, response.body]).toEqual([200, expect.objectContaining({ login_id: login })]);
    },
  );

  // users#24
  test('a SIS id is text, digits too', async () => {
    expect((await create(withLogin({}, { sis_user_id: 4711 }))).body).toMatchObject({ sis_user_id: '4711' });
    expect((await create(withLogin({}, { sis_user_id: '000815' }))).body).toMatchObject({ sis_user_id: '000815' });
  });

  // users#22
  test('names of 255 characters are taken, counted as characters', async () => {
    for (const name of ['n'.repeat(255), '🦊'.repeat(255)]) expect((await create(withLogin({ name }))).body).toMatchObject({ name });
    const { body } = await create(withLogin({ name: `${'n'.repeat(252)} ab` }));
    expect(body.sortable_name).toBe(`ab, ${'n'.repeat(251)}`);
    await server.admin.put(`/users/${body.id}`, { user: { sortable_name: body.sortable_name } }).expect(200);
  });

  // users#50
  test('is an ordinary address for any channel of another kind', async () => {
    const response = await create({ ...withLogin({}), communication_channel: { type: 'sms', address: '+46 70 123' } });
    expect(response.status).toBe(200);
    expect(response.body).not.toHaveProperty('email');
  });

  // access#5
  test('belongs to the account it was made in', async () => {
    const response = await create(withLogin({ name: unique('Local') }), here.subAccountId);
    const found = await made(
      here.subAdmin.client.get(`/accounts/${here.subAccountId}/users`, { search_term: String(response.body.id) }),
      z.array(User),
    );
    expect(found).toHaveLength(1);
    const sub = await here.subAdmin.client.post(`/accounts/${here.subAccountId}/users`, withLogin({ name: 'By the dean' }));
    expect(sub.status).toBe(200);
  });
});

// users#26
describe('what is refused, with nothing half written', () => {
  const day = (offset: number): string => new Date(NOW.getTime() + offset * 86_400_000).toISOString().slice(0, 10);

  // users#17, users#18, users#19, users#20, users#21, users#22
  test.each<[string, string, string, Fields]>([
    ['no login', 'unique_id', 'too_short', { user: { name: 'X' } }],
    ['an empty login', 'unique_id', 'too_short', { pseudonym: { unique_id: '' } }],
    ['a login of 101 characters', 'unique_id', 'too_long', { pseudonym: { unique_id: 'a'.repeat(101) } }],
    ['a login that begins with a dot', 'unique_id', 'invalid', { pseudonym: { unique_id: '.a' } }],
    ['a login that begins with a blank', 'unique_id', 'invalid', { pseudonym: { unique_id: ' a' } }],
    ['a login that begins with @', 'unique_id', 'invalid', { pseudonym: { unique_id: '@a' } }],
    ['a login with a slash', 'unique_id', 'invalid', { pseudonym: { unique_id: 'a/b' } }],
    ['a login with a tab', 'unique_id', 'invalid', { pseudonym: { unique_id: 'a\tb' } }],
    ['a login with a newline', 'unique_id', 'invalid', { pseudonym: { unique_id: 'a\n' } }],
    ['a login with a colon', 'unique_id', 'invalid', { pseudonym: { unique_id: 'a:b' } }],
    ['a login that is a list', 'unique_id', 'invalid', { pseudonym: { unique_id: ['a', 'b'] } }],
    ['a password of 7 characters', 'password', 'too_short', { pseudonym: { unique_id: 'pw', password: '1234567' } }],
    ['an unknown zone', 'time_zone', 'invalid', { user: { time_zone: 'Mars/Olympus' }, pseudonym: { unique_id: 'tz' } }],
    ['an unknown language', 'locale', 'invalid', { user: { locale: 'xx' }, pseudonym: { unique_id: 'lc' } }],
    ['a language of three letters', 'locale', 'invalid', { user: { locale: 'eng' }, pseudonym: { unique_id: 'lc' } }],
    ['a birthdate that is none', 'birthdate', 'invalid', { user: { birthdate: '2001-02-30' }, pseudonym: { unique_id: 'bd' } }],
    ['a birthdate before the first year', 'birthdate', 'invalid', { user: { birthdate: '0000-01-01' }, pseudonym: { unique_id: 'bd' } }],
    ['a birthdate of today', 'birthdate', 'invalid', { user: { birthdate: day(0) }, pseudonym: { unique_id: 'bd' } }],
    ['a birthdate to come', 'birthdate', 'invalid', { user: { birthdate: day(400) }, pseudonym: { unique_id: 'bd' } }],
    ['a name of blanks', 'name', 'blank', { user: { name: '   ' }, pseudonym: { unique_id: 'nm' } }],
    ['a name of 256 characters', 'name', 'too_long', { user: { name: 'n'.repeat(256) }, pseudonym: { unique_id: 'nm' } }],
    ['a short name of 256 characters', 'short_name', 'too_long', { user: { short_name: 'n'.repeat(256) }, pseudonym: { unique_id: 'nm' } }],
    [
      'a sortable name of 256 characters',
      'sortable_name',
      'too_long',
      { user: { sortable_name: 'n'.repeat(256) }, pseudonym: { unique_id: 'nm' } },
    ],
    ['an address without @', 'address', 'invalid', { pseudonym: { unique_id: 'ad' }, communication_channel: { address: 'nowhere' } }],
    ['an address with two', 'address', 'invalid', { pseudonym: { unique_id: 'ad' }, communication_channel: { address: 'a@b@c.example' } }],
    [
      'an address with a blank',
      'address',
      'invalid',
      { pseudonym: { unique_id: 'ad' }, communication_channel: { address: 'a b@c.example' } },
    ],
    [
      'an address without a place',
      'address',
      'invalid',
      { pseudonym: { unique_id: 'ad' }, communication_channel: { type: 'email', address: 'a@' } },
    ],
  ])('%s', async (_what, field, type, body) => {
    const before = await rows();
    const response = await create(body);
    expect([response.status, response.body]).toEqual([400, blames(field, type)]);
    expect(await rows()).toEqual(before);
  });

  // users#26
  test('all that is wrong at once', async () => {
    const response = await create({ user: { locale: 'xx', time_zone: 'nowhere' }, pseudonym: { unique_id: '.', password: 'short' } });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body.errors).sort()).toEqual(['locale', 'password', 'time_zone', 'unique_id']);
    const missing = await create({ user: { locale: 'xx' }, pseudonym: { password: 'short' } });
    expect([missing.status, missing.body]).toEqual([
      400,
      {
        errors: {
          ...blames('locale', 'invalid').errors,
          ...blames('password', 'too_short').errors,
          ...blames('unique_id', 'too_short').errors,
        },
      },
    ]);
  });

  // users#23
  test('a login that is taken, in any case', async () => {
    const login = `Émile-${fresh()}`;
    expect((await create({ pseudonym: { unique_id: login } })).status).toBe(200);
    const before = await rows();
    for (const taken of [login, login.toLowerCase(), login.toUpperCase()]) {
      const response = await create({
        user: { name: 'Second' },
        pseudonym: { unique_id: taken },
        communication_channel: { address: 'x@school.example' },
      });
      expect([response.status, response.body]).toEqual([400, blames('unique_id', 'taken')]);
    }
    // A login is taken in all of the root account, and in that one alone.
    expect((await create({ pseudonym: { unique_id: login } }, here.subAccountId)).status).toBe(400);
    expect(await rows()).toEqual(before);
    expect(
      (await here.foreignAdmin.client.post(`/accounts/${here.foreignAccountId}/users`, { pseudonym: { unique_id: login } })).status,
    ).toBe(200);
  });

  // users#23
  test('a SIS id that is taken', async () => {
    const sis = `SIS-${fresh()}`;
    expect((await create(withLogin({}, { sis_user_id: sis }))).status).toBe(200);
    const before = await rows();
    const response = await create(withLogin({}, { sis_user_id: sis }));
    expect([response.status, response.body]).toEqual([400, blames('sis_user_id', 'taken')]);
    expect(await rows()).toEqual(before);
    const elsewhere = await here.foreignAdmin.client.post(`/accounts/${here.foreignAccountId}/users`, withLogin({}, { sis_user_id: sis }));
    expect(elsewhere.status).toBe(200);
  });

  // users#26
  test('of two at once with one login, one', async () => {
    const login = fresh();
    const answers = await Promise.all([1, 2, 3].map((n) => create({ user: { name: `Racer ${n}` }, pseudonym: { unique_id: login } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const { rows: found } = await server.database.pool.query('select 1 from users where name like $1', ['Racer %']);
    expect(found).toHaveLength(1);
  });

  // users#25
  test('whoever is no administrator, SIS id or not', async () => {
    const before = await rows();
    for (const { client } of [here.teacher, here.ta, here.student, here.stranger]) {
      for (const body of [withLogin({ name: 'No' }), withLogin({ name: 'No' }, { sis_user_id: fresh() })]) {
        const response = await client.post(`/accounts/${ROOT_ACCOUNT}/users`, body);
        expect([response.status, response.body.status]).toEqual([401, 'unauthorized']);
      }
    }
    expect((await here.subAdmin.client.post(`/accounts/${ROOT_ACCOUNT}/users`, withLogin({}))).status).toBe(401);
    expect((await here.foreignAdmin.client.post(`/accounts/${ROOT_ACCOUNT}/users`, withLogin({}))).status).toBe(404);
    expect((await server.anonymous.post(`/accounts/${ROOT_ACCOUNT}/users`, withLogin({}))).status).toBe(401);
    expect(await rows()).toEqual(before);
  });
});

describe('the password', () => {
  const PASSWORD = 'correct horse battery';

  // users#21
  test('is neither answered nor kept as it is', async () => {
    const response = await create(withLogin({ name: 'Keeper' }, { password: PASSWORD }));
    expect(response.text).not.toContain(PASSWORD);
    const { rows: kept } = await server.database.pool.query<{ row: string; hash: string | null }>(
      'select row_to_json(p)::text as row, p.password_hash as hash from pseudonyms p where p.user_id = $1',
      [response.body.id],
    );
    const [, salt = '', hash = ''] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(kept[0]?.hash ?? '') ?? [];
    const again = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(Buffer.from(hash, 'base64')).toEqual(again);
    expect(kept[0]?.row).not.toContain(PASSWORD);
  });

  // users#21
  test('8 characters are enough', async () => {
    expect((await create(withLogin({}, { password: '12345678' }))).status).toBe(200);
  });

  // users#21
  test('is in no log, however much is logged', async () => {
    let log = '';
    const logger = pino({ level: 'trace' }, new Writable({ write: (chunk, _encoding, done) => ((log += String(chunk)), done()) }));
    // The statements fail, so that what is logged of a fault is looked through too.
    const broken = { ...server.database, transaction: () => Promise.reject(new Error('the database is away')) };
    for (const database of [server.database, broken]) {
      const app = await deafServer(server, { database, logger });
      const response = await app.inject({
        method: 'POST',
        url: `/api/v1/accounts/${ROOT_ACCOUNT}/users`,
        headers: { authorization: `Bearer ${inject('adminToken')}` },
        payload: { pseudonym: { unique_id: fresh(), password: PASSWORD } },
      });
      expect(response.statusCode).toBe(database === broken ? 500 : 200);
      await app.close();
    }
    expect(log).toContain('the database is away');
    expect(log).not.toContain(PASSWORD);
    expect(log).not.toContain(inject('adminToken'));
  });
});

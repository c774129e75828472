import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { NOT_FOUND } from '../helpers/refusals.ts';
import { course, made, person, ROOT_ACCOUNT, type School, school, unique } from '../helpers/school.ts';
import { adminToken, authorized, JSON_TYPE, useServer } from '../helpers/server.ts';

const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

describe('parameters', () => {
  const names = (response: supertest.Response) => [response.status, response.body.name, response.body.short_name, response.body.locale];
  const path = `/api/v1/accounts/${ROOT_ACCOUNT}/users`;
  let logins = 0;
  const login = () => `conventional-${logins++}`;

  // conventions#24, conventions#25
  test('mean the same as form, multipart, JSON and query', async () => {
    const expected = [200, 'Zoë & Co', 'Z+Z', 'sv'];
    const pairs = (): [string, string][] => [
      ['user[name]', 'Zoë & Co'],
      ['user[short_name]', 'Z+Z'],
      ['user[locale]', 'sv'],
      ['pseudonym[unique_id]', login()],
    ];
    const encoded = () =>
      pairs()
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join('&');
    expect(names(await authorized(server.raw().post(path)).type('form').send(encoded()))).toEqual(expected);
    let multipart = authorized(server.raw().post(path));
    for (const [name, value] of pairs()) multipart = multipart.field(name, value);
    expect(names(await multipart)).toEqual(expected);
    expect(
      names(
        await authorized(server.raw().post(path)).send({
          user: { name: 'Zoë & Co', short_name: 'Z+Z', locale: 'sv' },
          pseudonym: { unique_id: login() },
        }),
      ),
    ).toEqual(expected);
    expect(names(await authorized(server.raw().post(`${path}?${encoded()}`)))).toEqual(expected);
  });

  // conventions#24
  test('of the body go before those of the query', async () => {
    const one = await person(server);
    const put = () => authorized(server.raw().put(`/api/v1/users/${one.id}?user[short_name]=Query`));
    expect((await put()).body.short_name).toBe('Query');
    expect((await put().type('form').send('user[short_name]=Body')).body.short_name).toBe('Body');
    expect((await put().send({ user: { short_name: 'JSON' } })).body.short_name).toBe('JSON');
    expect((await put().field('user[short_name]', 'Part')).body.short_name).toBe('Part');
  });

  // conventions#24
  test('of the query stay where the body says nothing of them', async () => {
    const one = await person(server);
    const both = { short_name: 'Query', locale: 'fr' };
    const put = (short: string) => authorized(server.raw().put(`/api/v1/users/${one.id}?user[short_name]=${short}&user[locale]=de`));
    expect((await put('Query').type('form').send('user[locale]=fr')).body).toMatchObject(both);
    expect((await put('Part').field('user[locale]', 'fr')).body).toMatchObject({ ...both, short_name: 'Part' });
    expect((await put('JSON').send({ user: { locale: 'fr' } })).body).toMatchObject({ ...both, short_name: 'JSON' });
    expect((await put('None').send({ user: null })).body).toMatchObject({ ...both, short_name: 'JSON' });
  });

  // conventions#24
  test('a list of a JSON body takes the place of one of the query, and one of a form goes on with it', async () => {
    const [one, other] = [here.student.id, here.student2.id];
    const post = () => authorized(server.raw().post(`/api/v1/conversations?recipients[]=${other}&body=Hello`));
    const Sent = z.array(z.object({ audience: z.array(z.int()) }));
    const reached = ({ body }: supertest.Response) => new Set(Sent.parse(body).flatMap(({ audience }) => audience));
    expect(reached(await post().send({ recipients: [one] }))).toEqual(new Set([one]));
    expect(reached(await post().type('form').send(`recipients[]=${one}`))).toEqual(new Set([one, other]));
  });

  // conventions#34
  test('a file that nobody asked for is ignored', async () => {
    const response = await authorized(server.raw().post(path))
      .field('pseudonym[unique_id]', login())
      .attach('attachment', Buffer.alloc(100_000), 'photo.png')
      .field('user[name]', 'After the file');
    expect([response.status, response.body.name]).toEqual([200, 'After the file']);
  });

  // conventions#24
  test('of a DELETE are read from its body', async () => {
    const { id } = await course(server);
    expect((await server.admin.delete(`/courses/${id}`, { event: 'conclude' })).body).toMatchObject({ id, workflow_state: 'completed' });
    const { id: formed } = await course(server);
    const response = await authorized(server.raw().delete(`/api/v1/courses/${formed}`))
      .type('form')
      .send('event=conclude');
    expect(response.body).toMatchObject({ id: formed, workflow_state: 'completed' });
  });

  // conventions#26
  test.each([['include[]=email&include[]=last_login'], ['include=email&include=last_login'], ['include[0]=email&include[1]=last_login']])(
    'a list may come as %s',
    async (query) => {
      const one = await person(server);
      await made(
        server.admin.post(`/users/${one.id}/communication_channels`, { communication_channel: { address: 'list@school.example' } }),
        z.unknown(),
      );
      await server.database.pool.query('update users set last_used_at = now() where id = $1', [one.id]);
      const response = await server.admin.get(`/accounts/1/users?search_term=${one.id}&${query}`);
      expect(response.body).toEqual([expect.objectContaining({ email: 'list@school.example', last_login: expect.any(String) })]);
    },
  );

  // conventions#26, conventions#32
  test('a single value is a list of one, what is unknown in it ignored', async () => {
    const response = await server.admin.get('/accounts/1/users?search_term=1&include=last_login&include=nonsense');
    expect(response.status).toBe(200);
    expect(response.body).toHaveLength(1);
  });

  // conventions#27
  test('a repeated scalar counts with its last value', async () => {
    const one = await person(server);
    const response = await authorized(server.raw().put(`/api/v1/users/${one.id}`))
      .type('form')
      .send('user[short_name]=First&user[short_name]=Last');
    expect(response.body).toMatchObject({ short_name: 'Last' });
    expect((await server.admin.get('/accounts/1/users?order=up&order=asc')).status).toBe(200);
    expect((await server.admin.get('/accounts/1/users?order=asc&order=up')).status).toBe(400);
    const paged = await server.admin.get('/accounts/1/users?per_page=1&per_page=2');
    expect(paged.body).toHaveLength(2);
  });

  // conventions#27, conventions#24
  test('so does a repeated id, in the query, in a form and in both', async () => {
    const { id: courseId } = await course(server);
    const [first, last] = [await person(server), await person(server)];
    const enrollments = `/courses/${courseId}/enrollments`;
    const enrolled = await authorized(server.raw().post(`/api/v1${enrollments}?enrollment[user_id]=${first.id}`))
      .type('form')
      .send(`enrollment[type]=StudentEnrollment&enrollment[user_id]=${first.id}&enrollment[user_id]=${last.id}`);
    expect([enrolled.status, enrolled.body.user_id]).toEqual([200, last.id]);
    const listed = async (query: string) =>
      (await server.admin.get(`${enrollments}?${query}`).expect(200)).body.map((row: { user_id: number }) => row.user_id);
    expect(await listed(`user_id=${first.id}&user_id=${last.id}`)).toEqual([last.id]);
    expect(await listed(`user_id=${last.id}&user_id=${first.id}`)).toEqual([]);
    expect((await server.admin.get(`${enrollments}?user_id=${last.id}&user_id=none`)).status).toBe(400);
  });

  // conventions#29
  describe('booleans', () => {
    let id: number;
    beforeAll(async () => {
      id = (await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Switches') } }), Id)).id;
    });
    const put = (value: string | number | boolean | null) =>
      server.admin.put(`/accounts/${id}`, { account: { settings: { checker_available: value } } });

    test.each(['true', '1', 'on', 'yes', 't', 'TRUE', 'On', 'YES', true, 1])('%j is true', async (value) => {
      await put(false);
      expect((await put(value)).body.settings).toMatchObject({ checker_available: true });
    });
    test.each(['false', '0', 'off', 'no', 'f', 'FALSE', 'Off', false, 0])('%j is false', async (value) => {
      await put(true);
      expect((await put(value)).body.settings).toMatchObject({ checker_available: false });
    });
    test.each(['maybe', '2', 'y', 'truee', ' true', 2, -1])('%j is neither: 400', async (value) => {
      const response = await put(value);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['checker_available']]);
    });
  });

  // conventions#33
  test('empty and null say null where null is allowed, else nothing', async () => {
    const one = await person(server, { name: 'Ada King' });
    await made(one.client.put('/users/self', { user: { time_zone: 'Asia/Tokyo', short_name: 'A' } }), Id);
    const response = await one.client.putForm('/users/self', { user: { time_zone: '', short_name: '', name: null } });
    expect(response.body).toMatchObject({ name: 'Ada King', short_name: 'A' });
    expect(response.body.time_zone ?? null).toBeNull();
  });

  // conventions#33
  test.each(['', '  ', ' \t '])('a SIS id of blanks alone is none: %j', async (blanks) => {
    const { id: courseId } = await course(server);
    const both = async (key: string, wrapper: string, { to, at }: { to: string; at: (id: number) => string }, more = {}) => {
      const sent = (sis: string) => ({ ...more, [wrapper]: { name: 'Named', unique_id: login(), [key]: sis } });
      for (let times = 0; times < 2; times++) {
        const one = await made(server.admin.post(to, sent(blanks)), Id);
        expect([key, one[key] ?? null]).toEqual([key, null]);
        const path = at(one.id);
        if (path === '') continue;
        const known = `${key}-${one.id}`;
        expect((await made(server.admin.put(path, sent(known)), Id))[key]).toBe(known);
        expect((await made(server.admin.put(path, sent(blanks)), Id))[key] ?? null).toBeNull();
      }
    };
    const root = `/accounts/${ROOT_ACCOUNT}`;
    await both('sis_user_id', 'pseudonym', { to: `${root}/users`, at: () => '' });
    await both('sis_user_id', 'login', { to: `${root}/logins`, at: (id) => `${root}/logins/${id}` }, { user: { id: here.student.id } });
    await both('sis_section_id', 'course_section', { to: `/courses/${courseId}/sections`, at: (id) => `/sections/${id}` });
    await both('sis_course_id', 'course', { to: `${root}/courses`, at: (id) => `/courses/${id}` });
    await both('sis_account_id', 'account', { to: `${root}/sub_accounts`, at: (id) => `/accounts/${id}` });
    await both('sis_term_id', 'enrollment_term', { to: `${root}/terms`, at: (id) => `${root}/terms/${id}` });
  });

  // conventions#33
  test('so does an empty map: null where that is allowed, else no members', async () => {
    const { id } = await course(server);
    const at = `/courses/${id}`;
    const { id: moduleId } = await made(server.admin.post(`${at}/modules`, { module: { name: 'Week' } }), Id);
    const completion_requirement = { type: 'must_view' };
    const address = { type: 'ExternalUrl', title: 'Read', external_url: 'https://example.org', completion_requirement };
    const { id: itemId } = await made(server.admin.post(`${at}/modules/${moduleId}/items`, { module_item: address }), Id);
    const group = { name: 'Work', rules: { drop_lowest: 1 } };
    const { id: groupId } = await made(server.admin.post(`${at}/assignment_groups`, group), Id);
    const form = (method: 'put' | 'post', to: string, body: string) =>
      authorized(server.raw()[method](`/api/v1${at}/${to}`))
        .type('form')
        .send(body);

    const item = `modules/${moduleId}/items/${itemId}`;
    const changed = await form('put', item, 'module_item[completion_requirement]=');
    expect([changed.status, changed.body.completion_requirement]).toEqual([200, undefined]);
    await server.admin.put(`${at}/${item}`, { module_item: { completion_requirement } }).expect(200);
    const again = await server.admin.put(`${at}/${item}`, { module_item: { completion_requirement: '' } }).expect(200);
    expect(again.body).not.toHaveProperty('completion_requirement');

    const ruled = await form('put', `assignment_groups/${groupId}`, 'rules=');
    const byNull = await server.admin.put(`${at}/assignment_groups/${groupId}`, { rules: null });
    expect([ruled.status, ruled.body.rules]).toEqual([200, byNull.body.rules]);

    const module = await form('put', `modules/${moduleId}`, 'module=');
    expect([module.status, module.body.name]).toEqual([200, 'Week']);
    expect((await form('post', 'quizzes', 'quiz=')).body).toMatchObject({ title: 'Unnamed Quiz' });
    for (const sent of ['x', 5, [1]])
      expect((await server.admin.put(`${at}/modules/${moduleId}`, { module: sent })).body.errors, String(sent)).toHaveProperty('module');
  });

  // conventions#34
  test('unknown ones are ignored', async () => {
    const response = await here.student.client.put('/users/self', {
      user: { short_name: 'S', admin: true, root_account_id: 9 },
      other: { deep: [1] },
    });
    expect([response.status, response.body.short_name]).toEqual([200, 'S']);
  });

  // conventions#30
  test('numbers are in decimal notation', async () => {
    const { id } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Numbers') } }), Id);
    const put = (value: string | number) => server.admin.put(`/accounts/${id}`, { account: { settings: { user_quota_mb: value } } });
    for (const [sent, read] of [
      ['12', 12],
      ['1.5', 1.5],
      [7, 7],
      ['007', 7],
    ] as const)
      expect((await put(sent)).body.settings).toMatchObject({ user_quota_mb: read });
    for (const sent of ['1e3', '0x10', '1,5', 'Infinity', 'NaN', ' 1', '1.', '--1']) expect((await put(sent)).status, sent).toBe(400);
  });
});

describe('limits', () => {
  const put = (type: string, body: string) => authorized(server.raw().put('/api/v1/users/self')).type(type).send(body);

  // conventions#36
  test('a body of 5 MB: 413', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024);
    for (const [type, body] of [
      ['application/json', JSON.stringify({ a: large })],
      ['application/x-www-form-urlencoded', `a=${large}`],
    ] as const) {
      const response = await put(type, body);
      expect([response.status, response.body, response.headers['content-type']]).toEqual([
        413,
        { errors: [{ message: expect.any(String) }] },
        JSON_TYPE,
      ]);
    }
    const multipart = await authorized(server.raw().put('/api/v1/users/self')).field('a', large);
    expect([multipart.status, multipart.body]).toEqual([413, { errors: [{ message: expect.any(String) }] }]);
    const parts = await authorized(server.raw().put('/api/v1/users/self'))
      .field('a', large.slice(0, 3_000_000))
      .field('b', large.slice(0, 3_000_000));
    expect(parts.status).toBe(413);
  });

  // conventions#36
  test('a body of nearly 4 MB is read', async () => {
    expect((await put('application/json', JSON.stringify({ a: 'x'.repeat(4 * 1024 * 1024 - 100) }))).status).toBe(200);
  });

  // conventions#35
  test('10,000 parameters are read, 10,001 refused', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=1`).join('&');
    const list = (count: number) => JSON.stringify({ a: Array.from({ length: count }, () => 1) });
    expect((await put('application/x-www-form-urlencoded', fields(10_000))).status).toBe(200);
    expect((await put('application/json', list(10_000))).status).toBe(200);
    for (const response of [await put('application/x-www-form-urlencoded', fields(10_001)), await put('application/json', list(10_001))]) {
      expect([response.status, response.body.errors]).toEqual([400, expect.anything()]);
    }
    // The query counts too.
    const both = await authorized(server.raw().put('/api/v1/users/self?b=1')).type('form').send(fields(10_000));
    expect(both.status).toBe(400);
  });

  // conventions#35
  test('10 levels are read, 11 refused', async () => {
    const nested = (levels: number) => `a${'[b]'.repeat(levels - 1)}=1`;
    const json = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect((await put('application/x-www-form-urlencoded', nested(10))).status).toBe(200);
    expect((await put('application/json', json(10))).status).toBe(200);
    for (const response of [
      await put('application/x-www-form-urlencoded', nested(11)),
      await put('application/json', json(11)),
      await put('application/json', json(50_000)),
      await authorized(server.raw().get(`/api/v1/users/self?${nested(11)}`)),
    ]) {
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['a']]);
    }
  });

  // conventions#37
  test.each(['text/plain', 'application/xml', 'application/octet-stream', 'application/json-patch+json', 'nonsense'])(
    'a body of %s: 415',
    async (type) => {
      const response = await authorized(server.raw().put('/api/v1/users/self')).set('content-type', type).send('{"user":{"name":"x"}}');
      expect([response.status, response.body, response.headers['content-type']]).toEqual([
        415,
        { errors: [{ message: expect.any(String) }] },
        JSON_TYPE,
      ]);
    },
  );

  // conventions#37, conventions#18
  test.each(['[]', '[{"user":{"name":"x"}}]', '1', '"a"', 'null', '{', '{"a":1}}', 'user[name]=x'])(
    'the JSON body %s: 400',
    async (body) => {
      const response = await put('application/json', body);
      expect([response.status, response.body]).toEqual([400, { errors: [{ message: expect.any(String) }] }]);
    },
  );

  test('a JSON body may name its charset, and begin with a byte order mark', async () => {
    expect((await put('application/json; charset=utf-8', '\uFEFF{"user":{"short_name":"Me"}}')).body).toMatchObject({ short_name: 'Me' });
  });

  // conventions#37, conventions#17
  test('what is no UTF-8: 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"user":{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}}')]);
    const send = (type: string, body: Buffer) =>
      fetch(`${server.url}/api/v1/users/self`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${adminToken()}`, 'content-type': type },
        body: new Uint8Array(body),
      });
    expect((await send('application/json', bytes)).status).toBe(400);
    expect((await send('application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff]))).status).toBe(400);
    for (const query of ['a=%ff', '%ff=1', 'a=%E4%', 'a=%'])
      expect((await authorized(server.raw().get(`/api/v1/users/self?${query}`))).status, query).toBe(400);
  });

  // conventions#15
  test.each([
    ['user[name]', 'name'],
    ['user[avatar][url]', 'url'],
    ['include[]', 'include'],
    ['ratings[][points]', 'ratings'],
    ['ratings[0][points]', 'ratings'],
    ['name', 'name'],
  ])('what of %s is not percent-encoded UTF-8 is named without its wrapper', async (name, field) => {
    const { status, body } = await put('application/x-www-form-urlencoded', `${name}=%ff`);
    expect([status, body.errors]).toEqual([400, { [field]: [expect.objectContaining({ attribute: field, type: 'invalid_encoding' })] }]);
  });

  // conventions#28
  test.each(['a[=1', 'a[b=1', 'a[b]c=1', '[a]=1', 'a]=1', 'a=1&a[b]=2', 'a[]=1&a[b]=2'])('%s does not nest: 400', async (text) => {
    const response = await put('application/x-www-form-urlencoded', text);
    expect([response.status, response.body.errors]).toEqual([400, expect.any(Object)]);
  });

  // conventions#37
  test('empty bodies are none', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      for (const method of ['put', 'delete'] as const) {
        const path = method === 'put' ? '/api/v1/users/self' : '/api/v1/users/self/tokens/999999';
        const response = await authorized(server.raw()[method](path)).set('content-type', type).set('content-length', '0');
        expect(response.status, `${method} ${type}`).toBe(method === 'put' ? 200 : 404);
      }
    }
    expect((await authorized(server.raw().put('/api/v1/users/self'))).status).toBe(200);
    expect((await authorized(server.raw().put('/api/v1/users/self')).type('json').send('{}')).status).toBe(200);
  });

  // conventions#34
  test('names of prototypes are names like any other', async () => {
    const before = (await server.admin.get('/users/self')).body;
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const forms = [
        `${name}=1`,
        `${name}[user]=1`,
        `user[${name}]=1`,
        `user[${name}][name]=x`,
        `${name}[prototype][name]=x`,
        `${name}[]=1`,
      ];
      for (const form of forms) expect((await put('application/x-www-form-urlencoded', form)).status, form).toBe(200);
      for (const body of [`{"${name}":{"user":{"name":"x"}}}`, `{"user":{"${name}":{"name":"x"}}}`])
        expect((await put('application/json', body)).status, body).toBe(200);
      expect((await server.admin.get(`/accounts/1/users?include[]=${name}&search_term=${name}`)).status).toBe(200);
      expect((await server.admin.get(`/users/${name}`)).status).toBe(404);
    }
    expect(Reflect.get({}, 'user') ?? Reflect.get({}, 'name')).toBeUndefined();
    expect((await server.admin.get('/users/self')).body).toMatchObject({ name: before.name });
  });
});

describe('timestamps', () => {
  const expires = async (client: typeof here.student.client, at: string) =>
    (await client.post('/users/self/tokens', { token: { expires_at: at } })).body.expires_at;

  // conventions#48, conventions#49
  test('go out in UTC and whole seconds, whatever came in', async () => {
    const { client } = here.student;
    for (const [sent, read] of [
      ['2099-01-31T12:00:00Z', '2099-01-31T12:00:00Z'],
      ['2099-01-31T12:00:00+02:00', '2099-01-31T10:00:00Z'],
      ['2099-01-31T12:00:00.987Z', '2099-01-31T12:00:00Z'],
      ['2099-01-31T12:00Z', '2099-01-31T12:00:00Z'],
    ] as const) {
      expect(await expires(client, sent), sent).toBe(read);
    }
  });

  // conventions#49
  test('without an offset are the caller’s, else the account’s', async () => {
    const tenant = await made(server.admin.post('/accounts', { account: { name: unique('Tenant'), default_time_zone: 'Asia/Tokyo' } }), Id);
    const one = await person(server, { account: tenant.id });
    expect(await expires(one.client, '2099-01-31')).toBe('2099-01-30T15:00:00Z');
    await made(one.client.put('/users/self', { user: { time_zone: 'America/New_York' } }), Id);
    expect(await expires(one.client, '2099-01-31T12:00:00')).toBe('2099-01-31T17:00:00Z');
    expect(await expires(one.client, '2099-07-31')).toBe('2099-07-31T04:00:00Z');
    expect(await expires(one.client, '2099-01-31T12:00:00Z')).toBe('2099-01-31T12:00:00Z');
  });

  // conventions#50
  test.each(['tomorrow', '2099-13-01', '2099-02-30T00:00:00Z', '12:00', '31/01/2099', '2099-01-31T25:00:00Z', '4102444800'])(
    '%s is none: 400',
    async (at) => {
      const response = await here.student.client.post('/users/self/tokens', { token: { expires_at: at } });
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['expires_at']]);
    },
  );
});

describe('ids', () => {
  // conventions#51
  test('are strings where they are asked for as strings', async () => {
    const accept = 'application/json+canvas-string-ids';
    const enrollments = await authorized(server.raw().get(`/api/v1/courses/${here.course.id}/enrollments?per_page=100`)).set(
      'accept',
      accept,
    );
    expect(enrollments.status).toBe(200);
    expect(enrollments.headers['content-type']).toBe(JSON_TYPE);
    const observing = JSON.parse(enrollments.text).find((row: { type: string }) => row.type === 'ObserverEnrollment');
    expect(observing).toMatchObject({
      id: expect.any(String),
      course_id: String(here.course.id),
      user_id: String(here.observer.id),
      associated_user_id: String(here.student.id),
    });
    expect(observing.user.id).toBe(String(here.observer.id));
    const account = await authorized(server.raw().get('/api/v1/accounts/1')).set('accept', `${accept.toUpperCase()}, application/json`);
    expect(JSON.parse(account.text)).toMatchObject({ id: '1', parent_account_id: null, settings: { user_quota_mb: 50 } });
    expect((await server.admin.get('/accounts/1')).body.id).toBe(1);
    // Who made a token for its holder (users#38).
    await server.admin.post(`/users/${here.stranger.id}/tokens`, { token: { purpose: 'Lent' } }).expect(200);
    const tokens = await authorized(server.raw().get(`/api/v1/users/${here.stranger.id}/tokens?per_page=100`)).set('accept', accept);
    expect(JSON.parse(tokens.text)).toContainEqual(expect.objectContaining({ purpose: 'Lent', created_by: '1' }));
  });

  // conventions#52
  test('may be SIS ids, percent-encoded, of the caller’s root account', async () => {
    const body = { user: { name: 'Sissy' }, pseudonym: { unique_id: 'sis@school.example', sis_user_id: 'A/B C:1%' } };
    const { id } = await made(server.admin.post('/accounts/1/users', body), Id);
    for (const form of [
      `sis_user_id:${encodeURIComponent('A/B C:1%')}`,
      'sis_login_id:sis@school.example',
      `sis_login_id:${encodeURIComponent('SIS@school.example')}`,
    ]) {
      const response = await server.admin.get(`/users/${form}`);
      expect([response.status, response.body.id], form).toEqual([200, id]);
      expect((await here.foreignAdmin.client.get(`/users/${form}`)).status, form).toBe(404);
    }
    const { id: courseId } = await course(server, { extra: { sis_course_id: 'C 1/2' } });
    for (const form of ['sis_course_id:C%201%2F2', 'siscourseid:C%201%2F2'])
      expect((await server.admin.get(`/courses/${form}`)).body, form).toMatchObject({ id: courseId });
    const section = await made(
      server.admin.post(`/courses/${courseId}/sections`, { course_section: { name: 'S', sis_section_id: 'S-1' } }),
      Id,
    );
    for (const form of ['sis_section_id:S-1', 'sissectionid:S-1'])
      expect((await server.admin.get(`/sections/${form}`)).body, form).toMatchObject({ id: section.id });
    const enrolled = await server.admin.post(`/courses/sis_course_id:C%201%2F2/enrollments`, {
      enrollment: { user_id: 'sis_user_id:A/B C:1%', type: 'StudentEnrollment' },
    });
    expect([enrolled.status, enrolled.body.user_id]).toEqual([200, id]);
  });

  // conventions#52
  test('self is the caller', async () => {
    expect((await here.student.client.get('/users/self')).body.id).toBe(here.student.id);
    expect((await here.student.client.get('/users/self/enrollments')).body).toHaveLength(1);
  });

  // conventions#53
  test.each([
    'none',
    '0',
    '-1',
    '1.5',
    '1e0',
    '01',
    '+1',
    '%201',
    '1%00',
    'SELF',
    'sis_user_id:',
    'sis_course_id:1',
    'sis_user_id:%00',
    'self:1',
    "1'--",
    '9007199254740993',
    '2147483648',
    '99999999999999999999',
  ])('%s in a path: 404', async (id) => {
    const response = await server.admin.get(`/users/${id}`);
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
  });

  test('an encoding that is none in a path is no fault', async () => {
    for (const path of ['/users/%ff', '/users/%', '/users/%E0%A4%A'])
      expect([400, 404], path).toContain((await server.admin.get(path)).status);
  });

  // conventions#53
  test('one that is none in a parameter: 400; one that nobody has: 404', async () => {
    const appointed = (id: string | number) => server.admin.post(`/accounts/${here.subAccountId}/admins`, { user_id: id });
    for (const id of ['none', '-1', '1.5', 'sis_course_id:1', 1.5]) expect((await appointed(id)).status, String(id)).toBe(400);
    for (const id of ['999999', 999_999, '2147483648', '9007199254740993', 2 ** 53, '99999999999999999999'])
      expect((await appointed(id)).status, String(id)).toBe(404);
  });
});

describe('texts', () => {
  // conventions#42
  test('of 255 characters are taken, of 256 refused', async () => {
    const put = (name: string) => here.student.client.put('/users/self', { user: { short_name: name } });
    expect((await put('é'.repeat(255))).status).toBe(200);
    const response = await put('é'.repeat(256));
    expect([response.status, response.body.errors.short_name]).toEqual([400, [expect.objectContaining({ type: 'too_long' })]]);
  });

  // conventions#43
  test('are stored as they are', async () => {
    const name = `<script>alert("1")</script> & 'Robert'); drop table users;--`;
    expect((await here.student.client.put('/users/self', { user: { short_name: name } })).body.short_name).toBe(name);
    expect((await here.student.client.get('/users/self')).body.short_name).toBe(name);
  });

  // conventions#31
  test('may come as numbers, of which no digit is lost', async () => {
    const put = (number: string) =>
      authorized(server.raw().put(`/api/v1/users/${here.student.id}`))
        .type('json')
        .send(`{"user":{"short_name":${number}}}`);
    for (const number of ['12345678901234567890', '0.1', '7']) expect((await put(number)).body.short_name).toBe(number);
  });

  // conventions#43
  test('with characters that are no text: 400', async () => {
    for (const body of ['{"user":{"short_name":"a\\u0000b"}}', '{"user":{"short_name":"\\ud800"}}']) {
      const response = await authorized(server.raw().put('/api/v1/users/self')).type('json').send(body);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['short_name']]);
    }
    const form = await authorized(server.raw().put('/api/v1/users/self')).type('form').send('user[short_name]=a%00b');
    expect(form.status).toBe(400);
    expect((await server.admin.get('/accounts/1/users?search_term=a%00bc')).status).toBe(400);
  });
});

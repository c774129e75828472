import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { appoint, made, person, ROOT_ACCOUNT, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const Account = z.looseObject({ id: z.int(), name: z.string(), settings: z.looseObject({}), default_time_zone: z.string() });
const Accounts = z.array(Account);
const DEFAULTS = {
  enable_draft: true,
  enable_avatars: true,
  enable_gravatar: false,
  checker_available: false,
  freezer_available: false,
  media_available: true,
  frozen_attributes: [],
  user_quota_mb: 50,
  course_quota_mb: 500,
  students_can_create_discussions: true,
};
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const below = (parent: number, account: Fields = {}, client: Client = server.admin) =>
  made(client.post(`/accounts/${parent}/sub_accounts`, { account: { name: unique('Below'), ...account } }), Account);
const show = (id: number, client: Client = server.admin) => made(client.get(`/accounts/${id}`), Account);
const change = (id: number, account: Fields, client: Client = server.admin) => client.put(`/accounts/${id}`, { account });
const blames = (field: string, type: string) => ({ errors: { [field]: [expect.objectContaining({ attribute: field, type })] } });

describe('an account', () => {
  // accounts#1, accounts#5, accounts#6, accounts#7
  test('has these fields', async () => {
    const { id } = await below(ROOT_ACCOUNT, { name: 'Faculty of Arts', sis_account_id: 'ARTS', default_time_zone: 'Stockholm' });
    expect(await show(id)).toEqual({
      id,
      name: 'Faculty of Arts',
      parent_account_id: ROOT_ACCOUNT,
      root_account_id: ROOT_ACCOUNT,
      default_time_zone: 'Europe/Stockholm',
      sis_account_id: 'ARTS',
      workflow_state: 'active',
      settings: DEFAULTS,
    });
    expect(await show(ROOT_ACCOUNT)).toMatchObject({ parent_account_id: null, root_account_id: null, default_time_zone: 'Etc/UTC' });
  });

  // accounts#3, conventions#52
  test('is that of the caller as self, wherever a path names one', async () => {
    expect((await made(here.rootAdmin.client.get('/accounts/self'), Account)).id).toBe(ROOT_ACCOUNT);
    expect((await made(here.foreignAdmin.client.get('/accounts/self'), Account)).id).toBe(here.foreignAccountId);
    const { id } = await made(here.rootAdmin.client.post('/accounts/self/sub_accounts', { account: { name: unique('Below') } }), Account);
    expect(await show(id)).toMatchObject({ parent_account_id: ROOT_ACCOUNT });
    const courses = z.array(z.looseObject({ id: z.int() }));
    const term = { search_term: here.course.name };
    expect((await made(here.rootAdmin.client.get('/accounts/self/courses', term), courses)).map((row) => row.id)).toEqual([here.course.id]);
    expect(await made(here.foreignAdmin.client.get('/accounts/self/courses', term), courses)).toEqual([]);
    const user = await person(server, { account: ROOT_ACCOUNT });
    await here.foreignAdmin.client.delete(`/accounts/self/users/${user.id}`).expect(404);
    await here.rootAdmin.client.delete(`/accounts/self/users/${user.id}`).expect(200);
    // Administrators of an account below have no right in the root account, others in none.
    for (const one of [here.subAdmin, here.teacher, here.stranger]) expect((await one.client.get('/accounts/self')).status).toBe(401);
  });

  // accounts#3
  test('is found by its SIS id, in the caller’s root account', async () => {
    const { id } = await below(ROOT_ACCOUNT, { sis_account_id: 'Law & Order/1' });
    const path = `/accounts/sis_account_id:${encodeURIComponent('Law & Order/1')}`;
    expect((await made(server.admin.get(path), Account)).id).toBe(id);
    expect((await here.foreignAdmin.client.get(path)).status).toBe(404);
    expect((await server.admin.get('/accounts/sis_account_id:none')).status).toBe(404);
  });

  // accounts#2
  test('is read by its administrators and those above', async () => {
    const { id } = await below(here.subAccountId);
    for (const { client } of [here.subAdmin, here.rootAdmin]) expect((await client.get(`/accounts/${id}`)).status).toBe(200);
    for (const { client } of [here.teacher, here.student, here.stranger]) {
      const response = await client.get(`/accounts/${id}`);
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
    // Neither is what lies above or beside.
    const beside = await below(ROOT_ACCOUNT);
    for (const other of [ROOT_ACCOUNT, beside.id]) expect((await here.subAdmin.client.get(`/accounts/${other}`)).status).toBe(401);
  });

  // conventions#43
  test('keeps its name as it is sent, blanks around it too', async () => {
    const { id, name } = await below(ROOT_ACCOUNT, { name: '  Law ' });
    expect(name).toBe('  Law ');
    expect((await server.admin.put(`/accounts/${id}`, { account: { name: ' Arts  ' } })).body.name).toBe(' Arts  ');
  });

  // accounts#11
  test.each([
    ['name', 'too_long', { name: 'n'.repeat(256) }],
    ['name', 'blank', { name: '  ' }],
    ['default_time_zone', 'invalid', { default_time_zone: 'Nowhere' }],
    ['enable_avatars', 'invalid', { settings: { enable_avatars: 'maybe' } }],
    ['user_quota_mb', 'not_a_number', { settings: { user_quota_mb: 'lots' } }],
    ['user_quota_mb', 'too_small', { settings: { user_quota_mb: -1 } }],
    ['settings', 'invalid', { settings: 'all' }],
  ])('of a wrong %s (%s) is refused, made or changed', async (field, type, account) => {
    const before = await below(ROOT_ACCOUNT);
    const changed = await change(before.id, { name: 'Changed', ...account });
    expect([changed.status, changed.body]).toEqual([400, blames(field, type)]);
    expect(await show(before.id)).toEqual(before);
    const response = await server.admin.post(`/accounts/${before.id}/sub_accounts`, { account: { name: 'New', ...account } });
    expect([response.status, response.body]).toEqual([400, blames(field, type)]);
    expect(await made(server.admin.get(`/accounts/${before.id}/sub_accounts`), Accounts)).toEqual([]);
  });

  // accounts#11
  test('needs a name to be made', async () => {
    for (const path of [`/accounts/${ROOT_ACCOUNT}/sub_accounts`, '/accounts']) {
      for (const body of [{}, { account: {} }, { account: { name: '' } }]) {
        const response = await server.admin.post(path, body);
        expect([response.status, response.body]).toEqual([400, blames('name', 'blank')]);
      }
    }
  });

  // conventions#52
  test('is deleted by its SIS id, too', async () => {
    const before = await below(ROOT_ACCOUNT, { sis_account_id: 'GONE' });
    const other = await below(ROOT_ACCOUNT);
    await server.admin.delete(`/accounts/${other.id}/sub_accounts/sis_account_id:GONE`).expect(404);
    const { body } = await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/sub_accounts/sis_account_id:GONE`).expect(200);
    expect(body).toMatchObject({ id: before.id });
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/sub_accounts/sis_account_id:GONE`).expect(404);
  });

  // accounts#11, accounts#12
  test('shares its SIS id with no other of the root account', async () => {
    await below(ROOT_ACCOUNT, { sis_account_id: 'ONCE' });
    const again = await server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Twice', sis_account_id: 'ONCE' } });
    expect([again.status, again.body]).toEqual([400, blames('sis_account_id', 'taken')]);
    const elsewhere = await here.foreignAdmin.client.post(`/accounts/${here.foreignAccountId}/sub_accounts`, {
      account: { name: 'Other', sis_account_id: 'ONCE' },
    });
    expect(elsewhere.status).toBe(200);
  });
});

describe('settings', () => {
  // accounts#7, accounts#8
  test('that an account does not set are its parent’s', async () => {
    const parent = await below(ROOT_ACCOUNT, {
      settings: { enable_gravatar: true, course_quota_mb: 7.5, frozen_attributes: ['title', 'description'] },
    });
    const child = await below(parent.id, { settings: { course_quota_mb: 9 } });
    const grandchild = await below(child.id);
    expect(parent.settings).toEqual({
      ...DEFAULTS,
      enable_gravatar: true,
      course_quota_mb: 7.5,
      frozen_attributes: ['title', 'description'],
    });
    expect((await show(grandchild.id)).settings).toMatchObject({
      enable_gravatar: true,
      course_quota_mb: 9,
      frozen_attributes: ['title', 'description'],
      enable_draft: true,
    });
    await made(change(parent.id, { settings: { enable_gravatar: false, enable_draft: false } }), Account);
    expect((await show(grandchild.id)).settings).toMatchObject({ enable_gravatar: false, enable_draft: false, course_quota_mb: 9 });
  });

  // accounts#8, accounts#10
  test('stay when others are changed, and are the parent’s again when sent empty', async () => {
    const parent = await below(ROOT_ACCOUNT, { settings: { course_quota_mb: 3 } });
    const child = await below(parent.id, { settings: { course_quota_mb: 4, checker_available: true } });
    const first = await made(change(child.id, { settings: { freezer_available: 'on' } }), Account);
    expect(first.settings).toMatchObject({ course_quota_mb: 4, checker_available: true, freezer_available: true });
    const second = await made(change(child.id, { settings: { course_quota_mb: '' } }), Account);
    expect(second.settings).toMatchObject({ course_quota_mb: 3, checker_available: true });
  });

  // accounts#7
  test('come as a form too', async () => {
    const { id } = await below(ROOT_ACCOUNT);
    const response = await server.admin.putForm(`/accounts/${id}`, {
      account: { settings: { enable_avatars: '0', frozen_attributes: ['title'] } },
    });
    expect(response.body.settings).toMatchObject({ enable_avatars: false, frozen_attributes: ['title'] });
  });

  // accounts#10
  test('that nobody knows are ignored', async () => {
    const { id } = await below(ROOT_ACCOUNT);
    const changed = await made(change(id, { settings: { launch_missiles: true } }), Account);
    expect(changed.settings).toEqual(DEFAULTS);
  });

  // accounts#6
  test('the time zone is inherited alike', async () => {
    const parent = await below(ROOT_ACCOUNT, { default_time_zone: 'Asia/Tokyo' });
    const child = await below(parent.id);
    expect(child.default_time_zone).toBe('Asia/Tokyo');
    await made(change(child.id, { default_time_zone: 'UTC' }), Account);
    expect((await show(child.id)).default_time_zone).toBe('UTC');
    await made(change(child.id, { default_time_zone: null }), Account);
    expect((await show(child.id)).default_time_zone).toBe('Asia/Tokyo');
  });
});

describe('changing an account', () => {
  // accounts#10
  test('changes what is sent and keeps the rest', async () => {
    const before = await below(ROOT_ACCOUNT, { sis_account_id: unique('SIS') });
    const after = await made(change(before.id, { name: 'Renamed' }), Account);
    expect(after).toEqual({ ...before, name: 'Renamed' });
    expect(await made(change(before.id, { name: '', sis_account_id: null }), Account)).toEqual({ ...after, sis_account_id: null });
  });

  // accounts#2
  test('is for administrators of it or of one above', async () => {
    const { id } = await below(here.subAccountId);
    expect((await change(id, { name: 'By the dean' }, here.subAdmin.client)).status).toBe(200);
    expect((await change(here.subAccountId, { name: 'Own' }, here.subAdmin.client)).status).toBe(200);
    expect((await change(ROOT_ACCOUNT, { name: 'Above' }, here.subAdmin.client)).status).toBe(401);
    for (const { client } of [here.teacher, here.student, here.stranger]) {
      expect((await change(id, { name: 'No' }, client)).status).toBe(401);
      expect((await client.post(`/accounts/${id}/sub_accounts`, { account: { name: 'No' } })).status).toBe(401);
    }
    expect((await show(id)).name).toBe('By the dean');
  });
});

describe('lists of accounts', () => {
  // accounts#4
  test('those that one administers', async () => {
    expect((await made(here.subAdmin.client.get('/accounts'), Accounts)).map((account) => account.id)).toEqual([here.subAccountId]);
    expect(await made(here.student.client.get('/accounts'), Accounts)).toEqual([]);
    const own = await made(server.admin.get('/accounts', { per_page: 100 }), Accounts);
    expect(own.map((account) => account.id)).toEqual([ROOT_ACCOUNT, here.foreignAccountId]);
  });

  // accounts#4
  test('those directly below, by id', async () => {
    const parent = await below(ROOT_ACCOUNT);
    const children = [await below(parent.id), await below(parent.id), await below(parent.id)];
    await below(children[0]?.id ?? 0);
    const ids = async (query: Fields) =>
      (await made(server.admin.get(`/accounts/${parent.id}/sub_accounts`, query), Accounts)).map((account) => account.id);
    expect(await ids({})).toEqual(children.map((child) => child.id));
    expect(await ids({ per_page: 2 })).toEqual(children.slice(0, 2).map((child) => child.id));
    expect(await ids({ per_page: 2, page: 2 })).toEqual(children.slice(2).map((child) => child.id));
  });

  // accounts#4
  test('all below, however deep, and no other', async () => {
    const parent = await below(ROOT_ACCOUNT);
    const child = await below(parent.id);
    await below(ROOT_ACCOUNT);
    const grandchild = await below(child.id);
    const found = await made(server.admin.get(`/accounts/${parent.id}/sub_accounts`, { recursive: true }), Accounts);
    expect(found.map(({ id }) => id)).toEqual([child.id, grandchild.id]);
    expect(await made(server.admin.get(`/accounts/${grandchild.id}/sub_accounts`, { recursive: true }), Accounts)).toEqual([]);
    await server.admin.get(`/accounts/${parent.id}/sub_accounts`, { recursive: 'deep' }).expect(400);
  });

  test('cost as many statements for few as for many', async () => {
    const parent = await below(ROOT_ACCOUNT);
    for (let i = 0; i < 4; i++) await below(parent.id);
    const read = (size: number) => () => server.admin.get(`/accounts/${parent.id}/sub_accounts?per_page=${size}`);
    await read(1)();
    expect(await server.statements(read(4))).toBe(await server.statements(read(1)));
  });
});

describe('root accounts', () => {
  // accounts#13, accounts#14
  test('are made by administrators of the site, who administer them', async () => {
    const made1 = await made(here.rootAdmin.client.post('/accounts', { account: { name: 'A tenant' } }), Account);
    expect(made1).toMatchObject({ name: 'A tenant', parent_account_id: null });
    expect((await here.rootAdmin.client.get(`/accounts/${made1.id}`)).status).toBe(200);
    // To the site's other administrators it is not there.
    const other = await server.admin.get(`/accounts/${made1.id}`);
    expect([other.status, other.body]).toEqual([404, NOT_FOUND]);
    for (const { client } of [here.subAdmin, here.foreignAdmin, here.teacher, here.stranger]) {
      const response = await client.post('/accounts', { account: { name: 'No' } });
      expect([response.status, response.body]).toEqual([401, NOT_PERMITTED]);
    }
  });

  // accounts#14, access#7
  test('see nothing of each other', async () => {
    const { client } = here.foreignAdmin;
    const paths = [
      `/accounts/${ROOT_ACCOUNT}`,
      `/accounts/${here.subAccountId}`,
      `/accounts/${here.subAccountId}/sub_accounts`,
      `/accounts/${here.subAccountId}/admins`,
      `/accounts/${here.subAccountId}/users`,
      `/accounts/${here.subAccountId}/courses`,
      `/accounts/${here.subAccountId}/logins`,
      `/users/${here.student.id}`,
      `/users/${here.student.id}/enrollments`,
      `/courses/${here.course.id}`,
      `/courses/${here.course.id}/users`,
      `/courses/${here.course.id}/sections`,
      `/sections/${here.sectionId}`,
    ];
    for (const path of paths) {
      const response = await client.get(path);
      expect([response.status, response.body], path).toEqual([404, NOT_FOUND]);
    }
    for (const path of [`/accounts/${here.foreignAccountId}`, `/users/${here.foreignAdmin.id}`]) {
      for (const stranger of [here.rootAdmin, here.student]) expect((await stranger.client.get(path)).status, path).toBe(404);
    }
  });
});

describe('the reach of an administrator', () => {
  // access#4
  test('ends where one of the user’s accounts lies outside', async () => {
    const faculty = await below(ROOT_ACCOUNT);
    const department = await below(faculty.id);
    const dean = await person(server);
    await appoint(server, faculty.id, dean.id);
    const inside = await person(server, { account: department.id });
    const may = async (id: number) => (await dean.client.get('/users/self', { as_user_id: id })).status;
    expect(await may(inside.id)).toBe(200);
    await made(
      server.admin.post(`/accounts/${here.subAccountId}/logins`, {
        user: { id: inside.id },
        login: { unique_id: unique('second').replace(' ', '-') },
      }),
      z.unknown(),
    );
    expect(await may(inside.id)).toBe(401);
    expect((await dean.client.put(`/users/${inside.id}`, { user: { short_name: 'x' } })).status).toBe(401);
  });

  // access#3
  test('covers courses of the account and below', async () => {
    const deeper = await below(here.subAccountId);
    const { id } = await made(
      server.admin.post(`/accounts/${deeper.id}/courses`, { course: { name: unique('Deep') } }),
      z.looseObject({ id: z.int() }),
    );
    expect((await here.subAdmin.client.get(`/courses/${id}`)).status).toBe(200);
    const above = await made(
      server.admin.post(`/accounts/${ROOT_ACCOUNT}/courses`, { course: { name: unique('High') } }),
      z.looseObject({ id: z.int() }),
    );
    expect((await here.subAdmin.client.get(`/courses/${above.id}`)).status).toBe(401);
  });
});

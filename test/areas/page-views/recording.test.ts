import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { appoint, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const View = z.looseObject({ url: z.string(), action: z.string(), participated: z.boolean(), real_user_id: z.int().nullable() });
const Made = z.object({ id: z.int() });

let now = new Date('2026-01-31T12:00:00Z');
const server = useServer({ pageViews: true, clock: () => now });

let here: School;
beforeAll(async () => {
  here = await school(server);
});

/** What requests leave behind, oldest first. */
async function viewsOf(one: Pick<Person, 'id'>, query: Fields = {}) {
  await server.flushPageViews();
  const views = await made(server.admin.get(`/users/${one.id}/page_views`, { per_page: 100, ...query }), z.array(View));
  return views.reverse();
}

describe('a request', () => {
  // page-views#1, page-views#4
  test('makes a page view, by the time its answer is there', async () => {
    const one = await person(server);
    now = new Date('2026-02-03T10:20:30.400Z');
    await one.client.get('/users/self', { include: ['enrollments'] }).set('user-agent', 'Tests/1.0 (Übung)');
    const [view, ...more] = await viewsOf(one);
    expect(more).toEqual([]);
    expect(view).toEqual({
      id: expect.any(String),
      created_at: '2026-02-03T10:20:30Z',
      url: `${server.url}/api/v1/users/self?include%5B%5D=enrollments`,
      http_method: 'GET',
      controller: 'users',
      action: 'showUser',
      context_type: 'User',
      context_id: one.id,
      user_agent: expect.stringContaining('Tests/1.0'),
      user_id: one.id,
      real_user_id: null,
      account_id: 1,
      interaction_seconds: 5,
      participated: false,
      render_time: expect.any(Number),
      remote_ip: '127.0.0.1',
    });
  });

  // conventions#103
  test('that is answered with what the client holds makes one, too', async () => {
    const one = await person(server);
    const tag = String((await one.client.get('/users/self').expect(200)).headers['etag']);
    await one.client.get('/users/self').set('if-none-match', tag).expect(304);
    expect((await viewsOf(one)).map(({ action }) => action)).toEqual(['showUser', 'showUser']);
  });

  // page-views#1, page-views#5
  test('that is refused makes one too, and so does HEAD', async () => {
    const one = await person(server);
    expect((await one.client.get('/accounts/1')).status).toBe(401);
    expect((await one.client.get('/courses/999999')).status).toBe(404);
    expect((await one.client.put('/users/self', { user: { locale: 'xx' } })).status).toBe(400);
    expect((await one.client.get(`/courses/${here.course.id}`, { as_user_id: here.student.id })).status).toBe(401);
    await fetch(`${server.url}/api/v1/users/self`, { method: 'HEAD', headers: { authorization: `Bearer ${one.token}` } });
    const found = (await viewsOf(one)).map((view) => [view['http_method'], view.action, view['context_type'], view['context_id']]);
    expect(found).toEqual([
      ['GET', 'showAccount', 'Account', 1],
      ['GET', 'showCourse', null, null],
      ['PUT', 'editUser', 'User', one.id],
      ['GET', 'showCourse', null, null],
      ['HEAD', 'showUser', 'User', one.id],
    ]);
  });

  // page-views#1
  test('whose parameters cannot be read makes one, where its token is good', async () => {
    const one = await person(server);
    const send = async (query: string, body?: [type: string, text: string], token = one.token) => {
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': body[0] } : {}) };
      const init = body ? { method: 'PUT', headers, body: body[1] } : { headers };
      return (await fetch(`${server.url}/api/v1/users/self${query}`, init)).status;
    };
    expect(await send('?x=%E4')).toBe(400);
    expect(await send('', ['application/json', '{bad'])).toBe(400);
    expect(await send('', ['text/xml', '<a/>'])).toBe(415);
    expect(await send('?x=%E4', undefined, 'no such token')).toBe(401);
    expect((await viewsOf(one)).map((view) => [view['http_method'], view.action, view['context_type']])).toEqual([
      ['GET', 'showUser', null],
      ['PUT', 'editUser', null],
      ['PUT', 'editUser', null],
    ]);
  });

  // page-views#1
  test('without a valid token, to no operation, or outside the API makes none', async () => {
    const count = async () => {
      await server.flushPageViews();
      return (await server.database.pool.query('select 1 from page_views')).rowCount;
    };
    const before = await count();
    await server.anonymous.get('/users/self').expect(401);
    await server.as('no such token').get('/users/self').expect(401);
    await server.admin.get('/no/such/path').expect(404);
    await fetch(`${server.url}/health/live`);
    await fetch(`${server.url}/images/no-picture.svg`);
    expect(await count()).toBe(before);
  });

  // page-views#5, page-views#6
  test('takes part in a course or a group alone', async () => {
    const one = await person(server);
    await appoint(server, here.subAccountId, one.id);
    const set = await made(one.client.post(`/accounts/${here.subAccountId}/group_categories`, { name: 'Set' }), Made);
    await one.client.put(`/group_categories/${set.id}`, { name: 'Clubs' }).expect(200);
    const folder = await made(one.client.post('/users/self/folders', { name: 'Own' }), Made);
    await one.client.put(`/folders/${folder.id}`, { name: 'Mine' }).expect(200);
    const club = await made(one.client.post('/groups', { name: 'Club' }), Made);
    await one.client.put(`/groups/${club.id}`, { name: 'Band' }).expect(200);
    expect((await viewsOf(one)).map((view) => [view.action, view['context_type'], view.participated])).toEqual([
      ['createGroupCategoryInAccount', 'Account', false],
      ['updateGroupCategory', 'Account', false],
      ['createUserFolder', 'User', false],
      ['updateFolder', null, false],
      ['createGroup', null, false],
      ['updateGroup', 'Group', true],
    ]);
  });

  // page-views#4, page-views#5, page-views#6
  test('is placed where it was made to', async () => {
    const { teacher, course, sectionId, subAccountId } = here;
    const set = await made(teacher.client.post(`/courses/${course.id}/group_categories`, { name: 'Set' }), Made);
    const group = await made(teacher.client.post(`/group_categories/${set.id}/groups`, { name: 'Group' }), Made);
    await teacher.client.get(`/sections/${sectionId}`).expect(200);
    await teacher.client.get(`/groups/${group.id}`).expect(200);
    await teacher.client.get('/courses').expect(200);
    await teacher.client.post(`/groups/${group.id}/memberships`, { user_id: 'nobody' }).expect(400);
    const found = (await viewsOf(teacher)).map((view) =>
      ['action', 'controller', 'context_type', 'context_id', 'account_id', 'participated'].map((key) => view[key]),
    );
    expect(found).toEqual([
      ['createGroupCategory', 'groups', 'Course', course.id, subAccountId, true],
      ['createGroupInGroupCategory', 'groups', 'Course', course.id, subAccountId, true],
      ['showSection', 'sections', 'Course', course.id, subAccountId, false],
      ['showGroup', 'groups', 'Group', group.id, subAccountId, false],
      ['listCourses', 'courses', null, null, 1, false],
      ['createGroupMembership', 'groups', 'Group', group.id, subAccountId, false],
    ]);
  });

  // page-views#2
  test('of who acts as somebody is that one’s, and says who really asked', async () => {
    const one = await person(server);
    await here.rootAdmin.client.get('/users/self/profile', { as_user_id: one.id }).expect(200);
    const [view, ...more] = await viewsOf(one);
    expect(more).toEqual([]);
    expect(view).toMatchObject({ user_id: one.id, real_user_id: here.rootAdmin.id, action: 'showProfile' });
  });

  // page-views#4
  test('keeps no secret', async () => {
    const one = await person(server);
    const secret = `access_token=${one.token}&pseudonym%5Bpassword%5D=hush&user[password]=hush&signature=hush&access_code=hush`;
    await fetch(`${server.url}/api/v1/users/self?mark=here&${secret}&validation_token=hush`);
    await fetch(`${server.url}/api/v1/users/self?access%5Ftoken=${one.token}`);
    const views = await viewsOf(one);
    expect(views.map((view) => view.url)).toEqual([`${server.url}/api/v1/users/self?mark=here`, `${server.url}/api/v1/users/self`]);
    const { rows } = await server.database.pool.query('select v::text as row from page_views v where user_id = $1', [one.id]);
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${one.token}|hush|${inject('adminToken')}`));
  });

  // page-views#4
  test('cannot make a view larger than sense', async () => {
    const one = await person(server);
    const long = 'x'.repeat(6_000);
    await one.client.get(`/users/self?long=${long}`).set('user-agent', long).expect(200);
    const [view] = await viewsOf(one);
    expect(view?.url.length).toBe(4_096);
    expect(String(view?.['user_agent']).length).toBe(4_096);
  });

  // page-views#3
  test('sends no statement of its own before it is answered', async () => {
    const one = await person(server);
    const ask = () => one.client.get('/users/self').expect(200);
    await ask();
    await server.flushPageViews();
    // It is written a second later, which may pass while the others are counted.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      expect(await server.statements(ask)).toBe(2);
    } finally {
      vi.useRealTimers();
    }
    expect(await server.statements(() => server.flushPageViews())).toBe(1);
  });
});

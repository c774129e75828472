import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AccessCache } from '../../src/access/access-cache.ts';
import { assignment, day, override, Shown } from '../helpers/assignments.ts';
import { ahead, event, todoOf, upcoming, upcomingIds } from '../helpers/calendar.ts';
import { groupPath, outcome, rootGroup } from '../helpers/outcomes.ts';
import { type Proxy, proxyTo } from '../helpers/proxy.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../helpers/school.ts';
import { serveOn, type TestServer, useServer } from '../helpers/server.ts';

const server = useServer();
// Another process on the same database: what it keeps is ended by what the first one changes.
let other: TestServer;
let teacher: Person;
let here: { id: number };

beforeAll(async () => {
  other = await serveOn(server.database.url);
  here = await course(server);
  teacher = await person(server);
  await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
});
afterAll(() => other.stop());

const Token = z.object({ id: z.int(), visible_token: z.string() });
const Made = z.object({ id: z.int() });

describe('kept access', () => {
  test('saves a statement', async () => {
    const path = `/courses/${here.id}/sections`;
    await teacher.client.get(path).expect(200);
    const [first, both] = [
      await server.statements(() => teacher.client.get(path).expect(200)),
      await server.statements(async () => {
        await teacher.client.get(path).expect(200);
        await teacher.client.get(path).expect(200);
      }),
    ];
    expect([first, both]).toEqual([2, 3]);
  });

  test('saves a write one, too', async () => {
    const path = `/courses/${here.id}/discussion_topics`;
    await teacher.client.get(path).expect(200);
    const write = () => teacher.client.post(path, { title: 'Kept' }).expect(200);
    const once = await server.statements(write);
    const after = await server.statements(async () => {
      await write();
      await write();
    });
    expect(after).toBe(2 * once - 1);
  });
});

// access#25
describe('in another process, at once', () => {
  test('a revoked token is worth nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const made_ = await made(server.admin.post(`/users/${teacher.id}/tokens`, { token: { purpose: 'short' } }), Token);
      const client = other.as(made_.visible_token);
      await client.get('/users/self').expect(200);
      await client.get('/users/self').expect(200);
      await server.admin.delete(`/users/${teacher.id}/tokens/${made_.id}`).expect(200);
      await client.get('/users/self').expect(401);
    }
  });

  test('a deleted user is nobody', async () => {
    const gone = await person(server);
    const client = other.as(gone.token);
    await client.get('/users/self').expect(200);
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${gone.id}`).expect(200);
    await client.get('/users/self').expect(401);
  });

  test('who is enrolled may read and write, and who left may not', async () => {
    for (let round = 0; round < 10; round++) {
      const who = await person(server);
      const client = other.as(who.token);
      const read = () => client.get(`/courses/${here.id}/sections`);
      const write = () => client.post(`/courses/${here.id}/discussion_topics`, { title: 'Here' });
      await read().expect(401);
      await write().expect(401);
      const { id } = await enroll(server, here.id, who.id, 'StudentEnrollment');
      await write().expect(200);
      await read().expect(200);
      await read().expect(200);
      await write().expect(200);
      await server.admin.delete(`/courses/${here.id}/enrollments/${id}`, { task: 'inactivate' }).expect(200);
      await (round % 2 === 0 ? read() : write()).expect(401);
    }
  });

  test('what a course lets its students do is what it says now', async () => {
    const own = await course(server);
    const student = await person(server);
    await enroll(server, own.id, student.id, 'StudentEnrollment');
    const client = other.as(student.token);
    const attach = async () => {
      const { body } = await client.get(`/courses/${own.id}/discussion_topics`).expect(200);
      return z.array(z.object({ permissions: z.object({ attach: z.boolean() }) })).parse(body)[0]?.permissions.attach;
    };
    await server.admin.post(`/courses/${own.id}/discussion_topics`, { title: 'Open' }).expect(200);
    expect(await attach()).toBe(true);
    await server.admin.put(`/courses/${own.id}/settings`, { allow_student_forum_attachments: false }).expect(200);
    expect(await attach()).toBe(false);
  });

  // accounts#9
  test('what the accounts of a course set is what they say now', async () => {
    const above = { account: { name: 'Above', settings: { enable_draft: true } } };
    const { id: account } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, above), Made);
    const { id: below } = await made(server.admin.post(`/accounts/${account}/sub_accounts`, { account: { name: 'Below' } }), Made);
    const own = await course(server, { account: below });
    const student = await person(server);
    await enroll(server, own.id, student.id, 'StudentEnrollment');
    await assignment(server, own.id, { published: false });
    const client = other.as(student.token);
    const count = async () => (await made(client.get(`/courses/${own.id}/assignments`), z.array(Made))).length;
    expect(await count()).toBe(0);
    for (const [changed, enable_draft, seen] of [
      [account, false, 1],
      [account, true, 0],
      [below, false, 1],
    ] as const) {
      await server.admin.put(`/accounts/${changed}`, { account: { settings: { enable_draft } } }).expect(200);
      expect(await count()).toBe(seen);
    }
  });

  test('a student has the dates of the sections that they are in', async () => {
    const own = await course(server);
    const student = await person(server);
    const { id: section } = await made(server.admin.post(`/courses/${own.id}/sections`, { course_section: { name: 'Late' } }), Made);
    await enroll(server, own.id, student.id, 'StudentEnrollment');
    const { id } = await assignment(server, own.id, { due_at: day(3) });
    await override(server, own.id, id, { course_section_id: section, due_at: day(5) });
    const client = other.as(student.token);
    const due = async () => (await made(client.get(`/courses/${own.id}/assignments`), z.array(Shown))).map((one) => one.due_at);
    expect(await due()).toEqual([day(3)]);
    const { id: late } = await enroll(server, own.id, student.id, 'StudentEnrollment', { course_section_id: section });
    expect(await due()).toEqual([day(5)]);
    await server.admin.delete(`/courses/${own.id}/enrollments/${late}`, { task: 'delete' }).expect(200);
    expect(await due()).toEqual([day(3)]);
  });

  test('a course that is no longer offered is closed to its students', async () => {
    const own = await course(server);
    const student = await person(server);
    await enroll(server, own.id, student.id, 'StudentEnrollment');
    const client = other.as(student.token);
    await client.get(`/courses/${own.id}`).expect(200);
    await server.admin.put(`/courses/${own.id}`, { course: { event: 'claim' } }).expect(200);
    await client.get(`/courses/${own.id}`).expect(401);
  });

  test('an administrator is one until removed', async () => {
    const { id: account } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Below' } }), Made);
    const who = await person(server);
    const client = other.as(who.token);
    await client.get(`/accounts/${account}`).expect(401);
    await appoint(server, account, who.id);
    await client.get(`/accounts/${account}`).expect(200);
    await server.admin.delete(`/accounts/${account}/admins/${who.id}`).expect(200);
    await client.get(`/accounts/${account}`).expect(401);
  });

  test('an account’s outcomes are its people’s, and an outcome is there while it has a link', async () => {
    const { id: account } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: 'Below' } }), Made);
    const place = `/accounts/${account}`;
    const root = await rootGroup(server, place);
    const one = await outcome(server, place, root);
    const there = await course(server, { account });
    const who = await person(server);
    const client = other.as(who.token);
    await client.get(groupPath(place, root)).expect(401);
    await client.get(`/outcomes/${one}`).expect(404);
    const { id } = await enroll(server, there.id, who.id, 'StudentEnrollment');
    await client.get(groupPath(place, root)).expect(200);
    await client.get(`/outcomes/${one}`).expect(200);
    await server.admin.delete(`/courses/${there.id}/enrollments/${id}`, { task: 'delete' }).expect(200);
    await client.get(groupPath(place, root)).expect(401);
    await client.get(`/outcomes/${one}`).expect(404);
    await other.admin.get(`/outcomes/${one}`).expect(200);
    await server.admin.delete(`${groupPath(place, root)}/outcomes/${one}`).expect(200);
    await other.admin.get(`/outcomes/${one}`).expect(404);
  });

  test('a group is its members’', async () => {
    const [owner, member] = [await person(server), await person(server)];
    const { id } = await made(owner.client.post('/groups', { name: 'Readers' }), Made);
    const client = other.as(member.token);
    await client.get(`/groups/${id}`).expect(401);
    const invitation = await made(owner.client.post(`/groups/${id}/memberships`, { user_id: member.id }), Made);
    await member.client.put(`/groups/${id}/memberships/${invitation.id}`, { workflow_state: 'accepted' }).expect(200);
    await client.get(`/groups/${id}/users`).expect(200);
    await owner.client.delete(`/groups/${id}/memberships/${invitation.id}`).expect(200);
    await client.get(`/groups/${id}/users`).expect(401);
  });

  test('a section counts for the course it is in', async () => {
    const [first, second] = [await course(server), await course(server)];
    const student = await person(server);
    const { sectionId } = await enroll(server, first.id, student.id, 'StudentEnrollment');
    const client = other.as(student.token);
    await client.get(`/courses/${second.id}`).expect(401);
    await client.get(`/courses/${first.id}`).expect(200);
    await server.admin.post(`/sections/${sectionId}/crosslist/${second.id}`).expect(200);
    await client.get(`/courses/${first.id}`).expect(401);
    await client.get(`/courses/${second.id}`).expect(200);
  });

  test('what somebody takes part in is what they take part in now', async () => {
    const own = await course(server, { extra: { time_zone: 'Asia/Tokyo' } });
    const student = await person(server);
    const due = ahead(2);
    const { id } = await assignment(server, own.id, { due_at: due, submission_types: ['online_text_entry'] });
    const elsewhere = { ...student, client: other.as(student.token) };
    const days = async () => (await upcoming(elsewhere)).map((one) => [one.id, one.all_day_date]);
    const dayIn = (zone: string) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date(due));
    const [kiritimati, midway] = ['Pacific/Kiritimati', 'Pacific/Midway'];
    expect([await days(), await todoOf(elsewhere)]).toEqual([[], []]);
    const { id: enrollment } = await enroll(server, own.id, student.id, 'StudentEnrollment');
    for (const zone of [kiritimati, midway]) {
      // By itself: who changes a course sets its name too, of which access is told anyway.
      await server.database.pool.query('update courses set time_zone = $2 where id = $1', [own.id, zone]);
      expect([await days(), await todoOf(elsewhere)]).toEqual([[[`assignment_${id}`, dayIn(zone)]], [['submitting', id]]]);
    }
    const group = await made(server.admin.post('/groups', { name: 'Readers' }), Made);
    const meeting = await event(server.admin, { context_code: `group_${group.id}`, start_at: ahead(1) });
    const { id: membership } = await made(server.admin.post(`/groups/${group.id}/memberships`, { user_id: student.id }), Made);
    await student.client.put(`/groups/${group.id}/memberships/${membership}`, { workflow_state: 'accepted' }).expect(200);
    expect(await upcomingIds(elsewhere)).toEqual([meeting.id, `assignment_${id}`]);
    await server.admin.delete(`/courses/${own.id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    expect(await upcomingIds(elsewhere)).toEqual([meeting.id]);
    await server.admin.delete(`/groups/${group.id}/memberships/${membership}`).expect(200);
    expect(await upcomingIds(elsewhere)).toEqual([]);
  });
});

describe('access is not kept', () => {
  const START = Math.floor(Date.now() / 1000) * 1000;
  const at = (ms: number) => new Date(START + ms);

  test('for longer than half a minute, or than its token is good', async () => {
    const expiring = { token: { expires_at: at(600_000).toISOString() } };
    const { visible_token: short } = await made(server.admin.post(`/users/${teacher.id}/tokens`, expiring), Token);
    await server.statements(async () => {
      const cache = new AccessCache(server.database);
      const isKept = async (token: string, ms: number) => (await cache.find(token, 'none', undefined, at(ms))).kept;
      expect([await isKept(teacher.token, 0), await isKept(teacher.token, 29_999)]).toEqual([false, true]);
      expect([await isKept(teacher.token, 30_000), await isKept(teacher.token, 30_000)]).toEqual([false, true]);
      expect([await isKept(short, 590_000), await isKept(short, 599_999), await isKept(short, 600_000)]).toEqual([false, true, false]);
    });
  });

  // access#26
  test('by a name that may come to name another thing', async () => {
    const sisId = unique('sis').trim();
    const first = await course(server, { extra: { sis_course_id: sisId } });
    const second = await course(server);
    const named = async () => (await made(other.admin.get(`/courses/sis_course_id:${sisId}`), Made)).id;
    expect([await named(), await named()]).toEqual([first.id, first.id]);
    const elsewhere = unique('sis').trim();
    await server.admin.put(`/courses/${first.id}`, { course: { sis_course_id: elsewhere } }).expect(200);
    await server.admin.put(`/courses/${second.id}`, { course: { sis_course_id: sisId } }).expect(200);
    expect(await named()).toBe(second.id);
    expect((await made(other.admin.get(`/courses/sis_course_id:${elsewhere}`), Made)).id).toBe(first.id);
  });
});

describe('a process that hears late', () => {
  let proxy: Proxy;
  let far: TestServer;
  beforeAll(async () => {
    proxy = await proxyTo(server.database.url);
    far = await serveOn(proxy.url);
  });
  afterAll(async () => {
    proxy.letGo();
    await far.stop();
    await proxy.stop();
  });

  const studying = async () => {
    const who = await person(server);
    const client = far.as(who.token);
    const read = () => client.get(`/courses/${here.id}/sections`);
    return { who, client, read };
  };
  const leaving = (id: number) => server.admin.delete(`/courses/${here.id}/enrollments/${id}`, { task: 'inactivate' }).expect(200);

  test('asks what has changed before it lets somebody write', async () => {
    const { who, client, read } = await studying();
    const { id } = await enroll(server, here.id, who.id, 'StudentEnrollment');
    await far.statements(() => read().expect(200));
    proxy.holdNews();
    await leaving(id);
    await client.post(`/courses/${here.id}/discussion_topics`, { title: 'Gone' }).expect(401);
    proxy.letGo();
  });

  test('refuses nobody whom it might let in by now', async () => {
    const { who, read } = await studying();
    await far.statements(() => read().expect(401));
    proxy.holdNews();
    await enroll(server, here.id, who.id, 'StudentEnrollment');
    await read().expect(200);
    proxy.letGo();
  });

  // access#25
  test('refuses nobody to whom something has just been shown', async () => {
    const [owner, peer] = [await person(server), await person(server)];
    const { id } = await made(owner.client.post('/users/self/collections', { name: 'Shown', visibility: 'private' }), Made);
    const read = () => far.as(peer.token).get(`/collections/${id}`);
    await far.statements(() => read().expect(404));
    proxy.holdNews();
    await owner.client.put(`/collections/${id}`, { visibility: 'public' }).expect(200);
    await read().expect(200);
    proxy.letGo();
  });

  // access#25
  test('refuses nobody whom a service might let in by now, before it has asked for anything', async () => {
    const { who, client } = await studying();
    await enroll(server, here.id, who.id, 'StudentEnrollment');
    const read = () => client.get(`/courses/${here.id}/outcome_rollups?aggregate=course`);
    await far.statements(() => read().expect(401));
    proxy.holdNews();
    await enroll(server, here.id, who.id, 'TaEnrollment');
    await read().expect(200);
    proxy.letGo();
  });
});

test('every table that access is read from says when it changes', async () => {
  const { rows } = await server.database.pool.query<{ table: string }>(
    `select tgrelid::regclass::text as "table" from pg_trigger where tgname = 'standing_changed' order by 1`,
  );
  expect(rows.map((row) => row.table)).toEqual([
    'access_tokens',
    'account_admins',
    'accounts',
    'attachments',
    'collection_items',
    'collections',
    'course_sections',
    'courses',
    'enrollments',
    'folders',
    'group_categories',
    'group_memberships',
    'groups',
    'outcomes',
    'quizzes',
    'user_accounts',
    'users',
  ]);
});

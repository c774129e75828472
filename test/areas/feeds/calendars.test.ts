import ICAL from 'ical.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { CalendarSource } from '../../../src/areas/area.ts';
import { calendarAnswer } from '../../../src/areas/feeds/calendars.ts';
import { MOST_ITEMS } from '../../../src/areas/feeds/nearest.ts';
import { assignment } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Shown = z.looseObject({ calendar: z.object({ ics: z.string() }) });
const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

const ownFeed = async ({ client }: Pick<Person, 'client'>) => (await made(client.get('/users/self/profile'), Shown)).calendar.ics;
const courseFeed = async ({ client }: Pick<Person, 'client'>, courseId: number) =>
  (await made(client.get(`/courses/${courseId}`), Shown)).calendar.ics;
const open = async (address: string) => {
  const response = await fetch(address);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const statusOf = async (address: string) => (await open(address)).status;

describe('a calendar feed', () => {
  // feeds#1, feeds#6
  test('opens without a token, and a reader takes it', async () => {
    for (const address of [await ownFeed(here.student), await courseFeed(here.student, here.course.id)]) {
      const { status, type, text } = await open(address);
      expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
      const calendar = new ICAL.Component(ICAL.parse(text));
      expect([calendar.name, calendar.getAllSubcomponents('vevent')]).toEqual(['vcalendar', []]);
    }
    const { text } = await open(await courseFeed(here.student, here.course.id));
    expect(new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('x-wr-calname')).toBe(here.course.name);
  });

  // feeds#1, feeds#3
  test('has an address that stays, for each user and each course another', async () => {
    const other = await course(server);
    await enroll(server, other.id, here.student.id, 'StudentEnrollment');
    const addresses = [
      await ownFeed(here.student),
      await courseFeed(here.student, here.course.id),
      await courseFeed(here.student, other.id),
      await ownFeed(here.student2),
      await courseFeed(here.student2, here.course.id),
    ];
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(await ownFeed(here.student)).toBe(addresses[0]);
    const below = `^${server.url}/feeds/calendars`;
    expect(addresses[0]).toMatch(new RegExp(`${below}/user_[\\w-]+\\.ics$`));
    expect(addresses[1]).toMatch(new RegExp(`${below}/course_${here.course.id}_[\\w-]+\\.ics$`));
    const list = await made(here.student.client.get('/courses', { per_page: 100 }), z.array(Shown));
    expect(list.map((one) => one.calendar.ics)).toEqual(expect.arrayContaining(addresses.slice(1, 3)));
    for (const address of addresses) expect(address).not.toContain(here.student.token);
  });

  // feeds#3
  test('shown first by several requests at once is one', async () => {
    const one = await person(server);
    const addresses = await Promise.all([1, 2, 3, 4, 5].map(() => ownFeed(one)));
    expect(new Set(addresses).size).toBe(1);
    expect(await statusOf(addresses[0] ?? '')).toBe(200);
  });

  // feeds#3
  test('shown while another request makes its code waits for that one', async () => {
    const one = await person(server);
    const { pool } = server.database;
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query('insert into feed_codes (user_id, selector, secret) values ($1, $2, $3)', [
        one.id,
        Buffer.alloc(12, one.id),
        Buffer.alloc(32, 7),
      ]);
      const shown = ownFeed(one);
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => ((await pool.query(waits)).rowCount ?? 0) > 0, { timeout: 30_000, interval: 5 });
      await other.query('commit');
      const address = await shown;
      expect(address).toContain(Buffer.alloc(12, one.id).toString('base64url'));
      expect(await ownFeed(one)).toBe(address);
    } finally {
      other.release();
    }
  });

  // feeds#3, feeds#4
  test('is shown by a request beside which the codes are renewed', async () => {
    const one = await person(server);
    const made_ = `insert into feed_codes (user_id, selector, secret) values (${one.id}, decode(repeat('00', 12), 'hex'), decode(repeat('00', 32), 'hex'))`;
    // The lock on the table comes between the statement that meets the codes of another request and whatever is sent after it.
    const renewal = `begin; lock table feed_codes in access exclusive mode; delete from feed_codes where user_id = ${one.id}; commit`;
    const [address] = await atOnce<unknown>(server, made_, [() => ownFeed(one), () => server.database.pool.query(renewal)]);
    expect(address).toEqual(expect.stringContaining('/feeds/calendars/'));
    expect(await ownFeed(one)).not.toBe(address);
  });

  // feeds#3
  test('does not open with the code of another feed, or with another code', async () => {
    const own = await ownFeed(here.student);
    const ofCourse = await courseFeed(here.student, here.course.id);
    const code = /_([\w-]{48})\.ics$/.exec(own)?.[1] ?? '';
    const other = await course(server);
    await enroll(server, other.id, here.student.id, 'StudentEnrollment');
    for (const wrong of [
      ofCourse.replace(/course_\d+_/, 'user_'),
      ofCourse.replace(/course_\d+_/, `course_${other.id}_`),
      own.replace('user_', `course_${here.course.id}_`),
      own.replace(code, code.slice(0, 47)),
      own.replace(code, `${code}A`),
      own.replace(code, (code.startsWith('A') ? 'B' : 'A') + code.slice(1)),
      own.replace(code, code.slice(0, 20) + (code[20] === 'A' ? 'B' : 'A') + code.slice(21)),
      own.replace('.ics', ''),
    ])
      expect([wrong, await statusOf(wrong)]).toEqual([wrong, 404]);
    expect(await statusOf(own)).toBe(200);
  });

  // feeds#2
  test('is shown to oneself alone', async () => {
    const by = async (one: Person) => (await one.client.get(`/users/${here.student.id}/profile`).expect(200)).body;
    for (const role of ['teacher', 'student2', 'rootAdmin'] as const) expect(await by(here[role])).not.toHaveProperty('calendar');
    expect(await by(here.student)).toHaveProperty('calendar');
  });

  // feeds#2
  test('is not shown to who acts as the user', async () => {
    const as = { as_user_id: here.student.id };
    const { rootAdmin } = here;
    expect((await rootAdmin.client.get('/users/self/profile', as).expect(200)).body).toMatchObject({ id: here.student.id });
    expect((await rootAdmin.client.get('/users/self/profile', as)).body).not.toHaveProperty('calendar');
    expect((await rootAdmin.client.get(`/courses/${here.course.id}`, as).expect(200)).body).not.toHaveProperty('calendar');
  });
});

describe('a calendar feed ends', () => {
  // feeds#4
  test('with its renewal, and the new one opens', async () => {
    const one = await person(server);
    await enroll(server, here.course.id, one.id, 'StudentEnrollment');
    const before = [await ownFeed(one), await courseFeed(one, here.course.id)];
    const others = await ownFeed(here.student2);
    expect((await one.client.delete('/users/self/feed_codes')).body).toEqual({ ok: true });
    for (const address of before) expect(await statusOf(address)).toBe(404);
    const after = [await ownFeed(one), await courseFeed(one, here.course.id)];
    for (const address of after) expect(await statusOf(address)).toBe(200);
    expect(new Set([...before, ...after]).size).toBe(4);
    expect(await statusOf(others)).toBe(200);
    // Also when there is nothing to renew.
    const nobody = await person(server);
    expect((await nobody.client.delete('/users/self/feed_codes')).status).toBe(200);
  });

  // feeds#5
  test('with its user', async () => {
    const one = await person(server);
    const address = await ownFeed(one);
    await made(server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${one.id}`), Id);
    expect(await statusOf(address)).toBe(404);
    expect((await server.database.pool.query('select 1 from feed_codes where user_id = $1', [one.id])).rowCount).toBe(0);
  });

  // feeds#5
  test('with the enrollment, and opens again with it', async () => {
    const one = await person(server);
    const own = await course(server);
    const { id } = await enroll(server, own.id, one.id, 'StudentEnrollment');
    const address = await courseFeed(one, own.id);
    await made(server.admin.delete(`/courses/${own.id}/enrollments/${id}`, { task: 'inactivate' }), Id);
    expect(await statusOf(address)).toBe(404);
    await enroll(server, own.id, one.id, 'StudentEnrollment');
    expect(await statusOf(address)).toBe(200);
    await made(server.admin.delete(`/courses/${own.id}/enrollments/${id}`, { task: 'delete' }), Id);
    expect(await statusOf(address)).toBe(404);
    expect(await statusOf(await ownFeed(one))).toBe(200);
  });

  // feeds#5
  test('with the course', async () => {
    const own = await course(server);
    await enroll(server, own.id, here.student.id, 'StudentEnrollment');
    const address = await courseFeed(here.student, own.id);
    await made(server.admin.delete(`/courses/${own.id}`, { event: 'delete' }), Id);
    expect(await statusOf(address)).toBe(404);
  });
});

// feeds#7, access#8
test('the calendar of a course shows nothing of it to who is only invited, until they accept', async () => {
  const own = await course(server);
  const one = await person(server);
  const { id } = await enroll(server, own.id, one.id, 'StudentEnrollment', { enrollment_state: 'invited' });
  const due_at = new Date(Date.now() + 3_600_000).toISOString();
  await assignment(server, own.id, { name: 'Essay', due_at });
  const address = await courseFeed(one, own.id);
  expect((await open(address)).text).not.toContain('Essay');
  await made(one.client.post(`/courses/${own.id}/enrollments/${id}/accept`), Id);
  expect((await open(address)).text).toContain('Essay');
});

describe('what areas have for it', () => {
  const NOW = new Date('2026-01-31T12:00:00Z');
  /** One item that says what it was asked for. */
  const telling: CalendarSource = async (ctx, at, { from, to }) => [
    {
      uid: 'told',
      title: JSON.stringify({ user: ctx.caller.userId, course: at?.course.id ?? null, from, to }),
      description: null,
      location: null,
      startAt: NOW,
      endAt: null,
      allDay: false,
      url: null,
      updatedAt: NOW,
    },
  ];
  const another: CalendarSource = async (ctx, at, between) =>
    (await telling(ctx, at, between)).map((item) => ({ ...item, uid: 'another', title: 'Another' }));

  async function shown(address: string, calendarSources = [telling, another]): Promise<(string | null)[]> {
    const { body } = await calendarAnswer(
      {
        database: server.database,
        baseUrl: server.url,
        webUrl: server.url,
        services: { ...server.services, calendarSources },
        now: NOW,
      },
      address.split('/').at(-1) ?? '',
    );
    const calendar = new ICAL.Component(ICAL.parse(body));
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary);
  }

  // feeds#7
  test('has the items that are nearest to now, and no more than a file may have', async () => {
    const who = await person(server);
    const event = { context_code: `user_${who.id}`, title: 'Now', start_at: new Date().toISOString() };
    const { id } = await made(who.client.post('/calendar_events', { calendar_event: event }), Id);
    // One before and one after it for each minute that is further away.
    await server.database.pool.query(
      `insert into calendar_events (user_id, title, start_at, end_at) select user_id, 'Then', at, at
       from calendar_events, generate_series(1, $2::int) n, lateral (values (start_at - n * interval '1 minute'), (start_at + n * interval '1 minute')) t(at)
       where id = $1`,
      [id, MOST_ITEMS],
    );
    const { text } = await open(await ownFeed(who));
    const starts = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((one) => new ICAL.Event(one).startDate.toJSDate());
    expect(starts).toHaveLength(MOST_ITEMS);
    const [first, last] = [starts[0], starts.at(-1)].map((at) => Math.abs(Number(at) - Date.now()) / 60_000);
    for (const away of [first, last]) expect(Math.abs((away ?? 0) - MOST_ITEMS / 2)).toBeLessThan(5);
  });

  // feeds#7
  test('is left that is nearest to now, of whichever area it is', async () => {
    const every =
      (title: string, minutes: number): CalendarSource =>
      async (...of) =>
        (await telling(...of)).flatMap((item) =>
          Array.from({ length: MOST_ITEMS }, (_, n) => {
            const startAt = new Date(NOW.getTime() + (minutes + n) * 60_000);
            return { ...item, uid: `${title}-${n}`, title, startAt };
          }),
        );
    const titles = await shown(await ownFeed(here.student), [every('Far', 2 * MOST_ITEMS), every('Near', -MOST_ITEMS / 2)]);
    expect([titles.length, new Set(titles)]).toEqual([MOST_ITEMS, new Set(['Near'])]);
  });

  // feeds#7
  test('is shown, asked for with the rights of the feed’s user', async () => {
    const between = { from: new Date('2025-01-30T12:00:00Z'), to: new Date('2027-02-01T12:00:00Z') };
    expect(await shown(await ownFeed(here.student))).toEqual([
      JSON.stringify({ user: here.student.id, course: null, ...between }),
      'Another',
    ]);
    expect(await shown(await courseFeed(here.teacher, here.course.id))).toEqual([
      JSON.stringify({ user: here.teacher.id, course: here.course.id, ...between }),
      'Another',
    ]);
  });
});

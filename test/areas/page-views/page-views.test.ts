import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeContext } from '../../../src/access/context.ts';
import type { UserAccess } from '../../../src/access/context-access.ts';
import { IdSequence } from '../../../src/areas/page-views/ids.ts';
import { listPageViews } from '../../../src/areas/page-views/page-views.ts';
import { PageViewRecorder } from '../../../src/areas/page-views/recorder.ts';
import type { PageRequest } from '../../../src/kernel/pages.ts';
import type { Statement } from '../../../src/store/sql/statement.ts';
import type { Fields } from '../../helpers/form.ts';
import { pageView } from '../../helpers/page-views.ts';
import { made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const View = z.looseObject({ id: z.guid(), created_at: z.string(), interaction_seconds: z.number() });
const Views = z.array(View);
const server = useServer();
const ids = new IdSequence();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

/** Views of a user at these times, as recorded. */
async function viewed(one: Person, ...times: string[]): Promise<string[]> {
  const recorder = new PageViewRecorder(server.database, console);
  const made = times.map((time) => ids.next(new Date(time)));
  for (const id of made) recorder.record(pageView(one.id, id));
  await recorder.flush();
  return made;
}
const list = (one: Pick<Person, 'client'>, query: Fields = {}, id: number | 'self' = 'self') =>
  made(one.client.get(`/users/${id}/page_views`, query), Views);
const idsOf = async (one: Pick<Person, 'client'>, query?: Fields) => (await list(one, query)).map((view) => view.id);

describe('the page views of a user', () => {
  // page-views#4, page-views#7
  test('are listed newest first, with all there is to know', async () => {
    const one = await person(server);
    const [a, b, c] = await viewed(one, '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.900Z', '2026-02-01T00:00:00Z');
    await viewed(here.student, '2026-01-31T12:00:00Z');
    expect(await idsOf(one)).toEqual([c, b, a]);
    expect((await list(one))[1]).toEqual({
      id: b,
      created_at: '2026-01-31T12:00:00Z',
      url: 'http://lectern.test/api/v1/users/self',
      http_method: 'GET',
      controller: 'users',
      action: 'showUser',
      context_type: 'User',
      context_id: one.id,
      user_agent: 'tests',
      user_id: one.id,
      real_user_id: null,
      account_id: 1,
      interaction_seconds: 5,
      participated: false,
      render_time: 0.012,
      remote_ip: '127.0.0.1',
    });
  });

  // page-views#8
  test('lie between two times, both included, at whole seconds', async () => {
    const one = await person(server, {});
    await made(one.client.put('/users/self', { user: { time_zone: 'Asia/Tokyo' } }), z.unknown());
    const [a, b, c, d] = await viewed(
      one,
      '2026-01-31T11:59:59.999Z',
      '2026-01-31T12:00:00.000Z',
      '2026-01-31T12:00:00.999Z',
      '2026-01-31T12:00:01.000Z',
    );
    const noon = '2026-01-31T12:00:00Z';
    expect(await idsOf(one, { start_time: noon, end_time: noon })).toEqual([c, b]);
    expect(await idsOf(one, { start_time: noon })).toEqual([d, c, b]);
    expect(await idsOf(one, { end_time: noon })).toEqual([c, b, a]);
    expect(await idsOf(one, { start_time: '2026-01-31T13:00:00+01:00', end_time: '2026-01-31T12:00:00.5Z' })).toEqual([c, b]);
    // Without an offset in the caller's own zone.
    expect(await idsOf(one, { start_time: '2026-01-31T21:00:00', end_time: '2026-01-31T21:00:00' })).toEqual([c, b]);
    expect(await idsOf(one, { start_time: '2026-02-01', end_time: '' })).toEqual([]);
    expect(await idsOf(one, { end_time: '2026-02-01' })).toEqual([d, c, b, a]);
    expect(await idsOf(one, { start_time: '2026-01-31T12:00:01Z', end_time: noon })).toEqual([]);
    expect(await idsOf(one, { start_time: '0002-01-01', end_time: '9999-12-31T23:59:59Z' })).toEqual([d, c, b, a]);
  });

  // page-views#8
  test.each([
    ['start_time', 'soon'],
    ['end_time', '2030-13-01T00:00:00Z'],
    ['start_time', '2030-02-30'],
    ['end_time', '1.5'],
  ])('a %s of %j is refused', async (field, value) => {
    const response = await here.student.client.get('/users/self/page_views', { [field]: value });
    expect([response.status, response.body]).toEqual([
      400,
      { errors: { [field]: [expect.objectContaining({ attribute: field, type: 'invalid' })] } },
    ]);
  });

  // page-views#7, page-views#8
  test('are paged by key, and both bounds are kept', async () => {
    const one = await person(server);
    const times = Array.from({ length: 25 }, (_, i) => new Date(Date.UTC(2026, 0, 31, 12, 0, Math.floor(i / 3))).toISOString());
    const all = (await viewed(one, ...times)).reverse();
    const found: string[] = [];
    let path: string | undefined = '/users/self/page_views?start_time=2026-01-31T12:00:00Z&end_time=2026-01-31T13:00:00Z&per_page=7';
    let pages = 0;
    let last = '';
    while (path !== undefined) {
      const response = await one.client.get(path).expect(200);
      found.push(...Views.parse(response.body).map((view) => view.id));
      last = response.headers['link'] ?? '';
      path = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(last)?.[1];
      pages += 1;
    }
    expect([found, pages]).toEqual([all, 4]);
    expect(last).toContain('rel="last"');
    const back = /<[^>]*\/api\/v1([^>]*)>; rel="prev"/.exec(last)?.[1] ?? '';
    expect((await made(one.client.get(back), Views)).map((view) => view.id)).toEqual(all.slice(14, 21));
    expect((await idsOf(one, { page: 2, per_page: 10 })).length).toBe(10);
  });

  test('made-up bookmarks are page 1', async () => {
    const one = await person(server);
    await viewed(one, '2026-01-31T12:00:00Z');
    for (const key of [['no uuid'], [5], [], ['00000000-0000-0000-0000-000000000000', 1], ["'; drop table page_views"]]) {
      const page = `bookmark:${Buffer.from(JSON.stringify(['after', ...key])).toString('base64url')}`;
      expect(await idsOf(one, { page })).toHaveLength(1);
    }
  });

  // page-views#7
  test('are for oneself and administrators with reach', async () => {
    const local = await person(server, { account: here.subAccountId });
    const [view] = await viewed(local, '2026-01-31T12:00:00Z');
    for (const role of ['subAdmin', 'rootAdmin'] as const)
      expect((await list(here[role], {}, local.id)).map((row) => row.id)).toEqual([view]);
    for (const role of ['teacher', 'student', 'stranger'] as const)
      expect((await here[role].client.get(`/users/${local.id}/page_views`)).status).toBe(401);
    expect((await here.subAdmin.client.get(`/users/${here.student.id}/page_views`)).status).toBe(401);
    expect((await here.foreignAdmin.client.get(`/users/${local.id}/page_views`)).status).toBe(404);
    expect((await server.admin.get('/users/999999/page_views')).status).toBe(404);
  });
});

describe('how long somebody was busy with a page', () => {
  const report = (one: Pick<Person, 'client'>, id: string, seconds: string | number) =>
    one.client.put(`/page_views/${id}`, { interaction_seconds: seconds });

  // page-views#10
  test('is reported by the one whose view it is', async () => {
    const one = await person(server);
    const [id = '', other] = await viewed(one, '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z');
    for (const seconds of [0, '12.5', 600, 42]) {
      const { status, body } = await report(one, id, seconds);
      expect([status, body]).toEqual([200, expect.objectContaining({ id, interaction_seconds: Number(seconds) })]);
    }
    expect((await report(one, id.toUpperCase(), 7)).status).toBe(200);
    expect((await list(one)).map((view) => [view.id, view.interaction_seconds])).toEqual([
      [other, 5],
      [id, 7],
    ]);
  });

  // page-views#10
  test('is a matter of nobody else', async () => {
    const one = await person(server);
    const [id = ''] = await viewed(one, '2026-01-31T12:00:00Z');
    for (const who of [here.student, here.rootAdmin]) expect((await report(who, id, 10)).status).toBe(404);
    for (const wrong of ['5', 'none', ids.next(new Date()), `${id}0`]) expect((await report(one, wrong, 10)).status).toBe(404);
    expect((await server.anonymous.put(`/page_views/${id}`, { interaction_seconds: 10 })).status).toBe(401);
    expect((await list(one))[0]?.interaction_seconds).toBe(5);
  });

  // page-views#10
  test.each([
    ['', 'blank'],
    ['-1', 'too_small'],
    ['600.5', 'too_large'],
    ['long', 'not_a_number'],
    ['1e2', 'not_a_number'],
  ])('%j seconds are refused', async (seconds, type) => {
    const one = await person(server);
    const [id = ''] = await viewed(one, '2026-01-31T12:00:00Z');
    const response = await report(one, id, seconds);
    expect([response.status, response.body]).toEqual([
      400,
      { errors: { interaction_seconds: [expect.objectContaining({ attribute: 'interaction_seconds', type })] } },
    ]);
    expect((await list(one))[0]?.interaction_seconds).toBe(5);
  });
});

describe('among many rows', () => {
  const ROWS = 60_000;

  /** How the database finds what the list reads. */
  async function plan(bounds: { start_time?: Date; end_time?: Date }, page: PageRequest): Promise<string> {
    let asked: { text: string; values: readonly unknown[] } | undefined;
    const ctx = {
      ...makeContext({
        database: server.database,
        caller: { userId: 1, rootAccountId: 1, timeZone: 'UTC', adminOf: [1], realUserId: null, lentBy: null },
        baseUrl: server.url,
        webUrl: server.url,
        services: server.services,
        now: new Date(),
      }),
      db: {
        source: server,
        prisma: server.database.prisma,
        async rows<Row, Values>(query: Statement<Row, Values>, values: Values): Promise<Row[]> {
          asked = { text: query.text, values: query.bind(values) };
          return [];
        },
      },
    };
    const at = { user: { id: 5 } } as UserAccess;
    await listPageViews(ctx, at, bounds, page);
    const { rows } = await server.database.pool.query(`explain ${asked?.text}`, [...(asked?.values ?? [])]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  test('a page is found by its key: nothing is sorted, nothing read through', async () => {
    await server.database.pool.query(
      `insert into page_views (user_id, id, url, http_method, controller, action, account_id, participated, render_time, remote_ip)
       select n % 20 + 1, uuidv7(n * interval '-1 second'), 'u', 'GET', 'c', 'a', 1, false, 0, 'ip' from generate_series(1, ${ROWS}) n`,
    );
    await server.database.pool.query('analyze page_views');
    const first = { limit: 100, offset: 0, bookmark: null };
    const deep: PageRequest = { ...first, bookmark: { side: 'after', key: [ids.next(new Date(Date.now() - (ROWS / 2) * 1_000))] } };
    const backwards: PageRequest = { ...first, bookmark: { side: 'before', key: deep.bookmark?.key ?? [] } };
    const bounds = { start_time: new Date(Date.now() - ROWS * 900), end_time: new Date(Date.now() - ROWS * 100) };
    for (const found of [await plan({}, first), await plan(bounds, first), await plan(bounds, deep), await plan(bounds, backwards)]) {
      expect(found).toMatch(/Index Scan (?:Backward )?using page_views_pkey/);
      expect(found).toMatch(/Index Cond: \(+user_id = /);
      expect(found).not.toMatch(/Sort|Seq Scan|Bitmap|Filter/);
    }
    // And the plan says so where it is otherwise.
    const { rows } = await server.database.pool.query(`explain select * from page_views order by url limit 5`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Sort|Seq Scan/);
  });
});

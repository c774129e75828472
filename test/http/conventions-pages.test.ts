import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import { writeBookmark } from '../../src/kernel/pages.ts';
import { groupPath, rootGroup } from '../helpers/outcomes.ts';
import { made, person, type School, school, unique } from '../helpers/school.ts';
import { adminToken, useServer } from '../helpers/server.ts';

const Id = z.looseObject({ id: z.int() });
const server = useServer();

let here: School;
beforeAll(async () => {
  here = await school(server);
});

describe('pages', () => {
  let list: string;
  const COUNT = 12;
  beforeAll(async () => {
    const { id } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Pages') } }), Id);
    for (let i = 0; i < COUNT; i++) await made(server.admin.post(`/accounts/${id}/sub_accounts`, { account: { name: `Page ${i}` } }), Id);
    list = `/accounts/${id}/sub_accounts`;
  });
  const links = (header: string): Record<string, URL> =>
    Object.fromEntries([...header.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, new URL(url ?? '')]));

  // conventions#55, conventions#56
  test.each([
    ['', 10],
    ['per_page=5', 5],
    ['per_page=1', 1],
    ['per_page=100', COUNT],
    ['per_page=101', COUNT],
    ['per_page=99999999999999999999', COUNT],
    ['per_page=0', 10],
    ['per_page=-3', 10],
    ['per_page=abc', 10],
    ['per_page=', 10],
    ['per_page=1.5', 10],
    ['per_page[]=3', 10],
    ['page=0&per_page=5', 5],
    ['page=-1&per_page=5', 5],
    ['page=abc&per_page=5', 5],
    ['page=2', 2],
    ['page=3', 0],
    ['page=999999999&per_page=100', 0],
    ['page=99999999999999999999&per_page=5', 0],
  ])('%s holds that many', async (query, count) => {
    const response = await server.admin.get(`${list}?${query}`);
    expect([response.status, response.body.length]).toEqual([200, count]);
    expect(response.headers['link']).toContain('rel="current"');
  });

  // conventions#57
  test('link to each other', async () => {
    const rels = async (page: number) => links((await server.admin.get(`${list}?per_page=5&page=${page}`)).headers['link'] ?? '');
    const [first, second, third] = [await rels(1), await rels(2), await rels(3)];
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['current', 'next', 'first']));
    expect(first).not.toHaveProperty('prev');
    expect(second['next']?.searchParams.get('page')).toBe('3');
    expect(second['prev']?.searchParams.get('page')).toBe('1');
    expect(third).not.toHaveProperty('next');
    expect(third['prev']?.searchParams.get('page')).toBe('2');
    for (const found of [first, second, third]) {
      for (const url of Object.values(found)) {
        expect(`${url.origin}${url.pathname}`).toBe(`${server.url}/api/v1${list}`);
        expect(url.searchParams.get('per_page')).toBe('5');
      }
    }
    expect(second['current']?.searchParams.get('page')).toBe('2');
  });

  // conventions#58, conventions#62
  test('keep every other parameter but the token', async () => {
    const response = await server
      .raw()
      .get(`/api/v1${list}?per_page=5&access_token=${adminToken()}&filter[]=a&filter[]=b%20%26%20c&x=%C3%A9`);
    expect(response.status).toBe(200);
    expect(response.headers['link']).not.toContain('access_token');
    expect(response.headers['link']).not.toContain(adminToken());
    const next = links(response.headers['link'] ?? '')['next'];
    expect(next?.searchParams.getAll('filter[]')).toEqual(['a', 'b & c']);
    expect(next?.searchParams.get('x')).toBe('é');
    expect([...(next?.searchParams.keys() ?? [])].sort()).toEqual(['filter[]', 'filter[]', 'page', 'per_page', 'x']);
  });

  // conventions#61, conventions#62
  test('keep secrets out of the links', async () => {
    const response = await server.admin.get(
      `${list}?per_page=5&access_code=hush1&validation_token=hush2&password=hush3&user[password]=hush4&pseudonym[password]=hush5`,
    );
    expect(response.headers['link']).not.toMatch(/hush/);
  });

  // conventions#54
  test.each(['/users/self/todo', '/users/self/upcoming_events', '/users/self/activity_stream/summary'])(
    'there are none of %s',
    async (single) => {
      const response = await server.admin.get(`${single}?per_page=1`);
      expect([response.status, response.body, response.headers['link']]).toEqual([200, expect.any(Array), undefined]);
    },
  );

  // conventions#54
  test('there are none of what sending a message answers', async () => {
    const sent = { recipients: [here.student.id, here.student2.id], body: 'to each', per_page: 1 };
    const response = await server.admin.post('/conversations', sent);
    expect([response.status, response.body.length, response.headers['link']]).toEqual([201, 2, undefined]);
  });

  // conventions#59
  test('lead on by bookmark in lists that can pass 1,000 rows', () => {
    const byKey = areas.flatMap((area) => area.operations.filter((op) => op.paged === 'by key').map((op) => op.path.replace(/^.*\//, '')));
    expect([...new Set(byKey)].sort()).toEqual(
      [
        ...[
          'users',
          'search_users',
          'recent_students',
          'all_courses',
          'logins',
          'courses',
          'enrollments',
          'memberships',
          'members',
          'files',
          'folders',
          'subgroups',
          'outcomes',
        ],
        ...[
          'outcome_groups',
          'outcome_group_links',
          'feed',
          'missing_submissions',
          'observees',
          'observers',
          'overrides',
          'planner_notes',
          'revisions',
        ],
        ...['submissions', 'events', 'gradeable_students', 'peer_reviews', 'rubrics', 'entries', 'replies', 'entry_list'],
        ...['outcome_results', 'outcome_rollups', 'outcome_alignments'],
        ...[':assignment_id', ':course_id', ':user_id'],
        ...['conversations', 'recipients', 'find_recipients'],
        ...['calendar_events', 'items', 'activity_stream', 'page_views', 'custom_gradebook_columns', 'data'],
      ].sort(),
    );
  });

  // conventions#59
  test('by bookmark answer numbers up to row 10,000, and lead on from there', async () => {
    const { id } = await made(server.admin.post('/accounts/1/sub_accounts', { account: { name: unique('Logins') } }), Id);
    await server.database.pool.query(
      `insert into pseudonyms (user_id, account_id, root_account_id, unique_id) select 1, $1, 1, 'login-' || n from generate_series(1, 10030) n`,
      [id],
    );
    const logins = async (page: string) => server.admin.get(`/accounts/${id}/logins?per_page=10&page=${page}`).expect(200);
    const names = (body: { unique_id: string }[]) => body.map((row) => row.unique_id);
    const thousandth = await logins('1000');
    expect(names(thousandth.body).at(-1)).toBe('login-10000');
    const beyond = await logins('1001');
    expect([beyond.body, Object.keys(links(beyond.headers['link'] ?? ''))]).toEqual([[], ['current', 'last', 'prev', 'first']]);
    expect(links(beyond.headers['link'] ?? '')['prev']?.searchParams.get('page')).toBe('1000');
    const next = links(thousandth.headers['link'] ?? '')['next']?.searchParams.get('page') ?? '';
    expect(next).toMatch(/^bookmark:/);
    expect(names((await logins(encodeURIComponent(next))).body)[0]).toBe('login-10001');
  });

  // conventions#56
  test('by bookmark are the first one where a client makes up a number that no row can have', async () => {
    const path = '/accounts/1/users?per_page=1&page=';
    const { body: first, headers } = await server.admin.get(`${path}1`).expect(200);
    const bookmark = /page=bookmark(?::|%3A)([\w-]+)[^>]*>; rel="next"/.exec(String(headers['link']))?.[1] ?? '';
    const key: unknown[] = JSON.parse(Buffer.from(bookmark, 'base64url').toString());
    const madeUp = (id: number) =>
      server.admin.get(`${path}${writeBookmark({ side: 'after', key: [...key.slice(1, -1).map(String), id] })}`).expect(200);
    expect((await madeUp(Number(key.at(-1)))).body).not.toEqual(first);
    for (const id of [2 ** 31, -(2 ** 40)]) expect((await madeUp(id)).body).toEqual(first);
  });

  // conventions#56
  test('by bookmark are the first one where a client makes up a moment that there never is', async () => {
    const { client } = await person(server);
    for (const day of ['01', '02', '03'])
      await client.post('/planner_notes', { title: day, todo_date: `2026-03-${day}T00:00:00Z` }).expect(201);
    const titles = async (page: string) =>
      (await client.get(`/planner_notes?per_page=1&page=${page}`).expect(200)).body.map((note: { title: string }) => note.title);
    const beside = (moment: string, side: 'after' | 'before' = 'after') => titles(writeBookmark({ side, key: [moment, 2 ** 31 - 1] }));
    expect([await beside('2026-03-01T00:00:00.000Z'), await beside('2026-03-03T00:00:00.000Z', 'before')]).toEqual([['02'], ['03']]);
    for (const moment of ['2026-02-30T00:00:00.000Z', '2025-02-29T00:00:00.000Z', '2026-13-01T00:00:00.000Z', '2026-03-01T24:00:00.000Z'])
      expect(await beside(moment)).toEqual(['01']);
  });

  // conventions#56, conventions#57
  test('by bookmark have a previous one beyond their end, as those by number', async () => {
    const walk = async (path: string) => {
      const { body, headers } = await server.admin.get(path).expect(200);
      return {
        ids: Id.array()
          .parse(body)
          .map(({ id }) => id),
        prev: links(headers['link'] ?? '')['prev'],
      };
    };
    const enrollments = `/courses/${here.course.id}/enrollments`;
    const all = (await walk(enrollments)).ids;
    for (const path of [enrollments, list]) {
      const beyond = await walk(`${path}?page=4&per_page=100`);
      expect([beyond.ids, beyond.prev?.searchParams.get('page')]).toEqual([[], '3']);
    }
    const back: number[][] = [];
    for (let at = `${enrollments}?page=5&per_page=2`; at; ) {
      const { ids, prev } = await walk(at);
      back.unshift(ids);
      at = prev ? `${enrollments}${prev.search}` : '';
    }
    expect(back.flat()).toEqual(all);
  });

  // conventions#57
  test('have a previous one beyond their end also where nothing is to be read', async () => {
    const { id: topic } = await made(server.admin.post(`/courses/${here.course.id}/discussion_topics`, { title: 'Topic' }), Id);
    const group = groupPath(`/courses/${here.course.id}`, await rootGroup(server, `/courses/${here.course.id}`));
    for (const [path, query] of [
      ['/accounts/1/courses', 'enrollment_term_id=999999&'],
      ['/search/all_courses', 'open_enrollment_only=true&'],
      ['/search/recipients', ''],
      [`/courses/${here.course.id}/discussion_topics/${topic}/entry_list`, ''],
      [`${group}/subgroups`, ''],
      [`${group}/outcomes`, ''],
    ]) {
      const rels = async (page: number) => {
        const { body, headers } = await server.admin.get(`${path}?${query}page=${page}`).expect(200);
        expect(body).toEqual([]);
        return links(headers['link'] ?? '');
      };
      expect((await rels(3))['prev']?.searchParams.get('page')).toBe('2');
      expect(await rels(1)).not.toHaveProperty('prev');
    }
  });

  // conventions#60
  test.each(['per_page[]=3', 'page[]=2', 'page[x]=2', 'per_page[x][y]=3', 'page[]=2&per_page[]=3&page[]=4'])(
    'lead on to the end after %s, which says nothing',
    async (query) => {
      const read: number[] = [];
      for (let at = `${list}?${query}`; at; ) {
        const { body, headers } = await server.admin.get(at).expect(200);
        read.push(
          ...Id.array()
            .parse(body)
            .map(({ id }) => id),
        );
        const { next } = links(headers['link'] ?? '');
        at = next ? `${list}${next.search}` : '';
      }
      expect(read).toEqual((await server.admin.get(`${list}?per_page=100`)).body.map(({ id }: { id: number }) => id));
    },
  );

  test('are linked with a header that cannot be broken out of', async () => {
    const response = await server.admin.get(`${list}?per_page=5&x=%3E%3B%20rel%3D%22next%22%0D%0ASet-Cookie%3A%20a%3Db`);
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(links(response.headers['link'] ?? '')).sort()).toEqual(['current', 'first', 'next']);
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { LastUsedRecorder } from '../../src/access/last-used.ts';
import { openDatabase } from '../../src/store/database.ts';
import { MOST_PREPARED } from '../../src/store/driver/own.ts';
import { course, unique } from '../helpers/school.ts';
import { adminToken, deafServer, useServer } from '../helpers/server.ts';

const server = useServer();

/** A server whose only connection is known: what it has prepared can be counted. */
async function onOneConnection(work: (ask: (url: string) => Promise<void>, prepared: () => Promise<number>) => Promise<void>) {
  const database = openDatabase(server.database.url, { connections: 1, onIdleError: () => undefined });
  const uses = new LastUsedRecorder(database, { warn: () => undefined });
  const app = await deafServer({ ...server, database, services: server.services }, { lastUsed: uses });
  try {
    await work(
      async (url) => {
        const response = await app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${adminToken()}` } });
        expect(response.statusCode, url).toBe(200);
      },
      async () => {
        // That the token was used is noted a moment later: by a statement, too.
        await uses.flush();
        const { rows } = await database.pool.query<{ count: number }>('select count(*) as count from pg_prepared_statements');
        return rows[0]?.count ?? Number.NaN;
      },
    );
  } finally {
    await app.close();
    await database.close();
  }
}

test('a thousand requests for pages of every size leave a bounded number of statements prepared', async () => {
  const { id } = await course(server);
  const lists = [
    '/accounts/1/users',
    `/courses/${id}/users`,
    `/courses/${id}/sections`,
    `/courses/${id}/discussion_topics`,
    '/conversations',
  ];
  await onOneConnection(async (ask, prepared) => {
    // Each once first, and a page further on: what comes now is the size alone.
    for (const list of lists) for (const page of [1, 2]) await ask(`${list}?page=${page}`);
    const before = await prepared();
    for (let size = 1; size <= 100; size++)
      for (const list of lists) for (const page of [1, 2]) await ask(`${list}?per_page=${size}&page=${page}`);
    // A few for each list, whatever sizes are asked for.
    expect(await prepared()).toBeLessThanOrEqual(before + lists.length * 2 * 4);
    expect(await prepared()).toBeLessThanOrEqual(MOST_PREPARED);
  });
}, 300_000);

const Rows = z.array(z.object({ id: z.int() }));

interface Seen {
  ids: number[];
  sizes: number[];
  /** Where the last page said to go on. */
  links: string;
}

/** From one address on to wherever `rel` leads. */
async function walked(from: string, rel: 'next' | 'prev'): Promise<Seen> {
  const seen: Seen = { ids: [], sizes: [], links: '' };
  for (let url: string | undefined = from; url !== undefined; ) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${adminToken()}` } });
    const ids = Rows.parse(await response.json()).map((row) => row.id);
    seen.ids = rel === 'next' ? [...seen.ids, ...ids] : [...ids, ...seen.ids];
    seen.sizes.push(ids.length);
    seen.links = response.headers.get('link') ?? '';
    url = linked(seen.links, rel);
  }
  return seen;
}

const linked = (links: string, rel: string): string | undefined => new RegExp(`<([^>]+)>; rel="${rel}"`).exec(links)?.[1];

// conventions#60
test.each(['by key', 'by number'])('pages %s have the size that was asked for, and lead to all that there is', async (paged) => {
  const { id } = await course(server);
  const made = paged === 'by key' ? '/accounts/1/users' : `/courses/${id}/sections`;
  const body = () =>
    paged === 'by key'
      ? { user: { name: unique('Person') }, pseudonym: { unique_id: unique('login') } }
      : { course_section: { name: unique('Section') } };
  for (let i = 0; i < 24; i++) await server.admin.post(made, body()).expect(200);
  const list = `${server.url}/api/v1${made}`;
  const all = await walked(`${list}?per_page=100`, 'next');
  expect(all.ids.length).toBeGreaterThan(24);
  for (const size of [1, 2, 9, 10, 11, 13, 20, 21, 24, all.ids.length, 50, 51]) {
    const there = await walked(`${list}?per_page=${size}`, 'next');
    expect(there.ids).toEqual(all.ids);
    expect(there.sizes.slice(0, -1)).toEqual(there.sizes.slice(0, -1).map(() => size));
    // Back from the last page, which is not full.
    const before = linked(there.links, 'prev');
    if (before === undefined) continue;
    const back = await walked(before, 'prev');
    expect(back.ids).toEqual(all.ids.slice(0, -(there.sizes.at(-1) ?? 0)));
    if (paged === 'by number') expect(back.sizes).toEqual(back.sizes.map(() => size));
    else expect(back.sizes.slice(0, -1)).toEqual(back.sizes.slice(0, -1).map(() => size));
  }
});

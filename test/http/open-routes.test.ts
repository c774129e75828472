import { describe, expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import { deafServer, useServer } from '../helpers/server.ts';

const server = useServer();
const open = areas.flatMap((area) => area.openRoutes ?? []).filter((route) => route.hide);

describe('routes without a token', () => {
  test('are found at all, each with a path of its own, outside the API', () => {
    const paths = open.map((route) => route.path.replace(/:\w+/, ':parameter'));
    expect(paths.length).toBeGreaterThanOrEqual(4);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).not.toMatch(/^\/(?:api|health|metrics|docs|openapi)/);
    for (const path of paths) expect(path.split(':').length).toBeLessThanOrEqual(2);
  });

  test.each(open.filter((route) => route.path.includes(':')).map((route) => route.path))(
    '%s refuses what it did not make',
    async (path) => {
      for (const made of [
        'x',
        'a.b',
        '.ics',
        'user_.ics',
        '%00',
        '%F0%9F%A6%8A',
        'x'.repeat(1_900),
        `${'x'.repeat(16)}.${'y'.repeat(43)}`,
      ]) {
        const response = await fetch(server.url + path.replace(/:\w+/, made), { redirect: 'manual' });
        expect([made, response.status, await response.json()]).toEqual([
          made,
          404,
          { errors: [{ message: 'The specified resource does not exist.' }] },
        ]);
      }
    },
  );

  test('are not part of the API reference', async () => {
    const document: unknown = await (await fetch(`${server.url}/openapi.json`)).json();
    expect(JSON.stringify(document)).not.toMatch(/\/confirm\/|\/feeds\/|\/images\//);
  });

  // conventions#65
  test('that are guessed at count as coming without a token; those that are met do not', async () => {
    const app = await deafServer(server, { rateLimit: 3_000, clock: () => new Date('2026-01-31T12:00:00Z') });
    const statuses = async (url: string, times: number) => {
      const found: number[] = [];
      for (let i = 0; i < times; i++) found.push((await app.inject(url)).statusCode);
      return new Set(found);
    };
    expect(await statuses('/images/no-picture.svg', 100)).toEqual(new Set([200]));
    expect([...(await statuses('/confirm/guess', 121))]).toEqual([404, 429]);
    await app.close();
  });

  test('HEAD is answered too', async () => {
    const response = await fetch(`${server.url}/images/no-picture.svg`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

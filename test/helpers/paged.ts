import { expect } from 'vitest';
import type { Person } from './school.ts';

/** A list as somebody reads it page by page; `path` ends in what `per_page` may follow. */
export interface Walk {
  who: Person;
  path: string;
  namesIn: (body: unknown) => string[];
}

async function pageOf({ who, namesIn }: Walk, path: string): Promise<{ names: string[]; links: Record<string, string | undefined> }> {
  const { body, headers } = await who.client.get(path).expect(200);
  const found = String(headers['link']).matchAll(/<[^>]*\/api\/v1([^>]*)>; rel="(\w+)"/g);
  return { names: namesIn(body), links: Object.fromEntries([...found].map(([, to, rel]) => [rel, to])) };
}

/** Expects these items of a list, page after page, by number and back again, in pages of each size. */
export async function expectPages(walk: Walk, expected: readonly string[], sizes: readonly number[] = [1, 3]): Promise<void> {
  for (const size of sizes) {
    const count = Math.max(1, Math.ceil(expected.length / size));
    const pages = Array.from({ length: count }, (_, n) => expected.slice(n * size, (n + 1) * size));
    const first = `${walk.path}per_page=${size}`;
    let page = await pageOf(walk, first);
    const there = [page.names];
    for (; page.links['next']; there.push(page.names)) page = await pageOf(walk, page.links['next']);
    expect(there).toEqual(pages);
    const back = [page.names];
    for (; page.links['prev']; back.push(page.names)) page = await pageOf(walk, page.links['prev']);
    expect(back.toReversed()).toEqual(pages);
    for (const [n, names] of pages.entries()) expect((await pageOf(walk, `${first}&page=${n + 1}`)).names).toEqual(names);
  }
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkHeader, pageSize, readPage } from '../../src/http/pagination.ts';
import { emptyMap, type Raw, Repeated, readPairs } from '../../src/http/parameters/nesting.ts';
import {
  type Bookmark,
  bookmarkedPage,
  MAX_NUMBERED_ROW,
  numberedPage,
  type Page,
  type PageRequest,
  pageOf,
  readBookmark,
  writeBookmark,
} from '../../src/kernel/pages.ts';

// conventions#55
describe('page size', () => {
  test.each<[Raw | undefined, number]>([
    [undefined, 10],
    [null, 10],
    ['', 10],
    ['0', 10],
    ['-5', 10],
    ['ten', 10],
    ['2.5', 10],
    ['1e2', 10],
    [true, 10],
    [['5'], 10],
    ['1', 1],
    [7, 7],
    ['100', 100],
    ['101', 100],
    ['9'.repeat(400), 100],
    [new Repeated(['5', '6']), 6],
  ])('%j is %i', (sent, size) => {
    expect(pageSize(sent)).toBe(size);
  });
});

// conventions#56
describe('page', () => {
  const asked = (query: string): PageRequest => {
    const parameters = emptyMap();
    readPairs(query, parameters);
    return readPage(parameters);
  };

  test.each([
    ['', 10, 0],
    ['page=1', 10, 0],
    ['page=3', 10, 20],
    ['page=3&per_page=50', 50, 100],
    ['page=0', 10, 0],
    ['page=-1', 10, 0],
    ['page=two', 10, 0],
    ['page=1.5', 10, 0],
    ['page[]=2', 10, 0],
    ['page=2&page=4', 10, 30],
    ['page=bookmark:junk', 10, 0],
  ])('%j', (query, limit, offset) => {
    expect(asked(query)).toEqual({ limit, offset, bookmark: null });
  });

  test('a bookmark is read with the size of its page', () => {
    const bookmark: Bookmark = { key: ['name', 5], side: 'after' };
    expect(asked(`page=${encodeURIComponent(writeBookmark(bookmark))}&per_page=3`)).toEqual({ limit: 3, offset: 0, bookmark });
  });
});

describe('bookmarks', () => {
  const made = (content: string) => `bookmark:${Buffer.from(content).toString('base64url')}`;

  test.each([
    '',
    '1',
    'bookmark:',
    'bookmark:%%%',
    'Bookmark:WyJhZnRlciIsMV0',
    made(''),
    made('null'),
    made('1'),
    made('{}'),
    made('[]'),
    made('["beside",1]'),
    made('[1]'),
    made('["after",null]'),
    made('["after",1.5]'),
    made('["after",1e999]'),
    made('["after",true]'),
    made('["after",[1]]'),
    made('["after",{"a":1}]'),
    made('["after","a\\u0000"]'),
  ])('%j is none', (value) => {
    expect(readBookmark(value)).toBeNull();
  });

  test('whatever is written is read back', () => {
    const part = fc.oneof(
      fc.maxSafeInteger(),
      fc.string({ unit: 'grapheme' }).filter((word) => !word.includes('\0')),
    );
    const side = fc.constantFrom('after' as const, 'before' as const);
    fc.assert(
      fc.property(fc.array(part), side, (key, at) => {
        // JSON knows no negative zero.
        const bookmark = { key: key.map((one) => (Object.is(one, -0) ? 0 : one)), side: at };
        const text = writeBookmark(bookmark);
        expect(text).toMatch(/^bookmark:[\w-]+$/);
        expect(readBookmark(text)).toEqual(bookmark);
      }),
    );
  });

  test('reading never throws', () => {
    fc.assert(fc.property(fc.string(), (junk) => readBookmark(made(junk)) === null || junk.startsWith('[')));
  });
});

describe('pages by number', () => {
  test.each([
    [0, 5, [1, 2], '2', null],
    [2, 3, [1, 2], '3', '1'],
    [4, 1, [1], null, '2'],
    [6, 0, [], null, '3'],
    [0, 2, [1, 2], null, null],
    [0, 0, [], null, null],
  ])('from row %i with %i read', (offset, read, rows, next, prev) => {
    const found = Array.from({ length: Math.min(read, 3) }, (_, i) => i + 1);
    expect(numberedPage(found, { limit: 2, offset, bookmark: null })).toEqual({ rows, next, prev });
  });
});

test.each([
  [0, [1, 2], '2', null],
  [2, [3, 4], '3', '1'],
  [4, [5], null, '2'],
  [6, [], null, '3'],
])('of five at hand, from row %i', (offset, rows, next, prev) => {
  expect(pageOf([1, 2, 3, 4, 5], { limit: 2, offset, bookmark: null })).toEqual({ rows, next, prev });
});

describe('pages by key', () => {
  interface Row {
    name: string;
    id: number;
  }
  const keyOf = (row: Row): (string | number)[] => [row.name, row.id];
  const compare = (a: Row, b: Row): number => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1);

  /** What a list's statement does: one row more than the page, in the direction away from the bookmark. */
  function readFrom(table: readonly Row[], page: PageRequest): Row[] {
    const { bookmark } = page;
    if (bookmark === null) return table.slice(page.offset, page.offset + page.limit + 1);
    const key = { name: String(bookmark.key[0]), id: Number(bookmark.key[1]) };
    const side =
      bookmark.side === 'after' ? table.filter((row) => compare(row, key) > 0) : table.filter((row) => compare(row, key) < 0).reverse();
    return side.slice(0, page.limit + 1);
  }
  const open = (table: readonly Row[], limit: number, at: string | null): Page<Row> => {
    const page = readPage({ page: at, per_page: limit });
    return bookmarkedPage(readFrom(table, page), page, keyOf);
  };
  /** Follows one of the links until there is none; a walk that does not end is cut. */
  function walk(table: readonly Row[], limit: number, from: Page<Row>, by: 'next' | 'prev'): Page<Row>[] {
    const pages = [from];
    for (let page = from, at = page[by]; at !== null && pages.length <= table.length + 1; at = page[by]) {
      page = open(table, limit, at);
      pages.push(page);
    }
    return pages;
  }

  const tables = fc
    .uniqueArray(fc.record({ name: fc.constantFrom('', 'a', 'b', 'ä', '😀', '"'), id: fc.integer({ min: 1, max: 200 }) }), {
      selector: (row) => row.id,
      maxLength: 40,
    })
    .map((rows) => rows.sort(compare));
  const limits = fc.integer({ min: 1, max: 12 });

  // conventions#60
  test('a walk forwards, and one back from its end, reach every row exactly once and in order', () => {
    fc.assert(
      fc.property(tables, limits, (table, limit) => {
        const forwards = walk(table, limit, open(table, limit, '1'), 'next');
        expect(forwards.flatMap((page) => page.rows)).toEqual(table);
        const end = forwards.at(-1);
        if (end === undefined) throw new Error('a walk has a page');
        const backwards = walk(table, limit, end, 'prev').reverse();
        expect(backwards.flatMap((page) => page.rows)).toEqual(table);
      }),
    );
  });

  test('no page but the last is short', () => {
    fc.assert(
      fc.property(tables, limits, (table, limit) => {
        const pages = walk(table, limit, open(table, limit, '1'), 'next');
        expect(pages).toHaveLength(Math.max(1, Math.ceil(table.length / limit)));
        for (const page of pages.slice(0, -1)) expect(page.rows).toHaveLength(limit);
      }),
    );
  });

  test('the first page has no previous one, however it was reached', () => {
    const table = Array.from({ length: 5 }, (_, i) => ({ name: 'a', id: i + 1 }));
    const first = open(table, 2, '1');
    expect(first.prev).toBeNull();
    const again = open(table, 2, open(table, 2, first.next).prev);
    expect(again.rows).toEqual(first.rows);
    expect(again.prev).toBeNull();
    expect(again.next).toBe(first.next);
  });

  test('the second page of one row each has a previous one', () => {
    const { prev } = bookmarkedPage([{ name: 'a', id: 2 }], { limit: 1, offset: 1, bookmark: null }, (row) => [row.name, row.id]);
    expect(prev).toBe(writeBookmark({ side: 'before', key: ['a', 2] }));
  });

  test.each([
    [0, null],
    [1, '1'],
    [12_000, '12000'],
  ])('a page without rows from row %i on is before nothing, and after a page by number', (offset, prev) => {
    expect(bookmarkedPage([], { limit: 1, offset, bookmark: null }, () => [])).toEqual({ rows: [], next: null, prev });
    expect(bookmarkedPage([], { limit: 1, offset: 0, bookmark: { key: [1], side: 'after' } }, () => []).prev).toBeNull();
  });

  test('a page asked for by number links by bookmark', () => {
    const table = Array.from({ length: 5 }, (_, i) => ({ name: 'a', id: i + 1 }));
    const second = open(table, 2, '2');
    expect(second.rows.map((row) => row.id)).toEqual([3, 4]);
    expect(open(table, 2, second.next).rows.map((row) => row.id)).toEqual([5]);
    expect(open(table, 2, second.prev).rows.map((row) => row.id)).toEqual([1, 2]);
  });
});

test('lists by key answer numbers up to row 10,000', () => expect(MAX_NUMBERED_ROW).toBe(10_000));

// conventions#57, conventions#58
describe('the Link header', () => {
  const headerOf = (...given: Parameters<typeof linkHeader>): string => linkHeader(...given) ?? '';
  const BASE = 'https://lectern.example/sub';
  const numbered = (offset: number): PageRequest => ({ limit: 5, offset, bookmark: null });
  const beside = (next: string | null, prev: string | null, rows: unknown[] = [1]): Page<unknown> => ({ rows, next, prev });

  function links(header: string): Map<string, URL> {
    const found = [...header.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = '', rel = '']): [string, URL] => [
      rel,
      new URL(address),
    ]);
    expect(header.split(',')).toHaveLength(found.length);
    return new Map(found);
  }
  const pages = (header: string) => Object.fromEntries([...links(header)].map(([rel, url]) => [rel, url.searchParams.get('page')]));

  test.each([
    ['in the middle', numbered(5), '2', beside('3', '1'), { current: '2', next: '3', prev: '1', first: '1' }],
    ['the first of several', numbered(0), '1', beside('2', null), { current: '1', next: '2', first: '1' }],
    ['the last', numbered(10), '3', beside(null, '2'), { current: '3', prev: '2', first: '1', last: '3' }],
    ['the only one', numbered(0), '1', beside(null, null), { current: '1', first: '1', last: '1' }],
    ['beyond the end', numbered(50), '11', beside(null, '10', []), { current: '11', prev: '10', first: '1', last: '11' }],
  ])('%s', (_where, page, number, around, expected) => {
    expect(pages(headerOf(BASE, `/api/v1/things?page=${number}`, page, around))).toEqual(expected);
  });

  test('a page by bookmark is the last where nothing follows it', () => {
    const bookmark: Bookmark = { key: [5], side: 'after' };
    const at = writeBookmark(bookmark);
    const header = headerOf(
      BASE,
      `/api/v1/things?page=${encodeURIComponent(at)}`,
      { limit: 5, offset: 0, bookmark },
      beside(null, 'bookmark:x'),
    );
    expect(pages(header)).toEqual({ current: at, prev: 'bookmark:x', first: '1', last: at });
  });

  test('the current page is the first where none is named', () => {
    for (const url of ['/api/v1/things', '/api/v1/things?page=', '/api/v1/things?page=2&page='])
      expect(pages(headerOf(BASE, url, numbered(0), beside(null, null)))['current']).toBe('1');
  });

  test('an address without a query stays whole', () => {
    expect(headerOf(BASE, '/api/v1/things', numbered(0), beside(null, null))).toContain(`<${BASE}/api/v1/things?page=1&`);
  });

  test('addresses are absolute, below the base', () => {
    for (const url of links(headerOf(BASE, '/api/v1/things?page=2', numbered(5), beside('3', '1'))).values()) {
      expect(`${url.origin}${url.pathname}`).toBe(`${BASE}/api/v1/things`);
    }
  });

  test('every other parameter stays, the size as it was applied', () => {
    const query = 'search_term=a%26b+c&include[]=x&include[]=y&per_page=500&page=2';
    for (const url of links(headerOf(BASE, `/api/v1/things?${query}`, numbered(5), beside('3', '1'))).values()) {
      expect(url.searchParams.get('search_term')).toBe('a&b c');
      expect(url.searchParams.getAll('include[]')).toEqual(['x', 'y']);
      expect(url.searchParams.getAll('per_page')).toEqual(['5']);
      expect(url.searchParams.getAll('page')).toHaveLength(1);
    }
  });

  test('what is named like a page, and is none, is left out; what only begins so stays', () => {
    const query = 'page[]=7&per_page[]=3&per_page[a]=1&page[a][b]=2&pages[]=4&page_type=x';
    for (const url of links(headerOf(BASE, `/api/v1/things?${query}`, numbered(0), beside('2', null))).values())
      expect([...url.searchParams.keys()].sort()).toEqual(['page', 'page_type', 'pages[]', 'per_page']);
  });

  test.each(['access_token', 'access_code', 'validation_token'])('%s is never repeated', (secret) => {
    const header = headerOf(BASE, `/api/v1/things?${secret}=hush&a=1&${secret}=hush&page=2`, numbered(5), beside('3', '1'));
    expect(header).not.toContain('hush');
    expect(header).not.toContain(secret);
    expect(header).toContain('a=1');
  });

  test('of a repeated page the last is current, as it was read', () => {
    expect(pages(headerOf(BASE, '/api/v1/things?page=1&page=2', numbered(5), beside('3', '1')))['current']).toBe('2');
  });

  test.each([
    [100, ['current', 'next', 'prev', 'first']],
    [1_900, ['current', 'next', 'prev', 'first']],
    [2_000, ['next', 'prev']],
    [3_900, ['next', 'prev']],
    [4_000, ['next']],
    [7_800, ['next']],
    [8_000, []],
  ])('repeats %i characters no oftener than in 8 kB', (length, rels) => {
    const header = linkHeader(BASE, `/api/v1/things?page=2&x=${'x'.repeat(length)}`, numbered(5), beside('3', '1'));
    expect(header === null ? [] : [...links(header).keys()]).toEqual(rels);
    expect((header ?? '').length).toBeLessThan(8_001);
  });

  test('a long last page says that it is the last', () => {
    const header = headerOf(BASE, `/api/v1/things?x=${'x'.repeat(7_000)}`, numbered(0), beside(null, null));
    expect(pages(header)).toEqual({ last: '1' });
  });
});

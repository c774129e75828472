/** Which page a client asks for (conventions#56). */
export interface PageRequest {
  limit: number;
  /** Rows before the page, for pages by number. */
  offset: number;
  /** Where the page begins or ends, for pages by key. */
  bookmark: Bookmark | null;
}

/** The key of the row next to the page, and the side of the row on which the page lies. */
export interface Bookmark {
  key: (string | number)[];
  side: 'after' | 'before';
}

/** One page of rows, and the pages beside it: a page number or a bookmark each. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
  prev: string | null;
}

export const MAX_SIZE = 100;
/** Lists paged by key answer page numbers too, up to this row. */
export const MAX_NUMBERED_ROW = 10_000;

const PREFIX = 'bookmark:';

export const writeBookmark = (bookmark: Bookmark): string =>
  PREFIX + Buffer.from(JSON.stringify([bookmark.side, ...bookmark.key])).toString('base64url');

/** Bookmarks are opaque, but a client may make one up: what is none counts as page 1. */
export function readBookmark(value: string): Bookmark | null {
  if (!value.startsWith(PREFIX)) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(value.slice(PREFIX.length), 'base64url').toString('utf8'));
    if (!Array.isArray(parsed)) return null;
    const [side, ...key]: unknown[] = parsed;
    if (side !== 'after' && side !== 'before') return null;
    const known = key.filter(
      (part): part is string | number => (typeof part === 'string' && !part.includes('\0')) || Number.isSafeInteger(part),
    );
    return known.length === key.length ? { side, key: known } : null;
  } catch {
    return null;
  }
}

/** A page by number out of at least one row more than it holds, where there is one: that row says whether there is a next page. */
export function numberedPage<Row>(rows: Row[], page: PageRequest): Page<Row> {
  const number = page.offset / page.limit + 1;
  return {
    rows: rows.slice(0, page.limit),
    next: rows.length > page.limit ? String(number + 1) : null,
    prev: number > 1 ? String(number - 1) : null,
  };
}

/**
 * A page by key out of at least one row more than it holds, where there is one, in the order in which it was read: away from the
 * bookmark. Beyond the end, where no row says what is before it, that is a page by number. `keyOf` is what the list is ordered by, ending
 * in what no two rows share.
 */
export function bookmarkedPage<Row>(read: Row[], page: PageRequest, keyOf: (row: Row) => (string | number)[]): Page<Row> {
  const backwards = page.bookmark?.side === 'before';
  const more = read.length > page.limit;
  const rows = read.slice(0, page.limit);
  if (backwards) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  if (first === undefined && page.bookmark === null) return numberedPage([], page);
  const begun = page.bookmark !== null || page.offset > 0;
  return {
    rows,
    next: last !== undefined && (backwards || more) ? writeBookmark({ side: 'after', key: keyOf(last) }) : null,
    prev: first !== undefined && (backwards ? more : begun) ? writeBookmark({ side: 'before', key: keyOf(first) }) : null,
  };
}

/** A page by number of a list that is at hand as a whole. */
export const pageOf = <Row>(all: readonly Row[], page: PageRequest): Page<Row> =>
  numberedPage(all.slice(page.offset, page.offset + page.limit + 1), page);

/** A page of a list that has nothing: of those after the first it still says which is before it. */
export const noRows = <Row>(page: PageRequest): Page<Row> => numberedPage([], page);

export const mapPage = <A, B>(page: Page<A>, rows: B[]): Page<B> => ({ rows, next: page.next, prev: page.prev });

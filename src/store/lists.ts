import { bookmarkedPage, MAX_NUMBERED_ROW, numberedPage, type Page, type PageRequest } from '../http/pagination.ts';
import { type Db, type Statement, statement } from './database.ts';

export interface KeyPart {
  /** An expression of the select's tables; never null. */
  sql: string;
  /** The same of what is put around the select, where it is called otherwise there. */
  around?: string;
  /** Its type, for the values that come back in a bookmark. */
  type: string;
  descending?: boolean;
}

interface Declared<Row> {
  name: string;
  /** `select .. from .. where ..`: the list without order and bounds. */
  select: string;
  /** How many parameters the select takes. */
  parameters: number;
  /** Puts around the select what is read for the rows of the page alone. */
  around?: (page: string) => string;
  /** What the list is ordered by, ending in what no two rows share. All parts go the same way. */
  key: readonly KeyPart[];
  keyOf: (row: Row) => (string | number)[];
}

/** A list that knows how to read a page of itself, in one statement. */
export interface PagedList<Row> {
  read(db: Db, values: readonly unknown[], page: PageRequest): Promise<Page<Row>>;
}

/**
 * A list that is paged by key (D1.7): a page is found by the row next to it, through the index that the order has, however
 * deep it lies. Page numbers answer too, up to a fixed row.
 */
export function keyedList<Row>({ name, select, parameters, around, key, keyOf }: Declared<Row>): PagedList<Row> {
  const descending = key[0]?.descending ?? false;
  const direction = (reversed: boolean) => (descending === reversed ? 'asc' : 'desc');
  const tuple = key.map((part) => part.sql).join(', ');
  const given = key.map((part, i) => `$${parameters + 1 + i}::${part.type}`).join(', ');
  const beside = (reversed: boolean) => `and (${tuple}) ${descending === reversed ? '>' : '<'} (${given})`;
  const made = (side: string, bounds: string, reversed: boolean, offset = '') =>
    bySize((limit) => {
      const order = key.map((part) => `${part.sql} ${direction(reversed)}`).join(', ');
      const page = `${select} ${bounds} order by ${order} limit ${limit} ${offset}`;
      const again = key.map((part) => `${part.around ?? part.sql} ${direction(reversed)}`).join(', ');
      return statement<Row>(`${name}_${side}_${limit}`, around ? `${around(page)} order by ${again}` : page);
    });
  const begin = made('first', '', false);
  const further = made('further', '', false, `offset $${parameters + 1}`);
  const next = { after: made('after', beside(false), false), before: made('before', beside(true), true) };
  return {
    async read(db, values, page) {
      const { bookmark, limit: size, offset } = page;
      if (bookmark && bookmark.key.length === key.length && key.every((part, i) => fits(part, bookmark.key[i]))) {
        const rows = await db.rows(next[bookmark.side](size + 1), [...values, ...bookmark.key]);
        return bookmarkedPage(rows, page, keyOf);
      }
      if (offset >= MAX_NUMBERED_ROW) return { rows: [], next: null, prev: null };
      const rows = offset === 0 ? await db.rows(begin(size + 1), values) : await db.rows(further(size + 1), [...values, offset]);
      return bookmarkedPage(rows, { ...page, bookmark: null }, keyOf);
    },
  };
}

interface Numbered {
  name: string;
  /** `select .. from .. where .. order by ..`: the list without bounds. */
  select: string;
  /** How many parameters the select takes. */
  parameters: number;
}

/** A list that is paged by number (D1.7). */
export function numberedList<Row>({ name, select, parameters }: Numbered): PagedList<Row> {
  const begin = bySize((limit) => statement<Row>(`${name}_first_${limit}`, `${select} limit ${limit}`));
  const further = bySize((limit) => statement<Row>(`${name}_further_${limit}`, `${select} limit ${limit} offset $${parameters + 1}`));
  return {
    async read(db, values, page) {
      const size = page.limit + 1;
      const rows = page.offset === 0 ? await db.rows(begin(size), values) : await db.rows(further(size), [...values, page.offset]);
      return numberedPage(rows, page);
    },
  };
}

/**
 * Limits stand in the text of a statement, one for each of the hundred sizes of a page that is asked for: PostgreSQL would
 * plan a statement whose limit it does not know anew each time, at the cost of running it twice.
 */
function bySize<Row>(make: (limit: number) => Statement<Row>): (limit: number) => Statement<Row> {
  const made = new Map<number, Statement<Row>>();
  return (limit) => {
    const known = made.get(limit) ?? make(limit);
    made.set(limit, known);
    return known;
  };
}

const INT_RANGE: Readonly<Record<string, number>> = { int: 2 ** 31 - 1, int8: Number.MAX_SAFE_INTEGER };

/** Bookmarks come from clients: one whose values are not of the key's types is none. */
function fits(part: KeyPart, value: string | number | undefined): boolean {
  const most = INT_RANGE[part.type];
  if (most === undefined) return value !== undefined;
  return value !== undefined && /^-?\d{1,16}$/.test(String(value)) && Math.abs(Number(value)) <= most;
}

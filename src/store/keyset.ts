import { bookmarkedPage, MAX_NUMBERED_ROW, type Page, type PageRequest } from '../http/pagination.ts';
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

export interface KeyedList<Row> {
  read(db: Db, values: readonly unknown[], page: PageRequest): Promise<Page<Row>>;
}

/**
 * A list that is paged by key (D1.7): a page is found by the row next to it, through the index that the order has, however
 * deep it lies. Page numbers answer too, up to a fixed row.
 */
export function keyedList<Row>({ name, select, parameters, around, key, keyOf }: Declared<Row>): KeyedList<Row> {
  const descending = key[0]?.descending ?? false;
  const direction = (reversed: boolean) => (descending === reversed ? 'asc' : 'desc');
  const tuple = key.map((part) => part.sql).join(', ');
  const given = key.map((part, i) => `$${parameters + 2 + i}::${part.type}`).join(', ');
  const beside = (reversed: boolean) => `and (${tuple}) ${descending === reversed ? '>' : '<'} (${given})`;
  const made = (side: string, bounds: string, reversed: boolean, offset = ''): Statement<Row> => {
    const order = key.map((part) => `${part.sql} ${direction(reversed)}`).join(', ');
    const page = `${select} ${bounds} order by ${order} limit $${parameters + 1} ${offset}`;
    const again = key.map((part) => `${part.around ?? part.sql} ${direction(reversed)}`).join(', ');
    return statement(`${name}_${side}`, around ? `${around(page)} order by ${again}` : page);
  };
  const statements: Record<'first' | 'after' | 'before', Statement<Row>> = {
    first: made('first', '', false, `offset $${parameters + 2}`),
    after: made('after', beside(false), false),
    before: made('before', beside(true), true),
  };
  return {
    async read(db, values, page) {
      const { bookmark, limit: size, offset } = page;
      if (bookmark && bookmark.key.length === key.length && key.every((part, i) => fits(part, bookmark.key[i]))) {
        const rows = await db.rows(statements[bookmark.side], [...values, size + 1, ...bookmark.key]);
        return bookmarkedPage(rows, page, keyOf);
      }
      if (offset >= MAX_NUMBERED_ROW) return { rows: [], next: null, prev: null };
      const rows = await db.rows(statements.first, [...values, size + 1, offset]);
      return bookmarkedPage(rows, { ...page, bookmark: null }, keyOf);
    },
  };
}

const INT_RANGE: Readonly<Record<string, number>> = { int: 2 ** 31 - 1, int8: Number.MAX_SAFE_INTEGER };

/** As a bookmark writes it. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Bookmarks come from clients: one whose values are not of the key's types is none. */
function fits(part: KeyPart, value: string | number | undefined): boolean {
  if (part.type === 'timestamptz') return typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
  const most = INT_RANGE[part.type];
  if (most === undefined) return value !== undefined;
  return value !== undefined && /^-?\d{1,16}$/.test(String(value)) && Math.abs(Number(value)) <= most;
}

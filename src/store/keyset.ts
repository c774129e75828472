import { bookmarkedPage, MAX_NUMBERED_ROW, type Page, type PageRequest } from '../http/pagination.ts';
import { readUuid } from '../http/parameters/ids.ts';
import { type Db, type Statement, statement } from './database.ts';

export interface KeyPart {
  /** An expression of the select's tables; never null. */
  sql: string;
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
export function keyedList<Row>({ name, select, parameters, key, keyOf }: Declared<Row>): KeyedList<Row> {
  const descending = key[0]?.descending ?? false;
  const order = (reversed: boolean) => key.map((part) => `${part.sql} ${descending === reversed ? 'asc' : 'desc'}`).join(', ');
  const tuple = key.map((part) => part.sql).join(', ');
  const given = key.map((part, i) => `$${parameters + 2 + i}::${part.type}`).join(', ');
  const limit = `limit $${parameters + 1}`;
  const beside = (reversed: boolean) => `and (${tuple}) ${descending === reversed ? '>' : '<'} (${given})`;
  const statements: Record<'first' | 'after' | 'before', Statement<Row>> = {
    first: statement(`${name}_first`, `${select} order by ${order(false)} ${limit} offset $${parameters + 2}`),
    after: statement(`${name}_after`, `${select} ${beside(false)} order by ${order(false)} ${limit}`),
    before: statement(`${name}_before`, `${select} ${beside(true)} order by ${order(true)} ${limit}`),
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

/** Bookmarks come from clients: one whose values are not of the key's types is none. */
function fits(part: KeyPart, value: string | number | undefined): boolean {
  if (part.type === 'uuid') return readUuid(String(value)) !== undefined;
  const most = INT_RANGE[part.type];
  if (most === undefined) return value !== undefined;
  return value !== undefined && /^-?\d{1,16}$/.test(String(value)) && Math.abs(Number(value)) <= most;
}

import { bookmarkedPage, MAX_NUMBERED_ROW, MAX_SIZE, noRows, numberedPage, type Page, type PageRequest } from '../http/pagination.ts';
import { readUuid } from '../http/parameters/ids.ts';
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

interface Declared<Row, Filter extends string> {
  name: string;
  /** `select .. from .. where ..`: the list without order and bounds. */
  select: string;
  /** How many parameters the select takes. */
  parameters: number;
  /** Conditions that not every read has. Those a read leaves out are not in its statement, and cost it nothing. */
  filters?: Readonly<Record<Filter, (parameter: string) => string>>;
  /** Puts around the select what is read for the rows of the page alone. */
  around?: (page: string) => string;
  /** What the list is ordered by, ending in what no two rows share. All parts go the same way. */
  key: readonly KeyPart[];
  keyOf: (row: Row) => (string | number)[];
}

/** A list that knows how to read a page of itself, in one statement. Filters that are undefined are left out. */
export interface PagedList<Row, Filter extends string = never> {
  read(db: Db, values: readonly unknown[], page: PageRequest, filters?: Readonly<Partial<Record<Filter, unknown>>>): Promise<Page<Row>>;
}

/**
 * A list that is paged by key (D1.7): a page is found by the row next to it, through the index that the order has, however
 * deep it lies. Page numbers answer too, up to a fixed row.
 */
export function keyedList<Row, Filter extends string = never>(declared: Declared<Row, Filter>): PagedList<Row, Filter> {
  const { key, keyOf } = declared;
  const names = namesOf(declared);
  const variants = new Map<string, Statements<Row>>();
  const variant = (present: readonly Filter[]): Statements<Row> => {
    const name = `${declared.name}${present.map((filter) => `_${names.indexOf(filter)}`).join('')}`;
    const found = variants.get(name) ?? keyedStatements(declared, name, present);
    variants.set(name, found);
    return found;
  };
  return {
    async read(db, values, page, filters) {
      const present = names.filter((name) => filters?.[name] !== undefined);
      const given = [...values, ...present.map((name) => filters?.[name])];
      const statements = variant(present);
      const { bookmark, limit: size, offset } = page;
      if (bookmark && bookmark.key.length === key.length && key.every((part, i) => fits(part, bookmark.key[i]))) {
        const rows = await db.rows(statements[bookmark.side](size), [...given, ...bookmark.key]);
        return bookmarkedPage(rows, page, keyOf);
      }
      if (offset >= MAX_NUMBERED_ROW) return noRows();
      const rows =
        offset === 0 ? await db.rows(statements.first(size), given) : await db.rows(statements.further(size), [...given, offset]);
      return bookmarkedPage(rows, { ...page, bookmark: null }, keyOf);
    },
  };
}

function namesOf<Row, Filter extends string>({ filters }: Declared<Row, Filter>): Filter[] {
  return filters === undefined ? [] : Object.keys(filters).filter((name): name is Filter => name in filters);
}

type Statements<Row> = Record<'first' | 'further' | 'after' | 'before', (size: number) => Statement<Row>>;

function keyedStatements<Row, Filter extends string>(
  declared: Declared<Row, Filter>,
  name: string,
  present: readonly Filter[],
): Statements<Row> {
  const { select, filters, around, key } = declared;
  const parameters = declared.parameters + present.length;
  const conditions = present.map((filter, i) => `and ${filters?.[filter](`$${declared.parameters + 1 + i}`) ?? 'true'}`).join(' ');
  const descending = key[0]?.descending ?? false;
  const direction = (reversed: boolean) => (descending === reversed ? 'asc' : 'desc');
  const tuple = key.map((part) => part.sql).join(', ');
  const given = key.map((part, i) => `$${parameters + 1 + i}::${part.type}`).join(', ');
  const beside = (reversed: boolean) => `and (${tuple}) ${descending === reversed ? '>' : '<'} (${given})`;
  const made = (side: string, bounds: string, reversed: boolean, offset = '') =>
    bySize((limit) => {
      const order = key.map((part) => `${part.sql} ${direction(reversed)}`).join(', ');
      const page = `${select} ${conditions} ${bounds} order by ${order} limit ${limit} ${offset}`;
      const again = key.map((part) => `${part.around ?? part.sql} ${direction(reversed)}`).join(', ');
      return statement<Row>(`${name}_${side}_${limit}`, around ? `${around(page)} order by ${again}` : page);
    });
  return {
    first: made('first', '', false),
    further: made('further', '', false, `offset $${parameters + 1}`),
    after: made('after', beside(false), false),
    before: made('before', beside(true), true),
  };
}

interface Numbered {
  name: string;
  /** `select .. from .. where .. order by ..`: the list without bounds. */
  select: string;
  /** How many parameters the select takes, and what is around it. */
  parameters: number;
  /** Puts around the page what is read for its rows alone, and orders them again. */
  around?: (page: string) => string;
}

/** A list that is paged by number (D1.7). */
export function numberedList<Row>({ name, select, parameters, around = (page) => page }: Numbered): PagedList<Row> {
  const begin = bySize((limit) => statement<Row>(`${name}_first_${limit}`, around(`${select} limit ${limit}`)));
  const further = bySize((limit) =>
    statement<Row>(`${name}_further_${limit}`, around(`${select} limit ${limit} offset $${parameters + 1}`)),
  );
  return {
    async read(db, values, page) {
      const { limit: size, offset } = page;
      const rows = offset === 0 ? await db.rows(begin(size), values) : await db.rows(further(size), [...values, offset]);
      return numberedPage(rows, page);
    },
  };
}

/** Sizes of pages that there are statements for. A page of another size is cut out of the next larger one. */
const SIZES = [1, 10, 20, 50, MAX_SIZE];

/**
 * Limits stand in the text of a statement: PostgreSQL would plan a statement whose limit it does not know anew each time, at the
 * cost of running it twice. Each text is a statement that every connection prepares and keeps, so there are few: two clients
 * with a loop over `per_page` would else have PostgreSQL hold hundreds. One row more than the page says whether there is a next.
 */
function bySize<Row>(make: (limit: number) => Statement<Row>): (size: number) => Statement<Row> {
  const made = new Map<number, Statement<Row>>();
  return (size) => {
    const limit = (SIZES.find((one) => one >= size) ?? size) + 1;
    const known = made.get(limit) ?? make(limit);
    made.set(limit, known);
    return known;
  };
}

const INT_RANGE: Readonly<Record<string, number>> = { int: 2 ** 31 - 1, int8: Number.MAX_SAFE_INTEGER };

/** As a bookmark writes it. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Bookmarks come from clients: one whose values are not of the key's types is none. */
function fits(part: KeyPart, value: string | number | undefined): boolean {
  if (part.type === 'timestamptz') return typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
  if (part.type === 'uuid') return readUuid(String(value)) !== undefined;
  const most = INT_RANGE[part.type];
  if (most === undefined) return value !== undefined;
  return value !== undefined && /^-?\d{1,16}$/.test(String(value)) && Math.abs(Number(value)) <= most;
}

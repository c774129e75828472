import { readUuid } from '../kernel/ids.ts';
import { LARGEST_INT } from '../kernel/integers.ts';
import { bookmarkedPage, MAX_NUMBERED_ROW, MAX_SIZE, numberedPage, type Page, type PageRequest } from '../kernel/pages.ts';
import type { Db } from './database.ts';
import { join, none, type Sql, sql } from './sql/sql.ts';
import { declareFamily, numbered, type ParametersOf, parametersOf, type Statement } from './sql/statement.ts';
import { int, Parameter, type RowOf, type Type, type Types, text, timestamptz, uuid, type ValuesOf } from './sql/types.ts';

/** The types that a part of a key may have. */
const KEY_TYPES = {
  int: { type: int, sql: sql`int` },
  int8: { type: int, sql: sql`int8` },
  timestamptz: { type: timestamptz, sql: sql`timestamptz` },
  uuid: { type: uuid, sql: sql`uuid` },
  text: { type: text, sql: sql`text` },
  folded: { type: text, sql: sql`text collate "C"` },
} as const satisfies Record<string, { type: Type<unknown>; sql: Sql }>;

interface KeyPart {
  /** An expression over the tables of the select; it is never null. */
  sql: Sql;
  /** The same expression in what is put around the select, where it has another name there. */
  around?: Sql;
  /** Its type, for the values that come back in a bookmark. */
  type: keyof typeof KEY_TYPES;
  descending?: boolean;
}

interface Declared<Takes extends Types, Gives extends Types> {
  name: string;
  takes?: Takes;
  /** The rows of a page. */
  gives: Gives;
  /** Puts around the select whatever is read only for the rows of the page. */
  around?: (page: Sql, parameters: ParametersOf<Takes>) => Sql;
}

interface Filtered<Takes extends Types, MayTake extends Types> {
  /** Parameters that a read may leave out. */
  mayTake?: MayTake;
  /** Those of them on which the number of rows depends, such as a pattern: reads that have one may be planned for its value (plan.ts). */
  narrowing?: readonly (keyof MayTake & string)[];
  /** The condition of each of these parameters. Where a read leaves one out, its condition is not in the statement, and costs nothing. */
  filters?: { readonly [Name in keyof MayTake]: (parameters: ParametersOf<Takes> & ParametersOf<MayTake>) => Sql };
}

interface Keyed<Takes extends Types, MayTake extends Types, Gives extends Types> extends Declared<Takes, Gives>, Filtered<Takes, MayTake> {
  /** `select .. from .. where ..`: the list without order and bounds. A list that is a union of parts cuts each part itself. */
  select: (parameters: ParametersOf<Takes>, cut: Cut) => Sql;
  /** What the list is ordered by, ending in what no two rows share. All parts go the same way. */
  key: readonly KeyPart[];
  keyOf: (row: RowOf<Gives>) => (string | number)[];
}

/** How a part of a list is cut to what a page may need of it. The expressions of the key may be other ones in each part. */
export interface Cut {
  /** How many rows of a part a page needs at most. */
  size: Sql;
  /** Whether the rows next to the bookmark are read in descending order. */
  down: boolean;
  /** Follows a condition: the filters of the list, which a part has to ask before it is cut. Its aliases are those of the list. */
  filters: Sql;
  /** Follows a condition: the rows beyond the bookmark. */
  bounds: (key: readonly Sql[]) => Sql;
}

export const inOrder = (key: readonly Sql[], down: boolean): Sql =>
  join(
    key.map((part) => sql`${part} ${down ? sql`desc` : sql`asc`}`),
    ', ',
  );
/** The condition that a key comes after another. */
export const comesAfter = (key: readonly Sql[], other: readonly Sql[], down: boolean): Sql =>
  sql`(${join(key, ', ')}) ${down ? sql`<` : sql`>`} (${join(other, ', ')})`;
/** The end of a part, after a condition: its rows nearest to the bookmark. */
export const nearest = (key: readonly Sql[], { bounds, down, size }: Cut): Sql =>
  sql`${bounds(key)} order by ${inOrder(key, down)} limit ${size}`;

/** A list of which a page is read in one statement. Filters that are undefined are left out. */
export interface PagedList<Row, Values, Filters = Record<never, never>> {
  read(db: Db, values: Values, page: PageRequest, filters?: Undefinable<Filters>): Promise<Page<Row>>;
}
type Undefinable<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };

/** What a statement of a list takes, by name. */
type Given = Readonly<Record<string, unknown>>;
type PageStatement<Row> = (size: number) => Statement<Row, Given>;

const OFFSET = new Parameter('offset', int);

/**
 * A list that is paged by key (conventions#59). A page is found by the row next to it, through the index of the order, however far down the
 * list it is. Page numbers are answered as well, up to a fixed row.
 */
export function keyedList<
  const Takes extends Types = Record<never, never>,
  const MayTake extends Types = Record<never, never>,
  const Gives extends Types = Record<never, never>,
>(declared: Keyed<Takes, MayTake, Gives>): PagedList<RowOf<Gives>, ValuesOf<Takes>, ValuesOf<MayTake>> {
  const { key, keyOf } = declared;
  const variant = variantsOf(declared, (name, present) => keyedStatements(declared, name, present));
  return {
    async read(db, values, page, filters: Given = {}) {
      const statements = variant(filters);
      const given = { ...values, ...filters };
      const { bookmark, limit: size, offset } = page;
      if (bookmark && bookmark.key.length === key.length && key.every((part, i) => fits(part, bookmark.key[i]))) {
        const beside = Object.fromEntries(bookmark.key.map((value, i) => [keyName(i), value]));
        return bookmarkedPage(await db.rows(statements[bookmark.side](size), { ...given, ...beside }), page, keyOf);
      }
      const rows =
        offset >= MAX_NUMBERED_ROW
          ? []
          : offset === 0
            ? await db.rows(statements.first(size), given)
            : await db.rows(statements.further(size), { ...given, offset });
      return bookmarkedPage(rows, { ...page, bookmark: null }, keyOf);
    },
  };
}

/** The statements of a list for each set of filters that a read may have. Guards look at those without any filter and with all of them. */
function variantsOf<Side extends string, Row>(
  declared: { name: string; mayTake?: Types | undefined },
  make: (name: string, present: readonly string[]) => Statements<Side, Row>,
): (filters: Given) => Statements<Side, Row> {
  const names = Object.keys(declared.mayTake ?? {});
  const made = new Map<string, Statements<Side, Row>>();
  const variant = (present: readonly string[]): Statements<Side, Row> => {
    const name = `${declared.name}${present.map((filter) => `_${names.indexOf(filter)}`).join('')}`;
    const found = made.get(name) ?? make(name, present);
    made.set(name, found);
    return found;
  };
  declareFamily(() => {
    for (const present of names.length === 0 ? [[]] : [[], names])
      for (const side of Object.values<PageStatement<Row>>(variant(present))) side(SAMPLE);
  });
  return (filters) => variant(names.filter((name) => filters[name] !== undefined));
}

/** The parameters and conditions of the statements with these filters. */
function filteredBy<Takes extends Types, MayTake extends Types>(
  { takes, mayTake, filters, narrowing }: { takes?: Takes | undefined } & Filtered<Takes, MayTake>,
  present: readonly string[],
) {
  const parameters = { ...parametersOf(takes), ...parametersOf(mayTake) };
  return {
    parameters,
    taken: [...Object.keys(takes ?? {}), ...present].map((one) => parameters[one]).filter((one) => one !== undefined),
    conditions: join(
      present.map((filter) => sql`and ${filters?.[filter]?.(parameters) ?? sql`true`}`),
      ' ',
    ),
    plannedForValues: narrowing?.some((filter) => present.includes(filter)) ?? false,
  };
}

type Statements<Side extends string, Row> = Readonly<Record<Side, PageStatement<Row>>>;

const keyName = (i: number): string => `key ${i + 1}`;

function keyedStatements<Takes extends Types, MayTake extends Types, Gives extends Types>(
  declared: Keyed<Takes, MayTake, Gives>,
  name: string,
  present: readonly string[],
): Statements<'first' | 'further' | 'after' | 'before', RowOf<Gives>> {
  const { select, around, gives, key } = declared;
  const { parameters, taken, conditions, plannedForValues } = filteredBy(declared, present);
  const descending = key[0]?.descending ?? false;
  const expressions = key.map((part) => part.sql);
  const keys = key.map((part, i) => new Parameter(keyName(i), KEY_TYPES[part.type].type));
  const given = key.map((part, i) => sql`${keys[i] ?? none}::${KEY_TYPES[part.type].sql}`);
  const beside = (reversed: boolean) => (parts: readonly Sql[]) => sql`and ${comesAfter(parts, given, descending !== reversed)}`;
  const made = (
    side: string,
    {
      bounds,
      reversed,
      more,
      offset,
    }: { bounds: (parts: readonly Sql[]) => Sql; reversed: boolean; more: readonly Parameter[]; offset?: Parameter },
  ): PageStatement<RowOf<Gives>> =>
    bySize((limit) => {
      const down = descending !== reversed;
      const cut: Cut = { size: offset ? sql`${limit} + ${offset}` : sql`${limit}`, down, filters: conditions, bounds };
      const skipped = offset ? sql`offset ${offset}` : none;
      const page = sql`${select(parameters, cut)} ${conditions} ${bounds(expressions)} order by ${inOrder(expressions, down)} limit ${limit} ${skipped}`;
      const again = key.map((part) => part.around ?? part.sql);
      const whole = around ? sql`${around(page, parameters)} order by ${inOrder(again, down)}` : page;
      return numbered({ name: `${name}_${side}_${limit}`, given: [...taken, ...more], gives, plannedForValues, sql: whole });
    });
  return {
    first: made('first', { bounds: () => none, reversed: false, more: [] }),
    further: made('further', { bounds: () => none, reversed: false, more: [OFFSET], offset: OFFSET }),
    after: made('after', { bounds: beside(false), reversed: false, more: keys }),
    before: made('before', { bounds: beside(true), reversed: true, more: keys }),
  };
}

interface Numbered<Takes extends Types, MayTake extends Types, Gives extends Types>
  extends Declared<Takes, Gives>,
    Filtered<Takes, MayTake> {
  /** `select .. from .. where .. order by ..`: the list without bounds. `filters` follows its condition. `around` orders the rows again. */
  select: (parameters: ParametersOf<Takes>, filters: Sql) => Sql;
}

/** A list that is paged by number (conventions#54). */
export function numberedList<
  const Takes extends Types = Record<never, never>,
  const MayTake extends Types = Record<never, never>,
  const Gives extends Types = Record<never, never>,
>(declared: Numbered<Takes, MayTake, Gives>): PagedList<RowOf<Gives>, ValuesOf<Takes>, ValuesOf<MayTake>> {
  const variant = variantsOf(declared, (name, present) => numberedStatements(declared, name, present));
  return {
    async read(db, values, page, filters: Given = {}) {
      const { first, further } = variant(filters);
      const given = { ...values, ...filters };
      const { limit: size, offset } = page;
      const rows = offset === 0 ? await db.rows(first(size), given) : await db.rows(further(size), { ...given, offset });
      return numberedPage(rows, page);
    },
  };
}

function numberedStatements<Takes extends Types, MayTake extends Types, Gives extends Types>(
  declared: Numbered<Takes, MayTake, Gives>,
  name: string,
  present: readonly string[],
): Statements<'first' | 'further', RowOf<Gives>> {
  const { gives, select, around } = declared;
  const { parameters, taken, conditions, plannedForValues } = filteredBy(declared, present);
  const made = (side: string, more: readonly Parameter[], offset = none): PageStatement<RowOf<Gives>> =>
    bySize((limit) => {
      const page = sql`${select(parameters, conditions)} limit ${limit}${offset}`;
      const whole = around ? around(page, parameters) : page;
      return numbered({ name: `${name}_${side}_${limit}`, given: [...taken, ...more], gives, plannedForValues, sql: whole });
    });
  return { first: made('first', []), further: made('further', [OFFSET], sql` offset ${OFFSET}`) };
}

/** The sizes of pages for which there are statements. A page of another size is cut out of the next larger one. */
const SIZES = [1, 10, 20, 50, MAX_SIZE];
/** The size of those statements that guards look at. */
const SAMPLE = 10;

/**
 * The statement for a size of page. The limit stands in its text, because PostgreSQL would plan a statement with an unknown limit for a
 * tenth of all rows. Every connection prepares and keeps each text, so there are few of them: otherwise two clients with a loop over
 * `per_page` would have PostgreSQL keep hundreds. One row more than the page is read, which says whether there is a next page.
 */
function bySize<Row>(make: (limit: number) => Statement<Row, Given>): PageStatement<Row> {
  const made = new Map<number, Statement<Row, Given>>();
  return (size) => {
    const limit = (SIZES.find((one) => one >= size) ?? size) + 1;
    const known = made.get(limit) ?? make(limit);
    made.set(limit, known);
    return known;
  };
}

const INT_RANGE: Readonly<Record<string, number>> = { int: LARGEST_INT, int8: Number.MAX_SAFE_INTEGER };

/** A timestamp as bookmarks write it. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether there is such a moment: of the 30th of February a `Date` makes the 2nd of March, and the database refuses it. */
function isMoment(value: string): boolean {
  const ms = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

/** Whether a value of a bookmark has the type of its part of the key: clients may make bookmarks up. */
function fits(part: KeyPart, value: string | number | undefined): boolean {
  if (part.type === 'timestamptz') return typeof value === 'string' && isMoment(value);
  if (part.type === 'uuid') return readUuid(String(value)) !== undefined;
  const most = INT_RANGE[part.type];
  if (most === undefined) return value !== undefined;
  return value !== undefined && /^-?\d{1,16}$/.test(String(value)) && Math.abs(Number(value)) <= most;
}

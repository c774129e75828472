import type { Written } from '../values.ts';

/** The type of a column or a parameter: what PostgreSQL calls it, and what it is in this process. */
export interface Type<T> {
  /** Names of `pg_type` that it may have; of an array, those of its elements. */
  readonly names: readonly string[];
  readonly isArray: boolean;
  readonly nullable: boolean;
  /** See `present`. */
  readonly isPresent?: true;
  /** See `someOf`. */
  readonly mayStayOut?: true;
  /** Whether a value that was read is one; tests ask it of all rows. */
  readonly holds: (value: unknown) => value is T;
  /** What is sent for a value, where the driver would send something else. */
  write?(value: T): unknown;
}

export type Types = Readonly<Record<string, Type<unknown>>>;

type ValueOf<Of> = Of extends Type<infer T> ? T : never;
/** A row of columns of these types. */
export type RowOf<Of extends Types> = { -readonly [Name in keyof Of]: ValueOf<Of[Name]> };
type Given<T> = T extends (infer Element)[] ? readonly Element[] : T;
/** What is given for parameters of these types. */
export type ValuesOf<Of extends Types> = { readonly [Name in keyof Of]: Given<ValueOf<Of[Name]>> };

/** A parameter whose values are written (store/values.ts) before they are given: those that are kept are written once. */
export const writtenBefore = ({ names, isArray, nullable }: Type<unknown>): Type<Written> => ({
  names,
  isArray,
  nullable,
  holds: (value): value is Written => isString(value),
});

/** Parameters of statements of several forms, of which each takes what it needs. */
export const someOf = <Of extends Types>(types: Of): Of =>
  // `fromEntries` forgets the names.
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { ...type, mayStayOut: true }])) as Of;

/** A parameter of one statement. */
export class Parameter {
  readonly name: string;
  readonly type: Type<unknown>;

  constructor(name: string, type: Type<unknown>) {
    this.name = name;
    this.type = type;
  }
}

const scalar = <T>(names: readonly string[], holds: (value: unknown) => value is T): Type<T> => ({
  names,
  isArray: false,
  nullable: false,
  holds,
});

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isString = (value: unknown): value is string => typeof value === 'string';

/** Whole numbers; counts come as int8, and none of ours passes 2^53. */
export const int: Type<number> = scalar(['int4', 'int8', 'int2'], (value): value is number => Number.isSafeInteger(value));
export const float: Type<number> = scalar(['float8', 'float4'], isNumber);
export const text: Type<string> = scalar(['text', 'varchar', 'name', 'bpchar'], isString);
export const boolean: Type<boolean> = scalar(['bool'], (value): value is boolean => typeof value === 'boolean');
export const timestamptz: Type<Date> = scalar(['timestamptz'], (value): value is Date => value instanceof Date);
export const uuid: Type<string> = scalar(['uuid'], isString);

export const bytea: Type<Buffer> = scalar(['bytea'], (value): value is Buffer => value instanceof Buffer);
/** What a function of the database gives that gives nothing. */
export const nothing: Type<''> = scalar(['void'], (value): value is '' => value === '');

/** One of these words: of a text, or of an enum of the database. */
export function oneOf<const T extends string>(words: readonly T[] | Readonly<Record<string, T>>, enumName?: string): Type<T> {
  const known: ReadonlySet<unknown> = new Set(Object.values(words));
  return scalar(enumName === undefined ? text.names : [enumName], (value): value is T => known.has(value));
}

/** JSON, of which its column or its statement says what it holds. */
export const json = <T = object>(): Type<T> => ({
  ...scalar(['jsonb', 'json'], (value): value is T => value !== null && value !== undefined),
  write: (value) => JSON.stringify(value),
});

export function nullable<T>(type: Type<T>): Type<T | null> {
  const holds = (value: unknown): value is T | null => value === null || type.holds(value);
  const { write } = type;
  // Null is sent as it is, whatever the type (statement.ts).
  return { ...type, nullable: true, holds, ...(write ? { write: (value: T | null) => (value === null ? null : write(value)) } : {}) };
}

/** Tells whether the row of an outer join is there (see `ifThere`): then no column is null that cannot be null in its table. */
export function whereThere<Of extends Types>(types: Of): <Row extends RowOf<AllNullable<Of>>>(row: Row) => row is Row & RowOf<Of> {
  const needed = Object.keys(types).filter((name) => !types[name]?.nullable);
  return (row): row is typeof row & RowOf<Of> => needed.every((name) => row[name] !== null);
}

/** The type of a column that may be null in its table, and never is in the statement, because of its conditions. */
export const present = <T>(type: Type<T>): Type<T> => ({ ...type, isPresent: true });

type AllNullable<Of extends Types> = { [Name in keyof Of]: Type<ValueOf<Of[Name]> | null> };
/** The types of the columns of an outer join, whose row may not be there. */
export const ifThere = <Of extends Types>(types: Of): AllNullable<Of> =>
  // `fromEntries` forgets the names.
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, nullable(type)])) as AllNullable<Of>;

export function array<T>(element: Type<T>): Type<T[]> {
  const type: Type<T[]> = {
    names: element.names,
    isArray: true,
    nullable: false,
    holds: (value): value is T[] => Array.isArray(value) && value.every((one) => element.holds(one)),
  };
  const { write } = element;
  return write ? { ...type, write: (values) => values.map((value) => (value === null ? null : write(value))) } : type;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { LARGEST_INT } from '../../kernel/integers.ts';
import { decimalText } from './json-numbers.ts';
import { lastOf, Repeated } from './nesting.ts';

/** JSON Schema of what a client may send, for the OpenAPI document: the readers below are opaque to it. */
export type Documented = Readonly<Record<string, unknown>>;
export const documentation = z.registry<{ schema: Documented }>();

/** The zone in which timestamps without an offset are read (conventions#49): the caller's, while a request's input is parsed. */
export const callerZone = new AsyncLocalStorage<string>();

/** A reader refuses a value by giving back why. */
export class Refused {
  readonly type: string;
  readonly message: string;
  constructor(type: string, message: string) {
    this.type = type;
    this.message = message;
  }
}

export interface Reader<T> {
  read(raw: unknown): T | Refused;
  schema: Documented;
}

/** Counts as absent, or says null (conventions#33). */
export const isEmpty = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

/** A map of parameters, of which nothing is read yet. */
export const isParameterMap = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof Repeated);

function settle<T>(result: T | Refused, ctx: z.core.$RefinementCtx): T {
  if (!(result instanceof Refused)) return result;
  ctx.addIssue({ code: 'custom', message: result.message, params: { type: result.type } });
  return z.NEVER;
}

function field<T>(schema: Documented, read: (raw: unknown) => T | Refused) {
  const type = z.unknown().transform((raw, ctx) => settle(read(raw), ctx));
  documentation.add(type, { schema });
  return type;
}

const BLANK = new Refused('blank', 'is required');

/** Must be there: absent, empty and null are `blank`, where no rule says another word. */
export const required = <T>(reader: Reader<T>, absent = BLANK) =>
  field<T>(reader.schema, (raw) => (isEmpty(lastOf(raw)) ? absent : reader.read(raw)));

/** May be left out; empty and null count as absent (conventions#33). */
export const optional = <T>(reader: Reader<T>) =>
  field<T | undefined>(reader.schema, (raw) => (isEmpty(lastOf(raw)) ? undefined : reader.read(raw))).optional();

/** May be left out; empty and null say null. */
export const nullable = <T>(reader: Reader<T>) =>
  field<T | null | undefined>({ anyOf: [reader.schema, { type: 'null' }] }, (raw) =>
    raw === undefined ? undefined : isEmpty(lastOf(raw)) ? null : reader.read(raw),
  ).optional();

/** May be left out, and keeps an empty value for the service to judge, where a decision says what that does. */
export const verbatim = (reader: Reader<string>) =>
  field<string | undefined>(reader.schema, (raw) => {
    const value = lastOf(raw);
    return value === undefined || value === null ? undefined : value === '' ? '' : reader.read(raw);
  }).optional();

/** Kept as it came, where another parameter says whether it counts: the service reads it then, by `readFields`. */
export const unread = (reader: Reader<unknown>) => field<unknown>(reader.schema, (raw) => raw).optional();

/** Refuses a member of a list, or a map, because it has no field of this name. */
export const memberLacks = (name: string): Refused => new Refused('blank', `has no ${name}`);

/** One field of a map, or of a member of a list; what is wrong with it is said of the map or list, by the field's name. */
export function memberField<T>(member: Record<string, unknown>, name: string, reader: Reader<T>, absent: T | Refused): T | Refused {
  const value = lastOf(member[name]);
  if (isEmpty(value)) return absent;
  const read = reader.read(value);
  return read instanceof Refused ? new Refused(read.type, `has a ${name} that ${read.message}`) : read;
}

/** Refuses a member whose fields a schema has read: the first that is wrong is named, as `memberField` does. */
export const memberRefused = ({ issues: [issue] }: z.ZodError): Refused =>
  new Refused('invalid', `has a ${String(issue?.path.at(-1) ?? 'value')} that ${issue?.message ?? 'is wrong'}`);

type Scalar = string | number | boolean;

/** A single value, of any type. */
function scalarOf(raw: unknown): Scalar | Refused {
  const value = lastOf(raw);
  if (typeof value === 'number' && !Number.isFinite(value)) return new Refused('invalid', 'is a number beyond all bounds');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return new Refused('invalid', 'must be a single value');
}

function scalar<T>(schema: Documented, read: (value: Scalar) => T | Refused): Reader<T> {
  return {
    schema,
    read(raw) {
      const value = scalarOf(raw);
      return value instanceof Refused ? value : read(value);
    },
  };
}

const asText = (value: Scalar): string => (typeof value === 'number' ? decimalText(value) : String(value));

/** What is meant as text, by characters that can be kept as text. */
export function textOf(raw: unknown): string | Refused {
  const value = scalarOf(raw);
  if (value instanceof Refused) return value;
  const string = asText(value);
  return string.includes('\0') || !string.isWellFormed() ? new Refused('invalid', 'has characters that are no text') : string;
}

/** Characters, not UTF-16 units: what limits count (conventions#42). */
export const lengthOf = (value: string): number => Array.from(value).length;

/** There are never more characters than units, and never less than half as many: most need no counting. */
const isLonger = (value: string, max: number): boolean => value.length > max && (value.length > 2 * max || lengthOf(value) > max);

/** How many characters names, titles and other short texts may have (conventions#42). */
export const MOST_CHARACTERS = 255;

/** A text cut to `room` characters, without the blanks that it would then end with. */
export const cutTo = (value: string, room = MOST_CHARACTERS): string =>
  isLonger(value, room) ? Array.from(value).slice(0, room).join('').trimEnd() : value;

/** Plain text, kept as it is (conventions#43). `max` counts characters. */
export const text = (max = MOST_CHARACTERS): Reader<string> => ({
  schema: { type: 'string', maxLength: max },
  read(raw) {
    const string = textOf(raw);
    return typeof string === 'string' && isLonger(string, max)
      ? new Refused('too_long', `is too long (at most ${max} characters)`)
      : string;
  },
});

export const oneOf = <const T extends readonly string[]>(...words: T): Reader<T[number]> =>
  scalar({ type: 'string', enum: words }, (value) => {
    const found = words.find((word) => word === value);
    return found ?? new Refused('invalid', `must be one of ${words.join(', ')}`);
  });

const TRUE = new Set(['true', '1', 'on', 'yes', 't']);
const FALSE = new Set(['false', '0', 'off', 'no', 'f']);

export const boolean = (): Reader<boolean> =>
  scalar({ type: 'boolean' }, (value) => {
    const word = String(value).toLowerCase();
    return TRUE.has(word) ? true : FALSE.has(word) ? false : new Refused('invalid', 'must be true or false');
  });

const DECIMAL = /^-?\d{1,300}(\.\d{1,300})?$/;

/** A number in decimal notation, in JSON any JSON number (conventions#30). */
export const decimal = (range: { min?: number; max?: number } = {}): Reader<number> =>
  scalar({ type: 'number', ...bounds(range) }, (value) =>
    typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value))
      ? within(Number(value), range)
      : new Refused('not_a_number', 'must be a number'),
  );

export const integer = (range: { min?: number; max?: number } = {}): Reader<number> =>
  scalar({ type: 'integer', ...bounds(range) }, (value) => {
    if (!/^-?\d{1,15}$/.test(String(value))) return new Refused('not_an_integer', 'must be a whole number');
    return within(Number(value), range);
  });

/** A whole number from 1 to the largest that a column holds: an id, a place in an order, a count. */
export const positiveInteger = (): Reader<number> => integer({ min: 1, max: LARGEST_INT });

const bounds = ({ min, max }: { min?: number; max?: number }): Documented => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

function within(value: number, { min = -Infinity, max = Infinity }: { min?: number; max?: number }): number | Refused {
  if (value < min) return new Refused('too_small', `must be at least ${min}`);
  if (value > max) return new Refused('too_large', `must be at most ${max}`);
  return value;
}

// What PostgreSQL and four digits hold alike.
const FIRST_YEAR = 1;
const LAST_YEAR = 9999;
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59Z');

/** A moment that was worked out from one that is taken: not outside of the years that are. */
export const withinYears = (moment: number): Date => new Date(Math.min(Math.max(moment, FIRST_MOMENT), LAST_MOMENT));

const DATE = /^\d{4}-\d\d-\d\d$/;
/** A timestamp of ISO 8601, in the extended form or in the basic one, and its offset, if it has one, as the first group. */
const TIME = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?|\d{8}T\d{4}(?:\d\d(?:[.,]\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** ISO 8601 with an offset or `Z`; without one in the caller's zone; a bare date is 00:00 there. Whole seconds (conventions#49). */
export const timestamp = (): Reader<Date> =>
  scalar({ type: 'string', format: 'date-time' }, (value) => readTimestamp(String(value), callerZone.getStore() ?? 'UTC'));

/** A timestamp in milliseconds since 1970; NaN where it is none. */
function momentOf(value: string, zone: string): number {
  if (DATE.test(value)) return Temporal.PlainDate.from(value).toZonedDateTime(zone).epochMilliseconds;
  const time = TIME.exec(value);
  if (!time) return Number.NaN;
  return time[1] === undefined
    ? Temporal.PlainDateTime.from(value).toZonedDateTime(zone).epochMilliseconds
    : Temporal.Instant.from(value).epochMilliseconds;
}

export function readTimestamp(value: string, zone: string): Date | Refused {
  const refused = new Refused('invalid', 'must be an ISO 8601 timestamp');
  try {
    const moment = momentOf(value, zone);
    const date = new Date(Math.floor(moment / 1000) * 1000);
    const year = date.getUTCFullYear();
    return Number.isNaN(moment) || year < FIRST_YEAR || year > LAST_YEAR ? refused : date;
  } catch {
    return refused;
  }
}

/** A calendar day, `YYYY-MM-DD`. */
export const day = (): Reader<string> =>
  scalar({ type: 'string', format: 'date' }, (value) => {
    const refused = new Refused('invalid', 'must be a date, YYYY-MM-DD');
    if (!DATE.test(String(value))) return refused;
    try {
      const read = Temporal.PlainDate.from(String(value));
      return read.year < FIRST_YEAR ? refused : read.toString();
    } catch {
      return refused;
    }
  });

/** A list in any of its forms (conventions#26): `a[]`, a repeated plain name, a single value, a map with keys 0..n. */
export function list<T>(element: Reader<T>): Reader<T[]> {
  return {
    schema: { type: 'array', items: element.schema },
    read(raw) {
      const items: T[] = [];
      for (const item of elements(raw)) {
        if (isEmpty(item)) continue;
        const value = element.read(item);
        if (value instanceof Refused) return value;
        items.push(value);
      }
      return items;
    },
  };
}

/** The elements of a list, in whichever of its forms. */
export function elements(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw;
  if (raw instanceof Repeated) return raw.values;
  if (typeof raw !== 'object' || raw === null) return [raw];
  const keys = Object.keys(raw);
  const byNumber = new Map(Object.entries(raw));
  return keys.every((_, i) => byNumber.has(String(i))) ? keys.map((_, i) => byNumber.get(String(i))) : [raw];
}

/** The words of what `anyOf` reads, by its schema. */
export const wordsOf = new WeakMap<Documented, readonly string[]>();

/** Names that are known are taken, others ignored, as for every unknown parameter: `include[]`. */
export const anyOf = <const T extends readonly string[]>(...words: T): Reader<Set<T[number]>> => {
  const names = list(text());
  const schema = { type: 'array', items: { type: 'string', enum: words } };
  wordsOf.set(schema, words);
  return {
    schema,
    read(raw) {
      const sent = names.read(raw);
      return sent instanceof Refused ? sent : new Set(words.filter((word) => sent.includes(word)));
    },
  };
};

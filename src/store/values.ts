import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const INT4_ARRAY = 1007;
const TEXT_ARRAY = 1009;

const ZERO = '0'.charCodeAt(0);
const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

const WHOLE_SECONDS = '2026-01-31 12:00:00+00'.length;
const MILLISECONDS = '2026-01-31 12:00:00.123+00'.length;

/**
 * Sessions are in UTC: `2026-01-31 12:00:00.123+00`. Worked out of the digits, for lists are full of these and the language's
 * own reading takes three times as long; it reads the rare forms.
 */
export function readTimestamp(text: string): Date {
  const { length } = text;
  if (
    text.charAt(0) === '0' ||
    text.charAt(4) !== '-' ||
    (length !== WHOLE_SECONDS && (length < MILLISECONDS || length > MILLISECONDS + 3))
  )
    return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  const milliseconds = length === WHOLE_SECONDS ? 0 : twoDigits(text, 20) * 10 + digit(text, 22);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  return new Date(
    Date.UTC(year, twoDigits(text, 5) - 1, twoDigits(text, 8), twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), milliseconds),
  );
}

const driverParser = (oid: number): ((value: string) => unknown) => pg.types.getTypeParser(oid);
const textOrNull = (element: string): string | null => (element === 'NULL' ? null : element);
const numberOrNull = (element: string): number | null => (element === 'NULL' ? null : Number(element));
const parsers = new Map<number, (value: string) => unknown>([
  // Counts come back as int8; none of ours passes 2^53.
  [INT8, Number],
  [TIMESTAMPTZ, readTimestamp],
  // Lists of ids may be long: thousands of recipients, of entries. The driver reads and writes them a character at a time.
  [INT4_ARRAY, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(numberOrNull))],
  // Words, mostly: types of submissions, extensions of files. What is quoted is left to the driver.
  [
    TEXT_ARRAY,
    (value) =>
      value.includes('"') ? driverParser(TEXT_ARRAY)(value) : value === '{}' ? [] : value.slice(1, -1).split(',').map(textOrNull),
  ],
]);

/** How text of the database becomes a value, by the oid of its type. */
export const parserOf = (oid: number): ((value: string) => unknown) => parsers.get(oid) ?? driverParser(oid);

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((element) => typeof element === 'number');

/** A value as it is sent. */
export type Written = string | Buffer | null;
export const written = (value: unknown): Written => prepareValue(isNumbers(value) ? `{${value.join()}}` : value);

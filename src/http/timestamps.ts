import { z } from 'zod';

/** A timestamp as it is answered: UTC, whole seconds (D1.5). How one is read: `timestamp` in parameters/types.ts. */
export const moment = z.iso.datetime();

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Written out because `toISOString` takes four times as long, and lists are full of these. */
export function iso(date: Date): string {
  const year = date.getUTCFullYear();
  if (!(year >= 1_000 && year <= 9_999)) return `${date.toISOString().slice(0, -5)}Z`;
  const [month, day] = [TWO_DIGITS[date.getUTCMonth() + 1], TWO_DIGITS[date.getUTCDate()]];
  return `${year}-${month}-${day}T${TWO_DIGITS[date.getUTCHours()]}:${TWO_DIGITS[date.getUTCMinutes()]}:${TWO_DIGITS[date.getUTCSeconds()]}Z`;
}

export const isoOrNull = (date: Date | null): string | null => (date === null ? null : iso(date));

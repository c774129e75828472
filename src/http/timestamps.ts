import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../kernel/dates.ts';

/** A timestamp as it is answered: UTC, whole seconds (conventions#48). How one is read: `timestamp` in parameters/types.ts. */
export const moment = z.iso.datetime();

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const MOST_DAYS = 10_000;
/** Days since 1970, as they are written, with the `T` behind them. Answers hold few different ones. */
const days = new Map<number, string>();

function dayOf(time: number): string {
  const number = Math.floor(time / DAY_MS);
  let day = days.get(number);
  if (day === undefined) {
    day = new Date(time).toISOString().replace(/T.*/, 'T');
    if (days.size === MOST_DAYS) days.clear();
    days.set(number, day);
  }
  return day;
}

/** Written out because `toISOString` takes many times as long, and lists are full of these. */
export function iso(date: Date): string {
  const time = date.getTime();
  const ofDay = time - Math.floor(time / DAY_MS) * DAY_MS;
  const [hours, minutes, seconds] = [ofDay / HOUR_MS, (ofDay % HOUR_MS) / MINUTE_MS, (ofDay % MINUTE_MS) / SECOND_MS];
  return `${dayOf(time)}${TWO_DIGITS[Math.trunc(hours)]}:${TWO_DIGITS[Math.trunc(minutes)]}:${TWO_DIGITS[Math.trunc(seconds)]}Z`;
}

/** The exclusive end of a list that includes a time: whatever is answered with that whole second lies before it (conventions#48). */
export const secondAfter = (time: Date): Date => new Date(time.getTime() + SECOND_MS);

export const isoOrNull = (date: Date | null): string | null => (date === null ? null : iso(date));

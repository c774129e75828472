import { Temporal } from 'temporal-polyfill';
import { withinYears } from '../../http/parameters/types.ts';

const local = (date: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);

const FIRST_DAY = Temporal.PlainDate.from('0001-01-01');
const LAST_DAY = Temporal.PlainDate.from('9999-12-31');

/** The day on which a moment is in a zone. */
export function dayIn(date: Date, zone: string): Temporal.PlainDate {
  const day = local(date, zone).toPlainDate();
  return day.year < FIRST_DAY.year ? FIRST_DAY : day.year > LAST_DAY.year ? LAST_DAY : day;
}

/** A date at exactly 00:00 in the course's zone, or where its day begins there, means the end of that day (overrides#1). */
export function endOfDay(date: Date, zone: string): Date {
  const there = local(date, zone);
  const isMidnight = there.hour === 0 && there.minute === 0 && there.second === 0;
  if (!isMidnight && there.startOfDay().epochMilliseconds !== date.getTime()) return date;
  return withinYears(there.with({ hour: 23, minute: 59, second: 59 }).epochMilliseconds);
}

interface Day {
  readonly allDay: boolean;
  /** The day of the date in the course's zone, `YYYY-MM-DD`. */
  readonly date: string | null;
}

/** Zones are slow to ask, and lists ask for the same few dates again and again. */
const known = new Map<string, Day>();
const MOST_KNOWN = 10_000;

/** Whether a due date means a whole day, and which day it is on (overrides#2). */
export function dayOf(dueAt: Date | null, zone: string): Day {
  if (dueAt === null) return { allDay: false, date: null };
  const key = `${zone} ${dueAt.getTime()}`;
  const found = known.get(key);
  if (found) return found;
  const there = local(dueAt, zone);
  const day = { allDay: there.hour === 23 && there.minute === 59, date: dayIn(dueAt, zone).toString() };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, day);
  return day;
}

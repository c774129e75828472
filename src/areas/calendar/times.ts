import { Temporal } from 'temporal-polyfill';
import { withinYears } from '../../http/parameters/types.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import { dayIn } from '../overrides/whole-days.ts';

export interface SentTimes {
  startAt: Date;
  /** Null: it ends when it begins. */
  endAt: Date | null;
  allDay: boolean;
}

export interface Times {
  startAt: Date;
  endAt: Date;
  allDayDate: string | null;
}

const startOf = (day: Temporal.PlainDate, zone: string): Date => withinYears(day.toZonedDateTime(zone).epochMilliseconds);

/** When an event is. One of whole days is from the beginning of the first to the beginning of the last of them, in its context's zone. */
export function timesOf({ startAt, endAt, allDay }: SentTimes, zone: string): Times {
  if (!allDay) return { startAt, endAt: endAt ?? startAt, allDayDate: null };
  const first = dayIn(startAt, zone);
  return { startAt: startOf(first, zone), endAt: startOf(dayIn(endAt ?? startAt, zone), zone), allDayDate: first.toString() };
}

/** Whether an end is not before its start. Of whole days these are days, so that hours within one say nothing (calendar#8). */
export const isInOrder = ({ startAt, endAt }: Pick<Times, 'startAt' | 'endAt'>): boolean => endAt >= startAt;

/** How many whole days there are from the first to the last. */
export const daysOf = ({ startAt, endAt }: Pick<Times, 'startAt' | 'endAt'>): number =>
  Math.round((endAt.getTime() - startAt.getTime()) / DAY_MS) + 1;

/** The same whole days, as they begin in a zone: they may have been made in another one. */
export function wholeDaysIn({ startAt, endAt, allDayDate }: Times & { allDayDate: string }, zone: string): Times {
  const first = Temporal.PlainDate.from(allDayDate);
  const last = first.add({ days: daysOf({ startAt, endAt }) - 1 });
  return { startAt: startOf(first, zone), endAt: startOf(last, zone), allDayDate };
}

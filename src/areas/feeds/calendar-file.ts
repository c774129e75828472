import ical, { ICalCalendarMethod } from 'ical-generator';
import type { CalendarItem } from '../area.ts';

const ASK_AGAIN_AFTER_S = 3_600;

interface CalendarFile {
  name: string;
  /** The host of the server: with it items' ids are unique in the world. */
  host: string;
  items: readonly CalendarItem[];
}

/** The whole seconds of a date, which is what the format has of it. */
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** The format wants an end to be later than the start: what is a moment there has none (RFC 5545, 3.8.2.2). */
const endOf = ({ startAt, endAt }: CalendarItem): Date | null => (endAt !== null && secondsOf(endAt) > secondsOf(startAt) ? endAt : null);

/** The format has no way to write the other control characters (RFC 5545, 3.1): readers refuse a file that holds one as a whole. */
const writable = <T extends string | null>(text: T) => text && text.replace(/[^\P{Cc}\t\r\n]/gu, '');

/** The library writes the name as it is: what comes after the end of a line would be a line of the calendar. */
const nameOf = (name: string): string => name.replace(/\p{Cc}+/gu, ' ');

/** An iCalendar file (RFC 5545). A date without an end is a moment, as a due date is. */
export function calendarFile({ name, host, items }: CalendarFile): string {
  const calendar = ical({
    name: nameOf(name),
    prodId: { company: 'Lectern', product: 'Lectern', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: ASK_AGAIN_AFTER_S,
  });
  for (const item of items) {
    calendar.createEvent({
      id: `${item.uid}@${host}`,
      summary: writable(item.title),
      description: writable(item.description),
      location: writable(item.location),
      start: item.startAt,
      end: endOf(item),
      allDay: item.allDay,
      url: item.url,
      stamp: item.updatedAt,
      lastModified: item.updatedAt,
    });
  }
  // Every line ends, the last one too (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`;
}

import ical, { ICalCalendarMethod } from 'ical-generator';
import type { CalendarItem } from '../area.ts';

const ASK_AGAIN_AFTER_S = 3_600;

export interface CalendarFile {
  name: string;
  /** Of the server: with it items' ids are unique in the world. */
  host: string;
  items: readonly CalendarItem[];
}

/** The whole seconds of a date, which is what the format has of it. */
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** The format wants an end to be later than the start: what is a moment there has none (RFC 5545, 3.8.2.2). */
const endOf = ({ startAt, endAt }: CalendarItem): Date | null => (endAt !== null && secondsOf(endAt) > secondsOf(startAt) ? endAt : null);

/** An iCalendar file (RFC 5545). A date without an end is a moment, as a due date is. */
export function calendarFile({ name, host, items }: CalendarFile): string {
  const calendar = ical({
    name,
    prodId: { company: 'Lectern', product: 'Lectern', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: ASK_AGAIN_AFTER_S,
  });
  for (const item of items) {
    calendar.createEvent({
      id: `${item.uid}@${host}`,
      summary: item.title,
      description: item.description,
      location: item.location,
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

import ical, { ICalCalendarMethod } from 'ical-generator';
import type { CalendarItem } from '../area.ts';

const ASK_AGAIN_AFTER_S = 3_600;

export interface CalendarFile {
  name: string;
  /** Of the server: with it items' ids are unique in the world. */
  host: string;
  items: readonly CalendarItem[];
}

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
      end: item.endAt,
      allDay: item.allDay,
      url: item.url,
      stamp: item.updatedAt,
      lastModified: item.updatedAt,
    });
  }
  return calendar.toString();
}

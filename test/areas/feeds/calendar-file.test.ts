import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { CalendarItem } from '../../../src/areas/area.ts';
import { calendarFile } from '../../../src/areas/feeds/calendar-file.ts';

const item = (more: Partial<CalendarItem> = {}): CalendarItem => ({
  uid: 'assignment_5',
  title: 'Essay',
  description: null,
  location: null,
  startAt: new Date('2026-02-03T10:30:00Z'),
  endAt: null,
  allDay: false,
  url: null,
  updatedAt: new Date('2026-01-31T12:00:00Z'),
  ...more,
});
const write = (...items: CalendarItem[]): string => calendarFile({ name: 'Biology; a course, "1"', host: 'lectern.test', items });
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) };
};

describe('a calendar file', () => {
  // feeds#6
  test('without items is one that a reader takes', () => {
    const text = write();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(text).toMatch(/[^\n]\r\nEND:VCALENDAR\r\n$/);
    const { calendar, events } = read(text);
    expect([calendar.name, events]).toEqual(['vcalendar', []]);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Lectern//Lectern//EN');
    // A reader is to ask again within the hour.
    expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H');
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Biology; a course, "1"');
  });

  // feeds#8
  test('holds items as they are, whatever they are called', () => {
    const title = 'Essay; draft, "two" \\ Übung 🦊\nBEGIN:VEVENT';
    const description = `${'A long line. '.repeat(30)}\r\nEND:VCALENDAR\r\nAnother, and; more`;
    const {
      events: [event, ...more],
    } = read(
      write(
        item({
          title,
          description,
          location: 'Room 5, 1st floor',
          url: 'https://lectern.test/courses/1/assignments/5',
          endAt: new Date('2026-02-03T11:30:00Z'),
        }),
      ),
    );
    expect(more).toEqual([]);
    expect(event?.uid).toBe('assignment_5@lectern.test');
    expect(event?.summary).toBe(title);
    expect(event?.description.replaceAll('\r', '')).toBe(description.replaceAll('\r', ''));
    expect(event?.location).toBe('Room 5, 1st floor');
    expect(event?.startDate.toJSDate()).toEqual(new Date('2026-02-03T10:30:00Z'));
    expect(event?.endDate.toJSDate()).toEqual(new Date('2026-02-03T11:30:00Z'));
    expect(event?.component.getFirstPropertyValue('url')).toBe('https://lectern.test/courses/1/assignments/5');
  });

  // feeds#8
  test('has no line but its own, and no character that readers refuse', () => {
    const hostile = 'Biology\r\nBEGIN:VEVENT\rX-B:1\nX-C:2\u0007\u0085';
    const text = calendarFile({
      name: hostile,
      host: 'lectern.test',
      items: [item({ title: hostile, description: hostile, location: hostile })],
    });
    const { calendar, events } = read(text);
    expect(events.map((event) => event.summary)).toEqual(['Biology\nBEGIN:VEVENT\nX-B:1\nX-C:2']);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Biology BEGIN:VEVENT X-B:1 X-C:2 ');
    expect(text.match(/^(?:BEGIN:VEVENT|X-[BC]:)/gm)).toEqual(['BEGIN:VEVENT']);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  });

  // feeds#8
  test('shows what has no end as a moment, and whole days as days', () => {
    const whole = item({
      uid: 'event_1',
      allDay: true,
      startAt: new Date('2026-02-03T00:00:00Z'),
      endAt: new Date('2026-02-05T00:00:00Z'),
    });
    const { events } = read(write(item(), whole));
    expect(events[0]?.duration.toSeconds()).toBe(0);
    expect([events[1]?.startDate.toString(), events[1]?.endDate.toString(), events[1]?.startDate.isDate]).toEqual([
      '2026-02-03',
      '2026-02-05',
      true,
    ]);
  });

  // feeds#8
  test.each([
    ['2026-02-03T10:30:00.100Z', '2026-02-03T10:30:00.100Z', false],
    ['2026-02-03T10:30:00.100Z', '2026-02-03T10:30:00.900Z', false],
    ['2026-02-03T10:30:00.900Z', '2026-02-03T10:30:01.000Z', true],
  ])('of what is from %s to %s has an end: %s', (startAt, endAt, ends) => {
    const text = write(item({ startAt: new Date(startAt), endAt: new Date(endAt) }));
    expect(text.includes('DTEND')).toBe(ends);
  });

  // feeds#8
  test('is the same for the same items', () => {
    expect(write(item())).toBe(write(item()));
  });
});

import type { Ctx } from '../../access/context.ts';
import { CALENDAR_BYTES, plainText } from '../../http/plain-text.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import type { CalendarItem, CalendarSource } from '../area.ts';
import { calendarsOfCourses, calendarValues, ownCalendars } from './calendars.ts';
import { type EventRow, eventsBetween } from './event-rows.ts';
import { daysOf } from './times.ts';

/** Whole days are days of nobody's zone: those of UTC here. */
function whenOf(row: EventRow): Pick<CalendarItem, 'startAt' | 'endAt' | 'allDay'> {
  if (row.allDayDate === null) return { startAt: row.startAt, endAt: row.endAt, allDay: false };
  const startAt = new Date(`${row.allDayDate}T00:00:00Z`);
  return { startAt, endAt: new Date(startAt.getTime() + daysOf(row) * DAY_MS), allDay: true };
}

const item = (ctx: Ctx, row: EventRow): CalendarItem => ({
  uid: `event_${row.id}`,
  title: row.title,
  description: row.description === null ? null : plainText(row.description, CALENDAR_BYTES),
  location: [row.locationName, row.locationAddress].filter((part) => part !== null).join(', ') || null,
  ...whenOf(row),
  url: `${ctx.webUrl}/calendar?event_id=${row.id}`,
  updatedAt: row.updatedAt,
});

/** The events of a course, or of everything that is the caller's (feeds#7). */
export const calendarOfEvents: CalendarSource = async (ctx, course, { from, to }) => {
  const calendars = course === null ? await ownCalendars(ctx) : await calendarsOfCourses(ctx, [course]);
  const rows = await ctx.db.rows(eventsBetween, { ...calendarValues(ctx, calendars), from, to });
  return rows.map((row) => item(ctx, row));
};

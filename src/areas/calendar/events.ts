import type { Ctx } from '../../access/context.ts';
import type { ContextCode } from '../../http/parameters/context-codes.ts';
import { foundIn, invalidField, notFound } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { calendarsOf, calendarValues, ownCalendars, seesCode, type VisibleCalendars } from './calendars.ts';
import { childEvents, type EventRow, listedEvents, oneEvent } from './event-rows.ts';
import { eventsJson } from './json.ts';
import type { EventFilters } from './parameters.ts';
import type { CalendarEvent } from './schemas.ts';

/** What was asked for: contexts that the caller reads, all of them (400 else), or everything that is theirs. */
export async function askedCalendars(ctx: Ctx, codes: readonly ContextCode[] | undefined): Promise<VisibleCalendars> {
  if (codes === undefined) return ownCalendars(ctx);
  const calendars = await calendarsOf(ctx, codes);
  if (codes.every((code) => seesCode(calendars, code, ctx.caller.userId))) return calendars;
  throw invalidField('context_codes', 'invalid', 'names something whose calendar you do not see');
}

async function childrenOf(
  ctx: Ctx,
  calendars: Pick<VisibleCalendars, 'sections' | 'everywhere'>,
  rows: readonly EventRow[],
): Promise<EventRow[]> {
  const ids = rows.filter((row) => row.courseId !== null && row.parentEventId === null).map((row) => row.id);
  return ids.length === 0 ? [] : ctx.db.rows(childEvents, { ids, sections: calendars.sections, everywhere: calendars.everywhere });
}

/** calendar#17: by start. */
export const listEvents = async (ctx: Ctx, filters: EventFilters, page: PageRequest): Promise<Page<CalendarEvent>> =>
  eventsIn(ctx, calendarValues(ctx, await askedCalendars(ctx, filters.context_codes)), filters, page);

/** The events of the calendars that are given, by start. */
export async function eventsIn(
  ctx: Ctx,
  calendars: ReturnType<typeof calendarValues>,
  filters: EventFilters,
  page: PageRequest,
): Promise<Page<CalendarEvent>> {
  const between = { from: filters.start_date ?? null, to: filters.end_date ?? null };
  const found = await listedEvents.read(ctx.db, { ...calendars, ...between }, page);
  return mapPage(found, eventsJson(ctx, found.rows, await childrenOf(ctx, calendars, found.rows)));
}

/** What an event is of; a section's is of the course. */
export const codeOfRow = ({ courseId, groupId, userId }: EventRow): ContextCode =>
  courseId !== null
    ? { kind: 'course', id: courseId }
    : groupId !== null
      ? { kind: 'group', id: groupId }
      : { kind: 'user', id: userId ?? 0 };

interface FoundEvent {
  row: EventRow;
  calendars: VisibleCalendars;
}

/** An event that the caller sees; 404 for any other (calendar#3). */
export async function findEvent(ctx: Ctx, id: number): Promise<FoundEvent> {
  const row = foundIn(await ctx.db.rows(oneEvent, { id }));
  const code = codeOfRow(row);
  const calendars = await calendarsOf(ctx, [code]);
  const ofSection = row.courseSectionId;
  const sectionSeen = ofSection === null || calendars.sections.includes(ofSection) || calendars.everywhere.includes(code.id);
  if (!seesCode(calendars, code, ctx.caller.userId) || !sectionSeen) throw notFound();
  return { row, calendars };
}

export async function presentEvent(ctx: Ctx, { row, calendars }: FoundEvent): Promise<CalendarEvent> {
  return foundIn(eventsJson(ctx, [row], await childrenOf(ctx, calendars, [row])));
}

export const showEvent = async (ctx: Ctx, id: number): Promise<CalendarEvent> => presentEvent(ctx, await findEvent(ctx, id));

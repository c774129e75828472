import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess, GroupAccess } from '../../access/context-access.ts';
import { may } from '../../access/permissions.ts';
import { isWithin, reachOf } from '../../access/reach.ts';
import type { ContextCode } from '../../http/parameters/context-codes.ts';
import { endBeforeStart, sameTime } from '../../kernel/dates.ts';
import { foundIn, invalidField, unauthorized } from '../../kernel/errors.ts';
import { given } from '../../store/prisma.ts';
import { zoneOf } from '../courses/courses.ts';
import { calendarsOf, seesCode, type VisibleCalendars } from './calendars.ts';
import { matchChildren, requireReachOfChildren, tellChildren } from './child-events.ts';
import { type EventRow, eventRow, heldEvent, isAt, storedTimes } from './event-rows.ts';
import { codeOfRow, findEvent, presentEvent } from './events.ts';
import { contextCodeOf } from './json.ts';
import type { EventChanges, EventParameters } from './parameters.ts';
import type { CalendarEvent } from './schemas.ts';
import { isInOrder, type SentTimes, type Times, timesOf, wholeDaysIn } from './times.ts';

const accessIn = ({ courses, groups }: VisibleCalendars, { kind, id }: ContextCode): CourseAccess | GroupAccess | undefined =>
  kind === 'course' ? courses.get(id) : kind === 'group' ? groups.get(id) : undefined;

/** Staff of the course, members of the group, and everybody their own (calendar#4); a section's where they reach it (calendar#14). */
function requireEditor(calendars: VisibleCalendars, code: ContextCode, sectionId: number | null): void {
  const at = accessIn(calendars, code);
  if (!at) return;
  const reached = sectionId === null || !('course' in at) || isWithin(sectionId, reachOf(at, 'calendar.edit'));
  if (!reached || !may(at, 'calendar.edit')) throw unauthorized();
}

/** A group's is its course's; where there is none, the caller's. */
function courseIdOf(calendars: VisibleCalendars, { kind, id }: ContextCode): number | undefined {
  return kind === 'course' ? id : kind === 'group' ? calendars.groups.get(id)?.group.course?.id : undefined;
}

async function contextZone(ctx: Ctx, calendars: VisibleCalendars, code: ContextCode): Promise<string> {
  const courseId = courseIdOf(calendars, code);
  return courseId === undefined ? ctx.caller.timeZone : zoneOf(ctx.db, courseId);
}

function orderedTimes(sent: SentTimes, zone: string): Times {
  const times = timesOf(sent, zone);
  if (!isInOrder(times)) throw endBeforeStart();
  return times;
}

function newTimes(sent: EventParameters, zone: string): Times {
  const startAt = sent.start_at ?? sent.end_at;
  if (!startAt) throw invalidField('start_at', 'blank', 'is required');
  return orderedTimes({ startAt, endAt: sent.end_at ?? null, allDay: sent.all_day ?? false }, zone);
}

/** A time that is sent, unless it is the one that there is. */
const otherTime = <T extends Date | null | undefined>(sent: T, has: Date): T | undefined => (sameTime(sent, has) ? undefined : sent);

/**
 * An event that becomes one of whole days, or of another day, is so from then on; what is not said stays. In another zone, of whoever
 * changes a group's or of a course that has moved, the moments that it has would be other days: the days stay, and begin as they do there.
 */
function changedTimes(before: EventRow, sent: EventChanges, zone: string): Times {
  const { startAt, endAt, allDayDate } = before;
  const allDay = sent.all_day ?? allDayDate !== null;
  const start = otherTime(sent.start_at, startAt);
  const end = sent.end_at === null && start === undefined && sameTime(startAt, endAt) ? undefined : otherTime(sent.end_at, endAt);
  if (start === undefined && end === undefined && allDay === (allDayDate !== null)) return { startAt, endAt, allDayDate };
  const had = allDay && allDayDate !== null ? wholeDaysIn({ startAt, endAt, allDayDate }, zone) : before;
  return orderedTimes({ startAt: start ?? had.startAt, endAt: end === undefined ? had.endAt : end, allDay }, zone);
}

const courseIn = ({ courses }: VisibleCalendars, { kind, id }: ContextCode): CourseAccess | undefined =>
  kind === 'course' ? courses.get(id) : undefined;

/** Where the children are asked for: in a course alone, and not of a child. */
function requireCourse(calendars: VisibleCalendars, code: ContextCode): CourseAccess {
  const at = courseIn(calendars, code);
  if (!at) throw invalidField('child_event_data', 'invalid', 'is for events of a course only');
  return at;
}

const owner = ({ kind, id }: ContextCode) => ({
  courseId: kind === 'course' ? id : null,
  groupId: kind === 'group' ? id : null,
  userId: kind === 'user' ? id : null,
});

/** The title of an event for which none was sent. */
const DEFAULT_TITLE = 'Untitled Event';

export async function createEvent(ctx: Ctx, sent: EventParameters): Promise<CalendarEvent> {
  const code = sent.context_code;
  const calendars = await calendarsOf(ctx, [code]);
  if (!seesCode(calendars, code, ctx.caller.userId)) throw invalidField('context_code', 'invalid', 'names something that is not yours');
  requireEditor(calendars, code, null);
  const zone = await contextZone(ctx, calendars, code);
  const times = newTimes(sent, zone);
  const children = sent.child_event_data ?? [];
  const at = children.length > 0 ? requireCourse(calendars, code) : null;
  return ctx.tx(async (tx) => {
    const made = await tx.db.prisma.calendarEvent.create({
      data: {
        ...owner(code),
        title: sent.title ?? DEFAULT_TITLE,
        description: sent.description ?? null,
        ...storedTimes(times),
        locationName: sent.location_name ?? null,
        locationAddress: sent.location_address ?? null,
      },
    });
    const row = eventRow(made);
    if (at) await matchChildren(tx, at, row, { sent: children, zone });
    return presentEvent(tx, { row, calendars });
  });
}

/** Holds the event until the transaction ends; 404 where it is gone meanwhile. */
async function holdEvent(tx: TxCtx, id: number): Promise<EventRow> {
  return foundIn(await tx.db.rows(heldEvent, { id }));
}

/** Its context is the one thing that an event keeps. */
function requireSameContext(sent: EventChanges, row: EventRow): void {
  if (sent.context_code !== undefined && sent.context_code !== contextCodeOf(row)) {
    throw invalidField('context_code', 'invalid', 'cannot be another one than it was made with');
  }
}

const TEXTS = [
  ['title', 'title'],
  ['description', 'description'],
  ['location_name', 'locationName'],
  ['location_address', 'locationAddress'],
] as const;

/** Which text is sent as another one than it is, if any. */
const otherText = (row: EventRow, sent: EventChanges) =>
  TEXTS.find(([field, column]) => sent[field] !== undefined && sent[field] !== row[column]);

/** What an event and its children are called is said of the event, and of all of them at once (calendar#11, calendar#14). */
async function requireTexts(tx: TxCtx, at: CourseAccess | undefined, row: EventRow, sent: EventChanges): Promise<void> {
  const other = otherText(row, sent);
  if (!other) return;
  if (row.parentEventId !== null) throw invalidField(other[0], 'invalid', 'is that of the event that it belongs to');
  await requireReachOfChildren(tx, at, row.id);
}

/** An event as it then is: one that is sent what it has is not changed, nor are its children (calendar#27). */
async function change(tx: TxCtx, before: EventRow, sent: EventChanges, times: Times): Promise<EventRow> {
  const isCalledOther = otherText(before, sent) !== undefined;
  if (!isCalledOther && isAt(before, times)) return before;
  const { title, description, location_name: locationName, location_address: locationAddress } = sent;
  const texts = { title, description, locationName, locationAddress };
  const data = { ...given(texts), ...storedTimes(times), updatedAt: tx.now };
  const changed = eventRow(await tx.db.prisma.calendarEvent.update({ where: { id: before.id }, data }));
  if (isCalledOther && before.parentEventId === null) await tellChildren(tx, before.id, texts);
  return changed;
}

export async function updateEvent(ctx: Ctx, id: number, sent: EventChanges): Promise<CalendarEvent> {
  const { row, calendars } = await findEvent(ctx, id);
  const code = codeOfRow(row);
  requireEditor(calendars, code, row.courseSectionId);
  requireSameContext(sent, row);
  if (row.parentEventId !== null && sent.child_event_data) {
    throw invalidField('child_event_data', 'invalid', 'is for events of a course only');
  }
  const at = sent.child_event_data ? requireCourse(calendars, code) : null;
  const zone = await contextZone(ctx, calendars, code);
  return ctx.tx(async (tx) => {
    const before = await holdEvent(tx, id);
    await requireTexts(tx, courseIn(calendars, code), before, sent);
    const changed = await change(tx, before, sent, changedTimes(before, sent, zone));
    if (at) await matchChildren(tx, at, changed, { sent: sent.child_event_data ?? [], zone });
    return presentEvent(tx, { row: changed, calendars });
  });
}

/** Answers the event as it was; its children go with it. */
export async function deleteEvent(ctx: Ctx, id: number): Promise<CalendarEvent> {
  const { row, calendars } = await findEvent(ctx, id);
  const code = codeOfRow(row);
  requireEditor(calendars, code, row.courseSectionId);
  return ctx.tx(async (tx) => {
    await holdEvent(tx, id);
    await requireReachOfChildren(tx, courseIn(calendars, code), id);
    const before = await presentEvent(tx, { row, calendars });
    await tx.db.prisma.calendarEvent.updateMany({
      where: { OR: [{ id }, { parentEventId: id }] },
      data: { deleted: true, updatedAt: tx.now },
    });
    return before;
  });
}

import { CALENDAR_BYTES, readable } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import type { CalendarEventModel } from '../../store/generated/models.ts';
import { keyedList, nearest } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { nearestItems } from '../feeds/nearest.ts';
import type { Times } from './times.ts';

/** An event; the first of its whole days is a text, as it is written: 2026-01-31. */
const EVENT_ROW = {
  id: int,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  courseId: nullable(int),
  groupId: nullable(int),
  userId: nullable(int),
  description: nullable(text),
  parentEventId: nullable(int),
  /** The section whose people a child is for, instead of its parent. */
  courseSectionId: nullable(int),
  title: text,
  startAt: timestamptz,
  /** When the event ends; where it is of whole days, when the last of them begins. */
  endAt: timestamptz,
  locationName: nullable(text),
  locationAddress: nullable(text),
  allDayDate: nullable(text),
};
export type EventRow = RowOf<typeof EVENT_ROW>;

/** Prisma has days as midnights in UTC. */
export const eventRow = ({ allDayDate, ...row }: CalendarEventModel): EventRow => ({
  ...row,
  allDayDate: allDayDate && allDayDate.toISOString().slice(0, 10),
});
export const storedTimes = ({ allDayDate, ...times }: Times) => ({
  ...times,
  allDayDate: allDayDate === null ? null : new Date(allDayDate),
});

/** An event is at these times already. */
export const isAt = (row: EventRow, times: Times): boolean =>
  row.startAt.getTime() === times.startAt.getTime() && row.endAt.getTime() === times.endAt.getTime() && row.allDayDate === times.allDayDate;

/** The columns of events `e`. */
const columns = (
  description: Piece,
): Sql => sql`e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, ${description} as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt"`;
const COLUMNS = columns(sql`e.description`);

/** A section that is cross-listed away, or gone, is out of reach with its events (calendar#16). */
export const sectionIsHere = (event: Piece): Sql =>
  sql`(select cs.course_id = ${event}.course_id and not cs.deleted from course_sections cs where cs.id = ${event}.course_section_id)`;

/** Whose events the caller sees (calendars.ts). */
export const SEEN_TAKES = {
  courseIds: array(int),
  sections: array(int),
  /** The courses of which the events of all sections are seen. */
  everywhere: array(int),
  groupIds: array(int),
  userId: nullable(int),
};
type Seen = ParametersOf<typeof SEEN_TAKES>;

/** Whether the caller sees the section that an event is for. */
const isOfSeenSection = (e: Sql, { sections, everywhere }: Pick<Seen, 'sections' | 'everywhere'>): Sql =>
  sql`(${e}.course_section_id = any(${sections}::int[]) or ${e}.course_id = any(${everywhere}::int[])) and ${sectionIsHere(e)}`;
/** An event `e` is of one of these calendars. */
const inCalendars = (p: Seen): Sql =>
  sql`(e.course_id = any(${p.courseIds}::int[]) or e.group_id = any(${p.groupIds}::int[]) or e.user_id = ${p.userId})`;
/** Whether the caller sees an event `e` of those calendars, perhaps beside what stands in its place. */
const seenThere = (p: Seen): Sql => sql`not e.deleted and (e.course_section_id is null or (${isOfSeenSection(sql`e`, p)}))`;

/** Whether calendars show an event: not where a child that the caller sees stands in its place (calendar#23). */
const standsThere = (
  p: Seen,
): Sql => sql`${seenThere(p)} and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
       and ${isOfSeenSection(sql`child`, p)})`;

/** What is selected of the events `e` of each calendar by itself: there is an index of each, in order. */
const ofEach = (p: Seen, select: (ofOne: Sql) => Sql): Sql => sql`
  select e.* from unnest(${p.courseIds}::int[]) mine(id) cross join lateral (${select(sql`e.course_id = mine.id`)}) e
  union all select e.* from unnest(${p.groupIds}::int[]) mine(id) cross join lateral (${select(sql`e.group_id = mine.id`)}) e
  union all select e.* from (${select(sql`e.user_id = ${p.userId}`)}) e`;

/** What stands in calendars and what else is so, ended by `nearest` for each of them where a page is all that is wanted. */
export const standing = (p: Seen, columns: Piece, also: Piece): Sql =>
  ofEach(p, (ofOne) => sql`select ${columns} from calendar_events e where ${ofOne} and ${standsThere(p)} and ${also}`);

/**
 * The last moment of an event, which is still of it: of whole days the last millisecond, since the next one is of the day after. A day
 * counts as 24 hours, for the statement knows no zones.
 */
export const ENDS_AT = sql`e.end_at + case when e.all_day_date is null then interval '0' else interval '23:59:59.999' end`;

export const listedEvents = keyedList({
  name: 'calendar_events',
  takes: { ...SEEN_TAKES, from: nullable(timestamptz), to: nullable(timestamptz) },
  gives: EVENT_ROW,
  select: (p, cut) =>
    sql`select e.* from (${ofEach(
      p,
      (ofOne) => sql`select ${COLUMNS} from calendar_events e where ${ofOne} and ${seenThere(p)}
      and e.start_at <= coalesce(${p.to}::timestamptz, 'infinity') and ${ENDS_AT} >= coalesce(${p.from}::timestamptz, '-infinity')
      ${nearest([sql`e.start_at`, sql`e.id`], cut)}`,
    )}) e where true`,
  key: [
    { sql: sql`e."startAt"`, type: 'timestamptz' },
    { sql: sql`e.id`, type: 'int' },
  ],
  keyOf: (row) => [row.startAt.toISOString(), row.id],
});

/** The children that the caller sees of events. */
export const childEvents = statement({
  name: 'calendar_event_children',
  takes: { ids: array(int), sections: array(int), everywhere: array(int) },
  gives: EVENT_ROW,
  sql: (
    p,
  ) => sql`select ${COLUMNS} from calendar_events e where e.parent_event_id = any(${p.ids}::int[]) and not e.deleted and ${isOfSeenSection(sql`e`, p)}
   order by e.start_at, e.id`,
});

/** For feeds: between two dates, each section's time in place of the event's own, and of descriptions as much as a calendar shows. */
export const eventsBetween = statement({
  name: 'calendar_events_between',
  takes: { ...SEEN_TAKES, from: timestamptz, to: timestamptz },
  gives: EVENT_ROW,
  sql: (p) => sql`select ${columns(readable(sql`e.description`, CALENDAR_BYTES))} from calendar_events e
   where ${inCalendars(p)} and ${standsThere(p)} and e.start_at <= ${p.to} and e.end_at >= ${p.from}
   ${nearestItems(sql`e.start_at`, sql`e.id`, p)}`,
});

/** Until the transaction ends. */
export const heldEvent = statement({
  name: 'calendar_event_held',
  takes: { id: int },
  gives: EVENT_ROW,
  sql: (p) => sql`select ${COLUMNS} from calendar_events e where e.id = ${p.id} and not e.deleted for update`,
});

/** Wherever it is. */
export const oneEvent = statement({
  name: 'calendar_event',
  takes: { id: int },
  gives: EVENT_ROW,
  sql: (p) =>
    sql`select ${COLUMNS} from calendar_events e where e.id = ${p.id} and not e.deleted and (e.course_section_id is null or ${sectionIsHere(sql`e`)})`,
});

import { CALENDAR_BYTES, readable } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import type { CalendarEventModel } from '../../store/generated/models.ts';
import { keyedList } from '../../store/lists.ts';
import type { Times } from './times.ts';

/** With its first day as it is written: 2026-01-31. */
export type EventRow = Omit<CalendarEventModel, 'deleted' | 'allDayDate'> & Pick<Times, 'allDayDate'>;

/** Prisma has days as midnights in UTC. */
export const eventRow = ({ allDayDate, ...row }: CalendarEventModel): EventRow => ({
  ...row,
  allDayDate: allDayDate && allDayDate.toISOString().slice(0, 10),
});
export const storedTimes = ({ allDayDate, ...times }: Times) => ({
  ...times,
  allDayDate: allDayDate === null ? null : new Date(allDayDate),
});

/** Of events `e`. */
const columns = (
  description: string,
): string => `e.id, e.course_id as "courseId", e.group_id as "groupId", e.user_id as "userId", e.parent_event_id as "parentEventId",
  e.course_section_id as "courseSectionId", e.title, ${description} as description, e.start_at as "startAt", e.end_at as "endAt",
  e.all_day_date::text as "allDayDate", e.location_name as "locationName", e.location_address as "locationAddress",
  e.created_at as "createdAt", e.updated_at as "updatedAt"`;
const COLUMNS = columns('e.description');

/** A section that is cross-listed away, or gone, is out of reach with its events (D12.4). */
export const sectionIsHere = (event: string): string =>
  `(select cs.course_id = ${event}.course_id and not cs.deleted from course_sections cs where cs.id = ${event}.course_section_id)`;

/** Of events `e`, for a caller who sees sections $2, and all sections of courses $3 (sight.ts). */
const OF_SEEN_SECTION = `(e.course_section_id = any($2::int[]) or e.course_id = any($3::int[])) and ${sectionIsHere('e')}`;
const SEEN = `not e.deleted and (e.course_id = any($1::int[]) or e.group_id = any($4::int[]) or e.user_id = $5)
  and (e.course_section_id is null or (${OF_SEEN_SECTION}))`;

/** Whole days end with the last of them. */
export const ENDS_AT = `e.end_at + case when e.all_day_date is null then interval '0' else interval '24 hours' end`;

export const listedEvents = keyedList<EventRow, 'from' | 'to'>({
  name: 'calendar_events',
  select: `select ${COLUMNS} from calendar_events e where ${SEEN}`,
  parameters: 5,
  filters: { from: (date) => `${ENDS_AT} >= ${date}`, to: (date) => `e.start_at <= ${date}` },
  key: [
    { sql: 'e.start_at', type: 'timestamptz' },
    { sql: 'e.id', type: 'int' },
  ],
  keyOf: (row) => [row.startAt.toISOString(), row.id],
});

/** The children that the caller sees of events $1. */
export const childEvents = statement<EventRow>(
  'calendar_event_children',
  `select ${COLUMNS} from calendar_events e where e.parent_event_id = any($1::int[]) and not e.deleted and ${OF_SEEN_SECTION}
   order by e.start_at, e.id`,
);

/** For feeds: between two dates, each section's time in place of the event's own, and of descriptions as much as a calendar shows. */
export const eventsBetween = statement<EventRow>(
  'calendar_events_between',
  `select ${columns(readable('e.description', CALENDAR_BYTES))} from calendar_events e where ${SEEN} and e.start_at <= $7 and e.end_at >= $6
     and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted
       and (child.course_section_id = any($2::int[]) or child.course_id = any($3::int[]))
       and ${sectionIsHere('child')})
   order by e.start_at, e.id`,
);

/** Until the transaction ends. */
export const heldEvent = statement<EventRow>(
  'calendar_event_held',
  `select ${COLUMNS} from calendar_events e where e.id = $1 and not e.deleted for update`,
);

/** Wherever it is. */
export const oneEvent = statement<EventRow>(
  'calendar_event',
  `select ${COLUMNS} from calendar_events e where e.id = $1 and not e.deleted and (e.course_section_id is null or ${sectionIsHere('e')})`,
);

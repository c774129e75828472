import { type AnyPgColumn, boolean, check, date, index, integer, pgTable, sql, text, uniqueIndex } from '../drizzle.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { courseSections, courses } from './courses.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

/** Events that last this long are found by when they end; shorter ones by when they begin, at most that long ago. */
export const LONG = `interval '24 hours'`;

const long = (owner: string) => sql.raw(`${owner} is not null and end_at - start_at >= ${LONG}`);

/** Events of a course, a group or a user (D11.5). Those of sections are children of an event of their course. */
export const calendarEvents = pgTable(
  'calendar_events',
  {
    id: id(),
    courseId: integer('course_id').references(() => courses.id),
    groupId: integer('group_id').references(() => groups.id),
    userId: integer('user_id').references(() => users.id),
    parentEventId: integer('parent_event_id').references((): AnyPgColumn => calendarEvents.id),
    /** Of a child: the section whose people it is for, instead of its parent. */
    courseSectionId: integer('course_section_id').references(() => courseSections.id),
    title: text('title').notNull(),
    description: text('description'),
    startAt: moment('start_at').notNull(),
    /** Of whole days: when the last of them begins. */
    endAt: moment('end_at').notNull(),
    /** The first day in the context's time zone, of an event of whole days. */
    allDayDate: date('all_day_date'),
    locationName: text('location_name'),
    locationAddress: text('location_address'),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('calendar_events_course').on(t.courseId, t.startAt, t.id),
    index('calendar_events_group').on(t.groupId, t.startAt, t.id),
    index('calendar_events_user').on(t.userId, t.startAt, t.id),
    index('calendar_events_course_long').on(t.courseId, t.endAt).where(long('course_id')),
    index('calendar_events_group_long').on(t.groupId, t.endAt).where(long('group_id')),
    index('calendar_events_user_long').on(t.userId, t.endAt).where(long('user_id')),
    index('calendar_events_parent').on(t.parentEventId),
    index('calendar_events_section').on(t.courseSectionId),
    // A section has one time of an event.
    uniqueIndex('calendar_events_one_of_section').on(t.parentEventId, t.courseSectionId).where(sql`not deleted`),
    check('calendar_events_one_context', sql`num_nonnulls(${t.courseId}, ${t.groupId}, ${t.userId}) = 1`),
    check(
      'calendar_events_children_of_courses',
      sql`num_nulls(${t.parentEventId}, ${t.courseSectionId}) in (0, 2) and (${t.parentEventId} is null or ${t.courseId} is not null)`,
    ),
    check('calendar_events_dates_in_order', sql`${t.endAt} >= ${t.startAt}`),
  ],
);

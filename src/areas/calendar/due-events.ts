import type { Ctx } from '../../access/context.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, timestamptz } from '../../store/sql/types.ts';
import { selectedAmong } from '../assignments/across-courses.ts';
import { type CourseMemberships, membershipsIn, OWN_TAKES } from '../assignments/course-memberships.ts';
import { dueBetween, SELECTED_ROW, shownRows } from '../assignments/due-assignments.ts';
import { completed } from '../assignments/rows.ts';
import { calendarsOf } from './calendars.ts';
import { askedCalendars } from './events.ts';
import { dueJson } from './json.ts';
import type { EventFilters } from './parameters.ts';
import type { UpcomingEvent } from './schemas.ts';

const listed = numberedList({
  name: 'calendar_due',
  takes: { from: timestamptz, to: timestamptz, ...OWN_TAKES },
  gives: SELECTED_ROW,
  select: (p) => {
    const due = { own: p, from: sql`${p.from}::timestamptz`, to: sql`${p.to}::timestamptz` };
    return sql`select * from (${dueBetween('staff', due)} union all ${dueBetween('student', due)}) due order by due_at, id`;
  },
  around: (page, p) => shownRows({ own: p, dates: page, order: sql`dates.due_at, a.id` }),
});

/** The calendar holds no other years. */
const EVER = { from: new Date('0001-01-01T00:00:00Z'), to: new Date('9999-12-31T23:59:59Z') };

/** calendar#19, `type` `assignment`: those that are due in courses, by due date. */
export async function listDueEvents(ctx: Ctx, filters: EventFilters, page: PageRequest): Promise<Page<UpcomingEvent>> {
  const calendars = await askedCalendars(ctx, filters.context_codes);
  return dueEventsIn(ctx, await membershipsIn(ctx, [...calendars.courses.values()]), filters, page);
}

/** What is due in the courses that are given, by due date. */
export async function dueEventsIn(
  ctx: Ctx,
  { values, displayOf, gated }: Pick<CourseMemberships, 'values' | 'displayOf' | 'gated'>,
  filters: EventFilters,
  page: PageRequest,
): Promise<Page<UpcomingEvent>> {
  const found = await listed.read(ctx.db, { from: filters.start_date ?? EVER.from, to: filters.end_date ?? EVER.to, ...values }, page);
  return mapPage(
    found,
    (await completed(ctx, gated, found.rows)).flatMap((row) =>
      row.dueAt === null ? [] : [dueJson(ctx, row, row.dueAt, displayOf(row.courseId))],
    ),
  );
}

const courseOfAssignment = statement({
  name: 'calendar_course_of_assignment',
  takes: { id: int },
  gives: { courseId: int },
  sql: (p) => sql`select a.course_id as "courseId" from assignments a where a.id = ${p.id} and not a.deleted`,
});

/** calendar#26: the one that lists have for the caller; 404 where they have none. */
export async function showDueEvent(ctx: Ctx, id: number): Promise<UpcomingEvent> {
  const { courseId } = foundIn(await ctx.db.rows(courseOfAssignment, { id }));
  const { courses } = await calendarsOf(ctx, [{ kind: 'course', id: courseId }]);
  const memberships = await membershipsIn(ctx, [...courses.values()]);
  const row = foundIn(await selectedAmong(ctx, memberships, [id]));
  if (row.dueAt === null) throw notFound();
  return dueJson(ctx, row, row.dueAt, memberships.displayOf(courseId));
}

import type { Ctx } from '../../access/context.ts';
import type { SelfAccess } from '../../access/context-access.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { join, none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, ifThere, int, nullable, type RowOf, someOf, text, timestamptz, whereThere } from '../../store/sql/types.ts';
import { LONG } from '../../store/stored/calendar.ts';
import { type CourseMemberships, isRunning, OWN_TAKES, runningMemberships } from '../assignments/course-memberships.ts';
import { dueBetween, dueToStudent, SELECTED_ROW, type SelectedRow, shownRows, shownToStudent } from '../assignments/due-assignments.ts';
import { completed } from '../assignments/rows.ts';
import { isActive, isOpenTo, ofStudent, within } from '../enrollments/relations.ts';
import { ENDS_AT, type EventRow, sectionIsHere } from './event-rows.ts';
import { dueJson, eventsJson } from './json.ts';
import type { UpcomingEvent } from './schemas.ts';

const MOST = 20;
const WEEK_MS = 7 * DAY_MS;

/** What is upcoming from now to a week ahead: in courses, in groups, and the caller's own. */
const TAKES = { from: timestamptz, to: timestamptz, ...OWN_TAKES, ...someOf({ callerId: int, groupIds: array(int) }) };
type Takes = ParametersOf<typeof TAKES>;

/**
 * Of the events of the week, also those that are under way. Long ones are found by when they end, others by when they begin:
 * neither looks at what is past, however much that is.
 */
function inWeek(p: Takes): Sql[] {
  const [from, to] = [sql`${p.from}::timestamptz`, sql`${p.to}::timestamptz`];
  return [
    sql`not e.deleted and e.end_at - e.start_at < ${LONG} and e.start_at between ${from} - ${LONG} and ${to} and ${ENDS_AT} >= ${from}`,
    sql`not e.deleted and e.end_at - e.start_at >= ${LONG} and e.end_at >= ${from} - ${LONG} and e.start_at <= ${to} and ${ENDS_AT} >= ${from}`,
  ];
}

/**
 * `own` has the sections of students alone; whoever is in one as something else, as an observer is, sees its events too (calendar#12), unless
 * that gives no right in the course yet (access#8). These sections are read once, and not for each event.
 */
const isIn = (section: Piece, callerId: Piece): Sql => sql`${section} = any(array(select me.course_section_id
    from enrollments me join courses c on c.id = me.course_id
    where me.user_id = ${callerId} and ${isActive('me')} and not ${ofStudent('me')} and ${isOpenTo('me', 'c')}))`;
/** Of one of the courses `own`: the section is among those whose events the caller sees. Asked of events of sections alone. */
const seenIn = (event: Piece, callerId: Piece): Sql =>
  sql`(${event}.course_section_id = any(own.sections) or (own.staff and ${within(sql`${event}.course_section_id`, sql`own.oversees`)})
    or ${isIn(sql`${event}.course_section_id`, callerId)})`;
/** A child stands in its parent's place for the people of its section. */
const seen = ({ callerId }: Takes): Sql => sql`(e.course_section_id is null or (${seenIn(sql`e`, callerId)} and ${sectionIsHere(sql`e`)}))
  and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted and ${seenIn(sql`child`, callerId)}
    and ${sectionIsHere(sql`child`)} ${ONE_BY_ONE})`;

const eventsOf = (context: Piece, p: Takes): Sql =>
  join(
    inWeek(p).map(
      (within) => sql`select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where ${context} and ${within}`,
    ),
    ' union all ',
  );

const inGroups = (p: Takes): Sql => sql`union all select e.id, e.start_at from unnest(${p.groupIds}::int[]) mine(group_id)
  cross join lateral (${eventsOf(sql`e.group_id = mine.group_id`, p)}) e`;
const events = (
  p: Takes,
  more: Sql,
): Sql => sql`select e.id, e.start_at from own cross join lateral (${eventsOf(sql`e.course_id = own.course_id`, p)} ${ONE_BY_ONE}) e where ${seen(p)}
  union all select e.id, e.start_at from (${eventsOf(sql`e.user_id = ${p.callerId}`, p)}) e
  ${more}`;

const NO_ASSIGNMENT = sql`null::timestamptz, null::timestamptz, null::boolean, null::int[]`;

/** The columns of an event `e`, none of which is called as one of an assignment. */
const EVENT = sql`, e.id as "eventId", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.user_id as "eventUserId",
  e.parent_event_id as "parentEventId", e.course_section_id as "courseSectionId", e.title as "eventTitle", e.description as "eventDescription",
  e.start_at as "startAt", e.end_at as "endAt", e.all_day_date::text as "allDayDate", e.location_name as "locationName",
  e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt"`;

const EVENT_COLUMNS = {
  eventId: int,
  eventCourseId: nullable(int),
  eventGroupId: nullable(int),
  eventUserId: nullable(int),
  parentEventId: nullable(int),
  courseSectionId: nullable(int),
  eventTitle: text,
  eventDescription: nullable(text),
  startAt: timestamptz,
  endAt: timestamptz,
  allDayDate: nullable(text),
  locationName: nullable(text),
  locationAddress: nullable(text),
  eventCreatedAt: timestamptz,
  eventUpdatedAt: timestamptz,
};
type EventColumns = RowOf<typeof EVENT_COLUMNS>;

/** A row is an event or an assignment: the columns of the other are null. */
const ROW = { ...ifThere(SELECTED_ROW), ...ifThere(EVENT_COLUMNS) };
type Row = RowOf<typeof ROW>;

const isEvent = whereThere(EVENT_COLUMNS);
const isAssignment = whereThere(SELECTED_ROW);

const eventOf = (row: EventColumns): EventRow => ({
  id: row.eventId,
  courseId: row.eventCourseId,
  groupId: row.eventGroupId,
  userId: row.eventUserId,
  parentEventId: row.parentEventId,
  courseSectionId: row.courseSectionId,
  title: row.eventTitle,
  description: row.eventDescription,
  startAt: row.startAt,
  endAt: row.endAt,
  allDayDate: row.allDayDate,
  locationName: row.locationName,
  locationAddress: row.locationAddress,
  createdAt: row.eventCreatedAt,
  updatedAt: row.eventUpdatedAt,
});

const dueIn = (p: Takes) => ({ own: p, from: sql`${p.from}::timestamptz`, to: sql`${p.to}::timestamptz`, most: MOST });
const firstOf = (found: Piece): Sql => sql`select * from (${found}) due order by due_at, id limit ${MOST}`;

const comingTo = (name: string, more: (p: Takes) => Sql) =>
  statement({
    name,
    takes: TAKES,
    gives: ROW,
    sql: (p) =>
      shownToStudent({
        own: p,
        dates: sql`select * from (
          select null::int as event_id, due.* from (${dueToStudent(dueIn(p))}) due
          union all select events.id, null::int, events.start_at, ${NO_ASSIGNMENT} from (${events(p, more(p))}) events) every
        order by due_at, event_id, id limit ${MOST}`,
        columns: EVENT,
        joins: sql`left join lateral (select * from calendar_events e where e.id = dates.event_id ${ONE_BY_ONE}) e on true`,
      }),
  });
/** What comes to those who are in groups, and below to those who are in none, as most are. */
const toMember = comingTo('upcoming_of_member', inGroups);
const toStudent = comingTo('upcoming_of_student', () => none);
const toStaff = statement({
  name: 'upcoming_of_staff',
  takes: TAKES,
  gives: SELECTED_ROW,
  sql: (p) => shownRows({ own: p, dates: firstOf(dueBetween('staff', dueIn(p))) }),
});

/** What comes, and what it is ordered by. */
interface Coming {
  at: Date;
  id: number;
  event: EventColumns | null;
  due: SelectedRow | null;
}

const comingDue = (row: SelectedRow): Coming[] => (row.dueAt === null ? [] : [{ at: row.dueAt, id: row.id, event: null, due: row }]);
const coming = (row: Row): Coming[] =>
  isEvent(row) ? [{ at: row.startAt, id: row.eventId, event: row, due: null }] : isAssignment(row) ? comingDue(row) : [];

/** Of what begins at once, events come first. */
const inOrder = (one: Coming, other: Coming): number =>
  one.at.getTime() - other.at.getTime() || Number(one.event === null) - Number(other.event === null) || one.id - other.id;

async function shownOf(ctx: Ctx, all: readonly Coming[], { displayOf, gated }: CourseMemberships): Promise<UpcomingEvent[]> {
  const due = await completed(
    ctx,
    gated,
    all.flatMap((one) => one.due ?? []),
  );
  const rows = new Map(due.map((row) => [row.id, row]));
  return all.flatMap(({ id, at, event }): UpcomingEvent[] => {
    if (event) return eventsJson(ctx, [eventOf(event)]);
    const row = rows.get(id);
    return row ? [dueJson(ctx, row, at, displayOf(row.courseId))] : [];
  });
}

/**
 * calendar#21: what is before the caller in the next week, of both kinds. In one statement, and in one more for who works in
 * a course.
 */
export async function upcomingEvents(ctx: Ctx, { self }: SelfAccess): Promise<UpcomingEvent[]> {
  const courses = runningMemberships(self);
  const running = new Set(self.courses.filter(isRunning).map((course) => course.id));
  // A group of a course is there for who is in the course.
  const groups = self.groups.flatMap(({ id, courseId }) => (courseId === null || running.has(courseId) ? id : []));
  const to = new Date(ctx.now.getTime() + WEEK_MS);
  const values = { from: ctx.now, to, ...courses.values, callerId: ctx.caller.userId, groupIds: groups };
  const found = await ctx.db.rows(groups.length === 0 ? toStudent : toMember, values);
  const taught = courses.works ? await ctx.db.rows(toStaff, values) : [];
  return shownOf(ctx, [...found.flatMap(coming), ...taught.flatMap(comingDue)].sort(inOrder).slice(0, MOST), courses);
}

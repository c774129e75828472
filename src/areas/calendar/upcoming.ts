import type { Ctx } from '../../access/context.ts';
import { within } from '../../access/reach.ts';
import type { SelfStanding } from '../../access/standing.ts';
import { statement } from '../../store/database.ts';
import { hidden } from '../../store/hidden.ts';
import { LONG } from '../../store/stored/calendar.ts';
import {
  ATTENDED_TAKES,
  dueBetween,
  dueToStudent,
  OWN_TAKES,
  type SelectedRow,
  shownRows,
  shownToStudent,
} from '../assignments/of-courses.ts';
import { isRunning, type OwnCourses, runningCourses } from '../assignments/own-courses.ts';
import { withRubrics } from '../assignments/rows.ts';
import { ENDS_AT, type EventRow, sectionIsHere } from './event-rows.ts';
import { dueJson, eventsJson } from './json.ts';
import type { UpcomingEvent } from './schemas.ts';

const MOST = 20;
const WEEK_MS = 7 * 86_400_000;

/** From now to a week ahead, in these courses (of-courses.ts), in groups, and the caller's own. */
const FROM = '$1::timestamptz';
const TO = '$2::timestamptz';
const COURSES = 3;
const CALLER = `$${COURSES + OWN_TAKES + ATTENDED_TAKES}`;
const GROUPS = `unnest(${hidden(`$${COURSES + OWN_TAKES + ATTENDED_TAKES + 1}`, 'int[]')}) mine(group_id)`;

/**
 * Of the events of the week, also those that are under way. Long ones are found by when they end, others by when they begin:
 * neither looks at what is past, however much that is.
 */
const SHORT = `not e.deleted and e.end_at - e.start_at < ${LONG} and e.start_at between ${FROM} - ${LONG} and ${TO} and ${ENDS_AT} >= ${FROM}`;
const LASTING = `not e.deleted and e.end_at - e.start_at >= ${LONG} and e.end_at >= ${FROM} - ${LONG} and e.start_at <= ${TO} and ${ENDS_AT} >= ${FROM}`;

/** Of one of the courses `own`: the section is among those whose events the caller sees. Asked of events of sections alone. */
const seenIn = (event: string): string =>
  `(${event}.course_section_id = any(own.sections) or (own.staff and ${within(`${event}.course_section_id`, 'own.who')}))`;
/** A child stands in its parent's place for the people of its section. */
const SEEN = `(e.course_section_id is null or (${seenIn('e')} and ${sectionIsHere('e')}))
  and not exists (select 1 from calendar_events child where child.parent_event_id = e.id and not child.deleted and ${seenIn('child')}
    and ${sectionIsHere('child')} offset 0)`;

const eventsOf = (context: string): string =>
  [SHORT, LASTING]
    .map((within) => `select e.id, e.start_at, e.course_id, e.course_section_id from calendar_events e where ${context} and ${within}`)
    .join(' union all ');

const events = (
  inGroups: boolean,
): string => `select e.id, e.start_at from own cross join lateral (${eventsOf('e.course_id = own.course_id')} offset 0) e where ${SEEN}
  union all select e.id, e.start_at from (${eventsOf(`e.user_id = ${CALLER}`)}) e
  ${inGroups ? `union all select e.id, e.start_at from ${GROUPS} cross join lateral (${eventsOf('e.group_id = mine.group_id')}) e` : ''}`;

const NO_ASSIGNMENT = 'null::timestamptz, null::timestamptz, null::boolean, null::int[]';

/** Of an event `e`, which has no column that is called as one of an assignment. */
const EVENT = `, e.id as "eventId", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.user_id as "eventUserId",
  e.parent_event_id as "parentEventId", e.course_section_id as "courseSectionId", e.title as "eventTitle", e.description as "eventDescription",
  e.start_at as "startAt", e.end_at as "endAt", e.all_day_date::text as "allDayDate", e.location_name as "locationName",
  e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt"`;

interface EventColumns extends Pick<EventRow, 'parentEventId' | 'courseSectionId' | 'allDayDate' | 'locationName' | 'locationAddress'> {
  eventId: number;
  eventCourseId: number | null;
  eventGroupId: number | null;
  eventUserId: number | null;
  eventTitle: string;
  eventDescription: string | null;
  startAt: Date;
  endAt: Date;
  eventCreatedAt: Date;
  eventUpdatedAt: Date;
}

/** Of an event, or of an assignment. */
type Row = (EventColumns & { id: null }) | (SelectedRow & { eventId: null });

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

const DUE = { own: COURSES, from: FROM, to: TO, most: MOST };
const firstOf = (found: string): string => `select * from (${found}) due order by due_at, id limit ${MOST}`;

const comingTo = (name: string, inGroups: boolean) =>
  statement<Row>(
    name,
    shownToStudent({
      own: COURSES,
      dates: `select * from (
          select null::int as event_id, due.* from (${dueToStudent(DUE)}) due
          union all select events.id, null::int, events.start_at, ${NO_ASSIGNMENT} from (${events(inGroups)}) events) every
        order by due_at, event_id, id limit ${MOST}`,
      columns: EVENT,
      joins: 'left join lateral (select * from calendar_events e where e.id = dates.event_id offset 0) e on true',
    }),
  );
/** Of those who are in groups, and of those who are in none, as most are. */
const ofMember = comingTo('upcoming_of_member', true);
const ofStudent = comingTo('upcoming_of_student', false);
const ofStaff = statement<SelectedRow>('upcoming_of_staff', shownRows({ own: COURSES, dates: firstOf(dueBetween('staff', DUE)) }));

/** What comes, and what it is ordered by. */
interface Coming {
  at: Date;
  id: number;
  event: EventColumns | null;
  due: SelectedRow | null;
}

function coming(row: SelectedRow | Row): Coming[] {
  if (row.id === null) return [{ at: row.startAt, id: row.eventId, event: row, due: null }];
  return row.dueAt === null ? [] : [{ at: row.dueAt, id: row.id, event: null, due: row }];
}

/** Of what begins at once, events come first. */
const inOrder = (one: Coming, other: Coming): number =>
  one.at.getTime() - other.at.getTime() || Number(one.event === null) - Number(other.event === null) || one.id - other.id;

async function shownOf(ctx: Ctx, all: readonly Coming[], { placeOf }: OwnCourses): Promise<UpcomingEvent[]> {
  const due = await withRubrics(
    ctx.db,
    all.flatMap((one) => one.due ?? []),
  );
  const rows = new Map(due.map((row) => [row.id, row]));
  return all.flatMap(({ id, at, event }): UpcomingEvent[] => {
    if (event) return eventsJson(ctx, [eventOf(event)]);
    const row = rows.get(id);
    return row ? [dueJson(ctx, row, at, placeOf(row.courseId))] : [];
  });
}

/**
 * part-a, Users; D11.5: what is before the caller in the next week, of both kinds. In one statement, and in one more for who works in
 * a course.
 */
export async function upcomingEvents(ctx: Ctx, { self }: SelfStanding): Promise<UpcomingEvent[]> {
  const courses = runningCourses(self);
  const running = new Set(self.courses.filter(isRunning).map((course) => course.id));
  // A group of a course is there for who is in the course.
  const groups = self.groups.flatMap(({ id, courseId }) => (courseId === null || running.has(courseId) ? id : []));
  const values = [ctx.now, new Date(ctx.now.getTime() + WEEK_MS), ...courses.given];
  const own = [...values, ...courses.attended, ctx.caller.userId];
  const found = groups.length === 0 ? await ctx.db.rows(ofStudent, own) : await ctx.db.rows(ofMember, [...own, groups]);
  const taught = courses.works ? await ctx.db.rows(ofStaff, values) : [];
  return shownOf(ctx, [...found, ...taught].flatMap(coming).sort(inOrder).slice(0, MOST), courses);
}

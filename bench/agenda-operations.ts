import { z } from 'zod';
import { type CalendarEvent, UpcomingEvent } from '../src/areas/calendar/schemas.ts';
import { TodoItem } from '../src/areas/todo/schemas.ts';
import { type AssignmentRow, assignment, COLUMNS } from './assignments.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';

const DAY_MS = 86_400_000;
const now = (days = 0): Date => new Date(Date.now() + days * DAY_MS);

/** The courses of a student, $1, who is in one section of each. */
const MINE = `mine as materialized (select e.course_id, e.course_section_id, c.time_zone from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and c.state = 'available')`;

/** The overrides of the store are of sections or of the student, and three days later at most. */
const due = (open: string): string => `select a.id, a.course_id, coalesce(o.due_at, a.due_at) as due_at, mine.time_zone
  from mine join assignments a on a.course_id = mine.course_id and a.due_at between $2::timestamptz - interval '3 days' and $3 and not a.deleted and a.published
    left join lateral (select max(v.due_at) as due_at from assignment_overrides v where v.assignment_id = a.id
      and (v.course_section_id = mine.course_section_id or exists (select 1 from assignment_override_students t
        where t.assignment_id = a.id and t.user_id = $1 and t.override_id = v.id))) o on true
  where coalesce(o.due_at, a.due_at) between $2 and $3 and ${open}`;

const TURNED_IN = `exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = $1 and s.attempt is not null)`;

type DueRow = AssignmentRow & { due_at: string };

function todoItem(row: DueRow): TodoItem {
  const shown = assignment(row);
  const address = `${BASE_URL}/api/v1/users/self/todo/assignment_${row.id}/submitting`;
  return {
    type: 'submitting',
    assignment: shown,
    ignore: `${address}?permanent=0`,
    ignore_permanently: `${address}?permanent=1`,
    html_url: `${shown.html_url}#submit`,
    context_type: 'course',
    course_id: row.course_id,
    group_id: null,
  };
}

interface EventRow {
  title: string;
  description: string | null;
  end_at: string;
  location_name: string | null;
  location_address: string | null;
}
export type UpcomingRow = DueRow &
  EventRow & {
    is_event: boolean;
    event_title: string;
    event_description: string | null;
    event_course_id: number | null;
    all_day_date: string;
    start_at: string;
    created_at: string;
    updated_at: string;
  };

const written = (row: UpcomingRow): Omit<CalendarEvent, keyof ReturnType<typeof common>> => ({
  description: row.event_description,
  location_name: row.location_name,
  location_address: row.location_address,
  child_events_count: 0,
  parent_event_id: null,
  hidden: false,
  child_events: [],
});

const common = (row: UpcomingRow, studentId: number) => ({
  id: row.is_event ? row.id : `assignment_${row.id}`,
  type: row.is_event ? ('event' as const) : ('assignment' as const),
  title: row.is_event ? row.event_title : row.name,
  start_at: row.start_at,
  end_at: row.end_at,
  all_day: false,
  all_day_date: row.is_event ? null : row.all_day_date,
  created_at: row.created_at,
  updated_at: row.updated_at,
  workflow_state: row.is_event ? ('active' as const) : ('published' as const),
  context_code: !row.is_event
    ? `course_${row.course_id}`
    : row.event_course_id === null
      ? `user_${studentId}`
      : `course_${row.event_course_id}`,
  url: row.is_event ? `${BASE_URL}/api/v1/calendar_events/${row.id}` : `${BASE_URL}/api/v1/courses/${row.course_id}/assignments/${row.id}`,
  html_url: row.is_event ? `${BASE_URL}/calendar?event_id=${row.id}` : `${BASE_URL}/courses/${row.course_id}/assignments/${row.id}`,
  important_dates: false as const,
});

export const upcoming = (row: UpcomingRow, studentId: number): UpcomingEvent =>
  row.is_event ? { ...common(row, studentId), ...written(row) } : { ...common(row, studentId), assignment: assignment(row) };

const EVENTS = (where: string): string => `select e.id, e.start_at from calendar_events e
  where ${where} and not e.deleted and ((e.end_at - e.start_at < interval '24 hours' and e.start_at between $2::timestamptz - interval '24 hours' and $3)
    or (e.end_at - e.start_at >= interval '24 hours' and e.end_at >= $2 and e.start_at <= $3)) and e.end_at >= $2`;

export const agendaOperations: readonly Operation[] = [
  {
    name: 'GET /users/self/todo',
    as: 'busyStudent',
    path: () => '/users/self/todo',
    answer: z.array(TodoItem),
    floor: floor<DueRow>({
      id: (store) => store.busyStudentId,
      values: (id) => [id, now(-28), now(7)],
      text: `with ${MINE}, due as (${due(`not ${TURNED_IN}`)} order by 3, a.id limit 15)
        select ${COLUMNS}, due.due_at from due join assignments a on a.id = due.id order by due.due_at, a.id`,
      present: (rows) => rows.map(todoItem),
    }),
  },
  {
    name: 'GET /users/self/upcoming_events',
    as: 'busyStudent',
    path: () => '/users/self/upcoming_events',
    answer: z.array(UpcomingEvent),
    floor: floor<UpcomingRow>({
      id: (store) => store.busyStudentId,
      values: (id) => [id, now(), now(7)],
      text: `with ${MINE}, found as (select * from (select false as is_event, d.id, d.due_at, d.time_zone from (${due('true')}) d
            union all select true, e.id, e.start_at, null from mine cross join lateral (${EVENTS('e.course_id = mine.course_id')}) e
            union all select true, e.id, e.start_at, null from (${EVENTS('e.user_id = $1')}) e) every
          order by 3, 1 desc, 2 limit 20)
        select ${COLUMNS}, found.id, found.is_event, found.due_at, found.due_at as start_at, coalesce(e.end_at, found.due_at) as end_at,
          to_char(found.due_at at time zone found.time_zone, 'YYYY-MM-DD') as all_day_date, coalesce(a.created_at, e.created_at) as created_at,
          coalesce(a.updated_at, e.updated_at) as updated_at, e.title as event_title, e.description as event_description,
          e.course_id as event_course_id, e.location_name, e.location_address
        from found left join assignments a on a.id = found.id and not found.is_event left join calendar_events e on e.id = found.id and found.is_event
        order by found.due_at, found.is_event desc, found.id`,
      present: (rows, store) => rows.map((row) => upcoming(row, store.busyStudentId)),
    }),
  },
];

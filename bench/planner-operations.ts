import { z } from 'zod';
import { UpcomingEvent } from '../src/areas/calendar/schemas.ts';
import { DashboardCard } from '../src/areas/courses/schemas.ts';
import { MissingSubmission, PlannerItem, PlannerNote, PlannerOverride } from '../src/areas/planner/schemas.ts';
import { busyCourses } from './agenda.ts';
import { type UpcomingRow, upcoming } from './agenda-operations.ts';
import { type AssignmentRow, assignment, COLUMNS } from './assignments.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';

const DAY_MS = 86_400_000;
/** No planner shows more at once. */
const MOST_DAYS = 366;
const today = (days = 0): Date => new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS);
const studentOf = (store: Filled): number => store.busyStudentId;

/** The running courses in which the student, $1, is active. */
const MINE = `mine as materialized (select e.course_id, e.course_section_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and c.state = 'available')`;

/** What overrides make of the student's dates, $1. */
const THEIRS = `theirs as materialized (select o.assignment_id, max(o.due_at) as due_at from assignment_overrides o
  where o.due_at_overridden and (o.course_section_id = any(array(select course_section_id from mine))
    or o.group_id = any(array(select m.group_id from group_memberships m where m.user_id = $1 and m.state = 'accepted'))
    or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = $1)))
  group by o.assignment_id)`;

/** The first ten in each course, by the course's own date; and what is due at a date of a section, a group or the student. */
const due = (within: (date: string) => string, open: string): string => `select d.id, d.due_at from mine cross join lateral (
      select a.id, a.due_at from assignments a where a.course_id = mine.course_id and ${within('a.due_at')} and not a.deleted and a.published and ${open}
        and a.id not in (select assignment_id from theirs) order by a.due_at, a.id limit 10) d
  union all select a.id, theirs.due_at from theirs join assignments a on a.id = theirs.assignment_id and not a.deleted and a.published
      join mine on mine.course_id = a.course_id where ${within('theirs.due_at')} and ${open}`;

const turnedIn = `exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = $1 and s.submitted_at is not null offset 0)`;

interface MarkRow {
  mark_id: number | null;
  marked_complete: boolean;
  dismissed: boolean;
  mark_created_at: string;
  mark_updated_at: string;
}
interface MarkedRow extends MarkRow {
  plannable_type: PlannerOverride['plannable_type'];
  plannable_id: number;
}
const MARK = `o.id as mark_id, o.marked_complete, o.dismissed, o.created_at as mark_created_at, o.updated_at as mark_updated_at`;

const mark = (row: MarkedRow, userId: number): PlannerOverride | null =>
  row.mark_id === null
    ? null
    : {
        id: row.mark_id,
        plannable_type: row.plannable_type,
        plannable_id: row.plannable_id,
        user_id: userId,
        workflow_state: 'active',
        marked_complete: row.marked_complete,
        dismissed: row.dismissed,
        created_at: row.mark_created_at,
        updated_at: row.mark_updated_at,
        deleted_at: null,
      };

interface NoteRow {
  id: number;
  title: string;
  details: string | null;
  user_id: number;
  course_id: number | null;
  todo_date: string;
  created_at: string;
  updated_at: string;
  linked_type: NonNullable<PlannerNote['linked_object_type']> | null;
  linked_id: number | null;
}

/** Notes of the store are about assignments. */
function linked({ course_id: courseId, linked_type: type, linked_id: id }: Pick<NoteRow, 'course_id' | 'linked_type' | 'linked_id'>) {
  const path = type === null ? null : `courses/${courseId}/assignments/${id}`;
  return {
    linked_object_type: type,
    linked_object_id: id,
    linked_object_html_url: path && `${BASE_URL}/${path}`,
    linked_object_url: path && `${BASE_URL}/api/v1/${path}`,
  };
}

const note = (row: NoteRow): PlannerNote => ({
  id: row.id,
  title: row.title,
  details: row.details,
  description: row.details,
  user_id: row.user_id,
  course_id: row.course_id,
  todo_date: row.todo_date,
  workflow_state: 'active',
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...linked(row),
});

interface ItemRow extends MarkedRow {
  plannable_date: string;
  context_name: string;
  course_id: number | null;
  title: string;
  created_at: string;
  updated_at: string;
  points_possible: number | null;
  submitted: boolean | null;
  graded: boolean;
  late: boolean;
  needs_grading: boolean;
  heard: boolean;
  news: boolean;
  end_at: string;
  description: string | null;
  location_name: string | null;
  location_address: string | null;
  linked_type: NoteRow['linked_type'];
  linked_id: number | null;
}

type Own = Pick<PlannerItem, 'plannable' | 'submissions' | 'html_url'>;

/** Those of the store are turned in, and nobody but a grader has said anything. */
function workItem(row: ItemRow, shared: PlannerItem['plannable']): Own {
  const submitted = row.submitted === true;
  return {
    plannable: { ...shared, due_at: row.plannable_date, points_possible: row.points_possible, assignment_id: row.plannable_id },
    submissions: {
      submitted,
      excused: false,
      graded: row.graded,
      late: row.late,
      missing: !submitted && new Date(row.plannable_date) < new Date(),
      needs_grading: row.needs_grading,
      has_feedback: row.heard,
      redo_request: false,
    },
    html_url: `${BASE_URL}/courses/${row.course_id}/assignments/${row.plannable_id}`,
  };
}

const eventItem = (row: ItemRow, shared: PlannerItem['plannable']): Own => ({
  plannable: {
    ...shared,
    start_at: row.plannable_date,
    end_at: row.end_at,
    all_day: false,
    description: row.description,
    location_name: row.location_name,
    location_address: row.location_address,
  },
  submissions: false,
  html_url: `${BASE_URL}/calendar?event_id=${row.plannable_id}`,
});

function noteItem(row: ItemRow, shared: PlannerItem['plannable'], userId: number): Own {
  const about = linked(row);
  return {
    plannable: {
      ...shared,
      todo_date: row.plannable_date,
      details: row.description,
      course_id: row.course_id,
      user_id: userId,
      ...about,
    },
    submissions: false,
    html_url: about.linked_object_html_url,
  };
}

function item(row: ItemRow, userId: number): PlannerItem {
  const shared = { id: row.plannable_id, title: row.title, created_at: row.created_at, updated_at: row.updated_at };
  const { plannable, submissions, html_url } =
    row.plannable_type === 'assignment'
      ? workItem(row, shared)
      : row.plannable_type === 'calendar_event'
        ? eventItem(row, shared)
        : noteItem(row, shared, userId);
  return {
    context_type: row.course_id === null ? 'User' : 'Course',
    context_name: row.context_name,
    course_id: row.course_id,
    group_id: null,
    user_id: row.course_id === null ? userId : null,
    plannable_id: row.plannable_id,
    plannable_type: row.plannable_type,
    plannable_date: row.plannable_date,
    plannable,
    planner_override: mark(row, userId),
    submissions,
    new_activity: row.news,
    html_url,
  };
}

const EVENTS = (within: string): string => `select e.id, e.start_at from mine cross join lateral (
      select e.id, e.start_at from calendar_events e where e.course_id = mine.course_id and not e.deleted and ${within} order by e.start_at, e.id limit 10) e
  union all (select e.id, e.start_at from calendar_events e where e.user_id = $1 and not e.deleted and ${within} order by e.start_at, e.id limit 10)`;

const ITEMS = `with ${MINE}, ${THEIRS}, item as materialized (select * from (
      select 1 as kind, d.id, d.due_at as date from (${due((date) => `${date} between $2 and $3`, 'true')}) d
      union all select 2, e.id, e.start_at from (${EVENTS('e.start_at between $2 and $3')}) e
      union all (select 3, n.id, n.todo_date from planner_notes n where n.user_id = $1 and not n.deleted and n.todo_date between $2 and $3
        order by n.todo_date, n.id limit 10)) every order by date, kind, id limit 10)
  select t.type as plannable_type, item.id as plannable_id, item.date as plannable_date, coalesce(c.name, u.name) as context_name,
    c.id as course_id, coalesce(a.name, e.title, n.title) as title, coalesce(a.created_at, e.created_at, n.created_at) as created_at,
    coalesce(a.updated_at, e.updated_at, n.updated_at) as updated_at, a.points_possible, s.submitted_at is not null as submitted,
    coalesce(s.graded_at is not null and s.state not in ('submitted', 'pending_review') and not a.muted, false) as graded,
    coalesce(s.submitted_at >= item.date + interval '1 second', false) as late, coalesce(s.state in ('submitted', 'pending_review'), false) as needs_grading,
    coalesce(s.graded_at is not null and not a.muted, false) as heard, coalesce(s.graded_at > coalesce(o.updated_at, $4) and not a.muted, false) as news,
    e.end_at, coalesce(e.description, n.details) as description, e.location_name, e.location_address, n.linked_type, n.linked_id, ${MARK}
  from item cross join lateral (select (case item.kind when 1 then 'assignment' when 2 then 'calendar_event' else 'planner_note' end)::plannable_type as type) t
    left join assignments a on item.kind = 1 and a.id = item.id left join calendar_events e on item.kind = 2 and e.id = item.id
    left join planner_notes n on item.kind = 3 and n.id = item.id left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id)
    join users u on u.id = $1 left join submissions s on s.assignment_id = a.id and s.user_id = $1
    left join planner_overrides o on o.user_id = $1 and o.plannable_type = t.type and o.plannable_id = item.id and not o.deleted
  order by item.date, item.kind, item.id`;

interface CardRow {
  id: number;
  name: string;
  course_code: string;
  favorite: boolean;
}

/** Of a student in a course that is open. */
const card = (row: CardRow): DashboardCard => ({
  id: row.id,
  shortName: row.name,
  originalName: row.name,
  longName: `${row.name} - ${row.course_code}`,
  courseCode: row.course_code,
  assetString: `course_${row.id}`,
  href: `/courses/${row.id}`,
  term: null,
  subtitle: 'enrolled as: student',
  enrollmentType: 'StudentEnrollment',
  enrollmentState: 'active',
  observee: null,
  published: true,
  isFavorited: row.favorite,
  isHomeroom: false,
  isK5Subject: false,
  canManage: false,
  canChangeCoursePublishStatus: false,
  canReadAnnouncements: true,
  image: null,
  color: null,
  position: null,
  links: [],
});

export const plannerOperations: readonly Operation[] = [
  {
    name: 'GET /planner/items?start_date=',
    as: 'busyStudent',
    path: () => `/planner/items?start_date=${today().toISOString().slice(0, 10)}`,
    answer: z.array(PlannerItem),
    floor: floor<ItemRow>({
      id: studentOf,
      values: (id) => [id, today(), today(MOST_DAYS), new Date(Date.now() - 14 * DAY_MS)],
      text: ITEMS,
      present: (rows, store) => rows.map((row) => item(row, store.busyStudentId)),
    }),
  },
  {
    name: 'GET /planner_notes',
    as: 'busyStudent',
    path: () => '/planner_notes',
    answer: z.array(PlannerNote),
    floor: floor<NoteRow>({
      id: studentOf,
      text: `select n.id, n.title, n.details, n.user_id, n.course_id, n.todo_date, n.created_at, n.updated_at, n.linked_type, n.linked_id
        from planner_notes n where n.user_id = $1 and not n.deleted order by n.todo_date, n.id limit 10`,
      present: (rows) => rows.map(note),
    }),
  },
  {
    name: 'GET /planner/overrides',
    as: 'busyStudent',
    path: () => '/planner/overrides',
    answer: z.array(PlannerOverride),
    floor: floor<MarkedRow>({
      id: studentOf,
      text: `select o.plannable_type, o.plannable_id, ${MARK} from planner_overrides o where o.user_id = $1 and not o.deleted order by o.id limit 10`,
      present: (rows, store) => rows.map((row) => mark(row, store.busyStudentId)),
    }),
  },
  {
    name: 'GET /dashboard/dashboard_cards',
    as: 'busyStudent',
    path: () => '/dashboard/dashboard_cards',
    answer: z.array(DashboardCard),
    floor: floor<CardRow>({
      id: studentOf,
      text: `select distinct c.id, c.name, c.course_code,
          exists (select 1 from course_favorites f where f.user_id = $1 and f.course_id = c.id) as favorite
        from enrollments e join courses c on c.id = e.course_id
        where e.user_id = $1 and e.state = 'active' and c.state = 'available' order by c.id limit 100`,
      present: (rows) => rows.map(card),
    }),
  },
  {
    name: 'GET /users/self/missing_submissions',
    as: 'busyStudent',
    path: (store) =>
      `/users/self/missing_submissions?${busyCourses(store)
        .map((id) => `course_ids[]=${id}`)
        .join('&')}`,
    answer: z.array(MissingSubmission),
    floor: floor<AssignmentRow>({
      id: studentOf,
      values: (id, store) => [id, new Date(), busyCourses(store)],
      text: `with ${MINE.replace(/\)$/, ' and e.course_id = any($3::int[]))')}, ${THEIRS}, due as materialized (
          select * from (${due((date) => `${date} < $2`, `not a.submission_types <@ '{none,on_paper}' and not ${turnedIn}`)}) d order by due_at, id limit 10)
        select ${COLUMNS}, due.due_at from due join assignments a on a.id = due.id order by due.due_at, due.id`,
      present: (rows) => rows.map(assignment),
    }),
  },
  {
    name: 'GET /users/self/calendar_events',
    as: 'busyStudent',
    path: () => '/users/self/calendar_events',
    answer: z.array(UpcomingEvent),
    floor: floor<UpcomingRow>({
      id: studentOf,
      text: `with ${MINE}, page as materialized (select * from (${EVENTS('true')}) every order by start_at, id limit 10)
        select e.id, true as is_event, e.title as event_title, e.description as event_description, e.course_id as event_course_id, e.start_at,
          e.end_at, e.created_at, e.updated_at, e.location_name, e.location_address
        from page join calendar_events e on e.id = page.id order by page.start_at, page.id`,
      present: (rows, store) => rows.map((row) => upcoming(row, store.busyStudentId)),
    }),
  },
];

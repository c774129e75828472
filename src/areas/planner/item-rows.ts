import type { ViewerKind } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { type Cut, keyedList, nearest } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { plannableType } from '../../store/sql/enums.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, float, ifThere, int, nullable, type RowOf, text, timestamptz, whereThere } from '../../store/sql/types.ts';
import { OWN_TAKES } from '../assignments/course-memberships.ts';
import { dueBetween, own } from '../assignments/due-assignments.ts';
import { canBeTurnedIn, isMuted } from '../assignments/relations.ts';
import { SEEN_TAKES, standing } from '../calendar/event-rows.ts';
import { shownName } from '../courses/relations.ts';
import { isPosted } from '../discussions/relations.ts';
import { dueAtOf } from '../overrides/relations.ts';
import { awaitsGrading, isLate, isMissing, isTurnedIn, KNOWN_TO_STUDENT, wasGraded } from '../submissions/relations.ts';
import { NOTE_COLUMNS, NOTE_ROW } from './notes.ts';

/** What stands in a planner, by date: one list of three kinds, in the order of these numbers at one time. */
export const KIND = { assignment: 1, event: 2, note: 3 } as const;

const TAKES = {
  ...OWN_TAKES,
  ...SEEN_TAKES,
  callerId: int,
  studentId: int,
  notesOf: nullable(int),
  /** The notes of which courses, and whether those of none. */
  noteCourses: array(int),
  aloneNotes: boolean,
  /** What was heard before is news no more. */
  since: timestamptz,
  now: timestamptz,
  from: timestamptz,
  to: timestamptz,
};
type Takes = ParametersOf<typeof TAKES>;

const isBetween = (date: Sql, p: Takes): Sql => sql`${date} between ${p.from}::timestamptz and ${p.to}::timestamptz`;

/** Ends what is selected of one kind, each of which has an order of its own already: a page asks none for more than it holds. */
type End = (kind: number, date: Sql, id: Sql) => Sql;
const endedBy =
  (cut: Cut): End =>
  (kind, date, id) =>
    nearest([date, sql`${kind}::int`, id], cut);
const UNENDED: End = () => none;

function due(viewer: ViewerKind, p: Takes, down: boolean, end: End): Sql {
  const between = { own: p, from: sql`${p.from}::timestamptz`, to: sql`${p.to}::timestamptz`, down };
  return sql`(select ${KIND.assignment} as kind, due.id, due.due_at as date from (${dueBetween(viewer, between)}) due
    where true ${end(KIND.assignment, sql`due.due_at`, sql`due.id`)})`;
}

/** Staff may be students elsewhere. Whoever is staff nowhere is asked for nothing that staff see: PostgreSQL opens a plan as a whole, also what finds no rows. */
const items = (viewer: ViewerKind, p: Takes, down: boolean, end: End): Sql => sql`(
    ${viewer === 'staff' ? sql`${due('staff', p, down, end)} union all` : none} ${due('student', p, down, end)}
    union all select ${KIND.event}, e.id, e.start_at from (${standing(
      p,
      sql`e.id, e.start_at`,
      sql`${isBetween(sql`e.start_at`, p)} ${end(KIND.event, sql`e.start_at`, sql`e.id`)}`,
    )}) e
    union all (select ${KIND.note}, n.id, n.todo_date from planner_notes n where n.user_id = ${p.notesOf} and not n.deleted and ${isBetween(sql`n.todo_date`, p)}
      and (n.course_id = any(${p.noteCourses}::int[]) or (n.course_id is null and ${p.aloneNotes}::boolean))
      ${end(KIND.note, sql`n.todo_date`, sql`n.id`)}))`;

/** Of an item: the quiz or the topic that is one thing with its assignment, and under what name it is marked. */
const THING = sql`left join lateral (select q.id from quizzes q where item.kind = ${KIND.assignment} and q.assignment_id = item.id and not q.deleted ${ONE_BY_ONE}) quiz on true
  left join lateral (select t.id from discussion_topics t where item.kind = ${KIND.assignment} and t.assignment_id = item.id and t.root_topic_id is null
    and ${isPosted('t')} ${ONE_BY_ONE}) topic on true`;
const THING_TYPE = sql`(case when quiz.id is not null then 'quiz' when topic.id is not null then 'discussion_topic'
    when item.kind = ${KIND.assignment} then 'assignment' when item.kind = ${KIND.event} then 'calendar_event' else 'planner_note' end)::plannable_type`;
const THING_ID = sql`coalesce(quiz.id, topic.id, item.id)`;
const marks = (caller: Piece): Sql =>
  sql`${THING} left join planner_overrides o on o.user_id = ${caller} and o.plannable_type = ${THING_TYPE} and o.plannable_id = ${THING_ID} and not o.deleted`;

/** What the caller has marked, else what was turned in. */
const isDone = (
  p: Takes,
): Sql => sql`(select coalesce(o.marked_complete, item.kind = ${KIND.assignment} and exists (select 1 from submissions s
    where s.assignment_id = item.id and s.user_id = ${p.studentId} and ${isTurnedIn('s')})) from (select) one ${marks(p.callerId)})`;

/** Of a submission `s` of `a`: when its student last heard of it from others. What is muted is not told. */
const HEARD = sql`greatest(case when ${wasGraded('s')} and not ${isMuted('a')} then s.graded_at end,
    (select max(c.created_at) from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id
      and c.author_id <> s.user_id and not c.hidden))`;

/** New since the caller marked it last; without a mark, of the time before that the planner looks back to. */
const IS_NEWS = (p: Takes): Sql => sql`coalesce(${HEARD} > coalesce(o.updated_at, ${p.since}::timestamptz), false)`;
const isNew = (
  p: Takes,
): Sql => sql`coalesce((select ${IS_NEWS(p)} from submissions s join assignments a on a.id = s.assignment_id ${marks(p.callerId)}
    where item.kind = ${KIND.assignment} and s.assignment_id = item.id and s.user_id = ${p.studentId}), false)`;

const ASSIGNMENT_ROW = {
  name: text,
  pointsPossible: nullable(float),
  assignmentCourseId: int,
  /** Whether the student's work is missing. */
  missing: boolean,
  /** The student is one in its course. */
  studies: boolean,
  assignmentCreatedAt: timestamptz,
  assignmentUpdatedAt: timestamptz,
};
const EVENT_ROW = {
  eventTitle: text,
  eventCourseId: nullable(int),
  eventGroupId: nullable(int),
  endAt: timestamptz,
  allDay: boolean,
  description: nullable(text),
  locationName: nullable(text),
  locationAddress: nullable(text),
  eventCreatedAt: timestamptz,
  eventUpdatedAt: timestamptz,
};
const WORK_ROW = { submitted: boolean, graded: boolean, late: boolean, needsGrading: boolean, heard: boolean, news: boolean };
const MARK_ROW = { markId: int, markedComplete: boolean, dismissed: boolean, markCreatedAt: timestamptz, markUpdatedAt: timestamptz };

const ROW = {
  kind: int,
  id: int,
  date: timestamptz,
  thingType: plannableType,
  thingId: int,
  /** The name of the course, the group or the person whose it is. */
  contextName: nullable(text),
  ...ifThere(ASSIGNMENT_ROW),
  ...ifThere(EVENT_ROW),
  ...ifThere(WORK_ROW),
  ...ifThere(MARK_ROW),
};
export type ItemRow = RowOf<typeof ROW>;
export const isAssignment = whereThere(ASSIGNMENT_ROW);
export const isEvent = whereThere(EVENT_ROW);
export const isTold = whereThere(WORK_ROW);
export const isMarked = whereThere(MARK_ROW);

/** Of a submission `s` of `a`: it waits for a grader. While it is muted it never ceases to, which would tell that there is a grade. */
const NEEDS_GRADING = sql`case when ${isMuted('a')} then ${isTurnedIn('s')} else ${awaitsGrading('s')} end`;

const COLUMNS = (p: Takes): Sql => sql`item.kind, item.id, item.date, ${THING_TYPE} as "thingType", ${THING_ID} as "thingId",
  coalesce(${shownName('c', p.callerId)}, g.name, u.name) as "contextName",
  a.name, a.points_possible as "pointsPossible", a.course_id as "assignmentCourseId", ${isMissing('s', { due: sql`theirs.due_at`, submittable: canBeTurnedIn('a'), now: sql`${p.now}::timestamptz` })} as missing,
  (select own.studies from own where own.course_id = a.course_id) as studies,
  a.created_at as "assignmentCreatedAt", a.updated_at as "assignmentUpdatedAt",
  e.title as "eventTitle", e.course_id as "eventCourseId", e.group_id as "eventGroupId", e.end_at as "endAt", e.all_day_date is not null and e.id is not null as "allDay",
  e.description, e.location_name as "locationName", e.location_address as "locationAddress", e.created_at as "eventCreatedAt", e.updated_at as "eventUpdatedAt",
  ${isTurnedIn('s')} as submitted, ${wasGraded('s')} and not ${awaitsGrading('s')} and not ${isMuted('a')} as graded,
  ${isLate('s', sql`theirs.due_at`)} as late, ${NEEDS_GRADING} as "needsGrading",
  ${HEARD} is not null as heard, ${IS_NEWS(p)} as news,
  o.id as "markId", o.marked_complete as "markedComplete", o.dismissed, o.created_at as "markCreatedAt", o.updated_at as "markUpdatedAt"`;

/** When work is due to its student: that of the item is the date of the caller, who may be more in its course (planner#13). */
const THEIRS = (p: Takes): Sql => sql`cross join lateral (select ${dueAtOf(p.studentId)} as due_at ${ONE_BY_ONE}) theirs`;

const JOINS = (p: Takes): Sql => sql`left join assignments a on item.kind = ${KIND.assignment} and a.id = item.id
  left join calendar_events e on item.kind = ${KIND.event} and e.id = item.id
  left join planner_notes n on item.kind = ${KIND.note} and n.id = item.id
  left join courses c on c.id = coalesce(a.course_id, e.course_id, n.course_id) left join groups g on g.id = e.group_id
  left join users u on u.id = coalesce(e.user_id, n.user_id)
  left join submissions s on s.assignment_id = a.id and s.user_id = ${p.studentId} and ${KNOWN_TO_STUDENT}
  ${THEIRS(p)} ${marks(p.callerId)}`;

const LISTED = {
  takes: TAKES,
  gives: ROW,
  around: (page: Sql, p: Takes) => sql`with ${own(p)} select ${COLUMNS(p)} from (${page}) item ${JOINS(p)}`,
  key: [
    { sql: sql`item.date`, type: 'timestamptz' },
    { sql: sql`item.kind`, type: 'int' },
    { sql: sql`item.id`, type: 'int' },
  ],
  keyOf: (row: ItemRow) => [row.date.toISOString(), row.kind, row.id],
} as const;
const selected = (viewer: ViewerKind, p: Takes, { down }: Cut, end: End): Sql =>
  sql`select item.kind, item.id, item.date from ${items(viewer, p, down, end)} item where true`;

const listed = (name: string, viewer: ViewerKind) => ({
  /** All of them, or those of one kind. */
  whole: keyedList({
    ...LISTED,
    name,
    mayTake: { kind: int },
    select: (p, cut) => selected(viewer, p, cut, endedBy(cut)),
    filters: { kind: (p) => sql`item.kind = ${p.kind}` },
  }),
  /** Those of which something else is so: how many of each kind are gone through for a page is not known. */
  sifted: keyedList({
    ...LISTED,
    name: `${name}_sifted`,
    takes: { ...TAKES, done: nullable(boolean), news: nullable(boolean) },
    select: (p, cut) => sql`${selected(viewer, p, cut, UNENDED)}
     and (${p.done}::boolean is null or ${isDone(p)} = ${p.done}) and (${p.news}::boolean is null or ${isNew(p)} = ${p.news})`,
  }),
});

/** What is shown of the items of a page is read with them. */
export const listedItems = { staff: listed('planner_items', 'staff'), student: listed('planner_items_of_student', 'student') };

export const notesByIds = statement({
  name: 'planner_notes_by_ids',
  takes: { ids: array(int) },
  gives: NOTE_ROW,
  sql: (p) => sql`select ${NOTE_COLUMNS} from planner_notes n where n.id = any(${p.ids}::int[])`,
});

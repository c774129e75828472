import type { Ctx } from '../../access/context.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import { iso, secondAfter } from '../../http/timestamps.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { mapPage, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { type Cut, keyedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { int, json, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { administers, administersAmong } from '../accounts/relations.ts';
import { isCourse } from '../courses/relations.ts';
import type { NamedUser } from '../users/schemas.ts';
import type { GradeChangeEvent, GradeChangeEvents } from './audit-schemas.ts';
import { CHANGE_KEY, changeKey, nearestOfAssignment } from './grade-changes.ts';

const EVENT_ROW = {
  id: int,
  at: timestamptz,
  version: int,
  before: nullable(text),
  after: nullable(text),
  assignmentId: int,
  assignment: text,
  courseId: int,
  course: text,
  student: json<NamedUser>(),
  grader: nullable(json<NamedUser>()),
};
type EventRow = RowOf<typeof EVENT_ROW>;

const named = (u: Sql): Sql =>
  sql`json_build_object('id', ${u}.id, 'name', ${u}.name, 'sortable_name', ${u}.sortable_name, 'short_name', ${u}.short_name)`;

/** What is told of changes `g`: which of its submission it is, and the grade before. */
const shown = (page: Sql): Sql => sql`select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
   g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, ${named(sql`w`)} as student,
   case when u.id is not null then ${named(sql`u`)} end as grader
 from (${page}) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
   left join users u on u.id = g.grader_id
   cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
     where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b`;

/** In courses that the caller administers, of assignments that stand. */
const isAudited = (administered: Sql): Sql => sql`not a.deleted and ${isCourse('c')} and ${administered}`;
const PLACES = sql`join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id`;

const TAKES = { id: int, callerId: int };
/** Grades `g` that were given or taken away, the newest first. */
const listOf = (name: string, select: (p: ParametersOf<typeof TAKES>, cut: Cut) => Sql) =>
  keyedList({
    name,
    takes: TAKES,
    mayTake: { from: timestamptz, before: timestamptz },
    gives: EVENT_ROW,
    select,
    filters: {
      from: (p) => sql`g.created_at >= ${p.from}`,
      before: (p) => sql`g.created_at < ${p.before}`,
    },
    around: shown,
    key: CHANGE_KEY.map((part) => ({ ...part, descending: true })),
    keyOf: changeKey,
  });
const changesOf = (name: string, of: (id: Piece) => Sql) =>
  listOf(
    name,
    (p) =>
      sql`select g.* from grade_changes g ${PLACES} where ${of(p.id)} and ${isAudited(administersAmong(sql`c.account_id`, p.callerId))}`,
  );

/** Changes are found by their submission: of a student by those that the student has. */
const lists = {
  assignment: changesOf('grade_changes_of_assignment', (id) => sql`g.assignment_id = ${id}`),
  course: listOf(
    'grade_changes_of_course',
    (
      p,
      cut,
    ) => sql`select g.* from courses c join assignments a on a.course_id = c.id cross join lateral ${nearestOfAssignment(sql`true`, cut)} g
     where c.id = ${p.id} and ${isAudited(administers(sql`c.account_id`, p.callerId))}`,
  ),
  student: changesOf(
    'grade_changes_of_student',
    (id) => sql`(g.assignment_id, g.user_id) in (select s.assignment_id, s.user_id from submissions s where s.user_id = ${id})`,
  ),
  grader: changesOf('grade_changes_of_grader', (id) => sql`g.grader_id = ${id}`),
};

const eventOf = (row: EventRow): GradeChangeEvent => ({
  id: String(row.id),
  created_at: iso(row.at),
  event_type: 'grade_change',
  version_number: row.version,
  grade_before: row.before,
  grade_after: row.after,
  excused_before: false,
  excused_after: false,
  links: {
    assignment: row.assignmentId,
    course: row.courseId,
    student: row.student.id,
    grader: row.grader?.id ?? null,
    page_view: null,
  },
});

/** Each once, by id. */
const once = <T extends { id: number }>(things: readonly T[]): T[] =>
  [...new Map(things.map((thing) => [thing.id, thing])).values()].sort((a, b) => a.id - b.id);

function eventsOf(ctx: Ctx, rows: readonly EventRow[]): GradeChangeEvents {
  const api = `${ctx.baseUrl}/api/v1`;
  return {
    links: {
      'events.assignment': `${api}/courses/{events.course}/assignments/{events.assignment}`,
      'events.course': `${api}/courses/{events.course}`,
      'events.student': { href: `${api}/users/{events.student}`, type: 'user' },
      'events.grader': { href: `${api}/users/{events.grader}`, type: 'user' },
      'events.page_view': null,
    },
    events: rows.map(eventOf),
    linked: {
      assignments: once(rows.map((row) => ({ id: row.assignmentId, name: row.assignment, course_id: row.courseId }))),
      courses: once(rows.map((row) => ({ id: row.courseId, name: row.course }))),
      users: once(rows.flatMap((row) => [row.student, ...(row.grader ? [row.grader] : [])])),
      page_views: [],
    },
  };
}

/** Whose grades: of a course, of a student .. */
interface Audited {
  by: keyof typeof lists;
  id: number;
}

interface AuditQuery {
  start_time?: Date | undefined;
  end_time?: Date | undefined;
}

/** What was graded in a course, of a student or by somebody, in courses that the caller administers (submissions#100). */
export async function auditGrades(ctx: Ctx, { by, id }: Audited, query: AuditQuery, page: PageRequest) {
  const between = { from: query.start_time, before: query.end_time && secondAfter(query.end_time) };
  const found = await lists[by].read(ctx.db, { id, callerId: ctx.caller.userId }, page, between);
  return { ...mapPage(found, found.rows.map(eventOf)), body: eventsOf(ctx, found.rows) };
}

const courseOf = statement({
  name: 'course_of_audited_assignment',
  takes: { id: int },
  gives: { courseId: int },
  sql: (p) => sql`select a.course_id as "courseId" from assignments a where a.id = ${p.id} and not a.deleted`,
});

/** An assignment is addressed without its course: to whoever does not administer that, it is not there. */
export async function auditGradesOfAssignment(ctx: Ctx, id: number, query: AuditQuery, page: PageRequest) {
  const { courseId } = foundIn(await ctx.db.rows(courseOf, { id }));
  const [at] = await accessInCourses(ctx.db, ctx.caller, [courseId]);
  if (!at || !may(at, 'grades.audit')) throw notFound();
  return auditGrades(ctx, { by: 'assignment', id }, query, page);
}

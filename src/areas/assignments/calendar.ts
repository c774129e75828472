import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { type Gate, gatedFor, gatesOf } from '../../access/gates.ts';
import { may } from '../../access/permissions.ts';
import { forViewers, readerOf, VIEWER_TAKES, type ViewerKind, viewerOf, viewerValues } from '../../access/viewer.ts';
import { CALENDAR_BYTES, plainText, readable } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { settingsIn } from '../accounts/accounts.ts';
import type { CalendarItem, CalendarSource } from '../area.ts';
import { isCourse } from '../courses/relations.ts';
import { isOpenTo, ofStaff, reachAmong, studentOf, takesPart } from '../enrollments/relations.ts';
import { nearestItems } from '../feeds/nearest.ts';
import { datesFor, groupsOfStudents, sectionsOfStudents, VIEWER_OF_MINE, viewerInCourse } from '../overrides/relations.ts';
import { HAS_DRAFTS } from './relations.ts';

const ROW = {
  id: int,
  courseId: int,
  name: text,
  description: nullable(text),
  dueAt: timestamptz,
  unlockAt: nullable(timestamptz),
  updatedAt: timestamptz,
  /** Modules of its course may hold it back. */
  gated: boolean,
};
type Row = RowOf<typeof ROW>;

const columns = (
  gated: Sql,
): Sql => sql`a.id, a.course_id as "courseId", a.name, ${readable(sql`a.description`, CALENDAR_BYTES)} as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt", ${gated} as gated`;

const ofCourse = forViewers((kind) =>
  statement({
    name: `due_in_course_for_${kind}`,
    takes: { courseId: int, ...VIEWER_TAKES, seesUnpublished: boolean, from: timestamptz, to: timestamptz },
    gives: ROW,
    sql: (p) => {
      const { with: tables, viewer } = viewerInCourse(kind, p.courseId, p);
      return sql`with ${tables} a as (select * from assignments a
         where a.course_id = ${p.courseId} and not a.deleted and (a.published or ${p.seesUnpublished}::boolean))
       select ${columns(sql`false`)} from a ${datesFor(viewer)} where dates.due_at between ${p.from} and ${p.to} ${nearestItems(sql`dates.due_at`, sql`a.id`, p)}`;
    },
  }),
);

const STAFF = ofStaff('e');
const SEEN: Record<ViewerKind, Sql> = {
  staff: sql`${reachAmong('e', 'course.people.oversee')} as oversees`,
  student: sql`array_agg(${studentOf('e')}) as students`,
};

/** The courses in which the caller is staff, or is not, as access has them; administrators see those that they are enrolled in. */
const coursesOf = (kind: ViewerKind, caller: Piece): Sql => sql`select c.id as course_id, c.gated, ${SEEN[kind]},
    ${kind === 'staff' ? sql`true` : sql`not ${HAS_DRAFTS}`} as "seesAll"
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = ${caller} and ${takesPart('e')} and ${isCourse('c')} and ${isOpenTo('e', 'c')}
  group by c.id having ${kind === 'staff' ? none : sql`not `}bool_or(${STAFF})`;
const mine: Record<ViewerKind, (caller: Piece) => Sql> = {
  staff: (caller) => sql`mine as materialized (${coursesOf('staff', caller)})`,
  student: (caller) =>
    sql`mine as materialized (select own.*, ${sectionsOfStudents(sql`own.course_id`, sql`own.students`)} as sections,
      ${groupsOfStudents(sql`own.course_id`, sql`own.students`)} as groups from (${coursesOf('student', caller)}) own)`,
};

const ofCaller = forViewers((kind) =>
  statement({
    name: `due_in_courses_for_${kind}`,
    takes: { callerId: int, from: timestamptz, to: timestamptz },
    gives: ROW,
    sql: (p) => sql`with ${mine[kind](p.callerId)}, a as (select a.* from mine join assignments a
         on a.course_id = mine.course_id and not a.deleted and (a.published or mine."seesAll"))
     select ${columns(sql`mine.gated`)} from a join mine on mine.course_id = a.course_id ${datesFor(VIEWER_OF_MINE[kind])}
     where dates.due_at between ${p.from} and ${p.to} ${nearestItems(sql`dates.due_at`, sql`a.id`, p)}`,
  }),
);

/** What keeps an assignment from the caller. */
type GateOf = (row: Row) => Gate | null;
const NO_GATE: GateOf = () => null;

/** Nobody reads ahead of what opens it, but for staff (assignments#31). Feeds know no date that closes it. */
const isOpen = (ctx: Ctx, kind: ViewerKind, { unlockAt }: Row, gate: Gate | null): boolean =>
  kind === 'staff' || (gate === null && (unlockAt === null || unlockAt <= ctx.now));

const item = (ctx: Ctx, kind: ViewerKind, row: Row, gate: Gate | null): CalendarItem => ({
  uid: `assignment_${row.id}`,
  title: row.name,
  description: row.description !== null && isOpen(ctx, kind, row, gate) ? plainText(row.description, CALENDAR_BYTES) : null,
  location: null,
  startAt: row.dueAt,
  endAt: null,
  allDay: false,
  url: `${ctx.webUrl}/courses/${row.courseId}/assignments/${row.id}`,
  updatedAt: row.updatedAt,
});

async function gatesIn(ctx: Ctx, courses: readonly CourseAccess[], rows: readonly Row[]): Promise<GateOf> {
  const gated = courses.flatMap((at) => gatedFor(at, viewerOf(ctx.caller, at)));
  const gateOf = await gatesOf(ctx, gated, { assignments: rows.map((row) => row.id) });
  return (row) => gateOf('assignments', row.id);
}

/** What modules hold back of rows of several courses, of which few are gated. */
async function gatesAmong(ctx: Ctx, rows: readonly Row[]): Promise<GateOf> {
  const gated = rows.filter((row) => row.gated);
  if (gated.length === 0) return NO_GATE;
  const courses = await accessInCourses(ctx.db, ctx.caller, [...new Set(gated.map((row) => row.courseId))]);
  return gatesIn(ctx, courses, gated);
}

/** Assignments on the days when they are due to the caller (assignments#37); who is only invited to a course reads none of it (access#8). */
export const dueDates: CalendarSource = async (ctx, course, { from, to }) => {
  if (course !== null) {
    if (!may(course, 'assignments.read')) return [];
    const viewer = readerOf(ctx.caller, course);
    const all = viewer.kind === 'staff' || !(await settingsIn(ctx.db, course.course)).enable_draft;
    const values = { courseId: course.course.id, ...viewerValues(viewer), seesUnpublished: all, from, to };
    const rows = await ctx.db.rows(ofCourse[viewer.kind], values);
    const gateOf = await gatesIn(ctx, [course], rows);
    return rows.map((row) => item(ctx, viewer.kind, row, gateOf(row)));
  }
  const values = { callerId: ctx.caller.userId, from, to };
  const worked = await ctx.db.rows(ofCaller.staff, values);
  const attended = await ctx.db.rows(ofCaller.student, values);
  const gateOf = await gatesAmong(ctx, attended);
  return [...worked.map((row) => item(ctx, 'staff', row, null)), ...attended.map((row) => item(ctx, 'student', row, gateOf(row)))];
};

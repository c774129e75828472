import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, SelfAccess } from '../../access/context-access.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { assignmentsHeld } from '../../access/gates.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import { statement } from '../../store/database.ts';
import { TodoKind } from '../../store/generated/enums.ts';
import { type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, oneOf, type RowOf, someOf, timestamptz } from '../../store/sql/types.ts';
import { type CourseMemberships, isRunning, membershipsIn, OWN_TAKES, runningMemberships } from '../assignments/course-memberships.ts';
import {
  dueBetween,
  dueShownToStudent,
  own,
  PUBLISHED,
  SELECTED_ROW,
  type Selected,
  selectedJson,
  shownRows,
  toGrade,
} from '../assignments/due-assignments.ts';
import { type AccessIn, accessOf, linkedFields } from '../assignments/linked-content.ts';
import { canBeTurnedIn } from '../assignments/relations.ts';
import { completed } from '../assignments/rows.ts';
import type { Assignment } from '../assignments/schemas.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { waitsForGrader } from '../submissions/relations.ts';
import type { TodoCounts, TodoItem } from './schemas.ts';

/** How many things to do there are of each kind at most (todo#1). */
const MOST = 15;
const BACK_MS = 28 * DAY_MS;
const AHEAD_MS = 7 * DAY_MS;

const TAKES = { callerId: int, from: timestamptz, to: timestamptz, ...OWN_TAKES, ...someOf({ now: timestamptz, held: array(int) }) };
type Takes = ParametersOf<typeof TAKES>;

/** Ignored for good, or since it last changed; `more` says what else has to be so. */
const ignored = (
  caller: Piece,
  kind: TodoKind,
  more = sql`true`,
): Sql => sql`coalesce((select i.permanent or (i.ignored_at >= a.updated_at and ${more})
    from ignored_todos i where i.user_id = ${caller} and i.assignment_id = a.id and i.kind = ${quoted(kind)}), false)`;

// Most of what is past is turned in.
const toSubmit = (
  caller: Piece,
): Sql => sql`(select s.attempt from submissions s where s.assignment_id = found.id and s.user_id = ${caller}) is null
  and mine.studies and ${canBeTurnedIn('a')}
  and not ${ignored(caller, 'submitting')}`;
/** Where they only work there is nothing to turn in: `toSubmit` says so of each assignment, this of the course before any is looked at. */
const STUDIES_TOO = sql`own.studies`;
/** An assignment is open to a student by its dates and by modules; staff are never held back (assignments#30). */
const openTo = ({ now, held }: Takes): Sql =>
  sql`coalesce(dates.unlock_at <= ${now}::timestamptz, true) and coalesce(dates.lock_at > ${now}::timestamptz, true) and a.id <> all(${held}::int[])`;

/** Since then nobody whom the caller grades has turned in anything, whatever has become of it (todo#8). */
const NOTHING_NEW = sql`not exists (select 1 from submissions n where n.assignment_id = a.id and n.submitted_at > i.ignored_at
    and ${isStudentWithin(sql`a.course_id`, sql`n.user_id`, sql`mine.graded`)})`;
const hasToGrade = (
  caller: Piece,
): Sql => sql`exists (select 1 from submissions t where t.assignment_id = a.id and ${waitsForGrader('t', sql`a.course_id`, sql`mine.graded`)})
  and not ${ignored(caller, 'grading', NOTHING_NEW)}`;

const ROW = { ...SELECTED_ROW, kind: oneOf(TodoKind) };
type Row = RowOf<typeof ROW>;

const firstOf = (kind: TodoKind, found: Piece): Sql =>
  sql`select ${quoted(kind)} as kind, d.* from (${found}) d order by d.due_at, d.id limit ${MOST}`;
const toSubmitBy = (p: Takes) => ({
  own: p,
  from: sql`${p.from}::timestamptz`,
  to: sql`${p.to}::timestamptz`,
  open: toSubmit(p.callerId),
});
/** Who works there sees what is not published, and has not to turn it in. */
const toSubmitByStaff = (p: Takes) => ({ ...toSubmitBy(p), open: sql`${toSubmit(p.callerId)} and ${PUBLISHED}` });

const ofStudent = statement({
  name: 'todo_of_student',
  takes: TAKES,
  gives: ROW,
  sql: (p) => dueShownToStudent({ ...toSubmitBy(p), most: MOST, dated: openTo(p) }, sql`, 'submitting' as kind`),
});
const ofStaff = statement({
  name: 'todo_of_staff',
  takes: TAKES,
  gives: ROW,
  sql: (p) =>
    shownRows({
      own: p,
      dates: sql`(${firstOf('grading', toGrade(hasToGrade(p.callerId)))}) union all (${firstOf('submitting', dueBetween('staff', { ...toSubmitByStaff(p), most: MOST }, STUDIES_TOO))})`,
      columns: sql`, dates.kind`,
      order: sql`dates.kind, dates.due_at, a.id`,
    }),
});

/** Without a limit, and without what is shown of each (todo#11): what waits in the courses where the caller works, and what is due in all. */
const counts = statement({
  name: 'todo_counts',
  takes: TAKES,
  gives: { needsGrading: int, toSubmit: int },
  sql: (p) => {
    const attended = dueBetween('student', { ...toSubmitBy(p), dated: openTo(p) });
    const due = sql`${attended} union all ${dueBetween('staff', toSubmitByStaff(p), STUDIES_TOO)}`;
    return sql`with ${own(p)}
     select (select count(*) from ${toGrade(hasToGrade(p.callerId))} found join assignments a on a.id = found.id
         join submissions t on t.assignment_id = a.id and ${waitsForGrader('t', sql`a.course_id`, sql`found.graded`)})::int as "needsGrading",
       (select count(*) from (${due}) found)::int as "toSubmit"`;
  },
});

function itemJson(ctx: Ctx, row: Selected<Row>, assignment: Assignment): TodoItem {
  const address = `${ctx.baseUrl}/api/v1/users/self/todo/assignment_${row.id}/${row.kind}`;
  return {
    type: row.kind,
    assignment,
    ignore: `${address}?permanent=0`,
    ignore_permanently: `${address}?permanent=1`,
    html_url: row.kind === 'submitting' ? `${assignment.html_url}#submit` : assignment.html_url,
    ...(row.kind === 'grading' ? { needs_grading_count: row.needsGrading ?? 0 } : {}),
    context_type: 'course',
    course_id: row.courseId,
    group_id: null,
  };
}

const byDueDate = (one: Row, other: Row): number =>
  (one.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - (other.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) || one.id - other.id;
const firstDue = (rows: readonly Row[]): Row[] => rows.toSorted(byDueDate).slice(0, MOST);

async function valuesFor(ctx: Ctx, courses: CourseMemberships) {
  const now = ctx.now.getTime();
  return {
    callerId: ctx.caller.userId,
    from: new Date(now - BACK_MS),
    to: new Date(now + AHEAD_MS),
    ...courses.values,
    now: ctx.now,
    held: await assignmentsHeld(ctx, courses.gated),
  };
}

/** Grading first, each by due date (todo#2): a statement for who attends a course, and one for who works in one. */
async function toDo(ctx: Ctx, courses: CourseMemberships, accessList: AccessIn): Promise<TodoItem[]> {
  const values = await valuesFor(ctx, courses);
  const attended = courses.attends ? await ctx.db.rows(ofStudent, values) : [];
  const taught = courses.works ? await ctx.db.rows(ofStaff, values) : [];
  const of = (kind: TodoKind) => taught.filter((row) => row.kind === kind);
  const rows = [...of('grading'), ...firstDue([...attended, ...of('submitting')])];
  // What modules hold back of courses that the caller attends is not among them.
  const shown = await completed(ctx, [], rows);
  const added = await linkedFields(ctx, accessList, shown);
  return shown.map((row) => itemJson(ctx, row, { ...selectedJson(ctx, row, courses.displayOf(row.courseId)), ...added.get(row.id) }));
}

/** todo#1. */
export const listTodo = (ctx: Ctx, { self }: SelfAccess): Promise<TodoItem[]> =>
  toDo(ctx, runningMemberships(self), async (ids) => accessOf(await accessInCourses(ctx.db, ctx.caller, ids)));

/** What is to do in one course. Administrators may grade in one that is over, and have nothing to do there (todo#5). */
export const listTodoOfCourse = async (ctx: Ctx, at: CourseAccess): Promise<TodoItem[]> =>
  isRunning(at.course) ? toDo(ctx, await membershipsIn(ctx, [at], 'submissions.grade'), async () => accessOf([at])) : [];

/** todo#11. */
export async function countTodo(ctx: Ctx, { self }: SelfAccess): Promise<TodoCounts> {
  const courses = runningMemberships(self);
  const found = courses.works || courses.attends ? await ctx.db.rows(counts, await valuesFor(ctx, courses)) : [];
  const { needsGrading, toSubmit } = found[0] ?? { needsGrading: 0, toSubmit: 0 };
  return { needs_grading_count: needsGrading, assignments_needing_submitting: toSubmit };
}

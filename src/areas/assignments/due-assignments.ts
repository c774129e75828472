import type { Ctx } from '../../access/context.ts';
import type { Role } from '../../access/permissions.ts';
import type { ViewerKind } from '../../access/viewer.ts';
import { inOrder } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { type RowOf, timestamptz } from '../../store/sql/types.ts';
import { datesFor, VIEWER_OF_MINE } from '../overrides/relations.ts';
import { waitsForGrader } from '../submissions/relations.ts';
import { type CourseDisplay, OWN_TAKES } from './course-memberships.ts';
import { assignmentJson } from './json.ts';
import { ASSIGNMENT_COLUMNS, type Completed, FOUND_ROW, HAS_RUBRIC } from './rows.ts';
import type { Assignment } from './schemas.ts';

/** Assignments of several courses at once, for one caller and in one statement: what is due, and what is to do. */

type Own = ParametersOf<typeof OWN_TAKES>;

/**
 * The rows `own` of a statement: the courses that are given. Columns are unnested, which takes half the time of reading them out of
 * JSON; those that are lists come as text.
 */
export const own = (
  p: Own,
): Sql => sql`own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
      sections::int[] as sections, groups::int[] as groups
    from unnest(${p.ownIds}::int[], ${p.ownStaff}::boolean[], ${p.ownGrades}::boolean[], ${p.ownStudies}::boolean[], ${p.ownDrafts}::boolean[], ${p.ownGraded}::text[], ${p.ownOversees}::text[], ${p.ownStudents}::text[], ${p.ownSections}::text[], ${p.ownGroups}::text[])
      as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups))`;

/** An assignment `a` of a course `mine` is published, or counts as published (assignments#3, assignments#4). */
export const PUBLISHED = sql`(a.published or not mine.drafts)`;
const THERE: Record<ViewerKind, Sql> = { staff: sql`not a.deleted`, student: sql`not a.deleted and ${PUBLISHED}` };
const FOUND = sql`a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at`;

/**
 * The overrides `o` of the caller's that make something due between two dates: read once, however many courses there are. Staff see all.
 */
function overrides(kind: ViewerKind, { own, from, to }: Due): Sql {
  const between = sql`o.due_at between ${from} and ${to}`;
  if (kind === 'staff')
    return sql`mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and ${between}`;
  return sql`assignment_overrides o where ${between} and (o.course_section_id = any(${own.attendedSections}::int[]) or o.group_id = any(${own.attendedGroups}::int[])
      or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any(${own.attendedPeople}::int[]))))`;
}

/** What a selection of assignments gives: these columns of `own`, the caller's dates, and the id. */
const SELECTED = sql`a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded`;
/**
 * The same columns of what is found by date. Taken from `found`, they let PostgreSQL know that rows come in order: it stops where a page
 * is full.
 */
const SELECTED_BY_DATE = sql`found.id, found.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded`;
/** All columns of the assignment, and the caller's dates beside them. */
const WHOLE = sql`a.*, dates.due_at as caller_due_at, dates.unlock_at as caller_unlock_at, dates.lock_at as caller_lock_at`;
/** The row `dates` of an assignment `a` that was selected as `WHOLE`. */
const DATES_OF_WHOLE = sql`select a.caller_due_at as due_at, a.caller_unlock_at as unlock_at, a.caller_lock_at as lock_at`;

interface Due {
  own: Own;
  from: Piece;
  to: Piece;
  /** So many are wanted, the first by due date and id; all where it is left out. */
  most?: number;
  /** The last ones come first. */
  down?: boolean;
  /**
   * What else has to be true of assignments `a` and courses `mine`, before dates are worked out; asked row by row. What is asked of
   * `found.id` alone is asked first.
   */
  open?: Sql;
  /** What has to be true of `dates`. */
  dated?: Sql;
}

/** The rows `mine` of a statement, of `own` those in which the caller is that, and what the caller's dates are worked out from. */
const MINE = (kind: ViewerKind, among = sql`true`): Sql =>
  sql`mine as materialized (select * from own where ${kind === 'staff' ? none : sql`not `}own.staff and ${among})`;

const withMine = (kind: ViewerKind, rest: (dates: Piece) => Sql, among?: Sql): Sql =>
  sql`(with ${MINE(kind, among)} ${rest(datesFor(VIEWER_OF_MINE[kind]))})`;

/** Joins to rows with an `id` their assignments `a` and courses `mine`, one row after the other. */
const byKey = (rows: Piece): Sql => sql`${rows} found
    cross join lateral (select * from assignments a where a.id = found.id ${ONE_BY_ONE}) a
    cross join lateral (select * from mine where mine.course_id = a.course_id ${ONE_BY_ONE}) mine`;

/**
 * Candidates with a date each, one that may be the caller's: an assignment's own, and those that overrides make of it. The caller's is
 * always one of them (assignments#10), so that each assignment is found at its date and nowhere else. Gone through in order, and left once
 * there are enough.
 */
function byDate(kind: ViewerKind, due: Due, selected = SELECTED_BY_DATE): Sql {
  const { from, to, most, down = false, open = sql`true`, dated = sql`true` } = due;
  return sql`
      (select ${selected} from ${byKey(sql`(select * from (
          select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between ${from} and ${to}
          union all select distinct o.assignment_id, o.due_at, true from ${overrides(kind, due)}) candidate
        order by ${inOrder([sql`due_at`, sql`id`], down)} ${ONE_BY_ONE})`)} ${datesFor(VIEWER_OF_MINE[kind])}
        where ${THERE[kind]} and ${open} and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and ${dated}
        order by ${inOrder([sql`found.due_at`, sql`found.id`], down)} ${most === undefined ? none : sql`limit ${most}`})`;
}

/**
 * The assignments of the courses `own` in which the caller is that, which are due to the caller between two dates, both as SQL
 * (assignments#10), whatever is due at another time not being looked at. At least the first so many. `among`: what has to be true of
 * courses `own`; in others no assignment is looked at.
 */
export const dueBetween = (kind: ViewerKind, due: Due, among?: Sql): Sql => withMine(kind, () => byDate(kind, due), among);

/** What is due in courses in which the caller does not work, as it stands in `shownToStudent`, which has `mine` already. */
export const dueToStudent = (due: Due): Sql => byDate('student', due);

/** The assignments that the caller grades, whenever they are due. */
export const toGrade = (open: Piece): Sql =>
  withMine(
    'staff',
    (dates) => sql`, a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id
      where mine.grades and not a.deleted and ${PUBLISHED} and ${open})
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** The assignments of these ids in courses in which the caller is of that kind. */
export const namedFor = (kind: ViewerKind, ids: Piece): Sql =>
  withMine(
    kind,
    (
      dates,
    ) => sql`, a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id and ${THERE[kind]} and a.id = any(${ids}))
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** The columns of selected rows, which are called `dates`, and of their assignments `a`. */
const selectedColumns = (needsGrading: Piece): Sql =>
  sql`${ASSIGNMENT_COLUMNS}, ${HAS_RUBRIC}, a.created_at as "createdAt", a.updated_at as "updatedAt", ${needsGrading} as "needsGrading"`;
export const SELECTED_COLUMNS = selectedColumns(
  sql`case when dates.grades then (select count(*) from submissions t where t.assignment_id = a.id and ${waitsForGrader('t', sql`a.course_id`, sql`dates.graded`)}) end`,
);
/** The same columns for courses in which the caller does not work, and so has nothing to grade. */
const STUDENT_COLUMNS = selectedColumns(sql`null::int`);

interface Shown {
  own: Own;
  /** What was selected above, the rows that are wanted alone. */
  dates: Sql;
  /** More columns, each with a comma before. */
  columns?: Sql;
  joins?: Sql;
  /** Where it is not ordered afterwards. */
  order?: Sql;
}

/** What is selected is looked up by its key. */
const shownOf = (
  selected: Piece,
  { own: given, dates, columns = none, joins = none, order }: Shown,
  more = none,
): Sql => sql`with ${own(given)}, ${more} dates as materialized (${dates})
  select ${selected}${columns} from dates left join lateral (select * from assignments a where a.id = dates.id ${ONE_BY_ONE}) a on true ${joins}
  ${order === undefined ? none : sql`order by ${order}`}`;

/** A whole statement: what was selected, with what is shown of it. */
export const shownRows = (shown: Shown): Sql => shownOf(SELECTED_COLUMNS, shown);

/** A whole statement in the same way, for the courses in which the caller does not work. */
export const shownToStudent = (shown: Shown): Sql => shownOf(STUDENT_COLUMNS, shown, sql`${MINE('student')},`);

/** The same of nothing but what is due, in no order. So each assignment is read once, and not selected first. */
export const dueShownToStudent = (due: Due, columns: Piece): Sql => sql`with ${own(due.own)}, ${MINE('student')}
  select ${STUDENT_COLUMNS}${columns} from ${byDate('student', due, WHOLE)} a cross join lateral (${DATES_OF_WHOLE}) dates`;

export const SELECTED_ROW = { ...FOUND_ROW, createdAt: timestamptz, updatedAt: timestamptz };
export type SelectedRow = RowOf<typeof SELECTED_ROW>;

/** A selected row with what `completed` adds. */
export type Selected<Row = SelectedRow> = Row & Completed;

const GRADER: ReadonlySet<Role> = new Set(['teacher']);
const EDITOR: ReadonlySet<Role> = new Set(['designer']);
const READER: ReadonlySet<Role> = new Set(['student']);

/** As lists of one course show it, but for what is one thing with it. Who graded there, and studies there now, is held back (access#10). */
export function selectedJson(ctx: Ctx, row: Selected, { staff, grades, settings }: CourseDisplay): Assignment {
  const roles = grades ? GRADER : staff ? EDITOR : READER;
  return assignmentJson(ctx, { roles, writing: staff ? roles : READER }, row, { settings, callerDates: true });
}

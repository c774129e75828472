import type { Ctx } from '../../access/context.ts';
import type { Role } from '../../access/permissions.ts';
import { within } from '../../access/reach.ts';
import { anyHidden, hidden } from '../../store/hidden.ts';
import { callerDatesInMany } from '../overrides/caller-dates.ts';
import type { Sight } from '../overrides/sight.ts';
import { assignmentJson } from './json.ts';
import type { Place } from './own-courses.ts';
import { ASSIGNMENT_COLUMNS, type AssignmentRow, type FoundRow, HAS_RUBRIC } from './rows.ts';
import type { Assignment } from './schemas.ts';

/** Assignments of several courses at once, for one caller and in one statement: what is due, and what is to do. */

/**
 * The rows `own` of a statement: the courses that are given (own-courses.ts) in its parameters from the first of these on. Columns are
 * unnested, which takes half the time of reading them out of JSON; those that are lists come as text.
 */
export const OWN = (first: number): string => {
  const given = (offset: number, type: string): string => `$${first + offset}::${type}[]`;
  const ids = hidden(`$${first}`, 'int[]');
  return `own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, who::int[] as who,
      sections::int[] as sections, groups::int[] as groups
    from unnest(${ids}, ${[1, 2, 3, 4].map((at) => given(at, 'boolean')).join(', ')}, ${[5, 6, 7, 8].map((at) => given(at, 'text')).join(', ')})
      as given(course_id, staff, grades, studies, drafts, graded, who, sections, groups))`;
};
/** So many parameters it takes. */
export const OWN_TAKES = 9;

/** What is read for students takes as many more behind them: all sections, groups and people whose dates are the caller's. */
export const ATTENDED_TAKES = 3;
const attended = (own: number): Record<'sections' | 'groups' | 'people', string> => {
  const ids = (offset: number): string => anyHidden(`$${own + OWN_TAKES + offset}`);
  return { sections: ids(0), groups: ids(1), people: ids(2) };
};

/** Of an assignment `a` in one of `mine`: it is there for the caller (D7.5). */
const PUBLISHED = '(a.published or not mine.drafts)';
const THERE: Record<Sight, string> = { staff: 'not a.deleted', student: `not a.deleted and ${PUBLISHED}` };
const FOUND = 'a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at';

/** The overrides `o` of the caller's that make something due between two dates: read once, however many courses there are. Staff see all. */
function overrides(sight: Sight, { own, from, to }: Due): string {
  const between = `o.due_at between ${from} and ${to}`;
  if (sight === 'staff')
    return `mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and ${between}`;
  const { sections, groups, people } = attended(own);
  return `assignment_overrides o where ${between} and (o.course_section_id = ${sections} or o.group_id = ${groups}
      or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = ${people})))`;
}

/** What a selection of assignments gives: these columns of `own`, the caller's dates, and the id. */
const SELECTED = `a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded`;
/** The same beside all columns of the assignment. */
const WHOLE = `a.*, dates.due_at as caller_due_at, dates.unlock_at as caller_unlock_at, dates.lock_at as caller_lock_at`;
/** What is `dates` elsewhere, of a row `a` of these. */
const DATES_OF_WHOLE = `select a.caller_due_at as due_at, a.caller_unlock_at as unlock_at, a.caller_lock_at as lock_at`;

interface Due {
  /** The first parameter of OWN. */
  own: number;
  from: string;
  to: string;
  /** So many are wanted, the first by due date and id; all where it is left out. */
  most?: number;
  /**
   * What else has to be true of assignments `a` and courses `mine`, before dates are worked out; asked row by row. What is asked of
   * `found.id` alone is asked first.
   */
  open?: string;
  /** What has to be true of `dates`. */
  dated?: string;
}

/** The rows `mine` of a statement, of `own` those in which the caller is that, and what the caller's dates are worked out from. */
const MINE = (sight: Sight): string => `mine as materialized (select * from own where ${sight === 'staff' ? '' : 'not '}own.staff)`;

const withMine = (sight: Sight, rest: (dates: string) => string): string => `(with ${MINE(sight)} ${rest(callerDatesInMany(sight))})`;

/** Of rows with an `id`: their assignments `a` and courses `mine`, one after the other (`offset 0`). */
const byKey = (rows: string): string => `${rows} found
    cross join lateral (select * from assignments a where a.id = found.id offset 0) a
    cross join lateral (select * from mine where mine.course_id = a.course_id offset 0) mine`;

/**
 * Candidates with a date each, one that may be the caller's: an assignment's own, and those that overrides make of it. The caller's is
 * always one of them (D7.8), so that each assignment is found at its date and nowhere else. Gone through in order, and left once there
 * are enough.
 */
function byDate(sight: Sight, due: Due, selected = SELECTED): string {
  const { from, to, most, open = 'true', dated = 'true' } = due;
  return `
      (select ${selected} from ${byKey(`(select * from (
          select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between ${from} and ${to}
          union all select distinct o.assignment_id, o.due_at, true from ${overrides(sight, due)}) candidate
        order by due_at, id offset 0)`)} ${callerDatesInMany(sight)}
        where ${THERE[sight]} and ${open} and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and ${dated}
        ${most === undefined ? '' : `order by found.due_at, found.id limit ${most}`})`;
}

/**
 * The assignments of the courses `own` in which the caller is that, which are due to the caller between two dates, both as SQL
 * (D7.8), whatever is due at another time not being looked at. At least the first so many.
 */
export const dueBetween = (sight: Sight, due: Due): string => withMine(sight, () => byDate(sight, due));

/** The same for those who do not work in a course, as it stands in `shownToStudent`. */
export const dueToStudent = (due: Due): string => byDate('student', due);

/** Those that the caller grades, whenever they are due. */
export const toGrade = (open: string): string =>
  withMine(
    'staff',
    (dates) => `, a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id
      where mine.grades and not a.deleted and ${PUBLISHED} and ${open})
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** Those in which the caller is that, of the ids in an array. */
export const namedFor = (sight: Sight, ids: string): string =>
  withMine(
    sight,
    (
      dates,
    ) => `, a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id and ${THERE[sight]} and a.id = any(${ids}))
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** A submission `t` that waits to be graded by who grades in a reach (D7.10). */
export const waiting = (assignment: string, course: string, reach: string): string =>
  `t.assignment_id = ${assignment} and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e
     where e.course_id = ${course} and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active'
       and ${within('e.course_section_id', reach)} offset 0)`;

/** Of selected rows, which are called `dates`, and their assignments `a`. */
const selectedColumns = (needsGrading: string): string =>
  `${ASSIGNMENT_COLUMNS}, ${HAS_RUBRIC}, a.created_at as "createdAt", a.updated_at as "updatedAt", ${needsGrading} as "needsGrading"`;
export const SELECTED_COLUMNS = selectedColumns(
  `case when dates.grades then (select count(*) from submissions t where ${waiting('a.id', 'a.course_id', 'dates.graded')}) end`,
);
/** Of courses in which the caller does not work. */
const STUDENT_COLUMNS = selectedColumns('null::int');

interface Shown {
  /** The first parameter of OWN. */
  own: number;
  /** What was selected above, the rows that are wanted alone. */
  dates: string;
  /** More columns, each with a comma before. */
  columns?: string;
  joins?: string;
  /** Where it is not ordered afterwards. */
  order?: string;
}

/** Looked up by their keys (`offset 0`): a join may read whole tables for the few rows that are wanted. */
const shownOf = (
  selected: string,
  { own, dates, columns = '', joins = '', order }: Shown,
  more = '',
): string => `with ${OWN(own)}, ${more} dates as materialized (${dates})
  select ${selected}${columns} from dates left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true ${joins}
  ${order === undefined ? '' : `order by ${order}`}`;

/** A whole statement: what was selected, with what is shown of it. */
export const shownRows = (shown: Shown): string => shownOf(SELECTED_COLUMNS, shown);

/** The same of the courses in which the caller does not work. */
export const shownToStudent = (shown: Shown): string => shownOf(STUDENT_COLUMNS, shown, `${MINE('student')},`);

/** The same of nothing but what is due, each assignment read once: without an order. */
export const dueShownToStudent = (due: Due, columns: string): string => `with ${OWN(due.own)}, ${MINE('student')}
  select ${STUDENT_COLUMNS}${columns} from ${byDate('student', due, WHOLE)} a cross join lateral (${DATES_OF_WHOLE}) dates`;

export interface SelectedRow extends FoundRow {
  createdAt: Date;
  updatedAt: Date;
}

/** With what `withRubrics` adds. */
export type Selected<Row = SelectedRow> = Row & Pick<AssignmentRow, 'rubric'>;

const GRADER: ReadonlySet<Role> = new Set(['teacher']);
const EDITOR: ReadonlySet<Role> = new Set(['designer']);
const READER: ReadonlySet<Role> = new Set(['student']);

/** As lists of one course show it, but for what is one thing with it. */
export function selectedJson(ctx: Ctx, row: Selected, { staff, grades, settings }: Place): Assignment {
  const roles = grades ? GRADER : staff ? EDITOR : READER;
  return assignmentJson(ctx, { roles }, row, { settings, callerDates: true });
}

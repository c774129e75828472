import type { Ctx } from '../../access/context.ts';
import type { Role } from '../../access/permissions.ts';
import { GRADERS, holdsAny } from '../../access/permissions.ts';
import { effectiveSettings } from '../../access/settings.ts';
import type { CourseStanding } from '../../access/standing.ts';
import type { AccountSettings } from '../../store/schema/accounts.ts';
import { STAFF_TYPES } from '../../store/schema/courses.ts';
import { callerDatesInMany } from '../overrides/caller-dates.ts';
import { type Sight, sightOf, whoOf } from '../overrides/sight.ts';
import { assignmentJson } from './json.ts';
import { ASSIGNMENT_COLUMNS, type AssignmentRow, type FoundRow, HAS_RUBRIC } from './rows.ts';
import type { Assignment } from './schemas.ts';

/** Assignments of several courses at once, for one caller and in one statement: what is due, and what is to do. */

const STAFF = `e.type in ${STAFF_TYPES}`;

/**
 * What the accounts of the courses `own` set, the root's first, and whether unpublished assignments are drafts there or count as
 * published (D7.5). Each account once, however many courses are in it.
 */
const ACCOUNTS = `account as materialized (select nearest.id, above.* from accounts nearest
    cross join lateral (select json_agg(x.settings order by cardinality(x.chain)) as settings,
        (array_agg(x.default_time_zone order by cardinality(x.chain) desc) filter (where x.default_time_zone is not null))[1] as zone,
        coalesce((array_agg((x.settings ->> 'enable_draft')::boolean order by cardinality(x.chain) desc)
          filter (where x.settings ? 'enable_draft'))[1], true) as drafts
      from accounts x where x.id = any(nearest.chain)) above
  where nearest.id = any(array(select own.account_id from own)))`;

/** The rows `own` of a statement: courses of the caller ($1) that are in these states. `who` is that of sight.ts in overrides. */
const ownCourses = (states: string): string => `own as materialized (
    select c.id as course_id, c.account_id, c.time_zone, bool_or(${STAFF}) as staff, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades,
      bool_or(e.type = 'StudentEnrollment') as studies,
      case when bool_or(${STAFF}) then case when bool_and(e.limit_privileges_to_course_section) then array_agg(e.course_section_id) end
        else array_agg(case when e.type = 'ObserverEnrollment' then e.associated_user_id else e.user_id end) end as who
    from enrollments e join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state = 'active' and (c.state in (${states}) or (c.state = 'unpublished' and ${STAFF}))
    group by c.id, c.account_id, c.time_zone), ${ACCOUNTS}`;

/** Those that the caller takes part in now, as standings have them. */
export const OWN_COURSES = ownCourses(`'available'`);
/** Those that the caller reads as somebody enrolled. */
export const READ_COURSES = ownCourses(`'available', 'completed'`);

/** The same rows out of standings, which `givenCourses` makes the parameter from. */
export const GIVEN_COURSES = (parameter: string): string => `own as materialized (select m.*, c.account_id, c.time_zone
  from json_to_recordset(${parameter}::json) as m(course_id int, staff boolean, grades boolean, studies boolean, who int[])
    join courses c on c.id = m.course_id), ${ACCOUNTS}`;

export const givenCourses = (ctx: Ctx, standings: readonly CourseStanding[]): string =>
  JSON.stringify(
    standings.map((at) => ({
      course_id: at.course.id,
      staff: sightOf(at) === 'staff',
      // What is to do ends with the right to do it.
      grades: holdsAny(at.writing, GRADERS),
      studies: at.writing.has('student'),
      who: whoOf(ctx, at),
    })),
  );

/** Of an assignment `a` in one of `mine`: it is there for the caller (D7.5). */
const PUBLISHED = `(a.published or mine.account_id in (select account.id from account where not account.drafts))`;
const THERE: Record<Sight, string> = { staff: 'not a.deleted', student: `not a.deleted and ${PUBLISHED}` };
const FOUND = 'a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at';

/** The overrides `o` of the caller's that make something due between two dates: read once, however many courses there are. Staff see all. */
const OVERRIDES: Record<Sight, (between: string) => string> = {
  staff: (between) =>
    `mine join assignments x on x.course_id = mine.course_id join assignment_overrides o on o.assignment_id = x.id and ${between}`,
  student: (between) => `assignment_overrides o where ${between}
    and (o.course_section_id = any(array(select unnest(places.sections) from places)) or o.group_id = any(array(select unnest(places.groups) from places))
      or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any(array(select unnest(mine.who) from mine)))))`,
};

/** What a selection of assignments gives: these columns of `own`, the caller's dates, and the id. */
const SELECTED = `a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.account_id, mine.time_zone, mine.staff, mine.grades, mine.who`;
/** The same beside all columns of the assignment. */
const WHOLE = `a.*, dates.due_at as caller_due_at, dates.unlock_at as caller_unlock_at, dates.lock_at as caller_lock_at, mine.account_id,
  mine.time_zone, mine.staff, mine.grades`;
/** What is `dates` elsewhere, of a row `a` of these. */
const DATES_OF_WHOLE = `select a.caller_due_at as due_at, a.caller_unlock_at as unlock_at, a.caller_lock_at as lock_at, a.account_id, a.time_zone,
  a.staff, a.grades`;

interface Due {
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
const mineOf = (sight: Sight): string => {
  const mine = `mine as materialized (select * from own where ${sight === 'staff' ? '' : 'not '}own.staff)`;
  return [mine, callerDatesInMany(sight).with.trim().replace(/,$/, '')].filter((one) => one !== '').join(', ');
};

const withMine = (sight: Sight, rest: (dates: string) => string): string =>
  `(with ${mineOf(sight)} ${rest(callerDatesInMany(sight).join)})`;

/** Of rows with an `id`: their assignments `a` and courses `mine`, one after the other (`offset 0`). */
const byKey = (rows: string): string => `${rows} found
    cross join lateral (select * from assignments a where a.id = found.id offset 0) a
    cross join lateral (select * from mine where mine.course_id = a.course_id offset 0) mine`;

/**
 * Candidates with a date each, one that may be the caller's: an assignment's own, and those that overrides make of it. The caller's is
 * always one of them (D7.8), so that each assignment is found at its date and nowhere else. Gone through in order, and left once there
 * are enough.
 */
const byDate = (sight: Sight, { from, to, most, open = 'true', dated = 'true' }: Due, selected = SELECTED): string => `
      (select ${selected} from ${byKey(`(select * from (
          select a.id, a.due_at, false as moved from mine join assignments a on a.course_id = mine.course_id where a.due_at between ${from} and ${to}
          union all select distinct o.assignment_id, o.due_at, true from ${OVERRIDES[sight](`o.due_at between ${from} and ${to}`)}) candidate
        order by due_at, id offset 0)`)} ${callerDatesInMany(sight).join}
        where ${THERE[sight]} and ${open} and dates.due_at = found.due_at and (not found.moved or found.due_at is distinct from a.due_at) and ${dated}
        ${most === undefined ? '' : `order by found.due_at, found.id limit ${most}`})`;

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

/** A submission `t` that waits to be graded by who grades the sections `who`, or all (D7.10). */
export const waiting = (assignment: string, course: string, who: string): string =>
  `t.assignment_id = ${assignment} and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e
     where e.course_id = ${course} and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active'
       and (${who} is null or e.course_section_id = any(${who})) offset 0)`;

/** Of selected rows, which are called `dates`, their assignments `a` and accounts. */
const selectedColumns = (
  needsGrading: string,
): string => `${ASSIGNMENT_COLUMNS}, ${HAS_RUBRIC}, dates.staff, dates.grades, account.settings,
  coalesce(dates.time_zone, account.zone, 'Etc/UTC') as zone, a.created_at as "createdAt", a.updated_at as "updatedAt", ${needsGrading} as "needsGrading"`;
export const SELECTED_COLUMNS = selectedColumns(
  `case when dates.grades then (select count(*) from submissions t where ${waiting('a.id', 'a.course_id', 'dates.who')}) end`,
);
/** Of courses in which the caller does not work. */
export const STUDENT_COLUMNS = selectedColumns('null::int');

interface Shown {
  /** OWN_COURSES or GIVEN_COURSES, and what else `dates` is selected from. */
  own: string;
  /** What was selected above, the rows that are wanted alone. */
  dates: string;
  /** More columns, each with a comma before. */
  columns?: string;
  joins?: string;
  /** Where it is not ordered afterwards. */
  order?: string;
}

const ACCOUNT_OF_DATES = 'left join lateral (select * from account where account.id = dates.account_id offset 0) account on true';

/** Looked up by their keys (`offset 0`): a join may read whole tables for the few rows that are wanted. */
const shownOf = (
  rows: string,
  selected: string,
  { own, dates, columns = '', joins = '', order }: Shown,
): string => `with ${own}, dates as materialized (${dates})
  select ${selected}${columns} from ${rows} left join lateral (select * from assignments a where a.id = dates.id offset 0) a on true
    ${ACCOUNT_OF_DATES} ${joins}
  ${order === undefined ? '' : `order by ${order}`}`;

/** A whole statement: what was selected, with what is shown of it. */
export const shownRows = (shown: Shown): string => shownOf('dates', SELECTED_COLUMNS, shown);

const WORKS = '(select coalesce(bool_or(own.staff), false) as works from own) w';

/**
 * The same of the courses in which the caller does not work; and whether there are others, because few have those, and who has none is
 * not asked for them. Where nothing was selected there is one row, of no assignment.
 */
export const shownToStudent = (shown: Shown): string =>
  shownOf(`${WORKS} left join dates on true`, STUDENT_COLUMNS, {
    ...shown,
    own: `${shown.own}, ${mineOf('student')}`,
    columns: `, w.works${shown.columns ?? ''}`,
  });

/** The same of nothing but what is due, each assignment read once: without an order. */
export const dueShownToStudent = (own: string, due: Due, columns: string): string => `with ${own}, ${mineOf('student')}
  select ${STUDENT_COLUMNS}, w.works${columns} from ${WORKS} left join lateral ${byDate('student', due, WHOLE)} a on true
    left join lateral (${DATES_OF_WHOLE}) dates on true ${ACCOUNT_OF_DATES}`;

/** What is said with every row, and in any case once. */
export interface Besides {
  works: boolean;
}

export interface SelectedRow extends FoundRow {
  staff: boolean;
  grades: boolean;
  /** Of the course. */
  zone: string;
  settings: AccountSettings[];
  createdAt: Date;
  updatedAt: Date;
}

/** With what `withRubrics` adds. */
export type Selected<Row = SelectedRow> = Row & Pick<AssignmentRow, 'rubric'>;

/** Not the one row that says that there is none. */
export const isThere = (row: { id: number | null }): boolean => row.id !== null;

const GRADER: ReadonlySet<Role> = new Set(['teacher']);
const EDITOR: ReadonlySet<Role> = new Set(['designer']);
const READER: ReadonlySet<Role> = new Set(['student']);

/** As lists of one course show it, but for what is one thing with it. */
export function selectedJson(ctx: Ctx, row: Selected): Assignment {
  const roles = row.grades ? GRADER : row.staff ? EDITOR : READER;
  return assignmentJson(ctx, { roles }, row, { settings: effectiveSettings(row.settings), callerDates: true });
}

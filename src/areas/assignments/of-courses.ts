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
import { ASSIGNMENT_COLUMNS, type AssignmentRow } from './rows.ts';
import type { Assignment } from './schemas.ts';

/** Assignments of several courses at once, for one caller and in one statement: what is due, and what is to do. */

const STAFF = `e.type in ${STAFF_TYPES}`;

/** The rows `own` of a statement: courses of the caller ($1) that are in these states. `who` is that of sight.ts in overrides. */
const ownCourses = (states: string): string => `own as materialized (
    select c.id as course_id, c.account_id, bool_or(${STAFF}) as staff, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades,
      bool_or(e.type = 'StudentEnrollment') as studies,
      case when bool_or(${STAFF}) then case when bool_and(e.limit_privileges_to_course_section) then array_agg(e.course_section_id) end
        else array_agg(case when e.type = 'ObserverEnrollment' then e.associated_user_id else e.user_id end) end as who
    from enrollments e join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state = 'active' and (c.state in (${states}) or (c.state = 'unpublished' and ${STAFF}))
    group by c.id)`;

/** Those that the caller takes part in now, as standings have them. */
export const OWN_COURSES = ownCourses(`'available'`);
/** Those that the caller reads as somebody enrolled. */
export const READ_COURSES = ownCourses(`'available', 'completed'`);

/** The same rows out of standings, which `givenCourses` makes the parameter from. */
export const GIVEN_COURSES = (parameter: string): string => `own as materialized (select m.*, c.account_id
  from json_to_recordset(${parameter}::json) as m(course_id int, staff boolean, grades boolean, studies boolean, who int[])
    join courses c on c.id = m.course_id)`;

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

/** Of an assignment `a` in one of `mine`: it is there for the caller (D7.5). Only of unpublished ones the accounts are asked. */
const PUBLISHED = `(a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts nearest
    join accounts above on above.id = any(nearest.chain) where nearest.id = mine.account_id and above.settings ? 'enable_draft'
  order by cardinality(above.chain) desc limit 1), true))`;
const THERE: Record<Sight, string> = { staff: 'not a.deleted', student: `not a.deleted and ${PUBLISHED}` };
const FOUND = 'a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at';

/**
 * The ids of the assignments that an override of the caller's makes due between two dates, as an array: read once, however many
 * courses there are. Staff see all overrides.
 */
const OVERRIDDEN: Record<Sight, (between: string) => string> = {
  staff: (between) => `array(select o.assignment_id from mine join assignments x on x.course_id = mine.course_id
    join assignment_overrides o on o.assignment_id = x.id and ${between})`,
  student: (between) => `array(select o.assignment_id from assignment_overrides o where ${between}
    and (o.course_section_id = any(array(select unnest(places.sections) from places)) or o.group_id = any(array(select unnest(places.groups) from places))
      or o.id = any(array(select t.override_id from assignment_override_students t where t.user_id = any(array(select unnest(mine.who) from mine))))))`,
};

/** What a selection of assignments gives: these columns of `own`, the caller's dates, and the id. */
const SELECTED = `a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.account_id, mine.staff, mine.grades, mine.who`;

interface Due {
  from: string;
  to: string;
  /** What else has to be true of assignments `a` and courses `mine`, before dates are worked out. */
  open?: string;
  /** What has to be true of `dates`. */
  dated?: string;
}

const withMine = (sight: Sight, rest: (dates: string) => string): string => {
  const dates = callerDatesInMany(sight);
  const mine = `mine as materialized (select * from own where ${sight === 'staff' ? '' : 'not '}own.staff)`;
  return `(with ${mine}, ${dates.with} ${rest(dates.join)})`;
};

/**
 * The assignments of the courses `own` in which the caller is that, which are due to the caller between two dates, both as SQL:
 * those with such a date of their own and those with such an override, so that whatever is due at another time is not looked at
 * (D7.8).
 */
export const dueBetween = (sight: Sight, { from, to, open = 'true', dated = 'true' }: Due): string =>
  withMine(
    sight,
    (dates) => `a as materialized (
      select ${FOUND} from mine join assignments a on a.course_id = mine.course_id and a.due_at between ${from} and ${to}
        and ${THERE[sight]} and ${open}
      union all
      select ${FOUND} from assignments a join mine on mine.course_id = a.course_id
      where a.id = any(${OVERRIDDEN[sight](`o.due_at between ${from} and ${to}`)}) and (a.due_at between ${from} and ${to}) is not true
        and ${THERE[sight]} and ${open})
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}
    where dates.due_at between ${from} and ${to} and ${dated}`,
  );

/** Those that the caller grades, whenever they are due. */
export const toGrade = (open: string): string =>
  withMine(
    'staff',
    (dates) => `a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id
      where mine.grades and not a.deleted and ${PUBLISHED} and ${open})
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** Those in which the caller is that, of the ids in an array. */
export const namedFor = (sight: Sight, ids: string): string =>
  withMine(
    sight,
    (
      dates,
    ) => `a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id and ${THERE[sight]} and a.id = any(${ids}))
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** A submission `t` that waits to be graded by who grades the sections `who`, or all (D7.10). */
export const waiting = (assignment: string, course: string, who: string): string =>
  `t.assignment_id = ${assignment} and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e
     where e.course_id = ${course} and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active'
       and (${who} is null or e.course_section_id = any(${who})) offset 0)`;

/** Of selected rows, which are called `dates`, their assignments `a`, courses `c` and accounts (`ACCOUNTS`). */
export const SELECTED_COLUMNS = `${ASSIGNMENT_COLUMNS}, dates.staff, dates.grades, account.settings, coalesce(c.time_zone, account.zone, 'Etc/UTC') as zone,
  a.created_at as "createdAt",
  case when dates.grades then (select count(*) from submissions t where ${waiting('a.id', 'a.course_id', 'dates.who')}) end as "needsGrading"`;

/** What the accounts of the courses set, the root's first: each account once, however many courses are in it. */
export const ACCOUNTS = `account as materialized (select nearest.id, json_agg(above.settings order by cardinality(above.chain)) as settings,
    (array_agg(above.default_time_zone order by cardinality(above.chain) desc) filter (where above.default_time_zone is not null))[1] as zone
  from accounts nearest join accounts above on above.id = any(nearest.chain)
  where nearest.id in (select dates.account_id from dates) group by nearest.id)`;

interface Shown {
  /** OWN_COURSES or GIVEN_COURSES. */
  own: string;
  /** What was selected above, the rows that are wanted alone. */
  dates: string;
  /** More common table expressions, each with a comma behind, and more columns, each with a comma before. */
  before?: string;
  columns?: string;
  joins?: string;
  order: string;
}

const shownOf = (rows: string, { own, before = '', dates, columns = '', joins = '', order }: Shown): string => `with ${own}, ${before}
  dates as materialized (${dates}), ${ACCOUNTS}
  select ${SELECTED_COLUMNS}${columns} from ${rows} left join assignments a on a.id = dates.id left join courses c on c.id = a.course_id
    left join account on account.id = dates.account_id ${joins}
  order by ${order}`;

/** A whole statement: what was selected, with what is shown of it. */
export const shownRows = (shown: Shown): string => shownOf('dates', shown);

/**
 * The same of the courses in which the caller does not work, and whether there are others: few have those, and who has none is not
 * asked for them. Where nothing was selected there is one row, of no assignment.
 */
export const shownToStudent = (shown: Shown): string =>
  shownOf('(select coalesce(bool_or(own.staff), false) as works from own) w left join dates on true', {
    ...shown,
    columns: `, w.works${shown.columns ?? ''}`,
  });

export interface SelectedRow extends AssignmentRow {
  staff: boolean;
  grades: boolean;
  /** Of the course. */
  zone: string;
  settings: AccountSettings[];
  createdAt: Date;
}

/** Not the one row that says that there is none. */
export const isThere = (row: { id: number | null }): boolean => row.id !== null;

const GRADER: ReadonlySet<Role> = new Set(['teacher']);
const EDITOR: ReadonlySet<Role> = new Set(['designer']);
const READER: ReadonlySet<Role> = new Set(['student']);

/** As lists of one course show it, but for what is one thing with it. */
export function selectedJson(ctx: Ctx, row: SelectedRow): Assignment {
  const roles = row.grades ? GRADER : row.staff ? EDITOR : READER;
  return assignmentJson(ctx, { roles }, row, { settings: effectiveSettings(row.settings), callerDates: true });
}

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

/** Of courses `c`: what their accounts set, the root's first; the zone where the course has none; whether draft state is on. */
const ACCOUNTS = `cross join lateral (select json_agg(above.settings order by cardinality(above.chain)) as settings,
    coalesce((array_agg(above.default_time_zone order by cardinality(above.chain) desc) filter (where above.default_time_zone is not null))[1], 'Etc/UTC') as zone,
    coalesce((array_agg((above.settings ->> 'enable_draft')::boolean order by cardinality(above.chain) desc)
      filter (where above.settings ? 'enable_draft'))[1], true) as drafts
  from accounts nearest join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id) account`;
const OF_COURSE = `coalesce(c.time_zone, account.zone) as zone, account.drafts, account.settings`;

const STAFF = `e.type in ${STAFF_TYPES}`;

/** The rows `own` of a statement: courses of the caller ($1) that are in these states. `who` is that of sight.ts in overrides. */
const ownCourses = (states: string): string => `own as materialized (select m.*, ${OF_COURSE} from (
    select e.course_id, bool_or(${STAFF}) as staff, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades,
      bool_or(e.type = 'StudentEnrollment') as studies,
      case when bool_or(${STAFF}) then case when bool_and(e.limit_privileges_to_course_section) then array_agg(e.course_section_id) end
        else array_agg(case when e.type = 'ObserverEnrollment' then e.associated_user_id else e.user_id end) end as who
    from enrollments e join courses c on c.id = e.course_id
    where e.user_id = $1 and e.state = 'active' and (c.state in (${states}) or (c.state = 'unpublished' and ${STAFF}))
    group by e.course_id) m join courses c on c.id = m.course_id ${ACCOUNTS})`;

/** Those that the caller takes part in now, as standings have them. */
export const OWN_COURSES = ownCourses(`'available'`);
/** Those that the caller reads as somebody enrolled. */
export const READ_COURSES = ownCourses(`'available', 'completed'`);

/** The same rows out of standings, which `givenCourses` makes the parameter from. */
export const GIVEN_COURSES = (parameter: string): string => `own as materialized (select m.*, ${OF_COURSE}
  from json_to_recordset(${parameter}::json) as m(course_id int, staff boolean, grades boolean, studies boolean, who int[])
    join courses c on c.id = m.course_id ${ACCOUNTS})`;

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
const THERE = '(not a.deleted and (a.published or mine.staff or not mine.drafts))';
const FOUND = 'a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at';

/** The assignments that an override of the caller's makes due between two dates. All are staff's who see all overrides. */
const OVERRIDDEN: Record<Sight, (between: string) => string> = {
  staff: (between) => `select o.assignment_id from mine join assignments x on x.course_id = mine.course_id
    join assignment_overrides o on o.assignment_id = x.id and ${between}`,
  student: (between) => `select o.assignment_id from places cross join unnest(places.sections) s(id)
      join assignment_overrides o on o.course_section_id = s.id and ${between}
    union select o.assignment_id from places cross join unnest(places.groups) g(id) join assignment_overrides o on o.group_id = g.id and ${between}
    union select o.assignment_id from mine cross join unnest(mine.who) w(id) join assignment_override_students t on t.user_id = w.id
      join assignment_overrides o on o.id = t.override_id and ${between}`,
};

/** What a selection of assignments gives: these columns of `own`, the caller's dates, and the id. */
const SELECTED = `a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.course_id, mine.staff, mine.grades, mine.who, mine.zone, mine.settings`;

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

const dueFor = (sight: Sight, { from, to, open = 'true', dated = 'true' }: Due): string =>
  withMine(
    sight,
    (dates) => `a as materialized (
      select ${FOUND} from mine join assignments a on a.course_id = mine.course_id and a.due_at between ${from} and ${to} and ${THERE} and ${open}
      union
      select ${FOUND} from (${OVERRIDDEN[sight](`o.due_at between ${from} and ${to}`)}) n
        join assignments a on a.id = n.assignment_id join mine on mine.course_id = a.course_id where ${THERE} and ${open})
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}
    where dates.due_at between ${from} and ${to} and ${dated}`,
  );

/**
 * The assignments of the courses `own` that are due to the caller between two dates, both as SQL: those with such a date of their
 * own and those with such an override, so that whatever is due at another time is not looked at (D7.8).
 */
export const dueBetween = (due: Due): string => `${dueFor('staff', due)} union all ${dueFor('student', due)}`;

/** Those of staff, whenever they are due. */
export const ofStaff = (open: string): string =>
  withMine(
    'staff',
    (dates) => `a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id where ${THERE} and ${open})
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

const namedFor = (sight: Sight, ids: string): string =>
  withMine(
    sight,
    (
      dates,
    ) => `a as materialized (select ${FOUND} from mine join assignments a on a.course_id = mine.course_id and ${THERE} and a.id in (${ids}))
    select ${SELECTED} from a join mine on mine.course_id = a.course_id ${dates}`,
  );

/** Those that a statement names by their ids. */
export const named = (ids: string): string => `${namedFor('staff', ids)} union all ${namedFor('student', ids)}`;

/** A submission `t` that waits to be graded by who grades the sections `who`, or all (D7.10). */
export const waiting = (assignment: string, course: string, who: string): string =>
  `t.assignment_id = ${assignment} and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e
     where e.course_id = ${course} and e.user_id = t.user_id and e.type = 'StudentEnrollment' and e.state = 'active'
       and (${who} is null or e.course_section_id = any(${who})))`;

/** Of selected rows, which are called `dates`, and their assignments `a`. */
export const SELECTED_COLUMNS = `${ASSIGNMENT_COLUMNS}, dates.staff, dates.grades, dates.zone, dates.settings, a.created_at as "createdAt",
  case when dates.grades then (select count(*) from submissions t where ${waiting('a.id', 'a.course_id', 'dates.who')}) end as "needsGrading"`;

export interface SelectedRow extends AssignmentRow {
  staff: boolean;
  grades: boolean;
  /** Of the course. */
  zone: string;
  settings: AccountSettings[];
  createdAt: Date;
}

const GRADER: ReadonlySet<Role> = new Set(['teacher']);
const EDITOR: ReadonlySet<Role> = new Set(['designer']);
const READER: ReadonlySet<Role> = new Set(['student']);

/** As lists of one course show it, but for what is one thing with it. */
export function selectedJson(ctx: Ctx, row: SelectedRow): Assignment {
  const roles = row.grades ? GRADER : row.staff ? EDITOR : READER;
  return assignmentJson(ctx, { roles }, row, { settings: effectiveSettings(row.settings), callerDates: true });
}

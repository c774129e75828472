import type { Ctx } from '../../access/context.ts';
import { isStaff } from '../../access/permissions.ts';
import type { CourseStanding } from '../../access/standing.ts';

/** Those who edit or grade see all overrides (of the people they may see), others those that apply to them (D7.8, D7.15). */
export type Sight = 'staff' | 'student';

export const sightOf = (at: CourseStanding): Sight => (isStaff(at) ? 'staff' : 'student');

/** Whose overrides apply to the caller: the caller's own as a student, the observed students' as an observer (D7.8). */
export function audience(ctx: Ctx, at: CourseStanding): number[] {
  const users = at.course.enrollments
    .filter((enrollment) => enrollment.state !== 'invited')
    .flatMap(({ type, associatedUserId }) =>
      type === 'StudentEnrollment'
        ? [ctx.caller.userId]
        : type === 'ObserverEnrollment' && associatedUserId !== null
          ? [associatedUserId]
          : [],
    );
  return [...new Set(users)];
}

/**
 * What the SQL below takes as `who`: for students the ids of the audience, for staff the sections that they are limited to, null
 * where nothing limits them.
 */
export const whoOf = (ctx: Ctx, at: CourseStanding): number[] | null => (isStaff(at) ? at.limitedTo : audience(ctx, at));

/**
 * As whom a caller reads. Statements say it in their text: one that asked its parameters whether anything limits the caller would
 * be planned anew at every request, which takes longer than running it.
 */
export type Reader = 'student' | 'staff' | 'limited_staff';

export const readerOf = (at: CourseStanding): Reader => (!isStaff(at) ? 'student' : at.limitedTo === null ? 'staff' : 'limited_staff');
export const sightAs = (reader: Reader): Sight => (reader === 'student' ? 'student' : 'staff');
/** What stands for `who` in a statement that has it as this parameter; where nothing limits the reader it has none. */
export const whoAs = (reader: Reader, parameter: string): string => (reader === 'staff' ? 'null::int[]' : parameter);

export const byReader = <T>(make: (reader: Reader) => T): Record<Reader, T> => ({
  student: make('student'),
  staff: make('staff'),
  limited_staff: make('limited_staff'),
});

/** The parameters of a statement, by name: `$3`. */
export interface Names {
  course: string;
  who: string;
}

const ACTIVE = `state in ('active', 'completed')`;

const enrolledIn = (user: string, { course, who }: Names): string =>
  `exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and e.course_section_id = any(${who}::int[])
      and e.type = 'StudentEnrollment' and e.${ACTIVE})`;

/** Where the audience is in a course: its sections and its groups. */
const placesOf = ({ course, who }: Names): string => `
    array(select e.course_section_id from enrollments e
      where e.course_id = ${course} and e.user_id = any(${who}::int[]) and e.type = 'StudentEnrollment' and e.${ACTIVE}) as sections,
    array(select m.group_id from group_memberships m join groups g on g.id = m.group_id
      where m.user_id = any(${who}::int[]) and m.state = 'accepted' and g.course_id = ${course} and not g.deleted) as groups`;

/** Which overrides `o` of assignments `a` the caller sees: what goes before the statement, and what after `assignment_overrides o`. */
export interface Seen {
  /** Common table expressions, each with a comma behind. */
  with: string;
  joins: string;
  where: string;
  /** The students of an adhoc override that the caller may know of, of rows `t` of assignment_override_students. */
  students: string;
}

export function seenBy(sight: Sight, names: Names): Seen {
  const { course, who } = names;
  if (sight === 'student')
    return {
      // Read once per statement.
      with: `places as materialized (select ${course}::int as course_id, ${placesOf(names)}),`,
      joins: 'join places on places.course_id = a.course_id',
      where: `(o.course_section_id = any(places.sections) or o.group_id = any(places.groups)
        or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
          where t.assignment_id = a.id and t.user_id = any(${who}::int[]) and t.override_id = o.id)))`,
      students: `t.user_id = any(${who}::int[])`,
    };
  return {
    with: '',
    joins: 'left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id',
    // A section that is cross-listed away, and a group that is gone, are out of reach (D12.4).
    where: `(o.course_section_id is null or (s.course_id = a.course_id and not s.deleted)) and (o.group_id is null or not g.deleted)
      and (${who}::int[] is null or o.course_section_id = any(${who}::int[])
        or (o.group_id is not null and exists (select 1 from group_memberships m
          where m.group_id = o.group_id and m.state = 'accepted' and ${enrolledIn('m.user_id', names)}))
        or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
          where t.override_id = o.id and ${enrolledIn('t.user_id', names)})))`,
    students: `(${who}::int[] is null or ${enrolledIn('t.user_id', names)})`,
  };
}

/** Of overrides `o` of an assignment `a` those that apply to a student, whose id is an SQL expression (D7.8). */
export const appliesTo = (student: string): string => `(
    o.course_section_id in (select e.course_section_id from enrollments e
      where e.course_id = a.course_id and e.user_id = ${student} and e.type = 'StudentEnrollment' and e.${ACTIVE})
    or o.group_id in (select m.group_id from group_memberships m join groups g on g.id = m.group_id
      where m.user_id = ${student} and m.state = 'accepted' and g.course_id = a.course_id and not g.deleted)
    or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
      where t.assignment_id = a.id and t.user_id = ${student} and t.override_id = o.id)))`;

/** The rows `mine` of a statement: courses of the caller, and for each of them `who`. */
export const IN_MANY: Names = { course: 'mine.course_id', who: 'mine.who' };

/** The same for assignments `a` joined to `mine`. */
export function seenInMany(sight: Sight): Seen {
  const seen = seenBy(sight, IN_MANY);
  return sight === 'staff' ? seen : { ...seen, with: `places as materialized (select mine.course_id, ${placesOf(IN_MANY)} from mine),` };
}

import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import { reachOf, within } from '../../access/reach.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, nullable, someOf, type ValuesOf } from '../../store/sql/types.ts';

/** Those who edit or grade see all overrides (of the people they may see), others those that apply to them (D7.8, D7.15). */
export type Sight = 'staff' | 'student';

export const sightOf = (at: CourseAccess): Sight => (isStaff(at) ? 'staff' : 'student');

/** Whose overrides apply to the caller: the caller's own as a student, the observed students' as an observer (D7.8). */
export function audience(ctx: Ctx, at: CourseAccess): number[] {
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

/** What the SQL below takes as `who`: for students the ids of the audience, for staff the reach in which they oversee people. */
export const whoOf = (ctx: Ctx, at: CourseAccess): number[] | null =>
  isStaff(at) ? reachOf(at, 'course.people.oversee') : audience(ctx, at);

/**
 * As whom a caller reads: an observer for others, perhaps. Statements say it in their text: one that asked its parameters whether
 * anything limits the caller, or for how many people it is, would be planned anew at every request, which takes longer than running it.
 */
export type Reader = 'student' | 'observer' | 'staff' | 'limited_staff';

const observes = (at: CourseAccess): boolean =>
  at.course.enrollments.some(
    ({ type, state, associatedUserId }) => type === 'ObserverEnrollment' && state !== 'invited' && associatedUserId !== null,
  );

/** Nothing limits what staff sees of the course; a designer of all may grade in a section alone. */
const everywhere = (at: CourseAccess): boolean =>
  reachOf(at, 'course.people.oversee') === null && (!isGrader(at) || reachOf(at, 'submissions.list') === null);

export function readerOf(at: CourseAccess): Reader {
  if (isStaff(at)) return everywhere(at) ? 'staff' : 'limited_staff';
  return observes(at) ? 'observer' : 'student';
}
export const sightAs = (reader: Reader): Sight => (reader === 'student' || reader === 'observer' ? 'student' : 'staff');

export const byReader = <T>(make: (reader: Reader) => T): Record<Reader, T> => ({
  student: make('student'),
  observer: make('observer'),
  staff: make('staff'),
  limited_staff: make('limited_staff'),
});

/** What the statements below say it of. */
export interface Names {
  course: Piece;
  who: Piece;
  /** Where `who` is one student's id, or null for none: the sections of that student, whom the access knows them of. */
  ownSections?: Piece;
}

/** What statements for readers take of the caller. Each has of these what it needs. */
export const READER_TAKES = someOf({ studentId: nullable(int), ownSections: array(int), who: nullable(array(int)) });

export function namesAs(reader: Reader, course: Piece, p: ParametersOf<typeof READER_TAKES>): Names {
  if (reader === 'staff') return { course, who: sql`null::int[]` };
  if (reader === 'student') return { course, who: p.studentId, ownSections: p.ownSections };
  return { course, who: p.who };
}

/** The values of these for the caller, who reads as `reader`. */
export function valuesAs(reader: Reader, ctx: Ctx, at: CourseAccess): ValuesOf<typeof READER_TAKES> {
  const nobody = { studentId: null, ownSections: [], who: null };
  if (reader === 'staff') return nobody;
  if (reader !== 'student') return { ...nobody, who: whoOf(ctx, at) };
  const own = at.course.enrollments.filter(({ type, state }) => type === 'StudentEnrollment' && state !== 'invited');
  return { ...nobody, studentId: own.length === 0 ? null : ctx.caller.userId, ownSections: own.map((enrollment) => enrollment.sectionId) };
}

const ACTIVE = sql`state in ('active', 'completed')`;

const enrolledIn = (user: Piece, { course, who }: Names): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and e.course_section_id = any(${who}::int[])
      and e.type = 'StudentEnrollment' and e.${ACTIVE})`;

/** That a user is of the audience. */
const isIn = (user: Piece, { who, ownSections }: Names): Sql =>
  ownSections ? sql`${user} = ${who}::int` : sql`${user} = any(${who}::int[])`;

const sectionsOf = (names: Names): Sql =>
  names.ownSections
    ? sql`${names.ownSections}::int[]`
    : sql`array(select e.course_section_id from enrollments e
      where e.course_id = ${names.course} and ${isIn(sql`e.user_id`, names)} and e.type = 'StudentEnrollment' and e.${ACTIVE})`;

/** Columns: where the audience is in a course, its sections and its groups. Few are in any group, and only those are looked at (`offset 0`). */
export const placesOf = (names: Names): Sql => sql`${sectionsOf(names)} as sections,
    array(select m.group_id from group_memberships m where ${isIn(sql`m.user_id`, names)} and m.state = 'accepted'
      and exists (select 1 from groups g where g.id = m.group_id and g.course_id = ${names.course} and not g.deleted offset 0)) as groups`;

/** Which overrides `o` of assignments `a` the caller sees: what goes before the statement, and what after `assignment_overrides o`. */
export interface Seen {
  /** Common table expressions, each with a comma behind. */
  with: Sql;
  joins: Sql;
  where: Sql;
  /** The students of an adhoc override that the caller may know of, of rows `t` of assignment_override_students. */
  students: Sql;
}

/** Of an override `o` of an assignment `a`: it is of the audience, of which `places` says where it is. */
const isOfAudience = (
  places: Piece,
  names: Names,
): Sql => sql`(o.course_section_id = any(${places}.sections) or o.group_id = any(${places}.groups)
        or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
          where t.assignment_id = a.id and ${isIn(sql`t.user_id`, names)} and t.override_id = o.id)))`;

const seenByStudent = (names: Names): Seen => ({
  // Read once per statement.
  with: sql`places as materialized (select ${names.course}::int as course_id, ${placesOf(names)}),`,
  joins: none,
  // Asked of each override, which few assignments have any of: a join would be begun for all.
  where: sql`(select ${isOfAudience(sql`places`, names)} from places where places.course_id = a.course_id)`,
  students: isIn(sql`t.user_id`, names),
});

/** Whom staff that is limited to sections sees, besides these sections' own overrides: the groups and students that are in them. */
const inSections = (names: Names): Sql => sql`(o.group_id is not null and exists (select 1 from group_memberships m
          where m.group_id = o.group_id and m.state = 'accepted' and ${enrolledIn(sql`m.user_id`, names)}))
        or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
          where t.override_id = o.id and ${enrolledIn(sql`t.user_id`, names)}))`;

export function seenBy(sight: Sight, names: Names): Seen {
  const { who } = names;
  if (sight === 'student') return seenByStudent(names);
  return {
    with: none,
    joins: sql`left join course_sections s on s.id = o.course_section_id left join groups g on g.id = o.group_id`,
    // A section that is cross-listed away, and a group that is gone, are out of reach (D12.4).
    where: sql`(o.course_section_id is null or (s.course_id = a.course_id and not s.deleted)) and (o.group_id is null or not g.deleted)
      and (${who}::int[] is null or o.course_section_id = any(${who}::int[]) or ${inSections(names)})`,
    students: sql`(${who}::int[] is null or ${enrolledIn(sql`t.user_id`, names)})`,
  };
}

/** The same for assignments of one course alone, whose sections are read once: the rows `sections`, of which staff sees the people. */
export const seenInOne = (sight: Sight, names: Names): Seen => {
  const { course, who } = names;
  if (sight === 'student') return seenByStudent(names);
  return {
    ...seenBy(sight, names),
    with: sql`sections as materialized (select s.id from course_sections s
      where s.course_id = ${course} and not s.deleted and ${within(sql`s.id`, who)}),`,
    joins: none,
    // Rows of the two tables are looked up by key, however few there are: joined, each assignment would go through all of them.
    where: sql`(o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
      and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
      and (${who}::int[] is null or o.course_section_id is not null or ${inSections(names)})`,
  };
};

/** Of overrides `o` of an assignment `a` those that apply to a student, whose id is an SQL expression (D7.8). */
export const appliesTo = (student: Piece): Sql => sql`(
    o.course_section_id in (select e.course_section_id from enrollments e
      where e.course_id = a.course_id and e.user_id = ${student} and e.type = 'StudentEnrollment' and e.${ACTIVE})
    or o.group_id in (select m.group_id from group_memberships m join groups g on g.id = m.group_id
      where m.user_id = ${student} and m.state = 'accepted' and g.course_id = a.course_id and not g.deleted)
    or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
      where t.assignment_id = a.id and t.user_id = ${student} and t.override_id = o.id)))`;

/** The rows `mine` of a statement: courses of the caller, and for each of them `who`, and where these are (`placesOf`). */
export const IN_MANY: Names = { course: sql`mine.course_id`, who: sql`mine.who` };

/** The same for assignments `a` joined to `mine`. */
export const seenInMany = (sight: Sight): Pick<Seen, 'joins' | 'where'> =>
  sight === 'staff' ? seenBy('staff', IN_MANY) : { joins: none, where: isOfAudience(sql`mine`, IN_MANY) };

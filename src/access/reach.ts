import { join, type Piece, quoted, type Sql, sql } from '../store/sql/sql.ts';
import type { FoundCourse, OwnEnrollment } from './found.ts';
import { type Held, PERMISSIONS, type Permission, type Role, STAFF } from './permissions.ts';

/**
 * How far a right of somebody's in a course goes (D2, Reach): each enrollment gives the rights of its role in the whole course or,
 * limited, in its section, and several add up, right by right. Said here alone: of the caller, whose enrollments access has
 * found, in TypeScript; of many people or courses at once in SQL. Which role gives a right the table of permissions says to both.
 */

/** The sections in which a right holds, perhaps none; null: the whole course. In SQL an `int[]` of the same meaning. */
export type Reach = number[] | null;

export const ROLE_OF = {
  StudentEnrollment: 'student',
  TeacherEnrollment: 'teacher',
  TaEnrollment: 'ta',
  DesignerEnrollment: 'designer',
  ObserverEnrollment: 'observer',
} as const satisfies Record<OwnEnrollment['type'], Role>;

const WORKING: ReadonlySet<Role> = new Set(STAFF);

/** What one enrollment gives in its course, and whether for writing too; null where it gives nothing (D2, courses). */
export function givenBy(course: Pick<FoundCourse, 'state'>, { type, state }: OwnEnrollment): { role: Role; writes: boolean } | null {
  const role = state === 'invited' ? 'invited' : ROLE_OF[type];
  if (course.state === 'unpublished' && !WORKING.has(role)) return null;
  return { role, writes: state !== 'completed' && course.state !== 'completed' };
}

interface Rule {
  roles: readonly Role[];
  writes?: true;
}

/** Where the caller has a right of a course's. */
export function reachOf(at: Held & { course: FoundCourse }, permission: Permission): Reach {
  const { roles, writes }: Rule = PERMISSIONS[permission];
  if (at.roles.has('admin') && roles.includes('admin')) return null;
  const giving = at.course.enrollments.filter((enrollment) => {
    const given = givenBy(at.course, enrollment);
    return given !== null && roles.includes(given.role) && (given.writes || !writes);
  });
  return giving.some(({ limited }) => !limited) ? null : [...new Set(giving.map(({ sectionId }) => sectionId))];
}

export const isWithin = (sectionId: number, reach: Reach): boolean => reach === null || reach.includes(sectionId);

/** In SQL: the types of the enrollments that give a right, as a list to be `in`. */
export function typesWith(permission: Permission): Sql {
  const { roles }: Rule = PERMISSIONS[permission];
  const types = Object.entries(ROLE_OF).flatMap(([type, role]) => (roles.includes(role) ? sql`${quoted(type)}` : []));
  return sql`(${join(types, ', ')})`;
}

/** In SQL: the reach of one enrollment `me`. */
export const reachBy = (me: Piece): Sql => sql`case when ${me}.limit_privileges_to_course_section then array[${me}.course_section_id] end`;

/** In SQL: an enrollment `me` reaches a section. */
export const reaches = (me: Piece, section: Piece): Sql =>
  sql`(not ${me}.limit_privileges_to_course_section or ${me}.course_section_id = ${section})`;

/** In SQL, an aggregate over enrollments `e` of one person in one course: where they give a right. */
export function reachAmong(e: Piece, permission: Permission): Sql {
  const giving = sql`filter (where ${e}.type in ${typesWith(permission)})`;
  return sql`case when bool_or(not ${e}.limit_privileges_to_course_section) ${giving} then null
    else coalesce(array_agg(distinct ${e}.course_section_id) ${giving}, '{}') end`;
}

/** In SQL: a section is within a reach. */
export const within = (section: Piece, reach: Piece): Sql => sql`(${reach}::int[] is null or ${section} = any(${reach}::int[]))`;

/**
 * In SQL: students `who` of a course, in reach, whose work and person staff may see: those invited, inactive or removed are none
 * (D8.4). Looked up one by one (`offset 0`): as a join it is planned for a few students, and reads a whole course for every page of one.
 */
export const isStudentWithin = (course: Piece, who: Piece, reach: Piece): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${who} and e.type = 'StudentEnrollment'
     and e.state in ('active', 'completed') and ${within(sql`e.course_section_id`, reach)} offset 0)`;

/** In SQL: an enrollment `me`, which counts, grades the work of a student of its course (D8.14). */
export const gradesStudent = (me: Piece, course: Piece, who: Piece): Sql =>
  sql`${me}.type in ${typesWith('submissions.list')} and ${isStudentWithin(course, who, reachBy(me))}`;

/** In SQL: a student is graded by who grades in a reach. Who grades everywhere or nowhere costs no look. */
export const isGraded = (course: Piece, who: Piece, reach: Piece): Sql =>
  sql`(${reach}::int[] is null or (${reach}::int[] <> '{}' and ${isStudentWithin(course, who, reach)}))`;

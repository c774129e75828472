import { isConcluded } from '../areas/courses/relations.ts';
import { ROLE_OF } from '../areas/enrollments/relations.ts';
import type { FoundCourse, OwnEnrollment } from './found.ts';
import { type Held, PERMISSIONS, type Permission, type Role, type Rule, STAFF_ROLES } from './permissions.ts';

/**
 * How far a right of somebody's in a course goes (access#12): each enrollment gives the rights of its role in the whole course or,
 * limited, in its section, and several add up, right by right. Said here of the caller, whose enrollments access has found; of many
 * people or courses at once, in SQL, by enrollments/relations.ts. Which role gives a right the table of permissions says to both.
 */

/** The sections in which a right holds, perhaps none; null: the whole course. In SQL an `int[]` of the same meaning. */
export type Reach = number[] | null;

/** What one enrollment gives in its course, and whether for writing too; null where it gives nothing (access#8). */
export function givenBy(course: Pick<FoundCourse, 'state'>, { type, state }: OwnEnrollment): { role: Role; writes: boolean } | null {
  const role = state === 'invited' ? 'invited' : ROLE_OF[type];
  if (course.state === 'unpublished' && !STAFF_ROLES.has(role)) return null;
  return { role, writes: state !== 'completed' && !isConcluded(course) };
}

/** Where the caller has a right of a course's; what is of no course lies in no section. */
export function reachOf(at: Held & { course: FoundCourse | null }, permission: Permission): Reach {
  const { roles, writes }: Rule = PERMISSIONS[permission];
  if (at.course === null || (at.roles.has('admin') && roles.includes('admin'))) return null;
  const { course } = at;
  const giving = course.enrollments.filter((enrollment) => {
    const given = givenBy(course, enrollment);
    return given !== null && roles.includes(given.role) && (given.writes || !writes);
  });
  return giving.some(({ limited }) => !limited) ? null : [...new Set(giving.map(({ sectionId }) => sectionId))];
}

/** The students whom the caller observes in a course that gives them that role. */
export const observedIn = ({ roles, course }: Held & { course: FoundCourse }): number[] =>
  !roles.has('observer')
    ? []
    : course.enrollments.flatMap(({ type, state, associatedUserId }) =>
        state !== 'invited' && ROLE_OF[type] === 'observer' && associatedUserId !== null ? [associatedUserId] : [],
      );

export const isWithin = (sectionId: number, reach: Reach): boolean => reach === null || reach.includes(sectionId);

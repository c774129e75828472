import { isConcluded } from '../areas/courses/relations.ts';
import { ROLE_OF } from '../areas/enrollments/relations.ts';
import type { FoundCourse, OwnEnrollment } from './found.ts';
import { type Held, PERMISSIONS, type Permission, type Role, type Rule, STAFF_ROLES } from './permissions.ts';

/**
 * How far a right goes in a course (access#12). Each enrollment gives the rights of its role in the whole course or, where it is limited,
 * in its section; several enrollments add up, right by right. This file works it out for the caller, whose enrollments are part of their
 * access; enrollments/relations.ts does so in SQL, for many people or courses at once. Both ask the table of permissions which role gives
 * a right.
 */

/** Ids of the sections in which a right holds, perhaps none; null means the whole course. In SQL it is an `int[]` of the same meaning. */
export type Reach = number[] | null;

/** The role that one enrollment gives in its course, and whether that allows writing; null where it gives none (access#8). */
export function givenBy(course: Pick<FoundCourse, 'state'>, { type, state }: OwnEnrollment): { role: Role; writes: boolean } | null {
  const role = state === 'invited' ? 'invited' : ROLE_OF[type];
  if (course.state === 'unpublished' && !STAFF_ROLES.has(role)) return null;
  return { role, writes: state !== 'completed' && !isConcluded(course) };
}

/** In which sections the caller has a right in a course. What belongs to no course has no sections, so that the right is everywhere. */
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

/** The ids of the students whom the caller observes in a course, where they hold the role of an observer. */
export const observedIn = ({ roles, course }: Held & { course: FoundCourse }): number[] =>
  !roles.has('observer')
    ? []
    : course.enrollments.flatMap(({ type, state, associatedUserId }) =>
        state !== 'invited' && ROLE_OF[type] === 'observer' && associatedUserId !== null ? [associatedUserId] : [],
      );

export const isWithin = (sectionId: number, reach: Reach): boolean => reach === null || reach.includes(sectionId);

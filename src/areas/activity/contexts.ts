import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, type ValuesOf } from '../../store/sql/types.ts';
import type { CourseMemberships } from '../assignments/course-memberships.ts';

/** Where the caller takes part now: items of other contexts are gone (activity#18). A completed course is read on. */
export const CONTEXTS = {
  callerId: int,
  courseIds: array(int),
  studiedIds: array(int),
  groupIds: array(int),
  /** Of the courses those in which what is unpublished counts as published (assignments#4). */
  withoutDrafts: array(int),
};
export type Contexts = ParametersOf<typeof CONTEXTS>;

export function contextsOf(
  { caller }: Ctx,
  { courses, studied, groups }: FoundSelf,
  { displayOf }: CourseMemberships,
): ValuesOf<typeof CONTEXTS> {
  const courseIds = courses.map((course) => course.id);
  return {
    callerId: caller.userId,
    courseIds,
    studiedIds: studied,
    groupIds: groups.map((group) => group.id),
    withoutDrafts: courseIds.filter((id) => !displayOf(id).settings.enable_draft),
  };
}

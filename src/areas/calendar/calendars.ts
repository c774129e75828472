import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, GroupAccess } from '../../access/context-access.ts';
import { accessInCourses, accessInGroups } from '../../access/elsewhere.ts';
import type { OwnEnrollment } from '../../access/found.ts';
import { may } from '../../access/permissions.ts';
import { givenBy, reachOf } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { ContextCode } from '../../http/parameters/context-codes.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, oneOf, type ValuesOf } from '../../store/sql/types.ts';
import { ofObserver, placesStudent, TYPE_OF, takesPart } from '../enrollments/relations.ts';
import { isMember } from '../groups/relations.ts';
import type { SEEN_TAKES } from './event-rows.ts';

/** Whose events the caller sees: courses, groups, and the caller's own; and of which sections. */
export interface VisibleCalendars {
  courses: ReadonlyMap<number, CourseAccess>;
  groups: ReadonlyMap<number, GroupAccess>;
  own: boolean;
  sections: readonly number[];
  /** The courses of which the events of all sections are seen. */
  everywhere: readonly number[];
}

/** The sections of the students whom the caller observes in these courses. */
const observed = statement({
  name: 'calendar_observed_sections',
  takes: { callerId: int, observing: array(int) },
  gives: { id: int },
  sql: (
    p,
  ) => sql`select distinct e.course_section_id as id from enrollments me join enrollments e on e.course_id = me.course_id and e.user_id = me.associated_user_id
   where me.user_id = ${p.callerId} and me.course_id = any(${p.observing}::int[]) and ${ofObserver('me')} and ${takesPart('me')}
     and ${placesStudent('e')}`,
});

/** An enrollment of the caller's gives its role there: an invitation does not, and that of an observer not before the offer (access#8). */
const takesPartIn = ({ course }: CourseAccess, one: OwnEnrollment): boolean => one.state !== 'invited' && givenBy(course, one) !== null;

/**
 * Staff see the events of all sections where they oversee them; and everybody those of their own, and of whom they observe: of a student,
 * not those that the student has moved on from (calendar#12).
 */
async function sectionsOf(ctx: Ctx, accessList: readonly CourseAccess[]): Promise<Pick<VisibleCalendars, 'sections' | 'everywhere'>> {
  const others = accessList.filter((at) => reachOf(at, 'course.people.oversee') !== null);
  const observing = others.filter((at) => at.roles.has('observer')).map((at) => at.course.id);
  const rows = observing.length === 0 ? [] : await ctx.db.rows(observed, { callerId: ctx.caller.userId, observing });
  const own = others.flatMap((at) => [
    ...viewerOf(ctx.caller, at).sections,
    ...at.course.enrollments.filter((one) => one.type !== TYPE_OF.student && takesPartIn(at, one)).map(({ sectionId }) => sectionId),
  ]);
  return {
    sections: [...own, ...rows.map((row) => row.id)],
    everywhere: accessList.filter((at) => !others.includes(at)).map((at) => at.course.id),
  };
}

const idsOf = (codes: readonly ContextCode[], kind: ContextCode['kind']): number[] => [
  ...new Set(codes.filter((code) => code.kind === kind).map((code) => code.id)),
];

/** What the caller sees of courses, with everything that is known of the caller there. */
export async function calendarsOfCourses(ctx: Ctx, accessList: readonly CourseAccess[]): Promise<VisibleCalendars> {
  const readable = accessList.filter((at) => may(at, 'calendar.read'));
  const courses = new Map(readable.map((at) => [at.course.id, at]));
  return { courses, groups: new Map(), own: false, ...(await sectionsOf(ctx, readable)) };
}

/** What the caller sees of these; what they may not read, and what is not there, is not in it. */
export async function calendarsOf(ctx: Ctx, codes: readonly ContextCode[]): Promise<VisibleCalendars> {
  const [courseIds, groupIds] = [idsOf(codes, 'course'), idsOf(codes, 'group')];
  const courses = courseIds.length === 0 ? [] : await accessInCourses(ctx.db, ctx.caller, courseIds);
  const groups = groupIds.length === 0 ? [] : await accessInGroups(ctx.db, ctx.caller, groupIds);
  return {
    ...(await calendarsOfCourses(ctx, courses)),
    groups: new Map(groups.filter((at) => may(at, 'calendar.read')).map((at) => [at.group.id, at])),
    own: idsOf(codes, 'user').includes(ctx.caller.userId),
  };
}

const contexts = statement({
  name: 'calendar_contexts',
  takes: { callerId: int },
  gives: { kind: oneOf(['user', 'course', 'group']), id: int },
  sql: (
    p,
  ) => sql`select distinct 'course' as kind, e.course_id as id from enrollments e where e.user_id = ${p.callerId} and ${takesPart('e')}
   union all select 'group', m.group_id from group_memberships m where m.user_id = ${p.callerId} and ${isMember('m')}
   union all select 'user', ${p.callerId}::int`,
});

/** What the caller sees of everything that is theirs. */
export const ownCalendars = async (ctx: Ctx): Promise<VisibleCalendars> =>
  calendarsOf(ctx, await ctx.db.rows(contexts, { callerId: ctx.caller.userId }));

export const seesCode = ({ courses, groups, own }: VisibleCalendars, { kind, id }: ContextCode, userId: number): boolean =>
  kind === 'course' ? courses.has(id) : kind === 'group' ? groups.has(id) : own && id === userId;

export const calendarValues = (
  ctx: Ctx,
  { courses, groups, own, sections, everywhere }: VisibleCalendars,
): ValuesOf<typeof SEEN_TAKES> => ({
  courseIds: [...courses.keys()],
  sections,
  everywhere,
  groupIds: [...groups.keys()],
  userId: own ? ctx.caller.userId : null,
});

import type { Ctx } from '../../access/context.ts';
import { isGrader, isStaff } from '../../access/permissions.ts';
import type { CourseStanding, SectionStanding } from '../../access/standing.ts';
import { notFound, unauthorized } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import type { Db } from '../../store/database.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { findUserId } from '../users/people.ts';

/** A course, or one of its sections, whose people are then the only ones (part-b, Submissions). */
export type Standing = CourseStanding | SectionStanding;

/** The section that the path names; null where it names the course. */
export const sectionOf = (at: Standing): number | null => ('sectionId' in at ? at.sectionId : null);

/** The sections in which students are looked for: the path's, and of limited graders their own; null: everywhere. */
export function sectionsOf(at: Standing): number[] | null {
  const named = sectionOf(at);
  const limits = isGrader(at) ? at.limitedTo : null;
  if (named === null) return limits;
  return limits === null || limits.includes(named) ? [named] : [];
}

/**
 * Students `who` of course `course`, whose people staff may see: those invited, inactive or removed are none (D8.4). Looked
 * up one by one (`offset 0`): as a join it is planned for a few students, and reads a whole course for every page of one.
 */
export const isVisibleStudent = (course: string, who: string, sections: string): string =>
  `exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${who} and e.type = 'StudentEnrollment'
     and e.state in ('active', 'completed') and (${sections}::int[] is null or e.course_section_id = any(${sections}::int[])) offset 0)`;

export const isReviewer = (assignment: string, author: string, reviewer: string): string =>
  `exists (select 1 from peer_reviews p where p.assignment_id = ${assignment} and p.user_id = ${author} and p.assessor_id = ${reviewer})`;

/** The students whom the caller observes (D8.14). */
export const observedBy = (at: Standing): number[] =>
  at.course.enrollments.flatMap(({ type, state, associatedUserId }) =>
    type === 'ObserverEnrollment' && state !== 'invited' && associatedUserId !== null ? [associatedUserId] : [],
  );

/** What a caller is to one student's submission. */
export type Sight = 'grader' | 'student' | 'observer' | 'reviewer';

/** Null: the caller may not read it (D8.14). */
export function sightOf(ctx: Ctx, at: Standing, userId: number, reviews: boolean): Sight | null {
  if (isGrader(at)) return 'grader';
  if (userId === ctx.caller.userId && at.roles.has('student')) return 'student';
  if (observedBy(at).includes(userId)) return 'observer';
  return reviews && at.roles.has('student') ? 'reviewer' : null;
}

/** What is read of an assignment and a student before anything else is said of the two. */
export interface Met {
  published: boolean;
  /** A student of the course or of the section, whom the caller may see. */
  visible: boolean;
  /** The caller is to review the student's work. */
  reviews: boolean;
}

/** While draft state is off, what is not published counts as published. */
export async function countsAsPublished(db: Db, at: Standing, published: boolean): Promise<boolean> {
  return published || !(await settingsIn(db, at.course)).enable_draft;
}

/** The caller's sight, once the two have been met: 404 what is not there or not published, 401 what is not the caller's to read. */
export async function requireSight(ctx: Ctx, db: Db, at: Standing, userId: number, met: Met | undefined): Promise<Sight> {
  if (!met || !(isStaff(at) || (await countsAsPublished(db, at, met.published)))) throw notFound();
  const sight = sightOf(ctx, at, userId, met.reviews);
  if (sight === null) throw unauthorized();
  if (!met.visible) throw notFound();
  return sight;
}

/** Whom the path names; an unknown one is nobody. */
export async function pathUser(ctx: Ctx, at: Standing, form: IdForm): Promise<number> {
  if (form.by === 'self') return ctx.caller.userId;
  // Students are known by their enrollments: whether there is such a user needs no look of its own.
  if (form.by === 'id') return form.id;
  return (await findUserId(ctx, form, at.course.rootAccountId)) ?? -1;
}

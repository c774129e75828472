import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, SectionAccess } from '../../access/context-access.ts';
import { isGrader, isStaff, may } from '../../access/permissions.ts';
import { isWithin, type Reach, reachOf } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import { type ApiError, notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { type Db, statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf } from '../../store/sql/types.ts';
import { hasDrafts } from '../accounts/accounts.ts';
import { isGraded, isStudentWithin } from '../enrollments/relations.ts';
import { findUserId } from '../users/people.ts';

/** A course, or one of its sections, whose people are then the only ones (submissions#1). */
export type ScopedAccess = CourseAccess | SectionAccess;

/** The section that the path names; null where it names the course. */
export const sectionOf = (at: ScopedAccess): number | null => ('sectionId' in at ? at.sectionId : null);

/** Where the path looks for students: in its section, if it names one. */
export function addressedSections(at: ScopedAccess): Reach {
  const named = sectionOf(at);
  return named === null ? null : [named];
}

/** Where the caller grades, of what the path names (access#1). */
export function gradedIn(at: ScopedAccess, permission: 'submissions.list' | 'submissions.grade' = 'submissions.list'): Reach {
  const named = sectionOf(at);
  const reach = reachOf(at, permission);
  if (named === null) return reach;
  return isWithin(named, reach) ? [named] : [];
}

/** Where the caller may give grades. Whoever may no more has the reach of a reader, and is refused as one. */
export const toGradeIn = (at: ScopedAccess): Reach => gradedIn(at, may(at, 'submissions.grade') ? 'submissions.grade' : 'submissions.list');

export const isReviewer = (assignment: Piece, author: Piece, reviewer: Piece): Sql =>
  sql`exists (select 1 from peer_reviews p where p.assignment_id = ${assignment} and p.user_id = ${author} and p.assessor_id = ${reviewer})`;

/** What a caller is to one student's submission. */
export type SubmissionViewer = 'grader' | 'student' | 'observer' | 'reviewer';

/** What is read of an assignment and a student before anything else is said of the two. */
export const MET_ROW = {
  published: boolean,
  /** A student of the course, or of the section that the path names. */
  visible: boolean,
  /** Of those whom the caller grades (`isGraded` of access/reach.ts). */
  graded: boolean,
  /** The caller is to review the student's work. */
  reviews: boolean,
};
type Met = RowOf<typeof MET_ROW>;

/** Whose submission it is, where the path looks for students, and where the caller grades. */
interface MetInSql {
  userId: Piece;
  within: Piece;
  gradedIn: Piece;
}

/** `MET_ROW` of an assignment `a`; whether the caller reviews is not asked for a caller who cannot be a reviewer. */
export const metColumns = ({ userId, within, gradedIn }: MetInSql, reviews: Sql): Sql =>
  sql`a.published, ${isStudentWithin(sql`a.course_id`, userId, within)} as visible, ${isGraded(sql`a.course_id`, userId, gradedIn)} as graded,
     ${reviews} as reviews`;

/** Null: the caller may not read it (submissions#2). Who grades others reads one's own and the observed as everybody does. */
function submissionViewer(
  ctx: Ctx,
  at: ScopedAccess,
  userId: number,
  { graded, reviews }: Pick<Met, 'graded' | 'reviews'>,
): SubmissionViewer | null {
  if (graded) return 'grader';
  if (userId === ctx.caller.userId && at.roles.has('student')) return 'student';
  if (viewerOf(ctx.caller, at).observed.includes(userId)) return 'observer';
  return reviews && at.roles.has('student') ? 'reviewer' : null;
}

/** While draft state is off, what is not published counts as published. */
export async function countsAsPublished(db: Db, at: ScopedAccess, published: boolean): Promise<boolean> {
  return published || !(await hasDrafts(db, at.course));
}

/**
 * What the caller is to a submission, null: nothing. 404 where the assignment is not there, or not for them before it is published, and where
 * the user is no student here.
 */
async function metViewer(ctx: Ctx, at: ScopedAccess, userId: number, met: Met | undefined): Promise<SubmissionViewer | null> {
  if (!met || !(isStaff(at) || (await countsAsPublished(ctx.db, at, met.published)))) throw notFound();
  const viewer = submissionViewer(ctx, at, userId, met);
  if (viewer !== null && !met.visible) throw notFound();
  return viewer;
}

/** Whom a grader does not reach is not there for them (submissions#5). */
const stranger = (at: ScopedAccess): ApiError => (isGrader(at) ? notFound() : unauthorized());

/** The caller's viewer, once the two have been met: 404 what is not there or not published, 401 what is not the caller's to read. */
export async function requireViewer(ctx: Ctx, at: ScopedAccess, userId: number, met: Met | undefined): Promise<SubmissionViewer> {
  const viewer = await metViewer(ctx, at, userId, met);
  if (viewer === null) throw stranger(at);
  return viewer;
}

const readStill = statement({
  name: 'student_is_read_by_grader',
  takes: { courseId: int, userId: int, reach: nullable(array(int)) },
  gives: { read: boolean },
  sql: (p) => sql`select ${isGraded(p.courseId, p.userId, p.reach)} as read`,
});

/** Why the caller does not write: whoever reads the student's work still, as in a concluded section, is told 401 (submissions#5). */
async function refusedWriter(ctx: Ctx, at: ScopedAccess, userId: number, met: Met | undefined): Promise<ApiError> {
  if (!isGrader(at) || !met?.visible) return stranger(at);
  const [found] = await ctx.db.rows(readStill, { courseId: at.course.id, userId, reach: gradedIn(at) });
  return found?.read ? unauthorized() : stranger(at);
}

/** What the caller is to a submission that they write to: who grades no more, and is a student still, is what students are (submissions#5). */
export async function requireWriter(ctx: Ctx, at: ScopedAccess, userId: number, met: Met | undefined): Promise<SubmissionViewer> {
  const viewer = await metViewer(ctx, at, userId, met);
  if (viewer === null) throw await refusedWriter(ctx, at, userId, met);
  if (viewer !== 'grader' || may(at, 'submissions.grade') || !at.writing.has('student')) return viewer;
  return submissionViewer(ctx, at, userId, { graded: false, reviews: met?.reviews ?? false }) ?? viewer;
}

/** submissions#52. */
export const mayComment = (at: ScopedAccess, writer: SubmissionViewer): boolean =>
  writer === 'grader' ? may(at, 'submissions.grade') : writer !== 'observer' && at.writing.has('student');

/** Whom the path names; an unknown one is nobody. */
export async function pathUser(ctx: Ctx, at: ScopedAccess, form: IdForm): Promise<number> {
  if (form.by === 'self') return ctx.caller.userId;
  // Students are known by their enrollments: whether there is such a user needs no look of its own.
  if (form.by === 'id') return form.id;
  return (await findUserId(ctx, form, at.course.rootAccountId)) ?? -1;
}

import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import type { Permission } from '../../../access/permissions.ts';
import { reachOf } from '../../../access/reach.ts';
import { viewerOf } from '../../../access/viewer.ts';
import { foundIn, notFound } from '../../../kernel/errors.ts';
import { type AttemptRow, attemptById } from './rows.ts';

/** An attempt that the caller may read; others are not there (quizzes#56). */
export async function findAttempt(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<AttemptRow> {
  const row = foundIn(await ctx.db.rows(attemptById, { courseId: at.course.id, quizId, id, reach: reachOf(at, 'submissions.list') }));
  if (!row.graded && !viewerOf(ctx.caller, at).students.includes(row.userId)) throw notFound();
  return row;
}

async function findGraded(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  right: Permission,
): Promise<AttemptRow> {
  const row = foundIn(await ctx.db.rows(attemptById, { courseId: at.course.id, quizId, id, reach: reachOf(at, right) }));
  if (!row.graded) throw notFound();
  return row;
}

/** An attempt that the caller grades; where others are not there. */
export const findAttemptToGrade = (ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<AttemptRow> =>
  findGraded(ctx, at, { quizId, id }, 'quiz_attempts.grade');

/** An attempt of which the caller reads what graders read, in a course that has ended, too. */
export const findAttemptToRead = (ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<AttemptRow> =>
  findGraded(ctx, at, { quizId, id }, 'quiz_results.read');

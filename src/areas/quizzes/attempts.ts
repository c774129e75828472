import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isGrader } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { WrappedPage } from '../../http/operation.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/pages.ts';
import type { Db } from '../../store/database.ts';
import { type AttemptRow, attemptById, attemptsOfQuiz, quizInCourse } from './attempt-rows.ts';
import { attemptsLeft, showsResults } from './attempt-rules.ts';
import { seesUnpublished } from './quizzes.ts';
import type { QuizAttempt, QuizAttempts } from './schemas.ts';

const seconds = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));

/** Whether it is shown how an attempt was scored: not while it is muted (D8.7), and to students as `hide_results` says. */
const showsScores = (row: AttemptRow): boolean => row.graded || (!row.muted && showsResults(row, row));

export function attemptJson(ctx: Ctx, row: AttemptRow): QuizAttempt {
  const scored = showsScores(row);
  return {
    id: row.id,
    quiz_id: row.quizId,
    user_id: row.userId,
    attempt: row.number,
    started_at: iso(row.startedAt),
    finished_at: isoOrNull(row.finishedAt),
    end_at: isoOrNull(row.endAt),
    score: scored ? row.score : null,
    kept_score: scored ? row.keptScore : null,
    fudge_points: scored && row.finishedAt !== null ? row.fudgePoints : null,
    // While it is muted nobody is to tell from it whether a grader has been there (D8.7).
    workflow_state: row.finishedAt === null ? 'untaken' : row.pending && (scored || !row.muted) ? 'pending_review' : 'complete',
    ...(row.userId === ctx.caller.userId ? { validation_token: row.validationToken } : {}),
    attempts_left: attemptsLeft(row.allowedAttempts, row.begun),
    time_spent: seconds(row.startedAt, row.finishedAt ?? ctx.now),
  };
}

export const attemptsJson = (ctx: Ctx, rows: readonly AttemptRow[]): QuizAttempts => ({
  quiz_submissions: rows.map((row) => attemptJson(ctx, row)),
});

/** 404 for what is not there, or not published for the caller. */
export async function requireQuiz(ctx: Ctx, at: CourseAccess, quizId: number): Promise<void> {
  foundIn(await ctx.db.rows(quizInCourse, { courseId: at.course.id, quizId, seesUnpublished: await seesUnpublished(ctx, at) }));
}

/** D9.8: of the students whom the caller grades, the caller's own, and the observed students'. */
export async function listAttempts(ctx: Ctx, at: CourseAccess, quizId: number, page: PageRequest): Promise<WrappedPage<QuizAttempts>> {
  await requireQuiz(ctx, at, quizId);
  const values = { quizId, userIds: viewerOf(ctx.caller, at).students, reach: isGrader(at) ? reachOf(at, 'submissions.list') : null };
  const found = isGrader(at)
    ? await attemptsOfQuiz.toGraders.read(ctx.db, values, page)
    : await attemptsOfQuiz.toOthers.read(ctx.db, values, page);
  return { ...found, body: attemptsJson(ctx, found.rows) };
}

/** An attempt that the caller may read; others are not there (D1.3). */
export async function findAttempt(ctx: Ctx, db: Db, at: CourseAccess, quizId: number, id: number): Promise<AttemptRow> {
  const row = foundIn(await db.rows(attemptById, { courseId: at.course.id, quizId, id, reach: reachOf(at, 'submissions.list') }));
  if (!row.graded && !viewerOf(ctx.caller, at).students.includes(row.userId)) throw notFound();
  return row;
}

/** An attempt that the caller grades; where others are not there. */
export async function findAttemptToGrade(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<AttemptRow> {
  const row = foundIn(await ctx.db.rows(attemptById, { courseId: at.course.id, quizId, id, reach: reachOf(at, 'quiz_attempts.grade') }));
  if (!row.graded) throw notFound();
  return row;
}

export const showAttempt = async (ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<QuizAttempts> =>
  attemptsJson(ctx, [await findAttempt(ctx, ctx.db, at, quizId, id)]);

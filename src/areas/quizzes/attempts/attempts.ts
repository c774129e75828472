import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { isGrader } from '../../../access/permissions.ts';
import { reachOf } from '../../../access/reach.ts';
import { viewerOf } from '../../../access/viewer.ts';
import type { WrappedPage } from '../../../http/operation.ts';
import { isoOrNull } from '../../../http/timestamps.ts';
import { invalidField } from '../../../kernel/errors.ts';
import type { PageRequest } from '../../../kernel/pages.ts';
import { type Drawing, requireQuiz } from '../quizzes/quizzes.ts';
import type { AttemptTime, QuizAttempts } from '../schemas.ts';
import { findAttempt, findAttemptToRead } from './finding.ts';
import { attemptByNumber } from './grading.ts';
import { attemptsJson } from './json.ts';
import { attemptsOfQuiz } from './rows.ts';
import { secondsLeft } from './rules.ts';

export { answerQuestions } from './answering.ts';
export { completeAttempt } from './completing.ts';
export { findAttemptToRead } from './finding.ts';
export { flagQuestion } from './flagging.ts';
export { showAnswers } from './given.ts';
export { scoreAttempts } from './grading.ts';
export { quizJobs } from './jobs.ts';
export { ScoreParameters, SentAnswers, SentToken } from './parameters.ts';
export { GRACE } from './rows.ts';
export { readableNow, showsResults } from './rules.ts';
export { beginAttempt } from './starting.ts';

/** quizzes#56: of the students whom the caller grades, the caller's own, and the observed students'. */
export async function listAttempts(ctx: Ctx, at: CourseAccess, quizId: number, page: PageRequest): Promise<WrappedPage<QuizAttempts>> {
  await requireQuiz(ctx, at, quizId);
  const values = { quizId, userIds: viewerOf(ctx.caller, at).students, reach: isGrader(at) ? reachOf(at, 'submissions.list') : null };
  const found = isGrader(at)
    ? await attemptsOfQuiz.toGraders.read(ctx.db, values, page)
    : await attemptsOfQuiz.toOthers.read(ctx.db, values, page);
  return { ...found, body: attemptsJson(ctx, found.rows) };
}

export const showAttempt = async (ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<QuizAttempts> =>
  attemptsJson(ctx, [await findAttempt(ctx, at, quizId, id)]);

/** Graders name an attempt by its id, or by that of another one of the same student's, and its number (quizzes#105). */
export async function attemptToRead(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  number: number | undefined,
): Promise<Drawing & { id: number }> {
  const { userId, number: own } = await findAttemptToRead(ctx, at, quizId, id);
  const [found] = await ctx.db.rows(attemptByNumber, { quizId, userId, number: number ?? own });
  if (!found) throw invalidField('quiz_submission_attempt', 'invalid', 'is none of this student');
  return { quizId, ...found };
}

/** quizzes#85 */
export async function showTime(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<AttemptTime> {
  const attempt = await findAttempt(ctx, at, quizId, id);
  return { end_at: isoOrNull(attempt.endAt), time_left: secondsLeft(attempt, ctx.now) };
}

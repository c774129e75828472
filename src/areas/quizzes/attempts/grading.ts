import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, int } from '../../../store/sql/types.ts';
import type { ManualScore, ManualScores, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { requireOpen } from '../../submissions/closed-periods.ts';
import { questionsOf } from '../quizzes/quizzes.ts';
import type { QuizAttempts } from '../schemas.ts';
import { scoreOf } from '../scoring/scoring.ts';
import { findAttemptToGrade } from './finding.ts';
import { type HeldAttempt, holdAttempts, keptIn, writeKept } from './holding.ts';
import { attemptsJson } from './json.ts';
import type { SentQuestionScore, SentScores } from './parameters.ts';

/** An attempt of a student by its number, which counts the attempts at a quiz that they have begun. */
export const attemptByNumber = statement({
  name: 'attempt_by_number',
  takes: { quizId: int, userId: int, number: int },
  gives: { id: int, version: int, drawn: array(int) },
  sql: (p) =>
    sql`select id, version, drawn from quiz_attempts where quiz_id = ${p.quizId} and user_id = ${p.userId} and number = ${p.number}`,
});

/** What is said of a question anew, with what was said of it before; an empty score takes the grader's away. */
function said(before: ManualScore, sent: SentQuestionScore): ManualScore {
  const score = sent.score === undefined ? before.score : (sent.score ?? undefined);
  const comment = sent.comment ?? before.comment;
  return { ...(score === undefined ? {} : { score }), ...(comment ? { comment } : {}) };
}

function manualScores(before: ManualScores, sent: SentScores['questions'], questions: readonly VersionQuestion[]): ManualScores {
  const scores = new Map(Object.entries(before));
  for (const [id, one] of sent ?? []) {
    const question = questions.find((asked) => String(asked.id) === id);
    if (!question) throw invalidField('questions', 'invalid', `names a question that is not of this attempt: ${id}`);
    if (question.type === 'text_only_question' && (one.score ?? 0) > 0) {
      throw invalidField('questions', 'invalid', `gives points to a text: ${id}`);
    }
    scores.set(id, said(scores.get(id) ?? {}, one));
  }
  return Object.fromEntries(scores);
}

function requireFinished(attempt: HeldAttempt | undefined): HeldAttempt {
  if (!attempt || attempt.finishedAt === null) throw invalidField('attempt', 'invalid', 'is not finished yet');
  return attempt;
}

/** Scores one attempt of the student's anew, and gives back its id. */
async function scoreOne(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, userId, number }: { quizId: number; userId: number; number: number },
  sent: SentScores,
): Promise<number> {
  const [attempt] = await ctx.db.rows(attemptByNumber, { quizId, userId, number });
  if (!attempt) throw invalidField('attempt', 'invalid', 'is none of this student');
  const { id } = attempt;
  const questions = await questionsOf(ctx.db, { quizId, ...attempt });
  return ctx.tx(async (tx) => {
    const holding = await holdAttempts(tx, quizId, userId, id);
    if (holding.assignmentId !== null) await requireOpen(tx, at, { assignmentId: holding.assignmentId, userId });
    const before = requireFinished(holding.attempts.find((one) => one.id === id));
    const manual = manualScores(before.manualScores, sent.questions, questions);
    const fudgePoints = sent.fudge_points ?? before.fudgePoints;
    const { answers, quizType } = holding;
    const scored = scoreOf({ quizType, questions, answers, manual, fudgePoints });
    await tx.db.prisma.quizAttempt.updateMany({ where: { id }, data: { manualScores: manual, fudgePoints, ...scored } });
    await writeKept(tx, holding, keptIn(holding, { id, scored }), { work: null, graderId: tx.caller.userId });
    return id;
  });
}

/** quizzes#72, quizzes#73: scores by hand, of the attempt that the path names, or of another one of the same student's, which is answered then. */
export async function scoreAttempts(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  sent: readonly SentScores[],
): Promise<QuizAttempts> {
  const { userId, number } = await findAttemptToGrade(ctx, at, quizId, id);
  const [one, ...others] = sent;
  if (!one || others.length > 0) throw invalidField('quiz_submissions', one ? 'invalid' : 'blank', 'must be one attempt');
  const scored = await scoreOne(ctx, at, { quizId, userId, number: one.attempt ?? number }, one);
  return attemptsJson(ctx, [await findAttemptToGrade(ctx, at, quizId, scored)]);
}

import type { Ctx } from '../../../access/context.ts';
import { iso, isoOrNull } from '../../../http/timestamps.ts';
import type { QuizAttempt, QuizAttempts } from '../schemas.ts';
import type { AttemptRow } from './rows.ts';
import { attemptsLeft, showsResults } from './rules.ts';

const seconds = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));

/** Whether it is shown how an attempt was scored: not while it is muted (quizzes#84), and to students as `hide_results` says. */
const showsScores = (row: AttemptRow): boolean => row.graded || (!row.muted && showsResults(row, row));

function attemptJson(ctx: Ctx, row: AttemptRow): QuizAttempt {
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
    // While it is muted nobody is to tell from it whether a grader has been there (quizzes#84).
    workflow_state: row.finishedAt === null ? 'untaken' : row.pending && (scored || !row.muted) ? 'pending_review' : 'complete',
    ...(row.userId === ctx.caller.userId ? { validation_token: row.validationToken } : {}),
    attempts_left: attemptsLeft(row.allowedAttempts, row.begun),
    time_spent: seconds(row.startedAt, row.finishedAt ?? ctx.now),
  };
}

export const attemptsJson = (ctx: Ctx, rows: readonly AttemptRow[]): QuizAttempts => ({
  quiz_submissions: rows.map((row) => attemptJson(ctx, row)),
});

import type { Ctx } from '../../../access/context.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { boolean, float, int, timestamptz } from '../../../store/sql/types.ts';
import { type Drawing, questionsOf } from '../quizzes/quizzes.ts';
import { scoreOf } from '../scoring/scoring.ts';
import { filesOf, holdAttempts, keptIn, writeKept } from './holding.ts';
import { turnInFinished } from './keeping.ts';
import { finishedAt, isOver } from './rules.ts';

interface AttemptKey extends Drawing {
  id: number;
  userId: number;
}

const finish = statement({
  name: 'finish_attempt',
  takes: { id: int, at: timestamptz, score: float, pending: boolean },
  sql: (p) => sql`update quiz_attempts set finished_at = ${p.at}, score = ${p.score}, pending = ${p.pending} where id = ${p.id}`,
});

/**
 * Finishes an attempt and scores it, with all that follows from that; one that is finished already stays as it is, whoever else
 * finishes it at once. One whose time is up is finished only where it is so still: it may have been given more meanwhile.
 */
export async function finishAttempt(ctx: Ctx, attempted: AttemptKey, now: Date, when: 'now' | 'once over' = 'now'): Promise<void> {
  const { id, quizId, userId } = attempted;
  const questions = await questionsOf(ctx.db, attempted);
  await ctx.tx(async (tx) => {
    const holding = await holdAttempts(tx, quizId, userId, id);
    const attempt = holding.attempts.find((one) => one.id === id);
    if (!attempt || attempt.finishedAt !== null || (when === 'once over' && !isOver(attempt, now))) return;
    const { answers, quizType } = holding;
    const scored = scoreOf({ quizType, questions, answers, manual: attempt.manualScores, fudgePoints: attempt.fudgePoints });
    const at = finishedAt(attempt, now);
    void tx.db.rows(finish, { id, at, score: scored.score, pending: scored.pending });
    await turnInFinished(tx, holding);
    const work = { submittedAt: at, fileIds: filesOf(questions, answers) };
    await writeKept(tx, holding, keptIn(holding, { id, scored }), { work, graderId: null });
  });
}

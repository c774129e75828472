import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { statement } from '../../store/database.ts';
import { attemptsJson, findAttempt } from './attempts.ts';
import { finishAttempt } from './finishing.ts';
import type { SentToken } from './parameters.ts';
import { unproven } from './proof.ts';
import type { QuizAttempts } from './schemas.ts';

interface Row {
  number: number;
  version: number;
  token: string;
  finished: boolean;
}

/** The caller's own ($4) attempt ($3) at a quiz ($2) of a course ($1). */
const own = statement<Row>(
  'attempt_to_complete',
  `select t.number, t.version, t.validation_token as token, t.finished_at is not null as finished
   from quiz_attempts t join quizzes q on q.id = t.quiz_id
   where t.id = $3 and q.id = $2 and q.course_id = $1 and t.user_id = $4 and not q.deleted`,
);

/** D9.8: completing it twice changes nothing. */
export async function completeAttempt(ctx: Ctx, at: CourseStanding, quizId: number, id: number, sent: SentToken): Promise<QuizAttempts> {
  const { userId } = ctx.caller;
  const found = foundIn(await ctx.db.rows(own, [at.course.id, quizId, id, userId]));
  const why = unproven(found, sent);
  if (why) throw why;
  if (!found.finished) await finishAttempt(ctx, { id, quizId, userId, version: found.version }, ctx.now);
  return attemptsJson(ctx, [await findAttempt(ctx, ctx.db, at, quizId, id)]);
}

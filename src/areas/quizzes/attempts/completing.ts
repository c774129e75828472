import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { foundIn } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, text } from '../../../store/sql/types.ts';
import type { QuizAttempts } from '../schemas.ts';
import { findAttempt } from './finding.ts';
import { finishAttempt } from './finishing.ts';
import { attemptsJson } from './json.ts';
import type { SentToken } from './parameters.ts';
import { unproven } from './proof.ts';

const ROW = {
  number: int,
  version: int,
  drawn: array(int),
  token: text,
  finished: boolean,
};
/** The caller's own attempt at a quiz of a course. */
const own = statement({
  name: 'attempt_to_complete',
  takes: { courseId: int, quizId: int, id: int, userId: int },
  gives: ROW,
  sql: (p) => sql`select t.number, t.version, t.drawn, t.validation_token as token, t.finished_at is not null as finished
   from quiz_attempts t join quizzes q on q.id = t.quiz_id
   where t.id = ${p.id} and q.id = ${p.quizId} and q.course_id = ${p.courseId} and t.user_id = ${p.userId} and not q.deleted`,
});

/** quizzes#66: completing it twice changes nothing. */
export async function completeAttempt(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  sent: SentToken,
): Promise<QuizAttempts> {
  const { userId } = ctx.caller;
  const found = foundIn(await ctx.db.rows(own, { courseId: at.course.id, quizId, id, userId }));
  const why = unproven(found, sent);
  if (why) throw why;
  if (!found.finished) await finishAttempt(ctx, { id, quizId, userId, version: found.version, drawn: found.drawn }, ctx.now);
  return attemptsJson(ctx, [await findAttempt(ctx, at, quizId, id)]);
}
